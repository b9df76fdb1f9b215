#!/usr/bin/env python3
"""Makes the site in FOLDER, all of it but the program for browsers: make_site.py FOLDER

    --program FOLDER      has timestep_demo and timestep_lab for browsers; scripts/web.sh compiles them into build/web
    --packages FOLDER     has the files of a release and their SHA256SUMS; scripts/publish.sh makes them
    --repository ADDRESS  of the sources, for links to files that are no page; by default that of the variables of GitHub Actions

The program timestep_lab, by default build/release/timestep_lab or what TIMESTEP_LAB names, computes the pages of the loops and lessons and
the figures. The documents are converted by python3-markdown-it (CommonMark with GitHub's tables). Every relative link is checked:
a link that leads nowhere ends the program with exit code 1. docs/browser.md describes the site."""
import argparse
import base64
import hashlib
import html
import html.parser
import os
import pathlib
import posixpath
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import urllib.parse

from markdown_it import MarkdownIt

from site_figure import DELAYS, SECONDS, Figure, picture

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = (("demo/index.html", "Try it"), ("docs/choosing.html", "Which loop?"), ("questions/index.html", "Questions"), ("lessons/index.html", "Lessons"),
         ("loops/index.html", "Loops"), ("browser.html", "My browser"), ("docs/index.html", "Docs"), ("get.html", "Get it"))
