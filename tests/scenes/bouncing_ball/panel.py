"""Lists the controls of the scene bouncing-ball and their effects, which a test of the demo checks."""
from panel_rows import Choice, Knob, Set, energy_left, fastest, furthest, less, more, nearest, times

ROWS = [
    Knob("scene.gravity", more(fastest)),
    Knob("scene.height", more(furthest)),
    Knob("scene.restitution", more(energy_left)),
    Knob("scene.radius", more(nearest)),
    Set("scene.height", -0.2),
    Knob("scene.rest-speed", less(times("bounced"))),
    Set("scene.restitution", 1.2),
    Choice("scene.collision", {"mirror": lambda run: run.count("energised") > 0,
                               "swept": lambda run: run.count("bounced") > 0 == run.count("energised"),
                               "push-out": lambda run: run.count("bounced") > 0}),
    Set("scene.height", 1.2),
    Set("scene.gravity", 1.2),
    Set("scene.radius", -0.2),
    Knob("scene.floor-thickness", less(times("tunnelled")), frames=90),
]
