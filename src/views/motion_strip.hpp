// views/motion_strip.hpp -- shows in bars how far the bodies moved in each of the last displayed frames
#pragma once

#include "scenes/drawing/canvas.hpp"

namespace views
{

/// Each bar is the motion divided by the time on the screen.
void draw_bars_of_motion_per_screen_time(const scenes::SceneCanvas& canvas);

} // namespace views
