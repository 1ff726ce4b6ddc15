// Shows a board with the script that comes in a message of its own (see board.js), or when it is there.
export default function (component) {
  const model = JSON.parse(new TextDecoder().decode(component.data));
  const show = () => globalThis.fivesBoard({ ...component, data: model });
  if (globalThis.fivesBoardKit) return show();
  (globalThis.fivesBoardWaiting ??= []).push(show);
}
