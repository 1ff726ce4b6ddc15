// The board: shows a model that Python sends and sends back one of its tokens. It knows no rule and
// no sentence. Every update runs the exported function again, so all state is in a Board.
const boards = new WeakMap();
const GLIDE_MS = 220;
const RESEND_MS = 4000;

class Board {
  constructor(parent) {
    this.model = null;
    this.n = 0;
    this.sent = null; // {token, rev, n, at}: on its way to Python
    this.queue = []; // what was tapped meanwhile
    this.picked = ""; // the tile that is to be placed
    this.flying = null; // {id, home}: laid on the table before Python has said yes
    this.order = [];
    this.sorting = 0; // 0 as dealt, 1 by suit, 2 by weight
    this.at = ""; // the tile that Tab reaches
    this.spoken = -1;
    this.refused = -1;
    this.message = "";
    this.pieces = new Map();
    this.stones = new Map();
    this.spots = new Map();
    this.view = null; // {scene, k, x, y}: how the scene lies in the window
    this.build(parent);
  }

  build(parent) {
    this.chips = make("div", { class: "chips", role: "group" });
    this.total = make("output", { class: "total" });
    this.result = make("span", { class: "result" });
    this.sum = make("div", { class: "sum" }, this.chips, this.total, this.result);
    this.world = draw("g", { class: "world" });
    this.spotLayer = draw("g", { class: "spots" });
    this.tileLayer = draw("g", { class: "tiles" });
    this.beadLayer = draw("g", { class: "beads", "aria-hidden": "true" });
    this.world.append(this.spotLayer, this.tileLayer, this.beadLayer);
    this.cloth = draw("svg", { class: "cloth", role: "group" }, this.world);
    this.window = make("div", { class: "window" }, this.cloth);
    this.compass = make("div", { class: "compass" });
    this.field = make("div", { class: "field" }, this.window, this.compass);
    this.table = make("div", { class: "table" }, this.sum, this.field);
    this.hand = make("div", { class: "hand", role: "group" });
    this.sort = make("button", { class: "sort", type: "button" });
    this.sort.append(sortIcon());
    this.acts = make("div", { class: "acts" });
    this.row = make("div", { class: "row" }, this.hand, make("div", { class: "tools" }, this.sort, this.acts));
    this.line = make("p", { class: "line" });
    this.live = make("div", { class: "live", role: "log", "aria-live": "polite" });
    this.root = make("div", { class: "board" }, this.table, this.line, this.row, this.live);
    parent.append(this.root);
    this.sort.onclick = () => this.resort();
    this.table.onclick = (event) => this.tapTable(event);
    this.root.onkeydown = (event) => this.key(event);
    this.window.onscroll = () => this.drawCompass();
    this.hand.onpointerdown = (event) => this.grab(event);
    this.hand.onpointermove = (event) => this.drag(event);
    this.hand.onpointerup = (event) => this.drop(event);
    this.hand.onpointercancel = () => this.release();
    this.observer = new ResizeObserver(() => this.model && this.resize());
  }

  // --- what Python sends -------------------------------------------------------------------

  take(model) {
    const isFirst = !this.model;
    const isNew = isFirst || model.rev !== this.model.rev;
    this.holdsFocus ||= this.root.contains(this.focused());
    this.model = model;
    this.n = Math.max(this.n, model.ack);
    if (this.sent && model.ack >= this.sent.n) this.sent = null;
    if (isNew && !this.dragged) this.picked = "";
    if (isNew && !this.sent) this.message = "";
    this.observer.observe(this.field);
    this.draw(isFirst);
    this.speak(isFirst);
    if (this.holdsFocus && !this.root.contains(this.focused())) this.focusHand();
    if (this.pieces.size) this.holdsFocus = false;
    this.flush();
  }

  draw(isFirst = false) {
    const { options, label, words, tray } = this.model;
    set(this.root, {
      "data-size": options.size,
      "data-contrast": options.contrast || null,
      "data-still": options.still || null,
      "data-tray": tray || null,
    });
    this.root.style.setProperty("--rest", `${options.rest}px`);
    set(this.cloth, { "aria-label": label });
    set(this.hand, { "aria-label": tray ? words.tray : words.hand });
    set(this.chips, { "aria-label": words.ends });
    this.drawSum();
    this.drawHand();
    this.drawActions();
    this.drawTable(isFirst);
    this.drawLine();
  }

