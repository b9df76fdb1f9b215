"""Every control of the panel as a row: how it is worked, and what a run shows when it does what its label says."""
import re
import statistics
from typing import Callable, NamedTuple

from demo import events_of


class Run(NamedTuple):
    """The frames since a reset, and what the widgets said at their end."""

    rows: list
    widgets: dict

    def of(self, column):
        return [float(row[column]) for row in self.rows]

    def millis(self, column):
        return [int(row[column]) / 1e6 for row in self.rows]

    def simulated(self):
        """What each frame advanced the world by, in ms."""
        return [int(r["steps"]) * int(r["dt_ns"]) / 1e6 + int(r["tail_ns"]) / 1e6 for r in self.rows]

    def count(self, event):
        return events_of(self.rows).count(event)

    def metric(self, key):
        return float(self.widgets[f"metric.{key}"]["value"])


class Knob(NamedTuple):
    """A slider, and what is true of a run with it at its low end and one at its high end, or at the shares of `at`."""

    path: str
    shows: Callable
    at: tuple = (-0.2, 1.2)
    stays: bool = False  # at the second of them, for the rows below
    frames: int = 45  # of each run


class Switch(NamedTuple):
    """What is true of a run before the click and one after it."""

    path: str
    shows: Callable
    stays: bool = False
    frames: int = 45


class Choice(NamedTuple):
    """A list with all its items, and what is true of a run with them."""

    path: str
    shows: dict
    frames: int = 45  # of each run


class Look(NamedTuple):
    """A slider that changes what the stage shows so many frames after a reset, and not the motion."""

    path: str
    frames: int = 5


class Set(NamedTuple):
    """A slider put to a share of its width, for the rows below."""

    path: str
    share: float


class Find(NamedTuple):
    """A slider put to a value, or near it, for the rows below."""

    path: str
    value: float


def more(of):
    """More after than before: by 2 %, for a run may begin at another phase of a step."""
    return lambda before, after: of(after) > of(before) + 0.02 * abs(of(before))


def less(of):
    return lambda before, after: more(of)(after, before)


def mean_frame(run):
    return sum(run.millis("frame_ns")) / len(run.rows)


def napped_frames(run):
    """Longer than their lag alone, and no spikes."""
    return sum(20 < frame < 100 for frame in run.millis("frame_ns"))


def usual_frame(run):
    return statistics.median(run.millis("frame_ns"))


def every_16_7(run):
    return 16.6 < usual_frame(run) < 16.7


def waits_for_none(run):
    """Of frames that take 25 ms on a display of 60 Hz."""
    return mean_frame(run) < 30


def waits_for_two(run):
    return 33 < usual_frame(run) < 34


def waits_for_itself(run):
    """A display that refreshed by itself after 1/48 s, and does so again 1/60 s later at the earliest."""
    return 37 < usual_frame(run) < 38


def longest_frame(run):
    return max(run.millis("frame_ns"))


def shortest_frame(run):
    return min(run.millis("frame_ns"))


def uneven_frames(run):
    return longest_frame(run) - shortest_frame(run)


def dropped(run):
    return sum(run.millis("dropped_ns"))


def most_steps(run):
    return max(run.of("steps"))


def changing_steps(run):
    return sum(a != b for a, b in zip(run.of("steps"), run.of("steps")[1:]))


def shortest_step(run):
    return min(time for time in run.simulated() if time > 0)


def longest_step(run):
    return max(run.simulated())


def mean_step(run):
    return sum(run.simulated()) / len(run.rows)


def unrest(run):
    """Of the steps' lengths from frame to frame; a hitch is not more of it than 10 ms."""
    return sum(min(abs(b - a), 10) for a, b in zip(run.simulated(), run.simulated()[1:]))


def spun(run):
    return run.metric("spin_share")


def latency(run):
    """From the start of a frame to its picture on the screen, in ms."""
    ways = [float(row["screen_s"]) - float(row["wall_s"]) for row in run.rows if row["screen_s"]]
    return 1000 * sum(ways) / len(ways)


def reach(run):
    return max(run.of("x")) - min(run.of("x"))


def furthest(run):
    return max(run.of("x"))


def nearest(run):
    return min(run.of("x"))


