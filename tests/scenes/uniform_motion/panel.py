"""Lists the controls of the scene uniform-motion and their effects, which a test of the demo checks."""
from panel_rows import Knob, Look, fastest, more

ROWS = [Knob("scene.speed", more(fastest)), Look("scene.bars")]
