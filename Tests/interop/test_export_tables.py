"""CSV and SQLite exports, read by Python's own modules and held against the NDJSON of the same log."""

import csv
import io
import json
import sqlite3
from contextlib import closing

from support import LOGS, Case, arlog

# Fields with a column of another name.
RENAMED = {"from": "from_state", "to": "to_state"}
PLACES = {"position": "xyz", "orientation": ("qx", "qy", "qz", "qw")}


def told(row):
    """An event's fields put together again from its columns and the rest, numbers as numbers."""
    fields = json.loads(row["fields"])
    for name in ("anchor", "node", "key", "packet", "peer", "priority", "machine", "state", "reason", "text"):
        if row[name]:
            fields[name] = row[name]
    for name, column in RENAMED.items():
        if row[column]:
            fields[name] = row[column]
    if row["bytes"] not in ("", None):
        fields["bytes"] = int(row["bytes"])
    for name, columns in PLACES.items():
        if row[columns[0]] not in ("", None):
            fields[name] = [float(row[column]) for column in columns]
    return fields


class Tables(Case):
    def export(self, log, form, *options):
        target = self.folder / f"{log.stem}.{form}"
        result = arlog("export", log, "--to", form, "-o", target, "--force", *options)
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        return target

    def events(self, log):
        """The events as NDJSON has them, without what every event has."""
        lines = self.export(log, "ndjson").read_text().splitlines()
        events = [json.loads(line) for line in lines]
        envelope = ("t", "time", "at", "seq", "session", "event")
        return [(e["seq"], e["event"], e["t"], {k: v for k, v in e.items() if k not in envelope}) for e in events]

    def test_csv(self):
        for log in LOGS:
            text = self.export(log, "csv").read_bytes().decode()
            rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
            found = [(int(row["number"]), row["event"], float(row["t"]), told(row)) for row in rows]
            self.assertEqual(found, self.events(log), log.name)

    def test_sqlite(self):
        for log in LOGS:
            target = self.export(log, "sqlite")
            with closing(sqlite3.connect(target)) as database:
                database.row_factory = sqlite3.Row
                self.assertEqual(database.execute("PRAGMA integrity_check").fetchone()[0], "ok")
                rows = database.execute("SELECT * FROM events ORDER BY number").fetchall()
                found = [(row["number"], row["event"], row["t"], told(row)) for row in rows]
                self.assertEqual(found, self.events(log), log.name)
                live = {row[0] for row in database.execute("SELECT anchor FROM anchors_live_at_end")}
            sessions = json.loads(arlog("anchors", "--json", log).stdout)["sessions"]
            self.assertEqual(live, {a["anchor"] for session in sessions for a in session["anchors"]}, log.name)

    def test_documented_queries(self):
        target = self.export(LOGS[0], "sqlite")
        manual = arlog("export", "--help").stdout.decode()
        queries = [line for line in manual.splitlines() if line.startswith("SELECT ")]
        self.assertGreater(len(queries), 5)
        with closing(sqlite3.connect(f"file:{target}?mode=ro", uri=True)) as database:
            for query in queries:
                self.assertTrue(database.execute(query).fetchall(), query)
