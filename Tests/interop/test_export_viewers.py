"""Exports for viewers: what other programs read in them. Foxglove's messages by the official library, Foxglove's own
schemas and Rerun; traces by rules of the Trace Event Format, since Perfetto's own reader can't be had from PyPI."""

import collections
import importlib
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from mcap.reader import NonSeekingReader, SeekingReader
from mcap_protobuf.decoder import DecoderFactory
from support import LOGS, Case, arlog

DUPLICATE = next(path for path in LOGS if "duplicate-speaker" in path.name)
FOREIGN = {
    "/tf": "foxglove.FrameTransforms",
    "/anchors/poses": "foxglove.PosesInFrame",
    "/scene": "foxglove.SceneUpdate",
    "/log": "foxglove.Log",
}


def raw(path):
    """Every message as it lies in the file: schema, topic, number, times, bytes."""
    with open(path, "rb") as stream:
        reader = SeekingReader(stream, validate_crcs=True)
        for schema, channel, message in reader.iter_messages(log_time_order=False):
            yield (
                schema.name,
                schema.data,
                channel.id,
                channel.topic,
                message.sequence,
                message.log_time,
                message.publish_time,
                message.data,
            )


class Exported(Case):
    def exported(self, source, form, suffix, *options):
        target = self.folder / (Path(source).name.split(".")[0] + suffix)
        result = arlog("export", source, "--to", form, "-o", target, "--force", "--quiet", *options)
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        return target


class ExportFoxglove(Exported):
    def test_export_is_decoded_whole_by_the_official_reader(self):
        for log in LOGS:
            path = self.exported(log.with_suffix(".mcap"), "foxglove", ".fox.mcap")
            for reader in (SeekingReader, NonSeekingReader):
                with self.subTest(log=log.name, reader=reader.__name__), open(path, "rb") as stream:
                    opened = reader(stream, validate_crcs=True, decoder_factories=[DecoderFactory()])
                    count, last = collections.Counter(), 0
                    for schema, channel, message, _ in opened.iter_decoded_messages(log_time_order=False):
                        self.assertGreaterEqual(message.log_time, last)
                        last = message.log_time
                        count[channel.topic] += 1
                        if channel.topic in FOREIGN:
                            self.assertEqual(schema.name, FOREIGN[channel.topic])
                    self.assertEqual(count["/tf"] > 0, count["/camera/pose"] + count["/anchor/added"] > 0)
                    self.assertEqual(count["/anchors/poses"] > 0, count["/anchor/added"] > 0)
                    self.assertEqual(count["/scene"] > 0, count["/anchor/added"] + count["/node/attached"] > 0)

    def test_export_keeps_the_events_byte_for_byte(self):
        for log in LOGS:
            original = log.with_suffix(".mcap")
            path = self.exported(original, "foxglove", ".fox.mcap")
            # Labels are repeated in every chunk, and where chunks end is nobody's business.
            kept = [x for x in raw(path) if not x[0].startswith("foxglove.") and x[3] != "/log/label"]
            self.assertEqual(kept, [x for x in raw(original) if x[3] != "/log/label"])

    def test_export_has_the_schemas_that_foxglove_publishes(self):
        path = self.exported(DUPLICATE, "foxglove", ".fox.mcap")
        with open(path, "rb") as stream:
            summary = SeekingReader(stream).get_summary()
        seen = set()
        for schema in summary.schemas.values():
            if not schema.name.startswith("foxglove."):
                continue
            files = FileDescriptorSet.FromString(schema.data).file
            known = set()
            for file in files:
                self.assertLessEqual(set(file.dependency), known, "what is imported comes first")
                known.add(file.name)
                module = file.name.removesuffix(".proto").replace("/", ".")
                module = module.replace("foxglove.", "foxglove_schemas_protobuf.")
                official = FileDescriptorProto()
                importlib.import_module(module + "_pb2").DESCRIPTOR.CopyToProto(official)
                self.assertEqual((file.name, file.package), (official.name, official.package))
                self.assertEqual(set(file.dependency), set(official.dependency))
                for message in (*file.message_type, *official.message_type):
                    for field in message.field:
                        field.ClearField("json_name")
                    message.ClearField("options")
                self.assertEqual(list(file.message_type), list(official.message_type))
                seen.add(file.name)
        self.assertIn("foxglove/SceneEntity.proto", seen)
        self.assertIn("google/protobuf/duration.proto", seen)

    def test_export_tells_what_the_finding_is_about(self):
        path = self.exported(DUPLICATE, "foxglove", ".fox.mcap")
        findings = json.loads(arlog("check", DUPLICATE, "--json", "--fail-on", "never").stdout)["logs"][0]["findings"]
        with open(path, "rb") as stream:
            reader = SeekingReader(stream, decoder_factories=[DecoderFactory()])
            logs = [x[3] for x in reader.iter_decoded_messages(topics=["/log"])]
            scenes = [x[3] for x in reader.iter_decoded_messages(topics=["/scene"])]
        told = [x for x in logs if x.name in {finding["rule"] for finding in findings}]
        self.assertEqual([x.line for x in told], [finding["events"][-1] for finding in findings])
        for log, finding in zip(told, findings, strict=True):
            self.assertIn(finding["message"], log.message)
        entities = [entity for scene in scenes for entity in scene.entities]
        red = {entity.id for entity in entities for sphere in entity.spheres if sphere.color.r > sphere.color.b * 5}
        self.assertEqual(len(red), 2)

    def test_export_opens_in_rerun(self):
        path = self.exported(DUPLICATE, "foxglove", ".fox.mcap")
        rerun = Path(sys.executable).parent / "rerun"
        target = self.folder / "x.rrd"
        subprocess.run(
            ["timeout", "120", rerun, "mcap", "convert", path, "-o", target], check=True, capture_output=True
        )
        stats = subprocess.run(
            ["timeout", "120", rerun, "rrd", "stats", target], check=True, capture_output=True, text=True
        ).stdout
        for component in ("Transform3D:translation", "InstancePoses3D:translations", "TextLog:text"):
            self.assertRegex(stats, rf"\b{component}: [1-9]")
        shown = subprocess.run(
            ["timeout", "120", rerun, "rrd", "print", target], check=True, capture_output=True, text=True
        ).stdout
        for entity in ("/tf", "/anchors/poses", "/log"):
            rows = [int(x) for x in re.findall(rf"with (\d+) rows \([^)]*\) - {entity} ", shown)]
            self.assertGreater(max(rows), 1, entity)


