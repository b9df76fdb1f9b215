"""Lists the controls of the scene orbit and their effects, which a test of the demo checks."""
from panel_rows import Knob, fastest, furthest, less, more, times

ROWS = [
    Knob("scene.period", less(fastest)),
    Knob("scene.eccentricity", more(furthest), stays=True),
    Knob("scene.star-radius", more(times("crashed")), frames=130),
]
