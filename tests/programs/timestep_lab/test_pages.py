#!/usr/bin/env python3
"""Checks the pages that `timestep_lab pages` writes: each lesson and each loop has one, they are valid HTML without scripts, every link
leads to a file or a part of a page, and the numbers are those of `timestep_lab lesson`. TIMESTEP_LAB names the program. tidy (Debian's
package) checks the HTML a second time if it is installed."""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
TIDY = shutil.which("tidy")
EMPTY = {"meta", "link", "br", "img", "input", "rect", "circle", "line", "polygon", "path", "stop"}  # elements without an end tag, or closed by "/>"
HARMLESS = re.compile("trimming empty <span>|<iframe> proprietary attribute \"loading\"")  # the coloured marks; newer HTML than tidy's


def run(*arguments):
    return subprocess.run([LAB, *map(str, arguments)], capture_output=True, text=True, check=False)


def listed(what):
    """The names of the loops or the lessons."""
    lines = run("list", what).stdout.splitlines()
    return [line.split()[0] for line in lines[what == "loops":] if line.strip() and not line.startswith("#")]


class Page(html.parser.HTMLParser):
    """A page, read strictly: each start tag needs its end tag, in order."""

    def __init__(self, path):
        super().__init__()
        self.path, self.open, self.ids, self.links, self.loads = path, [], [], [], []
        self.headings, self.errors, self.words, self.tags = [], [], {}, []
        self.source = path.read_text(encoding="utf-8")
        self.feed(self.source)
        self.close()
        self.errors += [f"<{tag}> has no end tag" for tag in self.open]

    def handle_startendtag(self, tag, attrs):
        self.begin(tag, dict(attrs))

    def handle_starttag(self, tag, attrs):
        self.begin(tag, dict(attrs))
        if tag not in EMPTY:
            self.open.append(tag)

    def begin(self, tag, attrs):
        self.tags.append((tag, attrs))
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if "href" in attrs and tag == "a":
            self.links.append(attrs["href"])
        self.loads += [attrs[key] for key in ("src", "srcset", "data", "poster") if key in attrs]
        if tag == "link":
            self.loads.append(attrs["href"])
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.errors += [f"<{tag} {key}>" for key in attrs if key.startswith("on")]

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.errors.append(f"unexpected </{tag}>")

    def handle_data(self, data):
        for tag in set(self.open):
            self.words[tag] = self.words.get(tag, "") + data


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name) / "pages"
        made = run("pages", cls.folder)
        assert made.returncode == 0, made.stderr
        cls.printed = made.stdout
        cls.pages = {path.relative_to(cls.folder).as_posix(): Page(path) for path in cls.folder.rglob("*") if path.is_file()}

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_all_pages(self):
        """Each lesson and each loop has a page."""
        lessons, loops = listed("lessons"), listed("loops")
        expected = {"index.html", "faults.html", *(f"lessons/{name}.html" for name in lessons), *(f"loops/{name}.html" for name in loops)}
        self.assertEqual(set(self.pages), expected)
        self.assertEqual(self.printed, f"{self.folder}: {len(expected)} pages; open index.html in a browser\n")
        links = [link for link in self.pages["index.html"].links if link.startswith("lessons/")]
        self.assertEqual(links, [f"lessons/{name}.html" for name in lessons])
        self.assertEqual(len(set(self.pages["index.html"].links)), len(expected) - 1 + 4)  # three parts of the page, and the demo

    def test_html_structure(self):
        """The HTML is balanced with unique IDs and headings in order."""
        for name, page in self.pages.items():
            with self.subTest(page=name):
                self.assertEqual(page.errors, [])
                self.assertEqual(len(page.ids), len(set(page.ids)))
                self.assertTrue(page.source.startswith('<!doctype html>\n<html lang="en">\n'))
                self.assertEqual(page.headings[0], 1)
                self.assertEqual(page.headings.count(1), 1)
                for before, after in zip(page.headings, page.headings[1:]):
                    self.assertLessEqual(after, before + 1)
                self.assertNotIn("script", page.words)
                self.assertEqual([tag for tag, _ in page.tags if tag in ("script", "object", "embed", "form")], [])

    @unittest.skipUnless(TIDY, "tidy is missing: apt-get install tidy")
    def test_tidy_finds_nothing(self):
        for name in self.pages:
            said = subprocess.run([TIDY, "-q", "-e", self.folder / name], capture_output=True, text=True, check=False).stderr
            self.assertEqual([line for line in said.splitlines() if not HARMLESS.search(line)], [], name)

    def test_relative_links(self):
        """Every relative link leads to a file and a part of it."""
        for name, page in self.pages.items():
            for link in page.links + page.loads:
                to = urllib.parse.urlsplit(link)
                with self.subTest(page=name, link=link):
                    self.assertNotIn(to.scheme, ("http", "https", "file", "javascript"))
                    self.assertEqual(to.netloc, "")
                    if to.scheme == "data":
                        continue
                    target = os.path.normpath(pathlib.PurePosixPath(name).parent / to.path) if to.path else name
                    if target == "demo":
                        continue
                    self.assertIn(target, self.pages)
                    self.assertTrue(not to.fragment or to.fragment in self.pages[target].ids)
            self.assertNotRegex(page.words.get("style", ""), r"url\(|@import")

    def test_page_accessibility(self):
        """Pictures have names and what scrolls is reached by the keyboard."""
        for name, page in self.pages.items():
            with self.subTest(page=name):
                for tag, attrs in page.tags:
                    classes = (attrs.get("class") or "").split()
                    if tag == "svg":
                        self.assertEqual(attrs.get("role"), "img")
                        self.assertTrue(attrs.get("aria-label"))
                    if tag == "pre" or "scroll" in classes or "wide" in classes:
                        self.assertEqual((attrs.get("tabindex"), attrs.get("role")), ("0", "region"))
                        self.assertTrue(attrs.get("aria-label"))
                    if tag == "iframe":
                        self.assertTrue(attrs.get("title"))
                regions = [attrs["aria-label"] for _, attrs in page.tags if attrs.get("role") == "region"]
                self.assertEqual(len(regions), len(set(regions)))
                self.assertEqual(page.words.get("title", "").strip() == "", False)

    def test_lesson_page(self):
        """A lesson has its question, its run and its explanation with the numbers of the run."""
        for name in ("ball-through-the-wall", "clock-that-forgot"):
            page = self.pages[f"lessons/{name}.html"]
            words = " ".join(page.words["main"].split())
            printed = run("lesson", name).stdout
            explanation = " ".join(printed[printed.rindex("\n  holds "):].split("\n\n", 1)[1].rsplit("\n\n", 1)[0].split())
            for paragraph in printed[printed.rindex("\n  holds "):].split("\n\n")[1:-1]:
                self.assertIn(" ".join(paragraph.split()), words)
            self.assertGreater(len(explanation), 100)
            count = re.search(r"(\d+) of \1 assertions hold", printed)
            self.assertIn(count[0] + " in this run", words)
            self.assertEqual(sum(tag == "details" and attrs.get("class") == "right" for tag, attrs in page.tags), 1)
            self.assertEqual(page.loads[-1], f"../demo/?embed=1&lesson={name}")
            self.assertEqual([attrs["loading"] for tag, attrs in page.tags if tag == "iframe"], ["lazy"])
            self.assertIn("svg", [tag for tag, _ in page.tags])

    def test_cross_links(self):
        """Lessons and loops lead to each other."""
        for name in listed("lessons"):
            loops = {link for link in self.pages[f"lessons/{name}.html"].links if link.startswith("../loops/")}
            self.assertTrue(loops, name)
            for loop in loops:
                self.assertIn(f"../lessons/{name}.html", self.pages[loop[3:]].links)

    def test_loop_page(self):
        """A loop has its code in five languages and a link with its set-up."""
        page = self.pages["loops/variable.html"]
        for language in ("cpp", "c", "csharp", "gdscript", "rust", "js", "ts", "lua"):
            self.assertIn(run("export", "--loop", "variable", "--lang", language).stdout, page.words["pre"])
        for name in listed("loops"):
            links = [link for link in self.pages[f"loops/{name}.html"].links if link.startswith("../demo/#")]
            self.assertEqual(len(links), 1, name)
            line = urllib.parse.unquote(links[0].split("#")[1])
            self.assertTrue(line.startswith("timestep-lab set-up 1 "), line)
            self.assertEqual(f" loop.preset={name} " in line + " ", name != "interpolated")

    def test_faults_page(self):
        """The page has the table of `timestep_lab faults`, with a command and a set-up for the demo in each row."""
        table, page = json.loads(run("faults", "--json").stdout), self.pages["faults.html"]
        for fault in table["faults"]:
            cells = re.findall("<td.*?>(.*?)</td>", page.source.split(f'<a href="#{fault["key"]}">')[1].split("</tr>")[0])
            self.assertEqual(len(cells), len(table["metrics"]))
            for cell, metric in zip(cells, fault["metrics"].values()):
                self.assertEqual(cell[-1:] if cell[-1] in "*!" else "", {"sees": "*", "sees what is not there": "!"}.get(metric["mark"], ""))
                if metric["value"] is not None:
                    self.assertAlmostEqual(float(cell.rstrip("*!")), metric["value"], delta=1e-3 * max(metric["value"], 0.1))
            self.assertIn(fault["command"], page.words["code"])
        set_ups = [urllib.parse.unquote(link.split("#")[1]) for link in page.links if link.startswith("demo/#")]
        self.assertEqual(len(set_ups), len(table["faults"]))
        self.assertTrue(all(line.startswith("timestep-lab set-up 1 ") and "scene.name=camera" in line for line in set_ups), set_ups)

    def test_two_runs_write_the_same_bytes(self):
        before = {name: page.source for name, page in self.pages.items()}
        self.assertEqual(run("pages", self.folder, "--quiet").stdout, "")  # the command's own folder
        self.assertEqual({name: (self.folder / name).read_text(encoding="utf-8") for name in self.pages}, before)
        self.assertEqual(sum(path.is_file() for path in self.folder.rglob("*")), len(before))