  drawSum() {
    const { chips, sum, award, rev } = this.model;
    const shown = JSON.stringify([chips, sum, award, this.model.marks.arms]);
    if (shown === this.shownSum) return;
    const isUpdate = this.shownSum !== undefined;
    this.shownSum = shown;
    const parts = [];
    for (const [number, chip] of chips.entries()) {
      if (number) parts.push(make("span", { class: "plus", "aria-hidden": "true" }, "+"));
      parts.push(this.drawChip(chip));
    }
    this.chips.replaceChildren(...parts);
    this.total.replaceChildren(...(sum.total ? [make("span", { class: "equals" }, "="), make("b", {}, sum.total)] : []));
    this.result.textContent = award || sum.text;
    toggle(this.result, { award: Boolean(award), scores: sum.scores && !award });
    if (!isUpdate) return;
    for (const node of [this.chips, this.total, this.result, this.beadLayer]) {
      node.classList.remove("fresh");
      void node.offsetWidth; // starts the animation again
      node.classList.add("fresh");
    }
    this.root.dataset.rev = rev;
  }

  drawChip(chip) {
    const text = [make("small", {}, chip.label), make("b", {}, chip.value)];
    const marked = this.model.marks.arms.includes(chip.arm) ? " marked" : "";
    if (!chip.token) return make("span", { class: `chip${marked}`, role: "img", "aria-label": chip.name }, ...text);
    const button = make("button", { class: `chip${marked}`, type: "button", "aria-label": chip.name }, ...text);
    button.onclick = () => this.act({ token: chip.token });
    return button;
  }

  drawActions() {
    const shown = JSON.stringify(this.model.actions);
    if (shown === this.shownActions) return;
    this.shownActions = shown;
    const before = new Map([...this.acts.children].map((node) => [node.dataset.token, node]));
    const nodes = this.model.actions.map((action) => {
      const node = before.get(action.token) ?? make("button", { type: "button", "data-token": action.token });
      if (node.textContent !== action.text) node.textContent = action.text;
      set(node, { class: action.primary ? "act primary" : "act", "aria-label": action.name || null, disabled: action.disabled ? "" : null });
      node.onclick = () => this.act({ token: action.token });
      return node;
    });
    arrange(this.acts, nodes);
  }

  drawLine() {
    const tile = this.tileOf(this.picked);
    const text = this.message || (tile && tile.plays.length > 1 ? tile.hint : "") || this.model.note;
    if (this.line.textContent !== text) this.line.textContent = text;
    toggle(this.line, { why: Boolean(this.message) });
  }

  // --- the hand ----------------------------------------------------------------------------

  tileOf(id) {
    return id ? this.model.hand.find((tile) => tile.id === id) : undefined;
  }

  playOf(id, place) {
    return this.tileOf(id)?.plays.find((play) => play.place === place);
  }

  arrangeOrder() {
    const ids = this.model.hand.map((tile) => tile.id);
    const kept = this.order.filter((id) => ids.includes(id));
    this.order = [...kept, ...ids.filter((id) => !kept.includes(id))];
    if (!kept.length) this.order = ids;
    if (this.sorting === 0 || this.model.tray) return;
    const weigh = this.sorting === 1 ? (tile) => tile.a * 100 + tile.b : (tile) => (tile.a + tile.b) * 100 + tile.a;
    const tiles = new Map(this.model.hand.map((tile) => [tile.id, tile]));
    this.order.sort((one, other) => weigh(tiles.get(other)) - weigh(tiles.get(one)));
  }

  resort() {
    this.sorting = (this.sorting + 1) % 3;
    if (this.sorting === 0) this.order = [];
    this.drawHand();
  }

