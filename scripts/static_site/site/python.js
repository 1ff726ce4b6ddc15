// The browser's own Python, in a thread of its own. It wakes from a picture of the memory of one
// that had the app loaded (freeze.mjs): to load it here would take several times as long.
importScripts("pyodide/pyodide.js");

const BYTES = SIZE; // of both archives, as they come
const ARRIVED = 0.6; // how much of the opening has passed by then
const tell = (done) => postMessage({ type: "opening", done });
let arrived = 0;

const count = () =>
  new TransformStream({
    transform(chunk, out) {
      arrived += chunk.length;
      tell((ARRIVED * arrived) / BYTES);
      out.enqueue(chunk);
    },
  });

const ask = self.fetch;
async function unpacked(name) {
  const { body } = await ask(name);
  const bytes = body.pipeThrough(count()).pipeThrough(new DecompressionStream("gzip"));
  return new Response(bytes, { headers: { "Content-Type": "application/wasm" } }); // one is
}

// The first line tells what the others are: the memory, then files by path.
async function archive() {
  const all = new Uint8Array(await (await unpacked("python.bin")).arrayBuffer());
  let at = all.indexOf(10) + 1;
  const index = JSON.parse(new TextDecoder().decode(all.subarray(0, at)));
  return index.map(([name, size]) => [name, all.slice(at, (at += size))]);
}

let parts = archive();
const wasm = unpacked("wasm.bin");
self.fetch = (what, how) => (String(what).endsWith(".wasm") ? wasm : ask(what, how));

const python = loadPyodide({
  indexURL: new URL("pyodide/", location).href,
  stdout: console.log,
  stderr: console.error,
  // No promise, which would hold the memory, as large as Python's own, for good.
  _loadSnapshot: { then: (take, fail) => parts.then(([[, memory]]) => take(memory), fail) },
  fsInit: async (FS) => {
    for (const [path, bytes] of (await parts).slice(1)) {
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, bytes, { canOwn: true });
    }
    parts = undefined;
  },
});

// What stlite asks for is there, or on its way.
self.loadPyodide = async () => {
  const pyodide = await python;
  pyodide.loadPackage = async () => {};
  pyodide.runPython("import random; random.seed()"); // else chance would be the same for everybody
  tell(0.7);
  return pyodide;
};

onmessage = ({ data }) => {
  onmessage = null;
  importScripts(data);
};
