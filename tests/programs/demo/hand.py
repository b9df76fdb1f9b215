"""Operates controls of the demo with the mouse: clicks buttons and switches, drags sliders, chooses from lists."""
import re

from demo import run

MOMENT = 0.03  # seconds between two mouse events, so that they reach different frames of the window


def tap(w, name, button=1):
    w.xdotool("mousemove", *w.point(name), "sleep", MOMENT, "mousedown", button, "sleep", MOMENT, "mouseup", button)


def number(text):
    """Returns the number in a control's value, such as "40ms" or "59.94"."""
    return float(text.removesuffix("ms"))


def flip(w, name):
    """Clicks a switch and waits until its value has changed."""
    wanted = "off" if w.value(name) == "on" else "on"
    tap(w, name)
    w.wait_value(name, wanted)


def open_list(w, name):
    tap(w, name)
    w.wait_for(lambda: in_sight(w), f"the list of {name}")


def in_sight(w):
    """Returns the names of the visible entries of the open list."""
    return [widget for widget in w.widgets() if widget.startswith("choice.")]


def choose(w, name, item):
    """Opens a list, scrolls it until the item is visible, and clicks the item. Returns all entries that were visible meanwhile."""
    open_list(w, name)
    seen = set()
    for wheel in [4] * 4 + [5] * 12:
        seen.update(choice.removeprefix("choice.") for choice in in_sight(w))
        if f"choice.{item}" in in_sight(w):
            break
        w.xdotool("mousemove", *w.point(in_sight(w)[0]), "sleep", MOMENT, "click", wheel)
        w.wait_frames(8)
    tap(w, f"choice.{item}")
    w.wait_for(lambda: not in_sight(w), "the list to close")
    return seen


class Slider:
    """A slider that the mouse holds, from its middle on: `with Slider(w, "loop.hz") as s: s.to(1)`. Shares below 0 and above 1 are allowed."""

    def __init__(self, w, name):
        self.w, self.name = w, name
        widget = w.at_rest(name)
        self.left, self.width = w.x + float(widget["x"]), float(widget["w"])
        self.y = round(w.y + float(widget["y"]) + float(widget["h"]) / 2)

    def __enter__(self):
        self.w.xdotool("mousemove", *self.place(0.5), "sleep", MOMENT, "mousedown", 1)
        self.w.wait_frames(8)
        return self

    def __exit__(self, *_):
        self.w.xdotool("mouseup", 1)
        self.w.wait_frames(3)

    def place(self, share):
        return round(self.left + share * self.width), self.y

    def to(self, share):
        """Moves the mouse to a share of the slider's width. Returns the slider's new value."""
        self.w.xdotool("mousemove", *self.place(share))
        self.w.wait_frames(5)
        return self.value()

    def value(self):
        return number(self.w.value(self.name))


def slide(w, name, share):
    """Drags a slider to a share of its width and releases it. Returns the slider's value."""
    with Slider(w, name) as slider:
        return slider.to(share)


def find(w, name, wanted):
    """Drags a slider to a value, to within 2 %, by bisection, and releases it. Returns the slider's value."""
    low, high = 0.0, 1.0
    with Slider(w, name) as slider:
        for _ in range(9):
            share = (low + high) / 2
            found = slider.to(share)
            if abs(found - wanted) <= 0.02 * wanted:
                break
            low, high = (share, high) if found < wanted else (low, share)
        return found


def limits(path, *arguments):
    """Returns the lowest and highest value of a knob, from the command line's error message for a value out of range."""
    text = run(*arguments, "--set", f"{path}=-1e300").stderr
    low, high = re.search(r"must be from (\S+) to ([^\s,]+)", text).groups()
    return float(low), float(high)
