// app/screenshot.hpp -- the canvas as a PNG file
#pragma once

#include "view/picture.hpp"

#include <string>

namespace app
{

/// Saves what was drawn since the last present. Writes beside the file first, so that no half picture is left.
/// Returns one line that says why not, or nothing.
std::string save_screenshot(const std::string& path, int width, int height);
/// The same of a part of the canvas, in its pixels.
std::string save_screenshot(const std::string& path, int canvas_width, int canvas_height, const view::Rect& part);

} // namespace app
