"""Runs commands and compares their results with the results that assets/presets, tests/house/numbers and tests/house/articles.toml expect.

docs/architecture.md, "Promises and numbers", describes the language. TIMESTEP_LAB names the program."""
import difflib
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", ROOT / "build/release/timestep_lab")).resolve()
BUILD = "cmake --build --preset release --target timestep_lab"
# Long runs are complete with TIMESTEP_THOROUGH=1 or in CI, else a tenth as long, as in tests/thorough.hpp.
IS_THOROUGH = os.environ.get("TIMESTEP_THOROUGH", os.environ.get("CI", "")) not in ("", "0")
SECONDS = 3600 if IS_THOROUGH else 360
os.nice(19)  # gives the processor to the tests of the window, whose clock is real
LANE = re.compile(r"\b([a-z][\w-]*)(?=\.[a-z])")
CLAIM = re.compile(r"(?P<comparison>.+?)(?: (?P<where>from|up to|only at) (?P<values>[-\d., ]+))?")
SWEEP = re.compile(r"\{([^}]*)\}")
RECORDING = re.compile(r"(\d+(?:, *\d+)*)(?: x(\d+))?")
NUMBER = re.compile(r"(?<![\w.#*/^-])\d[\d.,/e]*(?<![.,])")  # not behind a letter or one of .#*/^-, as in x2 or t^2


def runs(flags):
    """The lengths of all runs of true flags."""
    return [len(list(group)) for holds, group in itertools.groupby(flags) if holds]


def gaps(flags):
    """The distances between neighbouring true flags."""
    places = [i for i, flag in enumerate(flags) if flag]
    return [b - a for a, b in zip(places, places[1:])]


def sums(numbers):
    """The partial sums: of the first number, of the first two, and so on."""
    return list(itertools.accumulate(numbers))


BUILTINS = {f.__name__: f for f in (abs, all, any, gaps, len, max, min, range, round, runs, set, sum, sums, zip)}


def write_recording(path, text):
    """Writes a file of frame times from their list in nanoseconds, repeated as often as stated; an hour lasts SECONDS."""
    found = RECORDING.fullmatch(text)
    assert found, f'"{text}" is no recording; write frame times in ns, such as "16666667, 33333333" or "16666667 x600"'
    repeats = int(found[2] or 1)
    lines = found[1].replace(" ", "").split(",") * (repeats * SECONDS // 3600 if repeats >= 10_000 else repeats)
    path.write_text("frame_ns\n" + "".join(f"{line}\n" for line in lines), encoding="ascii")


def swept(command):
    """The values of the sweep in a command, such as {50,60,144} or {14..20/0.5}; [""] for a command without a sweep."""
    found = SWEEP.search(command)
    if not found:
        return [""]
    first, dots, rest = found[1].partition("..")
    if not dots:
        return found[1].split(",")
    last, _, by = rest.partition("/")
    return [f"{float(first) + i * float(by):.10g}" for i in range(round((float(last) - float(first)) / float(by)) + 1)]


def nearest(word, words):
    """The hint " (did you mean ...?)" with the most similar of the words, or an empty text."""
    found = difflib.get_close_matches(word, list(words), 1)
    return f" (did you mean {found[0]}?)" if found else ""


def evaluated(text, names, columns=()):
    """The value of an expression from our own files; `columns` are all names of the table, for the error message."""
    try:
        return eval(text, {"__builtins__": BUILTINS, "seconds": SECONDS, **names})
    except NameError as error:
        known = [*names, *columns, *BUILTINS, "seconds"]
        raise AssertionError(f"{text}: there is no {error.name}{nearest(error.name, known)}") from None
    except Exception as error:
        raise AssertionError(f"{text}: {type(error).__name__}: {error}") from None


def number(text):
    try:
        return float(text)
    except ValueError:
        return text


def numbers(cells):
    try:
        return list(map(float, cells))
    except ValueError:
        return [number(cell) for cell in cells]


def table_of(path, asked):
    """All column names of a CSV without quotes, and {name: cells} for the names in `asked`. The tool `cut` is faster with
    millions of rows than Python."""
    with open(path, encoding="utf-8") as file:
        names = file.readline().rstrip("\n").split(",")
    wanted = [i for i, name in enumerate(names) if name in asked]
    if not wanted:
        return names, {}
    fields = ",".join(str(i + 1) for i in wanted)
    cut = subprocess.run(["cut", "-d,", f"-f{fields}", path], stdout=subprocess.PIPE, text=True, check=True).stdout
    cells = cut.replace(",", "\n").splitlines()[len(wanted):]
    return names, {names[i]: numbers(cells[at :: len(wanted)]) for at, i in enumerate(wanted)}


class TestFile:
    """A TOML file of tests. A table holds proofs; docs/architecture.md describes them."""

    def __init__(self, path, root=ROOT):
        self.path = path
        self.name = path.relative_to(root).as_posix()
        self.text = path.read_text(encoding="utf-8")
        try:
            self.tables = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"at line (\d+)", str(error))
            raise AssertionError(f"{self.name}:{line[1] if line else self.text.count(chr(10))}: {error}") from None

    def at(self, *words):
        """Returns FILE:LINE of the last of the words, each looked for after the one before."""
        place = 0
        for word in words:
            place = max(self.text.find(word, place), place)
        return f"{self.name}:{self.text.count(chr(10), 0, place) + 1}"


