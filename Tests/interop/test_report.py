"""The page of a report in a real browser: what it shows, how it is moved through, and that it asks for nothing."""

import json
import os
import tempfile
import unittest

from browser import PROGRAM, Browser
from support import LOGS, ROOT, Case, arlog

DUPLICATE = ROOT / "logs/collaboration-duplicate-speaker.mcap"
HOSTILE = "</script><script>window.hurt = 1</script><img src=x onerror='window.hurt = 2'>\u202e\u2028\x1b[31m\"'`${1}"

# Every text that is seen, with how much it stands out from what lies behind it, as WCAG counts that.
CONTRAST = """(() => {
  const parse = (c) => { const m = c.match(/[\\d.]+/g).map(Number); return m.length > 3 ? m : [...m, 1]; };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const linear = (v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = (c) => c.slice(0, 3).map((v) => linear(v / 255))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (e) => {
    const layers = [];
    for (; e; e = e.parentElement) layers.push(parse(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]);
  };
  const low = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim(), e = walk.currentNode.parentElement;
    if (!text || e.closest('script, style, noscript, svg, option, .skip') || !e.getClientRects().length) continue;
    const style = getComputedStyle(e), under = behind(e);
    const ink = over(parse(style.color).map((v, i) => i === 3 ? v * style.opacity : v), under);
    const [a, b] = [light(ink), light(under)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) low.push(text.slice(0, 40) + ' ' + ratio.toFixed(2));
  }
  return low;
})()"""

MOMENT = "+document.getElementById('moment').value"


