// The hand, or a tray of tiles: buttons in an order of the reader's own, one of them in the Tab order.
const withHand = (Base) =>
  class extends Base {
    tileOf(id) {
      return id ? this.model.hand.find((tile) => tile.id === id) : undefined;
    }

    playOf(id, place) {
      return this.tileOf(id)?.plays.find((play) => play.place === place);
    }

    // A place that is an answer by itself, with no tile to lay there.
    pickOf(place) {
      return this.model.picks.find((pick) => pick.place === place);
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
  };

function sortIcon() {
  const bars = draw("path", { d: "M3 5h14M3 10h9M3 15h5", "stroke-width": 2, "stroke-linecap": "round", stroke: "currentColor" });
  return draw("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, bars);
}
