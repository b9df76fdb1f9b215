#!/usr/bin/env python3
"""Checks the report in a real browser: it loads without console messages or network requests, and it fits the width of a phone.
TIMESTEP_LAB names the program. Skipped if chromium is not installed."""
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


@unittest.skipUnless(CHROMIUM, "chromium is missing: apt-get install chromium")
class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.report = cls.path / "report.html"
        recording(cls.path / "game.csv")
        subprocess.run([LAB, "report", "game.csv", "-o", cls.report], capture_output=True, check=True, cwd=cls.path)
        cls.net_log = cls.path / "net.json"
        cls.dom, cls.log = cls.browse(cls.report, f"--log-net-log={cls.net_log}")

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
