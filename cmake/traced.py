#!/usr/bin/env python3
"""Writes the library's headers a second time, in the namespace `traced`, with a note at every statement.

    traced.py SOURCE OUT      SOURCE is src/timestep; OUT gets traced/*.hpp and traced/sources.inc

Only function bodies of the loop's axes are instrumented. All other characters stay the same and on the same line, so
that a note about a line is valid for the shipped header. docs/adr/0003 explains the reasons.
"""
import pathlib
import re
import sys

AXES = ("filters.hpp", "steppers/", "overload.hpp", "godot.hpp", "basic_loop.hpp")
SHOWN = AXES + ("presets",)
TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/)"
    r'|(?P<text>"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')'
    r"|(?P<line>(?<=\n)#[^\n]*|^#[^\n]*)"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<number>\d[\w.']*(?:(?<=[eE])[+-]\d+)?)"
    r"|(?P<sign>::|->|\+\+|--|&&|\|\||[-+*/%]=|[<>=!]=|.)",
    re.DOTALL,
)
OPEN, CLOSE = "({[", ")}]"
NOT_A_FUNCTION = {"if", "for", "while", "switch", "catch", "requires", "sizeof", "decltype", "knobs", "knob", "operator"}
RETURNED = {"StepPlan", "Grant", "Nanos", "int64_t", "double", "bool"}
DECLARED = re.compile(r"^(?:(?:const|constexpr|static) )*[\w:]+(?:<[^;=]*?>)?(?: ?[&*] ?| )(?P<name>[A-Za-z_]\w*) ?(?:=[^=]|\{)")
ASSIGNED = re.compile(r"^(?P<name>[A-Za-z_][\w.]*(?:\[[\w ]+\])?) ?(?:=|[-+*/%]=) ?[^=]")
COUNTED = re.compile(r"^(?:\+\+|--)(?P<name>[A-Za-z_]\w*)$")


