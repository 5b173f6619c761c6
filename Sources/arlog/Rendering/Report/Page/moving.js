// Moving through the timeline: scrubber, zoom, keys, pointers, links.

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
