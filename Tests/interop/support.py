"""What the checks against other programs share: running arlog, and reading NDJSON without arlog's help."""

import gzip
import json
import os
import re
import struct
import subprocess
import tempfile
import unittest
from datetime import datetime, timezone
from decimal import Decimal
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
LOGS = sorted((ROOT / "logs").glob("*.ndjson"))
ARLOG = os.environ.get("ARLOG", str(ROOT / ".build/release/arlog"))
NANOSECONDS = 10**9
UUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")


def arlog(*arguments, stdin=b"", **options):
    """Runs arlog; bytes in, bytes out."""
    return subprocess.run(
        [ARLOG, *map(str, arguments)], input=stdin, capture_output=True, timeout=60, **options
    )


class Case(unittest.TestCase):
    """A test with a folder of its own."""

    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="arlog-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def imported(self, source, *options):
        """The log made of NDJSON: a path, or its text."""
        if isinstance(source, str):
            path = self.folder / "in.ndjson"
            path.write_text(source)
            source = path
        target = self.folder / (source.name.split(".")[0] + ".mcap")
        result = arlog("import", source, "-o", target, "--force", "--quiet", *options)
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        return target


@lru_cache
def vocabulary():
    """Every kind as `arlog schema --json` tells it, by its name."""
    kinds = json.loads(arlog("schema", "--json").stdout)["kinds"]
    return {kind["event"]: kind for kind in kinds}


def float32(value):
    return struct.unpack("<f", struct.pack("<f", float(value)))[0]


def identity(text):
    return text.upper() if UUID.fullmatch(text) else text


def value_of(kind, value, where):
    """A field's value in the form in which two spellings of the same value are equal; None where it is none."""
    what = kind["type"]
    if what == "id":
        return identity(value)
    if what == "number":
        return float(value)
    if what in ("count", "integer"):
        return int(value)
    if what in ("[x, y, z]", "[x, y, z, w]"):
        return tuple(float32(part) for part in value) or None
    if what in ("values", "texts"):
        return tuple(value) or None
    if what == "text to text":
        return tuple(sorted(value.items())) or None
    if "fields" in kind:
        return payload_of(kind["fields"], value, where)
    assert what in ("text", "bool", "value"), f"{where}: unknown type {what}"
    return value


def payload_of(fields, given, where):
    known = {field["name"]: field for field in fields}
    payload = {}
    for name, value in given.items():
        assert name in known, f"{where}: unknown field {name}"
        canonical = value_of(known[name], value, where + "." + name)
        if canonical is not None:
            payload[name] = canonical
    return payload


def nanoseconds(text):
    """Nanoseconds since 1970 of an RFC 3339 time."""
    match = re.fullmatch(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)", text)
    day, clock, decimals, zone = match.groups()
    moment = datetime.fromisoformat(f"{day}T{clock}" + ("+00:00" if zone in "Zz" else zone))
    whole = moment - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return (whole.days * 86400 + whole.seconds) * NANOSECONDS + int((decimals or "").ljust(9, "0"))


def text_of(path):
    data = Path(path).read_bytes()
    return (gzip.decompress(data) if str(path).endswith(".gz") else data).decode()


def events_of(text):
    """The events of NDJSON, and the labels given to ids, read by the words of the vocabulary alone.

    An event is (number, time, own time or None, name, device, payload), with times in nanoseconds since 1970."""
    lines = []
    for line in text.split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            lines.append(json.loads(line, parse_float=Decimal))
    start = nanoseconds("2000-01-01T00:00:00Z")
    base = next((nanoseconds(x["time"]) - seconds(x["t"]) for x in lines if "time" in x and "t" in x), start)
    events, labels, last = [], {}, 0
    has_numbers = all("seq" in x for x in lines if x["event"] != "log.label")
    for line in lines:
        name = line.pop("event")
        time, t, at = line.pop("time", None), line.pop("t", None), line.pop("at", None)
        number, device = line.pop("seq", None), line.pop("device", None)
        if name == "log.opened":
            line["device"] = device
            device = None
        if name == "log.label":
            labels[identity(line["id"])] = line["label"]
            continue
        moment = nanoseconds(time) if time is not None else base + seconds(t)
        own = None
        if at is not None:
            own = nanoseconds(at) if time is not None else base + seconds(at)
        if moment < last:
            own = moment if own is None else own
            moment = last
        last = moment
        if line.get("session") == "main":
            del line["session"]
        kind = vocabulary()[name]
        payload = payload_of(kind["fields"], line, name)
        number = number if has_numbers else len(events) + 1
        events.append((number, moment, own if own != moment else None, name, device, payload))
    return events, labels


def seconds(number):
    exact = Decimal(number) * NANOSECONDS
    assert exact == int(exact), number
    return int(exact)


def cat(path):
    """What `arlog cat` tells of a log, as `events_of` has it."""
    result = arlog("cat", path, "--format", "ndjson")
    assert result.returncode == 0, result.stderr.decode()
    return events_of(result.stdout.decode())
