"""The official MCAP library for Python reads what arlog writes: same counts, same values, CRCs validated."""

import collections
import uuid

import every_kind
from mcap.reader import NonSeekingReader, SeekingReader
from mcap_protobuf.decoder import DecoderFactory
from support import LOGS, Case, cat, identity, value_of, vocabulary

Seen = collections.namedtuple("Seen", "sequence time own topic schema message device")
READERS = (SeekingReader, NonSeekingReader)


def read(path, reader):
    with open(path, "rb") as stream:
        opened = reader(stream, validate_crcs=True, decoder_factories=[DecoderFactory()])
        for schema, channel, message, decoded in opened.iter_decoded_messages(log_time_order=False):
            device = channel.metadata.get("device")
            yield Seen(
                message.sequence, message.log_time, message.publish_time, channel.topic, schema.name, decoded, device
            )


class Decoded:
    """Turns decoded messages into what `events_of` gives, by the names of their fields alone."""

    def __init__(self, labels):
        self.labels = labels

    def id(self, data):
        assert len(data) == 16
        return self.labels.get(data, str(uuid.UUID(bytes=data)).upper())

    def value(self, field, message):
        kind, name = field["type"], field["name"]
        value = getattr(message, name)
        described = message.DESCRIPTOR.fields_by_name[name]
        if kind == "id":
            return self.id(value)
        if kind == "value":
            return described.enum_type.values_by_number[value].name
        if kind == "values":
            return [described.enum_type.values_by_number[number].name for number in value]
        if kind == "text to text":
            return dict(value)
        if "fields" in field:
            return self.fields(field["fields"], value)
        return value

    def fields(self, fields, message):
        names = {field.name for field in message.DESCRIPTOR.fields}
        assert names == {field["name"] for field in fields}, message.DESCRIPTOR.full_name
        payload = {}
        for field in fields:
            described = message.DESCRIPTOR.fields_by_name[field["name"]]
            if described.has_presence and not message.HasField(field["name"]):
                assert not field["isRequired"], f"{message.DESCRIPTOR.full_name}.{field['name']} is missing"
                continue
            value = self.value(field, message)
            if "fields" not in field:
                value = value_of(field, value, field["name"])
            if value is not None:
                payload[field["name"]] = value
        return payload


class OfficialReader(Case):
    def check(self, log):
        expected, _ = cat(log)
        for reader in READERS:
            with self.subTest(log=log.name, reader=reader.__name__):
                seen = list(read(log, reader))
                labels = {}
                for one in seen:
                    if one.topic == "/log/label" and one.sequence == 0:
                        labels[one.message.id] = one.message.label
                decoded = Decoded(labels)
                events = []
                for one in seen:
                    if one.topic == "/log/label":
                        continue
                    name = one.topic[1:].replace("/", ".")
                    kind = vocabulary()[name]
                    self.assertEqual((one.topic, one.schema), (kind["topic"], kind["schema"]))
                    own = one.own if one.own != one.time else None
                    device = identity(one.device) if one.device and name != "log.opened" else None
                    payload = decoded.fields(kind["fields"], one.message)
                    events.append((one.sequence, one.time, own, name, device, payload))
                counts = collections.Counter(event[3] for event in expected)
                self.assertEqual(counts, collections.Counter(event[3] for event in events))
                for one, other in zip(expected, events, strict=True):
                    self.assertEqual(one, other)

        with open(log, "rb") as stream:
            reader = SeekingReader(stream, validate_crcs=True)
            self.assertEqual(reader.get_header().profile, "arlog")
            summary = reader.get_summary()
            topics = collections.Counter(one.topic for one in seen)
            counted = collections.Counter()
            for number, count in summary.statistics.channel_message_counts.items():
                counted[summary.channels[number].topic] += count
            self.assertEqual(topics, counted)
            self.assertEqual(summary.statistics.message_count, len(seen))
            self.assertEqual(summary.statistics.chunk_count, len(summary.chunk_indexes))

    def test_samples(self):
        for path in LOGS:
            self.check(path.with_suffix(".mcap"))

    def test_every_kind(self):
        text = every_kind.ndjson()
        names = {line for line in vocabulary() if line != "log.label"}
        for name, options in (("lz4", ()), ("none", ("--compression", "none")), ("small", ("--chunk-size", "1024"))):
            source = self.folder / f"{name}.ndjson"
            source.write_text(text)
            log = self.imported(source, *options)
            self.assertEqual({event[3] for event in cat(log)[0]}, names)
            self.check(log)

    def test_a_log_of_several_devices(self):
        log = self.imported(
            '{"t":0,"event":"log.opened","device":"phone-a"}\n'
            '{"t":0.5,"event":"user.action","device":"phone-b","name":"b"}\n'
            '{"t":1,"event":"user.action","device":"phone-a","name":"a"}\n'
        )
        self.check(log)
