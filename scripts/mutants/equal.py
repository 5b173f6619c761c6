"""The changes known to be equal to what they change, from equal.txt."""

import re
from pathlib import Path


def patterns():
    """The reasons with what they are true of.

    The file holds, for each reason, the changes it is true of, one a line as `scripts/mutate` names them, with the file's
    name before: `Drift: < as <=: the line`. A `*` stands for anything. Below them is the reason, indented.
    """
    found, keys = [], []
    for line in (Path(__file__).parent / "equal.txt").read_text().splitlines():
        if line.startswith(" "):
            found += [(re.compile(re.escape(key).replace(r"\*", ".*")), line.strip()) for key in keys]
            keys = []
        elif line and not line.startswith("#"):
            keys.append(line)
    return found


def reasons(mutants):
    """The reason of each change that is known to be equal, by its key."""
    known = patterns()
    found = {}
    for key in {mutant.key for mutant in mutants}:
        for pattern, reason in known:
            if pattern.fullmatch(key):
                found.setdefault(key, reason)
    return found
