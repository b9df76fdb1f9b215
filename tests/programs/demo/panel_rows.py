"""The kinds of rows in the table of controls, and functions that measure a run."""
import statistics
from typing import Callable, NamedTuple

from demo import events_of


class Run(NamedTuple):
    """The telemetry rows of the frames after a reset, and the widgets after the last of these frames."""

    rows: list
    widgets: dict

    def of(self, column):
        return [float(row[column]) for row in self.rows]

    def millis(self, column):
        return [int(row[column]) / 1e6 for row in self.rows]

    def simulated(self):
        """Returns the simulated time of each frame, in ms."""
        return [int(r["steps"]) * int(r["dt_ns"]) / 1e6 + int(r["tail_ns"]) / 1e6 for r in self.rows]

    def count(self, event):
        return events_of(self.rows).count(event)

    def metric(self, key):
        return float(self.widgets[f"metric.{key}"]["value"])


class Knob(NamedTuple):
    """A slider, and a check of two runs: with the slider at its low end and at its high end, or at the shares of `at`."""

    path: str
    shows: Callable
    at: tuple = (-0.2, 1.2)
    stays: bool = False  # leave the slider at the last share of `at`, for the rows below
    frames: int = 45  # length of each run


class Switch(NamedTuple):
    """A switch, and a check of two runs: before a click on it, and after."""

    path: str
    shows: Callable
    stays: bool = False
    frames: int = 45


class Choice(NamedTuple):
    """A list with all its entries, and for each entry a check of a run with it."""

    path: str
    shows: dict
    frames: int = 45  # length of each run


class Look(NamedTuple):
    """A slider that changes the picture but not the motion. The picture is compared `frames` frames after a reset."""

    path: str
    frames: int = 5


class Set(NamedTuple):
    """Moves a slider to a share of its width, for the rows below."""

    path: str
    share: float


class Find(NamedTuple):
    """Moves a slider to about `value`, for the rows below."""

    path: str
    value: float


def more(of):
    """Returns a check that the measure `of` is over 2 % larger in the second run. Smaller differences come from the phase of the steps."""
    return lambda before, after: of(after) > of(before) + 0.02 * abs(of(before))


def less(of):
    return lambda before, after: more(of)(after, before)


def mean_frame(run):
    return sum(run.millis("frame_ns")) / len(run.rows)


def napped_frames(run):
    """Returns the number of frames that a nap of the pacer made longer: from 20 ms (more than the lag alone) to 100 ms (less than a spike)."""
    return sum(20 < frame < 100 for frame in run.millis("frame_ns"))


def usual_frame(run):
    return statistics.median(run.millis("frame_ns"))


def every_16_7(run):
    return 16.6 < usual_frame(run) < 16.7


def waits_for_none(run):
    """Checks, for frames of 25 to 32 ms on a display of 60 Hz, that frames do not wait for the display."""
    return mean_frame(run) < 32


def waits_for_two(run):
    """Checks, for frames of 25 ms on a display of 60 Hz, that each frame takes two refresh periods."""
    return 33 < usual_frame(run) < 34


def waits_for_itself(run):
    """Checks, for frames of 21 to 37 ms with VRR, that frames take 1/48 s + 1/60 s: the display refreshes by itself after 1/48 s, and then again
    1/60 s later at the earliest."""
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
    """Returns the sum of the changes of simulated time from frame to frame, in ms. A change counts as at most 10 ms, to limit hitches."""
    return sum(min(abs(b - a), 10) for a, b in zip(run.simulated(), run.simulated()[1:]))


def spun(run):
    return run.metric("spin_share")


def latency(run):
    """Returns the mean time from the start of a frame until its picture is on the screen, in ms."""
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
    """Returns the range of the energy as a share of its largest value."""
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
