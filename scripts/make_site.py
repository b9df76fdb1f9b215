#!/usr/bin/env python3
"""Makes the site in FOLDER, all of it but the program for browsers: make_site.py FOLDER

    --program FOLDER      has timestep_demo and timestep_lab for browsers; scripts/web.sh compiles them into build/web
    --packages FOLDER     has the files of a release and their SHA256SUMS; scripts/publish.sh makes them
    --repository ADDRESS  of the sources, for links to files that are no page; by default that of the variables of GitHub Actions
    --lesson NAME|FILE    makes only one file, FOLDER/NAME.html: this lesson, built in or a .toml file, to send or to show offline

The program timestep_lab, by default build/release/timestep_lab or what TIMESTEP_LAB names, computes the numbers, images and code of the loops
and lessons (`timestep_lab pages`) and the figures. python3-jinja2 fills them in the templates in assets/site; python3-markdown-it converts
the documents (CommonMark with GitHub's tables). Every relative link is checked: a link that leads nowhere ends the program with exit code 1.
docs/browser.md describes the site."""
import argparse
import base64
import hashlib
import html.parser
import itertools
import json
import math
import os
import pathlib
import posixpath
import re
import shutil
import struct
import subprocess
import sys
import urllib.parse

try:
    from jinja2 import Environment, FileSystemLoader
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markupsafe import Markup, escape
except ImportError as error:
    sys.exit(f"scripts/make_site.py: {error}; on Debian: apt-get install python3-jinja2 python3-markdown-it, then start it with /usr/bin/python3")

from site_figure import DELAYS, SECONDS, Figure, picture

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = (("demo/index.html", "Try it"), ("docs/choosing.html", "Which loop?"), ("questions/index.html", "Questions"), ("lessons/index.html", "Lessons"),
         ("loops/index.html", "Loops"), ("browser.html", "My browser"), ("docs/index.html", "Docs"), ("get.html", "Get it"))
