// What a person does: taps, keys and drags, all ending in `commit` or `act`; one event at a time.
const withMoves = (Base) =>
  class extends Base {
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
      const pick = this.pickOf(name);
      if (pick) {
        this.act(pick);
        return;
      }
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
      const { rev, after } = globalThis.fivesAhead ?? {};
      if (rev === this.model.rev && after[play.token]) {
        this.take({ ...this.model, ...after[play.token], ack: 0 });
        return;
      }
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
      const event = { token, rev: this.model.rev, n: this.n, room: this.room() };
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
          const { actions, hand, chips, picks } = this.model;
          const known = [...actions.filter((action) => !action.disabled), ...hand, ...chips, ...picks];
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

    // --- keys

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

    // --- dragging

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
  };
