"""What the tests of each rule show, from the tags in their sources.

A test file belongs to the rule with the longest type name it begins with: DuplicateNodeQuietTests to duplicate-node. A
test with several tags counts for each, one with arguments counts once.
"""

import re

# The tags of RuleTags.swift, with the heads of their columns.
TAGS = {
    "positive": "positive",
    "lookAlike": "look-alikes",
    "limit": "limit",
    "logEnd": "log's end",
    "twoSessions": "two sessions",
    "twoDevices": "two devices",
    "gap": "gap",
}


def type_name(rule):
    """`double-run` as a type's name."""
    return "".join(part.capitalize() for part in rule.split("-"))


def counts(folder, rules):
    """For each rule how many tests carry each tag."""
    found = {rule: dict.fromkeys(TAGS, 0) for rule in rules}
    names = {type_name(rule): rule for rule in rules}
    for path in sorted(folder.glob("*Tests.swift")):
        stem = path.stem.removesuffix("Tests")
        fitting = [name for name in names if re.fullmatch(name + r"([A-Z]\w*)?", stem)]
        if not fitting:
            continue
        rule = names[max(fitting, key=len)]
        for tags in re.findall(r"\.tags\(([^)]*)\)", path.read_text()):
            for tag in re.findall(r"\.(\w+)", tags):
                if tag in TAGS:
                    found[rule][tag] += 1
    return found


def page(folder, rules):
    """The page; `rules` are the entries of `arlog rules --json`."""
    lines = [
        "# What is tested of each rule",
        "",
        "Made from the tags of the tests in `Tests/ProjectionsTests`. The numbers are tests; one with many arguments counts",
        "once. A rule without a limit has none to test: `·`. Besides these, tests of the whole catalogue hold each rule's",
        "example against two devices in one file, against two sessions at once, and against every limit set to extremes.",
        "",
        "| rule | " + " | ".join(TAGS.values()) + " |",
        "|---" * (len(TAGS) + 1) + "|",
    ]
    found = counts(folder, [rule["id"] for rule in rules])
    for rule in rules:
        cells = [str(number) for number in found[rule["id"]].values()]
        if not rule["limits"] and cells[2] == "0":
            cells[2] = "·"
        lines.append(f"| `{rule['id']}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
