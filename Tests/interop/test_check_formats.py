"""What `check` gives to continuous integration, read as its readers do: SARIF 2.1.0 by the objects of the standard,
JUnit by an XML parser, workflow commands by the rules of GitHub's runner. All with a stranger's texts in them."""

import json
import re
import xml.etree.ElementTree as ElementTree

from support import ROOT, Case, arlog
from test_terminal import HOSTILE

# Markup, the end of a CDATA section, SARIF's links and placeholders, an escape, and commands of both kinds.
STRANGER = HOSTILE + "]]><b a=\"x\">&'%0A::error::x\n::set-output name=a::b\n##[error]c [d](http://e) {0} \ufffe"

# The objects of SARIF 2.1.0 that are used, each with its properties, as the standard has them: name, type, required.
SARIF = {
    "log": {"$schema": str, "version!": str, "runs!": ["run"]},
    "run": {"tool!": "tool", "invocations": ["invocation"], "results": ["result"], "columnKind": str},
    "tool": {"driver!": "component"},
    "component": {"name!": str, "semanticVersion": str, "rules": ["rule"]},
    "rule": {"id!": str, "shortDescription": "text", "fullDescription": "text", "help": "text",
             "defaultConfiguration": "configuration"},
    "configuration": {"level": str},
    "text": {"text!": str},
    "invocation": {"executionSuccessful!": bool, "toolExecutionNotifications": ["notification"],
                   "toolConfigurationNotifications": ["notification"]},
    "notification": {"level": str, "message!": "text", "associatedRule": "reference", "locations": ["location"]},
    "reference": {"id": str, "index": int},
    "result": {"ruleId": str, "ruleIndex": int, "level": str, "message!": "text", "locations": ["location"],
               "relatedLocations": ["location"], "partialFingerprints": {str}, "occurrenceCount": int,
               "baselineState": str, "properties": dict},
    "location": {"id": int, "message": "text", "physicalLocation": "physical"},
    "physical": {"artifactLocation": "artifact", "region": "region"},
    "artifact": {"uri": str},
    "region": {"startLine": int},
}
LEVELS = {"none", "note", "warning", "error"}
URI = re.compile(r"(file://)?([A-Za-z0-9._~/-]|%[0-9A-F]{2})+")


