"""Checks tables of statements in a page, each with a command and the expected results of that command.

Common to docs/articles.md, docs/numbers.md and the headers of the presets; docs/promises.md explains how the tables are written.
TIMESTEP_LAB names the program."""
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Long runs are complete with TIMESTEP_THOROUGH=1 or in CI, else a tenth as long, as in tests/thorough.hpp.
IS_THOROUGH = os.environ.get("TIMESTEP_THOROUGH", os.environ.get("CI", "")) not in ("", "0")
SECONDS = 3600 if IS_THOROUGH else 360
os.nice(19)  # gives the processor to the tests of the window, whose clock is real
METRIC = re.compile(r"\b([a-z][\w-]*)\.([a-z]\w*)")
EXPRESSION = re.compile(r"(?P<left>.+?) (?P<how>==|!=|<=|>=|<|>) (?P<right>.+?)(?: \+- (?P<within>[\d.]+)(?P<percent>%?))?"
                        r"(?: (?P<where>from|up to|only at) (?P<values>[\d., ]+))?")
SWEEP = re.compile(r"\{([^}]*)\}")
FILE = re.compile(r"^    (\S+\.csv) +([\d, ]+?)(?: x(\d+))?$", re.MULTILINE)
NO_EVENTS = {"bounced": 0, "clumped": 0, "shrunk": 0}  # the JSON has only the events that happened


def runs(flags):
    """Returns the lengths of all runs of true flags."""
    return [len(list(group)) for holds, group in itertools.groupby(flags) if holds]


def gaps(flags):
    """Returns the distances between neighbouring true flags."""
    places = [i for i, flag in enumerate(flags) if flag]
    return [b - a for a, b in zip(places, places[1:])]


def sums(numbers):
    """Returns the partial sums: of the first number, of the first two, and so on."""
    return list(itertools.accumulate(numbers))


BUILTINS = {f.__name__: f for f in (abs, all, any, gaps, len, max, min, range, round, runs, set, sum, sums, zip)}


def cells_of(text):
    """Returns the cells of all table rows in the text, without the header rows."""
    lines = re.sub(r"(?m)^\|.*\n\|---.*\n", "", text).splitlines()
    return [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in lines if line.startswith("| ")]


