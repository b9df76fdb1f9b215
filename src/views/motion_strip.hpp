// views/motion_strip.hpp -- shows in bars how far the bodies moved in each of the last displayed frames
#pragma once

#include "scenes/drawing/canvas.hpp"

namespace views
{

void draw_bars_of_motion_per_screen_time(const scenes::SceneCanvas& canvas);

} // namespace views
