// What the next table of a board will show, by its `rev` and the token that leads there (see board.js).
export default function ({ data }) {
  globalThis.fivesAhead = JSON.parse(new TextDecoder().decode(data));
  return () => (globalThis.fivesAhead = null);
}
