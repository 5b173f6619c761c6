// What was so at the moment, in words; and the beginning of it all.

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
    const anchor = anchorOf(node);
    const where = node.on ? "on " + idName(node.on) + (anchor && !isLive(anchor) ? ", which is gone" : "") : node.attachment ? "under " + node.attachment : "";
    const notes = [twice(node) ? "" : "shown twice", isShown(node) ? "" : "hidden", where];
    line(nodeName(node), "node" + (node.key || node.asset ? " " + idName(node.node) : ""), notes.filter(Boolean).join(", "), !twice(node));
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

// Evidence leads to its moment, as near as is known of very long logs; what is on the page itself leads there exactly.
function linkEvidence() {
  const times = new Map();
  for (const l of data.lanes) for (const v of l.visits) times.set(v.event, v.from);
  for (const m of data.moments) times.set(m.event, m.t);
  for (const life of [...data.anchors, ...data.nodes]) times.set(life.event, life.from);
  for (const f of data.findings) times.set(f.events[f.events.length - 1], f.t);
  for (const span of document.querySelectorAll("[data-event]")) {
    const t = times.get(+span.dataset.event);
    if (t !== undefined) span.firstElementChild.setAttribute("href", "#t=" + (Math.ceil(t * 1000 - 1e-6) / 1000).toFixed(3));
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
