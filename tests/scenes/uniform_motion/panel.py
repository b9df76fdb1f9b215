"""What the controls of the scene uniform-motion change."""
from panel_rows import Knob, Look, fastest, more

ROWS = [Knob("scene.speed", more(fastest)), Look("scene.bars")]