class Header:
    """One header: its tokens, and the calls that are inserted between them."""

    def __init__(self, number, text):
        self.number = number
        self.tokens = [(m.lastgroup, m.group()) for m in TOKEN.finditer(text)]
        assert "".join(t for _, t in self.tokens) == text
        self.code = [i for i, (kind, _) in enumerate(self.tokens) if kind not in ("space", "line")]
        self.lines, line = [], 1
        for _, t in self.tokens:
            self.lines.append(line)
            line += t.count("\n")
        self.before = {}
        self.after = {}
        self.spans = []  # (first line, last line) of each statement

    def at(self, p):
        return self.tokens[self.code[p]][1] if 0 <= p < len(self.code) else ""

    def line(self, p):
        return self.lines[self.code[p]]

    def text(self, first, last):
        """Returns the code between two tokens, with single spaces."""
        parts = [" " if kind == "space" else t for kind, t in self.tokens[self.code[first] : self.code[last - 1] + 1]]
        return re.sub(r" +", " ", "".join(parts))

    def put_before(self, p, what):
        self.before[self.code[p]] = self.before.get(self.code[p], "") + what

    def put_after(self, p, what):
        self.after[self.code[p]] = self.after.get(self.code[p], "") + what

    def match(self, p):
        depth = 0
        while True:
            depth += (self.at(p) in OPEN) - (self.at(p) in CLOSE)
            if depth == 0:
                return p
            p += 1

    def match_back(self, p):
        depth = 0
        while p >= 0:
            depth += (self.at(p) in CLOSE) - (self.at(p) in OPEN)
            if depth == 0:
                return p
            p -= 1
        return -1

    def end_of(self, p):
        """Returns the position of the semicolon of a simple statement."""
        while self.at(p) != ";":
            p = self.match(p) + 1 if self.at(p) in OPEN else p + 1
        return p

    def note(self, p, last):
        self.spans.append((self.line(p), self.line(last)))
        return f"::source_trace::hit({self.number}, {self.line(p)}); "

    def instrument(self):
        p = 0
        while p < len(self.code):
            returns = self.function_before(p) if self.at(p) == "{" else None
            if returns is None:
                p += 1
                continue
            self.returns = returns
            p = self.block(p)

    def function_before(self, p):
        """Returns the return type of the function whose body opens at p; None if no function body opens there."""
        p -= 1
        while self.at(p) in ("const", "noexcept"):
            p -= 1
        if self.at(p) != ")":
            return None
        name = self.match_back(p) - 1
        word = self.at(name)
        if not re.fullmatch(r"[A-Za-z_]\w*", word) or word in NOT_A_FUNCTION or self.at(name - 1) in (":", ",", "new"):
            return None
        return self.at(name - 1)

    def block(self, p):
        p += 1
        while self.at(p) != "}":
            p = self.statement(p, False)
        return p + 1

    def condition(self, p):
        """Inserts a note of the value of the condition that opens at p, unless the condition declares a variable."""
        last = self.match(p)
        inside = [self.at(i) for i in range(p + 1, last)]
        if "=" not in inside and ";" not in inside:
            self.put_after(p, f"::source_trace::taken({self.number}, {self.line(p)}, static_cast<bool>(")
            self.put_before(last, "))")
        return last

    def statement(self, p, alone):
        """Instruments the statement at p and returns the position after it. A single statement below an if or a loop (alone)
        gets braces."""
        word = self.at(p)
        if word == "{":
            return self.block(p)
        if word in ("if", "for", "while"):
            constant = self.at(p + 1) == "constexpr"
            open_at = p + 2 if constant else p + 1
            last = self.match(open_at)
            self.put_before(p, ("{ " if alone else "") + self.note(p, last))
            if word != "for" and not constant:
                self.condition(open_at)
            end = self.statement(last + 1, True)
            if word == "if" and self.at(end) == "else":
                end = self.statement(end + 1, True)
            if alone:
                self.put_after(end - 1, " }")
            return end
        assert word not in ("switch", "do", "try", "goto"), f"a {word} cannot be instrumented"
        return self.simple(p, alone)

    def simple(self, p, alone):
        end = self.end_of(p)
        word = self.at(p)
        if word in ("using", "static_assert", ";"):
            return end + 1
        self.put_before(p, ("{ " if alone else "") + self.note(p, end))
        if word == "return":
            self.returned(p, end)
        else:
            self.assigned(p, end)
        if alone:
            self.put_after(end, " }")
        return end + 1

    def returned(self, p, end):
        if self.returns not in RETURNED or p + 1 == end:
            return
        fields = [f"{self.at(i + 1)} {self.line(i)}" for i in range(p, end) if self.at(i) == "." and self.at(i - 1) in ("{", ",")]
        made = self.returns if self.at(p + 1) == "{" else ""
        self.put_before(p + 1, f'::source_trace::returned({self.number}, {self.line(p)}, "{" ".join(fields)}", {made}')
        self.put_after(end - 1, ")")

    def assigned(self, p, end):
        text = self.text(p, end)
        found = ASSIGNED.match(text) or DECLARED.match(text) or COUNTED.match(text)
        if found:
            name = found["name"]
            self.put_after(end, f' ::source_trace::value({self.number}, {self.line(p)}, "{name}", {name});')

    def written(self):
        parts = []
        for i, (_, t) in enumerate(self.tokens):
            parts += [self.before.get(i, ""), t, self.after.get(i, "")]
        return "".join(parts)


def renamed(text):
    text = text.replace('#include "timestep/', '#include "traced/')
    text = re.sub(r"\bnamespace timestep\b", "namespace traced", text)
    return re.sub(r"\btimestep::", "traced::", text)


def write_if_changed(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main():
    source, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    shown = []
    for path in sorted(source.rglob("*.hpp")):
        inside = path.relative_to(source).as_posix()
        text = path.read_text(encoding="utf-8")
        changed, spans = text, []
        if inside.startswith(SHOWN):
            header = Header(len(shown), text)
            if inside.startswith(AXES):
                header.instrument()
                changed, spans = header.written(), sorted(set(header.spans))
                changed = changed.replace("#pragma once\n", '#pragma once\n#include "export/source_trace/notes.hpp"\n', 1)
            shown.append((inside, text, spans))
        write_if_changed(out / "traced" / inside, renamed(changed))
    rows = [
        f'Source{{"{inside}", R"SOURCE({text})SOURCE", {{{", ".join(f"{{{a}, {b}}}" for a, b in spans)}}}}},\n'
        for inside, text, spans in shown
    ]
    (out / "traced" / "sources.inc").write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