def write_recordings(text, folder):
    """Writes the recordings that the page defines: frame times in nanoseconds, repeated as often as stated; an hour lasts SECONDS."""
    for name, times, repeats in FILE.findall(text):
        repeats = int(repeats or 1)
        lines = times.replace(" ", "").split(",") * (repeats * SECONDS // 3600 if repeats >= 10_000 else repeats)
        (folder / name).write_text("frame_ns\n" + "".join(f"{line}\n" for line in lines), encoding="ascii")


def swept(command):
    """Returns the values of the sweep in a command, such as {50,60,144} or {14..20/0.5}; [""] for a command without a sweep."""
    found = SWEEP.search(command)
    if not found:
        return [""]
    first, dots, rest = found[1].partition("..")
    if not dots:
        return found[1].split(",")
    last, _, by = rest.partition("/")
    return [f"{float(first) + i * float(by):.10g}" for i in range(round((float(last) - float(first)) / float(by)) + 1)]


def evaluated(text, names):
    return eval(text, {"__builtins__": BUILTINS, "seconds": SECONDS, **names})  # the text is from our own pages


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


def columns(path, asked):
    """Returns {name: cells} of a CSV without quotes, for the names in `asked`. The tool `cut` is faster with millions of rows than Python."""
    with open(path, encoding="utf-8") as file:
        names = file.readline().rstrip("\n").split(",")
    wanted = [i for i, name in enumerate(names) if name in asked]
    fields = ",".join(str(i + 1) for i in wanted)
    cut = subprocess.run(["cut", "-d,", f"-f{fields}", path], stdout=subprocess.PIPE, text=True, check=True).stdout
    cells = cut.replace(",", "\n").splitlines()[len(wanted):]
    return {names[i]: numbers(cells[at :: len(wanted)]) for at, i in enumerate(wanted)}


def compared(parts, value_of):
    """Returns whether the comparison is true, and the value of its left side."""
    left, right = value_of(parts["left"]), value_of(parts["right"])
    if parts["within"]:
        return abs(left - right) <= float(parts["within"]) * (abs(right) / 100 if parts["percent"] else 1), left
    how = {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
    return how[parts["how"]], left


class Statements(unittest.TestCase):
    text = ""  # of the page

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.cache = {}
        cls.tables_of = None
        write_recordings(cls.text, cls.folder)

    def said(self, *words):
        if words not in self.cache:
            self.cache[words] = self.ran(words, subprocess.PIPE)
        return self.cache[words]

    def ran(self, words, out):
        done = subprocess.run([LAB, *words], cwd=self.folder, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def files(self, words, values):
        """Returns one file with the output for each value of a sweep; kept until other words follow, since an hour is a gigabyte."""
        paths = [self.folder / f"{i}.table" for i in range(len(values))]
        if self.tables_of != (words, values):
            for path, value in zip(paths, values):
                with open(path, "wb") as file:
                    self.ran([*(SWEEP.sub(value, word) for word in words), *([] if "--csv" in words else ["--csv", "-"])], file)
            type(self).tables_of = words, values
        return paths

    def race(self, words, values):
        """Runs one program for all values of a sweep, with each lane once for each value."""
        lanes = [(lane, value) for is_lane, lane in zip([""] + words, words) if is_lane == "--lane" for value in values]
        given = [word for i, word in enumerate(words) if word != "--lane" and (i == 0 or words[i - 1] != "--lane")]
        self.assertNotRegex(" ".join(given), SWEEP, "a sweep stands in a --lane")
        flags = [word for lane, value in lanes for word in ("--lane", SWEEP.sub(value, lane))]
        ran = json.loads(self.said(*given, *flags, "--json"))["lanes"]
        found = [{} for _ in values]
        for i, lane in enumerate(ran):
            name = ran[i - i % len(values)]["name"]
            found[i % len(values)][name] = NO_EVENTS | lane | lane["events"]
        return [lambda text, lanes=lanes, value=value:
                evaluated(METRIC.sub(lambda at: repr(lanes[at[1]][at[2]]), text), {"it": number(value)})
                for lanes, value in zip(found, values)]

    def tables(self, words, values, asked):
        """Returns the requested columns of a CSV as lists; one program runs for each value of a sweep."""
        tables = [columns(path, asked) for path in self.files(words, values)]
        return [lambda text, table=table, value=value: evaluated(text, {"it": number(value), **table})
                for table, value in zip(tables, values)]

    def check_list(self, lines, expected):
        for what in expected:
            if EXPRESSION.fullmatch(what):
                self.check_sweep(what, [""], [lambda text: evaluated(text, {"lines": lines})])
            else:
                self.assertIn(what, [" ".join(line.split())[:len(what)] for line in lines])

    def check_lesson(self, words, expected):
        lines = self.said(*words).splitlines()
        for expression in expected:
            self.assertTrue(any(line.startswith(f"  holds   {expression} ") for line in lines), expression)

    def check_sweep(self, expression, values, values_of):
        """Checks a comparison at every value of a sweep; or that it is true exactly from a value, up to a value, or only at some values."""
        parts = EXPRESSION.fullmatch(expression)
        self.assertTrue(parts, f"{expression}: is no comparison")
        came = [compared(parts, value_of) for value_of in values_of]
        told = f"{expression}: " + ", ".join(f"{value} {left!r}".strip() for value, (_, left) in zip(values, came))[:600]
        holds = [float(value) for value, (good, _) in zip(values, came) if good] if parts["where"] else [good for good, _ in came]
        if not parts["where"]:
            return self.assertTrue(all(holds), told)
        named = [float(value) for value in parts["values"].split(",")]
        right = {"from": lambda v: v >= named[0], "up to": lambda v: v <= named[0], "only at": lambda v: v in named}[parts["where"]]
        wanted = [float(value) for value in values if right(float(value))]
        self.assertTrue(0 < len(wanted) < len(values), f"{expression}: the sweep does not show where it begins")
        return self.assertEqual(holds, wanted, told)

    def check(self, command, expected):
        program, *words = shlex.split(command)
        self.assertEqual(program, "timestep_lab")
        if words[0] == "lesson":
            return self.check_lesson(words, expected)
        self.assertTrue(expected)
        if words[0] == "list":
            return self.check_list(self.said(*words).splitlines(), expected)
        if "3600" in words:
            words[words.index("3600")] = str(SECONDS)
        values = swept(command)
        is_table = words[0] == "plan" or "--csv" in words
        values_of = self.tables(words, values, " ".join(expected)) if is_table else self.race(words, values)
        for expression in expected:
            self.check_sweep(expression, values, values_of)
        return None

    def check_file(self, path, words):
        """Checks that a file contains the expected words, for statements that no command can show."""
        self.assertTrue(words)
        text = (ROOT / path).read_text(encoding="utf-8")
        for word in words:
            self.assertIn(word, text, path)

    def check_test(self, command):
        """Checks that the room has a test of this name."""
        room, _, name = command.partition(": ")
        if room == "articles":
            return self.assertTrue(hasattr(self, name), name)
        if room in ("gui", "attack"):
            sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / room).glob("test_*.py"))
            return self.assertIn(f"    def {name}(self", sources)
        sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / room).rglob("*_test.cpp"))
        return self.assertTrue(f'TEST_CASE("{name}"' in re.sub(r'"\s*"', "", sources), f"no test of this name: {command}")

    def check_all(self, rows):
        """Checks rows of (statement, command, [expected results]); a row with an empty command has the command of the row before."""
        command = ""
        for says, given, expected in rows:
            command = given or command
            with self.subTest(says):
                if command.startswith("timestep_lab "):
                    self.check(command, expected)
                elif command.startswith("in "):
                    self.check_file(command.removeprefix("in ").strip("`"), expected)
                elif not command.startswith("elsewhere: "):
                    self.check_test(command)
