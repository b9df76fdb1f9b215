"""Lists the controls of the scene chaos and their effects, which a test of the demo checks."""
from panel_rows import Knob, energy, more, start, times

ROWS = [
    Knob("scene.gravity", more(energy)),
    Knob("scene.length-1", more(energy)),
    Knob("scene.length-2", more(energy)),
    Knob("scene.mass-1", more(energy)),
    Knob("scene.mass-2", more(energy)),
    Knob("scene.angle-1", more(energy), (0.6, 0.9)),
    Knob("scene.angle-2", more(start)),
    Knob("scene.bit", more(times("parted"))),
]
