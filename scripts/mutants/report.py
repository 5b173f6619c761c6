"""What is said of the changes that were tried."""

from collections import Counter

RESULTS = ("noticed", "equal", "lives", "not built")


def table(mutants):
    """For each rule, in their order, how many of its changes came to what; and for all."""
    counts = {}
    for mutant in mutants:
        counts.setdefault(f"`{mutant.rule}`", Counter())[mutant.result] += 1
    counts["all"] = Counter(mutant.result for mutant in mutants)
    lines = ["| rule | changes | " + " | ".join(RESULTS) + " |", "|---" * (len(RESULTS) + 2) + "|"]
    for rule, numbers in counts.items():
        cells = [str(sum(numbers.values()))] + [str(numbers[result]) for result in RESULTS]
        lines.append(f"| {rule} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def page(mutants, reasons):
    """The table, the changes that live or were not tried, and why the equal ones are equal."""
    lines = [
        "# What the tests notice",
        "",
        "Written by `scripts/mutate --report`, which changes each rule's decisive code, one small change at a time, and runs",
        "the rule's tests: *noticed* is what made one fail, *equal* what cannot show, for a reason below, *lives* what no test",
        "holds, *not built* what does not compile behind a switch.",
        "",
        table(mutants),
    ]
    for result in ("lives", "not built"):
        found = [mutant for mutant in mutants if mutant.result == result]
        if found:
            lines += ["", f"## {result.capitalize()}", ""] + [f"- `{mutant}`" for mutant in found]
    by_reason = Counter(reasons[mutant.key] for mutant in mutants if mutant.result == "equal")
    if by_reason:
        lines += ["", "## Equal", ""] + [f"- {count}: {reason}" for reason, count in by_reason.most_common()]
    return "\n".join(lines) + "\n"
