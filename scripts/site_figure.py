"""site_film.py -- the moving picture of the site's first page: SVG and CSS from runs of `timestep_lab run`

Each position is one frame of a run: the picture stays as it is until the time at which the next frame reaches the screen."""
import csv
import html
import io
import json
import re
import subprocess

SECONDS = 6
DELAY = "60ms"
LOOPS = {"fixed": "one step of 1/60 s a frame", "variable": "one step as long as the frame", "interpolated": "drawn between two full steps"}
COLOURS = {"fixed": "#f8bb0a", "variable": "#c85a04", "interpolated": "#47c5ff"}  # draw::loop_colour
LEFT, SCALE, HEIGHT, WIDTH = -2.35, 200, 100, 850  # metres at x = 0, and units of the drawing for one metre
ANCHOR, WALL, RADIUS = -2.1, 0.45, 24  # of the scene ball-with-part (metres, metres, units)
COILS = 17


def run(lab, loop, *words):
    command = [lab, "run", "--quiet", "--lane", loop, "--delay", DELAY, "--seconds", str(SECONDS), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def x_of(metres):
    return round((metres - LEFT) * SCALE, 1)


def keyframes(name, moments, style):
    """`moments` are pairs of a time in s and a value; each value holds until the next time."""
    steps = "".join(f"{100 * time / SECONDS:.2f}%{{{style(value)}}}" for time, value in moments if 0 <= time < SECONDS)
    return f"@keyframes {name}{{0%{{{style(moments[0][1])}}}{steps}}}\n"


def spring():
    """A zigzag line from the anchor to x = ANCHOR + 1 m; the animation scales it."""
    points = [f"{SCALE * (i + 0.5) / COILS:.1f},{HEIGHT / 2 + (14 if i % 2 else -14)}" for i in range(COILS)]
    return " ".join([f"0,{HEIGHT / 2}", *points, f"{SCALE},{HEIGHT / 2}"])


def lane(lab, loop):
    """Returns the style and the figure of one loop, and its frames per second."""
    rows = list(csv.DictReader(io.StringIO(run(lab, loop, "--csv", "-"))))
    metrics = json.loads(run(lab, loop, "--json"))["lanes"][0]
    verdict = metrics["verdict"]
    ball = [(float(row["screen_s"]), min(max(float(row["picture_x_m"]), LEFT - 1), -LEFT + 1)) for row in rows]
    ring = [(float(row["screen_s"]), float(row["ring_x_m"])) for row in rows]
    broken = next((float(row["screen_s"]) for row in rows if "tunnelled" in row["events"]), None)
    still = max(i for i, (time, x) in enumerate(ball) if time < SECONDS and (broken is None or WALL + 0.2 < x < WALL + 1.2))

    move = lambda metres: f"transform:translateX({x_of(metres)}px)"
    stretch = lambda metres: f"transform:translateX({x_of(ANCHOR)}px) scaleX({metres - ANCHOR:.3f})"
    style = keyframes(f"{loop}-ball", ball, move) + keyframes(f"{loop}-spring", ball, stretch) + keyframes(f"{loop}-ring", ring, move)
    walls = f'<rect class="wall" x="{x_of(WALL)}" y="2" width="9" height="{HEIGHT - 4}"/>'
    if broken is not None:
        style += keyframes("wall-whole", [(0, 1), (broken, 0)], lambda value: f"opacity:{value}")
        top, low, right = HEIGHT / 2 - 28, HEIGHT / 2 + 28, x_of(WALL)
        walls = (f'<path class="wall" d="M{right} 2h9v{top - 2}l-4 9-5-5zM{right} {HEIGHT - 2}h9v{low - HEIGHT + 2}l-5-7-4 9z"/>'
                 f'<rect class="wall moves" style="opacity:0;animation-name:wall-whole" x="{right}" y="2" width="9" height="{HEIGHT - 4}"/>')
    part = lambda what, value, shape: f'<g class="moves" style="{value};animation-name:{loop}-{what}">{shape}</g>'
    severity = " alarm" if broken is not None else " warning" if verdict.startswith("SLOW") else ""
    return style, f"""<div class="lane">
<p><span class="dot" style="--c:{COLOURS[loop]}"></span><a href="loops/{loop}.html">{loop}</a> <span class="verdict{severity}">{html.escape(verdict)}</span><span class="what">{LOOPS[loop]}</span></p>
<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{loop} after {SECONDS} seconds: {html.escape(verdict)}">
<rect class="mount" x="{x_of(ANCHOR) - 9}" y="{HEIGHT / 2 - 32}" width="9" height="64"/>
{walls}
{part("spring", stretch(ball[still][1]), f'<polyline class="spring" points="{spring()}"/>')}
{part("ball", move(ball[still][1]), f'<circle cy="{HEIGHT / 2}" r="{RADIUS}" fill="{COLOURS[loop]}"/>')}
{part("ring", move(ring[still][1]), f'<circle class="ring" cy="{HEIGHT / 2}" r="{RADIUS + 6}"/>')}
</svg>
</div>""", metrics["pictures_per_s"]


def film(lab):
    """Returns the film as a figure of HTML, whose links lead from the site's root, and a picture of it as an SVG file."""
    styles, lanes, rates = zip(*(lane(lab, loop) for loop in LOOPS))
    figure = f"""<figure class="film">
<style>
.moves{{animation:{SECONDS}s step-end infinite}}
{"".join(styles)}</style>
<input type="checkbox" id="pause"><label for="pause">Pause</label>
<div class="lanes">
{chr(10).join(lanes)}
</div>
<figcaption>One slow PC, {max(rates):.0f} frames a second, three loops, {SECONDS} seconds. The ring shows where the ball would be on a PC that is never late.
Each position is a frame that <code>timestep_lab</code> has computed.</figcaption>
</figure>
"""
    return figure, picture(lanes)


def picture(lanes):
    """The lanes one below the other, in the middle grey of both themes, as the program's page shows them while it loads."""
    drawings = [re.sub(r";animation-name:[\w-]+| (?:role|aria-label)=\"[^\"]*\"", "", re.search(r"<svg[^>]*>(.*?)</svg>", each, re.DOTALL)[1]) for each in lanes]
    moved = "".join(f'<g transform="translate(0 {i * (HEIGHT + 12)})">{drawing}</g>' for i, drawing in enumerate(drawings))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {len(lanes) * (HEIGHT + 12) - 12}" width="{WIDTH}" height="{len(lanes) * (HEIGHT + 12) - 12}">
<style>.spring,.ring{{fill:none;stroke:#808a99;stroke-width:3;vector-effect:non-scaling-stroke}}.wall,.mount{{fill:#808a99}}</style>{moved}</svg>
"""
