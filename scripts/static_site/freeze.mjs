// Makes a picture of Python's memory with the app loaded, for python.js to wake Python from.
// node freeze.mjs PYODIDE TREE OUT PAGE...: TREE is laid as the root of Python's file system.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const [pyodide, tree, out, ...pages] = process.argv.slice(2);
const { loadPyodide } = createRequire(import.meta.url)(resolve(pyodide, "pyodide.js"));
const wasm = join(pyodide, "pyodide.asm.wasm");
const packed = (name, bytes) => writeFileSync(join(out, name), gzipSync(bytes, { level: 9 }));

const python = await loadPyodide({
  indexURL: pyodide,
  _makeSnapshot: true,
  _sysExecutable: "python",
  fsInit: async (FS) => {
    for (const name of readdirSync(tree, { recursive: true })) {
      const from = join(tree, name);
      if (statSync(from).isDirectory()) FS.mkdirTree(`/${name}`);
      else FS.writeFile(`/${name}`, readFileSync(from));
    }
  },
});
const rehearsal = python.toPy({ __name__: "rehearsal" });
const run = (code) => python.runPythonAsync(code, { globals: rehearsal });
await run(readFileSync(new URL("rehearsal.py", import.meta.url), "utf8"));
await run(`await rehearse(*${JSON.stringify(pages)})`);

// A Python that is woken has loaded no package of Pyodide's own.
for (const name in python.loadedPackages) delete python.loadedPackages[name];
const parts = [["memory", python.makeMemorySnapshot()]];
for (const path of await run("list(files())")) parts.push([path, python.FS.readFile(path)]);

// One file, so that no browser keeps half of it longer than the other half.
const index = JSON.stringify(parts.map(([name, { length }]) => [name, length]));
packed("python.bin", Buffer.concat([Buffer.from(`${index}\n`), ...parts.map(([, bytes]) => bytes)]));
packed("wasm.bin", readFileSync(wasm));
rmSync(wasm);