def fastest(run):
    return max(abs(v) for v in run.of("v"))


def swings(run):
    return sum(a * b < 0 for a, b in zip(run.of("v"), run.of("v")[1:]))


def energy(run):
    return run.of("energy")[1]


def energy_left(run):
    return run.of("energy")[-1]


def energy_swing(run):
    """From highest to lowest, as a share of the highest; none of it from walls."""
    return energy_error(run) / max(run.of("energy")[1:])


def energy_error(run):
    return max(run.of("energy")[1:]) - min(run.of("energy")[1:])


def start(run):
    return run.of("x")[0]


def thrown(run):
    return run.of("v")[0]


def shots(run):
    return sum(b < a for a, b in zip(run.of("x"), run.of("x")[1:]))


def same_to_the_bit(before, after):
    return before.of("energy") == after.of("energy") and before.of("x") == after.of("x")


def times(event):
    return lambda run: run.count(event)


# The slow PC, live.
MACHINE = [
    Knob("machine.delay_ms", lambda low, high: longest_frame(low) < 20 and shortest_frame(high) >= 500),
    Knob("machine.jitter_ms", lambda low, high: uneven_frames(low) < 1 < 16 < uneven_frames(high)),
    Knob("machine.spike_every", lambda low, high: longest_frame(low) < 20 and 250 <= longest_frame(high), (-0.2, 0.12), True, 100),
    Knob("machine.spike_ms", lambda low, high: longest_frame(low) < 20 and longest_frame(high) >= 2000, frames=100),
    Set("machine.spike_every", -0.2),
    Set("machine.delay_ms", 0.2),
    Switch("machine.lag", lambda on, off: shortest_frame(on) > 90 and longest_frame(off) < 20),
    Set("machine.delay_ms", -0.2),
    Knob("machine.step_cost_ms", lambda low, high: longest_frame(low) < 20 and longest_frame(high) > 40, (-0.2, 0.4)),
    Knob("machine.limit_hz", lambda low, high: longest_frame(low) < 20 < shortest_frame(high), (-0.2, 0.08)),
    Choice("machine.vsync", {"off": lambda run: mean_frame(run) < 10, **dict.fromkeys(("adaptive", "vrr", "on"), every_16_7)}),
    Set("machine.delay_ms", 0.085),
    Choice("machine.vsync", {"off": waits_for_none, "adaptive": waits_for_none, "vrr": waits_for_itself, "on": waits_for_two}),
]

# The same of a loop that waits by looking at the clock. Pieces that ask end in time; blind ones of 100 ms do not.
WAITING = [
    Set("machine.housekeeping_ms", 1.2),
    Switch("machine.housekeeping_asks", lambda blind, asks: longest_frame(blind) >= 99 and every_16_7(asks)),
    Set("machine.housekeeping_ms", -0.2),
    Knob("machine.housekeeping_ms", lambda low, high: every_16_7(low) and longest_frame(high) >= 99),
]

# A race: the virtual PC's.
RACE = [
    Choice("machine.preset", {"office-laptop-60": every_16_7,
                              "television-59.94": lambda run: 16.68 < usual_frame(run) < 16.69,
                              "steam-deck-90": lambda run: 11.1 < usual_frame(run) < 11.2,
                              "vrr-48-144": lambda run: 9 <= usual_frame(run) < 16 and uneven_frames(run) > 3,
                              "stutters-every-second": lambda run: every_16_7(run) and longest_frame(run) > 120,
                              "spiral": lambda run: usual_frame(run) == 26,
                              "old-pc-25": lambda run: longest_frame(run) >= 40,
                              "gaming-pc-144": lambda run: longest_frame(run) < 8}, frames=130),
    Knob("machine.render_cost_ms", lambda low, high: longest_frame(high) >= 500),
    Knob("machine.clear_cost_ms", lambda low, high: longest_frame(low) < 20 and longest_frame(high) >= 100, (-0.2, 1.2)),
    Set("machine.clear_cost_ms", 0.2),
    Switch("machine.clear_early", lambda late, early: latency(late) > latency(early) + 1),
    Set("machine.clear_cost_ms", -0.2),
    Knob("machine.step_cost_ms", more(longest_frame), (-0.2, 0.4)),
    Knob("machine.limit_hz", lambda low, high: longest_frame(high) > 20, (-0.2, 0.08)),
    Knob("machine.refresh_hz", less(mean_frame)),
    Knob("clock.noise_ms", more(uneven_frames)),
    Knob("clock.resolution_ms", lambda low, high: shortest_frame(low) > 0 == shortest_frame(high)),
]

