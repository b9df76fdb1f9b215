#!/usr/bin/env python3
"""Checks that docs/timestep_lab.md and docs/questions show the program's real output. Each line of a ```console block that begins with `$ ` is run in a
folder with the recordings of docs/timestep_lab.md. The lines below the command are its output, `...` stands for any lines, and `(exit N)` is the exit code.
UPDATE_GOLDEN=1 writes the outputs again, except where lines are left out. TIMESTEP_LAB names the program. It also runs the block in JavaScript,
compiles the blocks in C#, looks for each source that a page of docs names, and for what a page must list."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/timestep_lab.md"
PAGES = [PAGE, *sorted((ROOT / "docs/questions").glob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# Calls the callback of a page as a browser with this refresh rate does for ten seconds, and prints what the page has drawn last.
BROWSER = """
let callback, drawn;
globalThis.requestAnimationFrame = next => { callback = next; };
globalThis.draw = x => { drawn = x; };
await import("./page.mjs");
for (let frame = 0; frame <= 10 * HZ; ++frame) callback(1000 * (1 + frame / HZ));
console.log(drawn.toFixed(2));
"""


def blocks(page, language):
    """The code blocks of a page in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def noise(count, seed):
    """Yields integers from 0 to 1 million, which are the same on every machine (a 64-bit linear congruential generator)."""
    for _ in range(count):
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (seed >> 33) % 1_000_001


def game(path, seed, hitch_every):
    """Writes a recording of forty seconds near 60 frames a second, with random hitches."""
    rows = [14_600_000 + 2 * n for n in noise(2400, seed)]
    for i, n in enumerate(noise(2400, seed + 1)):
        if n < 1_000_000 // hitch_every:
            rows[i] += 40_000_000 + 20 * n
    path.write_text("frame_ns\n" + "".join(f"{row}\n" for row in rows), encoding="ascii")


def probe(path):
    """Writes what a probe says about an accumulator at 60 Hz whose frames are cut at 250 ms; two frames are long."""
    lines, units = ["probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha"], 0  # units of 1/3 ns
    for i, n in enumerate(noise(3600, 3)):
        frame = {700: 290_000_000, 1800: 4_000_000_000}.get(i, 15_500_000 + 2 * n)
        units += 3 * min(frame, 250_000_000)
        steps, units = divmod(units, 50_000_000)
        lines.append(f"2,{i},game,{frame},{steps},{steps * 50_000_000 // 3},")
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def recordings(folder):
    probe(folder / "probe.csv")
    page = (ROOT / "docs/questions/jump-height-depends-on-frame-rate.md").read_text(encoding="utf-8")
    (folder / "jump.log").write_text(re.search(r"```text\n(.*?)```", page, re.DOTALL)[1], encoding="ascii")  # the output of its program
    (folder / "flat.csv").write_text("frame_ns\n" + "".join(f"{16_566_667 + n // 5}\n" for n in noise(3600, 5)), encoding="ascii")
    game(folder / "before.csv", 1, 200)
    game(folder / "after.csv", 2, 100_000)
    (folder / "polled.csv").write_text("os,cpu,gpu,ram,kernel,driver\nLinux,a cpu,a gpu,16,6.1,1\nfps,frametime,elapsed\n" +
                                       "".join(f"60,16.6,{i * 100_000_000}\n" for i in range(1, 40)), encoding="ascii")


