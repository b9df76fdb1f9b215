// programs/demo/panels/theme.hpp -- Dear ImGui in the laboratory's colours and fonts
#pragma once

#include "draw/shapes/theme.hpp"

namespace demo
{

/// Of an answer that was right, and a check that holds.
inline constexpr draw::Colour good = draw::rgb(0x009e73);

void apply_theme(const draw::Theme& theme, float scale);

} // namespace demo