# Frames of 25 ms on a display of 60 Hz.
RACE_DISPLAY = [
    Choice("machine.buffers", {"triple": waits_for_none, "double": waits_for_two}),
    Choice("machine.vsync", {"on": waits_for_two, "off": waits_for_none, "adaptive": waits_for_none, "vrr": waits_for_itself}),
    Knob("machine.vrr_floor_hz", lambda low, high: waits_for_none(low) and waits_for_two(high)),
]

RACE_LAG = [
    Knob("machine.delay_ms", more(mean_frame)),
    Knob("machine.jitter_ms", more(uneven_frames)),
    Knob("machine.spike_every", more(longest_frame), (-0.2, 0.12), True, 100),
    Knob("machine.spike_ms", more(longest_frame), frames=320),
    Set("machine.spike_every", -0.2),
    Set("machine.delay_ms", 0.2),
    Switch("machine.lag", less(longest_frame)),
    Set("machine.delay_ms", -0.2),
    Choice("machine.vsync", {"off": lambda run: mean_frame(run) < 16, **dict.fromkeys(("adaptive", "vrr", "on"), every_16_7)}),
]

class Turn(NamedTuple):
    """A slider of a game over a network: what is true of what the window says of the games with it at its ends."""

    path: str
    shows: Callable


def said(pattern):
    """The number in what is said of all PCs, added up."""

    def number(widgets):
        stories = [widgets[name]["value"] for name in sorted(widgets) if re.fullmatch(r"network\.\d", name)]
        return sum(float(found) for story in stories for found in re.findall(pattern, story))

    return number


def turned_up(of, by):
    return lambda low, high: of(high) >= of(low) + by


def turned_down(of, by):
    return lambda low, high: of(low) >= of(high) + by


def pcs(widgets):
    return sum(re.fullmatch(r"network\.\d", name) is not None for name in widgets)


speeds = said(r"([\d.]+) of real time")  # two PCs: 2 where nobody waits
NETWORK = {
    "lockstep": [
        Turn("network.pcs", lambda low, high: (pcs(low), pcs(high)) == (2, 4)),
        Turn("network.input_delay", turned_up(speeds, 0.5)),  # while messages take 50 ms
        Turn("network.delay_ms", turned_down(speeds, 0.5)),
        Turn("network.jitter_ms", turned_down(speeds, 0.5)),
        Turn("network.loss", turned_down(speeds, 0.5)),
    ],
    "rollback": [Turn("network.guessed_delay", turned_down(said(r"(\d+) times back"), 20))],
}

# Of a spring with 50 rad/s, at 60 steps a second: by the theory of each, energy swings by so much, grows or is lost.
START_ENERGY = 0.5 * 2500 * 0.4**2  # J, of 2500 N/m and 0.4 m: a run's first row may be of a step or two later
INTEGRATORS = {
    "explicit-euler": lambda run: run.count("blown-up") > 0 or energy_left(run) > 2 * START_ENERGY,
    "semi-implicit-euler": lambda run: 0.5 < energy_swing(run) < 0.7,
    "velocity-verlet": lambda run: 0.1 < energy_swing(run) < 0.25,
    "rk2-midpoint": lambda run: run.count("blown-up") > 0 or energy_left(run) > 2 * START_ENERGY,
    "rk4": lambda run: 0.6 < energy_left(run) / START_ENERGY < 0.95,
    "implicit-euler": lambda run: energy_left(run) < 0.5 * START_ENERGY,
    "implicit-midpoint": lambda run: energy_swing(run) < 1e-9,
    "exact": lambda run: energy_swing(run) < 1e-9,
}

