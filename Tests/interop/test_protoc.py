"""`protoc` accepts the vocabulary as proto3, describes it as logs embed it, and decodes a message of every kind."""

import subprocess

import every_kind
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format
from mcap.reader import SeekingReader
from support import Case, arlog, vocabulary


def shape(message):
    """A message as its descriptor says, without comments, options and the files it lies in."""
    fields = [
        (f.name, f.number, f.type, f.label, f.proto3_optional, f.type_name.split(".")[-2:])
        for f in message.field
    ]
    enums = [(e.name, [(v.name, v.number) for v in e.value]) for e in message.enum_type]
    nested = [shape(n) for n in message.nested_type]
    return (message.name, sorted(fields), sorted(enums), sorted(nested, key=str))


class Protoc(Case):
    def setUp(self):
        super().setUp()
        self.proto = self.folder / "arlog.proto"
        self.proto.write_bytes(arlog("schema", "--format", "proto").stdout)
        described = self.folder / "arlog.bin"
        self.protoc(f"--descriptor_set_out={described}", "--fatal_warnings", self.proto)
        self.described = descriptor_pb2.FileDescriptorSet.FromString(described.read_bytes())

    def protoc(self, *arguments, stdin=b""):
        command = ["protoc", f"--proto_path={self.folder}", *map(str, arguments)]
        result = subprocess.run(command, input=stdin, capture_output=True, timeout=60)
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        return result.stdout

    def test_decodes_every_kind(self):
        pool = descriptor_pool.DescriptorPool()
        for file in self.described.file:
            pool.Add(file)
        # One with every field, one with the required ones, of each kind.
        messages = {}
        with open(self.imported(every_kind.ndjson()), "rb") as stream:
            for schema, _, message in SeekingReader(stream).iter_messages(log_time_order=False):
                messages.setdefault(schema.name, []).append(message.data)
        self.assertEqual(set(messages), {kind["schema"] for kind in vocabulary().values()})
        for name, found in messages.items():
            kind = message_factory.GetMessageClass(pool.FindMessageTypeByName(name))
            for data in found[:2]:
                with self.subTest(name):
                    text = self.protoc(f"--decode={name}", self.proto, stdin=data).decode()
                    self.assertNotRegex(text, r"(?m)^\s*\d+:", "an unknown field")
                    self.assertEqual(text_format.Parse(text, kind()), kind.FromString(data))

    def test_logs_embed_the_same(self):
        proto = {m.name: shape(m) for file in self.described.file for m in file.message_type}
        with open(self.imported(every_kind.ndjson()), "rb") as stream:
            schemas = SeekingReader(stream).get_summary().schemas.values()
        self.assertEqual(len({schema.name for schema in schemas}), len(vocabulary()))
        for schema in schemas:
            with self.subTest(schema.name):
                self.assertEqual(schema.encoding, "protobuf")
                embedded = descriptor_pb2.FileDescriptorSet.FromString(schema.data)
                found = {m.name: shape(m) for file in embedded.file for m in file.message_type}
                name = schema.name.removeprefix("arlog.")
                self.assertEqual(found[name], proto[name])
