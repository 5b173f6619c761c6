// Draws the timeline and the room of a report, and lets the reader move through them. Whatever comes from the log is
// written with textContent or as an attribute, never as markup.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const length = Math.max(data.duration, 0.001);
  const byId = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";

  // What turns, hides or breaks a line is shown by its number.
  const inert = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => "\\u{" + c.codePointAt(0).toString(16).toUpperCase() + "}");
  const short = (text, limit) => (text.length > limit ? text.slice(0, limit - 1) + "…" : text);

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, inert(attributes[key]));
    for (const child of children) element.append(typeof child === "string" ? inert(child) : child);
    return element;
  }

  function draw(name, attributes, title) {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, inert(attributes[key]));
    if (title) element.append(Object.assign(document.createElementNS(SVG, "title"), { textContent: inert(title) }));
    return element;
  }

  function label(x, y, text, attributes) {
    const element = draw("text", { x, y, ...attributes });
    element.textContent = inert(text);
    return element;
  }

  const places = (number, digits) => String(+number.toFixed(digits));
  function time(seconds) {
    if (seconds < 60) return places(seconds, 3) + " s";
    const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
    return (hours ? hours + " h " : "") + minutes + " min " + places(seconds % 60, 2) + " s";
  }
  const large = (number) => number >= 1e9 ? places(number / 1e9, 1) + " G" : number >= 1e6 ? places(number / 1e6, 1) + " M"
    : number >= 1e4 ? places(number / 1e3, 1) + " k" : places(number, 1);
  // Of a UUID the beginning tells it from the others here.
  const idName = (text) => text.replace(/\b([0-9A-F]{8})(-[0-9A-F]{4}){3}-[0-9A-F]{12}\b/g, "$1…");
  const owner = (thing) => [thing.session && thing.session !== "main" ? idName(thing.session) : "", thing.device || ""].filter(Boolean).join(", ");

  // The last place of a sorted list of which `key` is at most `value`; -1 where there is none.
  function lastAtMost(list, value, key) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (key(list[middle]) <= value) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  // MARK: Rows of the timeline

  const GOOD = new Set(["running", "normal", "mapped", "connected", "active", "aligned", "nominal", "localized", "syncing", "detected", "done"]);
  const MID = new Set(["extending", "connecting", "roughlyAligned", "fair", "initializing", "localizing", "inactive", "interrupted", "aligning", "loading", "exporting", "waiting"]);
  const BAD = new Set(["failed", "serious", "critical", "notConnected", "unsupported", "lost"]);
  const OFF = new Set(["initial", "paused", "idle", "stopped", "background", "notAvailable", "terminated"]);
  function tone(state, known) {
    if (GOOD.has(state)) return "good";
    if (MID.has(state) || state.startsWith("limited")) return "mid";
    if (BAD.has(state)) return "bad";
    if (OFF.has(state)) return "off";
    if (!known.has(state)) known.set(state, "s" + (known.size % 6));
    return known.get(state);
  }

  let view = { from: 0, to: length };
  let moment = 0;
  let width = 600;
  const x = (t) => ((t - view.from) / (view.to - view.from)) * width;
  const rows = [];

  function row(name, note, height, paint, className) {
    const svg = draw("svg", name ? { height, role: "img", "aria-label": name + (note ? ", " + note : "") } : { height, "aria-hidden": "true" });
    const title = make("div", { class: "row-name" }, name);
    if (note) title.append(make("small", {}, note));
    const element = make("div", { class: "row " + (className || "") }, title);
    element.append(svg);
    byId("timeline").append(element);
    rows.push({ svg, height, paint });
  }

  function axis(svg) {
    const rough = (view.to - view.from) / Math.max(2, width / 90);
    const power = 10 ** Math.floor(Math.log10(rough));
    const steps = rough > 30 ? [60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400] : [1, 2, 5, 10].map((s) => s * power);
    const step = steps.find((s) => s >= rough) || Math.ceil(rough / 86400) * 86400;
    for (let t = Math.ceil(view.from / step) * step; t <= view.to; t += step) {
      const at = x(t);
      svg.append(draw("line", { class: "tick", x1: at, x2: at, y1: 16, y2: 22 }));
      svg.append(label(Math.min(Math.max(at, 1), width - 1), 12, step >= 60 ? time(t).replace(/ 0 s$/, "") : places(t, 3) + " s",
        { "text-anchor": at < 20 ? "start" : at > width - 20 ? "end" : "middle" }));
    }
  }

  function lane(lane) {
    const known = new Map();
    const illegal = new Set(lane.illegal);
    const from = owner(lane);
    row(idName(lane.lane), from || (lane.grain ? "shortest stays drawn together" : ""), 24, (svg) => {
      const visits = lane.visits;
      let index = Math.max(0, lastAtMost(visits, view.from, (v) => v.from));
      let mixed = null;
      const flush = () => {
        if (mixed) svg.append(draw("rect", { class: "bar mixed " + tone(mixed.mainly, known), x: mixed.a, y: 3, width: Math.max(1, mixed.b - mixed.a), height: 18 },
          mixed.count + " short stays in " + lane.lane + ", mainly " + mixed.mainly));
        mixed = null;
      };
      for (; index < visits.length && visits[index].from <= view.to; index += 1) {
        const visit = visits[index];
        const a = Math.max(x(visit.from), -2), b = Math.min(x(visit.to), width + 2);
        if (b < 0) continue;
        const state = visit.state === undefined ? visit.mainly : visit.state;
        // What is narrower than two pixels is drawn with its neighbours, in the tone of the longest.
        if (b - a < 2 && !illegal.has(visit.event)) {
          const count = visit.count || 1;
          if (mixed && a - mixed.b < 1 && mixed.b - mixed.a < 3) {
            if (b - a > mixed.most) { mixed.most = b - a; mixed.mainly = state; }
            mixed.b = b;
            mixed.count += count;
          } else {
            flush();
            mixed = { a, b, count, mainly: state, most: b - a };
          }
          continue;
        }
        flush();
        const name = visit.state === undefined ? visit.count + " short stays, mainly " + visit.mainly : visit.state;
        const why = visit.cause ? " (" + visit.cause + ")" : "";
        svg.append(draw("rect", { class: "bar " + tone(state, known) + (visit.state === undefined ? " mixed" : ""), x: a, y: 3, width: Math.max(b - a, 1), height: 18, rx: 2 },
          lane.lane + ": " + name + why + " from " + time(visit.from) + " to " + time(visit.to) + ", event #" + visit.event));
        if (illegal.has(visit.event)) svg.append(draw("line", { class: "illegal", x1: a, x2: a, y1: 0, y2: 24 }, "no such way, event #" + visit.event));
        const room = Math.floor((Math.min(b, width) - Math.max(a, 0) - 8) / 6.2);
        if (room >= 3) svg.append(label(Math.max(a, 0) + 4, 16, short(name, room)));
      }
      flush();
    });
  }

  // Marks that lie closer than a mark is wide are one with a number.
  function marks(name, list, kind, textOf) {
    if (!list.length) return;
    row(name, "", 22, (svg) => {
      let cluster = null;
      const flush = () => {
        if (!cluster) return;
        svg.append(shape(cluster.kind, cluster.at, cluster.texts.join("\n") + (cluster.count > cluster.texts.length ? "\n…" : "")));
        if (cluster.count > 1) svg.append(label(cluster.at + 7, 9, String(cluster.count), { class: "count" }));
        cluster = null;
      };
      for (const item of list) {
        if (item.t < view.from || item.t > view.to) continue;
        const at = x(item.t), what = kind(item);
        if (cluster && at - cluster.at < 11) {
          cluster.count += 1;
          if (rank(what) > rank(cluster.kind)) cluster.kind = what;
          if (cluster.texts.length < 12) cluster.texts.push(textOf(item));
        } else {
          flush();
          cluster = { at, count: 1, kind: what, texts: [textOf(item)] };
        }
      }
      flush();
    }, "marks");
  }
  const rank = (kind) => ["", "info", "run", "warning", "error"].indexOf(kind);
  function shape(kind, at, title) {
    if (kind === "error") return draw("path", { class: "mark error", d: `M${at - 5} 6l2-2 3 3 3-3 2 2-3 3 3 3-2 2-3-3-3 3-2-2 3-3z` }, title);
    if (kind === "warning") return draw("path", { class: "mark warning", d: `M${at} 3l6 12h-12z` }, title);
    if (kind === "run") return draw("path", { class: "mark run", d: `M${at - 1} 3h2l7 4-7 4v6h-2z` }, title);
    return draw("circle", { class: "mark " + kind, cx: at, cy: 10, r: 4 }, title);
  }

  function waits() {
    const names = { interruption: "interrupted", relocalization: "relocalizing", handshake: "handshake", firstNormal: "to first normal", firstMapped: "to first mapped" };
    for (const kind in names) {
      const list = data.waits.filter((wait) => wait.kind === kind);
      if (!list.length) continue;
      row(names[kind], "", 18, (svg) => {
        for (const wait of list) {
          const end = wait.to === undefined ? wait.from : wait.to;
          if (end < view.from || wait.from > view.to) continue;
          const a = Math.max(x(wait.from), -2), b = Math.min(x(end), width + 2);
          svg.append(draw("rect", { class: "wait" + (wait.to === undefined ? " bad" : ""), x: a, y: 4, width: Math.max(b - a, 3), height: 10, rx: 2 },
            names[kind] + " from " + time(wait.from) + (wait.to === undefined ? ", did not end" : " for " + time(wait.to - wait.from)) + (wait.reason ? ", " + wait.reason : "")));
        }
      });
    }
  }

  // Numbers by time: `curves` are drawn one above the other's ground, the limit as a dashed line.
  function chart(name, series, curves, options) {
    const drawn = curves.filter((curve) => series[curve.key]);
    if (!drawn.length) return;
    const scale = options.scale || 1;
    // What is told now and then holds until it is told again, unless that takes long; what is counted is 0 in between.
    const held = options.isCounted ? 0 : Math.max(3, Math.ceil(12 / series.step));
    let top = 0;
    for (const curve of drawn) for (const value of series[curve.key]) if (value * scale > top) top = value * scale;
    const most = top;
    if (options.limit && options.limit < top * 4) top = Math.max(top, options.limit);
    if (options.floor) top = Math.max(top, options.floor);
    top = top * 1.08 || 1;
    const height = 46;
    row(name, "at most " + large(most) + (options.unit || ""), height, (svg) => {
      const y = (value) => height - 2 - (value / top) * (height - 6);
      for (const curve of drawn) {
        const values = series[curve.key];
        let line = "", area = "", open = false, start = 0, last = 0;
        const first = Math.max(0, Math.floor((view.from - series.from) / series.step));
        const end = Math.min(values.length, Math.ceil((view.to - series.from) / series.step) + 1);
        const stride = Math.max(1, Math.floor((end - first) / width));
        let silent = 0;
        const close = () => { if (open) area += `L${last} ${y(0)}L${start} ${y(0)}Z`; open = false; };
        for (let index = first; index < end; index += stride) {
          let value = null;
          for (let inner = index; inner < Math.min(index + stride, end); inner += 1) {
            if (values[inner] !== null && (value === null || (curve.least ? values[inner] < value : values[inner] > value))) value = values[inner];
          }
          if (value === null && options.isCounted) value = 0;
          if (value === null) {
            silent += stride;
            if (silent > held) close();
            continue;
          }
          silent = 0;
          const a = x(series.from + index * series.step), b = x(series.from + (index + stride) * series.step), at = y(value * scale);
          if (!open) { line += `M${a} ${at}`; area += `M${a} ${at}`; start = a; open = true; } else { line += `H${a}V${at}`; area += `H${a}V${at}`; }
          line += `L${b} ${at}`; area += `L${b} ${at}`; last = b;
        }
        close();
        svg.append(draw("path", { class: "area " + (curve.kind || ""), d: area || "M0 0" }));
        if (!curve.kind) svg.append(draw("path", { class: "curve", d: line || "M0 0" }));
      }
      if (options.limit && options.limit <= top) {
        svg.append(draw("line", { class: "limit", x1: 0, x2: width, y1: y(options.limit), y2: y(options.limit) }));
        svg.append(label(width - 2, Math.max(10, y(options.limit) - 3), "limit " + large(options.limit) + (options.unit || ""), { class: "limit-name", "text-anchor": "end" }));
      }
    });
  }

  const FAMILIES = [
    ["runs", (m) => m.kind.startsWith("session."), (m) => (m.kind === "session.run" ? "run" : m.kind === "session.failed" ? "error" : "")],
    ["app and user", (m) => /^(user|view|log|camera|state|scene)\./.test(m.kind), (m) => (m.kind === "log.gap" ? "warning" : m.kind === "log.message" ? "error" : "")],
    ["maps, recovery", (m) => /^(worldMap|recovery)\./.test(m.kind), (m) => (/Failed$/.test(m.kind) ? "error" : "")],
    ["collaboration", (m) => /^(collaboration|peer)\./.test(m.kind), () => ""],
  ];

  function build() {
    row("", "", 22, axis, "axis");
    marks("findings", data.findings, (f) => f.severity, (f) => f.severity + " " + f.rule + " at " + time(f.t) + ": " + short(f.message, 200));
    for (const [name, isIt, kind] of FAMILIES) {
      marks(name, data.moments.filter(isIt), kind, (m) => time(m.t) + " " + m.kind + " " + [m.text, m.detail, m.id].filter(Boolean).join(", "));
    }
    const order = (l) => (l.isDerived ? 0 : 1);
    for (const item of [...data.lanes].sort((a, b) => order(a) - order(b))) lane(item);
    waits();
    const limit = (name, share) => { const found = data.limits.find((l) => l.name === name); return found && found.value * share; };
    for (const link of data.links) {
      const s = link.series, to = (link.peer ? " " + idName(link.peer) : "") + (link.device ? " (" + link.device + ")" : ""), a = 1 / s.step;
      chart("packets a second to" + (to || " nobody named"), s, [{ key: "sent" }, { key: "dropped", kind: "drop" }], { scale: a, limit: limit("packetRate.limit", 1), isCounted: true });
      chart("packets a second from" + (to || " nobody named"), s, [{ key: "received" }], { scale: a, isCounted: true });
      chart("bytes a second to" + (to || " nobody named"), s, [{ key: "bytesSent" }], { scale: a, limit: limit("bandwidth.limit", 1000), unit: "B", isCounted: true });
      chart("packets waiting" + to, s, [{ key: "queue" }], { limit: limit("queue.limit", 1) });
    }
    for (const frames of data.frames) {
      const of = owner(frames);
      chart("frames a second" + (of ? " " + of : ""), frames.series, [{ key: "fps" }], { floor: 60 });
    }
    for (const device of data.devices) {
      const of = device.device ? " " + device.device : "";
      chart("memory" + of, device.series, [{ key: "memory" }], { unit: "B" });
      chart("cores in use" + of, device.series, [{ key: "cpu" }], {});
    }
    byId("timeline").append(make("div", { id: "cursor", "aria-hidden": "true" }));
  }

  function paint() {
    const first = rows[0].svg.getBoundingClientRect();
    width = Math.max(50, first.width);
    for (const { svg, height, paint } of rows) {
      svg.replaceChildren();
      svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      svg.setAttribute("preserveAspectRatio", "none");
      paint(svg);
    }
    placeCursor();
  }

  function placeCursor() {
    const line = byId("cursor"), at = x(moment);
    line.hidden = at < -1 || at > width + 1;
    line.style.left = rows[0].svg.getBoundingClientRect().left - byId("timeline").getBoundingClientRect().left + at + "px";
  }

  // MARK: Moving

  let isAsked = { paint: false, room: false };
  function later(what, work) {
    if (isAsked[what]) return;
    isAsked[what] = true;
    requestAnimationFrame(() => { isAsked[what] = false; work(); });
  }

  function go(t, options) {
    moment = Math.min(Math.max(t, 0), length);
    const range = byId("moment");
    range.value = String(moment);
    range.setAttribute("aria-valuetext", spoken());
    byId("moment-text").textContent = time(moment);
    if (options && options.follow && (moment < view.from || moment > view.to)) {
      const half = (view.to - view.from) / 2;
      show(moment - half, moment + half);
    }
    placeCursor();
    later("room", room);
  }

  function spoken() {
    const states = data.lanes.filter((l) => l.isDerived).map((l) => stateAt(l)).filter(Boolean).map((s) => s.lane + " " + s.state);
    return [time(moment), ...states].map(inert).join(", ");
  }

  function show(from, to) {
    const span = Math.min(Math.max(to - from, length / 1e6, 0.001), length);
    from = Math.min(Math.max(from, 0), length - span);
    view = { from, to: from + span };
    later("paint", paint);
  }

  function zoom(factor, around) {
    const at = around === undefined ? Math.min(Math.max(moment, view.from), view.to) : around;
    show(at - (at - view.from) * factor, at + (view.to - at) * factor);
  }

  const timeAt = (event) => view.from + ((event.clientX - rows[0].svg.getBoundingClientRect().left) / width) * (view.to - view.from);

  function listen() {
    const range = byId("moment"), timeline = byId("timeline");
    range.max = String(length);
    range.addEventListener("input", () => go(+range.value, { follow: true }));
    byId("zoom-in").addEventListener("click", () => zoom(0.5));
    byId("zoom-out").addEventListener("click", () => zoom(2));
    byId("zoom-all").addEventListener("click", () => show(0, length));
    for (const element of [range, timeline]) element.addEventListener("keydown", key);
    timeline.addEventListener("wheel", (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoom(Math.exp(Math.min(Math.max(event.deltaY, -50), 50) / 100), timeAt(event));
      } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        const by = (event.deltaX / width) * (view.to - view.from);
        show(view.from + by, view.to + by);
      }
    }, { passive: false });
    const pointers = new Map();
    let pinch = null;
    timeline.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      pointers.set(event.pointerId, event);
      if (pointers.size === 2) {
        const [a, b] = [...pointers.values()];
        pinch = { gap: Math.max(10, Math.abs(a.clientX - b.clientX)), view: { ...view }, at: (timeAt(a) + timeAt(b)) / 2 };
      } else {
        timeline.setPointerCapture(event.pointerId);
        go(timeAt(event));
      }
    });
    timeline.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId)) return;
      pointers.set(event.pointerId, event);
      if (pinch && pointers.size === 2) {
        const [a, b] = [...pointers.values()];
        const factor = pinch.gap / Math.max(10, Math.abs(a.clientX - b.clientX));
        show(pinch.at - (pinch.at - pinch.view.from) * factor, pinch.at + (pinch.view.to - pinch.at) * factor);
      } else if (pointers.size === 1) go(timeAt(event));
    });
    for (const name of ["pointerup", "pointercancel"]) timeline.addEventListener(name, (event) => {
      pointers.delete(event.pointerId);
      if (pointers.size < 2) pinch = null;
    });
    window.addEventListener("hashchange", jump);
    // A link to the moment that the address names already changes no address.
    document.addEventListener("click", (event) => {
      const link = event.target.closest ? event.target.closest("a.moment") : null;
      if (link && link.getAttribute("href") === location.hash) { event.preventDefault(); jump(); }
    });
    new ResizeObserver(() => later("paint", () => { paint(); room(); })).observe(timeline);
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey) return;
    const step = ((view.to - view.from) / 100) * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
    const next = (forward) => {
      const times = data.findings.map((f) => f.t).sort((a, b) => a - b);
      const found = forward ? times.find((t) => t > moment + 1e-6) : times.reverse().find((t) => t < moment - 1e-6);
      if (found !== undefined) go(found, { follow: true });
    };
    const actions = {
      ArrowLeft: () => go(moment - step, { follow: true }), ArrowRight: () => go(moment + step, { follow: true }),
      Home: () => go(0, { follow: true }), End: () => go(length, { follow: true }),
      "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), 0: () => show(0, length), n: () => next(true), p: () => next(false),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  }

  function jump() {
    const found = /^#t=(\d+(?:\.\d+)?)$/.exec(location.hash);
    if (!found) return;
    go(+found[1], { follow: true });
    byId("explore").scrollIntoView();
    byId("timeline").focus({ preventScroll: true });
  }

  // MARK: The room

  function stateAt(lane) {
    const visit = lane.visits[lastAtMost(lane.visits, moment, (v) => v.from)];
    if (!visit || (visit.to < moment && visit.to < length)) return null;
    return { lane: lane.lane, state: visit.state === undefined ? "changing, mainly " + visit.mainly : visit.state, since: visit.from, cause: visit.cause };
  }

  const isLive = (life) => life.from <= moment && (life.isOver === false ? moment <= life.to : moment < life.to || (life.to === life.from && moment === life.from));
  const rowAt = (way, columns) => {
    if (!way) return null;
    let low = 0, high = way.length / columns;
    while (low < high) { const middle = (low + high) >> 1; if (way[middle * columns] <= moment + 1e-6) low = middle + 1; else high = middle; }
    return low ? (low - 1) * columns : null;
  };
  const sessionOf = (thing) => (thing.device || "") + "\u0000" + (thing.session || "main");
  const sessions = [...new Set([...data.anchors, ...data.nodes, ...(data.cameras || [])].map(sessionOf))];
  let session = sessions[0];
  const anchorsById = new Map();
  for (const anchor of data.anchors) {
    const id = sessionOf(anchor) + "\u0000" + anchor.anchor;
    if (!anchorsById.has(id)) anchorsById.set(id, []);
    anchorsById.get(id).push(anchor);
  }

  function placeOf(thing) {
    // What hangs on the camera goes where it goes.
    if (thing.attachment === "camera") {
      const camera = (data.cameras || []).find((c) => sessionOf(c) === sessionOf(thing));
      const row = camera ? rowAt(camera.way, 6) : null;
      if (row !== null) return { x: camera.way[row + 1], y: camera.way[row + 2], z: camera.way[row + 3] };
    }
    const at = rowAt(thing.way, 4);
    if (at !== null) return { x: thing.way[at + 1], y: thing.way[at + 2], z: thing.way[at + 3] };
    if (thing.node === undefined || thing.on === undefined) return null;
    const list = anchorsById.get(sessionOf(thing) + "\u0000" + thing.on) || [];
    // Its anchor may be gone; the node stands where it stood.
    const found = list.filter((a) => a.from <= moment).pop();
    return found ? placeOf(found) : null;
  }
  function isShown(node) {
    let shown = true;
    for (const [t, isVisible] of node.visibility || []) if (t <= moment + 1e-6) shown = isVisible;
    return shown;
  }

  let frame = null;
  function bounds() {
    const xs = [], zs = [];
    const add = (way, columns) => { for (let i = 0; i < way.length; i += columns) { xs.push(way[i + 1]); zs.push(way[i + 3]); } };
    for (const thing of [...data.anchors, ...data.nodes]) if (sessionOf(thing) === session && thing.way) add(thing.way, 4);
    for (const camera of data.cameras || []) if (sessionOf(camera) === session) add(camera.way, 6);
    if (!xs.length) return null;
    xs.sort((a, b) => a - b); zs.sort((a, b) => a - b);
    // A thing that flew far away must not make the room a dot.
    const cut = (list) => { const k = Math.floor(list.length / 100); const all = [list[0], list[list.length - 1]], most = [list[k], list[list.length - 1 - k]];
      return all[1] - all[0] > 5 * (most[1] - most[0]) + 5 ? most : all; };
    const [x0, x1] = cut(xs), [z0, z1] = cut(zs);
    const pad = Math.max(0.5, (x1 - x0) * 0.12, (z1 - z0) * 0.12);
    return { x0: x0 - pad, x1: x1 + pad, z0: z0 - pad, z1: z1 + pad };
  }

  const isContent = (anchor) => anchor.kind === "anchor" || anchor.kind === "custom" || (anchor.key && !["object", "image", "face", "body", "participant"].includes(anchor.kind));
  const GLYPHS = {
    anchor: (x, y) => `M${x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0z`,
    plane: (x, y) => `M${x - 6} ${y - 5}h12v10h-12z`,
    image: (x, y) => `M${x} ${y - 7}l7 12h-14z`,
    object: (x, y) => `M${x} ${y - 7}l7 7-7 7-7-7z`,
    participant: (x, y) => `M${x - 3} ${y - 5}a3 3 0 1 1 6 0a3 3 0 1 1-6 0zM${x - 6} ${y + 7}c0-9 12-9 12 0z`,
    other: (x, y) => `M${x - 4} ${y - 7}h8l4 7-4 7h-8l-4-7z`,
  };
  const glyphOf = (kind) => ({ anchor: "anchor", custom: "anchor", plane: "plane", image: "image", object: "object", participant: "participant", face: "object", body: "participant" })[kind] || "other";

  function map() {
    const box = byId("map-canvas");
    if (frame === null) frame = bounds() || undefined;
    if (!frame) {
      if (!box.firstChild) box.append(make("p", { class: "note" }, data.isShared ? "Places are left out of a shared report." : "The log tells no places."));
      return;
    }
    const w = Math.max(200, box.clientWidth), h = Math.round(Math.min(460, Math.max(260, w * 0.72)));
    const scale = Math.min(w / (frame.x1 - frame.x0), h / (frame.z1 - frame.z0));
    const left = (w - scale * (frame.x1 - frame.x0)) / 2, top = (h - scale * (frame.z1 - frame.z0)) / 2;
    const px = (place) => Math.min(Math.max(left + (place.x - frame.x0) * scale, 6), w - 6);
    const py = (place) => Math.min(Math.max(top + (place.z - frame.z0) * scale, 6), h - 6);
    const svg = draw("svg", { viewBox: `0 0 ${w} ${h}`, height: h, role: "img", "aria-label": summary() });
    const unit = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000, 1e4, 1e5].find((m) => m * scale >= 46) || 1e6;
    for (let gx = Math.ceil((frame.x0 - left / scale) / unit) * unit; left + (gx - frame.x0) * scale < w; gx += unit) {
      const at = left + (gx - frame.x0) * scale;
      svg.append(draw("line", { class: "grid", x1: at, x2: at, y1: 0, y2: h }));
    }
    for (let gz = Math.ceil((frame.z0 - top / scale) / unit) * unit; top + (gz - frame.z0) * scale < h; gz += unit) {
      const at = top + (gz - frame.z0) * scale;
      svg.append(draw("line", { class: "grid", x1: 0, x2: w, y1: at, y2: at }));
    }
    for (const camera of data.cameras || []) if (sessionOf(camera) === session) drawCamera(svg, camera, px, py);
    drawThings(svg, px, py, w, h);
    svg.append(draw("path", { class: "scale", d: `M12 ${h - 18}v6h${unit * scale}v-6` }));
    svg.append(label(16, h - 22, places(unit, 1) + " m"));
    box.replaceChildren(svg);
  }

  function drawCamera(svg, camera, px, py) {
    const way = camera.way, at = rowAt(way, 6);
    // Steps too short to be seen are left out, the last excepted.
    const points = (to) => {
      let d = "", lastX = NaN, lastY = NaN;
      for (let i = 0; i <= to; i += 6) {
        const x = px({ x: way[i + 1] }), y = py({ z: way[i + 3] });
        if (Math.abs(x - lastX) + Math.abs(y - lastY) < 2 && i < to) continue;
        d += (d ? "L" : "M") + x.toFixed(1) + " " + y.toFixed(1);
        lastX = x;
        lastY = y;
      }
      return d;
    };
    svg.append(draw("path", { class: "way", d: points(way.length - 6) }));
    if (at === null) return;
    svg.append(draw("path", { class: "way past", d: points(at) }));
    const cx = px({ x: way[at + 1] }), cy = py({ z: way[at + 3] });
    if (way[at + 4] !== null) {
      const [hx, hz] = [way[at + 4], way[at + 5]], reach = 46, half = 0.54;
      const turn = (a) => [cx + reach * (hx * Math.cos(a) - hz * Math.sin(a)), cy + reach * (hx * Math.sin(a) + hz * Math.cos(a))];
      const [a, b] = [turn(-half), turn(half)];
      svg.append(draw("path", { class: "view", d: `M${cx} ${cy}L${a[0]} ${a[1]}A${reach} ${reach} 0 0 1 ${b[0]} ${b[1]}Z` }));
    }
    svg.append(draw("circle", { class: "camera", cx, cy, r: 5.5 }, "camera" + (camera.device ? " of " + camera.device : "")));
  }

  function drawThings(svg, px, py, w, h) {
    const taken = [];
    const name = (x0, y0, text, className) => {
      const wide = Math.min(text.length, 24) * 6.8 + 4;
      for (const [dx, dy] of [[10, 4], [10, -9], [10, 17], [-wide - 8, 4], [10, 30], [-wide - 8, 17]]) {
        const r = { x: x0 + dx, y: y0 + dy - 11, w: wide, h: 14 };
        if (r.x < 2 || r.x + r.w > w - 2 || r.y < 2 || r.y + r.h > h - 2) continue;
        if (taken.some((o) => r.x < o.x + o.w && o.x < r.x + r.w && r.y < o.y + o.h && o.y < r.y + r.h)) continue;
        taken.push(r);
        svg.append(label(r.x, r.y + 11, short(text, 24), className ? { class: className } : {}));
        return;
      }
    };
    const texts = [];
    for (const anchor of data.anchors) {
      if (sessionOf(anchor) !== session || !isLive(anchor)) continue;
      const place = placeOf(anchor);
      if (!place) continue;
      const [ax, ay] = [px(place), py(place)];
      const kind = anchor.kind || "other";
      svg.append(draw("path", { class: "glyph " + (kind === "participant" ? "participant" : isContent(anchor) ? "content" : ""), d: GLYPHS[glyphOf(kind)](ax, ay) },
        describe(anchor, kind) + ` at ${place.x} ${place.y} ${place.z} m`));
      if (isContent(anchor) || kind === "participant" || kind === "image" || kind === "object") texts.push([ax, ay, anchor.key || idName(anchor.anchor)]);
    }
    const stacked = new Map();
    for (const node of data.nodes) {
      if (sessionOf(node) !== session || !isLive(node)) continue;
      const place = placeOf(node);
      if (!place) continue;
      const spot = place.x + " " + place.z, depth = stacked.get(spot) || 0;
      stacked.set(spot, depth + 1);
      const [nx, ny] = [px(place) + depth * 7, py(place)];
      const isDuplicate = node.duplicateSince !== undefined && node.duplicateSince <= moment + 1e-6;
      svg.append(draw("rect", { class: "node" + (isShown(node) ? "" : " hidden"), x: nx - 3, y: ny - 3, width: 6, height: 6 }, describe(node, "node")));
      if (isDuplicate) {
        svg.append(draw("circle", { class: "duplicate", cx: nx, cy: ny, r: 11 }, "shown twice"));
        if (!depth) texts.unshift([nx + 10, ny, nodeName(node) + " (twice)", "duplicate-name"]);
      } else if (!node.on && node.attachment !== "node") texts.push([nx, ny, nodeName(node)]);
    }
    const twice = texts.filter((t) => t[3]);
    for (const [tx, ty, text, className] of texts.slice(0, 40)) {
      const isSaid = !className && twice.some((t) => t[2].startsWith(text) && Math.abs(t[0] - tx) < 24 && Math.abs(t[1] - ty) < 24);
      if (!isSaid) name(tx, ty, inert(text), className);
    }
  }

  const nodeName = (node) => node.key || node.asset || idName(node.node);
  const describe = (thing, kind) => kind + " " + (thing.anchor || thing.node) + (thing.key || thing.asset ? " (" + (thing.key || thing.asset) + ")" : "");
  function summary() {
    const anchors = data.anchors.filter((a) => sessionOf(a) === session && isLive(a)).length;
    const nodes = data.nodes.filter((n) => sessionOf(n) === session && isLive(n)).length;
    return "The room from above at " + time(moment) + ": " + anchors + " anchors, " + nodes + " nodes; the list beside has them";
  }

  function legend() {
    const kinds = new Set(data.anchors.filter((a) => a.way).map((a) => glyphOf(a.kind || "other")));
    const names = { anchor: "content anchor", plane: "plane", image: "image", object: "object", participant: "participant", other: "other anchor" };
    const add = (name, ...shapes) => { const svg = draw("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }); svg.append(...shapes); const item = make("li", {}); item.append(svg, name); byId("map-legend").append(item); };
    for (const kind in names) if (kinds.has(kind)) add(names[kind], draw("path", { class: "glyph " + (kind === "anchor" ? "content" : kind), d: GLYPHS[kind](8, 8) }));
    if (data.nodes.length) add("node", draw("rect", { class: "node", x: 5, y: 5, width: 6, height: 6 }));
    if (data.nodes.some((n) => n.duplicateSince !== undefined)) add("shown twice", draw("circle", { class: "duplicate", cx: 8, cy: 8, r: 6 }));
    if ((data.cameras || []).length) add("camera, and where it looks", draw("circle", { class: "camera", cx: 8, cy: 8, r: 5 }));
    if (sessions.length > 1) {
      const select = make("select", { id: "map-session", "aria-label": "Session on the map" });
      sessions.forEach((s, index) => select.append(make("option", { value: String(index) }, s.split("\u0000").filter(Boolean).join(", "))));
      select.addEventListener("change", () => { session = sessions[+select.value]; frame = null; room(); });
      byId("map-title").append(" ", select);
    }
  }

  const LISTED = 24;
  function nowList() {
    byId("now-title").textContent = "At " + time(moment);
    const states = byId("now-states");
    states.replaceChildren();
    for (const lane of data.lanes) {
      const found = stateAt(lane);
      if (!found) continue;
      const of = owner(lane);
      states.append(make("dt", {}, idName(found.lane) + (of ? " (" + of + ")" : "")),
        make("dd", {}, found.state + " for " + time(Math.max(0, moment - found.since)) + (found.cause ? ", " + found.cause : "")));
    }
    const anchors = data.anchors.filter(isLive), nodes = data.nodes.filter(isLive);
    const box = byId("now-live");
    if (!anchors.length && !nodes.length) return box.replaceChildren(make("p", { class: "note" }, "No anchor and no node is live."));
    const body = make("tbody", {});
    const line = (name, kind, note, isBad) => {
      const head = make("th", { scope: "row" }, name);
      body.append(make("tr", {}, head, make("td", {}, kind), make("td", isBad ? { class: "dup" } : {}, note)));
    };
    const content = (a) => (isContent(a) ? 0 : 1);
    const twice = (n) => (n.duplicateSince !== undefined && n.duplicateSince <= moment + 1e-6 ? 0 : 1);
    for (const node of [...nodes].sort((a, b) => twice(a) - twice(b)).slice(0, LISTED)) {
      const notes = [twice(node) ? "" : "shown twice", isShown(node) ? "" : "hidden", node.on ? "on " + idName(node.on) : node.attachment ? "under " + node.attachment : ""];
      line(nodeName(node), "node", notes.filter(Boolean).join(", "), !twice(node));
    }
    for (const anchor of [...anchors].sort((a, b) => content(a) - content(b)).slice(0, Math.max(0, LISTED - nodes.length))) {
      line(anchor.key || idName(anchor.anchor), anchor.kind || "anchor", [anchor.origin, "since " + time(anchor.from)].filter(Boolean).join(", "));
    }
    const head = make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "live"), make("th", { scope: "col" }, "what"), make("th", { scope: "col" }, "where, since")));
    const more = anchors.length + nodes.length - body.children.length;
    const caption = anchors.length + " anchor" + (anchors.length === 1 ? "" : "s") + ", " + nodes.length + " node" + (nodes.length === 1 ? "" : "s") + (more > 0 ? "; " + more + " not listed" : "");
    box.replaceChildren(make("table", {}, make("caption", {}, caption), head, body));
  }

  function room() { map(); nowList(); }

  // Evidence whose moment is known becomes a link to it.
  function linkEvidence() {
    const times = new Map();
    for (const l of data.lanes) for (const v of l.visits) times.set(v.event, v.from);
    for (const m of data.moments) times.set(m.event, m.t);
    for (const life of [...data.anchors, ...data.nodes]) times.set(life.event, life.from);
    for (const f of data.findings) times.set(f.events[f.events.length - 1], f.t);
    for (const span of document.querySelectorAll("[data-event]")) {
      const t = times.get(+span.dataset.event);
      if (t !== undefined) span.replaceChildren(make("a", { class: "moment", href: "#t=" + t.toFixed(3) }, span.textContent));
    }
  }

  byId("explorer").hidden = false;
  build();
  legend();
  listen();
  linkEvidence();
  paint();
  const worst = ["error", "warning", "info"].map((s) => data.findings.find((f) => f.severity === s)).find(Boolean);
  go(worst ? worst.t : length);
  room();
  jump();
})();
