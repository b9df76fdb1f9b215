"""site_figure.py -- figures that a reader can move: two loops, one slider, and the badges, from `timestep_lab run --figure`

A figure is a still, which shows one moment of the run (assets/site/parts.html), and the data with which assets/site/figure.js moves it. Each position is one
frame of a run: it stays until the time at which the next frame reaches the screen."""
import html
import json
import math
import re
import subprocess

SECONDS = 6
WIDTH = 850  # units of a still
DELAYS = "machine.delay_ms=0ms,5ms,10ms,20ms,30ms,40ms,50ms,60ms,80ms,100ms,150ms,200ms"
# How a scene is drawn: the kind for figure.js, and the visible rectangle in mm (left, right, bottom, top). The numbers of the program's scenes.
SCENES = {"ball-with-part": ("spring", -2350, 1900, -260, 260), "uniform-motion": ("track", 0, 16000, -800, 800), "smoothing": ("line", -100, 1100, -70, 70),
          "player": ("runner", 0, 16000, -900, 2700), "float-clock": ("clock", -4250, 4250, -1150, 1150)}
ANCHOR, WALL, RADIUS = -2100, 450, 120  # of ball-with-part, in mm


class Figure:
    """The runs of some lanes at each value of a quantity. `lanes` are values of --lane, from above; `quantity` is PATH=VALUE,VALUE..."""

    def __init__(self, lab, lanes, quantity, first, seconds=SECONDS):
        words = [word for lane in lanes for word in ("--lane", lane)]
        run = subprocess.run([lab, "run", "--quiet", *words, "--seconds", str(seconds), "--figure", quantity], capture_output=True, text=True, check=False)
        if run.returncode:
            raise ValueError(run.stderr.strip())
        self.runs, self.label, self.seconds = json.loads(run.stdout)["runs"], json.loads(run.stdout)["label"], seconds
        if quantity.startswith("machine.more_lag=break:"):
            self.label = "length of the break"
        self.values = [value_text(run["value"], quantity.split("=")[0]) for run in self.runs]
        self.first = self.values.index(first)
        self.names = [lane["name"] for lane in self.runs[0]["lanes"]]

    def of(self, *names):
        """The same figure of only some lanes. It begins with the first value at which the upper loop breaks, else fails, else is not faultless."""
        part = Figure.__new__(Figure)
        part.__dict__.update(self.__dict__, names=list(names))
        part.runs = [{**run, "lanes": [run["lanes"][self.names.index(name)] for name in names]} for run in self.runs]
        ends = [run["lanes"][0]["verdicts"][-1] for run in part.runs]
        grades = [3 if severity == "alarm" and not verdict.startswith("WRONG") else ("", "warning", "alarm").index(severity) for _, verdict, severity, _ in ends]
        part.first = grades.index(max(grades)) if any(grades) else self.first
        return part

    def still_time(self):
        """The last moment of the first run at which the upper body is in the picture, in ms."""
        lane = self.runs[self.first]["lanes"][0]
        kind, left, right, _, _ = SCENES[lane["scene"]]
        frames = [frame for frame in lane["frames"] if frame[0] < 1000 * self.seconds]
        return max(frame[0] for frame in frames if kind in ("track", "clock") or frame[1] is not None and left < frame[1] < right - RADIUS)

    def data(self):
        """The runs as JSON for figure.js. A list of times has the differences, a list of positions the differences of the differences."""
        scene = SCENES[self.runs[0]["lanes"][0]["scene"]]
        lanes = [{"name": lane["name"], "colour": lane["colour"], "runs": [packed(run["lanes"][i], scene) for run in self.runs]} for i, lane in enumerate(self.runs[0]["lanes"])]
        return json.dumps({"kind": scene[0], "view": scene[1:], "ms": 1000 * self.seconds, "first": self.first, "still": self.still_time(), "values": self.values, "lanes": lanes},
                          separators=(",", ":")).replace("<", "\\u003c")

    def shown_lanes(self):
        """The first and the last lane at the first value."""
        lanes = self.runs[self.first]["lanes"]
        return [lanes[0], lanes[-1]]

    def set_up(self):
        """The upper lane at the first value, as the part of a link after #."""
        return self.shown_lanes()[0]["set_up"]

    def still_lanes(self):
        """One moment of the two lanes: name, colour, verdict, severity, sentence and svg."""
        time = self.still_time()
        for lane in self.shown_lanes():
            _, verdict, severity, sentence = verdict_at(lane, time)
            yield {"name": lane["name"], "colour": lane["colour"], "verdict": verdict, "severity": severity, "sentence": sentence, "svg": still(lane, time)}


def value_text(value, path):
    """The value of a quantity as a reader sees it: the length of a break or a number with its unit."""
    value = re.sub(r"^(break:[^:]*:|after-)", "", value) + "Hz" * path.endswith("hz")
    return re.sub(r"^([\d.]+)([a-zA-Z]+)$", r"\1 \2", value).replace("-", " ")


def frame_at(lane, time):
    return ([frame for frame in lane["frames"] if frame[0] <= time] or lane["frames"][:1])[-1]


def verdict_at(lane, time):
    return ([verdict for verdict in lane["verdicts"] if verdict[0] <= time] or lane["verdicts"][:1])[-1]