# The documents, in the order of their list. A page in docs that is in no group is an error.
GROUPS = {
    "Start": ("README.md", "docs/choosing.md", "docs/glossary.md"),
    "Questions": tuple(sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/questions").glob("*.md"))),
    "The programs": ("docs/window.md", "docs/timestep_lab.md", "docs/your-loop.md", "docs/mistakes.md", "docs/browser.md", "docs/slow.md",
                     "docs/scenes.md", "docs/lessons.md", "docs/replay-files.md"),
    "The library": ("docs/library.md", "docs/loops.md", "docs/articles.md", "docs/performance.md"),
    "The project": ("docs/architecture.md", "CONTRIBUTING.md", "docs/add-a-scene.md", "docs/add-a-metric.md", "docs/add-an-alternative.md", "docs/reliability.md", "docs/publishing.md",
                    "CHANGELOG.md", "SECURITY.md", "tests/README.md", "third_party/README.md"),
    "Decisions": tuple(sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/adr").glob("*.md"))),
}
TITLES = {"README.md": "Timestep Lab at a glance", "docs/lessons.md": "Lessons, and how to write one"}
FIRST_PICTURE = "docs/pictures/first-screen.png"
PICTURES = {"loops": "docs/pictures/race.png", "lessons": "docs/pictures/lesson.png", "questions": "docs/pictures/accumulator-50-on-60.png"}  # where a link is shared

MOVING_PICTURE = "figure:"  # the address of a picture in whose place a figure stands


class SiteError(Exception):
    """One line for the user."""


# Text ------------------------------------------------------------------------------------------------------------------

def shortened(text, limit=300):
    """The first sentences of a text, for a description."""
    if len(text) <= limit:
        return text
    end = max(text.rfind(". ", 0, limit), text.rfind("? ", 0, limit))
    return text[: end + 1] if end > 60 else text[: text.rfind(" ", 0, limit)] + " ..."


def four_digits(value):
    if value is None:
        return "-"
    value = 0.0 if abs(value) < 1e-5 else value
    decimals = max(3 - (math.floor(math.log10(abs(float(f"{value:.3e}")))) if value else 3), 0)
    text = f"{value:.{decimals}f}"
    return text.rstrip("0").rstrip(".") if decimals else text


def size_of(size):
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"


def sha256(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def groups_in_order(rows, key):
    return [(name, list(group)) for name, group in itertools.groupby(rows, lambda row: row[key])]


def slug(text, taken):
    """The id that GitHub gives a heading."""
    base = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
    name = base if base not in taken else f"{base}-{taken[base]}"
    taken[base] = taken.get(base, 0) + 1
    return name


def words_in(token):
    """The words of a paragraph or a heading of Markdown, as one line."""
    return " ".join("".join(" " if child.type == "softbreak" else child.content for child in token.children if child.type != "image").split())


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def version():
    return re.search(r'^#define TIMESTEP_VERSION "(.*)"', read("src/timestep/version.hpp"), re.MULTILINE)[1]


# Templates -------------------------------------------------------------------------------------------------------------

TEMPLATES = Environment(loader=FileSystemLoader([ROOT / "assets/site", ROOT / "assets"]), autoescape=True, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
TEMPLATES.filters |= {"shortened": shortened, "four_digits": four_digits, "size": size_of, "sha256": sha256, "groupby_in_order": groups_in_order,
                      "unquoted": urllib.parse.unquote}
TEMPLATES.globals |= {"version": version(), "parts": PARTS}


class Site:
    """The pages by their paths in the site, and the files beside them."""

    def __init__(self, folder, address=None):
        self.folder, self.pages, self.address = folder, {}, address

    def rendered(self, path, template, **values):
        folder = posixpath.dirname(path)
        return TEMPLATES.get_template(template).render(
            path=path, layout="page.html", to=lambda target: posixpath.relpath(target, folder or "."), address=self.address,
            near=path if path in dict(PARTS) else f"{folder}/index.html", shared_picture=PICTURES.get(folder, FIRST_PICTURE), **values)

    def add(self, path, template, **values):
        if path in self.pages:
            raise SiteError(f"{path} would be written twice")
        self.pages[path] = self.rendered(path, template, **values)

    def copy(self, source, path):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)

    def write(self, path, text):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


# Loops and lessons -----------------------------------------------------------------------------------------------------

def lesson_file(lesson, style, address):
    """The page of a lesson as one file without the site. Its links lead to the site at `address`, if there is one."""
    return TEMPLATES.get_template("lesson.html").render(lesson=lesson, layout="file.html", sheet=style + read("assets/site/pages.css"),
                                                        to=lambda target: address and f"{address}/{target}")


def add_lessons(site, data, questions):
    lessons = data["lessons"]
    site.add("lessons/index.html", "lessons.html", lessons=lessons)
    for i, (before, lesson, after) in enumerate(zip([None, *lessons], lessons, [*lessons[1:], None])):
        asked = [question for question in questions if question["lesson"] == lesson["name"]]
        site.add(f'lessons/{lesson["name"]}.html', "lesson.html", lesson=lesson, number=i + 1, count=len(lessons), asked=asked, before=before, after=after)
        site.write(f'lessons/file/{lesson["name"]}.html', lesson_file(lesson, data["style"], site.address))


def add_loops(site, data, questions, figures):
    """A loop stands above `interpolated` in a figure of `figures`."""
    loops = data["loops"]
    site.add("loops/index.html", "loops.html", loops=loops)
    for before, loop, after in zip([None, *loops], loops, [*loops[1:], None]):
        name = loop["name"]
        site.add(f"loops/{name}.html", "loop.html", page=loop, figure=figures.of(name, "accumulator" if name == "interpolated" else "interpolated"),
                 lessons=[lesson for lesson in data["lessons"] if name in (each["name"] for each in lesson["loops"])],
                 asked=[question for question in questions if name in question["loops"]], before=before, after=after)


# Documents -------------------------------------------------------------------------------------------------------------

def target_of(path):
    """The place in the site of a document of the tree."""
    name = path.removeprefix("docs/").removesuffix(".md")
    if path.startswith("docs/questions/"):
        return f"{name}.html"
    return {"README": "docs/readme.html", "tests/README": "docs/tests.html", "third_party/README": "docs/dependencies.html"}.get(name, f"docs/{name.lower() if '/' not in path else name}.html")


class Document:
    """A page of Markdown: its heading and the rest as HTML, its title and the first sentences."""

    def __init__(self, path, converter):
        self.path, self.converter, self.target = path, converter, target_of(path)
        text = re.sub(r"^\[!\[.*\n", "", read(path), flags=re.MULTILINE)  # badges
        found = re.search(r"assets/lessons/\w+/([\w-]+)\.toml", text) if path.startswith("docs/questions/") else None
        self.lesson = found and found[1]
        self.figure, told, lesson = converter.figures.get(path, (None, "", None))
        markdown = MarkdownIt("commonmark").enable("table")
        tokens = markdown.parse(text)
        self.follow(tokens)
        if self.figure or lesson:
            self.put_figure(tokens, told, lesson)
        self.set_rules(markdown.renderer.rules)
        end = next(i for i, token in enumerate(tokens) if token.type == "heading_close") + 1
        self.heading, self.text = (Markup(markdown.renderer.render(part, markdown.options, {})) for part in (tokens[:end], tokens[end:]))
        self.title = TITLES.get(path, words_in(tokens[end - 2]))
        self.about = shortened(next(words_in(after) for token, after in zip(tokens, tokens[1:]) if token.type == "paragraph_open" and after.children[0].type != "image"))

    def follow(self, tokens):
        """Gives each heading its id and each empty cell of a head its element, and leads the links to their places in the site."""
        self.sections, taken = [], {}
        for before, token, after in zip(tokens, tokens[1:], tokens[2:]):
            if token.type != "inline":
                continue
            if before.type == "heading_open":
                words = "".join(child.content for child in token.children if child.type in ("text", "code_inline"))
                before.attrSet("id", slug(words, taken))
                if before.tag == "h2":
                    self.sections.append((words, before.attrGet("id")))
            if before.type == "th_open" and not token.content:
                before.tag = after.tag = "td"
            token.children = list(self.led(token.children))

    def led(self, children):
        """The parts of a paragraph, with links and pictures of the site. The name of a loop in bold is a link to its page."""
        is_linked = unlinked = False
        for i, child in enumerate(children):
            if child.type == "link_open":
                address = self.converter.address(self.path, child.attrGet("href"))
                is_linked, unlinked = True, address is None
                if not unlinked:
                    child.attrSet("href", address)
            if child.type == "image":
                child.attrs.update(self.converter.picture(self.path, child.attrGet("src")))
            name = children[i + 1].content if child.type == "strong_open" else children[i - 1].content if child.type == "strong_close" else None
            is_loop = name in self.converter.loops and not is_linked
            if is_loop and child.type == "strong_open":
                yield Token("link_open", "a", 1, attrs={"href": self.converter.address(self.path, f"/docs/loops.md#{name}")})
            if not (unlinked and child.type in ("link_open", "link_close")):
                yield child
            if is_loop and child.type == "strong_close":
                yield Token("link_close", "a", -1)
            if child.type == "link_close":
                is_linked = unlinked = False

    def put_figure(self, tokens, told, lesson):
        """Puts the figure in the place of the moving picture and its caption, or above the first part."""
        figure = self.converter.site.rendered(self.target, "document_figure.html", figure=self.figure, told=told, lesson=lesson, linked=self.converter.loops)
        places = [i for i, token in enumerate(tokens) if token.type == "inline" and token.children and token.children[0].attrGet("src") == MOVING_PICTURE]
        begin, end = (places[0] - 1, places[0] + 5) if places else [next(i for i, token in enumerate(tokens) if token.tag == "h2")] * 2
        tokens[begin:end] = [Token("figure", "", 0, content=figure)]

    @staticmethod
    def set_rules(rules):
        counts = {"Code": 0, "Table": 0}

        def region(tag, name):
            counts[name] += 1
            return f'<{tag} role="region" aria-label="{name} {sum(counts.values())}" tabindex="0">'

        rules["fence"] = rules["code_block"] = lambda tokens, i, options, env: f'{region("pre", "Code")}<code>{escape(tokens[i].content)}</code></pre>\n'
        rules["table_open"] = lambda *_: region('div class="scroll"', "Table") + "<table>\n"
        rules["table_close"] = lambda *_: "</table>\n</div>\n"
        rules["html_block"] = lambda *_: ""  # comments
        rules["figure"] = lambda tokens, i, options, env: tokens[i].content


class Converter:
    def __init__(self, site, repository, loops, figures):
        self.site, self.repository, self.loops, self.figures = site, repository, loops, figures
        self.documents = {path: None for group in GROUPS.values() for path in group}
        known = {*self.documents, "docs/questions.md"}
        for path in (ROOT / "docs").glob("*.md"):
            if f"docs/{path.name}" not in known:
                raise SiteError(f"docs/{path.name} is in no group of scripts/make_site.py")

    def address(self, page, link, depth="docs/"):
        """The address in the site that a link of a document leads to; None if it leads to a file of the tree, and the address of the sources is not known."""
        if re.match(r"[a-z]+:", link):
            return link
        path, _, part = link.partition("#")
        if not path:
            return link
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)).lstrip("/")  # "/docs/..." begins at the root
        here = posixpath.dirname(target_of(page)) if depth == "docs/" else depth
        to = lambda target: posixpath.relpath(target, here) + (f"#{part}" if part else "")
        if path.startswith("../"):  # of the repository on its host: the releases
            return posixpath.relpath("get.html", here)
        if path == "docs/loops.md" and part in self.loops:
            return posixpath.relpath(f"loops/{part}.html", here)
        if path == "docs/questions.md":
            return posixpath.relpath(f"questions/{part or 'index'}.html", here)
        if path in self.documents:
            return to(target_of(path))
        if found := re.fullmatch(r"assets/lessons/\w+/([\w-]+)\.toml", path):
            return to(f"lessons/{found[1]}.html")
        if not (ROOT / path).exists():
            raise SiteError(f"{page}: the link {link} leads to no file")
        if path.startswith("docs/pictures/"):
            self.picture(page, link)
            return to(path)
        return self.repository and f"{self.repository}/{'tree' if (ROOT / path).is_dir() else 'blob'}/HEAD/{path}" + (f"#{part}" if part else "")

    def picture(self, page, link):
        """Copies a picture, and returns the attributes of its element. The figure of the first page takes the place of the moving picture."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
        if path.endswith("/slow-pc.webp"):
            return {"src": MOVING_PICTURE}
        self.site.copy(ROOT / path, path)
        width, height = struct.unpack(">II", (ROOT / path).read_bytes()[16:24])
        return {"src": posixpath.relpath(path, posixpath.dirname(target_of(page))), "width": width, "height": height, "loading": "lazy"}

    def add_documents(self, answer):
        """`answer` has the values of assets/site/answer.html."""
        for path in self.documents:
            self.documents[path] = Document(path, self)
        groups = [(group, [self.documents[path] for path in paths]) for group, paths in GROUPS.items()]
        self.site.add("docs/index.html", "documents.html", groups=groups)
        for document in self.documents.values():
            asks = [question(number) for number in (1, 2, 5)] if document.path == "docs/choosing.md" else None
            self.site.add(document.target, "document.html", document=document, figure=document.figure, asks=asks, groups=groups, repository=self.repository, **answer)


# Which loop? -----------------------------------------------------------------------------------------------------------

def question(number):
    """A question of docs/choosing.md with its answers: the loop ("" leads to the next question) and what else it says."""
    title, text = re.search(rf"^## {number}\. ([^\n]*)\n(.*?)(?=^## )", read("docs/choosing.md"), re.MULTILINE | re.DOTALL).groups()
    items = [" ".join(item.split()) for item in re.findall(r"^- (.*(?:\n  .*)*)", text, re.MULTILINE)]
    found = [re.fullmatch(r"(.*?): (?:\*\*([\w-]+)\*\*|go on)(.*)", item) for item in items]
    if not found or None in found:
        raise SiteError(f"docs/choosing.md: question {number} has an answer without a loop")
    return {"number": number, "title": title, "answers": [{"text": each[1], "loop": each[2] or "", "more": re.sub(r"[`*]", "", each[3])} for each in found]}


def answer_values(lab, program):
    """The values of assets/site/answer.html: the last question's answer, for what the program cannot decide, and the languages."""
    listed = subprocess.run([lab, "export", "--list"], capture_output=True, text=True, check=True).stdout.split("\n\n")[0]
    return {"otherwise": question(6)["answers"][0], "languages": re.findall(r"^(\w+) +(.*?) +(\.\w+)$", listed, re.MULTILINE), "has_program": bool(program)}


# Questions -------------------------------------------------------------------------------------------------------------

FIGURE_LINE = r"`([^`]*)`/`([^`]*)`, `([^`]*)`(?:, (\d+) s)?\. (At ([\w. ]+): [^\n|]*?) ?(?:\||$)"


def figure_of(lab, text):
    """The figure that a line of docs/questions.md describes, and its last words, in which each "drag to VALUE" moves the slider."""
    found = re.search(FIGURE_LINE, text, re.MULTILINE)
    if not found:
        raise SiteError(f"docs/questions.md: a figure is `LANE`/`LANE`, `PATH=VALUE,...`. At VALUE: VERDICT; not {text}")
    upper, lower, quantity, seconds, words, first = found.groups()
    try:
        figure = Figure(lab, [upper, lower], quantity, first, int(seconds or SECONDS))
    except ValueError as error:
        raise SiteError(f"docs/questions.md: {error}") from error
    moves = re.compile(r"(At|[Dd]rag to) (" + "|".join(map(re.escape, sorted(figure.values, key=len, reverse=True))) + ")(?=:)")
    return figure, Markup(moves.sub(lambda found: f'<a href="#figure" data-value="{found[2]}">{found[0]}</a>', str(escape(words))))


def questions_of(lab, loops, lessons):
    """The sections of docs/questions.md, and for each page of a longer answer its figure, the words about it, and the lesson whose first stage it shows instead."""
    intro, *sections = re.split(r"^## ", read("docs/questions.md"), flags=re.MULTILINE)
    found, taken = [], {}
    for section in sections:
        title, text = section.split("\n", 1)
        answer, links = re.search(r"(.*?)\n((?:- [^\n]*\n)+)", text, re.DOTALL).groups()
        figure = re.search(r"^- Figure: (.*)$", links, re.MULTILINE)
        row = {"title": title, "name": slug(title, taken), "answer": answer.strip(), "lesson": re.search(r"^- Lesson: `(.*)`$", links, re.MULTILINE)[1],
                    "loops": re.findall(r"\(loops\.md#([\w-]+)\)", answer), "figure": figure and figure_of(lab, figure[1])}
        if unknown := set(row["loops"]) - loops:
            raise SiteError(f"docs/questions.md: no loop {unknown.pop()}")
        found.append(row)
    figures = {}
    for path, words in re.findall(r"^\|.*?\]\((questions/[\w-]+\.md)\)[^|]*\|[^|]*\| (.*) \|$", intro, re.MULTILINE):
        below = re.search(r"\(#(.*)\)", words)
        figures[f"docs/{path}"] = next((*row["figure"], None) if row["figure"] else (None, "", lessons[row["lesson"]]) for row in found if row["name"] == below[1]) if below else (*figure_of(lab, words), None)
    return found, figures


def add_questions(site, converter, questions, lessons):
    for row, after in zip(questions, questions[1:] + questions[:1]):
        markdown = MarkdownIt("commonmark")
        tokens = markdown.parse(row["answer"])
        for child in (child for token in tokens for child in token.children or () if child.type == "link_open"):
            child.attrSet("href", converter.address("docs/questions.md", child.attrGet("href"), "questions"))
        figure, words = row["figure"] or (None, "")
        site.add(f'questions/{row["name"]}.html', "question.html", answer=Markup(markdown.renderer.render(tokens, markdown.options, {})), figure=figure, after=after,
                 question={**row, "about": shortened(words_in(tokens[1])), "words": words}, lesson=lessons[row["lesson"]], linked=converter.loops)
    site.add("questions/index.html", "questions.html", questions=questions, documents=[converter.documents[path] for path in GROUPS["Questions"]])


# Downloads, and the program's page -------------------------------------------------------------------------------------

def add_downloads(site, packages):
    """The files of the newest release, with the commands of the README. The files are copied into the site, so that their links are relative."""
    table = re.search(r"^## Install\n.*?((?:^\|[^\n]*\n)+)", read("README.md"), re.MULTILINE | re.DOTALL)[1]
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()[2:]]
    sums = dict(line.split()[::-1] for line in (packages / "SHA256SUMS").read_text(encoding="utf-8").splitlines()) if packages else {}
    for name, wanted in sums.items():
        if hashlib.sha256((packages / name).read_bytes()).hexdigest() != wanted:
            raise SiteError(f"{packages / name} differs from SHA256SUMS")
        site.copy(packages / name, f"get/{name}")
    files = []
    for system, command in rows:
        pattern = re.search(r"[\w.-]*(?:\*[\w.-]*\.(?:deb|tar\.gz|zip)|timestep\.hpp)", command)[0]
        found = [name for name in sums if re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), name)]
        if sums and len(found) != 1:
            raise SiteError(f"SHA256SUMS has {len(found)} files for {pattern}")
        command = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", command.replace(pattern, found[0]).replace("-*-", f"-{version()}-") if sums else command)
        files.append((system, found[0] if sums else pattern, sums and (packages / found[0]).stat().st_size, Markup(MarkdownIt("commonmark").renderInline(command))))
    if sums:
        site.copy(packages / "SHA256SUMS", "get/SHA256SUMS")
    build = re.search(r"^## Build\n\n    (.*?)\n\n", read("README.md"), re.MULTILINE | re.DOTALL)[1].replace("\n    ", "\n") + "\n"
    site.add("get.html", "get.html", files=files, has_files=bool(sums), build=build)