def examples(block):
    """The commands of a block, each with the lines below it."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def run(command, folder):
    """The lines that a terminal would show, and the exit code if it is not 0."""
    environment = dict(os.environ, PATH=f"{LAB.parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    lines = done.stdout.rstrip("\n").splitlines() + ([f"(exit {done.returncode})"] if done.returncode else [])
    return "".join(line.rstrip() + "\n" for line in lines)

# Formats of numbers that can write an exponent, where no user reads the result or where it is read back.
def pattern(lines):
    """A regular expression for the expected lines; `...` matches any lines."""
    return r"\A" + "".join("(?:.*\n)*" if line == "..." else re.escape(line.rstrip()) + "\n" for line in lines) + r"\Z"


class Docs(unittest.TestCase):
    def test_every_example_prints_the_lines_of_the_page(self):
        with tempfile.TemporaryDirectory() as name:
            recordings(pathlib.Path(name))
            counts = [self.check(page, name) for page in PAGES]
        self.assertGreater(counts[0], 10)

    def check(self, page, folder):
        """Compares the examples of a page with what the program prints, or writes them again. Returns their number."""
        text, updates = page.read_text(encoding="utf-8"), bool(os.environ.get("UPDATE_GOLDEN"))
        found = [example for block in BLOCK.findall(text) for example in examples(block)]
        for command, wanted in found:
            printed = run(command, folder)
            if updates and "..." not in wanted:
                before = "".join(line + "\n" for line in [f"$ {command}", *wanted])
                text = text.replace(before, f"$ {command}\n{printed}")
            else:
                with self.subTest(command):
                    self.assertRegex(printed, pattern(wanted), "if the new output is right: UPDATE_GOLDEN=1 ctest --preset release -R "
                                                               f"'^docs_timestep_lab$' writes it into {page}")
        if updates:
            page.write_text(text, encoding="utf-8")
        return len(found)

    @unittest.skipUnless(shutil.which("node"), "node is missing: apt-get install nodejs")
    def test_the_loop_in_javascript_has_the_speed_of_the_page_at_every_refresh_rate(self):
        page = ROOT / "docs/questions/too-fast-on-144-hz.md"
        code, = blocks(page, "js")
        rates = re.findall(r"^ *(\d+) Hz: .* interpolated (.*) m$", page.read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(len(rates), 5)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "page.mjs").write_text(code, encoding="utf-8")
            (folder / "package.json").write_text('{"type": "module"}', encoding="ascii")
            self.assertIn("JavaScript", run("timestep_lab export --loop interpolated -o interpolated.js", folder))
            for rate, drawn in rates:
                (folder / "browser.mjs").write_text(BROWSER.replace("HZ", rate), encoding="ascii")
                self.assertEqual(run("node browser.mjs", folder), drawn + "\n", f"{rate} Hz")

    @unittest.skipUnless(shutil.which("mcs"), "mcs is missing: apt-get install mono-mcs")
    def test_every_script_for_unity_compiles_with_stand_ins_for_the_classes_of_unity(self):
        scripts = [code for page in PAGES for code in blocks(page, "csharp")]
        self.assertEqual(len(scripts), 2)
        with tempfile.TemporaryDirectory() as name:
            for code in scripts:
                (pathlib.Path(name) / "script.cs").write_text(f"using UnityEngine;\npublic class Script : MonoBehaviour\n{{\n{code}}}\n", encoding="utf-8")
                self.assertEqual(run(f"mcs -target:library script.cs {ROOT}/tests/house/unity.cs", name), "", code)

    def test_doc_lists(self):
        """The lists of dock pages, build presets and examples are complete."""
        pages = re.findall(r'DockPage{"(\w+)"', (ROOT / "src/programs/demo/panels/panel_layout.cpp").read_text(encoding="utf-8"))
        presets = [preset["name"] for preset in json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]]
        examples = [path.name.removesuffix(".cpp") for path in (ROOT / "examples").iterdir() if path.suffix not in (".sh", ".txt")]
        for page, section, mark, names in (("README.md", "The panels", "**", pages), ("CONTRIBUTING.md", "First build", "`", presets[1:]),
                                           ("docs/library.md", "Examples", "", examples)):
            text = (ROOT / page).read_text(encoding="utf-8").partition(f"\n## {section}\n")[2].partition("\n## ")[0]
            self.assertGreater(len(names), 5)
            self.assertEqual({mark + name + mark for name in names} - set(re.split(r"[\s,]+", text)), set(), f"add them to {page}")

    def test_every_source_that_a_page_names_exists(self):
        named = {(page.name, source) for page in (ROOT / "docs").glob("*.md") if not page.name.startswith("add-a")
                 for source in re.findall(r"`([\w.]+/[\w./]+\.[ch]pp)`", page.read_text(encoding="utf-8"))}
        self.assertGreater(len(named), 50)
        self.assertEqual([f"docs/{page}: {source}" for page, source in sorted(named)
                          if not (ROOT / "src" / source).exists() and not (ROOT / source).exists()], [])

    def test_every_command_is_on_the_page(self):
        said = subprocess.run([LAB, "--help"], capture_output=True, text=True, check=True).stdout
        commands = re.findall(r"^  ([a-z]+)  ", said.partition("Subcommands:")[2], re.MULTILINE)
        self.assertGreater(len(commands), 10)
        for command in commands:
            self.assertRegex(PAGE.read_text(encoding="utf-8"), rf"(?m)^#+ .*\b{command}\b", "describe it in docs/timestep_lab.md")


if __name__ == "__main__":
    unittest.main()