# The documents, in the order of their list. A page in docs that is in no group is an error.
GROUPS = {
    "Start": ("README.md", "docs/choosing.md", "docs/glossary.md"),
    "Questions": tuple(sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/questions").glob("*.md"))),
    "The programs": ("docs/window.md", "docs/timestep_lab.md", "docs/your-loop.md", "docs/conformance.md", "docs/browser.md", "docs/slow.md",
                     "docs/scenes.md", "docs/lessons.md", "docs/replay-files.md"),
    "The library": ("docs/library.md", "docs/loops.md", "docs/articles.md", "docs/performance.md"),
    "The project": ("docs/architecture.md", "CONTRIBUTING.md", "docs/add-a-scene.md", "docs/add-an-alternative.md", "docs/reliability.md", "docs/publishing.md",
                    "CHANGELOG.md", "SECURITY.md", "tests/README.md", "third_party/README.md"),
    "Decisions": tuple(sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/adr").glob("*.md"))),
}
TITLES = {"README.md": "Timestep Lab at a glance", "docs/lessons.md": "Lessons, and how to write one"}
FIRST_PICTURE = "docs/pictures/first-screen.png"
PICTURES = {"loops": "docs/pictures/race.png", "lessons": "docs/pictures/lesson.png", "questions": "docs/pictures/accumulator-50-on-60.png"}  # where a link is shared
FIGURE = "figure:"  # the address of a picture in whose place the figure of the first page stands
POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'"

PROGRAM_POLICY = POLICY.replace("default-src 'none';", "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self';")


class SiteError(Exception):
    """One line for the user."""


def escaped(text):
    return html.escape(str(text))


def plain(text):
    """HTML without its tags, as one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())


def shortened(text, limit=300):
    """The first sentences of a text, for a description."""
    if len(text) <= limit:
        return text
    end = max(text.rfind(". ", 0, limit), text.rfind("? ", 0, limit))
    return text[: end + 1] if end > 60 else text[: text.rfind(" ", 0, limit)] + " ..."


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def version():
    return re.search(r'^#define TIMESTEP_VERSION "(.*)"', read("src/timestep/version.hpp"), re.MULTILINE)[1]


class Site:
    """The pages by their paths in the site, and the files beside them."""

    def __init__(self, folder, address=None):
        self.folder, self.pages, self.address = folder, {}, address

    def social_tags(self, path):
        """The tags with which a page of a site that has an address is shown where its link is shared: address and picture."""
        if not self.address:
            return ""
        picture = f"{self.address}/{PICTURES.get(posixpath.dirname(path), FIRST_PICTURE)}"
        return "".join(f'<meta property="og:{name}" content="{escaped(value)}">\n' for name, value in (("url", f"{self.address}/{path.removesuffix('index.html')}"), ("image", picture)))

    def add(self, path, *, title, about, body, classes="", style="", made="", head="", policy=POLICY, figure=None):
        if path in self.pages:
            raise SiteError(f"{path} would be written twice")
        to = lambda target: posixpath.relpath(target, posixpath.dirname(path) or ".")
        near = next((target for target, _ in PARTS if target == path), None) or posixpath.dirname(path) + "/index.html"
        current = lambda target: (' aria-current="page"' if target == path else ' aria-current="true"') if target == near else ""
        links = "".join(f'<a href="{to(target)}"{current(target)}>{name}</a>' for target, name in PARTS)
        if figure:  # the data is the last part of the page, so that it delays nothing
            head += f'<script defer src="{to("figure.js")}"></script>\n'
            policy = policy.replace("default-src 'none';", "default-src 'none'; script-src 'self';")
        self.pages[path] = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="description" content="{escaped(about)}">
<meta property="og:title" content="{escaped(title)}">
<meta property="og:description" content="{escaped(about)}">
{self.social_tags(path)}<title>{escaped(title if title.startswith("Timestep Lab") else f"{title} - Timestep Lab")}</title>
<link rel="icon" href="{to("icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="{to("pages.css")}">
<link rel="stylesheet" href="{to("site.css")}">
{f"<style>{style}</style>" if style else ""}{head}</head>
<body class="{classes}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="name" href="{to("index.html")}"><img src="{to("icon.svg")}" alt="" width="26" height="26">Timestep Lab</a>
<nav aria-label="Site">{links}</nav></header>
<main id="content" tabindex="-1">
{body}</main>
<footer><p>{made or "Timestep Lab"} {version()}. MIT licence. This page makes no request to another server.</p></footer>
{f'<script type="application/json" id="figure-data">{figure.data()}</script>' if figure else ""}</body>
</html>
"""

    def copy(self, source, path):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)

    def write(self):
        for path, page in self.pages.items():
            target = self.folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(page, encoding="utf-8")


# Loops and lessons ----------------------------------------------------------------------------------------------------

def add_computed_pages(site, lab, questions, figures):
    """The pages of `timestep_lab pages`, with the head, the navigation and the style sheet of the site. A loop stands above `interpolated` in a figure of `figures`.
    Returns for each lesson its first picture, and the style sheet of its colours."""
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([lab, "pages", scratch, "--quiet"], check=True)
        made = {path.relative_to(scratch).as_posix(): path.read_text(encoding="utf-8") for path in pathlib.Path(scratch).rglob("*.html")}
    index, faults = made.pop("index.html"), parts_of(made.pop("faults.html"))
    site.add("faults.html", title=faults["title"].removesuffix(" - Timestep Lab"), about=faults["description"], body=faults["body"],
             made="Every number of this page was computed by timestep_lab")
    (site.folder / "pages.css").write_text(parts_of(index)["sheet"], encoding="utf-8")
    section = lambda name: re.search(rf'<section id="{name}">.*?</section>\n', index, re.DOTALL)[0]
    here = lambda text, folder: text.replace(f'href="{folder}/', 'href="')
    site.add("lessons/index.html", title="Lessons", about="Lessons about game loops: each asks a question, runs game loops, and explains the result with the numbers of the run.",
             body="<header><h1>Lessons</h1>\n<p class=\"lead\">Guess, run, and read why: each lesson runs game loops on slow, fast or uneven PCs. "
                  "Or see <a href=\"../faults.html\">which metrics see which fault</a>.</p></header>\n"
                  + here(section("course"), "lessons"))
    site.add("loops/index.html", title="Loops", about="Every loop of the articles and engines: its promise, its price, a run on six PCs, and its code in eight languages.",
             body="<header><h1>Loops</h1>\n<p class=\"lead\">Not sure which? <a href=\"../docs/choosing.html\">Six questions</a> find the loop for your game.</p></header>\n"
                  + here(section("loops"), "loops"))
    pictures = {}
    for path, page in sorted(made.items()):
        folder, name = path.split("/")
        parts = parts_of(page)
        body, kind = parts["body"], folder[:-1]
        figure = None
        if kind == "loop":
            figure = figures.of(name[:-5], "accumulator" if name == "interpolated.html" else "interpolated")
            caption = f"Both loops run on the same slow PC, with the same delay in each frame. {RING}"
            body = body.replace("</header>", "</header>\n" + figure.html("../", caption, figure.names[1:]), 1)
        elif picture := re.search(r"<figure>.*?</figure>", body, re.DOTALL):
            pictures[name[:-5]] = (picture[0], parts["colours"])
        link = re.search(r'<p class="screen"><a href="(\.\./demo/[^"]*)"', body)[1]
        words = "Try it: run this lesson" if kind == "lesson" else "Try it: run this loop"
        body = body.replace('<a href="../index.html">Timestep Lab</a>', f'<a href="index.html">All {folder}</a>').replace("../index.html", "index.html")
        body = body.replace("All lessons and loops", f"All {folder}").replace("</header>", f'<p><a class="button" href="{link}">{words}</a></p>\n</header>', 1)
        about = [question for question in questions if name[:-5] in (question["lesson"], *question["loops"])]
        if about:
            listed = "".join(f'<li><a href="../questions/{question["name"]}.html">{escaped(question["title"])}</a></li>\n' for question in about)
            body = body.replace('<nav class="neighbours"', f'<section id="asked">\n<h2>Questions about it</h2>\n<ul class="loops">\n{listed}</ul>\n</section>\n<nav class="neighbours"')
        description = parts["description"]
        if kind == "loop":
            description = f"{name[:-5]}: {description}"
        site.add(path, title=parts["title"].removesuffix(" - Timestep Lab") + (f" ({name[:-5]})" if kind == "loop" else ""), about=description, body=body, style=parts["colours"],
                 made="Every number and every picture of this page was computed by timestep_lab", figure=figure)
    return pictures


def parts_of(page):
    style = re.search(r"<style>\n(.*?)</style>", page, re.DOTALL)[1]
    cut = style.rindex(":root{", 0, style.index("@media (prefers-color-scheme:dark)", style.index("@media print") + 20))
    return {"sheet": style[:cut], "colours": style[cut:], "body": re.search(r"<main>\n(.*?)</main>", page, re.DOTALL)[1],
            "title": html.unescape(re.search("<title>(.*?)</title>", page)[1]),
            "description": html.unescape(re.search('<meta name="description" content="(.*?)">', page)[1])}


# Documents ------------------------------------------------------------------------------------------------------------

def target_of(path):
    """The place in the site of a document of the tree."""
    name = path.removeprefix("docs/").removesuffix(".md")
    if path.startswith("docs/questions/"):
        return f"{name}.html"
    return {"README": "docs/readme.html", "tests/README": "docs/tests.html", "third_party/README": "docs/dependencies.html"}.get(name, f"docs/{name.lower() if '/' not in path else name}.html")


def slug(text, taken):
    """The id that GitHub gives a heading."""
    base = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
    name = base if base not in taken else f"{base}-{taken[base]}"
    taken[base] = taken.get(base, 0) + 1
    return name


class Document:
    """A page of Markdown, as HTML."""

    def __init__(self, path, converter):
        self.path, self.converter = path, converter
        text = re.sub(r"^\[!\[.*\n", "", read(path), flags=re.MULTILINE)  # badges
        self.html = self.rendered(text)

    def rendered(self, text):
        markdown = MarkdownIt("commonmark").enable("table")
        tokens, taken, self.headings, self.count = markdown.parse(text), {}, [], 0
        for i, token in enumerate(tokens):
            if token.type == "heading_open":
                words = "".join(child.content for child in tokens[i + 1].children if child.type in ("text", "code_inline"))
                token.attrSet("id", slug(words, taken))
                self.headings.append((int(token.tag[1]), words, token.attrGet("id")))
            if token.type == "inline":
                self.follow(token)
        rules = markdown.renderer.rules
        pre = lambda token: self.region("pre", "Code", f"<code>{escaped(token.content)}</code>")
        rules["fence"] = rules["code_block"] = lambda tokens, i, options, env: pre(tokens[i])
        rules["table_open"] = lambda *_: self.region("div class=\"scroll\"", "Table", "<table>\n").removesuffix("</div>\n")
        rules["table_close"] = lambda *_: "</table>\n</div>\n"
        rules["html_block"] = lambda tokens, i, options, env: ""  # comments
        done = markdown.renderer.render(tokens, markdown.options, {})
        self.figure, told = self.converter.figures.get(self.path, (None, ""))
        picture, self.colours = self.converter.pictures.get(told, ("", ""))
        shown = told + self.figure.html("../", RING, self.converter.loops) if self.figure else f'<div class="stages">{picture}</div>\n' if picture else ""
        done = re.sub(f'<p><img src="{FIGURE}"[^>]*></p>\\s*<p><em>.*?</em></p>\\n', lambda _: shown, done, flags=re.DOTALL)  # and its caption
        if shown not in done:
            done = done.replace("<h2", f"{shown}<h2", 1)
        to_loop = lambda bold: f'<a href="{self.converter.address(self.path, f"/docs/loops.md#{bold[1]}")}">{bold[0]}</a>' if bold[1] in self.converter.loops else bold[0]
        done = re.sub(r"<strong>([\w-]+)</strong>", to_loop, done)
        return re.sub(r"<th( [^>]*)?></th>", "<td></td>", done)

    def region(self, tag, name, content):
        self.count += 1
        return f'<{tag} role="region" aria-label="{name} {self.count}" tabindex="0">{content}</{tag.split()[0]}>\n'

    def follow(self, token):
        """Leads the links and the pictures of a paragraph to their places in the site."""
        children, unlinked = [], False
        for child in token.children:
            if child.type == "link_open":
                address = self.converter.address(self.path, child.attrGet("href"))
                unlinked = address is None
                if not unlinked:
                    child.attrSet("href", address)
            if child.type == "image":
                child.attrs.update(self.converter.picture(self.path, child.attrGet("src")))
            if not (unlinked and child.type in ("link_open", "link_close")):
                children.append(child)
            if child.type == "link_close":
                unlinked = False
        token.children = children


class Converter:
    def __init__(self, site, repository, loops, figures, pictures, answer):
        self.site, self.repository, self.loops, self.figures, self.pictures, self.answer = site, repository, loops, figures, pictures, answer
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
            return {"src": FIGURE}
        self.site.copy(ROOT / path, path)
        width, height = struct.unpack(">II", (ROOT / path).read_bytes()[16:24])
        return {"src": posixpath.relpath(path, posixpath.dirname(target_of(page))), "width": width, "height": height, "loading": "lazy"}

    def add_documents(self):
        for path in self.documents:
            self.documents[path] = Document(path, self)
        titles = {path: TITLES.get(path, document.headings[0][1]) for path, document in self.documents.items()}
        abouts = {path: shortened(plain(re.search(r"<p>(.*?)</p>", document.html, re.DOTALL)[1])) for path, document in self.documents.items()}

        def listed(here, heading, with_about=False):
            rows = []
            for group, paths in GROUPS.items():
                rows.append(f"<{heading}>{group}</{heading}>\n<ul>\n")
                for path in paths:
                    current = " aria-current=page" if target_of(path) == here else ""
                    about = f': <span class="quiet">{escaped(shortened(abouts[path], 160))}</span>' if with_about else ""
                    rows.append(f'<li><a href="{posixpath.relpath(target_of(path), posixpath.dirname(here))}"{current}>{escaped(titles[path])}</a>{about}</li>\n')
                rows.append("</ul>\n")
            return "".join(rows)

        self.site.add("docs/index.html", title="Documentation", about="How to use the programs and the library, which loop to choose, and how the project is built.",
                      body='<header><h1>Documentation</h1></header>\n<div class="listed">' + listed("docs/index.html", "h2", True) + "</div>\n")
        for path, document in self.documents.items():
            contents = "".join(f'<li><a href="#{name}">{escaped(words)}</a></li>\n' for level, words, name in document.headings if level == 2)
            contents = f'<details class="contents"><summary>On this page</summary>\n<ul>\n{contents}</ul>\n</details>\n' if contents.count("<li>") > 3 else ""
            source = f'<a href="{self.repository}/blob/HEAD/{path}">{path}</a>' if self.repository else f"<code>{path}</code>"
            lesson = re.search(r"assets/lessons/\w+/([\w-]+)\.toml", read(path)) if path.startswith("docs/questions/") else None
            tried = f'<p><a class="button" href="../demo/?lesson={lesson[1]}">Try it: run the lesson</a></p>\n' if lesson else ""
            asks = path == "docs/choosing.md"
            tried = asked(self.answer) if asks else tried
            body = document.html.replace("</h1>\n", "</h1>\n" + (tried + contents if not asks else contents + tried), 1)
            navigation = f'<nav class="all" aria-label="Documents">\n{listed(target_of(path), "p")}</nav>\n'
            self.site.add(target_of(path), title=titles[path], about=abouts[path], classes="docs", figure=document.figure, style=document.colours, policy=PROGRAM_POLICY if asks else POLICY,
                          head='<script type="module" src="../demo/choose.js"></script>\n' if asks else "",
                          body=f'<article>\n{body}<p class="quiet small">This page is {source}.</p>\n</article>\n{navigation}')


# Which loop? -----------------------------------------------------------------------------------------------------------

def answers_to(number):
    """The title of a question of docs/choosing.md, and its answers: what is answered, the loop ("" leads to the next question) and the rest."""
    title, text = re.search(rf"^## {number}\. ([^\n]*)\n(.*?)(?=^## )", read("docs/choosing.md"), re.MULTILINE | re.DOTALL).groups()
    items = [" ".join(item.split()) for item in re.findall(r"^- (.*(?:\n  .*)*)", text, re.MULTILINE)]
    found = [re.fullmatch(r"(.*?): (?:\*\*([\w-]+)\*\*|go on)(.*)", item) for item in items]
    if not found or None in found:
        raise SiteError(f"docs/choosing.md: question {number} has an answer without a loop")
    return title, [(each[1], each[2] or "", re.sub(r"[`*]", "", each[3])) for each in found]


def answer_part(lab, program):
    """The elements in which assets/web/answer.js shows the answer, with the last question's for what the program cannot decide, and the languages."""
    (_, loop, more), = answers_to(6)[1]
    listed = subprocess.run([lab, "export", "--list"], capture_output=True, text=True, check=True).stdout.split("\n\n")[0]
    languages = "".join(f'<option value="{name}" data-extension="{extension}">{escaped(title)}</option>' for name, title, extension in re.findall(r"^(\w+) +(.*?) +(\.\w+)$", listed, re.MULTILINE))
    part = read("assets/site/answer.html").replace("<!-- languages -->", languages).replace("<!-- otherwise -->", f'<p id="otherwise" data-loop="{loop}" data-more="{escaped(more)}" hidden>What to do anyway: use {loop}{escaped(more)}</p>')
    return part.replace('data-program="no"', 'data-program="yes"') if program else part


def asked(answer):
    """The part of the page "Which loop is mine?" that asks. A recording answers the questions 3 and 4."""
    fields = []
    for number in (1, 2, 5):
        title, answers = answers_to(number)
        choices = "".join(f'<label><input type="radio" name="question-{number}" data-loop="{loop}" data-more="{escaped(more)}"> {escaped(said)}</label>\n' for said, loop, more in answers)
        fields.append(f"<fieldset>\n<legend>{escaped(title)}</legend>\n{choices}</fieldset>\n")
    return read("assets/site/choose.html").replace("<!-- questions -->\n", "".join(fields)).replace("<!-- answer -->\n", answer)


# Questions ------------------------------------------------------------------------------------------------------------

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
    return figure, f'<p><b>Upper loop.</b> {moves.sub(lambda found: f"""<a href="#figure" data-value="{found[2]}">{found[0]}</a>""", escaped(words))}</p>\n'


def questions_of(lab, loops):
    """The sections of docs/questions.md, and the figures of the pages of longer answers; for one with a still, None and its lesson."""
    intro, *sections = re.split(r"^## ", read("docs/questions.md"), flags=re.MULTILINE)
    found, taken = [], {}
    for section in sections:
        title, text = section.split("\n", 1)
        answer, links = re.search(r"(.*?)\n((?:- [^\n]*\n)+)", text, re.DOTALL).groups()
        figure = re.search(r"^- Figure: (.*)$", links, re.MULTILINE)
        question = {"title": title, "name": slug(title, taken), "answer": answer.strip(), "lesson": re.search(r"^- Lesson: `(.*)`$", links, re.MULTILINE)[1],
                    "loops": re.findall(r"\(loops\.md#([\w-]+)\)", answer), "figure": figure and figure_of(lab, figure[1])}
        if unknown := set(question["loops"]) - loops:
            raise SiteError(f"docs/questions.md: no loop {unknown.pop()}")
        found.append(question)
    figures = {}
    for path, words in re.findall(r"^\|.*?\]\((questions/[\w-]+\.md)\)[^|]*\|[^|]*\| (.*) \|$", intro, re.MULTILINE):
        below = re.search(r"\(#(.*)\)", words)
        figures[f"docs/{path}"] = next(question["figure"] or (None, question["lesson"]) for question in found if question["name"] == below[1]) if below else figure_of(lab, words)
    return found, figures


def add_questions(site, converter, questions, lessons, pictures):
    for question, after in zip(questions, questions[1:] + questions[:1]):
        markdown = MarkdownIt("commonmark")
        tokens = markdown.parse(question["answer"])
        for child in (child for token in tokens for child in token.children or () if child.type == "link_open"):
            child.attrSet("href", converter.address("docs/questions.md", child.attrGet("href"), "questions"))
        answer = markdown.renderer.render(tokens, markdown.options, {})
        about = shortened(plain(re.search(r"<p>(.*?)</p>", answer, re.DOTALL)[1]))
        title, lesson = lessons[question["lesson"]], f'../lessons/{question["lesson"]}.html'
        figure, colours, last = None, "", ""
        if question["figure"]:
            figure, words = question["figure"]
            answer += words + figure.html("../", RING, converter.loops)
            set_up = urllib.parse.unquote(figure.runs[figure.first]["lanes"][0]["set_up"])
            last = f'<p class="quiet">In the window on your desktop, <kbd>Ctrl+V</kbd> pastes the upper set-up: <code>{escaped(set_up)}</code></p>\n'
        else:
            shown, colours = pictures[question["lesson"]]
            answer += f'<div class="stages">{shown}</div>\n<p><a class="button" href="../demo/?lesson={question["lesson"]}">Try it: run the lesson</a></p>\n'
        answer += f'<h2>Why</h2>\n<p>The lesson <a href="{lesson}">{escaped(title)}</a> asks for your guess, runs the loops, and explains the result with the numbers of the run.</p>\n{last}'
        site.add(f'questions/{question["name"]}.html', title=question["title"], about=about, figure=figure, style=colours,
                 body=f'<header><p class="brand"><a href="index.html">All questions</a></p>\n<h1>{escaped(question["title"])}</h1></header>\n{answer}'
                      f'<nav class="neighbours" aria-label="Other questions"><a href="index.html">All questions</a><a href="{after["name"]}.html">Next: {escaped(after["title"])}</a></nav>\n')
    listed = "".join(f'<li><a href="{question["name"]}.html">{escaped(question["title"])}</a></li>\n' for question in questions)
    long = "".join(f'<li><a href="{posixpath.basename(target_of(path))}">{escaped(converter.documents[path].headings[0][1])}</a></li>\n' for path in GROUPS["Questions"])
    site.add("questions/index.html", title="Questions", about="Why a game runs too fast, in slow motion or unevenly, and why its physics breaks: short answers that run in the browser.",
             body='<header><h1>Questions</h1>\n<p class="lead">Short answers, each with a link that shows it in the program, and a lesson that explains it.</p></header>\n'
                  f'<ul class="asked">\n{listed}</ul>\n<h2>With code to copy</h2>\n<p>Longer answers, each with a program for your game and its output.</p>\n<ul class="asked">\n{long}</ul>\n')


# First page, downloads, 404 --------------------------------------------------------------------------------------------

RING = "The ring shows where the body would be on a PC that is never late; each position is a frame that <code>timestep_lab</code> has computed."
SENTENCE = "Slow your PC down with a slider, and see which game loops go on as they should and which run in slow motion, stutter or break."


def add_first_page(site, figure, loops):
    ways = (("demo/index.html", "Try it", "The program in your browser. The first visit loads 1.4 MB."),
            ("docs/choosing.html", "Which loop is mine?", "Six questions find the loop for your game."),
            ("get.html", "Get it", "The programs for Linux and Windows, and the library for C++."))
    cards = "".join(f'<li><a href="{target}"><b>{name}</b><span>{words}</span></a></li>\n' for target, name, words in ways)
    site.add("index.html", title="Timestep Lab: game loops on slow PCs", about=SENTENCE, classes="first", figure=figure,
             body=f'<header><h1>Timestep Lab</h1>\n<p class="lead">{SENTENCE}</p></header>\n{figure.html("", f"Two loops on the same slow PC. {RING}", loops)}<ul class="ways">\n{cards}</ul>\n'
                  '<p class="also"><a href="browser.html">What does my browser do?</a> In ten seconds: its refresh rate, its dropped frames, and the loop that suits it.</p>\n')


def size_of(size):
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"


def add_downloads(site, packages):
    """The files of the newest release, with the commands of the README. The files are copied into the site, so that their links are relative."""
    table = re.search(r"^## Install\n.*?((?:^\|[^\n]*\n)+)", read("README.md"), re.MULTILINE | re.DOTALL)[1]
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()[2:]]
    sums = dict(line.split()[::-1] for line in (packages / "SHA256SUMS").read_text(encoding="utf-8").splitlines()) if packages else {}
    for name, wanted in sums.items():
        if hashlib.sha256((packages / name).read_bytes()).hexdigest() != wanted:
            raise SiteError(f"{packages / name} differs from SHA256SUMS")
        site.copy(packages / name, f"get/{name}")
    markdown, body = MarkdownIt("commonmark"), []
    for system, command in rows:
        pattern = re.search(r"[\w.-]*(?:\*[\w.-]*\.(?:deb|tar\.gz|zip)|timestep\.hpp)", command)[0]
        found = [name for name in sums if re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), name)]
        if sums and len(found) != 1:
            raise SiteError(f"SHA256SUMS has {len(found)} files for {pattern}")
        command = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", command.replace(pattern, found[0]).replace("-*-", f"-{version()}-") if sums else command)
        file = f'<a href="get/{found[0]}">{found[0]}</a> <span class="quiet">{size_of((packages / found[0]).stat().st_size)}</span>' if sums else f"<code>{pattern}</code>"
        body.append(f"<li><b>{escaped(system)}</b><span>{file}</span><span>{markdown.renderInline(command)}</span></li>\n")
    said = '<p>To check a file: <code>sha256sum --check --ignore-missing SHA256SUMS</code>, with <a href="get/SHA256SUMS">SHA256SUMS</a>.</p>' if sums else \
        "<p><b>This copy of the site has no files:</b> it was made without a release. The list shows what a release contains.</p>"
    if sums:
        site.copy(packages / "SHA256SUMS", "get/SHA256SUMS")
    build = MarkdownIt("commonmark").render(re.search(r"^## Build\n\n(    .*?)\n\n", read("README.md"), re.MULTILINE | re.DOTALL)[1]).replace("<pre>", '<pre role="region" aria-label="Commands" tabindex="0">')
    site.add("get.html", title="Get it", about="Timestep Lab for Debian, other Linux and Windows, and the library as a package or as one header.", classes="get",
             body=f'<header><h1>Get it</h1>\n<p class="lead">The window, the command line program, and the library for C++20.</p></header>\n{said}\n'
                  f'<ul class="files">\n{"".join(body)}</ul>\n<h2>From the sources</h2>\n{build}'
                  '<p><a href="docs/readme.html#build">What the build needs</a>, <a href="docs/library.html#adding-it-to-a-game">all ways to add the library to a game</a>, '
                  'and <a href="docs/publishing.html#what-has-not-been-tried">what has not been tried</a>.</p>\n')