class Statements(unittest.TestCase):
    longMessage = False

    @classmethod
    def setUpClass(cls):
        assert LAB.exists(), f"{LAB} is missing; run `{BUILD}`"
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.begin({})

    @classmethod
    def begin(cls, recordings):
        """Makes {name: text} of recordings the files that the commands to follow can read."""
        cls.cache = {}
        for name, text in recordings.items():
            write_recording(cls.folder / name, text)

    def said(self, *words):
        if words not in self.cache:
            self.cache[words] = self.ran(words, subprocess.PIPE)
        return self.cache[words]

    def ran(self, words, out, accepted=(0,)):
        done = subprocess.run([LAB, *words], cwd=self.folder, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
        failed = done.returncode not in accepted or done.stderr
        self.assertFalse(failed, f"`timestep_lab {' '.join(words)}` ended with exit code {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def race(self, words, values, comparisons):
        """Runs one program for all values of a sweep, with each lane once for each value. Returns the results of each comparison."""
        lanes = [lane for is_lane, lane in zip([""] + words, words) if is_lane == "--lane"]
        names = [(re.search(r",name=([^,]+)", lane) or re.match(r"([^,]+)", lane))[1] for lane in lanes]
        self.assertEqual(len(names), len(set(names)), "two lanes have one name; give them name=...")
        given = [word for i, word in enumerate(words) if word != "--lane" and (i == 0 or words[i - 1] != "--lane")]
        self.assertNotRegex(" ".join(given), SWEEP, "a sweep {...} may only stand in a --lane, or in a command with --csv -")
        for i, value in enumerate(values):
            for lane, name in zip(lanes, names):
                given += ["--lane", f"{SWEEP.sub(value, lane)},name={name}-at-{i}"]
            for comparison in comparisons:
                text = LANE.sub(lambda at, i=i: f"{at[1]}-at-{i}" if at[1] in names else at[1], comparison)
                given += ["--assert", re.sub(r"\bit\b", value, re.sub(r"\bseconds\b", str(SECONDS), text))]
        came = json.loads(self.ran([*given, "--json"], subprocess.PIPE, (0, 1)))["assertions"]
        return [came[i :: len(comparisons)] for i in range(len(comparisons))]

    def tables(self, words, values, comparisons):
        """Evaluates comparisons of columns, as lists of a CSV; one program runs for each value of a sweep."""
        read = []
        for value in values:
            with open(self.folder / "swept.table", "wb") as file:  # an hour is a gigabyte
                self.ran([*(SWEEP.sub(value, word) for word in words), *([] if "--csv" in words else ["--csv", "-"])], file)
            read.append(table_of(file.name, " ".join(comparisons)))
        return [[{"holds": evaluated(comparison, {"it": number(value), **table}, names)} for (names, table), value in zip(read, values)]
                for comparison in comparisons]

    def check_list(self, lines, expected):
        for what in expected:
            if "lines" in what:
                self.assertIs(evaluated(what, {"lines": lines}), True, what)
            else:
                self.assertIn(what, [" ".join(line.split())[:len(what)] for line in lines], f"no line begins with: {what}")

    def check_lesson(self, words, expected):
        lines = self.said(*words).splitlines()
        for expression in expected:
            self.assertTrue(any(line.startswith(f"  holds   {expression} ") for line in lines), f"no assertion that holds: {expression}")

    def check_claim(self, claim, values, came):
        """Checks that a comparison was true at every value of a sweep; or exactly from a value, up to a value, or only at some values."""
        told = f"{claim['comparison']}: " + ", ".join(f"{value} {result.get('left', result['holds'])!r}".strip()
                                                      for value, result in zip(values, came))[:600]
        if not claim["where"]:
            return self.assertTrue(all(result["holds"] is True for result in came), told)
        holds = [float(value) for value, result in zip(values, came) if result["holds"]]
        named = [float(value) for value in claim["values"].split(",")]
        right = {"from": lambda v: v >= named[0], "up to": lambda v: v <= named[0], "only at": lambda v: v in named}[claim["where"]]
        wanted = [float(value) for value in values if right(float(value))]
        self.assertTrue(0 < len(wanted) < len(values), f"{claim[0]}: the sweep does not show where it begins")
        return self.assertEqual(holds, wanted, f"{told}: true at {holds}, expected at {wanted}")

    def check(self, command, expected):
        program, *words = shlex.split(command)
        self.assertTrue(program == "timestep_lab" and words, "a command is `timestep_lab run ...`, plan, list or lesson")
        if words[0] == "lesson":
            return self.check_lesson(words, expected)
        self.assertTrue(expected, "the command has no expected result")
        if words[0] == "list":
            return self.check_list(self.said(*words).splitlines(), expected)
        if "3600" in words:
            words[words.index("3600")] = str(SECONDS)
        values, claims = swept(command), [CLAIM.fullmatch(text) for text in expected]
        check = self.tables if words[0] == "plan" or "--csv" in words else self.race
        for claim, came in zip(claims, check(words, values, [claim["comparison"] for claim in claims])):
            self.check_claim(claim, values, came)
        return None

    def check_test(self, command):
        """Checks that the module has a test of this name."""
        module, _, name = command.partition(": ")
        if module == "articles":
            return self.assertTrue(hasattr(self, name), f"no test of this name: {name}")
        sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / module).rglob("*_test.cpp"))
        names = re.findall(r'TEST_CASE\("((?:[^"\\]|\\.)*)"', re.sub(r'"\s*"', "", sources))
        self.assertTrue(names, f'"{command}" is no test; write "MODULE: NAME", with a folder of tests/ as the module')
        return self.assertIn(name, names, f"no test of this name is in tests/{module}: {name}{nearest(name, names)}")

    def check_proofs(self, proofs, place, mend):
        """Checks a table of a TestFile. `place(proof)` returns FILE:LINE, and `mend` says how to correct an error."""
        self.assertTrue(proofs, f"{place('')}: there is no command and no test below. {mend}")
        for how, expected in proofs.items():
            try:
                if how == "test":
                    for name in [expected] if isinstance(expected, str) else expected:
                        self.check_test(name)
                elif how != "untested":
                    self.assertTrue(how.startswith("timestep_lab "), f'"{how}" is no proof; write "timestep_lab ...", test or untested')
                    self.assertIsInstance(expected, list, "the expected results are a list of texts")
                    self.check(how, expected)
            except (AssertionError, ValueError) as error:
                raise AssertionError(f"{place(how)}: {how}\n{error}\n{mend}") from None
