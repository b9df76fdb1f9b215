"""Checks that memory is bounded: for runs by their time, for readers by their largest recording,
for a hostile replay by a limit; and that a long wait for a replay can be ended."""
import itertools
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import unittest
import zlib

from programs import LAB, ROOT, Attack, environment, is_sanitized, is_thorough

class LongRecording(Attack):
    """A frame takes 8 bytes in memory and, from 1 ms on, at least 8 in a frame_ns file. What was read of the file is released."""

    def test_inspecting_a_recording_takes_less_memory_than_1_2_times_its_size(self):
        block = "".join(f"{16_000_000 + i * 7919 % 1_400_000}\n" for i in range(100_000))
        path = self.path / "long.csv"  # in pieces, because memory of this process counts for the program after a fork
        with open(path, "w", encoding="ascii") as file:
            file.write("frame_ns\n")
            for _ in range(1120 if is_thorough() else 112):
                file.write(block)
        size_mb = path.stat().st_size / 1e6
        done = subprocess.run([sys.executable, "-S", "-c", PEAK_OF, LAB, "inspect", path], env=environment(), cwd=self.path,
                              stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 0)
        peak_mb = int(done.stdout) * 1024 / 1e6
        print(f"{size_mb:.0f} MB are inspected in {peak_mb:.0f} MB")
        if not is_sanitized():
            self.assertLess(peak_mb, 1.2 * size_mb)


# {name: the text of a file with much JSON, and whether it can be read}
JSON = {
    "frames.json": ('{"Runs":[{"CaptureData":{"MsBetweenPresents":[' + ",".join(["16.500"] * 1_000_000) + "]}}]}", True),
    "numbers.json": ('{"frametime_ms":[' + ",".join(["16.6667"] * 3_000_000) + "]}", True),
    "lines.json": ('{"frame":1,"dt_ms":16.5,"text":"a"}\n' * 200_000, True),
    "elements.json": ('{"dt_ms":16,"a":[' + ",".join(["[]"] * 300_000) + "]}\n" + '{"dt_ms":17}\n' * 20, True),
    "string.json": ('{"Runs":[{"CaptureData":{"Text":"' + "x" * 20_000_000 + '","MsBetweenPresents":[16.5,17]}}]}', False),
    "long line.json": ('{"dt_ms":16}\n{"text":"' + "x" * 20_000_000 + '","dt_ms":16}\n', False),
}


