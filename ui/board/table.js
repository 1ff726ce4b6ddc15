// The table: the scene that suits the window, tiles that glide, places that light up, ends out of sight.
const RESHAPED = 0.1;
const withTable = (Base) =>
  class extends Base {
    // Of the scenes the straightest of those that show tiles about as large as can be (as `scene.best`).
    fit() {
      const { sizes, scenes } = this.model;
      const width = this.field.clientWidth || 600;
      const height = this.field.clientHeight || 300;
      const limit = sizes.max / HALF;
      const scales = scenes.map((scene) => Math.min(width / scene.w / QUARTER, height / scene.h / QUARTER, limit));
      const least = sizes.min / HALF;
      const most = Math.max(...scales);
      if (most >= least) {
        const enough = Math.max(most * sizes.straighter, least);
        const large = scenes.map((scene, index) => ({ scene, k: scales[index] })).filter(({ k }) => k >= enough);
        const straighter = (one, other) => one.scene.turns - other.scene.turns || other.k - one.k;
        return { ...large.sort(straighter)[0], pans: false, width, height };
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
        this.drawSpot(this.spotOf(name), spot, tile, play ?? this.pickOf(name));
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
      const { sum = play?.pressed ? "✓" : "", points = "" } = play ?? {};
      would.textContent = sum;
      gain.textContent = points && `+${points}`;
      const along = w > h ? [18, 0] : [0, h > w ? 18 : 9];
      const shift = points ? 1 : 0;
      const small = w === h && points;
      set(would, { x: x - along[0] * shift, y: y - along[1] * shift });
      set(gain, { x: x + along[0], y: y + along[1] });
      const isPick = play?.pressed !== undefined;
      set(node, {
        role: play ? "button" : null,
        tabindex: play ? (isPick ? 0 : -1) : null,
        "aria-label": play ? play.name : null,
        "aria-pressed": isPick ? String(play.pressed) : null,
        "aria-hidden": play ? null : "true",
      });
      set(node, { class: `spot${play ? " lit" : tile ? " shut" : ""}${points || play?.pressed ? " scores" : ""}${small ? " small" : ""}` });
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
      const drawn = this.model.room;
      if (!drawn || Math.abs(Math.log(((clientWidth / clientHeight) * drawn[1]) / drawn[0])) < RESHAPED) return;
      clearTimeout(this.turning);
      this.turning = setTimeout(() => this.stir(), 150); // asks for scenes that suit the new shape
    }

    room() {
      return [this.field.clientWidth, this.field.clientHeight];
    }
  };
