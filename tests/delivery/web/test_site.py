#!/usr/bin/env python3
"""Checks the site that scripts/make_site.py makes, without the program for browsers and without a browser: each page, link, try-it link and
number, the figures, and links that are old or damaged. TIMESTEP_LAB names timestep_lab; timestep_demo is expected beside it."""
import csv
import gzip
import hashlib
import html
import html.parser
import io
import itertools
import json
import math
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]
LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
TIDY = shutil.which("tidy")
EMPTY = {"meta", "link", "br", "img", "input", "rect", "circle", "line", "polygon", "path", "stop"}  # elements without an end tag, or closed by "/>"
HARMLESS = re.compile("trimming empty <span>|<iframe> proprietary attribute \"loading\"|<a> proprietary attribute \"aria-current\"")  # the coloured marks; newer HTML than tidy's
DEMO = LAB.with_name("timestep_demo")
PYTHON = next((python for python in (sys.executable, "/usr/bin/python3")
               if subprocess.run([python, "-c", "import jinja2, markdown_it"], capture_output=True, check=False).returncode == 0), None)
PACKAGES = ("timestep-lab_{}-1.deb12_amd64.deb", "timestep-lab_{}-1.deb13_amd64.deb", "libtimestep-dev_{}-1.deb12_all.deb", "libtimestep-dev_{}-1.deb13_all.deb",
            "timestep-lab-{}-linux-x86_64.tar.gz", "timestep-lab-{}-windows-x86_64.zip", "timestep.hpp")
VERSION = re.search(r'define TIMESTEP_VERSION "(.*)"', (ROOT / "src/timestep/version.hpp").read_text(encoding="utf-8"))[1]
SOURCES = "https://github.com/Owner/lab"
LARGEST_FIRST_PAGE, LARGEST_SCRIPT, LARGEST_DATA = 13_000, 8_000, 12_000  # bytes: compressed HTML and CSS of the first page; figure.js; compressed data of a figure


def make(*words):
    host = {"GITHUB_SERVER_URL": "", "GITHUB_REPOSITORY": ""}
    return subprocess.run([PYTHON, ROOT / "scripts/make_site.py", *words], capture_output=True, text=True, check=False,
                          env={**os.environ, **host, "TIMESTEP_LAB": str(LAB), "PYTHONDONTWRITEBYTECODE": "1"})


def lab(*arguments):
    return subprocess.run([LAB, *map(str, arguments)], capture_output=True, text=True, check=False)


def listed(what):
    """The names of the loops or the lessons."""
    lines = lab("list", what).stdout.splitlines()
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
        data = re.search(r'<script type="application/json" id="figure-data">(.*?)</script>', self.source)
        self.data, self.figure = (data[0], json.loads(data[1])) if data else ("", None)
        self.title = html.unescape(re.search("<title>(.*?)</title>", self.source)[1])
        self.about = next(attrs["content"] for tag, attrs in self.tags if tag == "meta" and attrs.get("name") == "description")

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


def packages_in(folder):
    folder.mkdir()
    names = [name.format(VERSION) for name in PACKAGES]
    for name in names:
        (folder / name).write_text(name, encoding="utf-8")
    (folder / "SHA256SUMS").write_text("".join(f"{hashlib.sha256(name.encode()).hexdigest()}  {name}\n" for name in names), encoding="utf-8")
    return names


