// Tiles as SVG. Lengths: a half is 40 by 40, a tile 40 by 80 around its middle, its half `a` on top.
const SVG = "http://www.w3.org/2000/svg";
const QUARTER = 10; // a scene counts in quarters of a half
const HALF = 40;

function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  set(node, attributes);
  node.append(...children);
  return node;
}

function draw(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  set(node, attributes);
  node.append(...children);
  return node;
}

// Sets what changed; an attribute that is null goes away.
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
  }
}

function toggle(node, classes) {
  for (const [name, on] of Object.entries(classes)) node.classList.toggle(name, Boolean(on));
}

// One half: pips on a grid, or a numeral that stays upright however the tile lies.
function drawHalf(pip, y, pips, numerals) {
  if (numerals || !(pip in pips)) {
    const digit = draw("text", { class: "digit", "text-anchor": "middle", dy: "0.36em" });
    digit.textContent = pip;
    return draw("g", { class: "half", transform: `translate(0 ${y})` }, draw("g", { class: "upright" }, digit));
  }
  const spots = pips[pip].map(([x, row]) => draw("circle", { class: "pip", cx: x * 10.6, cy: row * 10.6, r: 4 }));
  return draw("g", { class: "half", transform: `translate(0 ${y})` }, ...spots);
}

function drawTile(tile, pips, numerals) {
  const body = { x: -19.3, y: -39.3, width: 38.6, height: 78.6, rx: 6 };
  const node = draw("g", { class: "tile" }, draw("rect", { ...body, class: "shadow" }), draw("rect", { ...body, class: "body" }));
  if (tile.back) {
    node.append(draw("rect", { x: -12, y: -32, width: 24, height: 64, rx: 4, class: "back" }));
    return node;
  }
  node.append(
    draw("path", { d: "M-13 0H13", class: "divider" }),
    drawHalf(tile.a, -20, pips, numerals),
    drawHalf(tile.b, 20, pips, numerals),
  );
  return node;
}

// Lays a tile at (x, y), turned the shorter way round; its shadow falls down and its numerals stand.
function lay(node, x, y, turn, scale = 1) {
  const before = node.turn ?? turn;
  const turned = turn + 360 * Math.round((before - turn) / 360);
  node.turn = turned;
  node.style.transform = `translate(${x}px, ${y}px) rotate(${turned}deg) scale(${scale})`;
  const angle = (turn * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  node.querySelector(".shadow").setAttribute("transform", `translate(${1.2 * cos + 2.6 * sin} ${2.6 * cos - 1.2 * sin})`);
  for (const upright of node.querySelectorAll(".upright")) upright.setAttribute("transform", `rotate(${-turn})`);
}

// Puts nodes in order, moving none that already stands right: a moved node loses its focus.
function arrange(parent, nodes) {
  const active = parent.getRootNode().activeElement;
  for (const child of [...parent.children]) if (!nodes.includes(child)) child.remove();
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
  });
  if (active && nodes.includes(active) && parent.getRootNode().activeElement !== active) active.focus();
}
