"""Lists the controls of the scene ball-with-part and their effects, which a test of the demo checks."""
from panel_rows import Knob, Switch, energy_left, furthest, less, more, start, swings, thrown

ROWS = [
    Knob("scene.radius", less(furthest)),
    Knob("scene.wall-thickness", less(furthest)),
    Knob("scene.wall-x", more(furthest), (0.2, 1.2)),
    Knob("scene.restitution", more(energy_left)),
    Knob("scene.stiffness", more(swings), (-0.2, 0.8)),
    Knob("scene.mass", less(swings), (-0.2, 0.8)),
    Knob("scene.part-stiffness", None),
    Knob("scene.part-mass", None),
    Knob("scene.part-damping", None),
    Knob("scene.start-x", more(start)),
    Knob("scene.start-v", more(thrown), stays=True),
    Switch("scene.swept", lambda off, on: off.count("tunnelled") > 0 == on.count("tunnelled")),
]
