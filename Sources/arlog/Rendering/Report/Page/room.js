// The room from above at the moment.

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
  // Its anchor may be gone; the node stands where that stood.
  const anchor = anchorOf(thing);
  return anchor ? placeOf(anchor) : null;
}
// The anchor that a node was attached to: of several lives under one id the one that was then.
function anchorOf(node) {
  if (node.node === undefined || node.on === undefined) return null;
  const lives = anchorsById.get(sessionOf(node) + "\u0000" + node.on) || [];
  return lives.filter((a) => a.from <= node.from).pop() || lives.find((a) => a.from <= moment) || null;
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
