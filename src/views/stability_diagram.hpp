// views/stability_diagram.hpp -- draws which step lengths keep a spring stable, and the step length of each loop
#pragma once

#include "views/phase_portrait.hpp"

namespace views
{

/// Length of the newest step in seconds; 0 if none of the last 600 frames ran a step.
double newest_step_length_seconds(const telemetry::Frames& frames);

/// Draws the area of stable steps, and a dot for each loop. The scene must have a spring.
void draw_stability_diagram(draw::Picture& picture, const PhaseData& data, draw::Rect area,
                            const draw::ViewStyle& style);

} // namespace views
