// programs/demo/window/screenshot.hpp -- saves the window's canvas as a PNG file
#pragma once

#include "draw/shapes/picture.hpp"

#include <string>
#include <vector>

namespace demo
{

/// Returns the pixels that were drawn since the last present: three bytes per pixel (RGB), the top row first. `x`, `y`
/// is the lower left corner in OpenGL's coordinates, whose origin is the lower left corner of the canvas.
std::vector<unsigned char> read_pixels(int x, int y, int width, int height);
/// Saves the canvas as it was drawn since the last present. Writes the whole file or none. Returns one line with the
/// error, or an empty text on success.
std::string save_screenshot(const std::string& path, int width, int height);
/// Saves `part` of the canvas, in pixels from its top left corner. Returns the same as the function above.
std::string save_screenshot(const std::string& path, int canvas_width, int canvas_height, const draw::Rect& part);
/// Saves `pixels`: three bytes per pixel (RGB), the top row first. Returns the same as save_screenshot().
std::string save_png(const std::string& path, int width, int height, const std::vector<unsigned char>& pixels);

} // namespace demo
