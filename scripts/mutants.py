"""Finds mutants of sources, builds and tests them, and prints a table. scripts/mutants.sh starts it and describes its options.

All mutants are compiled into the test programs at once, each behind a switch; the environment variable MUTANT switches one on. A switch does
not work where the compiler evaluates an expression, and does not compile everywhere. So a mutant that no test kills by its switch is built
and tested once more alone, without a switch. The changed files are in folders that precede src/ in the include path."""
import argparse
import collections
import decimal
import functools
import hashlib
import itertools
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

SWITCHES = """\
#pragma once
#include <cstdlib>
#include <type_traits>
namespace mutants
{
inline const int chosen = std::atoi(std::getenv("MUTANT")); // initialised first, because this header is included first
constexpr bool is_on(int mutant) { return !std::is_constant_evaluated() && chosen == mutant; }
template <int> struct Negated {};
template <int, class A> struct Left { A&& value; }; // in `a < Negated<7>{} < b`: the result of the first operator
#define MUTANTS_NEGATE(op, other) \\
    template <class A, int M> constexpr Left<M, A> operator op(A&& a, Negated<M>) { return {static_cast<A&&>(a)}; } \\
    template <int M, class A, class B> constexpr bool operator op(Left<M, A> a, B&& b) { return is_on(M) ? a.value other b : a.value op b; }
MUTANTS_NEGATE(<, >=) MUTANTS_NEGATE(>, <=) MUTANTS_NEGATE(<=, >) MUTANTS_NEGATE(>=, <) MUTANTS_NEGATE(==, !=) MUTANTS_NEGATE(!=, ==)
}
"""
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


def mutants(root, file):
    """Yields all mutants of a source."""
    text = (root / file).read_text(encoding="utf-8")
    code = NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    changes = [(*found.span(), increment(found[1]) + found[2]) for found in NUMBER.finditer(code)]
    changes += [(*found.span(), NEGATED[found[0]]) for found in COMPARISON.finditer(code)]
    for start, end, new in changes + [(*span, "") for span in statements(code)]:
        place = f"{file}:{text.count(chr(10), 0, start) + 1}:{start - text.rfind(chr(10), 0, start)}"
        old = " ".join(text[start:end].split())
        yield Mutant(file, place, f"{old} -> {new}" if new else f"removed {old}", start, end, new)


def drawn(root, folder, seed):
    """All mutants of the sources in a folder in an order that depends only on the seed, the places and the changes."""
    files = [file.relative_to(root) for file in (root / folder).rglob("*.?pp") if not file.stem.endswith(("_windows", "_web"))]
    found = [mutant for file in files for mutant in mutants(root, str(file))]
    return sorted(found, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.place} {mutant.what}".encode()).digest())


def switched(text, numbered):
    """The source with switches for some of its mutants: {number: mutant}."""
    parts = []  # place, order of the parts at one place, text
    for number, (_, _, _, start, end, new) in numbered.items():
        if new in NEGATED:
            parts += [(start, 1, f"{text[start:end]} ::mutants::Negated<{number}>{{}} ")]
        elif new:
            parts += [(start, 1, f"(::mutants::is_on({number}) ? {new} : "), (end, 0, ")")]
        else:
            parts += [(start, 1, f"{{ if (!::mutants::is_on({number})) "), (end + 1, 0, " }")]
    for place, _, part in sorted(parts, reverse=True):
        text = text[:place] + part + text[place:]
    return text


