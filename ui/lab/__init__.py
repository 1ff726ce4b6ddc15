"""The Lab page: bots against bots on duplicate deals, and what each opening lead is worth."""
