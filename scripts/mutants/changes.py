"""Small decisive changes of a rule's source, found without a parser, and the source with all of them behind switches.

Comments, texts and the manual of the rule (its `about`) are left alone, its severity, limits and needs excepted.
Every change keeps the lines where they are, so that what the compiler says of one names its line.
"""

import re
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutation:
    """What stands from `start` to `end` becomes `switch`: `<n>` is the number of the change, `<old>` what stood there."""

    start: int
    end: int
    switch: str
    line: int
    old_line: str
    about: str

    def __str__(self):
        return f"{self.about}: {' '.join(self.old_line.split())}"


# What is looked for, its switch, and what that is called. A group marks the part that is replaced.
SWAPS = [
    (r" (<=) ", "~| <n> |<=", "<= as <"),
    (r" (<) ", "~| <n> |<", "< as <="),
    (r" (>=) ", "~| <n> |>=", ">= as >"),
    (r" (>) ", "~| <n> |>", "> as >="),
    (r" (==) (?!nil\b)", "~| <n> |==", "== as !="),
    (r" (!=) (?!nil\b)", "~| <n> |!=", "!= as =="),
    (r" (==) nil\b", "~| <n> |==?", "== as !="),
    (r" (!=) nil\b", "~| <n> |!=?", "!= as =="),
    (r" (&&) ", "~& <n> |&&", "&& as ||"),
    (r" (\|\|) ", "~^ <n> |^^", "|| as &&"),
    (r"(?<=[ (\[])(!)(?=[a-z(])", "<n> |! <old>", "negation dropped"),
    (r"\b(true)\b", "(mutant(<n>) != <old>)", "true as false"),
    (r"\b(false)\b", "(mutant(<n>) != <old>)", "false as true"),
    (r"(\.error)\b", "(mutant(<n>) ? .warning : <old>)", ".error as .warning"),
    (r"(\.warning)\b", "(mutant(<n>) ? .error : <old>)", ".warning as .error"),
    (r"(\.info)\b", "(mutant(<n>) ? .warning : <old>)", ".info as .warning"),
]

# A statement of one line that only does something, a call, or a value that is set: alone, as a case, as a function.
STATEMENT = re.compile(
    r"^ +(?:(?:case\b[^\n]*?|default): |(?:[a-z]+ )*func [^\n>]*?\) \{ )?"
    r"([a-z_][^\n]*?(?:\)|[\]\w] [-+|&]?= [^\n]*?))(?: \})?$(?!\n\s*[-.+?:&|=])",
    re.MULTILINE,
)
NO_STATEMENT = re.compile(
    r"(let|var|return|case|default|guard|if|for|while|func|throw|switch|else|static|private|override)\b"
    r"|.* (<|<=|>|>=|==|!=|&&|\?\?) "
)
LIMIT = re.compile(r'LimitAbout\(\s*"[^"]+", ([0-9.]+)')
CONDITION = re.compile(r"(?<!#)\b(guard|if|while|for [^{}\n]*? where) ")
CONDITION_END = re.compile(r"\s+else\b")
LISTS = re.compile(r"\b(?:interests: \[EventKind\] \{[^\[}]*|needs: )(\[[^\[\]]+\])")


def text_end(source, start):
    """The place behind the text that begins at `start` with its quotation mark, and all that is interpolated in it."""
    mark = '"""' if source.startswith('"""', start) else '"'
    place = start + len(mark)
    while not source.startswith(mark, place):
        if source.startswith("\\(", place):
            depth, place = 1, place + 2
            while depth:
                if source[place] == '"':
                    place = text_end(source, place)
                else:
                    depth += {"(": 1, ")": -1}.get(source[place], 0)
                    place += 1
        else:
            place += 2 if source[place] == "\\" else 1
    return place + len(mark)


def code_of(source):
    """The source with every comment and text blanked out, at the same places."""
    blank, place = list(source), 0
    while match := re.compile(r'//|"').search(source, place):
        place = match.start()
        end = text_end(source, place) if match[0] == '"' else source.find("\n", place)
        for each in range(place, end):
            if source[each] != "\n":
                blank[each] = "\0"
        place = end
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


