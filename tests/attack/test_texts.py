"""Checks that texts from the command line and from files are shown short, in one line and without control characters."""
import os
import unittest

from programs import DEMO, FRAMES, HAS_DEMO, LAB, RECORDING, WINDOWLESS, Attack, flags_of, is_thorough, unseen

LONG = "A" * 5000
NASTY = {
    "line": "one\ntwo\r\nthree",
    "escape": "\x1b]0;title\x07\x1b[31mred\x1b[2J",
    "c1": "\u009b31mred\u0090",
    "bytes": os.fsdecode(b"\xff\xfe\x80\xc0\xaf"),
    "turned": "\u202etxt.exe\u2066\u2028",
    "long": LONG,
    "long and many": "x=" + LONG + ",y=" + LONG + ":" + LONG,
    "braces": "{}{0}%s%n'\"`$(id)<script>",
    "tab": "\t\b\v\f",
}
FEW = ("escape", "long", "line")
TAKES_NOTHING = {"--help", "--version", "--quiet"}
# A valid use of each command, to which a flag with a hostile value is added.
COMMANDS = {
    "list": [],
    "plan": ["--frames", FRAMES],
    "run": ["--frames", "2"],
    "lesson": ["fifty-on-sixty"],
    "inspect": [RECORDING],
    "rank": [RECORDING, "--loops", "fixed", "--hz", "60"],
    "report": [RECORDING, "--loops", "fixed", "--hz", "60", "-o", "-"],
    "compare": [RECORDING, RECORDING],
    "convert": [RECORDING, "--to", "frame_ns"],
    "export": ["--loop", "fixed"],
    "completion": ["bash"],
}
WRITE = {"--csv", "--output", "--telemetry", "--record-frames", "--screenshot", "--film", "--guided", "--report-widgets", "--settings"}


