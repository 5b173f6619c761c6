"""MCAP files that the official library for Python wrote: strangers' messages, and arlog's own in other clothes."""

import json

from google.protobuf.timestamp_pb2 import Timestamp
from mcap.reader import SeekingReader
from mcap.writer import CompressionType, Writer
from mcap_protobuf.writer import Writer as ProtobufWriter
from support import LOGS, Case, arlog, cat

LAYOUTS = {
    "lz4": {"compression": CompressionType.LZ4, "chunk_size": 2000},
    "uncompressed": {"compression": CompressionType.NONE, "chunk_size": 2000},
    "unchunked": {"use_chunking": False},
    "no summary": {
        "compression": CompressionType.LZ4,
        "use_statistics": False,
        "use_summary_offsets": False,
        "repeat_channels": False,
        "repeat_schemas": False,
    },
}


class Strangers(Case):
    def write_json(self, layout, topic="/diag nostics"):
        path = self.folder / "stranger.mcap"
        with open(path, "wb") as stream:
            writer = Writer(stream, **layout)
            writer.start(profile="other", library="x")
            schema = writer.register_schema("state", "jsonschema", b'{"type":"object"}')
            channel = writer.register_channel(topic, "json", schema)
            bare = writer.register_channel("/bare", "", 0)
            for number in range(100):
                data = json.dumps({"number": number}).encode()
                writer.add_message(channel, 10**18 + number, data, 10**18, number)
            writer.add_message(bare, 10**18, b"\x00\xff", 10**18)
            writer.add_attachment(1, 1, "a.txt", "text/plain", b"hello")
            writer.add_metadata("m", {"k": "v"})
            writer.finish()
        return path

    def check_stranger(self, path, counts):
        info = arlog("info", path, "--json")
        self.assertEqual((info.returncode, info.stderr), (0, b""))
        log = json.loads(info.stdout)["logs"][0]
        self.assertEqual((log["events"], log["otherTopics"]), (0, counts))
        text = arlog("info", path)
        self.assertEqual((text.returncode, text.stderr), (0, b""))
        for command in ("cat", "check", "anchors", "trace"):
            result = arlog(command, path)
            self.assertEqual((result.returncode, result.stdout), (2, b""), command)
            self.assertRegex(result.stderr.decode(), r"\Aarlog: \S+: no arlog events [^\n]*arlog info[^\n]*\n\Z")

    def test_json(self):
        for name, layout in LAYOUTS.items():
            with self.subTest(name):
                self.check_stranger(self.write_json(layout), {"/diag nostics": 100, "/bare": 1})

    def test_protobuf(self):
        path = self.folder / "stranger.mcap"
        with open(path, "wb") as stream, ProtobufWriter(stream, compression=CompressionType.LZ4) as writer:
            for number in range(50):
                writer.write_message("/clock", Timestamp(seconds=number), log_time=number + 1)
        self.check_stranger(path, {"/clock": 50})

    def test_a_strangers_topics_stay_inert(self):
        for command in ("info", "cat", "check"):
            path = self.write_json({}, topic="/\x1b]0;x\x07\x1b[31m\u202e\x9b")
            result = arlog(command, path)
            for text in (result.stdout.decode(), result.stderr.decode()):
                self.assertTrue(all(c == "\n" or c >= " " and c not in "\x7f\x9b\u202e" for c in text), text)

    def rewritten(self, source, layout, extra=False):
        """The messages of a log, written again by the other library, under channel numbers of its own."""
        target = self.folder / "rewritten.mcap"
        with open(source, "rb") as stream, open(target, "wb") as out:
            writer = Writer(out, **layout)
            writer.start()
            if extra:
                foreign = writer.register_channel("/foreign", "json", 0)
            channels = {}
            for schema, channel, message in SeekingReader(stream).iter_messages(log_time_order=False):
                if channel.id not in channels:
                    number = writer.register_schema(schema.name, schema.encoding, schema.data)
                    channels[channel.id] = writer.register_channel(channel.topic, channel.message_encoding, number)
                if extra:
                    writer.add_message(foreign, message.log_time, b"{}", message.log_time)
                number = channels[channel.id]
                writer.add_message(number, message.log_time, message.data, message.publish_time, message.sequence)
            writer.finish()
        return target

    def test_our_events_in_their_layout(self):
        for source in LOGS[:3]:
            log = source.with_suffix(".mcap")
            for name, layout in LAYOUTS.items():
                for extra in (False, True):
                    with self.subTest(source=source.name, layout=name, extra=extra):
                        copy = self.rewritten(log, layout, extra)
                        self.assertEqual(cat(copy), cat(log))
                        one, other = arlog("check", "--json", copy), arlog("check", "--json", log)
                        self.assertEqual(one.returncode, other.returncode)
                        one, other = (json.loads(x.stdout)["logs"][0]["findings"] for x in (one, other))
                        self.assertEqual(one, other)

    def test_compression_that_is_not_known_is_said(self):
        copy = self.rewritten(LOGS[0].with_suffix(".mcap"), {"compression": CompressionType.ZSTD})
        for command in ("cat", "check", "info"):
            result = arlog(command, copy)
            self.assertEqual(result.returncode, 3, (command, result.stderr))
            self.assertIn(b"zstd", result.stderr)
