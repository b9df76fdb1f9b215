// programs/demo/window/screenshot.hpp -- saves the window's canvas as a PNG file
#pragma once

#include "draw/shapes/picture.hpp"

#include <string>
#include <vector>

namespace demo
{

/// Returns the pixels of a frame before the frame is presented: three bytes per pixel (RGB), starting with the top row.
/// `x` and `y` are the lower left corner of the part to read; as in OpenGL, they are measured from the canvas' lower
/// left corner.
std::vector<unsigned char> read_pixels(int x, int y, int width, int height);
/// Saves the canvas as a PNG file; call it before the frame is presented. Writes the whole file or nothing. Returns the
/// error in one line; an empty text on success.
std::string save_screenshot(const std::string& path, int width, int height);
/// Saves the part `part` of the canvas as a PNG file. `part` is in pixels from the upper left corner. Returns the error
/// in one line; an empty text on success.
std::string save_screenshot(const std::string& path, int canvas_width, int canvas_height, const draw::Rect& part);
/// Saves an image as a PNG file. `pixels` contains three bytes per pixel (RGB), starting with the top row. Returns the
/// error in one line; an empty text on success.
std::string save_png(const std::string& path, int width, int height, const std::vector<unsigned char>& pixels);

} // namespace demo