  drawHand() {
    const { hand, words, marks, options } = this.model;
    this.arrangeOrder();
    const canSort = !this.model.tray && hand.length > 1 && !hand[0].back;
    set(this.sort, { hidden: canSort ? null : "", "aria-label": words.sort, title: words.sort });
    toggle(this.row, { empty: !hand.length && !this.model.actions.length });
    this.hand.style.setProperty("--n", Math.max(hand.length, 1));
    const tiles = new Map(hand.map((tile) => [tile.id, tile]));
    if (!tiles.has(this.at)) this.at = this.order.find((id) => tiles.get(id).plays.length || tiles.get(id).token) ?? this.order[0] ?? "";
    const lively = hand.some((tile) => tile.plays.length);
    for (const id of this.pieces.keys()) if (!tiles.has(id)) this.pieces.delete(id);
    const nodes = this.order.map((id) => {
      const tile = tiles.get(id);
      const piece = this.pieceOf(tile, options.numerals);
      const isPicked = id === this.picked;
      set(piece, {
        "aria-label": tile.back ? words.back : tile.name,
        "aria-pressed": tile.plays.length || tile.token ? String(isPicked || Boolean(tile.pressed)) : null,
        tabindex: id === this.at ? 0 : -1,
      });
      toggle(piece, {
        playable: tile.plays.length,
        resting: lively && !tile.plays.length && !tile.token,
        faded: tile.faded,
        pressed: tile.pressed,
        picked: isPicked,
        marked: marks.tiles.includes(id),
        away: this.flying?.id === id || this.dragged?.id === id,
      });
      return piece;
    });
    arrange(this.hand, nodes);
  }

  pieceOf(tile, numerals) {
    const look = `${tile.a},${tile.b},${numerals}`;
    let piece = this.pieces.get(tile.id);
    if (!piece) {
      piece = make("button", { class: "piece", type: "button", "data-tile": tile.id });
      piece.onclick = () => this.tapPiece(tile.id);
      piece.onfocus = () => this.moveStop(tile.id);
      this.pieces.set(tile.id, piece);
    }
    if (piece.look !== look) {
      piece.look = look;
      const face = drawTile(tile, this.model.pips, numerals);
      lay(face, 0, 0, 0);
      piece.replaceChildren(draw("svg", { viewBox: "-23 -43 46 88", "aria-hidden": "true" }, face));
    }
    return piece;
  }

  moveStop(id) {
    if (this.at === id) return;
    const before = this.pieces.get(this.at);
    if (before) before.tabIndex = -1;
    this.at = id;
    this.pieces.get(id).tabIndex = 0;
  }

  focused() {
    return this.root.getRootNode().activeElement;
  }

  focusHand() {
    this.pieces.get(this.at)?.focus();
  }

  // Where the focus goes when the tile that had it leaves the hand: to the next one, now or later.
  passFocus(id) {
    if (!this.root.contains(this.focused())) return;
    this.holdsFocus = true;
    const index = this.order.indexOf(id);
    const next = this.order[index + 1] ?? this.order[index - 1];
    if (next) this.moveStop(next);
    this.focusHand();
  }

  // --- the table ---------------------------------------------------------------------------

  // Of the scenes the roomiest of those that show tiles about as large as can be (as `scene.best`).
  fit() {
    const { sizes, scenes } = this.model;
    const width = this.field.clientWidth || 600;
    const height = this.field.clientHeight || 300;
    const limit = sizes.max / HALF;
    const scales = scenes.map((scene) => Math.min(width / scene.w / QUARTER, height / scene.h / QUARTER, limit));
    const least = sizes.min / HALF;
    const most = Math.max(...scales);
    if (most >= least) {
      const enough = Math.max(most * sizes.roomier, least);
      const index = scales.findLastIndex((scale) => scale >= enough);
      return { scene: scenes[index], k: scales[index], pans: false, width, height };
    }
    const seen = (scene) => Math.min(1, width / (scene.w * QUARTER * least)) * Math.min(1, height / (scene.h * QUARTER * least));
    const scene = scenes.reduce((one, other) => (seen(other) > seen(one) ? other : one));
    return { scene, k: least, pans: true, width, height };
  }

