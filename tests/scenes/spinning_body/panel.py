"""Lists the controls of the scene spinning-body and their effects, which a test of the demo checks."""
from panel_rows import Choice, Knob, energy, more, swings

ROWS = [
    Knob("scene.spin", more(swings)),
    Knob("scene.tilt", more(energy)),
    Choice("scene.blend", dict.fromkeys(("nlerp", "components", "slerp"))),
]
