# The correction proposed for that chapter (munificent/game-programming-patterns #397): the time of the last frame is
# set at once. The steps are the same, to the bit.
# conform: behaves as `variable`
import sys

clock = last = 0.0
for line in sys.stdin:
    word, *values = line.split()
    if word == "hello":
        print("hello 1 time-at-once", flush=True)
    elif word == "reset":
        clock = last = 0.0
        print("reset", flush=True)
    elif word == "frame":
        clock += max(int(values[0]), 0) / 1e9
        now = clock
        elapsed = now - last
        last = now
        print("plan 1", elapsed, "1 draw=latest", flush=True)