def add_not_found(site):
    """404.html, which a host shows for every wrong address, at any depth: a script finds the site's root, and leads the links and the style sheets there."""
    script = read("assets/site/not_found.js")
    policy = POLICY.replace("default-src 'none';", f"default-src 'none'; connect-src 'self'; script-src 'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}';")
    site.add("404.html", title="Page not found", about="This address has no page.", policy=policy,
             body='<header><h1>Page not found</h1>\n<p class="lead">This address has no page. It may be old, or a character is missing.</p></header>\n'
                  '<p>Continue with the <a href="index.html">first page</a>, the <a href="questions/index.html">questions</a>, the <a href="loops/index.html">loops</a>, '
                  f'the <a href="lessons/index.html">lessons</a> or the <a href="docs/index.html">documentation</a>.</p>\n<script>{script}</script>\n')


def add_browser_page(site, answer):
    """The page that measures the callbacks of the visitor's browser. Its scripts are beside the program, which chooses the loop."""
    site.add("browser.html", title="What does my browser do?", about="Measure your browser in ten seconds: refresh rate, dropped frames, jitter, clock, throttling, and the game loop that suits it. Nothing is sent.",
             body=read("assets/site/browser.html").replace("<!-- answer -->\n", answer), policy=PROGRAM_POLICY, classes="browser",
             head='<script type="module" src="demo/browser.js"></script>\n')


