"""Lists the controls of the scene float-clock and their effects, which a test of the demo checks."""
from panel_rows import Choice, Knob, furthest, more

ROWS = [
    Knob("scene.speed", more(furthest)),
    Choice("scene.start", {"now": lambda run: run.count("miscounted") == 0,
                           "after-1-h": lambda run: run.count("miscounted") == 0,
                           "after-100-h": lambda run: run.count("miscounted") > 0,
                           "after-10-h": lambda run: run.count("miscounted") > 0}),
]
