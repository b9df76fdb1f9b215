// programs/demo/panels/theme.hpp -- sets Dear ImGui's colours, sizes and fonts
#pragma once

#include "draw/shapes/theme.hpp"

namespace demo
{

/// The colour of right answers and of assertions that are true.
inline constexpr draw::Colour good = draw::rgb(0x009e73);
/// The usual size of texts in points.
inline constexpr float usual_font = 15;

void apply_theme(const draw::Theme& theme, float scale);

} // namespace demo
