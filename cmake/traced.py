#!/usr/bin/env python3
"""Copies the library's headers into the namespace `traced`, with a call that records each statement and its values.

    traced.py SOURCE OUT      SOURCE is src/timestep; OUT gets traced/*.hpp and traced/sources.inc

Only function bodies of the loop's axes are instrumented. All other characters stay the same and on the same line, so
that a recorded line number is valid for the shipped header. docs/adr/0001 explains the reasons.
"""
import pathlib
import re
import sys

AXES = ("filters.hpp", "steppers/", "overload.hpp", "godot.hpp", "basic_loop.hpp")
SHOWN = AXES + ("presets",)
NOT_CODE = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"|^#[^\n]*', re.MULTILINE)
FUNCTION = re.compile(r"(?P<type>[\w&]+) (?P<name>\w+)\((?:[^()]|\([^()]*\))*\)(?: const)?(?: noexcept)?\s*\{")
BETWEEN = re.compile(r"(?:[\s{};]|else\b|(?:using|static_assert)\b[^;]*;)*")
CONTROL = re.compile(r"(?P<keyword>if constexpr|if|for|while) \(")
UNSUPPORTED = re.compile(r"(?:switch|do|try|goto)\b")
RECORDED_RESULTS = {"StepPlan", "Grant", "Nanos", "int64_t", "double", "bool"}
VARIABLE = re.compile(
    r"(?P<assigned>[A-Za-z_][\w.]*(?:\[[\w ]+\])?) ?[-+*/%]?= ?[^=]"
    r"|(?:(?:const|constexpr|static) )*[\w:]+(?:<[^;=]*?>)?(?: ?[&*] ?| )(?P<declared>[A-Za-z_]\w*) ?(?:=[^=]|\{)"
    r"|(?:\+\+|--)(?P<counted>[A-Za-z_]\w*)$"
)


def renamed(text):
    """The text in the other namespace, with include guards of its own."""
    return text.replace("timestep", "traced").replace("TIMESTEP_", "TRACED_")


def end_of(code, at, end):
    """The position of the first character `end` from `at` on that no bracket encloses."""
    while code[at] != end:
        at = end_of(code, at + 1, ")}]"["({[".index(code[at])]) + 1 if code[at] in "({[" else at + 1
    return at


class Header:
    """A header and the text to insert: (position, text)."""

    def __init__(self, number, text):
        self.number, self.text = number, text
        self.code = NOT_CODE.sub(lambda found: " " * len(found[0]), text)
        self.inserted = []
        self.statements = set()  # (first line, last line)
        at = 0
        while function := FUNCTION.search(self.code, at):
            at = end_of(self.code, function.end(), "}")
            if function["name"] != "knobs":
                self.instrument(function.end(), at, function["type"])

    def instrumented(self):
        parts, at = [], 0
        for position, text in sorted(self.inserted, key=lambda insertion: insertion[0]):
            parts += [self.text[at:position], text]
            at = position
        return renamed("".join([*parts, self.text[at:]]))

    def insert(self, position, text):
        self.inserted.append((position, text))

    def line(self, position):
        return self.text.count("\n", 0, position) + 1

    def value(self, position, name, value):
        return f'::source_trace::record_value({self.number}, {self.line(position)}, "{name}", {value});'

    def instrument(self, at, end, result):
        while (first := BETWEEN.match(self.code, at).end()) < end:
            assert not UNSUPPORTED.match(self.code, first), f"a statement cannot be instrumented: {self.text[first:end]}"
            control = CONTROL.match(self.code, first)
            last = end_of(self.code, control.end() if control else first, ")" if control else ";")
            lines = self.line(first), self.line(last)
            self.statements.add(lines)
            hit = f"::source_trace::record_execution({self.number}, {lines[0]}, {lines[1]}); "
            is_body = self.code[:first].rstrip().endswith((")", "else"))  # of an if or a loop, without braces
            if control:
                self.control(first, control, last, hit, is_body)
            else:
                self.insert(first, "{ " + hit if is_body else hit)
                self.simple(first, last, result)
                self.insert(last + 1, " }" if is_body else "")
            at = last + 1

    def control(self, first, control, last, hit, is_body):
        if control["keyword"] in ("for", "while"):
            assert not is_body, "a loop is the only statement of an if or a loop; write braces"
            self.insert(first, hit)
        else:
            self.insert(control.end(), hit)  # as the initialiser of the if
        declares = re.search(r"(?<![=<>!])=(?!=)|;", self.code[control.end() : last])
        if control["keyword"] in ("if", "while") and not declares:
            self.insert(control.end(), f"::source_trace::record_condition({self.number}, {self.line(first)}, static_cast<bool>(")
            self.insert(last, "))")

    def simple(self, first, last, result):
        statement = " ".join(self.code[first:last].split())
        if statement.startswith("return ") and result in RECORDED_RESULTS:
            begin = first + len("return ")
            fields = list(re.finditer(r"(?<=[{\s])\.\w+", self.code[begin:last]))
            values = [self.value(begin + f.start(), f[0], "result" + f[0]) for f in fields] or [self.value(first, "", "result")]
            made = result if self.code[begin] == "{" else ""
            self.insert(begin, f"::source_trace::record_returned_value({made}")
            self.insert(last, f", [](const auto& result) {{ {' '.join(values)} }})")
        elif not statement.startswith("return") and (variable := VARIABLE.match(statement)):
            name = variable[variable.lastgroup]
            self.insert(last + 1, " " + self.value(first, name, name))


def main():
    source, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    rows = []
    for path in sorted(source.rglob("*.hpp")):
        inside = path.relative_to(source).as_posix()
        text = path.read_text(encoding="utf-8")
        header = Header(len(rows), text if inside.startswith(AXES) else "")
        copy = out / "traced" / inside
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(header.instrumented() or renamed(text), encoding="utf-8")
        if inside.startswith(SHOWN):
            statements = ", ".join(f"{{{first}, {last}}}" for first, last in sorted(header.statements))
            rows.append(f'EmbeddedSource{{"{inside}", R"SOURCE({text})SOURCE", {{{statements}}}}},\n')
    (out / "traced" / "sources.inc").write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
