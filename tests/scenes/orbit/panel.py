"""What the controls of the scene orbit change."""
from panel_rows import Knob, fastest, furthest, less, more, times

ROWS = [
    Knob("scene.period", less(fastest)),
    Knob("scene.eccentricity", more(furthest), stays=True),
    Knob("scene.star-radius", more(times("crashed")), frames=130),
]
