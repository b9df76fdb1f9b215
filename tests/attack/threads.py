"""Runs everything that uses threads with the thread sanitizer: the storm's workers, lanes and rankings on all cores, sound, a race.

    python3 tests/attack/threads.py [BUILD]     # without BUILD: build/tsan, which is built first

Exit code 1 if two threads access the same memory without a lock.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RECORDINGS = ROOT / "tests/recordings/formats/fixtures"
FRAMES = RECORDINGS / "frame_ns.csv"
LANES = [word for name in ("fixed", "variable", "interpolated", "semi-fixed") for word in ("--lane", name)]


def attacks(build, room):
    """Yields a name and a command for each attack."""
    many = room / "many.csv"
    many.write_text("frame_ns\n" + "".join(f"{16_000_000 + i * 7919 % 900_001}\n" for i in range(3000)), encoding="ascii")
    other = room / "other.csv"
    other.write_text("frame_ns\n" + "".join(f"{15_000_000 + i * 7907 % 900_001}\n" for i in range(3000)), encoding="ascii")
    lab, demo = build / "timestep_lab", build / "timestep_demo"
    yield "workers", [build / "tests/test_base", "-tc=*worker*,*cores*,*threads*"]
    yield "storm's workers", [build / "tests/test_scenes", "-tc=*storm*,*cores*,*threads*"]
    yield "storm in a lane", [lab, "run", "--scene", "storm", "--frames", "40", *LANES]
    yield "lanes on all cores", [lab, "run", "--seconds", "5", *LANES]
    yield "time balances on all cores", [lab, "run", "--time-balance", "--frames", "20000", *LANES]
    yield "rank", [lab, "rank", "--quiet", many]
    yield "compare", [lab, "compare", "--quiet", many, other]
    yield "inspect --table", [lab, "inspect", "--table", many, other, RECORDINGS / "presentmon_1.10.csv"]
    yield "report", [lab, "report", many, "-o", room / "page.html"]
    windowless = [demo, "--headless", "--size", "320x240", "--frames", "60", "--limit", "60"]
    yield "sound", [*windowless, "--sound", "on"]
    yield "storm in the demo", [*windowless, "--scene", "storm"]
    yield "several lanes", [*windowless, *LANES]


def fails(name, command, room):
    if not pathlib.Path(command[0]).exists():
        print(f"FAILED     {name}: {command[0]} is not there")
        return True
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.update(SDL_AUDIODRIVER="dummy", TSAN_OPTIONS="exitcode=66", TIMESTEP_THOROUGH="0")
    environment["LP_NUM_THREADS"] = "0"  # Mesa's rasteriser would start threads, which were compiled without the sanitizer
    done = subprocess.run([str(word) for word in command], cwd=room, env=environment, capture_output=True, text=True, check=False)
    raced = done.returncode == 66 or "ThreadSanitizer" in done.stderr or done.returncode not in (0, 1)
    print(f"{'FAILED   ' if raced else 'no race  '}  {name}", flush=True)
    if raced:
        print(done.stdout[-2000:], done.stderr[:6000], f"exit code {done.returncode}", sep="\n")
    return raced


RACE = "#include <thread>\nint n; int main() { std::thread other{[] { ++n; }}; ++n; other.join(); return 0; }\n"


def is_noticed(room):
    """Returns whether the sanitizer finds the race in a small program with one."""
    source, program = room / "race.cpp", room / "race"
    source.write_text(RACE, encoding="ascii")
    subprocess.run(["c++", "-std=c++20", "-fsanitize=thread", "-o", program, source], check=True)
    found = subprocess.run([program], env={"TSAN_OPTIONS": "exitcode=66"}, stderr=subprocess.DEVNULL, check=False).returncode == 66
    print("noticed    a program with a race" if found else "FAILED     a program with a race: the sanitizer printed nothing")
    return found


def main():
    build = (ROOT / (sys.argv[1] if len(sys.argv) > 1 else "build/tsan")).resolve()
    if len(sys.argv) == 1:
        for command in (["cmake", "--preset", "tsan"], ["cmake", "--build", "--preset", "tsan"]):
            subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    with tempfile.TemporaryDirectory(prefix="timestep-threads-") as folder:
        room = pathlib.Path(folder)
        failed = sum(fails(name, command, room) for name, command in attacks(build, room))
        return 0 if is_noticed(room) and not failed else 1


sys.exit(main())
