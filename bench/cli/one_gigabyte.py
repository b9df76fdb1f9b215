#!/usr/bin/env python3
"""Measures timestep_lab on recordings of a gigabyte, and on a thousand recordings: processor time of all cores (other programs
affect it little), wall time, and the most memory. For comparison it measures `wc -l`, which looks at every byte, Python's csv
module, which splits every row, and for frame_ns the plain loop of plain_loop.cpp, on the same file.
Usage: one_gigabyte.py [MEGABYTES]; the default is 1000. TIMESTEP_LAB is the path of the program, CXX the compiler. The recordings are
made in the folder for temporary files, and removed."""
import os
import pathlib
import platform
import shutil
import sys
import tempfile
import time

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
CSV = "import csv, sys\nfor row in csv.reader(open(sys.argv[1], newline='')): pass"


def frame_us(i):
    """Returns frame time number i in microseconds: 8 to 25 ms, the same in every run."""
    return 8000 + i * 2654435761 % 2**32 % 17000


def presentmon(path, megabytes):
    """Writes a PresentMon recording of two processes, one row per present."""
    block = min(20_000, int(megabytes * 300) + 1)  # a twentieth of the file at most
    with path.open("w", encoding="ascii") as file:
        size = file.write("Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,AllowsTearing,"
                          "PresentMode,Dropped,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,"
                          "MsUntilRenderComplete,MsUntilDisplayed\n")
        now, i = 0, 0
        while size < megabytes * 1_000_000:
            rows = []
            for _ in range(block):
                now += frame_us(i)
                rows.append(f"Game.exe,4242,0x000001A2B3C4D5E0,DXGI,0,0,0,Composed: Flip,0,{now / 1e6:.6f},"
                            f"{frame_us(i) / 1e3:.3f},{frame_us(i) / 1e3:.3f},0.412,4.919,14.347\n")
                if i % 3 == 0:
                    rows.append(f"dwm.exe,1188,0x000001F0A0B0C0D0,DXGI,0,0,0,Composed: Flip,0,{now / 1e6:.6f},"
                                f"{sum(frame_us(k) for k in range(max(i - 2, 0), i + 1)) / 1e3:.3f},16,0.1,4.9,14.3\n")
                i += 1
            size += file.write("".join(rows))


def frame_ns(path, megabytes):
    """Writes a frame_ns recording. It has the shortest rows, so the most frames in a file."""
    block = "".join(f"{frame_us(i) * 1000}\n" for i in range(1_000_000)).encode("ascii")
    with path.open("wb") as file:
        size = file.write(b"frame_ns\n")
        while size < megabytes * 1_000_000:
            size += file.write(block)


def run(*command):
    """Runs a command. Returns processor time and wall time in seconds, and the peak resident memory in MB."""
    start = time.monotonic()
    child = os.posix_spawnp(str(command[0]), [str(c) for c in command], os.environ,
                            file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command}: exit code {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss * 1024 / 1e6


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(": ")[2]
    return platform.machine()


def thousand_files(megabytes):
    """Measures a table of a thousand PresentMon recordings, one line each."""
    with tempfile.TemporaryDirectory(prefix="timestep_bench_") as folder:
        first = pathlib.Path(folder) / "0.csv"
        presentmon(first, megabytes / 1000)
        for i in range(1, 1000):
            shutil.copyfile(first, first.with_name(f"{i}.csv"))
        size = 1000 * first.stat().st_size / 1e6
        cpu, wall, memory = run(LAB, "inspect", "--table", "--csv", "--quiet", folder)
        print(f"a thousand PresentMon recordings, {size:.0f} MB: inspect --table {cpu:.2f} s of processor time, {wall:.2f} s by the wall on "
              f"{os.cpu_count()} cores, {memory:.0f} MB", flush=True)


def check_limits(path, size, cpu, memory):
    """Prints whether `inspect` of a frame_ns recording of `size` MB keeps its limits: 1.3 times the processor time of the plain loop,
    and 1.2 GB of memory a gigabyte."""
    loop = path.with_name("plain_loop")
    run(os.environ.get("CXX", "c++"), "-std=c++20", "-O2", pathlib.Path(__file__).with_name("plain_loop.cpp"), "-o", loop)
    seconds, megabytes = 1.3 * min(run(loop, path)[0] for _ in range(3)), 1.2 * size
    kept = "kept" if cpu <= seconds and memory < megabytes else "EXCEEDED"
    print(f"    limits of inspect {kept}: {cpu:.2f} s of {seconds:.2f} s (1.3 x the plain loop), {memory:.0f} MB of {megabytes:.0f} MB "
          "(1.2 x the size)", flush=True)


def main():
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"timestep_lab on recordings of {megabytes} MB; {processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}")
    print(f"{'':30} {'':26} {'processor':>9} {'wall':>9} {'MB/s':>7} {'x wc -l':>8} {'x csv':>8} {'memory':>10}")
    for title, make in (("PresentMon 1.5, two processes", presentmon), ("frame_ns", frame_ns)):
        with tempfile.TemporaryDirectory(prefix="timestep_bench_") as folder:
            path = pathlib.Path(folder) / "recording.csv"
            make(path, megabytes)
            size = path.stat().st_size / 1e6
            wc = min(run("wc", "-l", path)[0] for _ in range(3))
            csv = run(sys.executable, "-c", CSV, path)[0]
            for command in (["inspect"], ["inspect", "--json"], ["rank", "--quiet"],
                            ["convert", "--to", "frame_ns", "-o", pathlib.Path(folder) / "out.csv"],
                            ["compare", "--quiet", path], ["report", "-o", pathlib.Path(folder) / "out.html"]):
                cpu, wall, memory = run(LAB, *command, path)
                words = " ".join(str(c) for c in command[:3] if folder not in str(c))
                print(f"{title:30} {words:26} {cpu:7.2f} s {wall:7.2f} s {size / cpu:7.0f} {wc / cpu:8.3f} "
                      f"{csv / cpu:8.2f} {memory:7.0f} MB", flush=True)
                if make is frame_ns and command == ["inspect"]:
                    check_limits(path, size, cpu, memory)
    thousand_files(639 * megabytes / 1000)


if __name__ == "__main__":
    main()
