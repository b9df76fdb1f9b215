"""Saves a picture of every view for people to look at, and checks that no control is cut off or lies over another control."""
import itertools
import subprocess
import unittest
from typing import NamedTuple

from demo import DEMO, PICTURES, ROOT, DemoTest, lanes, no_display, pixels_of, rows_of, some

SIX = (*lanes("fixed", "variable", "semi-fixed", "accumulator", "interpolated", "godot"), "--delay", "25ms")
VIEWS = {
    "timeline": ("--dock", "timeline", "--jitter", "12ms"),
    "plots": ("--dock", "plots", "--jitter", "12ms"),
    "phase": ("--dock", "phase", "--loop", "variable", "--delay", "30ms"),
    "code": ("--dock", "code"),
    "scoreboard": ("--dock", "scoreboard", *SIX),
    "lessons": ("--dock", "lessons"),
    "six-lanes": ("--dock", "timeline", *SIX),
    "six-plots": ("--dock", "plots", *SIX),
    "six-phases": ("--dock", "phase", *SIX),
    "four-pcs": (*lanes("machine=office-laptop-60", "machine=old-pc-25", "machine=spiral", "machine=vrr-48-144"), "--loop", "variable"),
    "lesson": ("--lesson", "spiral-of-death", "--dock", "lessons"),
    "help": ("--show-help", "on"),
    "first-screen": ("--more", "off", "--loop", "variable"),
    "present": ("--present", "on", "--more", "off", "--loop", "variable"),
    "present-lesson": ("--present", "on", "--lesson", "spiral-of-death"),
    "two-set-ups": (*lanes("fixed", "fixed,hz=30,name=half%20the%20rate"), "--delay", "40ms"),
}
SIZES = ("320x240", "640x400", "640x480", "1024x640", "1280x720", "1920x1080", "3840x2160")
AREAS = ("lane.", "shown.", "verdict.", "story.", "stage.", "timeline", "plot", "phase", "code.", "dock", "header", "lesson.", "vsync.", "page.")


class Place(NamedTuple):
    name: str
    x: float
    y: float
    w: float
    h: float

    def overlaps(self, other):
        """Returns True if two rectangles overlap by more than one pixel. One pixel can come from rounding."""
        wide = min(self.x + self.w, other.x + other.w) - max(self.x, other.x)
        high = min(self.y + self.h, other.y + other.h) - max(self.y, other.y)
        return wide > 1 and high > 1


class Pictures(DemoTest):
    def look(self, name, size, *arguments):
        """Saves a picture of a view, and checks its size, its number of colours, and the places of its controls."""
        PICTURES.mkdir(exist_ok=True)
        picture, widgets = PICTURES / f"view-{name}-{size}.png", self.path / "widgets.csv"
        self.played("--fresh", "--frames", "60", "--size", size, "--screenshot", picture, "--report-widgets", widgets, *arguments)
        width, height, raw = pixels_of(picture)
        self.assertEqual(f"{width}x{height}", size)
        self.assertGreater(len(set(raw)), 60, "a picture of many colours")
        self.check_places(rows_of(widgets), width, height)

    def check_places(self, widgets, width, height):
        places = [Place(row["name"], *(float(row[key]) for key in "xywh")) for row in widgets]
        page = next((i for i, place in enumerate(places) if place.name.startswith("page.")), 0)
        seen = [place for place in places[page:] if place.w > 0]  # a page on top is drawn last; what is scrolled away has no width
        for place in seen:
            inside = place.x >= 0 and place.y >= 0 and place.x + place.w <= width and place.y + place.h <= height
            self.assertTrue(inside, f"sticks out: {place}")
        controls = [place for place in seen if not place.name.startswith(AREAS)]
        for one, other in itertools.combinations(controls, 2):
            self.assertFalse(one.overlaps(other), f"{one} lies over {other}")

    def test_every_view_in_both_themes(self):
        for view, arguments in VIEWS.items():
            for theme in ("dark", "light"):
                with self.subTest(view=view, theme=theme):
                    self.look(f"{view}-{theme}", "1280x720", *arguments, "--light", "on" if theme == "light" else "off")

    def test_every_size(self):
        for size in SIZES:
            for view in ("plots", "six-lanes", "six-plots", "six-phases", "lesson"):
                with self.subTest(view=view, size=size):
                    self.look(f"{view}-dark", size, *VIEWS[view])

    def test_a_low_wide_window_has_text_of_the_normal_size(self):
        heights = set()
        for size in ("1280x300", "1280x720"):
            self.look("first-screen", size, "--more", "off")
            heights |= {float(row["h"]) for row in rows_of(self.path / "widgets.csv") if row["name"].startswith("button.")}
        self.assertEqual(len(heights), 1, heights)

    def test_every_view_with_text_of_200_percent(self):
        for size in ("640x480", "1280x760", "1920x1080", "3840x2160"):
            for view in VIEWS if size in ("1280x760", "1920x1080") else some(VIEWS):
                with self.subTest(view=view, size=size):
                    self.look(f"{view}-200", size, *VIEWS[view], "--font-scale", "200")

    def test_the_pictures_of_the_docs_have_the_words_of_this_window(self):
        subprocess.run([ROOT / "docs/pictures.sh", DEMO.resolve(), self.path], env=no_display(), stdout=subprocess.DEVNULL, check=True)
        drawn, now = (set((folder / "words.txt").read_text(encoding="utf-8").splitlines()) for folder in (ROOT / "docs/pictures", self.path))
        self.assertEqual(drawn, now, "the pictures show an older window: run docs/pictures.sh, and look at each picture")


if __name__ == "__main__":
    unittest.main(verbosity=2)
