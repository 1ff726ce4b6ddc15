"""The scoring explainer: build any table and watch the count."""
