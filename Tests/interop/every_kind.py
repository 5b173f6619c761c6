"""NDJSON with every kind of event, made from `arlog schema --json`, so that new kinds come by themselves."""

import json

from support import vocabulary

UUIDS = [f"7D3C0A55-8C1B-4B61-9F0E-0242AC12{n:04X}" for n in range(1 << 12)]


class Maker:
    """Makes values: other ones each time, edge values among them."""

    def __init__(self, text="Wörter, \"quotes\" \\ & <b>\n\t%s 会議 🔆 "):
        self.text = text
        self.count = 0

    def field(self, field, everything):
        self.count += 1
        n = self.count
        kind = field["type"]
        if kind == "id":
            return UUIDS[n] if n % 2 else f"label {n} ü"
        if kind == "text":
            return "" if n % 7 == 0 else f"{self.text}{n}"
        if kind == "bool":
            return n % 2 == 0
        if kind == "count":
            return [0, 1, 300, 2**32, 2**53, 2**64 - 1][n % 6]
        if kind == "integer":
            return [0, -1, 102, 2**31 - 1, -(2**31)][n % 5]
        if kind == "number":
            return [0, 0.5, 0.1, 1, 0.30000000000000004][n % 5]
        if kind == "[x, y, z]":
            return [0.1 * n, -0.0, 1e-7]
        if kind == "[x, y, z, w]":
            return [0, 0.70710678, -0.70710678, 0.123456789]
        if kind == "value":
            return field["values"][n % len(field["values"])]
        if kind == "values":
            return field["values"]
        if kind == "texts":
            return [f"{self.text}{n}", "", "b"]
        if kind == "text to text":
            return {"k " + self.text: self.text, "": "", "n": str(n)}
        if "fields" in field:
            return self.fields(field["fields"], everything)
        raise AssertionError(f"no value is known for type {kind}")

    def fields(self, fields, everything):
        return {f["name"]: self.field(f, everything) for f in fields if everything or f["isRequired"]}

    def special(self, name, given):
        """What the vocabulary asks of single fields beyond their type."""
        if "transitions" in given:
            given["transitions"] = ["a>b", "*>a"]
        return given

    def lines(self):
        for name, kind in vocabulary().items():
            if name == "log.label":
                continue
            yield name, self.special(name, self.fields(kind["fields"], True))
            yield name, self.special(name, self.fields(kind["fields"], False))
            # Each field alone beside the required ones, so that presence shows.
            for field in kind["fields"]:
                if not field["isRequired"]:
                    given = self.fields(kind["fields"], False) | {field["name"]: self.field(field, False)}
                    yield name, self.special(name, given)


def ndjson(maker=None):
    lines = []
    for number, (name, fields) in enumerate((maker or Maker()).lines()):
        line = {"t": number / 4, "event": name} | fields
        if number == 0:
            line["time"] = "2026-05-11T14:20:05.000000001Z"
        if number % 5 == 4:
            line["at"] = number / 4 - 0.125
        lines.append(json.dumps(line, ensure_ascii=number % 2 == 0))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(ndjson(), end="")
