"""Small decisive changes of a rule's source, one at a time, found without a parser.

Comments, texts and the manual of the rule (its `about`) are left alone, the severity excepted.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutation:
    start: int
    end: int
    new: str
    line: int
    old_line: str
    about: str

    def applied(self, source):
        return source[: self.start] + self.new + source[self.end :]

    def __str__(self):
        return f"{self.about}: {self.old_line.strip()}"


# What is looked for, what stands in its place, and what that is called. A group marks the part that is replaced.
SWAPS = [
    (r" (<=) ", "<", "<= as <"),
    (r" (<) ", "<=", "< as <="),
    (r" (>=) ", ">", ">= as >"),
    (r" (>) ", ">=", "> as >="),
    (r" (==) ", "!=", "== as !="),
    (r" (!=) ", "==", "!= as =="),
    (r" (&&) ", "||", "&& as ||"),
    (r" (\|\|) ", "&&", "|| as &&"),
    (r"(?<=[ (])(!)(?=[a-z(])", "", "negation dropped"),
    (r"\b(true)\b", "false", "true as false"),
    (r"\b(false)\b", "true", "false as true"),
    (r"(\.error)\b", ".warning", ".error as .warning"),
    (r"(\.warning)\b", ".error", ".warning as .error"),
    (r"(\.info)\b", ".warning", ".info as .warning"),
]

# A statement of one line that only does something: a call, or a value that is set.
STATEMENT = re.compile(r"^ +[a-z_][^\n]*(?:\)| [-+]?= [^\n]*)$", re.MULTILINE)
NO_STATEMENT = re.compile(
    r"\s*(let|var|return|case|default|guard|if|for|while|func|throw|switch|else|static|private|override)\b"
    r"|.* (<|<=|>|>=|==|!=|&&|\?\?) "
)
LIMIT = re.compile(r'LimitAbout\(\s*"[^"]+", ([0-9.]+)')
CONDITION = re.compile(r"\b(guard|if) ")
CONDITION_END = re.compile(r"\s+else\b")


def code_of(source):
    """The source with every comment and text blanked out, at the same places."""
    blank = list(source)
    pattern = re.compile(r'//[^\n]*|"""(?:[^\\]|\\.)*?"""|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
    for match in pattern.finditer(source):
        for place in range(match.start(), match.end()):
            if source[place] != "\n":
                blank[place] = "\0"
    return "".join(blank)


def closing(code, start):
    """The place behind the parenthesis that closes the one at `start`."""
    depth = 0
    for place in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if depth == 0:
            return place + 1
    return len(code)


def manual(code):
    """Where the rule's manual stands: from its parenthesis to the one that closes it."""
    begin = code.find("static let about = RuleAbout(")
    return (0, 0) if begin < 0 else (begin, closing(code, code.index("(", begin)))


def conditions(code):
    """The parts of each condition of several parts that are no binding."""
    for match in CONDITION.finditer(code):
        parts, depth, begin = [], 0, match.end()
        for place in range(match.end(), len(code)):
            letter = code[place]
            if depth == 0 and (letter == "{" or CONDITION_END.match(code, place)):
                parts.append((begin, place))
                break
            if depth == 0 and letter == ",":
                parts.append((begin, place))
                begin = place + 1
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(letter, 0)
        for start, end in parts if len(parts) > 1 else []:
            text = code[start:end]
            start += len(text) - len(text.lstrip())
            if not re.match(r"\s*(let|var|case)\b", text):
                yield start, start + len(text.strip())


def of(source):
    """Every change of a source, in the order of its lines."""
    code = code_of(source)
    first, last = manual(code)
    found = []

    def add(start, end, new, about):
        if first <= start < last and not code[:start].endswith(("severity: ", "highest: ")):
            return
        line = source.count("\n", 0, start) + 1
        found.append(Mutation(start, end, new, line, source.split("\n")[line - 1], about))

    for pattern, new, about in SWAPS:
        for match in re.finditer(pattern, code):
            add(match.start(1), match.end(1), new, about)
    for match in STATEMENT.finditer(code):
        text = match[0]
        is_whole = all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}")) and ": " not in text.split("(")[0]
        if is_whole and not NO_STATEMENT.match(text):
            add(match.start(), match.end(), "", "statement dropped")
    for start, end in conditions(code):
        add(start, end, "true", f"condition dropped ({' '.join(source[start:end].split())})")
    for match in LIMIT.finditer(source):
        number = match[1]
        place = match.start(1)
        line = source.count("\n", 0, place) + 1
        about = f"limit {number} as {float(number) + 1:g}"
        found.append(
            Mutation(place, match.end(1), f"{float(number) + 1:g}", line, source.split("\n")[line - 1], about)
        )
    return sorted(found, key=lambda change: (change.start, change.about))
