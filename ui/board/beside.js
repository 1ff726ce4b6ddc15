// A place beside a board whose HTML comes with every table that Python sends (see board.js).
const places = new WeakMap();

export default function ({ data: bytes, parentElement }) {
  const text = new TextDecoder().decode(bytes);
  let place = places.get(parentElement);
  if (!place) {
    const node = parentElement.appendChild(document.createElement("div"));
    place = { text: "", show: (html) => node.innerHTML !== html && (node.innerHTML = html) };
    place.hear = ({ detail: { beside } }) => place.slot in beside && place.show(beside[place.slot]);
    addEventListener("fives-news", place.hear);
    places.set(parentElement, place);
  }
  const { slot, html } = JSON.parse(text);
  place.slot = slot;
  if (text !== place.text) place.show(html); // the same again is older than what came since
  place.text = text;
  return () => {
    removeEventListener("fives-news", place.hear);
    places.delete(parentElement);
    parentElement.replaceChildren();
  };
}