class Texts(Attack):
    def shows_little_of_it(self, program, arguments):
        code, error = self.run_one(program, *arguments)
        self.assertIn(code, (0, 1, 2), error[:300])
        shown = error if code == 2 else error + self.out
        if code == 2:
            self.is_one_line(error, program)
            self.assertLess(len(error), 2200, error[:300])
        self.assertEqual(unseen(shown), [], shown[:300])
        self.assertNotRegex(shown, "A{81}")
        return code

    def try_flag(self, program, before, flag, names):
        """Tries each value in one of the two forms, `--flag VALUE` or `--flag=VALUE`; the flag's length decides which value gets which
        form."""
        for i, name in enumerate(names, len(flag)):
            # Apart from a flag without a value, the value is a second file; `inspect --pairs` refuses each of both files in a line.
            is_apart = i % 2 and not (before[0] == "inspect" and flag == "--pairs")
            given = [flag, NASTY[name]] if is_apart else [f"{flag}={NASTY[name]}"]
            with self.subTest(program=program, before=list(map(str, before)), flag=flag, value=name):
                self.shows_little_of_it(program, [*before, *given])

    def names(self, flag=""):
        return NASTY if is_thorough() else [name for name in FEW if flag not in WRITE or name == "long"]

    def test_hostile_values_of_every_flag_of_the_lab(self):
        for command, good in COMMANDS.items():
            for flag in set(flags_of(LAB, command)) - TAKES_NOTHING:
                # Leaves the flag out of the valid use, so that it is not given twice.
                before = [command] + [word for i, word in enumerate(good) if flag not in (word, good[i - 1] if i else None)]
                self.try_flag(LAB, before, flag, self.names(flag))

    def test_hostile_arguments(self):
        """Hostile arguments, commands and flags are rejected."""
        programs = [(LAB, [[], *([command] for command in COMMANDS)])] + ([(DEMO, [[*WINDOWLESS, "--frames", "1"]])] if HAS_DEMO else [])
        for program, starts in programs:
            for start in starts:
                for name in self.names():
                    value = NASTY[name]
                    for given in (value, "--" + value, "-" + value, "--no-such=" + value, "--help=" + value, "--quiet=" + value):
                        with self.subTest(start=start, value=name, given=given[:20]):
                            self.assertIn(self.shows_little_of_it(program, [*start, given]), (0, 1, 2))

    @unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
    def test_hostile_values_of_every_flag_of_the_demo(self):
        for flag in set(flags_of(DEMO)) - TAKES_NOTHING:
            self.try_flag(DEMO, [*WINDOWLESS, "--frames", "1", "--size", "320x240"], flag, self.names(flag))

    def test_hostile_file_names(self):
        for name, value in NASTY.items():
            for command in (["inspect"], ["rank"], ["plan", "--frames"], ["run", "--recording"], ["convert", "--to", "mangohud"], ["lesson"]):
                with self.subTest(value=name, command=command):
                    self.assertEqual(self.shows_little_of_it(LAB, [*command, value]), 2)
            if name.startswith("long"):
                continue
            there = os.fsencode(value.replace("/", "-") + ".csv")
            with open(os.path.join(os.fsencode(self.path), there), "wb") as file:
                file.write(FRAMES.read_bytes())
            for command in (["inspect"], ["rank", "--loops", "fixed"], ["compare", FRAMES], ["convert", "--to", "mangohud", "-o"]):
                with self.subTest(value=name, command=command):
                    more = [FRAMES] if command[0] == "convert" else []
                    self.assertEqual(self.shows_little_of_it(LAB, [*command, os.fsdecode(there), *more]), 0)

    def test_hostile_texts_in_recordings(self):
        header = "Application,ProcessID,SwapChainAddress,MsBetweenPresents\n"
        for name, value in NASTY.items():
            text = value.replace("\n", " ").replace("\r", " ").replace(",", ";").replace('"', "'")
            rows = f"{text},1,{text},16.6\n" * 5
            good = self.write("good.csv", header.encode() + os.fsencode(rows))
            bad = self.write("bad.csv", header.encode() + os.fsencode(rows + f"{text},1,{text},{text}\n"))
            with self.subTest(value=name):
                for command in (["inspect"], ["rank", "--loops", "fixed"], ["compare", good], ["inspect", "--stream", "no such"]):
                    self.shows_little_of_it(LAB, [*command, good])
                self.shows_little_of_it(LAB, ["rank", bad])
                self.shows_little_of_it(LAB, ["plan", "--frames", self.write("p.csv", os.fsencode(f"frame_ns\n{text}\n"))])
                self.assertEqual(self.run_one(LAB, "report", good, "--loops", "fixed", "--hz", "60", "-o", "page.html"), (0, ""))
                page = (self.path / "page.html").read_text(encoding="utf-8")
                self.assertEqual([c for c in unseen(page) if c != "\t"], [])
                self.assertNotIn("<script>", page)

    def test_hostile_texts_in_lessons(self):
        for name in ("escape", "c1", "turned", "long"):
            text = "".join(f"\\u{ord(c):04X}" for c in NASTY[name]) if name != "long" else LONG
            lesson = (
                f'title = "{text}"\nwatch = "{text}"\nquestion = "{text}"\nanswers = ["{text}", "b"]\nright = 1\n'
                f'explanation = "{text}"\nseconds = 1\nassert = ["a.speed == 1"]\n[[lane]]\nname = "a"\nloop = "fixed"\n'
            )
            for change in ("", 'loop = "fixed"', "a.speed == 1", "seconds = 1"):
                changed = lesson.replace(change, f'"{text}" = "{text}"' if "=" in change and "==" not in change else text) if change else lesson
                with self.subTest(value=name, change=change):
                    code, error = self.run_one(LAB, "lesson", self.write("x.toml", changed))
                    self.assertIn(code, (0, 1, 2))
                    self.assertEqual(unseen(error + self.out), [])
                    self.assertNotRegex(error, "A{81}")

    @unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
    def test_hostile_files(self):
        """Hostile texts in settings and script files are rejected."""
        for name in ("escape", "c1", "turned", "long"):
            text = "".join(f"\\u{ord(c):04X}" for c in NASTY[name]) if name != "long" else LONG
            for line in (f'"{text}" = 1', f'scene.name = "{text}"', f'loop."{text}" = "{text}"', f'"{text}'):
                with self.subTest(value=name, line=line[:12]):
                    settings = self.write("s.toml", line + "\n")
                    code, error = self.run_one(DEMO, *WINDOWLESS, "--frames", "1", "--settings", settings)
                    self.assertEqual(code, 0, error[:300])
                    self.is_one_line(error, DEMO)
                    self.assertNotRegex(error, "A{81}")
            for line in (f"at 1 key {NASTY[name]}", f"at {NASTY[name]} quit", f"at 1 set {NASTY[name]} 1", f"at 1 {NASTY[name]}"):
                with self.subTest(value=name, line=line[:12]):
                    script = self.write("d.txt", line + "\n")
                    self.assertEqual(self.shows_little_of_it(DEMO, [*WINDOWLESS, "--frames", "1", "--script", script]), 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