SCENES = {
    "spring-and-ball": [
        Knob("scene.radius", less(furthest)),
        Knob("scene.wall-thickness", less(furthest)),
        Knob("scene.wall-x", more(furthest), (0.2, 1.2)),
        Knob("scene.restitution", more(energy_left)),
        Knob("scene.stiffness", more(swings), (-0.2, 0.8)),
        Knob("scene.mass", less(swings), (0.3, 1.2)),
        Knob("scene.damping", less(energy_left)),
        Knob("scene.start-x", more(start)),
        Knob("scene.start-v", more(thrown), stays=True),
        Switch("scene.swept", lambda off, on: off.count("tunnelled") > 0 == on.count("tunnelled")),
    ],
    "bullet-and-wall": [
        Knob("scene.speed", more(fastest)),
        Knob("scene.pause", less(shots)),
        Set("scene.speed", 0.3),
        Knob("scene.radius", less(times("tunnelled"))),
        Knob("scene.thickness", less(times("tunnelled"))),
        Switch("scene.swept", less(times("tunnelled"))),
    ],
    "bouncing-ball": [
        Knob("scene.gravity", more(fastest)),
        Knob("scene.height", more(furthest)),
        Knob("scene.restitution", more(energy_left)),
        Knob("scene.radius", more(nearest)),
        Set("scene.height", -0.2),
        Knob("scene.rest-speed", less(times("bounced"))),
        Set("scene.restitution", 1.2),
        Choice("scene.collision", {"mirror": lambda run: run.count("energised") > 0,
                                   "swept": lambda run: run.count("bounced") > 0 == run.count("energised"),
                                   "push-out": lambda run: run.count("bounced") > 0}),
        Set("scene.height", 1.2),
        Set("scene.gravity", 1.2),
        Set("scene.radius", -0.2),
        Knob("scene.floor-thickness", less(times("tunnelled")), frames=90),
    ],
    "uniform-motion": [Knob("scene.speed", more(fastest)), Look("scene.bars")],
    "spinning-body": [Knob("scene.spin", more(swings)), Knob("scene.tilt", more(energy)), Choice("scene.blend", dict.fromkeys(("nlerp", "components", "slerp")))],
    "smoke": [Knob("scene.speed", more(furthest)), Knob("scene.rate", more(times("clumped")), stays=True),
              Switch("scene.spread", less(times("clumped"))), Look("scene.life", 60)],
    "chain": [
        Knob("scene.stiffness", more(swings), (-0.2, 0.45)),
        Knob("scene.mass", more(energy), (0.5, 1.2)),
        Knob("scene.damping", less(energy_left), (-0.2, 0.12), frames=150),
        Knob("scene.gravity", more(energy)),
        Knob("scene.link", more(furthest)),
    ],
    "chaos": [
        Knob("scene.gravity", more(energy)),
        Knob("scene.length-1", more(energy)),
        Knob("scene.length-2", more(energy)),
        Knob("scene.mass-1", more(energy)),
        Knob("scene.mass-2", more(energy)),
        Knob("scene.angle-1", more(energy), (0.6, 0.9)),
        Knob("scene.angle-2", more(start)),
        Knob("scene.bit", more(times("parted"))),
    ],
    "orbit": [Knob("scene.period", less(fastest)), Knob("scene.eccentricity", more(furthest), stays=True),
              Knob("scene.star-radius", more(times("crashed")), frames=130)],
    "storm": [
        Knob("scene.count", less(energy), (0.5, 0.35), stays=True),
        Knob("scene.stiffness", more(swings), (-0.2, 0.6)),
        Knob("scene.spread", less(fastest)),
        Knob("scene.damping", less(energy_left)),
        Knob("scene.substeps", less(energy_error)),
        Knob("scene.threads", same_to_the_bit),
    ],
    "float-clock": [Knob("scene.speed", more(furthest)),
                    Choice("scene.start", {"now": lambda run: run.count("miscounted") == 0,
                                           "after-1-h": lambda run: run.count("miscounted") == 0,
                                           "after-100-h": lambda run: run.count("miscounted") > 0,
                                           "after-10-h": lambda run: run.count("miscounted") > 0})],
    "player": [
        Knob("scene.gap", more(times("fell")), frames=120),
        Knob("scene.run", more(furthest), (-0.2, 0.5)),
        Knob("scene.jump", less(times("fell")), frames=120),
        Knob("scene.gravity", more(times("fell")), frames=120),
        Knob("scene.buffer", None),
        Knob("scene.coyote", None),
        Choice("scene.keys", dict.fromkeys(("polled", "latched"))),
        Choice("scene.times-dt", dict.fromkeys(("nothing", "everything", "forces"))),  # all alike at 60 Hz
        Switch("scene.autopilot", less(reach)),
    ],
}

