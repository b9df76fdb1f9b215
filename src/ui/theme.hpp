// ui/theme.hpp -- Dear ImGui in the laboratory's colours and fonts
#pragma once

#include "view/theme.hpp"

namespace ui
{

void apply_theme(const view::Theme& theme, float scale);

} // namespace ui
