# The variable step of a chapter on game loops (munificent/game-programming-patterns #396): the time of the last frame
# is set at the end of the loop's body. It was reported as wrong, but `now` is read once, so the step is the frame time.
# conform: behaves as `variable`
import sys

clock = last = 0.0
for line in sys.stdin:
    word, *values = line.split()
    if word == "hello":
        print("hello 1 time-at-end", flush=True)
    elif word == "reset":
        clock = last = 0.0
        print("reset", flush=True)
    elif word == "frame":
        clock += max(int(values[0]), 0) / 1e9
        now = clock
        elapsed = now - last
        print("plan 1", elapsed, "1 draw=latest", flush=True)
        last = now