# The axes of a loop: of each alternative its knobs. Frames of 7 to 17 ms, and every 40th is 400 ms longer.
AXES = {
    "loop.filter": {
        "clamp": [Knob("filter.min", more(shortest_step)), Knob("filter.max", more(longest_step))],
        "moving-average": [Knob("filter.n", less(unrest)), Knob("filter.sane", more(mean_step))],
        "exponential-average": [
            Knob("filter.min", more(shortest_step)),
            Knob("filter.max", more(mean_step)),
            Knob("filter.reset", less(unrest), stays=True),
            Knob("filter.weight", more(unrest)),
        ],
        "snap-to-refresh": [Knob("filter.restart", less(unrest), stays=True), Knob("filter.n", less(unrest))],
        "first-frame-zero": [],
        "godot-smoother": [],
        "none": [],
    },
    "loop.stepper": {
        "frame-locked": [],
        "variable": [],
        "semi-fixed": [Knob("stepper.smallest_tail", more(shortest_step))],
        "substepped": [Knob("stepper.max_substeps", more(most_steps))],
        "fixed-steady": [Knob("stepper.slack", less(changing_steps))],
        "at-most-one": [],
        "deadline": [],
        "fixed-ticks": [],
        "godot": [
            Knob("stepper.max_steps", more(most_steps)),
            Find("loop.hz", 86),  # about as many as frames
            Knob("stepper.jitter_fix", less(changing_steps), frames=400),
            Find("loop.hz", 60),
        ],
        "glaiel": [Knob("stepper.snap", less(changing_steps), frames=300), Knob("stepper.patience", more(most_steps))],
        "monogame": [],
        "cute": [],
        "step-timer": [Knob("stepper.snap", less(changing_steps), frames=300), Knob("stepper.limit", more(most_steps))],
        "bullet": [Knob("stepper.max_substeps", more(most_steps))],
        "gated": [
            Set("loop.hz", 1.2),
            Knob("stepper.min", more(shortest_step)),
            Knob("stepper.max", more(longest_step)),
            Find("loop.hz", 60),
        ],
        "fixed-step": [],
    },
    "loop.overload": {
        "cap-frame-time": [Knob("overload.limit", less(dropped))],
        "cap-accumulator": [Knob("overload.limit", less(dropped)), Knob("overload.steps", less(dropped), (0.03, 1.2))],
        "cap-steps": [Knob("overload.max_steps", less(dropped))],
        "keep-debt": [Knob("overload.max_steps", more(most_steps))],
        "resync": [Knob("overload.steps", less(dropped))],
        "restart-clock": [Knob("overload.limit", less(dropped))],
        "one-step": [],
        "none": [],
    },
    "loop.presentation": {name: [] for name in ("step-ahead", "interpolate", "extrapolate", "render-tick", "latest")},
    "loop.pacer": {
        "free-running": [],
        "vsync": [],
        "busy-wait": [
            Knob("pacer.late", more(shortest_frame), stays=True),
            Knob("pacer.blow_threshold", less(shortest_frame)),
            Knob("pacer.rate", less(mean_frame)),
        ],
        "sleep-and-yield": [
            Knob("pacer.late", more(shortest_frame), stays=True),
            Knob("pacer.threshold", less(spun)),
            Knob("pacer.blow_threshold", less(shortest_frame)),
            Knob("pacer.rate", less(mean_frame)),
        ],
        "hybrid": [
            Knob("pacer.late", more(shortest_frame), stays=True),
            Knob("pacer.nap", more(spun)),
            Knob("pacer.blow_threshold", less(shortest_frame)),
            Knob("pacer.rate", less(mean_frame)),
        ],
        "render-if-stepped": [Knob("pacer.nap", more(napped_frames))],
        "until-step": [Knob("pacer.threshold", more(spun))],
        "fna-sleep": [],
    },
}
