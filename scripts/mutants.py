"""Finds mutants of sources, builds and tests them one by one, and prints a table. scripts/mutants.sh starts it and describes its options."""
import argparse
import collections
import decimal
import hashlib
import json
import math
import os
import pathlib
import re
import subprocess
import sys

OUT = pathlib.Path("build/mutants").resolve()
TREE, BUILD = OUT / "tree", OUT / "build"
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\])+\'|^[ \t]*#(?:\\\n|[^\n])*'
                     r'|\[\[.*?\]\]|\bstatic_assert\s*\(.*?\);|\)[ \w]*= 0;', re.S | re.M)
NUMBER = re.compile(r"(?<![\w.'])(0[xX][\da-fA-F']+|(?:\d[\d']*\.?[\d']*|\.\d+)(?:[eE][-+]?\d+)?)(\w*)")
COMPARISON = re.compile(r"(?<=\s)(?:<=|>=|==|!=|<|>)(?=\s)")  # clang-format puts no spaces around the brackets of a template
NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
CONTROL = re.compile(r"\s*(?:(?:else|do)\b|(?:case\b[^;?]*?|default|private|public|protected)\s*(?<!:):(?!:)|(if|while|for)\b(?: constexpr)?\s*(?=\())")
DECLARATION = re.compile(r"[\w:]+(?:<.*?>)?(?:::\w+)*(?:\s+|\s*[*&]+\s*)\w+\s*(?:[;={(\[,]|$)|.*= (?:default|delete|0)$|(?:using|auto|const\w*|static"
                         r"|return|throw|goto|friend|inline|alignas|template|struct|class|enum|union|co_\w+)\b", re.S)
STATEMENT = re.compile(r"(?:[\w*(].*\s(?:[-+*/%|&^]|<<|>>)?=\s.*|(?:\+\+|--).*|.*(?:\+\+|--)|\w.*\)|break|continue)$", re.S)
STATIC_ASSERT = re.compile(r"static assertion failed|non-constant condition for static assertion")
Mutant = collections.namedtuple("Mutant", "file place what start end new")


def increment(number):
    """The literal of a number plus 1, of the same type."""
    digits = number.replace("'", "")
    if digits[:2] in ("0x", "0X"):
        return hex(int(digits, 16) + 1)
    result = f"{decimal.Decimal(digits) + 1:f}"
    return result if digits.isdigit() or "." in result else result + ".0"


def statements(code):
    """Yields start and end of each statement that can be removed: an assignment, a call, a jump. A return or throw only behind an `if`."""
    open_brackets, ends, start = [], {}, 0
    for place, letter in enumerate(code):
        if letter in "([{":
            open_brackets.append((place, start))
            start = place + 1 if letter == "{" else start
        elif letter in ")]}" and open_brackets:
            bracket, outer = open_brackets.pop()
            ends[bracket] = place + 1
            is_block = letter == "}" and not re.match(r"\s*[;,)}.]", code[place + 1:place + 100])
            start = place + 1 if is_block else outer
        elif letter == ";" and open_brackets and code[open_brackets[-1][0]] == "{":
            control = None
            while found := CONTROL.match(code, start, place):
                control, start = found, ends[found.end()] if found[1] else found.end()
            text = code[start:place].strip()
            begin, start = start + code[start:place].find(text), place + 1
            leaves = re.match(r"(return|throw)\b", text) and control and control[1] == "if" and not re.match(r"\s*(\}|else\b)", code[start:])
            if leaves or (STATEMENT.match(text) and not DECLARATION.match(text)):
                yield begin, place


def mutants(file):
    """Yields all mutants of a source."""
    text = (TREE / file).read_text(encoding="utf-8")
    code = NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    changes = [(*found.span(), increment(found[1]) + found[2]) for found in NUMBER.finditer(code)]
    changes += [(*found.span(), NEGATED[found[0]]) for found in COMPARISON.finditer(code)]
    for start, end, new in changes + [(*span, "") for span in statements(code)]:
        place = f"{file}:{text.count(chr(10), 0, start) + 1}:{start - text.rfind(chr(10), 0, start)}"
        old = " ".join(text[start:end].split())
        yield Mutant(file, place, f"{old} -> {new}" if new else f"removed {old}", start, end, new)


def drawn(folder, seed):
    """All mutants of the sources in a folder in an order that depends only on the seed, the places and the changes."""
    files = [file.relative_to(TREE) for file in (TREE / folder).rglob("*.?pp") if not file.stem.endswith(("_windows", "_web"))]
    found = [mutant for file in files for mutant in mutants(str(file))]
    return sorted(found, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.place} {mutant.what}".encode()).digest())


