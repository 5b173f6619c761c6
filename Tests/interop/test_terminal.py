"""A stranger's strings on a real terminal, and a program that is killed or may not read, all with the real binary."""

import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
import unittest
from fcntl import ioctl

import every_kind
from mcap.writer import Writer
from support import ARLOG, LOGS, ROOT, Case, arlog

HOSTILE = "\x1b]0;pwned\x07\x1b[2J\x1b[31m\u202e\x9b31m\r\b\x00"
# What arlog itself may send: colours, and wiping the line of its progress bar.
OWN = re.compile(r"\x1b\[\d+m|\r?\x1b\[K")


class Hostile(every_kind.Maker):
    """Every id, label and text is hostile."""

    def __init__(self):
        super().__init__(text=HOSTILE)

    def field(self, field, everything):
        self.count += 1
        if field["type"] == "id":
            return f"{HOSTILE}{self.count}"
        if field["type"] == "text":
            return f"{HOSTILE}{self.count}"
        self.count -= 1
        return super().field(field, everything)

    def special(self, name, given):
        if "transitions" in given:
            given["transitions"] = [f"{HOSTILE}>b", "*>" + HOSTILE]
        return given


def terminal(*arguments, columns=80, cwd=None):
    """What a terminal is sent by arlog, and its exit status."""
    master, slave = pty.openpty()
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")} | {"TERM": "xterm"}
    process = subprocess.Popen(
        [ARLOG, *map(os.fsencode, map(str, arguments))],
        stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, env=environment, cwd=cwd,
    )
    os.close(slave)
    output = b""
    try:
        while block := os.read(master, 1 << 16):
            output += block
    except OSError:
        pass  # how Linux says that the other side is closed
    os.close(master)
    return process.wait(60), output.decode()


def played(*arguments, keys, columns=100, rows=30):
    """What a terminal shows after each key, whether its settings are as they were before, and the exit status."""
    master, slave = pty.openpty()
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    before = termios.tcgetattr(slave)
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")} | {"TERM": "xterm"}
    process = subprocess.Popen(
        [ARLOG, *map(os.fsencode, map(str, arguments))], stdin=slave, stdout=slave, stderr=slave, env=environment,
        start_new_session=True, preexec_fn=lambda: ioctl(0, termios.TIOCSCTTY, 0),
    )
    shown = []
    for key in [b"", *keys]:
        os.write(master, key)
        output, end = b"", time.monotonic() + 1.5
        while time.monotonic() < end and select.select([master], [], [], 0.5)[0]:
            output += os.read(master, 1 << 16)
        # A picture begins at the first cell; the last one is what is seen.
        shown.append(output.decode().split("\x1b[H")[-1])
    status = process.wait(60)
    after = termios.tcgetattr(slave)
    os.close(slave)
    os.close(master)
    return shown, before == after, status