@unittest.skipUnless(PYTHON, "a package is missing: apt-get install python3-jinja2 python3-markdown-it")
class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.folder = cls.scratch / "site"
        cls.packages = packages_in(cls.scratch / "packages")
        made = make("--packages", cls.scratch / "packages", "--repository", SOURCES, cls.folder)
        assert (made.returncode, made.stderr) == (0, ""), made.stderr
        pages = {path.relative_to(cls.folder).as_posix(): Page(path) for path in sorted(cls.folder.rglob("*.html")) if path.name != "loop.html"}  # the frame of a loop is no page
        cls.files = {path: page for path, page in pages.items() if path.startswith("lessons/file/")}
        cls.pages = {path: page for path, page in pages.items() if path not in cls.files}
        cls.site = {path: page for path, page in cls.pages.items() if path != "demo/index.html"}
        cls.loops, cls.lessons = listed("loops"), listed("lessons")

    def test_site_pages(self):
        """Each loop, lesson, question and document has a page."""
        questions = re.findall(r"^## (.*)", (ROOT / "docs/questions.md").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual((len(self.loops), len(self.lessons)), (54, 25))
        for path in [f"loops/{name}.html" for name in self.loops] + [f"lessons/{name}.html" for name in self.lessons]:
            self.assertIn(path, self.pages)
        titles = {page.title.removesuffix(" - Timestep Lab") for path, page in self.pages.items() if path.startswith("questions/")}
        longer = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs/questions").glob("*.md")}
        self.assertEqual(titles, {*questions, *(text.split("\n", 1)[0].removeprefix("# ") for text in longer.values()), "Questions"})
        for name, text in longer.items():
            self.assertIn(f"](questions/{name}.md)", (ROOT / "docs/questions.md").read_text(encoding="utf-8"))
            for lesson in re.findall(r"assets/lessons/\w+/([\w-]+)\.toml", text):
                self.assertIn(f"../lessons/{lesson}.html", self.pages[f"questions/{name}.html"].links)
        for path in [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs/adr").glob("*.md")]:
            if path.name != "questions.md":
                self.assertIn(path.relative_to(ROOT).with_suffix(".html").as_posix(), self.pages)

    def test_page_headings(self):
        """Each page has its own title and description, and headings in order."""
        for what in ("title", "about"):
            texts = [getattr(page, what) for page in self.site.values()]
            self.assertEqual(sorted(text for text in texts if texts.count(text) > 1), [], what)
        pictures = {}
        for path, page in self.pages.items():
            with self.subTest(path):
                self.assertRegex(page.title, "Timestep Lab")
                self.assertRegex(page.about, r"^\S.{19,319}$")
                self.assertEqual(len(page.ids), len(set(page.ids)))
                self.assertIn('<html lang="en">', page.source)
                self.assertIn(f'<meta property="og:url" content="https://owner.github.io/lab/{path.removesuffix("index.html")}">', page.source)
                picture = re.search('<meta property="og:image" content="https://owner.github.io/lab/(.*)">', page.source)[1]
                self.assertEqual((self.folder / picture).read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
                pictures.setdefault(posixpath.dirname(path) if path.split("/")[0] in ("loops", "lessons", "questions") else "", set()).add(picture)
                if path == "demo/index.html":
                    continue
                self.assertEqual((page.headings[0], page.headings.count(1)), (1, 1))
                self.assertTrue(all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:])))
        self.assertEqual([len(kind) for kind in pictures.values()], [1] * 4)
        self.assertEqual(len(set.union(*pictures.values())), 4, "each kind of page has its own picture")

    def test_html_structure(self):
        """The HTML is balanced with unique IDs, and has no script but those that it names."""
        for path, page in [*self.site.items(), *self.files.items()]:
            with self.subTest(path):
                self.assertEqual(page.errors, [])
                self.assertEqual(len(page.ids), len(set(page.ids)))
                self.assertTrue(page.source.startswith('<!doctype html>\n<html lang="en">\n'))
                self.assertEqual([tag for tag, _ in page.tags if tag in ("object", "embed")], [])
                self.assertNotRegex(page.source, r"\{%|%\}|Undefined")

    @unittest.skipUnless(TIDY, "tidy is missing: apt-get install tidy")
    def test_tidy_finds_nothing(self):
        for path in self.site:
            if path.split("/")[0] in ("loops", "lessons", "faults.html"):
                said = subprocess.run([TIDY, "-q", "-e", self.folder / path], capture_output=True, text=True, check=False).stderr
                self.assertEqual([line for line in said.splitlines() if not HARMLESS.search(line)], [], path)

    def test_page_accessibility(self):
        """Pictures have names and what scrolls is reached by the keyboard."""
        for path, page in [*self.site.items(), *self.files.items()]:
            with self.subTest(path):
                for tag, attrs in page.tags:
                    classes = (attrs.get("class") or "").split()
                    if tag == "svg":
                        self.assertEqual(attrs.get("role"), "img")
                        self.assertTrue(attrs.get("aria-label"))
                    if tag == "pre" or "wide" in classes:
                        self.assertEqual((attrs.get("tabindex"), attrs.get("role")), ("0", "region"))
                        self.assertTrue(attrs.get("aria-label"))
                    if tag == "iframe":
                        self.assertTrue(attrs.get("title"))
                regions = [attrs["aria-label"] for _, attrs in page.tags if attrs.get("role") == "region"]
                self.assertEqual(len(regions), len(set(regions)))

    def test_lesson_page(self):
        """A lesson has its question, its run and its explanation with the numbers of the run."""
        for name in ("ball-through-the-wall", "clock-that-forgot", self.lessons[-1]):
            page = self.pages[f"lessons/{name}.html"]
            words = " ".join(page.words["main"].split())
            printed = lab("lesson", name).stdout
            paragraphs = printed[printed.rindex("\n  holds "):].split("\n\n")[1:-1]
            self.assertGreater(len(" ".join(paragraphs)), 100)
            for paragraph in paragraphs:
                self.assertIn(" ".join(paragraph.split()), words)
            count = re.search(r"(\d+) of \1 assertions hold", printed)
            self.assertIn(count[0] + " in this run", words)
            self.assertEqual(sum(tag == "details" and attrs.get("class") == "right" for tag, attrs in page.tags), 1)
            self.assertEqual([(attrs["src"], attrs["loading"]) for tag, attrs in page.tags if tag == "iframe"], [(f"../demo/?embed=1&lesson={name}", "lazy")])
            self.assertIn("svg", [tag for tag, _ in page.tags])

    def test_lesson_files(self):
        """Each lesson is one file, too: it loads nothing, runs nothing, and its links lead to the site, or it has none."""
        self.assertEqual(sorted(self.files), [f"lessons/file/{name}.html" for name in sorted(self.lessons)])
        for path, file in self.files.items():
            page = self.pages[path.replace("/file", "")]
            with self.subTest(path):
                self.assertEqual(file.loads, ["data:,"])
                self.assertEqual([tag for tag, _ in file.tags if tag in ("script", "iframe", "form")], [])
                self.assertTrue(file.links)
                self.assertEqual([link for link in file.links if not link.startswith("https://owner.github.io/lab/")], [])
                self.assertEqual([link for link in file.links if urllib.parse.urlsplit(link).path.removeprefix("/lab/") not in self.pages], [])
                for tag in ("h1", "svg", "td", "figcaption"):
                    self.assertEqual(file.words[tag], page.words[tag])
        own = self.scratch / "own.toml"
        own.write_text((ROOT / "assets/lessons/course/exploding-spring.toml").read_text(encoding="utf-8"), encoding="utf-8")
        made = make("--lesson", own, self.scratch / "own")
        self.assertEqual((made.stdout, made.stderr, made.returncode), (f"{self.scratch / 'own/own.html'}\n", "", 0))
        alone = Page(self.scratch / "own/own.html")
        self.assertEqual(alone.links, [])
        self.assertEqual(alone.words["td"], self.files["lessons/file/exploding-spring.html"].words["td"])
        self.assertEqual(*(lab("pages", "--lesson", own).stdout for _ in range(2)))
        refused = make("--lesson", "nothing", self.scratch / "own")
        self.assertEqual((refused.returncode, refused.stdout, refused.stderr.count("\n")), (2, "", 1))
        self.assertIn("unknown lesson 'nothing'", refused.stderr)

    def test_cross_links(self):
        """Lessons and loops lead to each other."""
        for name in self.lessons:
            loops = {link for link in self.pages[f"lessons/{name}.html"].links if link.startswith("../loops/") and link != "../loops/index.html"}
            self.assertTrue(loops, name)
            for loop in loops:
                self.assertIn(f"../lessons/{name}.html", self.pages[loop[3:]].links)
        for folder, names in (("lessons", self.lessons), ("loops", self.loops)):
            listed_links = [link for link in self.pages[f"{folder}/index.html"].links if link.removesuffix(".html") in names]
            self.assertEqual(listed_links, [f"{name}.html" for name in names])

    def test_loop_page(self):
        """A loop has its code in each language and a link with its set-up."""
        page = self.pages["loops/variable.html"]
        for language in ("cpp", "c", "csharp", "gdscript", "rust", "js", "ts", "lua"):
            self.assertIn(lab("export", "--loop", "variable", "--lang", language).stdout, page.words["pre"])
        for name in self.loops:
            line, = {urllib.parse.unquote(link.split("#")[1]) for link in re.findall(r'<a href="(\.\./demo/#[^"]*)">Open the demo', self.pages[f"loops/{name}.html"].source)}
            self.assertTrue(line.startswith("timestep-lab set-up 1 "), line)
            self.assertEqual(f" loop.preset={name} " in line + " ", name != "interpolated")

    def test_faults_page(self):
        """The page has the table of `timestep_lab faults`, with a command and a set-up for the demo in each row."""
        table, page = json.loads(lab("faults", "--json").stdout), self.pages["faults.html"]
        for fault in table["faults"]:
            cells = re.findall("<td.*?>(.*?)</td>", page.source.split(f'<a href="#{fault["key"]}">')[1].split("</tr>")[0])
            self.assertEqual(len(cells), len(table["metrics"]))
            for cell, metric in zip(cells, fault["metrics"].values()):
                self.assertEqual(cell[-1:] if cell[-1] in "*!" else "", {"sees": "*", "sees what is not there": "!"}.get(metric["mark"], ""))
                self.assertEqual(cell == "-", metric["value"] is None)
                if metric["value"] is not None:
                    self.assertAlmostEqual(float(cell.rstrip("*!")), metric["value"], delta=1e-3 * max(metric["value"], 0.1))
            self.assertIn(fault["command"], page.words["code"])
        set_ups = [urllib.parse.unquote(link.split("#")[1]) for link in page.links if link.startswith("demo/#")]
        self.assertEqual(len(set_ups), len(table["faults"]))
        self.assertTrue(all(line.startswith("timestep-lab set-up 1 ") and "scene.name=camera" in line for line in set_ups), set_ups)

    def test_question_titles(self):
        """Two questions share at most 60 % of their words, without the common ones."""
        common = set("a although and are at do does how i in is it my of on or that the to what which why".split())
        words = {page.title: set(re.findall(r"[\w-]+", page.title.lower().removesuffix(" - timestep lab"))) - common for path, page in self.pages.items() if path.startswith("questions/")}
        for one, other in itertools.combinations(words, 2):
            self.assertLessEqual(len(words[one] & words[other]), 0.6 * min(len(words[one]), len(words[other])), f"{one} / {other}")

    def test_each_link_is_relative_or_leads_to_a_source_or_another_site(self):
        for path, page in self.pages.items():
            for link in filter(None, page.links + page.loads):
                to = urllib.parse.urlsplit(link)
                with self.subTest(page=path, link=link):
                    self.assertIn(to.scheme, ("https", "http") if to.scheme and link not in page.loads else ("",))
                    self.assertFalse(link.startswith("/"))
                    if link.startswith(SOURCES):
                        self.assertRegex(link, f"^{SOURCES}/(blob|tree)/HEAD/")
                        self.assertTrue((ROOT / urllib.parse.unquote(to.path.split("/HEAD/")[1])).exists())
        for path in ("site.css", "pages.css"):
            self.assertNotRegex((self.folder / path).read_text(encoding="utf-8"), r"url\(|@import|https?:")

    def test_try_it_links(self):
        """Each try-it link opens the loop or the lesson of its page."""
        count = 0
        for path, page in self.site.items():
            folder, name = posixpath.split(path)
            if folder not in ("loops", "lessons", "questions") or name == "index.html":
                continue
            link = urllib.parse.urlsplit(re.search(r'<a class="button" href="([^"]*)">Try it', page.source)[1])
            with self.subTest(path):
                count += 1
                self.assertEqual(link.path, "../demo/")
                if link.query:
                    lesson = link.query.removeprefix("lesson=")
                    self.assertIn(lesson, self.lessons if folder == "questions" else [name[:-5]])
                    continue
                line = urllib.parse.unquote(link.fragment)
                self.assertTrue(line.startswith("timestep-lab set-up 1 "))
                if folder == "questions":
                    self.assertEqual(link.fragment, page.figure["lanes"][0]["runs"][page.figure["first"]]["u"])
                    continue
                run = lab("run", "--frames", "1", "--json", *(word for assignment in line.split()[3:] for word in ("--set", assignment)))
                self.assertEqual(run.stderr, "")
                self.assertEqual(json.loads(run.stdout)["lanes"][0]["loop"], name[:-5])
        self.assertEqual(count, len(self.loops) + len(self.lessons) + sum(path.startswith("questions/") for path in self.pages) - 1)

    def test_each_number_of_an_answer_is_on_the_page_of_its_lesson(self):
        for section in re.split(r"^## ", (ROOT / "docs/questions.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            title, text = section.split("\n", 1)
            answer = re.sub(r"\([^)]*\)", "", text.split("\n- ")[0])
            lesson = " ".join(self.pages[f"lessons/{re.search('- Lesson: `(.*)`', text)[1]}.html"].words["body"].split())
            for number in re.findall(r"\d+(?:[./]\d+)*", answer):
                with self.subTest(question=title, number=number):
                    self.assertRegex(lesson, rf"(?<![\d.]){re.escape(number)}(?!\d)")

    def compared_run(self, run, seconds):
        """Runs the set-up of a run of a figure: its rows that reach the screen, and its lane in JSON."""
        words = [word for assignment in urllib.parse.unquote(run["u"]).split()[3:] for word in ("--set", assignment)]
        file = self.scratch / "run.csv"
        ran = lab("run", "--quiet", *words, "--seconds", str(seconds), "--json", "--csv", file)
        self.assertEqual(ran.stderr, "")
        return [row for row in csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))) if row["screen_s"]], json.loads(ran.stdout)["lanes"][0]

    def check_run(self, figure, run):
        """Times, positions and verdicts of a run of a figure are those of `timestep_lab run` with its set-up."""
        rows, lane = self.compared_run(run, figure["ms"] / 1000)
        sums = lambda values: list(itertools.accumulate(values))
        times, shown, rings = sums(run["t"]), sums(sums(run["x"])), sums(sums(run["rx"]))
        self.assertEqual(len(times), len(rows))
        left, right = figure["view"][:2]
        low, high = (-math.inf, math.inf) if figure["kind"] in ("track", "clock") else (2 * left - right, 2 * right - left)
        for row, time, *drawn in zip(rows, times, shown, rings):
            self.assertAlmostEqual(time, 1000 * float(row["screen_s"]), delta=0.501)
            for x, wanted in zip(drawn, (1000 * float(row["picture_x_m"]), 1000 * float(row["ring_x_m"]))):
                if abs(wanted) < 1e9:
                    self.assertAlmostEqual(x, min(max(wanted, low), high), delta=0.501)
                else:  # gone
                    self.assertIn(x, (low, high))
        self.assertEqual(run["v"][-1][1::2], [lane["verdict"], lane["explanation"]])
        then = run["v"][len(run["v"]) // 2]
        start = next(row["wall_s"] for row in rows if abs(1000 * float(row["screen_s"]) - then[0]) < 0.501)
        self.assertEqual(then[1::2], [self.compared_run(run, f"{start}s")[1][key] for key in ("verdict", "explanation")])

    def test_figures(self):
        """Figures show the frames and verdicts of their runs."""
        figures = {path: page.figure for path, page in self.pages.items() if page.figure}
        for path in ["index.html", "docs/readme.html", *(f"loops/{loop}.html" for loop in self.loops)]:
            self.assertEqual(figures[path]["values"], "0 ms,5 ms,10 ms,20 ms,30 ms,40 ms,50 ms,60 ms,80 ms,100 ms,150 ms,200 ms".split(","))
        self.assertNotIn("three loops", self.pages["docs/readme.html"].source)  # the caption of the film that the figure replaces
        for loop in self.loops:
            self.assertEqual([lane["name"] for lane in figures[f"loops/{loop}.html"]["lanes"]], [loop, "accumulator" if loop == "interpolated" else "interpolated"])
        for path, figure in figures.items():
            with self.subTest(path):
                self.assertTrue(all(len(lane["runs"]) == len(figure["values"]) for lane in figure["lanes"]))
                values = range(len(figure["values"])) if path == "index.html" else [figure["first"]]
                for value in values:
                    for lane in figure["lanes"][:1] if path.startswith("loops/") else figure["lanes"]:
                        self.check_run(figure, lane["runs"][value])
                first = figure["lanes"][0]["runs"][figure["first"]]
                self.assertIn(f'demo/#{first["u"]}">Try it in the program</a>', self.pages[path].source)
                self.assertIn(f"<output>{figure['values'][figure['first']]}</output>", self.pages[path].source)
        # A badge begins as the run does, and changes with it.
        self.assertEqual(figures["index.html"]["lanes"][0]["runs"][figures["index.html"]["first"]]["v"][0][1], "SETTLING")
        self.assertGreater(len(figures["index.html"]["lanes"][0]["runs"][figures["index.html"]["first"]]["v"]), 3)

    def test_figure_words(self):
        """Each question has a figure, whose words are true, or a still with a reason."""
        text = (ROOT / "docs/questions.md").read_text(encoding="utf-8")
        self.assertEqual(len(re.findall(r"^- (?:Figure: `|Still: \w)", text, re.MULTILINE)), len(re.findall("^## ", text, re.MULTILINE)))
        count = 0
        for path, page in self.pages.items():
            if not path.startswith("questions/") or path == "questions/index.html":
                continue
            with self.subTest(path):
                if not page.figure:
                    self.assertIn("jitter" if "jitter" in path else "two-pcs", path)
                    self.assertRegex(page.source, r'<div class="stages"><figure>\s*<div class="picture">.*<svg')
                    continue
                words = re.findall(r'data-value="([^"]*)">(?:At|[Dd]rag to) [^<]*</a>: ([A-Z]{2}[A-Z ]*(?: [\d.]+x)?)', page.source)
                self.assertGreaterEqual(len(words), 2)
                for value, verdict in words:
                    end = page.figure["lanes"][0]["runs"][page.figure["values"].index(value)]["v"][-1][1]
                    self.assertTrue(end.startswith(verdict.strip()), (value, verdict, end))
                    count += 1
        self.assertGreater(count, 30)

    def test_sizes(self):
        """The first page, the script and the data of each figure are small, and only style sheets and the icon come before the first paint."""
        compressed = lambda text: len(gzip.compress(text.encode(), 9))
        home = self.pages["index.html"]
        sheets = [(self.folder / name).read_text(encoding="utf-8") for name in ("pages.css", "site.css")]
        self.assertLess(sum(map(compressed, [home.source.replace(home.data, ""), *sheets])), LARGEST_FIRST_PAGE)
        self.assertLess((self.folder / "figure.js").stat().st_size, LARGEST_SCRIPT)
        for path, page in self.pages.items():
            with self.subTest(path):
                self.assertLess(compressed(page.data), LARGEST_DATA)
                self.assertEqual('figure.js"></script>' in page.source, bool(page.figure))
                if page.figure:
                    self.assertRegex(page.source, r'<script defer src="(\.\./)?figure\.js"></script>')
                    self.assertTrue(page.source.endswith(f"</footer>\n{page.data}\n</body>\n</html>\n"))
                    self.assertIn("content=\"default-src 'none'; script-src 'self'; style-src", page.source)
        self.assertEqual(sorted(home.loads), ["figure.js", "icon.svg", "icon.svg", "pages.css", "site.css"])

    def test_the_colours_are_those_of_the_program(self):
        theme = (ROOT / "src/draw/shapes/theme.hpp").read_text(encoding="utf-8")
        sheet, demo = (self.folder / "pages.css").read_text(encoding="utf-8"), (self.folder / "demo/page.css").read_text(encoding="utf-8")
        for name, scheme in re.findall(r"constexpr Theme (dark|light)\{(.*?)\};", theme, re.DOTALL):
            colours = dict(re.findall(r"\.(\w+)\s*= rgb\(0x(\w+)\)", scheme))
            for colour in ("ground", "panel", "ink", "quiet", "accent"):
                self.assertIn(f"--{colour}:#{colours[colour]}", sheet, name)
            for variable, colour in (("back", "ground"), ("text", "ink"), ("quiet", "quiet"), ("link", "accent")):
                self.assertIn(f"--{variable}: #{colours[colour]}", demo, name)
        places = [line.split()[0] for line in lab("list", "loops").stdout.splitlines() if line[:1].isalpha()][1:]
        palette = re.findall(r"rgb\(0x(\w+)\)", re.search(r"palette\{(.*?)\};", theme, re.DOTALL)[1])
        for lane in self.pages["index.html"].figure["lanes"]:
            self.assertEqual(lane["colour"], f"#{palette[places.index(lane['name'])]}")

    def test_downloads(self):
        """Downloads are files of the site and damaged ones are refused."""
        links = [link for link in self.pages["get.html"].links if link.startswith("get/")]
        self.assertEqual(sorted(links), sorted([*(f"get/{name}" for name in self.packages), "get/SHA256SUMS"]))
        self.assertNotRegex(self.pages["get.html"].source, r"\*")
        (self.scratch / "packages/timestep.hpp").write_text("damaged", encoding="utf-8")
        refused = make("--packages", self.scratch / "packages", self.scratch / "refused")
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertRegex(refused.stderr, r"^scripts/make_site\.py: .*timestep\.hpp differs from SHA256SUMS\n$")

    def test_unreleased_site(self):
        """Without a release and an address of the sources no link is broken."""
        folder = self.scratch / "alone"
        made = make(folder)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.assertEqual(made.stdout, f"{folder}: {len(self.site)} pages\n")
        self.assertIn("This copy of the site has no files", (folder / "get.html").read_text(encoding="utf-8"))
        for path in folder.rglob("*.html"):
            self.assertNotIn("host.example", path.read_text(encoding="utf-8"))

    def test_a_broken_link_is_found(self):
        code = ("import sys, pathlib; sys.path.insert(0, 'scripts'); import make_site as m; site = m.Site(pathlib.Path(sys.argv[1])); "
                "site.pages = {'docs/x.html': '<a href=\"gone.html\"></a><a href=\"../index.html#gone\"></a><a href=\"#gone\"></a>', 'index.html': ''}; "
                "print(*m.broken_links(site), sep='\\n')")
        found = subprocess.run([PYTHON, "-B", "-c", code, self.folder], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual(found, ["docs/x.html: gone.html leads to no file", "docs/x.html: ../index.html#gone leads to no part of the page", "docs/x.html: #gone leads to no part of the page"])


LINKS = """
const {mkdtempSync, readFileSync, rmSync, writeFileSync} = require('fs'), {spawnSync} = require('child_process');
const [file, demo, ...fragments] = process.argv.slice(1);
const folder = mkdtempSync(require('os').tmpdir() + '/links');
process.on('exit', () => rmSync(folder, {recursive: true}));
import('data:text/javascript;base64,' + readFileSync(file).toString('base64')).then(({open_link}) => {
    for (const fragment of fragments) {
        let line = null;
        const {complete, said} = open_link(fragment, text => {
            writeFileSync(folder + '/set-up.txt', text);
            spawnSync(demo, ['--headless', '--virtual-clock', '--frames', '40', '--open', folder + '/set-up.txt', '--report-widgets', folder + '/w.csv']);
            const refusal = /^open\\.refusal,(?:[^,]*,){4}(.*)$/m.exec(readFileSync(folder + '/w.csv', 'utf8'));
            if (refusal) return refusal[1].replace(/^"(.*)"$/, '$1').replaceAll('""', '"');
            line = text;
            return '';
        });
        console.log(JSON.stringify([complete, line, said]));
    }
});
"""


@unittest.skipUnless(DEMO.exists() and shutil.which("node"), "timestep_demo or node is missing")
class OldLinks(unittest.TestCase):
    """assets/web/links.js with the parser of the program."""

    def test_readable_part(self):
        """The readable part opens and the rest is named."""
        start = "timestep-lab set-up 1"
        cases = {
            f"{start} loop.preset=fixed machine.delay_ms=40ms": (f"{start} loop.preset=fixed machine.delay_ms=40ms", r"^The window shows the set-up of the link\.$"),
            f"{start} loop.preset=gone-loop machine.delay_ms=40ms": (f"{start} machine.delay_ms=40ms", r"without this part: loop\.preset=gone-loop \(.*gone-loop.*\)\.$"),
            f"{start} old.name=3 loop.preset=fixed machine.delay_ms=9s": (f"{start} loop.preset=fixed", r"old\.name=3 \(unknown setting 'old\.name'.*\), machine\.delay_ms=9s \(.*500.*\)\.$"),
            f"{start} loop.preset=fixed machine.delay_": (f"{start} loop.preset=fixed", r"machine\.delay_ \(not PATH=VALUE\)\.$"),
            f"{start} view.light=on loop.preset=fixed": (f"{start} loop.preset=fixed", r"view\.light=on \(is a setting of the window.*\)\.$"),
            "timestep-lab set-up 7 loop.preset=fixed": (f"{start} loop.preset=fixed", r"without this part: version 7 of the set-up \(this program reads version 1\)\.$"),
            f"{start} a.a=1 a.b=1 a.c=1 a.d=1 loop.preset=fixed": (f"{start} loop.preset=fixed", r"a\.c=1 \([^)]*\) and 1 more\.$"),
            "nonsense": (None, r"^The link could not be followed: it does not begin with \"timestep-lab set-up 1\"\.$"),
        }
        fragments = {urllib.parse.quote(line, safe="-._~=:/,"): expected for line, expected in cases.items()}
        fragments["timestep-lab%20set-up%201%20loop.preset=fixed%20machine.delay_ms=4%zz"] = (f"{start} loop.preset=fixed", r"machine\.delay_ms=4%zz \(it contains a % .*\)\.$")
        fragments["%zz"] = (None, r"^The link could not be followed: %zz \(")
        ran = subprocess.run(["node", "-e", LINKS, ROOT / "assets/web/links.js", DEMO, *fragments], capture_output=True, text=True, check=True)
        for (fragment, (line, said)), result in zip(fragments.items(), map(json.loads, ran.stdout.splitlines()), strict=True):
            with self.subTest(fragment):
                self.assertEqual(result[:2], [said.startswith("^The window"), line])
                self.assertRegex(result[2], said)


if __name__ == "__main__":
    if not PYTHON:
        print("skipped: a package is missing: apt-get install python3-jinja2 python3-markdown-it")
        sys.exit(0)
    unittest.main()