class ExportPerfetto(Exported):
    def trace(self, source, *options):
        text = self.exported(source, "perfetto", ".json", *options).read_text()

        def pairs(found):
            names = [name for name, _ in found]
            self.assertEqual(len(names), len(set(names)), found)
            return dict(found)

        def constant(name):
            raise ValueError(f"{name} is no JSON")

        return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)

    def test_export_is_a_trace(self):
        for log in LOGS:
            with self.subTest(log=log.name):
                self.check(self.trace(log))

    def test_export_of_hostile_names(self):
        text = "\\u001b[31m</script>\\u202e\\ud83d\\ude00\\u0000" + "x" * 65536
        log = self.folder / "in.ndjson"
        log.write_text(
            f'{{"t":0,"event":"view.appeared","view":"{text}"}}\n'
            f'{{"t":1,"event":"state.changed","machine":"{text}","from":"a","to":"{text}"}}\n'
            f'{{"t":2,"event":"log.marker","text":"{text}"}}\n'
        )
        trace = self.trace(log)
        self.check(trace)
        self.assertIn(
            "\x1b[31m</script>\u202e\U0001f600\0xxx",
            json.dumps(trace, ensure_ascii=False).replace("\\u001b", "\x1b").replace("\\u0000", "\0"),
        )

    def check(self, trace):
        self.assertEqual(set(trace), {"displayTimeUnit", "traceEvents", "otherData"})
        threads, used, last = {}, set(), {}
        slices = [x for x in trace["traceEvents"] if x["ph"] == "X"]
        self.assertTrue(slices)
        for one in sorted(slices, key=lambda x: x["ts"]):
            self.assertGreaterEqual(one["dur"], 0)
            self.assertGreaterEqual(one["ts"] + 0.0005, last.get(one["tid"], 0), one)
            last[one["tid"]] = one["ts"] + one["dur"]
        for one in trace["traceEvents"]:
            self.assertIsInstance(one["name"], str)
            self.assertIsInstance(one["pid"], int)
            self.assertNotEqual(one.get("tid"), one["pid"])
            if one["ph"] == "M":
                if one["name"] == "thread_name":
                    self.assertNotIn(one["tid"], threads)
                    threads[one["tid"]] = one["args"]["name"]
            elif one["ph"] == "C":
                for value in one["args"].values():
                    self.assertIsInstance(value, (int, float))
            else:
                self.assertIn(one["ph"], "Xi")
                self.assertGreaterEqual(one["ts"], 0)
                used.add((one["pid"], one["tid"]))
        self.assertEqual({tid for _, tid in used}, set(threads))


if __name__ == "__main__":
    unittest.main()
