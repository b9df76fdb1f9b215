// views/stability_diagram.hpp -- draws which step lengths keep a spring stable, and the step length of each loop
#pragma once

#include "views/phase_portrait.hpp"

namespace views
{

/// The length of the newest step in the last 600 frames; 0 if there is none.
double newest_step_seconds(const telemetry::Frames& frames);

/// The scene must have a spring.
void draw_spring_stability_diagram(draw::Picture& picture, const PhaseData& data, draw::Rect area,
                                   const draw::ViewStyle& style);

} // namespace views
