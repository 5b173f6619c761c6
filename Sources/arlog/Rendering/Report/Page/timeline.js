// The rows of the timeline: lanes, marks, waits and charts.

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
      // There may be hundreds of these, and none is wide enough to be pointed at: they have no title.
      if (mixed) svg.append(draw("rect", { class: "bar mixed " + tone(mixed.mainly, known), x: mixed.a, y: 3, width: Math.max(1, mixed.b - mixed.a), height: 18 }));
      mixed = null;
    };
    for (; index < visits.length && visits[index].from <= view.to; index += 1) {
      const visit = visits[index];
      const a = Math.max(x(visit.from), -2), b = Math.min(x(visit.to), width + 2);
      if (b < 0) continue;
      const state = visit.state === undefined ? visit.mainly : visit.state;
      // What is narrower than two pixels is drawn with its neighbours, in the tone of the longest.
      if (b - a < 2 && !illegal.has(visit.event)) {
        if (mixed && a - mixed.b < 1 && mixed.b - mixed.a < 3) {
          if (b - a > mixed.most) { mixed.most = b - a; mixed.mainly = state; }
          mixed.b = b;
        } else {
          flush();
          mixed = { a, b, mainly: state, most: b - a };
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
