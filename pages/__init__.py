"""One thin script a page; `app.py` lists them."""
