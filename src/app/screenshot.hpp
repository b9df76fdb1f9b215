// app/screenshot.hpp -- the canvas as a PNG file
#pragma once

#include <string>

namespace app
{

/// Saves what was drawn since the last present. Writes beside the file first, so that no half picture is left.
/// Returns one line that says why not, or nothing.
std::string save_screenshot(const std::string& path, int width, int height);

} // namespace app