  // Where the scene's corner lies in the window: tiles that lay there before stay, if all fits.
  place(fitted) {
    const { scene, k, width, height, pans } = fitted;
    const [w, h] = [scene.w * QUARTER * k, scene.h * QUARTER * k];
    const middle = { x: Math.max(0, (width - w) / 2), y: Math.max(0, (height - h) / 2) };
    const before = this.view;
    if (pans || !before || before.pans || Math.abs(before.k / k - 1) > 0.04 || before.width !== width || before.height !== height) return { ...fitted, ...middle };
    const steps = new Map();
    for (const [id, x, y] of scene.tiles) {
      const was = before.scene.tiles.find((other) => other[0] === id);
      if (!was) continue;
      const step = `${was[1] - x} ${was[2] - y}`;
      steps.set(step, (steps.get(step) ?? 0) + 1);
    }
    if (!steps.size) return { ...fitted, ...middle };
    const [dx, dy] = [...steps].reduce((one, other) => (other[1] > one[1] ? other : one))[0].split(" ").map(Number);
    const still = before.k; // the same size within the tolerance: keep it exactly, if it fits
    const use = scene.w * QUARTER * still <= width && scene.h * QUARTER * still <= height ? still : k;
    const [x, y] = [before.x + dx * QUARTER * use, before.y + dy * QUARTER * use];
    const fits = x >= 0 && y >= 0 && x + scene.w * QUARTER * use <= width && y + scene.h * QUARTER * use <= height;
    return fits ? { ...fitted, k: use, x, y } : { ...fitted, ...middle };
  }

  drawTable(isSnap = false) {
    const view = this.place(this.fit());
    this.view = view;
    const { scene, k, x, y, pans, width, height } = view;
    toggle(this.field, { pans, snap: isSnap });
    set(this.window, { tabindex: pans ? 0 : null, role: pans ? "region" : null, "aria-label": pans ? this.model.words.table : null });
    const size = pans ? [Math.max(width, scene.w * QUARTER * k), Math.max(height, scene.h * QUARTER * k)] : [width, height];
    set(this.cloth, { width: size[0], height: size[1] });
    this.world.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    this.drawStones(scene, isSnap);
    this.drawSpots(scene);
    this.drawBeads(scene, k);
    if (pans && this.model.last !== this.shownLast) this.centre(this.model.last);
    this.shownLast = this.model.last;
    this.drawCompass();
  }

  drawStones(scene, isSnap) {
    const { tiles, last, marks, options, pips } = this.model;
    const lying = new Set();
    for (const [id, x, y, turn] of scene.tiles) {
      lying.add(id);
      const tile = tiles[id];
      const stone = this.stoneOf(id, tile, options.numerals, pips);
      if (stone.isNew && !isSnap) this.enter(stone);
      stone.isNew = false;
      lay(stone, x * QUARTER, y * QUARTER, turn);
      set(stone, { "aria-label": tile.name });
      toggle(stone, { spinner: tile.spinner, last: id === last, marked: marks.tiles.includes(id) });
    }
    if (this.flying && lying.has(this.flying.id)) this.flying = null;
    if (this.flying && !this.sent) this.flyHome();
    for (const [id, stone] of this.stones) {
      if (lying.has(id) || this.flying?.id === id) continue;
      this.stones.delete(id);
      stone.remove();
    }
  }

  stoneOf(id, tile, numerals, pips) {
    let stone = this.stones.get(id);
    if (stone && stone.numerals === numerals) return stone;
    stone?.remove();
    const isNew = !stone;
    stone = drawTile(tile, pips, numerals);
    set(stone, { role: "img", "data-tile": id });
    Object.assign(stone, { isNew, numerals });
    this.tileLayer.append(stone);
    this.stones.set(id, stone);
    return stone;
  }

  // A tile from no hand of ours flies in from where its seat sits.
  enter(stone) {
    const { width, height, k, x, y } = this.view;
    const glide = this.model.glide;
    const across = glide.includes("left") ? 0.1 : glide.includes("right") ? 0.9 : 0.5;
    const down = glide.includes("bottom") ? 1 : glide.includes("top") ? 0 : 0.5;
    lay(stone, (across * width - x) / k, (down * height - y) / k, 0);
    stone.getBoundingClientRect(); // fixes the start of the glide
  }

  drawSpots(scene) {
    const names = new Set();
    const tile = this.tileOf(this.picked);
    for (const spot of scene.spots) {
      const [name] = spot;
      names.add(name);
      const play = tile?.plays.find((one) => one.place === name);
      this.drawSpot(this.spotOf(name), spot, tile, play);
    }
    for (const [name, node] of this.spots) {
      if (names.has(name)) continue;
      node.remove();
      this.spots.delete(name);
    }
  }