class Terminal(Case):
    def inert(self, text, isTerminal):
        if isTerminal:
            text = OWN.sub("", text).replace("\r\n", "\n")
        found = {c for c in text if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f" or c in "\u202e\u2028"}
        self.assertFalse(found, repr(text[:400]))

    def both(self, *arguments):
        status, text = terminal(*arguments)
        self.inert(text, True)
        result = arlog(*arguments)
        self.inert((result.stdout + result.stderr).decode(), False)
        self.assertEqual(status, result.returncode)
        return status

    def test_hostile_strings_of_every_kind(self):
        named = every_kind.UUIDS[0]
        label = {"t": 9000, "event": "log.label", "id": named, "label": HOSTILE}
        anchor = {"t": 9001, "event": "anchor.added", "anchor": named, "name": HOSTILE, "kind": "anchor"}
        text = every_kind.ndjson(Hostile()) + json.dumps(label) + "\n" + json.dumps(anchor) + "\n"
        log = self.imported(text)
        source = self.folder / "in.ndjson"
        commands = [["cat"], ["cat", "--format", "ndjson"], ["info"], ["info", "--json"], ["check"]]
        commands += [["check", "--json"], ["anchors", "--all"], ["anchors", "--json"], ["trace"]]
        commands += [["trace", "--json"], ["trace", "--format", "mermaid"]]
        for command in commands:
            for path in (log, source):
                with self.subTest(command=command, path=path.name):
                    self.both(*command, path)

    def test_hostile_findings(self):
        """The rules' messages, with names of nodes, keys, sources, machines and states in them."""
        text = self.folder / "faults.ndjson"
        lines = []
        for name in (HOSTILE + "a", HOSTILE + "b"):
            configuration = {"kind": "worldTracking"}
            lines.append({"event": "session.run", "source": name, "session": HOSTILE, "configuration": configuration})
            node = {"session": HOSTILE, "node": name, "key": HOSTILE, "attachment": "camera"}
            lines.append({"event": "node.attached"} | node)
        lines.append({"event": "state.machineDeclared", "machine": HOSTILE, "initial": HOSTILE, "transitions": ["b>a"]})
        for way in ((HOSTILE, HOSTILE + "x"), ("b", "c")):
            lines.append({"event": "state.changed", "machine": HOSTILE, "from": way[0], "to": way[1]})
        with open(text, "w") as file:
            for number, line in enumerate(lines):
                file.write(json.dumps({"t": number / 20} | line) + "\n")
            file.write('{"t":9,"event":"session.pause"}\n')
        found = json.loads(arlog("check", "--json", text).stdout)["logs"][0]["findings"]
        rules = {finding["rule"] for finding in found}
        self.assertLessEqual({"double-run", "duplicate-node", "illegal-transition", "broken-trace"}, rules)
        formats = [["check", "--format", format] for format in ("text", "json", "sarif", "junit", "github")]
        for command in [*formats, ["trace"], ["anchors"]]:
            self.both(*command, text)

    def test_hostile_lines_names_and_words(self):
        for line in (HOSTILE, '{"t":0,"event":' + json.dumps(HOSTILE) + "}",
                     '{"t":0,"event":"user.action",' + json.dumps(HOSTILE) + ":1}",
                     '{"t":0,"event":"camera.trackingStateChanged","state":' + json.dumps(HOSTILE) + "}",
                     '{"t":0,"event":"user.action","name":"\x1b[2J"}',
                     '{"t":' + json.dumps(HOSTILE) + ',"event":"user.action","name":"a"}'):
            with self.subTest(line):
                path = self.folder / "bad.ndjson"
                path.write_text(line + "\n" + '{"t":1,"event":"session.pause"}\n')
                self.assertIn(self.both("import", path, "-o", self.folder / "out.mcap"), (2,))
                self.assertFalse((self.folder / "out.mcap").exists())
                self.both("cat", path)
                self.both("check", path)
        name = self.folder / HOSTILE.replace("\x00", "")
        name.write_text('{"t":0,"event":"session.pause"}\n')
        for command in ("cat", "info", "check", "anchors", "trace"):
            self.assertEqual(self.both(command, name), 0)
            self.assertEqual(self.both(command, str(name) + "missing"), 2)
        word = HOSTILE.replace("\x00", "")
        for words in ([word], ["cat", "--" + word, name], ["cat", "--event", word, name], ["rules", word],
                      ["check", "--set", word, name], ["check", "--rule", word, name], ["cat", "--from", word, name],
                      ["cat", "--session", word, name], ["trace", "--machine", word, name], ["help", word]):
            self.both(*words)

    def test_hostile_containers(self):
        path = self.folder / "hostile.mcap"
        with open(path, "wb") as stream:
            writer = Writer(stream)
            writer.start(profile=HOSTILE, library=HOSTILE)
            for number in range(5):
                schema = writer.register_schema(HOSTILE + str(number), HOSTILE, b"")
                channel = writer.register_channel("/" + HOSTILE + str(number), HOSTILE, schema, {HOSTILE: HOSTILE})
                writer.add_message(channel, 1, b"\x1b[2J", 1)
            writer.add_attachment(1, 1, HOSTILE, HOSTILE, b"")
            writer.add_metadata(HOSTILE, {HOSTILE: HOSTILE})
            writer.finish()
        for command in (["info"], ["info", "--json"], ["cat"], ["check"], ["anchors"], ["trace"]):
            self.both(*command, path)

    def test_lines_fit_the_terminal(self):
        commands = [["rules"], ["--help"], ["check", "--help"]]
        for path in LOGS:
            log = path.relative_to(ROOT).with_suffix(".mcap")
            commands += [[command, log] for command in ("info", "check", "anchors", "trace")]
        for columns in (80, 120):
            for command in commands:
                _, text = terminal(*command, columns=columns, cwd=ROOT)
                for line in OWN.sub("", text).split("\r\n"):
                    self.assertLessEqual(len(line), columns, (command[0], line))


class Process(Case):
    def test_a_log_is_played(self):
        log = ROOT / "logs/collaboration-duplicate-speaker.mcap"
        shown, isPutBack, status = played("replay", log, "--step", keys=[b"n", b"\x1b[C", b"q"])
        self.assertIn("paused", shown[0])
        self.assertNotIn("node-outlives-anchor", shown[0])
        self.assertIn("28.1 s of 34 s", shown[1])
        self.assertIn("node-outlives-anchor", shown[1])
        self.assertIn("#311", shown[2])
        self.assertTrue(shown[3].endswith("\x1b[?25h\x1b[?1049l"))
        self.assertTrue(isPutBack)
        self.assertEqual(status, 0)

    def test_a_played_log_is_interrupted(self):
        log = ROOT / "logs/placement.mcap"
        shown, isPutBack, status = played("replay", log, keys=[b"\x03"])
        self.assertIn("\x1b[?25h\x1b[?1049l", shown[1])
        self.assertTrue(isPutBack)
        self.assertEqual(status, -signal.SIGINT)

    def test_a_reader_that_leaves_is_no_failure(self):
        log = self.imported(every_kind.ndjson())
        for command in (["cat"], ["cat", "--format", "ndjson"], ["check", "--json"], ["trace"]):
            process = subprocess.Popen([ARLOG, *command, log], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            process.stdout.read(1)
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
            process.stderr.close()
            self.assertIn(process.wait(60), (0, 1))

    def test_a_killed_import_leaves_nothing_under_the_name(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            target = self.folder / f"{number}.mcap"
            process = subprocess.Popen([ARLOG, "import", "-", "-o", target], stdin=subprocess.PIPE)
            process.stdin.write(b'{"t":0,"event":"session.pause"}\n' * 50_000)
            process.stdin.flush()
            time.sleep(0.1)
            process.send_signal(number)
            process.wait(60)
            process.stdin.detach().close()
            self.assertFalse(target.exists())
            # What is left after SIGKILL says that it is a part; otherwise nothing is.
            self.assertTrue(all(".part-" in p.name for p in self.folder.iterdir()))

    @unittest.skipUnless(os.geteuid() == 0, "needs root to become somebody else")
    def test_no_permission(self):
        log = self.imported('{"t":0,"event":"session.pause"}\n')
        self.assertEqual(log.stat().st_mode & 0o777, 0o600)
        os.chmod(self.folder, 0o755)
        for command in ("cat", "info", "check", "anchors", "trace"):
            with open(ARLOG, "rb") as program:
                # Through the open file, since the program's folder may be closed to others.
                result = subprocess.run(
                    [f"/proc/self/fd/{program.fileno()}", command, log], capture_output=True,
                    pass_fds=[program.fileno()], user=65534, group=65534, extra_groups=[],
                )
            self.assertEqual((result.returncode, result.stdout), (2, b""), command)
            self.assertRegex(result.stderr.decode(), r"\Aarlog: [^\n]*can't open: Permission denied[^\n]*\n\Z")

    def test_a_slow_pipe_is_read_to_its_end(self):
        process = subprocess.Popen([ARLOG, "cat", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for part in (b'{"t":0,"ev', b'ent":"session.pause"}', b'\n{"t":1,"event":"session.pause"}\n'):
            process.stdin.write(part)
            process.stdin.flush()
            time.sleep(0.05)
        process.stdin.close()
        self.assertEqual(process.stdout.read().count(b"\n"), 2)
        process.stdout.close()
        self.assertEqual(process.wait(60), 0)
