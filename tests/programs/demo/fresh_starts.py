"""Starts the demo twenty times with a fresh home, beside processes that keep all cores busy, and reads what its lanes say in ten seconds.

With the start settings (steady frames), no lane may say WRONG, THROUGH THE WALL or GONE. With the frames of this PC, and with a resize, a
screenshot and a change of mode, each such lane must name the length and the time of the frame that did it, and no lane may name a frame of
the program itself. It takes about eight minutes, so ./test.sh does not run it:

    xvfb-run python3 tests/programs/demo/fresh_starts.py [starts]
"""
import os
import re
import subprocess
import sys
import tempfile
import time

from demo import Server, Window

BAD = ("WRONG", "THROUGH", "GONE")
SECONDS = 10
# The length and the time of a frame in a sentence: "A 166 ms hiccup of this PC 27 s ago ..."
BLAME = re.compile(r"([\d.]+) (ms|s)\b.*?([\d.]+) s ago")


class Busy:
    """One process for each core that never sleeps."""

    def __enter__(self):
        self.processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count())]

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def said(w, sentences):
    """Adds what the lanes say now to `sentences`: the verdict and the sentence of each lane, with the lane's time in s when first said."""
    widgets = w.widgets()
    for name, row in widgets.items():
        if name.startswith("verdict."):
            loop = name.removeprefix("verdict.")
            now = float(widgets[f"shown.{loop}"]["value"].removesuffix(" s"))
            sentences.setdefault((loop, row["value"], widgets[f"story.{loop}"]["value"]), now)


def watch(w, sentences, deeds=()):
    """Reads the lanes for ten seconds, and does each of `deeds`, functions, at its second."""
    begin, left = time.monotonic(), dict(deeds)
    while (now := time.monotonic() - begin) < SECONDS:
        for second in [s for s in left if s <= now]:
            left.pop(second)()
        said(w, sentences)
        time.sleep(0.1)


def start(server, deeds=None):
    """Runs the demo once. Returns what its lanes said, and the times in s and lengths in ms of the frames: those that the loops got, and those
    of the program itself, which no loop got."""
    sentences = {}
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
        with Window(server, settings="", environment=environment) as w:
            watch(w, sentences, deeds(w) if deeds else ())
    fed, excluded = [], []
    for row in w.rows:
        frames = excluded if "excluded" in row["events"].split("+") else fed
        frames.append((float(row["wall_s"]), int(row["frame_ns"]) / 1e6))
    return sentences, fed, excluded


def disturb(w):
    """Chooses the frames of this PC. Returns what the program itself does once, by the second in which it happens."""
    w.click("frames.frames of this PC", sees="frames.frames of this PC=on")
    resize = lambda: w.xdotool("windowsize", w.id, 1100, 700)
    return {2.5: resize, 4.5: lambda: w.key("F12"), 6.0: lambda: w.key("m"), 7.5: lambda: w.key("m")}


def faults_of(sentences, fed, even):
    """Returns the sentences that are not allowed: with steady frames every failure, and else those that name no frame that the loops got."""
    faults = []
    for (loop, verdict, story), now in sorted(sentences.items()):
        if not verdict.startswith(BAD):
            continue
        blamed = BLAME.search(story)
        is_fed = False
        if blamed:
            length, moment = float(blamed[1]) * (1 if blamed[2] == "ms" else 1000), now - float(blamed[3])
            is_fed = any(abs(length - ms) < 0.006 * ms and abs(moment - wall) < 2.5 for wall, ms in fed)
        if even or not is_fed:
            faults.append(f"{loop}: {verdict}: {story}")
    return faults


def main():
    starts = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    server, clean = Server(), {}
    try:
        with Busy():
            for name, deeds in (("steady frames", None), ("frames of this PC", disturb)):
                clean[name] = 0
                for i in range(starts):
                    sentences, fed, excluded = start(server, deeds=deeds)
                    faults = faults_of(sentences, fed, deeds is None)
                    clean[name] += not faults
                    left_out = ", ".join(f"{ms:.0f}" for _, ms in excluded)
                    words = sorted({re.sub(r" *[0-9].*", "", verdict) for _, verdict, _ in sentences})
                    print(f"{name}, start {i + 1}: {', '.join(words)}; left out: {left_out} ms", flush=True)
                    for fault in faults:
                        print(f"    {fault}", flush=True)
    finally:
        server.close()
    for name, count in clean.items():
        print(f"{name}: {count} of {starts} starts without a fault")
    return 0 if all(count == starts for count in clean.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