  spotOf(name) {
    let node = this.spots.get(name);
    if (node) return node;
    node = draw("g", { "data-place": name }, draw("rect", { class: "reach" }), draw("rect", { class: "outline" }));
    node.append(draw("text", { class: "would", dy: "0.36em" }), draw("text", { class: "gain", dy: "0.36em" }));
    node.onclick = (event) => {
      event.stopPropagation();
      this.tapSpot(name);
    };
    this.spots.set(name, node);
    this.spotLayer.append(node);
    return node;
  }

  drawSpot(node, spot, tile, play) {
    const [x, y, w, h] = this.boxOf(spot, tile);
    const [reach, outline, would, gain] = node.children;
    const box = (grow) => ({ x: x - w / 2 - grow, y: y - h / 2 - grow, width: w + 2 * grow, height: h + 2 * grow });
    set(reach, box(4));
    set(outline, { ...box(-2), rx: 6 });
    const { sum = "", points = "" } = play ?? {};
    would.textContent = sum;
    gain.textContent = points && `+${points}`;
    const along = w > h ? [18, 0] : [0, h > w ? 18 : 9];
    const shift = points ? 1 : 0;
    const small = w === h && points;
    set(would, { x: x - along[0] * shift, y: y - along[1] * shift });
    set(gain, { x: x + along[0], y: y + along[1] });
    const name = play && tile ? `${play.name}` : null;
    set(node, { role: play ? "button" : null, tabindex: play ? -1 : null, "aria-label": name, "aria-hidden": play ? null : "true" });
    set(node, { class: `spot${play ? " lit" : tile ? " shut" : ""}${points ? " scores" : ""}${small ? " small" : ""}` });
    node.classList.toggle("marked", this.model.marks.arms.includes(spot[0]));
    node.classList.toggle("over", this.dragged?.over === spot[0]);
  }

  // Where the tile would lie: a double across its chain, if it may.
  boxOf([, x, y, w, h, , nx, ny, across], tile) {
    if (tile && tile.a === tile.b && across) return [nx * QUARTER, ny * QUARTER, (w > h ? 4 : 8) * QUARTER, (w > h ? 8 : 4) * QUARTER];
    return [x * QUARTER, y * QUARTER, w * QUARTER, h * QUARTER];
  }

  drawBeads(scene, k) {
    const tips = new Map(scene.tips.map((tip) => [tip[0], tip]));
    const radius = Math.max(8.5, 8.5 / k);
    const beads = this.model.chips.filter((chip) => tips.has(chip.arm)).map((chip) => {
      const [, x, y, dx, dy] = tips.get(chip.arm);
      const value = draw("text", { "text-anchor": "middle", dy: "0.36em", "font-size": radius * 1.3 });
      value.textContent = chip.value;
      const away = 20 + radius * 0.8;
      const at = `translate(${x * QUARTER + dx * away} ${y * QUARTER + dy * away})`;
      const hidden = this.spots.get(chip.arm)?.classList.contains("lit") ? " hidden" : "";
      const marked = this.model.marks.arms.includes(chip.arm) ? " marked" : "";
      return draw("g", { class: `bead${hidden}${marked}`, transform: at }, draw("circle", { r: radius }), value);
    });
    this.beadLayer.replaceChildren(...beads);
  }

  // Pins on the rim that point to open ends out of sight.
  drawCompass() {
    const { scene, k, x, y, pans } = this.view;
    if (!pans) {
      this.compass.replaceChildren();
      return;
    }
    const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = this.window;
    const tips = new Map(scene.tips.map((tip) => [tip[0], tip]));
    const pins = [];
    for (const chip of this.model.chips) {
      const tip = tips.get(chip.arm);
      if (!tip) continue;
      const [left, top] = [x + tip[1] * QUARTER * k - scrollLeft, y + tip[2] * QUARTER * k - scrollTop];
      if (left > 8 && left < width - 8 && top > 8 && top < height - 8) continue;
      const pin = make("button", { class: "pin", type: "button", "aria-label": chip.name }, chip.value);
      pin.style.left = `${Math.min(Math.max(left, 18), width - 18)}px`;
      pin.style.top = `${Math.min(Math.max(top, 18), height - 18)}px`;
      pin.onclick = (event) => {
        event.stopPropagation();
        this.window.scrollTo({ left: left + scrollLeft - width / 2, top: top + scrollTop - height / 2, behavior: "smooth" });
      };
      pins.push(pin);
    }
    this.compass.replaceChildren(...pins);
  }

