// programs/demo/window/screenshot.hpp -- the canvas as a PNG file
#pragma once

#include "draw/shapes/picture.hpp"

#include <string>
#include <vector>

namespace demo
{

/// What was drawn since the last present, three bytes a pixel, the top row first; `x`, `y` is the lower left corner as
/// OpenGL counts.
std::vector<unsigned char> read_pixels(int x, int y, int width, int height);
/// Saves what was drawn since the last present, whole or not at all. Returns one line that says why not, or nothing.
std::string save_screenshot(const std::string& path, int width, int height);
/// The same of a part of the canvas, in its pixels.
std::string save_screenshot(const std::string& path, int canvas_width, int canvas_height, const draw::Rect& part);
/// The same of three bytes a pixel, the top row first.
std::string save_png(const std::string& path, int width, int height, const std::vector<unsigned char>& pixels);

} // namespace demo
