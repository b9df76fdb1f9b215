# A fixed step whose frames show a copy of the state, advanced by the left-over time (jakubtomsu/fixed-timestep-demo #1):
# the left-over time stays in the accumulator, so the state after n steps does not depend on the frame times.
# conform: behaves as `render-tick` at 60 Hz, frames cut at 250 ms
import sys

STEP, LONGEST = 1 / 60, 0.25
left_over = 0.0
for line in sys.stdin:
    word, *values = line.split()
    if word == "hello":
        print("hello 1 render-tick", flush=True)
    elif word == "reset":
        left_over = 0.0
        print("reset", flush=True)
    elif word == "frame":
        left_over += min(max(int(values[0]) / 1e9, 0.0), LONGEST)
        steps = 0
        while left_over >= STEP:
            left_over -= STEP
            steps += 1
        print("plan", steps, STEP, left_over / STEP, "draw=render-tick", flush=True)
