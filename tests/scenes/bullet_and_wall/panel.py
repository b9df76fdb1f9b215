"""Lists the controls of the scene bullet-and-wall and their effects, which a test of the demo checks."""
from panel_rows import Knob, Set, Switch, fastest, less, more, shots, times

ROWS = [
    Knob("scene.speed", more(fastest)),
    Knob("scene.pause", less(shots)),
    Set("scene.speed", 0.3),
    Knob("scene.radius", less(times("tunnelled"))),
    Knob("scene.thickness", less(times("tunnelled"))),
    Switch("scene.swept", less(times("tunnelled"))),
]
