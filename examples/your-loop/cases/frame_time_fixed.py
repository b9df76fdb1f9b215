# The alternative tried there (raysan5/raylib #3239): each frame simulates the time of a frame at the target rate,
# whatever it lasted. There is no leap, and the game runs slower whenever frames are longer.
# conform: behaves as `fixed` at 60 Hz
import sys

for line in sys.stdin:
    word, *values = line.split()
    if word == "hello":
        print("hello 1 fixed-time", flush=True)
    elif word == "reset":
        print("reset", flush=True)
    elif word == "frame":
        print("plan 1", 1 / 60, "1 draw=latest", flush=True)
