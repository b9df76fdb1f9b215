"""Lists the controls of the scene chain and their effects, which a test of the demo checks."""
from panel_rows import Knob, energy, energy_left, furthest, less, more, swings

ROWS = [
    Knob("scene.stiffness", more(swings), (-0.2, 0.45)),
    Knob("scene.mass", more(energy), (0.5, 1.2)),
    Knob("scene.damping", less(energy_left), (-0.2, 0.12), frames=150),
    Knob("scene.gravity", more(energy)),
    Knob("scene.link", more(furthest)),
]
