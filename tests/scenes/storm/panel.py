"""Lists the controls of the scene storm and their effects, which a test of the demo checks."""
from panel_rows import Knob, energy, energy_error, energy_left, fastest, less, more, same_to_the_bit, swings

ROWS = [
    Knob("scene.count", less(energy), (0.5, 0.35), stays=True),
    Knob("scene.stiffness", more(swings), (-0.2, 0.6)),
    Knob("scene.spread", less(fastest)),
    Knob("scene.damping", less(energy_left)),
    Knob("scene.substeps", less(energy_error)),
    Knob("scene.threads", same_to_the_bit),
]