def add_program(site, program):
    """The page of the program, and the program itself if it was compiled."""
    for path in sorted((ROOT / "assets/web").iterdir()):
        site.copy(path, f"demo/{path.name}")
    site.copy(ROOT / FIRST_PICTURE, "demo/first-screen.png")
    for path in (FIRST_PICTURE, *PICTURES.values()) if site.address else ():
        site.copy(ROOT / path, path)
    page = site.folder / "demo/index.html"
    page.write_text(page.read_text(encoding="utf-8").replace("<title>", f"{site.social_tags('demo/index.html')}<title>"), encoding="utf-8")
    for path in ("icon.svg", "demo/icon.svg"):
        site.copy(ROOT / "assets/desktop/timestep_demo.svg", path)
    for name in ("site.css", "figure.js"):
        site.copy(ROOT / "assets/site" / name, name)
    if program:
        for name in ("timestep_demo.js", "timestep_demo.wasm", "timestep_lab.js", "timestep_lab.wasm"):
            site.copy(program / name, f"demo/{name}")
        page.write_text(page.read_text(encoding="utf-8").replace('data-bytes="0"', f'data-bytes="{(program / "timestep_demo.wasm").stat().st_size}"'), encoding="utf-8")
        worker = site.folder / "demo/lab_worker.js"
        worker.write_text(worker.read_text(encoding="utf-8").replace("const size = 0;", f'const size = {(program / "timestep_lab.wasm").stat().st_size};'), encoding="utf-8")


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
    host = [os.environ.get(name, "") for name in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY")]
    options.add_argument("--repository", default="/".join(host) if all(host) else None, help="the address of the sources")
    options = options.parse_args()
    lab = pathlib.Path(os.environ.get("TIMESTEP_LAB", ROOT / "build/release/timestep_lab")).resolve()
    site = Site(options.folder, pages_address(options.repository))
    site.folder.mkdir(parents=True, exist_ok=True)
    names = lambda what: [line.split(maxsplit=1) for line in subprocess.run([lab, "list", what], capture_output=True, text=True, check=True).stdout.splitlines() if line.strip()]
    loops = {line[0] for line in names("loops")[1:] if line[0] != "#"}
    lessons = {name: title.strip() for name, title in names("lessons")}
    questions, long_figures = questions_of(lab, loops)
    add_program(site, options.program)
    figures = Figure(lab, sorted(loops), DELAYS, "60 ms")
    first = figures.of("variable", "fixed", "interpolated")
    pictures = add_computed_pages(site, lab, questions, figures)
    page = site.folder / "demo/index.html"
    page.write_text(re.sub("<!-- picture: .* -->", lambda _: picture(first).strip().replace("<svg ", '<svg aria-hidden="true" ', 1), page.read_text(encoding="utf-8")), encoding="utf-8")
    answer = answer_part(lab, options.program)
    converter = Converter(site, options.repository, loops, {"README.md": (first, ""), **long_figures}, pictures, answer)
    converter.add_documents()
    add_questions(site, converter, questions, lessons, pictures)
    add_downloads(site, options.packages)
    add_first_page(site, first, loops)
    add_browser_page(site, answer)
    add_not_found(site)
    site.write()
    broken = list(broken_links(site))
    print(*broken, sep="\n", end="\n" if broken else "", file=sys.stderr)
    print(f"{site.folder}: {len(site.pages)} pages")
    return 1 if broken else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except SiteError as error:
        sys.exit(f"scripts/make_site.py: {error}")
