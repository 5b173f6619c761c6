"""What arlog repaired opens in the official MCAP library for Python, which takes none of it as it was."""

from mcap.reader import NonSeekingReader, SeekingReader
from support import LOGS, ROOT, Case, arlog

LOG = ROOT / "logs" / "placement.mcap"


def read(path, reader):
    with open(path, "rb") as stream:
        opened = reader(stream, validate_crcs=True)
        return [
            (channel.topic, message.sequence, message.log_time, message.data)
            for _, channel, message in opened.iter_messages(log_time_order=False)
        ]


class Repaired(Case):
    def test_a_sealed_log_opens_and_has_what_was_whole(self):
        whole = LOG.read_bytes()
        for length in (len(whole) - 9, len(whole) - 100, len(whole) * 3 // 4):
            cut = self.folder / "cut.mcap"
            cut.write_bytes(whole[:length])
            result = arlog("seal", cut)
            self.assertEqual(result.returncode, 0, result.stderr.decode())
            messages = read(cut, NonSeekingReader)
            self.assertEqual(messages, read(cut, SeekingReader))
            self.assertEqual(messages, read(LOG, NonSeekingReader)[: len(messages)])

    def test_a_recovered_log_opens_and_has_a_gap_for_what_is_lost(self):
        source = next(path for path in LOGS if path.stem == "collaboration")
        log = self.imported(source, "--chunk-size", "4096")
        whole = read(log, NonSeekingReader)
        damaged = self.folder / "damaged.mcap"
        data = bytearray(log.read_bytes())
        data[len(data) // 2] ^= 0xFF
        damaged.write_bytes(data)
        target = self.folder / "recovered.mcap"
        result = arlog("recover", damaged, "-o", target)
        self.assertEqual(result.returncode, 3, result.stderr.decode())
        found = read(target, NonSeekingReader)
        self.assertEqual(found, read(target, SeekingReader))
        gaps = [message for message in found if message[0] == "/log/gap"]
        self.assertEqual(len(gaps), 1)
        self.assertEqual([message for message in found if message not in gaps], [m for m in whole if m in found])
        self.assertLess(len(found), len(whole))
