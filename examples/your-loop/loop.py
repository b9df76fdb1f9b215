# A loop for Timestep Lab: timestep_lab run --lane-command python3 loop.py
import sys

STEP = 1 / 60  # seconds
LONGEST = 0.25  # a longer frame counts as this long
left_over = 0.0

for line in sys.stdin:
    word, *values = line.split()
    if word == "hello":
        print("hello 1 python")
    elif word == "reset":
        left_over = 0.0
        print("reset")
    elif word == "frame":
        left_over += min(int(values[0]) / 1e9, LONGEST)
        steps = 0
        while left_over >= STEP:
            left_over -= STEP
            steps += 1
        print("plan", steps, STEP, left_over / STEP)
    sys.stdout.flush()
