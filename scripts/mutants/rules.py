"""The changes of every rule, and the tests that should notice them."""

import re
from dataclasses import dataclass
from pathlib import Path

import rules_tested

from . import changes

ROOT = Path(__file__).resolve().parent.parent.parent
RULES = Path("Sources/Projections/Rules")


@dataclass
class Mutant:
    """A change with its number, the rules it is of, and what became of it."""

    number: int
    path: Path
    change: changes.Mutation
    suites: tuple[str, ...]
    result: str = ""

    @property
    def rule(self):
        """The rule, or the file that several rules share."""
        return self.suites[0] if len(self.suites) == 1 else self.path.name

    @property
    def key(self):
        """What names the change as long as its line stays."""
        return f"{self.path.stem}: {self.change}"

    def __str__(self):
        return f"{self.path}:{self.change.line}: {self.change}"


def ids():
    """The id of every rule of the catalogue, in its order."""
    catalogue = (ROOT / "Sources/Projections/Engine/Catalogue.swift").read_text()
    names = re.findall(r"(\w+)\.self", catalogue)
    return [re.search(r'\bid: "([^"]+)"', (ROOT / RULES / f"{name}.swift").read_text())[1] for name in names]


def users(stem, files, of_rules):
    """The rules whose files name what a shared file declares: its types, or its functions where it has none; and those
    that name a type of a shared file that does."""
    types = {each: re.findall(r"^(?:[a-z]+ )*(?:class|struct|enum) (\w+)", files[each], re.MULTILINE) for each in files}
    declared = types[stem] or re.findall(r"^ *func (\w+)", files[stem], re.MULTILINE)
    found, seen = set(), {stem}
    while declared:
        words = re.compile(rf"\b({'|'.join(declared)})\b")
        naming = {other for other, text in files.items() if other not in seen and words.search(text)}
        seen |= naming
        found |= {of_rules[other] for other in naming if other in of_rules}
        declared = [name for other in naming if other not in of_rules for name in types[other]]
    return tuple(sorted(found))


def mutants():
    """Every change, numbered from 1: those of the rules in the order of the catalogue, then those of what they share."""
    files = {path.stem: path.read_text() for path in sorted((ROOT / RULES).glob("*.swift"))}
    names = {rules_tested.type_name(rule): rule for rule in ids()}
    of_rules = {stem: names[stem.split("-")[0]] for stem in files if stem.split("-")[0] in names}
    order = list(names.values())
    found = []
    for stem in sorted(files, key=lambda stem: (order.index(of_rules[stem]) if stem in of_rules else len(order), stem)):
        suites = (of_rules[stem],) if stem in of_rules else users(stem, files, of_rules)
        for change in changes.of(files[stem]):
            found.append(Mutant(len(found) + 1, RULES / f"{stem}.swift", change, suites))
    return found


def chosen(mutants, rules, limit):
    """Those of these rules, at most so many of each; all of all rules and of what they share where none is named."""
    by_rule = {}
    for mutant in mutants:
        if not rules or mutant.rule in rules:
            by_rule.setdefault(mutant.rule, []).append(mutant)
    if limit:
        for rule, found in by_rule.items():
            if limit < len(found):
                by_rule[rule] = [found[index * len(found) // limit] for index in range(limit)]
    return [mutant for found in by_rule.values() for mutant in found]