def add_program(site, program, first):
    """The page of the program, and the program itself if it was compiled."""
    size = lambda name: (program / name).stat().st_size if program else 0
    for path in sorted((ROOT / "assets/web").iterdir()):
        site.copy(path, f"demo/{path.name}")
    drawing = picture(first).strip().replace("<svg ", '<svg aria-hidden="true" ', 1)
    site.write("demo/index.html", TEMPLATES.get_template("web/index.html").render(
        path="demo/index.html", address=site.address, shared_picture=FIRST_PICTURE, picture=drawing, program_bytes=size("timestep_demo.wasm")))
    site.copy(ROOT / FIRST_PICTURE, "demo/first-screen.png")
    for path in (FIRST_PICTURE, *PICTURES.values()) if site.address else ():
        site.copy(ROOT / path, path)
    for path in ("icon.svg", "demo/icon.svg"):
        site.copy(ROOT / "assets/desktop/timestep_demo.svg", path)
    for name in ("site.css", "figure.js"):
        site.copy(ROOT / "assets/site" / name, name)
    if program:
        for name in ("timestep_demo.js", "timestep_demo.wasm", "timestep_lab.js", "timestep_lab.wasm"):
            site.copy(program / name, f"demo/{name}")
        site.write("demo/lab_worker.js", read("assets/web/lab_worker.js").replace("const size = 0;", f'const size = {size("timestep_lab.wasm")};'))


