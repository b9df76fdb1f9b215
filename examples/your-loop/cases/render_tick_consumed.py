# What is asked there (jakubtomsu/fixed-timestep-demo #1): why not simulate the left-over time in the real state, and
# clear the accumulator? Then each frame ends with a shorter step, and the state depends on the frame times.
# conform: behaves as `semi-fixed` at 60 Hz, frames cut at 250 ms
import sys

STEP, LONGEST = 1 / 60, 0.25
for line in sys.stdin:
    word, *values = line.split()
    if word == "hello":
        print("hello 1 consumed", flush=True)
    elif word == "reset":
        print("reset", flush=True)
    elif word == "frame":
        left_over = min(max(int(values[0]) / 1e9, 0.0), LONGEST)
        steps = 0
        while left_over >= STEP:
            left_over -= STEP
            steps += 1
        print("plan", steps, STEP, 1, f"tail={left_over} draw=latest", flush=True)