class Folders(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def assert_refused(self, what, *arguments):
        ran = run("pages", *arguments)
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))
        self.assertIn(what, ran.stderr)
        self.assertEqual(ran.stderr.count("\n"), 1)

    def test_foreign_folder(self):
        """A folder with other files is refused and unchanged."""
        (self.folder / "index.html").write_text("mine", encoding="ascii")
        self.assert_refused("--force", self.folder)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["index.html"])
        self.assertEqual((self.folder / "index.html").read_text(encoding="ascii"), "mine")
        self.assert_refused("choose another folder", self.folder / "index.html" / "x", "--force")

    def test_pages_without_the_demo_beside_other_files(self):
        (self.folder / "demo").mkdir()
        (self.folder / "other.txt").write_text("mine", encoding="ascii")
        self.assertEqual(run("pages", self.folder, "--no-demo", "--force", "--quiet").returncode, 0)
        self.assertTrue((self.folder / "other.txt").exists())
        for path in self.folder.rglob("*.html"):
            text = path.read_text(encoding="utf-8")
            self.assertNotIn("<iframe", text)
            self.assertNotIn("demo/", text)

    def test_the_path_of_the_demo_is_relative(self):
        for demo in ("https://example.org/", "/demo/", "demo", '"><b>/', "//host/"):
            self.assert_refused("--demo takes a relative path", self.folder / "x", "--demo", demo)
        self.assert_refused("--no-demo", self.folder / "x", "--demo", "demo/", "--no-demo")
        self.assert_refused("folder", )
        self.assertFalse((self.folder / "x").exists())


if __name__ == "__main__":
    unittest.main()
