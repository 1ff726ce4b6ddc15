"""Stands in for numpy: Streamlit imports it to show a drawn logo, and uses nothing of it."""
