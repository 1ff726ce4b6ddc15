// The board: shows a model that Python sends and sends back one of its tokens. It knows no rule and
// no sentence. Every update runs the exported function again, so all state is in a Board.
// Several boards on a page bring the script several times: the first one serves them all.
const boards = (globalThis.fivesBoards ??= new WeakMap());
const GLIDE_MS = 220;
const RESEND_MS = 4000;

class Board extends withHand(withTable(withMoves(Object))) {
  constructor(parent) {
    super();
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
    this.total = make("span", { class: "total" });
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
    parent.append(make("style", {}, globalThis.fivesBoardKit.css), this.root);
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

  take(model) {
    const isFirst = !this.model;
    const isNew = isFirst || model.rev !== this.model.rev;
    this.holdsFocus ||= this.root.contains(this.focused());
    this.model = { ...globalThis.fivesBoardKit, ...model };
    this.n = Math.max(this.n, model.ack);
    if (model.ack) this.root.dataset.ack = model.ack;
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
    const { options, label, words, tray, hand } = this.model;
    set(this.root, {
      "data-size": options.size,
      "data-contrast": options.contrast || null,
      "data-still": options.still || null,
      "data-tray": tray || null,
      "data-mute": hand.every((tile) => !tile.plays.length && !tile.why) || null,
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
    const nodes = [this.chips, this.total, this.result, this.beadLayer];
    for (const node of nodes) node.classList.remove("fresh");
    void this.sum.offsetWidth; // starts the animation again
    for (const node of nodes) node.classList.add("fresh");
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

  tell(text) {
    this.message = text;
    this.drawLine();
    this.utter(text);
  }

  speak(isFirst) {
    const { say, heard, refused } = this.model;
    if (isFirst) this.spoken = heard;
    const fresh = say.filter((words) => words.id > this.spoken);
    for (const words of fresh) this.utter(words.text, words.id);
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
}

// The script is large and never changes, so it comes in a message of its own that browsers keep; each
// update of a board brings its model and the few lines of `show.js`.
globalThis.fivesBoard ??= ({ data, parentElement, setTriggerValue }) => {
  let board = boards.get(parentElement);
  if (!board) {
    board = new Board(parentElement);
    boards.set(parentElement, board);
  }
  board.post = (event) => setTriggerValue("events", event);
  board.stir = () => setTriggerValue("wake", { room: board.room() });
  board.take(data);
  const news = JSON.stringify(data.news);
  // Others on the page hear of a table that Python has sent, when it is drawn.
  if (data.news && news !== board.news) setTimeout(() => dispatchEvent(new CustomEvent("fives-news", { detail: data.news })));
  board.news = news;
  const [woken, after] = data.wake ?? [0, 0];
  if (woken !== board.woken) {
    board.woken = woken;
    clearTimeout(board.alarm);
    const ring = () => {
      board.stir();
      board.alarm = setTimeout(ring, RESEND_MS); // a dropped connection may have lost it
    };
    if (woken) board.alarm = setTimeout(ring, after);
  }
  return () => {
    board.observer.disconnect();
    clearTimeout(board.timer);
    clearTimeout(board.alarm);
    clearTimeout(board.turning);
  };
};

export default function ({ data }) {
  globalThis.fivesBoardKit = JSON.parse(new TextDecoder().decode(data));
  for (const show of globalThis.fivesBoardWaiting?.splice(0) ?? []) show();
}