  centre(id) {
    const tile = this.view.scene.tiles.find((other) => other[0] === id);
    if (!tile) return;
    const { k, x, y, width, height } = this.view;
    this.window.scrollTo({ left: x + tile[1] * QUARTER * k - width / 2, top: y + tile[2] * QUARTER * k - height / 2 });
  }

  resize() {
    const { clientWidth, clientHeight } = this.field;
    if (this.view && this.view.width === clientWidth && this.view.height === clientHeight) return;
    this.view = null;
    this.drawTable(true);
  }

  // --- what a person does ------------------------------------------------------------------

  tapPiece(id) {
    if (this.wasDragged) return;
    const tile = this.tileOf(id);
    if (!tile) return;
    if (this.sent) this.queue.push({ tile: id });
    else this.choose(tile);
  }

  choose(tile) {
    if (tile.token) {
      this.act({ token: tile.token });
      return;
    }
    if (!tile.plays.length) {
      this.tell(tile.why);
      return;
    }
    if (tile.plays.length === 1) {
      this.commit(tile, tile.plays[0]);
      return;
    }
    this.pick(this.picked === tile.id ? "" : tile.id);
  }

  pick(id) {
    this.picked = id;
    this.message = "";
    this.drawHand();
    this.drawSpots(this.view.scene);
    this.drawBeads(this.view.scene, this.view.k);
    this.drawLine();
  }

  tapSpot(name) {
    const play = this.playOf(this.picked, name);
    if (!play) return;
    if (this.sent) this.queue.push({ tile: this.picked, place: name });
    else this.commit(this.tileOf(this.picked), play);
  }

  tapTable(event) {
    if (this.picked && !this.sent && !event.target.closest(".chip, .pin")) this.pick("");
  }

  // Lays the tile at once where the model says it goes, and asks Python.
  commit(tile, play) {
    this.send(play.token);
    this.picked = "";
    this.message = "";
    this.passFocus(tile.id);
    this.flyTo(tile, play);
    this.drawHand();
    this.drawSpots(this.view.scene);
    this.drawLine();
  }

  flyTo(tile, play) {
    const spot = this.view.scene.spots.find((one) => one[0] === play.place);
    const piece = this.pieces.get(tile.id);
    if (!spot || !piece) return;
    const stone = this.stoneOf(tile.id, tile, this.model.options.numerals, this.model.pips);
    const home = this.dragged?.ghost ? { ...this.dragged.at } : this.middleOf(piece);
    stone.isNew = false;
    this.flying = { id: tile.id };
    this.tileLayer.append(stone);
    toggle(this.field, { snap: false });
    this.layAt(stone, home);
    stone.getBoundingClientRect();
    const [x, y] = this.boxOf(spot, tile);
    const across = tile.a === tile.b && spot[8];
    const upright = spot[5] % 180 === 0;
    const turn = across ? (upright ? 90 : 0) : play.near === tile.a ? spot[5] : (spot[5] + 180) % 360;
    lay(stone, x, y, turn);
    stone.classList.add("last");
  }

