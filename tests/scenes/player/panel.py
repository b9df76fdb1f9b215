"""Lists the controls of the scene player and their effects, which a test of the demo checks."""
from panel_rows import Choice, Knob, Switch, furthest, less, more, reach, times

ROWS = [
    Knob("scene.gap", more(times("fell")), frames=120),
    Knob("scene.run", more(furthest), (-0.2, 0.5)),
    Knob("scene.jump", less(times("fell")), frames=120),
    Knob("scene.gravity", more(times("fell")), frames=120),
    Knob("scene.buffer", None),
    Knob("scene.coyote", None),
    Choice("scene.keys", dict.fromkeys(("polled", "latched"))),
    Choice("scene.times-dt", dict.fromkeys(("nothing", "everything", "forces"))),  # no difference at 60 Hz
    Switch("scene.autopilot", less(reach)),
]
