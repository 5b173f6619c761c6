"""The copy of the tree in which all changes are built, each behind its number, and its tests are run."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import rules_tested

from . import changes
from .rules import ROOT, RULES

# Says that a folder is a copy of ours: only there anything is written or removed.
MARK = ".mutate"
# What is of the copy alone, and where it stands there.
OWN = {"Package.swift": "Package.swift", "Mutants.swift": "Sources/Projections/Mutants.swift"}
FOLDERS = (
    "Sources/CLZ4", "Sources/CDeflate", "Sources/EventLog", "Sources/Projections", "Tests/TestSupport",
    "Tests/ProjectionsTests",
)
PRODUCT = ".build/debug/mutantsPackageTests.xctest"
# Tests of a rule that run longer than this many seconds hang, and noticed.
PATIENCE = 60


def put(text, target):
    """Writes a file; one that is the same keeps its time, so that it is not built again."""
    if not target.exists() or target.read_bytes() != text:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text)


def bring_up_to_date(copy):
    """Makes the copy what the tree is; the rules are left as they were built."""
    mark = copy / MARK
    if copy.exists() and any(copy.iterdir()) and not mark.exists():
        sys.exit(f"mutate: {copy} holds something else; name a new folder")
    copy.mkdir(parents=True, exist_ok=True)
    mark.touch()
    wanted = {Path(place): ROOT / "scripts/mutants" / name for name, place in OWN.items()}
    for folder in FOLDERS:
        wanted |= {path.relative_to(ROOT): path for path in (ROOT / folder).rglob("*") if path.is_file()}
    for place, path in wanted.items():
        if "Rules" not in place.parts:
            put(path.read_bytes(), copy / place)
    for folder in ("Sources", "Tests"):
        for path in (copy / folder).rglob("*"):
            if path.is_file() and path.relative_to(copy) not in wanted:
                path.unlink()


def swift_build(copy, *words):
    """Whether it built, and what was said."""
    done = subprocess.run(
        ["swift", "build", *words], cwd=copy, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.returncode == 0, done.stdout.decode(errors="replace")


def build(copy, mutants):
    """Builds all changes; those at which the compiler stops are left out, and their result is "not built".

    The copy's mark remembers them for the next run.
    """
    known = set((copy / MARK).read_text().splitlines())
    for mutant in mutants:
        mutant.result = "not built" if mutant.key in known else ""
    while True:
        for path in {mutant.path for mutant in mutants}:
            numbered = [(each.number, each.change) for each in mutants if each.path == path and not each.result]
            put(changes.switched((ROOT / path).read_text(), numbered).encode(), copy / path)
        well, output = swift_build(copy, "--target", "Projections")
        if well:
            break
        if not leave_out(mutants, output):
            sys.exit(f"mutate: the tree does not build\n{output}")
    (copy / MARK).write_text("".join(f"{each.key}\n" for each in mutants if each.result))
    well, output = swift_build(copy, "--build-tests")
    if not well:
        sys.exit(f"mutate: the tests do not build\n{output}")


def leave_out(mutants, output):
    """Leaves out the changes of the lines that the compiler names, or before them; returns whether there were any."""
    places = set(re.findall(rf"({RULES}/[\w-]+\.swift):(\d+):\d+: error:", output))
    left_out = 0
    for path, line in places:
        there = [
            each for each in mutants if str(each.path) == path and not each.result and each.change.line <= int(line)
        ]
        last = max((each.change.line for each in there), default=0)
        for each in there:
            if each.change.line == last:
                each.result = "not built"
                left_out += 1
    return left_out > 0


def passes(copy, rule, number=0):
    """Whether the tests of the rule pass where this change is made; tests that hang do not. Ends at the first failure.

    They are those of the rule's own files, and those of the whole catalogue with the rule's example.
    """
    own = rf"{rules_tested.type_name(rule)}([A-Z]\w*)?"
    suites = rf"ProjectionsTests\.({own}|RuleContract|CatalogueGap|CatalogueMix|CatalogueTwice)Tests"
    process = subprocess.Popen(
        [(copy / PRODUCT).resolve(), "--testing-library", "swift-testing", "--filter", suites],
        cwd=copy, env=os.environ | {"ARLOG_MUTANT": str(number), "ARLOG_RULE": rule}, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    patience = threading.Timer(PATIENCE, process.kill)
    patience.start()
    try:
        for line in process.stdout:
            if "✘".encode() in line:
                return False
        return process.wait() == 0
    finally:
        patience.cancel()
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def is_noticed(copy, mutant):
    return any(not passes(copy, rule, mutant.number) for rule in mutant.suites)