def packed(lane, scene):
    kind, left, right, bottom, top = scene
    width = right - left

    def column(number, low, high):
        values, newest = [], 0
        for frame in lane["frames"]:
            # A body that is gone stays beyond the edge that it passed.
            newest = math.copysign(1e9, newest) if frame[number] is None else frame[number]
            values.append(round(newest if kind in ("track", "clock") else min(max(newest, low), high)))
        return differences(differences(values))

    result = {"u": lane["set_up"], "t": differences([frame[0] for frame in lane["frames"]]), "x": column(1, left - width, right + width), "rx": column(3, left - width, right + width),
              "v": lane["verdicts"]}
    if kind == "runner":
        result |= {"y": column(2, 2 * bottom, 2 * top), "ry": column(4, 2 * bottom, 2 * top)}
    return result


def differences(values):
    return [value - before for before, value in zip([0, *values], values)]


def still(lane, time):
    """One moment of a lane as SVG, in the colours of the page."""
    height, shapes = drawing(lane, time)
    label = f'{lane["name"]} after {time / 1000:.1f} s: {verdict_at(lane, time)[1]}'
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{html.escape(label)}">{shapes}</svg>'


def drawing(lane, time):
    """The height of a still, and its shapes."""
    kind, left, right, bottom, top = SCENES[lane["scene"]]
    scale = WIDTH / (right - left)
    height = round((top - bottom) * scale)
    x_of, y_of = (lambda mm: round((mm - left) * scale, 1)), (lambda mm: round((top - mm) * scale, 1))
    _, x, y, ring_x, ring_y = frame_at(lane, time)
    verdict = verdict_at(lane, time)[1]
    colour, middle, radius = lane["colour"], y_of(0), 24
    shapes = []
    if kind == "spring":
        coils = [f"{x_of(ANCHOR + (x - ANCHOR) * (i + 0.5) / 17)},{middle + (14 if i % 2 else -14)}" for i in range(17)]
        wall = f'<rect class="wall" x="{x_of(WALL)}" y="2" width="9" height="{height - 4}"/>'
        if verdict.startswith(("THROUGH", "GONE")):
            wall = f'<path class="wall" d="M{x_of(WALL)} 2h9v{middle - 32}h-9zM{x_of(WALL)} {middle + 30}h9v{height - middle - 32}h-9z"/>'
        shapes += [f'<rect class="mount" x="{x_of(ANCHOR) - 9}" y="{middle - 32}" width="9" height="64"/>{wall}',
                   f'<polyline class="spring" points="{x_of(ANCHOR)},{middle} {" ".join(coils)} {x_of(x)},{middle}"/>']
    if kind == "track":
        x, ring_x = x % 16000, ring_x % 16000
        shapes += [f'<rect class="mount" x="{x_of((x + i * 2000) % 16000) - 4}" y="2" width="8" height="{height - 4}"/>' for i in range(8)]
    if kind == "line":
        shapes.append(f'<rect class="mount" x="0" y="{middle + 26}" width="{WIDTH}" height="2"/>')
    if kind == "clock":
        hand = lambda turns, style: f'<line {style} x1="{x_of(0)}" y1="{middle}" x2="{x_of(1000 * math.sin(2 * math.pi * turns / 1000))}" y2="{y_of(1000 * math.cos(2 * math.pi * turns / 1000))}"/>'
        shapes += [f'<circle class="ring" cx="{x_of(0)}" cy="{middle}" r="{round(1080 * scale)}"/>', hand(ring_x, 'class="ring"'), hand(x, f'stroke="{colour}" stroke-width="7"')]
    elif kind == "runner":
        ground = f'M0 {y_of(0)}H{x_of(6500)}V{height}H0zM{x_of(10500)} {y_of(0)}H{WIDTH}V{height}H{x_of(10500)}z'
        box = lambda px, py: f'x="{x_of(px - 200)}" y="{y_of(py + 900)}" width="{round(400 * scale, 1)}" height="{round(900 * scale, 1)}"'
        shapes += [f'<path class="mount" d="{ground}"/><rect {box(x, y)} fill="{colour}"/><rect class="ring" {box(ring_x, ring_y)}/>']
    else:
        shapes += [f'<circle cx="{x_of(x)}" cy="{middle}" r="{radius}" fill="{colour}"/><circle class="ring" cx="{x_of(ring_x)}" cy="{middle}" r="{radius + 6}"/>']
    return height, "".join(shapes)


def picture(figure):
    """The lanes one below the other, in the middle grey of both themes, as the program's page shows them while it loads."""
    drawings = [drawing(lane, figure.still_time()) for lane in figure.runs[figure.first]["lanes"]]
    height = drawings[0][0] + 12
    moved = "".join(f'<g transform="translate(0 {i * height})">{shapes}</g>' for i, (_, shapes) in enumerate(drawings))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {len(drawings) * height - 12}" width="{WIDTH}" height="{len(drawings) * height - 12}">
<style>.spring,.ring{{fill:none;stroke:#808a99;stroke-width:3}}.wall,.mount{{fill:#808a99}}</style>{moved}</svg>
"""
