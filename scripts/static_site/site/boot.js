// Starts the app in this page. Every address lies beside this file; nothing else is asked.
const site = (path) => new URL(path, import.meta.url);
const root = site("./").pathname;
const asked = location.search + location.hash;
const page = location.pathname.slice(root.length).replace(/\/?(index\.html)?$/, "");

// Python begins before stlite, which takes a while to read, is there to ask for it.
const python = new Worker(site("python.js"));
const bar = document.querySelector(".opening progress");
python.addEventListener("message", ({ data: { type, done } }) => {
  if (type === "opening") bar.value = Math.max(bar.value, done);
  if (type === "event:loadFinished") bar.value = 0.9;
});
const { mount } = await import("./stlite/stlite.js");

// Streamlit asks for a download beforehand, at a host that is none; the download itself is made here.
const ask = window.fetch;
window.fetch = (what, how) =>
  new URL(what.url ?? what, location).hostname === "stlite.invalid"
    ? Promise.resolve(new Response())
    : ask(what, how);

// The worker that stlite makes for itself is ours; it gets the code that stlite meant for its own.
const Other = window.Worker;
window.Worker = function (code) {
  python.postMessage(String(code));
  return python;
};
// The app takes the address that it is started at for its root, and what comes after for the page.
history.replaceState(history.state, "", root + asked);
mount(
  {
    entrypoint: "app.py",
    pyodideUrl: "data:text/javascript,", // `python` has it
    disableProgressToasts: true,
  },
  document.getElementById("root"),
);
history.replaceState(history.state, "", root + page + asked);
window.Worker = Other;

// The menu's links name no host; a new tab needs one.
addEventListener("pointerover", ({ target }) => {
  const link = target.closest?.("a[href]");
  if (link?.hostname === "stlite.invalid") link.href = link.pathname + link.search + link.hash;
});
