// Starts the app in this page. Every address lies beside this file; nothing else is asked.
import { mount } from "./stlite/stlite.js";

const site = (path) => new URL(path, import.meta.url);
const root = site("./").pathname;
const asked = location.search + location.hash;
const page = location.pathname.slice(root.length).replace(/\/?(index\.html)?$/, "");

// Streamlit asks for a download beforehand, at a host that is none; the download itself is made here.
const ask = window.fetch;
window.fetch = (what, how) =>
  new URL(what.url ?? what, location).hostname === "stlite.invalid"
    ? Promise.resolve(new Response())
    : ask(what, how);

// The app takes the address that it is started at for its root, and what comes after for the page.
history.replaceState(history.state, "", root + asked);
mount(
  {
    entrypoint: "app.py",
    archives: [{ url: site("app.zip").href, format: "zip" }],
    pyodideUrl: site("pyodide/pyodide.js").href,
    prebuiltPackageNames: PACKAGES,
    disableProgressToasts: true,
  },
  document.getElementById("root"),
);
history.replaceState(history.state, "", root + page + asked);

// The menu's links name no host; a new tab needs one.
addEventListener("pointerover", ({ target }) => {
  const link = target.closest?.("a[href]");
  if (link?.hostname === "stlite.invalid") link.href = link.pathname + link.search + link.hash;
});
