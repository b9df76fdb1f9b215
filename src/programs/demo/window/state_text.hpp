// programs/demo/window/state_text.hpp -- what the window shows, as text for screen readers
#pragma once

#include "lab/stage/lab.hpp"

#include <string>
#include <string_view>

namespace demo
{

/// Returns what the window shows, one fact on each line: each loop with its verdict, the frame delay, the open lesson
/// with its question, answers and explanation, and `notice`, the window's line of text for the user (may be empty).
std::string state_text(const lab::Lab& lab, std::string_view notice);

} // namespace demo
