"""`import` and `cat` are inverse: every case, session and sample comes back with the same events."""

import sys
import unittest

import every_kind
from support import LOGS, SHARED, Case, arlog, cat, events_of, text_of

if not SHARED.is_dir():
    print(f"no {SHARED}: the cases and sessions that lie there are not tried", file=sys.stderr)


def shared(folder, pattern):
    return sorted((SHARED / folder).glob(pattern))


class RoundTrip(Case):
    def check(self, path):
        with self.subTest(path.name):
            text = text_of(path)
            events, labels = events_of(text)
            log = self.imported(text)
            again, labels_again = cat(log)
            self.assertGreater(len(events), 0)
            self.assertEqual(len(events), len(again))
            for expected, got in zip(events, again, strict=True):
                self.assertEqual(expected, got)
            self.assertEqual(labels, labels_again)
            # What cat prints makes the same log, byte for byte.
            printed = arlog("cat", log, "--format", "ndjson").stdout
            copy = arlog("import", "-", "-o", "-", stdin=printed)
            self.assertEqual(copy.returncode, 0, copy.stderr)
            self.assertEqual(copy.stdout, log.read_bytes())

    def test_samples(self):
        self.assertGreaterEqual(len(LOGS), 8)
        for path in LOGS:
            self.check(path)

    def test_every_kind(self):
        path = self.folder / "every.ndjson"
        path.write_text(every_kind.ndjson())
        self.check(path)

    def test_times_numbers_and_labels(self):
        path = self.folder / "odd.ndjson"
        path.write_text(
            "# numbers with holes, a repeated time, an event from the past, own times, names, blank lines\n\n"
            '{"seq":5,"t":0.5,"time":"2026-05-11T16:20:05.123456789+02:00","event":"user.action","name":"a"}\n'
            '{"id":"7d3c0a55-8c1b-4b61-9f0e-0242ac120001","event":"log.label","t":0.5,"label":"chair"}\r\n'
            '{"seq":7,"t":0.500000001,"event":"anchor.updated","anchor":"7D3C0A55-8C1B-4B61-9F0E-0242AC120001"}\n'
            '  {"seq":8,"t":0.5,"event":"user.action","name":"late"}\n'
            '{"seq":9,"t":2,"at":1.999999999,"event":"camera.pose"}\n'
            '{"seq":4000000000,"t":3e0,"event":"session.pause","session":"main"}'
        )
        self.check(path)

    @unittest.skipUnless(SHARED.is_dir(), f"no {SHARED}")
    def test_shared_cases(self):
        for path in shared("cases", "*.ndjson"):
            self.check(path)

    @unittest.skipUnless(SHARED.is_dir(), f"no {SHARED}")
    def test_shared_sessions(self):
        for path in shared("sessions", "*.ndjson.gz"):
            self.check(path)
