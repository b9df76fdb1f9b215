# The frame time as it is measured (raysan5/raylib #3239): after a break in a debugger, one step is as long as the break.
# conform: behaves as `variable`
import sys

for line in sys.stdin:
    word, *values = line.split()
    if word == "hello":
        print("hello 1 frame-time", flush=True)
    elif word == "reset":
        print("reset", flush=True)
    elif word == "frame":
        print("plan 1", max(int(values[0]), 0) / 1e9, "1 draw=latest", flush=True)