class Formats(Case):
    def faults(self, name=STRANGER):
        """A log with a double run and what comes of it, with a name of the stranger's everywhere, and its path."""
        lines = []
        for t, source in ((0, name), (0.1, "b"), (0.2, name)):
            configuration = {"kind": "worldTracking", "isCollaborationEnabled": source == "b"}
            lines.append({"t": t, "event": "session.run", "source": source, "session": name[:20],
                          "configuration": configuration})
        lines.append({"t": 9, "event": "log.closed"})
        path = self.folder / "a, b%.ndjson"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    def check(self, *arguments, status=None):
        result = arlog("check", *arguments)
        if status is not None:
            self.assertEqual(result.returncode, status, result.stderr.decode())
        return result.stdout.decode()

    def structure(self, value, kind, where="log"):
        """Whether a value is the object of the standard that belongs there, and nothing more."""
        if isinstance(kind, list):
            self.assertIsInstance(value, list, where)
            for index, element in enumerate(value):
                self.structure(element, kind[0], f"{where}[{index}]")
        elif isinstance(kind, set):
            self.assertTrue(all(isinstance(text, str) for text in value.values()), where)
        elif isinstance(kind, type):
            self.assertIs(type(value), kind, where)
        else:
            self.assertIsInstance(value, dict, where)
            properties = {name.rstrip("!"): of for name, of in SARIF[kind].items()}
            for name in SARIF[kind]:
                self.assertTrue(not name.endswith("!") or name[:-1] in value, f"{where} has no {name}")
            for name, part in value.items():
                self.assertIn(name, properties, where)
                self.structure(part, properties[name], f"{where}.{name}")

    def sarif(self, *arguments):
        sarif = json.loads(self.check("--format", "sarif", *arguments))
        self.structure(sarif, "log")
        run = sarif["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        self.assertEqual(len({rule["id"] for rule in rules}), len(rules))
        for result in run["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
            self.assertIn(result["level"], LEVELS)
            # What GitHub's code scanning asks for.
            self.assertRegex(result["partialFingerprints"]["arlogFault/v1"], r"\A[0-9a-f]{32}\Z")
            for location in result["locations"] + result.get("relatedLocations", []):
                place = location["physicalLocation"]
                self.assertGreaterEqual(place["region"]["startLine"], 1)
                self.assertTrue(URI.fullmatch(place["artifactLocation"]["uri"]))
            # A bracket without a backslash would be a link, a single brace a placeholder.
            text = result["message"]["text"]
            self.assertFalse(re.search(r"(?<!\\)[\[\]]", re.sub(r"\\\\", "", text)), text)
            self.assertFalse(re.search(r"[{}]", text.replace("{{", "").replace("}}", "")), text)
        for note in run["invocations"][0]["toolConfigurationNotifications"]:
            self.assertEqual(rules[note["associatedRule"]["index"]]["id"], note["associatedRule"]["id"])
        return run

    def test_sarif(self):
        self.assertGreaterEqual(len(self.sarif(self.faults())["results"]), 2)
        for path in sorted((ROOT / "logs").glob("*.mcap")):
            found = json.loads(self.check("--json", path))["logs"][0]["findings"]
            self.assertEqual(len(self.sarif(path)["results"]), len(found))
        baseline = self.folder / "none.json"
        baseline.write_text('{"version":1,"findings":[]}')
        states = [r["baselineState"] for r in self.sarif("--baseline", baseline, self.faults())["results"]]
        self.assertEqual(set(states), {"new"})

    def test_junit(self):
        path = self.faults()
        text = self.check("--format", "junit", "--fail-on", "info", path, ROOT / "logs", status=1)
        suites = ElementTree.fromstring(text)
        self.assertEqual(suites.tag, "testsuites")
        counts = {name: 0 for name in ("tests", "failures", "errors", "skipped")}
        for suite in suites:
            found = {
                "tests": len(suite.findall("testcase")), "failures": len(suite.findall("testcase/failure")),
                "errors": len(suite.findall("testcase/error")), "skipped": len(suite.findall("testcase/skipped")),
            }
            for name, count in found.items():
                self.assertEqual(suite.get(name), str(count))
                counts[name] += count
        self.assertEqual({name: int(suites.get(name)) for name in counts}, counts)
        failure = suites.find("testsuite/testcase[@name='double-run']/failure")
        self.assertIn("<b a=\"x\">&'%0A::error::x", failure.get("message"))
        self.assertFalse(re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text))

    def commands(self, text):
        """What GitHub's runner makes of the lines: the commands, and the rest."""
        commands = []
        for line in text.split("\n"):
            match = re.fullmatch(r"\s*::([a-z-]+)( [^:]*)?::(.*)", line)
            # A runner looks for its older commands anywhere in a line that is no command.
            self.assertTrue(match or "##[" not in line, line)
            if not match:
                commands.append((None, {}, line))
                continue
            properties = dict(part.split("=", 1) for part in (match[2] or " ").strip().split(",") if part)
            commands.append((match[1], {k: self.decoded(v) for k, v in properties.items()}, self.decoded(match[3])))
        return commands

    @staticmethod
    def decoded(text):
        for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            text = text.replace(code, character)
        return text

    def test_github(self):
        path = self.faults()
        commands = self.commands(self.check("--format", "github", "--fail-on", "warning", path, status=1))
        self.assertEqual(commands.pop(), (None, {}, ""))
        self.assertLessEqual({name for name, _, _ in commands}, {"error", "warning", "notice"})
        findings = json.loads(self.check("--json", path))["logs"][0]["findings"]
        self.assertEqual(len(commands), len(findings) + 1)
        for _, properties, text in commands:
            self.assertEqual(properties["file"], str(path))
            self.assertLessEqual(set(properties), {"title", "file", "line"})
            self.assertFalse(re.search("[\x00-\x09\x0b-\x1f]", text))
        self.assertTrue(any("%0A::error::x" in text for _, _, text in commands))