class Build:
    """The test programs of a copy of the sources. The name of an object is its path in the folder of the build."""

    def __init__(self, tree, folder):
        self.tree, self.folder, self.all = tree, folder, folder.parent / "all"
        self.links, self.limits, self.objects = {}, {}, {}  # of a program: command, seconds; of an object: the one with switches
        self.units = {}  # object -> its sources and command
        for entry in json.loads((folder / "compile_commands.json").read_text(encoding="utf-8")):
            file, words = pathlib.Path(entry["file"]), shlex.split(entry["command"])
            sources = re.findall(r'#include "(.+)"', file.read_text(encoding="utf-8")) if file.parent.name == "Unity" else [file]
            self.units[words[words.index("-o") + 1]] = [os.path.relpath(source, tree) for source in sources], words

    @functools.cache
    def included(self, file):
        """The files of the copy that a file includes, and itself."""
        found, todo = set(), [file]
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                for other in re.findall(r'^ *# *include "(.+)"', (self.tree / name).read_text(encoding="utf-8"), re.M):
                    places = (os.path.normpath(f"{place}/{other}") for place in (os.path.dirname(name), "src", "tests"))
                    todo += [place for place in places if (self.tree / place).exists()][:1]
        return found

    def dependents(self, files):
        return [name for name, (sources, _) in self.units.items() if any(self.included(source) & files for source in sources)]

    def programs(self, file):
        """The test programs that have a source in the folder of tests/ that mirrors the nearest folder of `file`."""
        found = set()
        for folder in pathlib.PurePath(file).parents:
            below = f"tests/{'/'.join(folder.parts[1:])}/"
            found = found or {name.split("/")[2][:-4] for name, (sources, _) in self.units.items() if "/test_" in name and below in sources[0]}
        return sorted(found)

    def prepare(self, programs, files):
        """Builds the objects of the programs that the changed files do not reach, and returns the names of the others."""
        def ninja(*words):
            return subprocess.run(["ninja", *words], cwd=self.folder, check=True, stdout=subprocess.PIPE, text=True).stdout

        changed = set(self.dependents(files))
        for program in programs:
            command = ninja("-t", "commands", f"tests/{program}").strip().rsplit("\n", 1)[-1]
            for word in shlex.split(command.removeprefix(": && ").removesuffix(" && :")):
                members = [name for name in self.units if f"src/lib{name.split('/')[2][:-4]}.a" == word]
                self.links.setdefault(program, {}).update(dict.fromkeys(members if changed & set(members) else [word]))
        words = {word for link in self.links.values() for word in link if word.endswith((".o", ".a")) and not word.startswith("/")}
        ninja("-j1", "--quiet", "generated", *sorted(words - changed))
        return sorted(words & changed)

    def compile(self, name, folders):
        """Compiles an object with the changed files in `folders` into the first one. Returns the compiler's errors, or an empty text."""
        (sources, words), out = self.units[name], folders[0] / name
        lines = (f'#include "{next(place / source for place in (*folders, self.tree) if (place / source).exists())}"\n' for source in sources)
        write(out.with_suffix(".cpp"), "".join(lines))
        command = [words[0], "-include", self.all / "switches.hpp", *(f"-I{place}/src" for place in folders), *words[1:words.index("-o")], "-w"]
        done = subprocess.run([*command, "-o", out, "-c", out.with_suffix(".cpp")], cwd=self.folder, capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""

    def link(self, program, objects, folder):
        """Links a program with changed objects into a folder. Returns the linker's errors, or an empty text."""
        words = [str(objects.get(word, word)) for word in self.links[program]]
        words[words.index("-o") + 1] = str(folder / program)
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""

    def run(self, program, folder, number=0):
        """Runs tests up to the first failure, within a limit of processor time. Returns where they failed, or an empty text."""
        seconds = self.limits.get(program, 3600)
        limits = ["timeout", "-sKILL", f"{10 * seconds}", "prlimit", f"--cpu={seconds}", f"--as={8 << 30}", "--core=0"]
        with open(self.folder.parent / "test.log", "w+", encoding="utf-8", errors="replace") as log:
            code = subprocess.run([*limits, folder / program, "--abort-after=1"], cwd=self.tree, env={**os.environ, "MUTANT": str(number)},
                                  stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False).returncode
            log.seek(0)
            found = re.search(r"^(?:\S*/)?tests/\S*?(\w+)\.[ch]pp:\d+:", log.read(), re.M)
        return code and f"{program[5:]} ({'time limit' if code in (-9, 137) else found[1] if found else 'crash'})"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def build_all(build, numbered, programs):
    """Builds the test programs with a switch for each mutant whose switch compiles. Returns the numbers of these mutants."""
    by_file, left = collections.defaultdict(dict), set(numbered)
    for number, mutant in numbered.items():
        by_file[mutant.file][number] = mutant

    def write_switches(file):
        write(build.all / file, switched((build.tree / file).read_text(encoding="utf-8"), by_file[file]))

    shutil.rmtree(build.all, ignore_errors=True)
    write(build.all / "switches.hpp", SWITCHES)
    for file in by_file:
        write_switches(file)
    for name in build.prepare(programs, set(by_file)):
        build.objects[name] = build.all / name
        while errors := build.compile(name, [build.all]):
            places = set(re.findall(rf"{build.all}/(src/\S+?:\d+):\d+: error", errors) or re.findall(rf"{build.all}/(src/\S+?:\d+):", errors))
            wrong = {number for number in left if numbered[number].place.rsplit(":", 1)[0] in places}
            if not wrong:
                sys.exit(f"scripts/mutants.sh: the sources with switches do not compile:\n{errors}")
            left -= wrong
            for number in wrong:
                del by_file[numbered[number].file][number]
                write_switches(numbered[number].file)
    for program in programs:
        before = os.times()
        if errors := build.link(program, build.objects, build.all) or build.run(program, build.all):
            sys.exit(f"scripts/mutants.sh: without a mutant: {errors}")
        build.limits[program] = 5 + 3 * math.ceil(os.times().children_user - before.children_user)
    return left


def judge(build, mutant, number):
    """Returns "killed by ...", "SURVIVED" or "does not compile". The number is that of the mutant's switch, or 0."""
    programs, trial = build.programs(mutant.file), build.folder.parent / "trial"
    for program in programs if number else []:
        if failure := build.run(program, build.all, number):
            return f"killed by {failure}"
    shutil.rmtree(trial, ignore_errors=True)
    text = (build.tree / mutant.file).read_text(encoding="utf-8")
    write(trial / mutant.file, text[:mutant.start] + mutant.new + text[mutant.end:])
    objects = dict(build.objects)
    for name in build.dependents({mutant.file}):
        if any(name in build.links[program] for program in programs):
            objects[name] = trial / name
            if errors := build.compile(name, [trial, build.all]):
                return "killed by a static_assert" if STATIC_ASSERT.search(errors) else "does not compile"
    for program in programs:
        if build.link(program, objects, trial):
            return "does not compile"
        if failure := build.run(program, trial):
            return f"killed by {failure}"
    return "SURVIVED"


def row(mutant, verdict):
    return f"{mutant.place:<44} {verdict:<40} {mutant.what if len(mutant.what) < 80 else mutant.what[:77] + '...'}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", default=["src/timestep", "src/sim", "src/lab"])
    for name, kind in ("--seed", {}), ("--count", {"type": int, "default": 120}), ("--again", {"action": "store_true"}):
        parser.add_argument(name, **kind)
    options = parser.parse_args()
    out = pathlib.Path("build/mutants").resolve()
    build, results = Build(out / "tree", out / "build"), out / "results.txt"
    old = results.read_text(encoding="utf-8").splitlines() if options.again else []
    each = math.ceil(options.count / len(options.folders))
    queues = {folder: drawn(build.tree, folder, options.seed) for folder in options.folders}
    if options.again:
        queues = {folder: [mutant for mutant in queue if row(mutant, "SURVIVED") in old] for folder, queue in queues.items()}
    chosen = {folder: queue[:each + each // 3] for folder, queue in queues.items()}  # more than `each`, because some do not compile
    numbered = dict(enumerate(itertools.chain.from_iterable(chosen.values()), 1))
    switches = build_all(build, numbered, sorted({program for mutant in numbered.values() for program in build.programs(mutant.file)}))
    counts = {folder: collections.Counter() for folder in chosen}
    with open(results, "w", encoding="utf-8") as table:
        for number, mutant in numbered.items():
            count = next(counts[folder] for folder, queue in chosen.items() if mutant in queue)
            if count.total() - count["does not compile"] < each:
                verdict = judge(build, mutant, number if number in switches else 0)
                count["killed by tests" if "(" in verdict else verdict] += 1
                for output in (sys.stdout, table):
                    print(row(mutant, verdict), file=output, flush=True)
    for folder, count in counts.items():
        tried = count.total() - count["does not compile"]
        killed = tried - count["SURVIVED"]
        print(f"{folder}: {killed} of {tried} mutants killed, {100 * killed / max(1, tried):.0f} %; {count['killed by a static_assert']} of them by a "
              f"static_assert. {count['does not compile']} others do not compile.")


if __name__ == "__main__":
    main()