@unittest.skipIf(PROGRAM is None and os.environ.get("CI") != "true", "no Chromium on this machine")
class ReportPage(Case):
    @classmethod
    def setUpClass(cls):
        profile = tempfile.TemporaryDirectory(prefix="arlog-browser-")
        cls.addClassCleanup(profile.cleanup)
        cls.browser = Browser(profile.name)
        cls.addClassCleanup(cls.browser.close)

    def page(self, log, *options):
        target = self.folder / "report.html"
        result = arlog("report", log, "-o", target, "--force", "--quiet", *options)
        self.assertIn(result.returncode, (0, 3), result.stderr.decode())
        return target

    def assertQuiet(self, page):
        """Nothing went wrong in the page, and it asked for nothing but itself."""
        self.assertEqual(self.browser.errors, [])
        self.assertEqual(self.browser.dialogs, [])
        self.assertEqual(set(self.browser.requests), {f"file://{page}"})

    def test_every_sample_in_light_and_dark_and_on_a_phone(self):
        for log in LOGS:
            page = self.page(log)
            for width, scheme in ((1200, "light"), (1200, "dark"), (360, "light"), (360, "dark")):
                with self.subTest(log=log.stem, width=width, scheme=scheme):
                    self.browser.open(page, width=width, scheme=scheme)
                    self.assertQuiet(page)
                    self.assertFalse(self.browser.run("document.getElementById('explorer').hidden"))
                    self.assertGreater(self.browser.run("document.querySelectorAll('#timeline .bar').length"), 0)
                    self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), width)
                    self.assertEqual(self.browser.run(CONTRAST), [])

    def test_dark_is_dark(self):
        page = self.page(DUPLICATE)
        back = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number).reduce((a, b) => a + b)"
        self.browser.open(page, scheme="light")
        self.assertGreater(self.browser.run(back), 600)
        self.browser.scheme("dark")
        self.assertLess(self.browser.run(back), 150)
        # On paper it is light again, and has nothing that only moves.
        self.browser.scheme("dark", media="print")
        self.assertGreater(self.browser.run(back), 600)
        self.assertEqual(self.browser.run("getComputedStyle(document.querySelector('.zoom')).display"), "none")

    def test_the_scrubber_moves_the_map(self):
        page = self.page(DUPLICATE)
        self.browser.open(page)
        # It opens at the worst that happened.
        self.assertAlmostEqual(self.browser.run(MOMENT), 28.55, 3)
        self.assertEqual(self.browser.run("document.querySelectorAll('#map-canvas .duplicate').length"), 2)
        listed = self.browser.run("document.getElementById('now-live').innerText")
        self.assertIn("shown twice, on speaker-1, which is gone", listed)
        camera = "document.querySelector('#map-canvas .camera').getAttribute('cx')"
        before = self.browser.run(camera)
        self.scrub(20)
        self.assertEqual(self.browser.run("document.querySelectorAll('#map-canvas .duplicate').length"), 0)
        self.assertNotEqual(self.browser.run(camera), before)
        self.assertEqual(self.browser.run("document.getElementById('now-title').textContent"), "At 20 s")
        self.assertIn("20 s, session running, tracking normal, mapping mapped", self.spoken())
        # Before the session began there is nothing in the room.
        self.scrub(0)
        self.assertEqual(self.browser.run("document.querySelectorAll('#map-canvas .glyph').length"), 0)
        self.assertQuiet(page)

    def scrub(self, seconds):
        self.browser.run(
            f"(() => {{ const m = document.getElementById('moment'); m.value = {seconds};"
            " m.dispatchEvent(new Event('input')); })()"
        )
        self.browser.settle()

    def spoken(self):
        return self.browser.run("document.getElementById('moment').getAttribute('aria-valuetext')")

    def test_the_keyboard(self):
        page = self.page(DUPLICATE)
        self.browser.open(page)
        self.browser.run("document.getElementById('timeline').focus()")
        ticks = "[...document.querySelectorAll('#timeline .axis text')].map((t) => t.textContent).join()"
        whole = self.browser.run(ticks)
        self.browser.key("Home")
        self.assertEqual(self.browser.run(MOMENT), 0)
        self.browser.key("ArrowRight")
        self.assertAlmostEqual(self.browser.run(MOMENT), 0.34, 3)
        self.browser.key("ArrowRight", shift=True)
        self.assertAlmostEqual(self.browser.run(MOMENT), 3.74, 3)
        self.browser.key("ArrowLeft")
        self.assertAlmostEqual(self.browser.run(MOMENT), 3.4, 3)
        self.browser.key("n")
        self.assertAlmostEqual(self.browser.run(MOMENT), 28.1, 3)
        self.browser.key("n")
        self.assertAlmostEqual(self.browser.run(MOMENT), 28.55, 3)
        self.browser.key("p")
        self.assertAlmostEqual(self.browser.run(MOMENT), 28.1, 3)
        self.browser.key("+")
        self.assertNotEqual(self.browser.run(ticks), whole)
        self.browser.key("-")
        self.browser.key("0")
        self.assertEqual(self.browser.run(ticks), whole)
        self.browser.key("End")
        self.assertAlmostEqual(self.browser.run(MOMENT), 34, 3)
        # Every control is reached with the tabulator, and is seen to be.
        self.browser.run("document.activeElement.blur()")
        reached = set()
        for _ in range(60):
            self.browser.key("Tab")
            reached.add(self.browser.run("document.activeElement.id || document.activeElement.className"))
            outline = "getComputedStyle(document.activeElement).outlineStyle"
            if self.browser.run("document.activeElement !== document.body"):
                self.assertNotEqual(self.browser.run(outline), "none", reached)
        self.assertLessEqual({"skip", "moment", "zoom-in", "zoom-out", "zoom-all", "timeline"}, reached)
        self.assertQuiet(page)

    def test_the_mouse_and_the_wheel(self):
        page = self.page(DUPLICATE)
        self.browser.open(page)
        x, y, width, _ = self.browser.box("#timeline .row svg")
        y += 40
        self.browser.mouse("mousePressed", x + width / 4, y, button="left", buttons=1, clickCount=1)
        self.assertAlmostEqual(self.browser.run(MOMENT), 8.5, 1)
        self.browser.mouse("mouseMoved", x + width / 2, y, button="left", buttons=1)
        self.browser.mouse("mouseReleased", x + width / 2, y, button="left", clickCount=1)
        self.assertAlmostEqual(self.browser.run(MOMENT), 17, 1)
        ticks = "document.querySelectorAll('#timeline .axis text')[0].textContent"
        before = self.browser.run(ticks)
        self.browser.mouse("mouseWheel", x + width / 2, y, deltaX=0, deltaY=-120, modifiers=2)
        self.browser.settle()
        self.assertNotEqual(self.browser.run(ticks), before)
        self.browser.click("#zoom-all")
        self.assertEqual(self.browser.run(ticks), before)
        self.assertQuiet(page)

    def test_a_million_events(self):
        lines = self.folder / "long.ndjson"
        with lines.open("w") as file:

            def write(t, event, rest):
                file.write(f'{{"t":{t:.3f},"event":"{event}",{rest}}}\n')

            write(0, "session.run", '"source":"start"')
            for index in range(1, 1_000_000):
                t, kind, anchor = index * 0.004, index % 100, index // 100 * 100
                if kind == 0:
                    write(t, "anchor.added", f'"anchor":"A{anchor}","position":[{index % 7},0,{index % 5}]')
                elif kind == 50:
                    write(t, "anchor.removed", f'"anchor":"A{anchor}"')
                elif kind == 25:
                    state = "limited" if index % 200 < 100 else "normal"
                    write(t, "camera.trackingStateChanged", f'"state":"{state}"')
                elif kind == 75:
                    write(t, "frame.stats", f'"fps":{50 + index % 10}')
                else:
                    write(t, "anchor.updated", f'"anchor":"A{anchor}","position":[1,0,2]')
            # Two runs in a row, near which everything is to be shown.
            write(4000, "session.run", '"source":"a"')
            write(4000.1, "session.run", '"source":"b"')
        page = self.page(lines)
        self.assertLess(page.stat().st_size, 5_000_000)
        self.browser.open(page)
        self.assertQuiet(page)
        self.assertAlmostEqual(self.browser.run(MOMENT), 4000.1, 3)
        self.scrub(1000)
        self.assertEqual(self.browser.run("document.getElementById('now-title').textContent"), "At 16 min 40 s")
        x, y, width, _ = self.browser.box("#timeline .row svg")
        for _ in range(10):
            self.browser.mouse("mouseWheel", x + width / 2, y + 40, deltaX=0, deltaY=-120, modifiers=2)
        self.browser.settle()
        self.assertQuiet(page)

    def test_links_lead_to_their_moments(self):
        page = self.page(DUPLICATE)
        self.browser.open(page)
        self.browser.click(".finding a.moment[href='#t=28.100']")
        self.assertAlmostEqual(self.browser.run(MOMENT), 28.1, 3)
        # The evidence #91: the node that was attached at 13.25 s.
        self.browser.click("[data-event='91'] a")
        self.assertAlmostEqual(self.browser.run(MOMENT), 13.25, 3)
        # Every event that proves something has its moment, also those that are not on the timeline.
        self.assertEqual(self.browser.run("document.querySelectorAll('[data-event]:not(:has(a.moment))').length"), 0)
        self.assertQuiet(page)

    def test_who_cannot_see_it(self):
        page = self.page(DUPLICATE)
        self.browser.open(page)
        named = {"button", "slider", "link", "image", "region", "table", "combobox", "heading"}
        for node in self.browser.call("Accessibility.getFullAXTree")["nodes"]:
            role = node.get("role", {}).get("value")
            if not node["ignored"] and role in named:
                self.assertTrue(node.get("name", {}).get("value"), f"a {role} without a name: {node}")
        count = "document.querySelectorAll('{}').length"
        for element in ("h1", "main", "header", "footer"):
            self.assertEqual(self.browser.run(count.format(element)), 1, element)
        self.assertEqual(self.browser.run("document.querySelectorAll('[role=group]:not([aria-label])').length"), 0)
        levels = self.browser.run("[...document.querySelectorAll('h1, h2, h3, h4')].map((h) => +h.tagName[1])")
        self.assertTrue(all(b - a <= 1 for a, b in zip(levels, levels[1:], strict=False)), levels)
        tables = "[...document.querySelectorAll('table')].filter((t) => !t.caption).length"
        self.assertEqual(self.browser.run(tables), 0)

    def test_without_a_script(self):
        page = self.page(DUPLICATE)
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        self.browser.call("Page.navigate", url=f"file://{page}")
        while self.browser.next().get("method") != "Page.loadEventFired":
            pass
        text = " ".join(
            node["name"]["value"]
            for node in self.browser.call("Accessibility.getFullAXTree")["nodes"]
            if node.get("role", {}).get("value") == "StaticText"
        )
        self.browser.call("Emulation.setScriptExecutionDisabled", value=False)
        for part in ("This session has 1 error", "duplicate-node", "Keep one table", "which is off here", "phone-b"):
            self.assertIn(part, text)

    def test_a_strangers_texts_do_nothing(self):
        lines, name = [], HOSTILE[:50]
        for index in range(3):
            t = index * 10
            told = {"from": "a", "to": HOSTILE, "cause": HOSTILE}
            lines += [
                {"t": t + 1, "event": "session.run", "source": HOSTILE, "session": name},
                {"t": t + 1.1, "event": "session.run", "source": "b" + HOSTILE, "session": name},
                {"t": t + 2, "event": "state.changed", "machine": HOSTILE, **told},
                {"t": t + 3, "event": "anchor.added", "anchor": name, "key": HOSTILE, "position": [0, 0, -1]},
                {"t": t + 4, "event": "node.attached", "node": name[:40] + str(index), "key": HOSTILE, "anchor": name},
                {"t": t + 5, "event": "log.marker", "text": HOSTILE},
                {"t": t + 6, "event": "peer.stateChanged", "peer": name, "state": "connected"},
                {"t": t + 7, "event": "collaboration.dataSent", "packet": "P", "peer": name, "bytes": 5},
            ]
        log = self.folder / "hostile.ndjson"
        log.write_text("".join(json.dumps(line) + "\n" for line in lines))
        page = self.page(log)
        self.browser.open(page)
        for _ in range(3):
            self.browser.run("document.getElementById('timeline').focus()")
            self.browser.key("n")
        self.assertQuiet(page)
        self.assertIsNone(self.browser.run("window.hurt"))
        self.assertEqual(self.browser.run("document.querySelectorAll('img, script:not([type])').length"), 1)
        shown = self.browser.run("document.body.innerText")
        self.assertNotIn("\u202e", shown)
        self.assertIn("\\u{202E}", shown)

    def test_the_policy_lets_nothing_out(self):
        page = self.page(DUPLICATE)
        self.browser.open(page)
        tried = self.browser.run("fetch('https://example.org/').then(() => 'out', (e) => 'refused ' + e.name)")
        self.assertTrue(tried.startswith("refused"), tried)
        picture = "Object.assign(document.createElement('img'), {src: 'https://example.org/x'})"
        self.browser.run(f"document.body.append({picture})")
        self.browser.settle()
        policies = [text for text in self.browser.errors if "Content Security Policy" in text]
        self.assertGreaterEqual(len(policies), 2)


if __name__ == "__main__":
    unittest.main()
