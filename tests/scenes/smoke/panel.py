"""Lists the controls of the scene smoke and their effects, which a test of the demo checks."""
from panel_rows import Knob, Look, Switch, furthest, less, more, times

ROWS = [
    Knob("scene.speed", more(furthest)),
    Knob("scene.rate", more(times("clumped")), stays=True),
    Switch("scene.spread", less(times("clumped"))),
    Look("scene.life", 60),
]
