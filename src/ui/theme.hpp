// ui/theme.hpp -- Dear ImGui in the laboratory's colours and fonts
#pragma once

#include "view/theme.hpp"

namespace ui
{

/// Of an answer that was right, and a check that holds.
inline constexpr view::Colour good = view::rgb(0x009e73);

void apply_theme(const view::Theme& theme, float scale);

} // namespace ui