  middleOf(piece) {
    const box = piece.querySelector("svg").getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + (box.height * 43) / 88, half: (box.width * HALF) / 46 };
  }

  // Lays a stone at a point of the screen, as large as a tile of the hand.
  layAt(stone, { x, y, half }) {
    const box = this.cloth.getBoundingClientRect();
    const view = this.view;
    lay(stone, (x - box.left - view.x) / view.k, (y - box.top - view.y) / view.k, 0, half / HALF / view.k);
  }

  flyHome() {
    const { id } = this.flying;
    const stone = this.stones.get(id);
    const piece = this.pieces.get(id);
    this.flying = null;
    this.stones.delete(id);
    if (!stone || !piece) {
      stone?.remove();
      return;
    }
    this.layAt(stone, this.middleOf(piece));
    stone.ontransitionend = () => stone.remove();
    setTimeout(() => {
      stone.remove();
      this.drawHand();
    }, this.isStill() ? 0 : GLIDE_MS + 20);
  }

  isStill() {
    return this.model.options.still || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  act({ token }) {
    if (this.sent) this.queue.push({ token });
    else this.send(token);
  }

  send(token) {
    this.n += 1;
    const event = { token, rev: this.model.rev, n: this.n };
    this.sent = event;
    this.post(event);
    clearTimeout(this.timer);
    // A dropped connection may have lost it. Python knows a repeated `n` and only acknowledges it.
    this.timer = setTimeout(() => this.sent === event && this.root.isConnected && this.post(event), RESEND_MS);
  }

  // Does what was tapped while an event was on its way, as far as it is still possible.
  flush() {
    while (!this.sent && this.queue.length) {
      const next = this.queue.shift();
      if (next.token) {
        const { actions, hand, chips } = this.model;
        const known = [...actions.filter((action) => !action.disabled), ...hand, ...chips];
        if (known.some((one) => one.token === next.token)) this.send(next.token);
        continue;
      }
      const tile = this.tileOf(next.tile);
      if (!tile) continue;
      const play = next.place && this.playOf(next.tile, next.place);
      if (play) this.commit(tile, play);
      else this.choose(tile);
    }
  }

  // --- words -------------------------------------------------------------------------------

  tell(text) {
    this.message = text;
    this.drawLine();
    this.utter(text);
  }

  speak(isFirst) {
    const { say, refused } = this.model;
    const fresh = say.filter((words) => words.id > this.spoken);
    for (const words of isFirst ? fresh.slice(-1) : fresh) this.utter(words.text, words.id);
    for (const words of fresh) this.spoken = Math.max(this.spoken, words.id);
    if (!refused || refused.id === this.refused) return;
    this.refused = refused.id;
    if (!isFirst) this.tell(refused.text);
  }

  utter(text, id = null) {
    if (!text) return;
    this.live.append(make("p", { "data-say": id }, text));
    while (this.live.children.length > 40) this.live.firstChild.remove();
  }

  // --- keys --------------------------------------------------------------------------------

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const piece = event.target.closest?.(".piece");
    const spot = event.target.closest?.(".spot");
    const isTap = event.key === "Enter" || event.key === " ";
    if (event.key === "Escape" && this.picked) {
      this.at = this.picked;
      this.pick("");
      this.focusHand();
    } else if (piece && isTap) {
      this.keyPiece(piece.dataset.tile);
    } else if (spot && isTap) {
      this.tapSpot(spot.dataset.place);
    } else if (piece && this.moveKey(event.key, [...this.hand.children], piece)) {
      // moved
    } else if (spot && this.moveKey(event.key, this.litSpots(), spot)) {
      // moved
    } else return;
    event.preventDefault();
  }

  keyPiece(id) {
    this.moveStop(id);
    this.tapPiece(id);
    if (this.picked === id) this.litSpots()[0]?.focus();
  }

  litSpots() {
    return this.view.scene.spots.map((spot) => this.spots.get(spot[0])).filter((node) => node.classList.contains("lit"));
  }

  moveKey(key, nodes, from) {
    const index = nodes.indexOf(from);
    const isSpot = from.classList.contains("spot");
    if (key === "ArrowUp" && !isSpot && this.picked) {
      this.litSpots()[0]?.focus();
      return true;
    }
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 };
    if (!isSpot && (key === "ArrowUp" || key === "ArrowDown")) return this.moveRow(nodes, from, steps[key]);
    let to = index + (steps[key] ?? 0);
    if (key === "Home") to = 0;
    if (key === "End") to = nodes.length - 1;
    if (to === index) return false;
    nodes[(to + nodes.length) % nodes.length].focus();
    return true;
  }

  // From one row of a wrapped hand or tray to the nearest tile of the next.
  moveRow(nodes, from, way) {
    const beyond = nodes.filter((node) => (node.offsetTop - from.offsetTop) * way > 4);
    if (!beyond.length) return false;
    const distance = (node) => Math.abs(node.offsetTop - from.offsetTop) * 1000 + Math.abs(node.offsetLeft - from.offsetLeft);
    beyond.reduce((one, other) => (distance(other) < distance(one) ? other : one)).focus();
    return true;
  }

  // --- dragging ----------------------------------------------------------------------------

  grab(event) {
    this.wasDragged = false;
    const piece = event.target.closest(".piece");
    if (!piece || event.button || this.sent) return;
    piece.setPointerCapture(event.pointerId); // a quick hand leaves it between two moves
    this.held = { id: piece.dataset.tile, piece, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  drag(event) {
    if (!this.held || event.pointerId !== this.held.pointer) return;
    const { id, piece, x, y } = this.held;
    if (!this.dragged) {
      const tile = this.tileOf(id);
      if (Math.hypot(event.clientX - x, event.clientY - y) < 7 || !tile || tile.back || tile.token || tile.faded) return;
      const from = this.middleOf(piece);
      const ghost = make("div", { class: "ghost", "aria-hidden": "true" }, piece.querySelector("svg").cloneNode(true));
      ghost.style.width = `${piece.querySelector("svg").getBoundingClientRect().width}px`;
      this.root.append(ghost);
      this.dragged = { id, ghost, half: from.half, over: "" };
      this.pick(tile.plays.length ? id : "");
    }
    const box = this.root.getBoundingClientRect();
    this.dragged.at = { x: event.clientX, y: event.clientY, half: this.dragged.half };
    this.dragged.ghost.style.transform = `translate(${event.clientX - box.left}px, ${event.clientY - box.top}px) translate(-50%, -50%)`;
    this.dragged.over = this.spotUnder(event);
    for (const [name, node] of this.spots) node.classList.toggle("over", name === this.dragged.over);
  }

  // The lit place nearest the pointer, if it is near, or the only one if the pointer is on the table.
  spotUnder(event) {
    const lit = this.litSpots();
    const box = this.field.getBoundingClientRect();
    const isOnTable = event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom;
    if (!isOnTable || !lit.length) return "";
    if (lit.length === 1) return lit[0].dataset.place;
    const distance = (node) => {
      const rect = node.getBoundingClientRect();
      return Math.hypot(event.clientX - rect.left - rect.width / 2, event.clientY - rect.top - rect.height / 2);
    };
    const nearest = lit.reduce((one, other) => (distance(other) < distance(one) ? other : one));
    return distance(nearest) < 2.2 * HALF * this.view.k ? nearest.dataset.place : "";
  }

  drop(event) {
    const dragged = this.dragged;
    if (!dragged) {
      this.held = null;
      return;
    }
    this.wasDragged = true; // the click that follows is no tap
    setTimeout(() => (this.wasDragged = false), 0);
    const tile = this.tileOf(dragged.id);
    const play = tile && dragged.over && this.playOf(dragged.id, dragged.over);
    const table = this.table.getBoundingClientRect();
    if (play && !this.sent) this.commit(tile, play);
    else if (event.clientY > table.bottom) this.reorder(dragged.id, event);
    else if (tile && !tile.plays.length) this.tell(tile.why);
    this.release();
  }

  reorder(id, event) {
    const others = [...this.hand.children].filter((node) => node.dataset.tile !== id);
    const isAfter = (node) => {
      const box = node.getBoundingClientRect();
      return event.clientY > box.bottom || (event.clientY > box.top && event.clientX > box.left + box.width / 2);
    };
    const index = others.filter(isAfter).length;
    this.order = others.map((node) => node.dataset.tile);
    this.order.splice(index, 0, id);
    this.sorting = 0;
  }

  release() {
    this.dragged?.ghost.remove();
    const wasDragging = Boolean(this.dragged);
    this.held = this.dragged = null;
    if (wasDragging) this.pick("");
  }
}

function sortIcon() {
  const bars = draw("path", { d: "M3 5h14M3 10h9M3 15h5", "stroke-width": 2, "stroke-linecap": "round", stroke: "currentColor" });
  return draw("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, bars);
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

export default function ({ data, parentElement, setTriggerValue }) {
  let board = boards.get(parentElement);
  if (!board) {
    board = new Board(parentElement);
    boards.set(parentElement, board);
  }
  board.post = (event) => setTriggerValue("events", event);
  board.take(data);
  // Streamlit calls this too when newer data came while the script was still loading: start afresh.
  return () => {
    boards.delete(parentElement);
    board.observer.disconnect();
    clearTimeout(board.timer);
    board.root.remove();
  };
}
