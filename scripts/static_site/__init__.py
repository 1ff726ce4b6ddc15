"""A folder of files that is the app: Streamlit in the browser's own Python, served by no server."""