# Links ----------------------------------------------------------------------------------------------------------------

class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key == "id":
                self.ids.add(value)
            if key in ("href", "src"):
                self.links.append(value)


def broken_links(site):
    """A line for each relative link that leads to no file, or to no part of a page."""
    read_pages = {path: Links(page) for path, page in site.pages.items()}
    for path, page in read_pages.items():
        for link in page.links:
            to = urllib.parse.urlsplit(link)
            if to.scheme:
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), to.path)) if to.path else path
            if target == "demo":
                target = "demo/index.html"
            if target not in read_pages and not (site.folder / target).is_file():
                yield f"{path}: {link} leads to no file"
            elif to.fragment and target in read_pages and to.fragment not in read_pages[target].ids:
                yield f"{path}: {link} leads to no part of the page"


def pages_address(repository):
    """The address of the project's GitHub Pages: https://OWNER.github.io/NAME, or None for another host. Source: GitHub's documentation of Pages."""
    found = re.fullmatch(r"https://github\.com/([^/]+)/([^/]+)", repository or "")
    if not found:
        return None
    root = f"{found[1].lower()}.github.io"
    return f"https://{root}" if found[2].lower() == root else f"https://{root}/{found[2]}"


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("folder", type=pathlib.Path, help="the folder of the site")
    options.add_argument("--program", type=pathlib.Path, help="the folder with the programs for browsers")
    options.add_argument("--packages", type=pathlib.Path, help="the folder with the files of a release and SHA256SUMS")
    options.add_argument("--lesson", help="a lesson to write as one file, by its name or as a .toml file")
    host = [os.environ.get(name, "") for name in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY")]
    options.add_argument("--repository", default="/".join(host) if all(host) else None, help="the address of the sources")
    options = options.parse_args()
    lab = pathlib.Path(os.environ.get("TIMESTEP_LAB", ROOT / "build/release/timestep_lab")).resolve()
    json_of = lambda *words: json.loads(subprocess.run([lab, *words, "--quiet"], stdout=subprocess.PIPE, check=True).stdout)
    address = pages_address(options.repository)
    site = Site(options.folder, address)
    site.folder.mkdir(parents=True, exist_ok=True)
    if options.lesson:
        data = json_of("pages", "--lesson", options.lesson)
        path = f'{posixpath.basename(data["lessons"][0]["name"])}.html'
        site.write(path, lesson_file(data["lessons"][0], data["style"], address))
        print(site.folder / path)
        return 0

    data = json_of("pages")
    site.write("pages.css", data["style"] + read("assets/site/pages.css"))
    loops, lessons = {loop["name"] for loop in data["loops"]}, {lesson["name"]: lesson for lesson in data["lessons"]}
    questions, figures = questions_of(lab, loops, lessons)
    delays = Figure(lab, sorted(loops), DELAYS, "60 ms")
    first = delays.of("variable", "fixed", "interpolated")
    add_program(site, options.program, first)
    site.add("index.html", "index.html", figure=first, linked=loops)
    add_loops(site, data, questions, delays)
    add_lessons(site, data, questions)
    faults = json_of("faults", "--json")
    site.add("faults.html", "faults.html", seconds=faults["seconds"], explanation=faults["marks"], metrics=faults["metrics"], faults=faults["faults"])
    answer = answer_values(lab, options.program)
    converter = Converter(site, options.repository, loops, {"README.md": (first, "", None), **figures})
    converter.add_documents(answer)
    add_questions(site, converter, questions, lessons)
    add_downloads(site, options.packages)
    site.add("browser.html", "browser.html", **answer)
    site.add("404.html", "404.html", script=read("assets/site/not_found.js"))
    for path, page in site.pages.items():
        site.write(path, page)
    broken = list(broken_links(site))
    print(*broken, sep="\n", end="\n" if broken else "", file=sys.stderr)
    print(f"{site.folder}: {len(site.pages)} pages")
    return 1 if broken else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:  # timestep_lab has printed what is wrong
        sys.exit(error.returncode)
    except SiteError as error:
        sys.exit(f"scripts/make_site.py: {error}")