class LargeJson(Attack):
    """What is read of a JSON file takes at most four times its size, and too little memory is one line."""

    def test_json_takes_at_most_four_times_its_size_and_64_mb(self):
        for name, (text, is_readable) in JSON.items():
            with self.subTest(name=name):
                path = self.write(name, text)
                done = subprocess.run([sys.executable, "-S", "-c", PEAK_OF, LAB, "inspect", path], env=environment(), cwd=self.path,
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
                self.assertEqual(done.returncode, 0 if is_readable else 2)
                if not is_sanitized():
                    self.assertLess(int(done.stdout) * 1024, 4 * len(text) + 64_000_000)

    @unittest.skipIf(is_sanitized(), "sanitizers reserve terabytes of memory")
    def test_too_little_memory_is_one_line(self):
        file = self.write("string.json", JSON["string.json"][0])
        commands = (["inspect", file], ["inspect", file, "--json"], ["rank", file], ["report", file, "-o", "out"], ["compare", file, file],
                    ["identify", file], ["convert", file, "--to", "mangohud", "-o", "out"], ["plan", "--frames", file, "--csv", "out"],
                    ["run", "--recording", file, "--seconds", "1", "--csv", "out"])
        refusals = []
        for command, mb in itertools.product(commands, range(24, 84, 4) if is_thorough() else (28, 36, 60)):
            with self.subTest(command=command, mb=mb):
                limit = lambda mb=mb: resource.setrlimit(resource.RLIMIT_AS, (mb << 20, mb << 20))
                code, error = self.run_one(LAB, *command, preexec_fn=limit)
                self.assertIn(code, (2, 127), error)  # 127: not even the program fits
                if code == 2:
                    self.is_one_line(error, LAB)
                    self.assertFalse((self.path / "out").exists(), "nothing is half written")
                    refusals.append(error)
                (self.path / "out").unlink(missing_ok=True)
        self.assertTrue(any("memory" in error for error in refusals))
        for error in refusals:
            self.assertNotIn("check the path", error, "the path is right")


def replay_of(block):
    """Returns a replay file with one block and its checksum (docs/replay-files.md)."""
    lines = b"timestep-replay 5\nwith frame times\n" + block
    return lines + b"check %08x\n" % zlib.crc32(lines)


class HostileReplay(Attack):
    def test_the_largest_replay_takes_less_than_600_mb(self):
        limits = {b"reset 0 0 0\n": "1000000 inputs and changes", b"set 0 0 0 scene.stiffness=9\n": "1000000 inputs and changes",
                  b"input 0 0 free 0 0 0 0 - - -\n": "1000000 inputs and changes", b"1\n": "10000000 frame times"}
        for line, limit in limits.items():
            with self.subTest(line=line):
                file = self.write("hostile.replay", replay_of(line * (63_900_000 // len(line))))
                self.assertLess(file.stat().st_size, 64_000_000)
                lab = self.start("replay", file, program=LAB, stdout=subprocess.DEVNULL)
                error = lab.stderr.read().decode()
                _, status, usage = os.wait4(lab.pid, 0)
                lab.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(lab.returncode, 2)
                self.assertIn(f"has more than {limit}", error)
                if not is_sanitized():
                    self.assertLess(usage.ru_maxrss / 1024, 600)

    def test_million_step_frame(self):
        """A frame of a million steps shows progress and ends at Ctrl+C."""
        steps = 900_000
        frame = 15_000 * 10**9  # ns, at 60 steps a second
        lines = b"start loop.preset=phaser\nstart scene.name=storm\n%d\n" % frame
        file = self.write("slow.replay", replay_of(lines + b"hash 00000001\n" * (steps // 60) + b"block 1 %d whole\n" % steps))
        self.assertLess(file.stat().st_size, 211_000)
        terminal, other = pty.openpty()
        lab = self.start("replay", "--verify", file, program=LAB, env=environment(TERM="xterm"), stdin=other, stdout=subprocess.DEVNULL, stderr=other)
        os.close(other)
        self.addCleanup(os.close, terminal)
        shown = b""
        while shown.count(b"running [") < 2:
            shown += os.read(terminal, 4096)
        self.assertIn(b"of 900001", shown)
        self.assertIsNone(lab.poll())
        lab.send_signal(signal.SIGINT)
        self.assertEqual(lab.wait(60), -signal.SIGINT)


# Runs a command without its output, and prints its peak memory in KiB. Linux also counts the memory of the process that started the
# command, so this process is smaller than the test.
PEAK_OF = """
import os, sys
nothing = os.open(os.devnull, os.O_WRONLY)
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nothing, 1)])
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""
# Commands that run for TIME seconds of a virtual clock, and write to the null device.
RUNS = {
    "lanes": ["run", "--lane", "fixed", "--lane", "interpolated,jitter=4ms", "--seconds", "TIME"],
    "lane with CSV": ["run", "--lane", "godot-smoothed", "--csv", "/dev/null", "--seconds", "TIME"],
    "account": ["run", "--time-balance", "--lane", "fixed", "--seconds", "TIME"],
    "recording that loops": ["run", "--recording", "FRAMES", "--recording-end", "loop", "--seconds", "TIME"],
    "record": ["record", "/dev/null", "--jitter", "4ms", "--seconds", "TIME"],
    "record without frame times": ["record", "/dev/null", "--no-frame-times", "--seconds", "TIME"],
}
SHORT = 3600 if is_thorough() else 360  # seconds; each run is also made four times as long
GROWS_MB = 8


class Runs(Attack):
    """A run keeps what it still needs, not what it has computed."""

    def peak_mb(self, command, seconds):
        frames = self.write("frames.csv", "frame_ns\n" + "16666667\n" * 1000)
        words = [{"TIME": str(seconds), "FRAMES": str(frames)}.get(word, word) for word in command]
        done = subprocess.run([sys.executable, "-S", "-c", PEAK_OF, LAB, *words], env=environment(), cwd=self.path,
                              stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 0, words)
        return int(done.stdout) / 1024

    def test_a_run_of_four_times_the_time_needs_no_more_memory(self):
        for name, command in RUNS.items():
            with self.subTest(run=name):
                one, four = self.peak_mb(command, SHORT), self.peak_mb(command, 4 * SHORT)
                print(f"{name}: {one:.1f} MB in {SHORT} s, {four:.1f} MB in {4 * SHORT} s", flush=True)
                if not is_sanitized():
                    self.assertLess(four, one + GROWS_MB)


def repeated(row, count):
    """Yields `count` rows in blocks."""
    block = row * 100_000
    for _ in range(count // 100_000):
        yield block
    yield row * (count % 100_000)


def fixture(name, until):
    """Yields the lines of a fixture up to the one that contains `until`."""
    for line in (ROOT / "tests/recordings/formats/fixtures" / name).read_text(encoding="utf-8").splitlines(keepends=True):
        yield line
        if until in line:
            return


def table(name, until, row):
    """Returns a function that yields the header of a fixture and a number of equal rows."""
    return lambda count: itertools.chain(fixture(name, until), repeated(row, count))


def present_row(name):
    """Returns a row of a fixture with short texts; each of its columns has a number."""
    head, row = list(fixture(name, "Game.exe"))[-2:]
    cells = dict(zip(head.split(","), row.split(",")))
    short = {"Application": "g", "SwapChainAddress": "0x1", "PresentMode": "H", "ClickToPhotonLatency": "1"}
    return ",".join(short.get(name, "1" if cell == "NA" else cell) for name, cell in cells.items()).rstrip("\n") + "\n"


def instruments(count):
    text = "".join(fixture("instruments.xml", "</row>"))
    yield text[: text.index("<row>")]
    for i in range(count):
        yield f"<row><event-time id=\"{3 * i}\">{i}</event-time><uint64 id=\"{3 * i + 1}\">2</uint64><process id=\"{3 * i + 2}\"/></row>\n"
    yield "</node></trace-query-result>\n"


def capframex_json(count):
    yield '{"Info":{"ProcessName":"g"},"Runs":[{"SampleTime":250,"CaptureData":{'
    for i, name in enumerate(("TimeInSeconds", "MsBetweenPresents", "MsBetweenDisplayChange", "MsUntilDisplayed")):
        yield f'{"," * (i > 0)}"{name}":['
        yield from repeated("16.6667,", count - 1)
        yield "16.6667]"
    yield "}}]}"


# Each format of `timestep_lab list formats`: the most frames that it reads, bytes of memory a frame, and a generator of its text.
PLAIN, TIMED = 150_000_000, 30_000_000
READERS = {
    "frame_ns": (PLAIN, 8, table("frame_ns.csv", "frame_ns", "1\n")),
    "PresentMon": (TIMED, 120, table("presentmon_2.3.1_milliseconds.csv", "Application", present_row("presentmon_2.3.1_milliseconds.csv"))),
    "OCAT": (TIMED, 60, table("ocat.csv", "Application", "g,1,0x1,D,1,0,0,H,1,0,0,1.0,16.6667,16.6667,0.1,1.2,18.0,,,,,,,,,,,\n")),
    "CapFrameX CSV": (TIMED, 60, table("capframex.csv", "Application", "g,1,0x1,D,0,0,0,C,0,1,0,1.0,16.6667,16.6667,0.4,0.9,21.4\n")),
    "CapFrameX JSON": (TIMED, 60, capframex_json),
    "FrameView": (TIMED, 60, table("frameview.csv", "Application", "g,G,C,1,D,0,1,0x1,0,0,C,0,1.0,16.6667,16.6667,0.3,0.9,20.1,1,NA,1,9,2\n")),
    "MangoHud": (PLAIN, 26, table("mangohud_0.6.9.csv", "fps,", "60,16.6667,4,9,6,7,1\n")),
    "FRAPS": (PLAIN, 26, table("fraps.csv", "Frame,", "1,1\n")),
    "Unity Profile Analyzer": (PLAIN, 26, table("unity.csv", "Frame Offset", "1,1,16.6667,1\n")),
    "Unreal CSV profiler": (PLAIN, 26, table("unreal_header_at_top.csv", "EVENTS", ",16.6667,1\n")),
    "Android gfxinfo framestats": (PLAIN, 26, lambda count: itertools.chain(
        ["---PROFILEDATA---\nFlags,FrameCompleted,\n"], repeated("0,1,\n", count), ["---PROFILEDATA---\n"])),
    "Android SurfaceFlinger latency": (PLAIN, 26, lambda count: itertools.chain(
        ["16666667\n"], (f"{i}\t{i}\t{i}\n" for i in range(1, count + 1)))),
    "Metal Performance HUD log": (PLAIN, 26, lambda count: itertools.chain(
        ["metal-HUD: 1,0,9"], repeated(",16.6667,3", count), ["\n"])),
    "Tracy CSV export": (10_000_000, 80, table("tracy.csv", "name,", "f,s,4,1,7,1,\n")),
    "Chrome or Perfetto JSON trace": (10_000_000, 60, lambda count: itertools.chain(
        ['{"traceEvents":[\n'], repeated('{"name":"Frame","ph":"X","ts":1,"dur":7,"pid":7,"tid":9},\n', count - 1),
        ['{"name":"Frame","ph":"X","ts":1,"dur":7,"pid":7,"tid":9}]}\n'])),
    "Godot profiler CSV": (PLAIN, 26, table("godot_profiler.csv", "category", "0.016667,,,,,,\n")),
    "Apple Instruments XML": (10_000_000, 320, instruments),
    "timestep_lab slow CSV": (PLAIN, 26, table("slow.csv", "slow_format", "3,g,7,1,SDL_GL_SwapWindow,2.0,16681200,6681200,10000000,,1,,,,,,,,\n")),
    "JSON array of frames": (50_000_000, 80, lambda count: itertools.chain(
        ["["], repeated('{"dt_ms":16.7},', count - 1), ['{"dt_ms":16.7}]'])),
    "JSON lines": (PLAIN, 26, lambda count: repeated('{"dt_ms":16.7}\n', count)),
    "a column of frame times or time stamps": (PLAIN, 26, lambda count: itertools.chain(["frametime (ms)\n"], repeated("16.6667\n", count))),
}
SLACK_BYTES = 64 << 20
SHARE = 1.0 if is_thorough() else 0.1


@unittest.skipIf(is_sanitized(), "sanitizers reserve terabytes of memory")
class Readers(Attack):
    """The largest recording that a reader permits is inspected within the memory that is its limit here: RLIMIT_DATA counts memory, not files."""

    def test_every_format_of_the_list_has_a_largest_recording(self):
        code, _ = self.run_one(LAB, "list", "formats")
        self.assertEqual(code, 0)
        self.assertEqual(set(self.out.splitlines()), set(READERS),
                         "tests/attack/test_memory.py: give READERS a row for each format of `timestep_lab list formats`")

    def test_the_largest_recordings_are_inspected_in_less_than_4_gb(self):
        for name, (most, each, rows) in READERS.items():
            self.assertLessEqual(most * each + SLACK_BYTES, 4 << 30, name)
            count = int(most * SHARE)
            path = self.path / "largest"
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(rows(count))
            limit = count * each + SLACK_BYTES
            with self.subTest(format=name, frames=count, bytes=path.stat().st_size, memory=limit):
                code, error = self.run_one(LAB, "inspect", path, timeout=1200,
                                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)))  # noqa: B023
                self.assertEqual((code, error), (0, ""))
                frames = int(re.search(r"^  > +1 .*? (\d+) +\d+ +\d+ +\S+ +[\d.]+ s$", self.out, re.M)[1])
                self.assertIn(frames, (count, count - 1))  # time stamps give a frame less
            path.unlink()


if __name__ == "__main__":
    unittest.main(verbosity=2)
