"""The rule sets side by side: what each plays, worked examples, where the books disagree, words."""
