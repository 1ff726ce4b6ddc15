"""Stands in for Pillow: Streamlit imports these to show a drawn logo, and uses nothing of them."""

Image = ImageFile = None
