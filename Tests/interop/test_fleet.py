"""The page of a fleet in a real browser: what it shows, that its links lead to the sessions' pages, and that it asks
for nothing."""

import json
import os
import shutil
import tempfile
import unittest
from pathlib import Path
from urllib.parse import unquote

import made_fleet
from browser import PROGRAM, Browser
from support import LOGS, Case, arlog
from test_report import CONTRAST, HOSTILE


@unittest.skipIf(PROGRAM is None and os.environ.get("CI") != "true", "no Chromium on this machine")
class FleetPage(Case):
    @classmethod
    def setUpClass(cls):
        profile = tempfile.TemporaryDirectory(prefix="arlog-browser-")
        cls.addClassCleanup(profile.cleanup)
        cls.browser = Browser(profile.name)
        cls.addClassCleanup(cls.browser.close)
        fleet = tempfile.TemporaryDirectory(prefix="arlog-fleet-")
        cls.addClassCleanup(fleet.cleanup)
        cls.place = Path(fleet.name)
        cls.logs = cls.place / "logs"
        made_fleet.write(cls.logs, 200)
        (cls.logs / "lost.mcap").write_text("nothing of ours\n")
        whole = LOGS[0].with_suffix(".mcap").read_bytes()
        (cls.logs / "cut.mcap").write_bytes(whole[: len(whole) * 2 // 3])
        cls.page = cls.place / "fleet.html"
        result = arlog("report", cls.logs, "-o", cls.page, "--pages", cls.place / "the pages", "--quiet")
        assert result.returncode == 3, result.stderr.decode()

    def assertQuiet(self, page):
        """Nothing went wrong in the page, and it asked for nothing but itself."""
        self.assertEqual(self.browser.errors, [])
        self.assertEqual(self.browser.dialogs, [])
        self.assertEqual([unquote(url) for url in set(self.browser.requests)], [f"file://{page}"])

    def count(self, selector):
        return self.browser.run(f"document.querySelectorAll({json.dumps(selector)}).length")

    def test_two_hundred_sessions_in_light_and_dark_and_on_a_phone(self):
        self.assertLess(self.page.stat().st_size, 300_000)
        for width, scheme in ((1200, "light"), (1200, "dark"), (360, "light"), (360, "dark")):
            with self.subTest(width=width, scheme=scheme):
                self.browser.open(self.page, width=width, scheme=scheme)
                self.assertQuiet(self.page)
                self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), width)
                self.assertEqual(self.browser.run(CONTRAST), [])
                self.assertGreater(self.count(".chart rect"), 50)
        self.assertIn("of 201 sessions look healthy", self.browser.run("document.querySelector('h1').textContent"))

    def test_on_paper(self):
        self.browser.open(self.page, scheme="dark")
        self.browser.scheme("dark", media="print")
        back = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number).reduce((a, b) => a + b)"
        self.assertGreater(self.browser.run(back), 600)
        self.assertEqual(self.browser.run("getComputedStyle(document.querySelector('.filter')).display"), "none")
        # Nothing is hidden behind a scroll bar.
        cut = "[...document.querySelectorAll('.scroll')].filter((e) => e.scrollHeight > e.clientHeight + 1).length"
        self.assertEqual(self.browser.run(cut), 0)

    def test_links_lead_to_the_sessions(self):
        self.browser.open(self.page)
        links = self.browser.run(
            "[...document.querySelectorAll('#sessions tbody a')].map((a) => [a.href, a.textContent])"
        )
        self.assertEqual(len(links), 100)
        self.assertTrue(all("/the%20pages/session-" in href for href, _ in links))
        pages = {path.name for path in (self.place / "the pages").iterdir()}
        self.assertLessEqual({href.rsplit("/", 1)[1] for href, _ in links}, pages)
        self.assertEqual(len(pages), 201)
        name = links[0][1].rsplit("/", 1)[1]
        self.browser.run("setTimeout(() => document.querySelector('#sessions tbody a').click())")
        while self.browser.next().get("method") != "Page.loadEventFired":
            pass
        self.browser.settle()
        self.assertEqual(self.browser.run("document.title"), "Session health: " + name)
        self.assertEqual(self.browser.errors, [])

    def test_choosing_findings(self):
        self.browser.open(self.page)
        seen = "[...document.querySelectorAll('.fault')].filter((e) => e.getClientRects().length).length"
        whole = self.browser.run(seen)
        self.assertGreater(whole, 5)
        change = (
            "(() => {{ const e = document.getElementById('{}'); e.value = '{}';"
            " e.dispatchEvent(new Event('{}')); }})()"
        )
        self.browser.run(change.format("severity", "error", "change"))
        errors = self.browser.run(seen)
        self.assertTrue(0 < errors < whole)
        self.assertEqual(errors, self.browser.run("document.querySelectorAll('.fault.error').length"))
        self.browser.run(change.format("words", "DOUBLE-run", "input"))
        self.assertEqual(self.browser.run(seen), 1)
        self.assertEqual(self.browser.run("document.getElementById('shown').textContent"), f"1 of {whole}")
        self.browser.run(change.format("words", "no such thing", "input"))
        self.assertEqual(self.browser.run(seen), 0)
        self.browser.run(change.format("words", "", "input"))
        self.browser.run(change.format("severity", "", "change"))
        self.assertEqual(self.browser.run(seen), whole)
        self.assertQuiet(self.page)

    def test_ordering_by_keyboard(self):
        self.browser.open(self.page)
        column = "[...document.querySelectorAll('#sessions tbody tr')].map((r) => +r.cells[6].dataset.order)"
        self.browser.run("document.querySelectorAll('#sessions th button')[6].focus()")
        self.browser.key(" ")
        order = self.browser.run(column)
        self.assertEqual(order, sorted(order, reverse=True))
        head = "document.querySelectorAll('#sessions thead th')[6].getAttribute('aria-sort')"
        self.assertEqual(self.browser.run(head), "descending")
        self.browser.run("document.activeElement.click()")
        order = self.browser.run(column)
        self.assertEqual((order, self.browser.run(head)), (sorted(order), "ascending"))
        self.browser.run("document.querySelectorAll('#sessions th button')[0].click()")
        names = self.browser.run("[...document.querySelectorAll('#sessions tbody th')].map((h) => h.textContent)")
        self.assertEqual(names, sorted(names))
        # Every control is reached with the tabulator, and is seen to be.
        self.browser.open(self.page)
        reached = set()
        for _ in range(80):
            self.browser.key("Tab")
            told = "document.activeElement.id || document.activeElement.className || document.activeElement.tagName"
            reached.add(self.browser.run(told))
            if self.browser.run("document.activeElement !== document.body"):
                outline = self.browser.run("getComputedStyle(document.activeElement).outlineStyle")
                self.assertNotEqual(outline, "none", reached)
        self.assertLessEqual({"skip", "severity", "words", "order", "scroll", "A"}, reached)
        self.assertQuiet(self.page)

    def test_who_cannot_see_it(self):
        self.browser.open(self.page)
        named = {"button", "link", "image", "region", "table", "combobox", "searchbox", "heading", "figure"}
        for node in self.browser.call("Accessibility.getFullAXTree")["nodes"]:
            role = node.get("role", {}).get("value")
            if not node["ignored"] and role in named:
                self.assertTrue(node.get("name", {}).get("value"), f"a {role} without a name: {node}")
        for element in ("h1", "main", "header", "footer"):
            self.assertEqual(self.count(element), 1, element)
        levels = self.browser.run("[...document.querySelectorAll('h1, h2, h3, h4')].map((h) => +h.tagName[1])")
        self.assertTrue(all(b - a <= 1 for a, b in zip(levels, levels[1:], strict=False)), levels)
        tables = "[...document.querySelectorAll('table')].filter((t) => !t.caption).length"
        self.assertEqual(self.browser.run(tables), 0)

    def test_without_a_script(self):
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        self.browser.call("Page.navigate", url=f"file://{self.page}")
        while self.browser.next().get("method") != "Page.loadEventFired":
            pass
        tree = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        self.browser.call("Emulation.setScriptExecutionDisabled", value=False)
        text = " ".join(node["name"]["value"] for node in tree if node.get("role", {}).get("value") == "StaticText")
        for part in ("of 201 sessions look healthy", "double-run", "Send every run", "3.10.0", "lost.mcap", "p90"):
            self.assertIn(part, text)
        self.assertNotIn("all severities", text)

    def test_a_strangers_texts_do_nothing(self):
        folder = self.folder / ("<img src=x onerror='window.hurt = 1'>" + HOSTILE.replace("/", ""))[:80]
        folder.mkdir()
        for number in range(3):
            told = {"app": HOSTILE, "appVersion": HOSTILE + str(number), "deviceModel": HOSTILE, "os": HOSTILE}
            lines = [
                {"t": 0, "event": "log.opened", "device": "d", **told},
                {"t": 1, "event": "session.run", "source": HOSTILE},
                {"t": 1.1, "event": "session.run", "source": "b" + HOSTILE},
                {"t": 2, "event": "anchor.added", "anchor": "A", "key": HOSTILE, "position": [0, 0, -1]},
                {"t": 3, "event": "node.attached", "node": "N", "key": HOSTILE, "anchor": "A"},
                {"t": 4, "event": "node.attached", "node": "M", "key": HOSTILE, "anchor": "A"},
                {"t": 9, "event": "log.closed", "reason": "normal"},
            ]
            (folder / f"{number}.mcap").write_text("".join(json.dumps(line) + "\n" for line in lines))
        page = self.folder / "hostile.html"
        result = arlog("report", folder, "-o", page, "--pages", self.folder / "pages", "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        self.browser.open(page)
        for button in range(self.count("th button")):
            self.browser.run(f"document.querySelectorAll('th button')[{button}].click()")
        self.assertQuiet(page)
        self.assertIsNone(self.browser.run("window.hurt"))
        self.assertEqual(self.count("img, script"), 1)
        shown = self.browser.run("document.body.innerText")
        self.assertNotIn("\u202e", shown)
        self.assertIn("\\u{202E}", shown)

    def test_a_thousand_sessions_are_one_small_page(self):
        logs = self.folder / "logs"
        made_fleet.write(logs, 1000, seed=2)
        page = self.folder / "fleet.html"
        result = arlog("report", logs, "-o", page, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        self.assertLess(page.stat().st_size, 300_000)
        self.browser.open(page)
        self.assertQuiet(page)
        self.assertIn("of 1000 sessions", self.browser.run("document.querySelector('h1').textContent"))

    def test_summaries_of_many_processes(self):
        """A fleet put together by an engine of another language: it only passes lines on."""
        lines = []
        for folder in sorted(path for path in self.logs.iterdir() if path.is_dir()):
            result = arlog("report", folder, "--format", "summary", "--share")
            self.assertEqual(result.returncode, 0, result.stderr.decode())
            lines.append(result.stdout)
        told = self.folder / "part-00000"
        told.write_bytes(b"".join(reversed(lines)))
        logs = self.folder / "logs"
        shutil.copytree(self.logs, logs)
        (logs / "lost.mcap").unlink()
        (logs / "cut.mcap").unlink()
        both = [arlog("report", source, "--share", "--json").stdout for source in (told, logs)]
        self.assertEqual(both[0], both[1])
        self.assertEqual(json.loads(both[0])["sessions"]["count"], 200)


if __name__ == "__main__":
    unittest.main()