def parts(code, begin, ends=True):
    """Where the parts of a list with commas stand that begins there: of a condition, or within brackets."""
    depth = 0
    for place in range(begin, len(code)):
        letter = code[place]
        if depth == 0 and (letter in "{]" or ends and CONDITION_END.match(code, place) or letter == ","):
            text = code[begin:place]
            if text.strip():
                yield begin + len(text) - len(text.lstrip()), begin + len(text.rstrip())
            if letter != ",":
                return
            begin = place + 1
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(letter, 0)


def is_first_value(code, text):
    """Whether a statement gives a property or variable its first value, without which nothing compiles."""
    name = re.match(r"(\w+) = ", text)
    return text.startswith("super.init(") or name and re.search(rf"\b(let|var) {name[1]}: [^={{\n]+$", code, re.MULTILINE)


def limit_switch(number):
    """A limit a little higher and a little lower: by one, or by a tenth where it is small."""
    value = float(number)
    step = 1 if value >= 2 else value / 10
    return [(f"{value + sign * step:g}", f"(mutant(<n>) ? {value + sign * step:g} : <old>)") for sign in (1, -1)]


def of(source):
    """Every change of a source, in the order of its lines."""
    code = code_of(source)
    first, last = manual(code)
    lines = source.split("\n")
    found, seen = [], Counter()

    def add(start, end, switch, about, in_manual=False):
        if first <= start < last and not in_manual:
            return
        line = source.count("\n", 0, start) + 1
        seen[line, about] += 1
        if seen[line, about] > 1:
            about += f", place {seen[line, about]}"
        found.append(Mutation(start, end, switch, line, lines[line - 1], about))

    for pattern, switch, about in SWAPS:
        for match in re.finditer(pattern, code):
            is_severity = code[: match.start(1)].endswith(("severity: ", "highest: "))
            add(match.start(1), match.end(1), switch, about, is_severity)
    for match in STATEMENT.finditer(code):
        text = match[1]
        is_whole = all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}")) and ": " not in text.split("(")[0]
        # Not the next line of an expression that began before it.
        is_first = code[: match.start()].rstrip()[-1:] not in tuple(",([=&|+?")
        if is_whole and is_first and not NO_STATEMENT.match(text) and not is_first_value(code, text):
            add(match.start(1), match.end(1), "if !mutant(<n>) { <old> }", "statement dropped")
    for match in CONDITION.finditer(code):
        places = list(parts(code, match.end()))
        if not match[1].startswith("for"):
            add(places[0][0], places[-1][1], "!mutant(<n>), <old>", f"{match[1]} never holds")
        for start, end in places if match[1] != "while" else []:
            if not re.match(r"(let|var|case)\b|\0", code[start:end]):
                text = " ".join(source[start:end].split())
                add(start, end, "(mutant(<n>) || (<old>))", f"condition dropped ({text})")
    for match in LIMIT.finditer(source):
        for new, switch in limit_switch(match[1]):
            add(match.start(1), match.end(1), switch, f"limit {match[1]} as {new}", True)
    for match in LISTS.finditer(code):
        items = [source[start:end] for start, end in parts(code, match.start(1) + 1, ends=False)]
        for item in items:
            rest = ", ".join(other for other in items if other != item)
            add(match.start(1), match.end(1), f"(mutant(<n>) ? [{rest}] : <old>)", f"{item} dropped", True)
    return sorted(found, key=lambda change: (change.start, -change.end))


def switched(source, numbered):
    """The source with these changes behind their switches; `numbered` are pairs of number and change."""
    ordered = sorted(numbered, key=lambda pair: (pair[1].start, -pair[1].end, pair[0]))

    def render(start, end, inner):
        text, place = "", start
        while inner:
            number, change = inner[0]
            count = next((i for i, (_, other) in enumerate(inner[1:], 1) if other.start >= change.end), len(inner))
            old = render(change.start, change.end, inner[1:count])
            text += source[place : change.start] + change.switch.replace("<n>", str(number)).replace("<old>", old)
            place, inner = change.end, inner[count:]
        return text + source[place:end]

    return render(0, len(source), ordered)