def sources_of_tests():
    """The sources of each test program, as paths in the tree."""
    found = collections.defaultdict(list)
    for entry in json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8")):
        file, target = pathlib.Path(entry["file"]), re.search(r" -o tests/CMakeFiles/(test_\w+)\.dir/", entry["command"])
        if target:
            found[target[1]] += re.findall(r'#include "(.+)"', file.read_text(encoding="utf-8")) if file.parent.name == "Unity" else [str(file)]
    return {program: [os.path.relpath(source, TREE) for source in sources] for program, sources in found.items()}


def programs_of(file, sources):
    """The test programs that have a source in the folder of tests/ that mirrors the nearest folder of `file`."""
    for folder in pathlib.PurePath(file).parents:
        below = f"tests/{'/'.join(folder.parts[1:])}/"
        if found := sorted(program for program, paths in sources.items() if any(path.startswith(below) for path in paths)):
            return found
    return []


def build(program):
    """Returns the errors of the compiler or the linker, or an empty text."""
    done = subprocess.run(["ninja", "--quiet", f"tests/{program}"], cwd=BUILD, capture_output=True, text=True, check=False)
    return done.returncode and (done.stdout + done.stderr or "failed")


def run(program, seconds):
    """Runs tests up to the first failure, within a limit of processor time. Returns where they failed, or an empty text."""
    limits = ["timeout", "-sKILL", f"{10 * seconds}", "prlimit", f"--cpu={seconds}", f"--as={8 << 30}", "--core=0"]
    with open(OUT / "test.log", "w+", encoding="utf-8", errors="replace") as log:
        code = subprocess.run([*limits, BUILD / "tests" / program, "--abort-after=1"], cwd=TREE, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                              check=False).returncode
        log.seek(0)
        found = re.search(r"^(?:\S*/)?tests/\S*?(\w+)\.[ch]pp:\d+:", log.read(), re.M)
    return code and f"{program[5:]} ({'time limit' if code in (-9, 137) else found[1] if found else 'crash'})"


def time_limit(program):
    """Builds and runs a program without a mutant. Returns the limit of its processor time in seconds."""
    if errors := build(program):
        sys.exit(f"scripts/mutants.sh: without a mutant: {errors}")
    before = os.times()
    if errors := run(program, 3600):
        sys.exit(f"scripts/mutants.sh: without a mutant: {errors}")
    return 5 + 3 * math.ceil(os.times().children_user - before.children_user)


def judge(mutant, limits):
    """Returns "killed by ...", "SURVIVED" or "does not compile". `limits` has the seconds of each test program."""
    path = TREE / mutant.file
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:mutant.start] + mutant.new + text[mutant.end:], encoding="utf-8")
    try:
        for program, seconds in limits.items():
            if errors := build(program):
                return "killed by a static_assert" if STATIC_ASSERT.search(errors) else "does not compile"
            if failure := run(program, seconds):
                return f"killed by {failure}"
    finally:
        path.write_text(text, encoding="utf-8")
    return "SURVIVED"


def row(mutant, verdict):
    return f"{mutant.place:<44} {verdict:<40} {mutant.what if len(mutant.what) < 80 else mutant.what[:77] + '...'}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", default=["src/timestep", "src/sim", "src/lab"])
    for name, kind in ("--seed", {}), ("--count", {"type": int, "default": 120}), ("--again", {"action": "store_true"}):
        parser.add_argument(name, **kind)
    options = parser.parse_args()
    results, sources, limits = OUT / "results.txt", sources_of_tests(), {}
    old = results.read_text(encoding="utf-8").splitlines() if options.again else []
    each = math.ceil(options.count / len(options.folders))
    with open(results, "w", encoding="utf-8") as table:
        for folder in options.folders:
            count = collections.Counter()
            for mutant in drawn(folder, options.seed):
                if count.total() - count["does not compile"] >= each:
                    break
                programs = programs_of(mutant.file, sources)
                if options.again and row(mutant, "SURVIVED") not in old:
                    continue
                limits |= {program: time_limit(program) for program in programs if program not in limits}
                verdict = judge(mutant, {program: limits[program] for program in programs})
                count["killed by tests" if "(" in verdict else verdict] += 1
                for output in (sys.stdout, table):
                    print(row(mutant, verdict), file=output, flush=True)
            tried = count.total() - count["does not compile"]
            killed = tried - count["SURVIVED"]
            print(f"{folder}: {killed} of {tried} mutants killed, {100 * killed / max(1, tried):.0f} %; {count['killed by a static_assert']} of them by "
                  f"a static_assert. {count['does not compile']} others do not compile.", flush=True)


if __name__ == "__main__":
    main()
