"""The app for an ASGI server: `uvicorn asgi:app`."""

from ui.server import site

app = site()
