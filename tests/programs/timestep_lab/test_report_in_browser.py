#!/usr/bin/env python3
"""Checks the report in a real browser: it loads without console messages or network requests, its figures are those of --json, and it fits
the width of a phone. TIMESTEP_LAB names the program. Skipped if chromium is not installed."""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps",
         "--enable-logging=stderr", "--host-resolver-rules=MAP * ~NOTFOUND"]


def recording(path):
    """Writes a recording of about 67 frames a second with two hitches."""
    frames = [13_500_000 + i * 7919 % 3001 * 1000 for i in range(800)]
    frames[200], frames[420] = 80_000_000, 61_000_000
    path.write_text("frame_ns\n" + "".join(f"{f}\n" for f in frames), encoding="ascii")


class Page(html.parser.HTMLParser):
    """The page after the browser has parsed it: figures, JSON, and texts by id."""

    def __init__(self, text):
        super().__init__()
        self.figures, self.texts, self.inside = [], {}, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "data-at" in attrs:
            self.figures.append([attrs["data-at"], attrs["value"], ""])
        if tag not in ("meta", "link", "br", "line", "path"):
            self.inside.append((tag, attrs.get("id"), "data-at" in attrs))

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if self.inside and self.inside[-1][2]:
            self.figures[-1][2] += data
        for _, name, _ in self.inside:
            if name:
                self.texts[name] = self.texts.get(name, "") + data


def at(document, pointer):
    for part in pointer.split("/")[1:]:
        document = document[int(part)] if isinstance(document, list) else document[part]
    return document


@unittest.skipUnless(CHROMIUM, "chromium is missing: apt-get install chromium")
class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = pathlib.Path(cls.folder.name)
        cls.recording, cls.report = cls.path / "game.csv", cls.path / "report.html"
        recording(cls.recording)
        cls.lab("report", cls.recording.name, "-o", cls.report)
        cls.net_log = cls.path / "net.json"
        cls.dom, cls.log = cls.browse(cls.report, f"--log-net-log={cls.net_log}")
        cls.page = Page(cls.dom)

    @classmethod
    def lab(cls, *arguments):
        done = subprocess.run([LAB, *map(str, arguments)], capture_output=True, text=True, check=True, cwd=cls.path)
        return done.stdout

    @classmethod
    def browse(cls, file, *flags):
        with tempfile.TemporaryDirectory(dir=cls.path, ignore_cleanup_errors=True) as profile:
            done = subprocess.run([CHROMIUM, *FLAGS, f"--user-data-dir={profile}", *flags, "--dump-dom", file.as_uri()],
                                  capture_output=True, text=True, timeout=300, check=False)
        return done.stdout, done.stderr

    def test_the_console_has_no_messages(self):
        self.assertIn("</html>", self.dom)
        self.assertNotIn("CONSOLE", self.log)

    def test_the_page_makes_no_network_request(self):
        log = json.loads(self.net_log.read_text(encoding="utf-8"))
        urls = {event.get("params", {}).get("url", "") for event in log["events"]}
        self.assertGreater(len(log["events"]), 0)
        asked = {u for u in urls if re.match(r"(https?|wss?|ftp):", u)}
        own = {u for u in asked if "google" in u or "gstatic" in u}  # requests of the browser itself
        self.assertEqual(asked - own, set())

    def test_the_figures_are_those_of_json(self):
        wanted = {"inspect": json.loads(self.lab("inspect", "--json", self.recording.name)),
                  "rank": json.loads(self.lab("rank", "--json", self.recording.name))}
        data = json.loads(self.page.texts["data"])
        self.assertEqual({key: data[key] for key in wanted}, wanted)
        self.assertGreater(len(self.page.figures), 150)
        for pointer, value, text in self.page.figures:
            with self.subTest(pointer):
                exact = at(data, pointer)
                digits = len(text.partition(".")[2])
                self.assertEqual(float(value), exact)
                self.assertLessEqual(abs(float(text) - exact), 0.5000001 * 10 ** -digits)

    def test_the_recommendation_is_that_of_json(self):
        recommendation = json.loads(self.lab("rank", "--json", self.recording.name))["recommendation"]
        self.assertEqual(self.page.texts["text"], recommendation["text"])
        self.assertEqual(self.page.texts["command"], recommendation["command"])
        for note in recommendation["notes"]:
            self.assertIn(note, self.dom)
        self.assertTrue(self.page.texts["recommendation"].startswith("Use " + recommendation["loop"]))

    def test_the_page_fits_the_width_of_a_phone(self):
        # A window cannot be as narrow as a phone, but an iframe can.
        text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", self.report.read_text(encoding="utf-8"))
        text = text.replace("</body>", "<script>parent.document.title += ' ' + innerWidth + '/' + "
                                       "document.documentElement.scrollWidth</script></body>")
        (self.path / "inner.html").write_text(text, encoding="utf-8")
        widths = (320, 360, 390, 700, 1280)
        outer = self.path / "outer.html"
        outer.write_text("<title></title>" + "".join(f'<iframe src="inner.html" style="width:{w}px;border:0"></iframe>'
                                                     for w in widths), encoding="utf-8")
        dom, _ = self.browse(outer, "--allow-file-access-from-files", "--window-size=1400,800", "--hide-scrollbars")
        found = re.findall(r"(\d+)/(\d+)", re.search(r"<title>(.*)</title>", dom)[1])
        self.assertEqual(sorted(int(inner) for inner, _ in found), sorted(widths))
        for inner, scroll in found:
            self.assertLessEqual(int(scroll), int(inner))


if __name__ == "__main__":
    unittest.main()
