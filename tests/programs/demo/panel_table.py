"""A table with one row for each control of the panel: how a test operates the control, and the check of its effect on a run."""
import pathlib
import re
import runpy
from typing import Callable, NamedTuple

from panel_rows import (
    Choice, Find, Knob, Look, Run, Set, Switch, changing_steps, dropped, energy, energy_left, energy_swing,
    every_16_7, latency, less, longest_frame, longest_step, mean_frame, mean_step, more, most_steps, napped_frames,
    shortest_frame, shortest_step, spun, swings, times, uneven_frames, unrest, usual_frame, waits_for_itself,
    waits_for_none, waits_for_two,
)

SCENES_FOLDER = pathlib.Path(__file__).resolve().parents[2] / "scenes"


def rows_of_scenes():
    """Returns the rows of tests/scenes/NAME/panel.py, by the scene's name."""
    files = sorted(SCENES_FOLDER.glob("*/panel.py"))
    return {file.parent.name.replace("_", "-"): runpy.run_path(str(file))["ROWS"] for file in files}


# Controls of this PC in live mode.
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
    Set("machine.delay_ms", 0.1),
    Choice("machine.vsync", {"off": waits_for_none, "adaptive": waits_for_none, "vrr": waits_for_itself, "on": waits_for_two}),
]

# Controls of housekeeping, for a loop that waits by spinning. Pieces that ask for the time left end in time; blind pieces of 100 ms make
# frames late.
WAITING = [
    Set("machine.housekeeping_ms", 1.2),
    Switch("machine.housekeeping_asks", lambda blind, asks: longest_frame(blind) >= 99 and every_16_7(asks)),
    Set("machine.housekeeping_ms", -0.2),
    Knob("machine.housekeeping_ms", lambda low, high: every_16_7(low) and longest_frame(high) >= 99),
]

# Controls below the axes of a loop, for steps of 5 ms and frames with several steps.
STEPPING = [
    Knob("loop.budget_ms", less(most_steps), (-0.2, 0.06)),
    Set("loop.budget_ms", -0.2),
    Switch("loop.async", less(longest_frame)),
]

# Controls of the virtual PC in a race.
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

# Controls of the virtual PC's display, with frames of 25 ms on a display of 60 Hz.
RACE_DISPLAY = [
    Choice("machine.buffers", {"triple": waits_for_none, "double": waits_for_two}),
    Choice("machine.vsync", {"on": waits_for_two, "off": waits_for_none, "adaptive": waits_for_none, "vrr": waits_for_itself}),
    Knob("machine.vrr_floor_hz", lambda low, high: waits_for_none(low) and waits_for_two(high)),
]

# Controls of the lag in a race.
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
    """A slider of a game over a network, and a check of the widgets of two games: with the slider at its low end and at its high end."""

    path: str
    shows: Callable


def said(pattern):
    """Returns a function that adds up the numbers that `pattern` finds in the texts on all PCs."""

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


speeds = said(r"([\d.]+) of real time")  # sum over the PCs: 2 if there are two PCs and neither of them waits
NETWORK = {
    "lockstep": [
        Turn("network.pcs", lambda low, high: (pcs(low), pcs(high)) == (2, 4)),
        Turn("network.input_delay", turned_up(speeds, 0.5)),  # while messages take 50 ms
        Turn("network.delay_ms", turned_down(speeds, 0.5)),
        Turn("network.jitter_ms", turned_down(speeds, 0.5)),
        Turn("network.loss", turned_down(speeds, 0.5)),
    ],
    "rollback": [Turn("network.guessed_delay", turned_down(said(r"back (\d+) times?"), 20))],
}

# For each integrator, a check of the energy of a spring with 50 rad/s at 60 steps per second: theory predicts that the energy oscillates in a
# certain range, grows, or is lost.
START_ENERGY = 0.5 * 2500 * 0.4**2  # joules, for 2500 N/m and 0.4 m; the first row of a run may be one or two steps later
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

SCENES = rows_of_scenes()

# The knobs of each alternative of each axis of a loop. They are tested with frames of 7 to 17 ms; every 40th frame is 400 ms longer.
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
        "whole-ticks": [Knob("filter.tick", more(shortest_step))],
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
            Find("loop.hz", 86),  # about one step per frame
            Knob("stepper.jitter_fix", less(changing_steps), frames=400),
            Find("loop.hz", 60),
        ],
        "glaiel": [Knob("stepper.snap", less(changing_steps), frames=300), Knob("stepper.patience", more(most_steps))],
        "monogame": [],
        "cute": [],
        "step-timer": [Knob("stepper.snap", less(changing_steps), frames=300), Knob("stepper.limit", more(most_steps))],
        "bullet": [Knob("stepper.max_substeps", more(most_steps))],
        "fixed-seconds": [Knob("stepper.keep", less(dropped)), Knob("stepper.max_steps", more(most_steps))],
        "babylon": [Knob("stepper.max_steps", more(most_steps))],
        "unreal-async": [],
        "minecraft": [Knob("stepper.max_ticks", more(most_steps))],
        "defold": [],
        "matter": [],
        "ebitengine": [],
        "open-ttd": [],
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
        "adaptive": [Knob("pacer.most_spin", more(spun))],
        "render-if-stepped": [Knob("pacer.nap", more(napped_frames))],
        "until-step": [Knob("pacer.threshold", more(spun))],
        "fna-sleep": [],
        "nap": [Knob("pacer.nap", more(mean_frame))],
        "whole-millis": [Knob("pacer.rate", less(mean_frame))],
        "sleep-share": [Knob("pacer.share", less(spun)), Knob("pacer.rate", less(mean_frame))],
    },
}
