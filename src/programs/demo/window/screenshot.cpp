#include "programs/demo/window/screenshot.hpp"

#include "base/files.hpp"
#include "base/path.hpp"

#include <glad/gl.h>
#include <stb_image_write.h>

#include <algorithm>
#include <vector>

namespace demo
{

std::vector<unsigned char> read_pixels(int x, int y, int width, int height)
{
    const auto w = static_cast<std::size_t>(width), h = static_cast<std::size_t>(height);
    std::vector<unsigned char> read(w * h * 4); // WebGL has no GL_RGB
    glReadPixels(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    std::vector<unsigned char> pixels;
    pixels.reserve(w * h * 3);
    for (std::size_t row = h; row-- > 0;) // OpenGL's first row is the lowest
        for (std::size_t at = row * w * 4; at < (row + 1) * w * 4; at += 4)
            pixels.insert(pixels.end(), {read[at], read[at + 1], read[at + 2]});
    return pixels;
}

std::string save_screenshot(const std::string& path, int width, int height)
{
    return save_screenshot(path, width, height, {0, 0, static_cast<float>(width), static_cast<float>(height)});
}

std::string save_screenshot(const std::string& path, int canvas_width, int canvas_height, const draw::Rect& part)
{
    const int left    = std::clamp(static_cast<int>(part.x), 0, canvas_width - 1);
    const int top     = std::clamp(static_cast<int>(part.y), 0, canvas_height - 1);
    const int width   = std::clamp(static_cast<int>(part.w), 1, canvas_width - left);
    const int height  = std::clamp(static_cast<int>(part.h), 1, canvas_height - top);
    const auto pixels = read_pixels(left, canvas_height - top - height, width, height);

    return save_png(path, width, height, pixels);
}

std::string save_png(const std::string& path, int width, int height, const std::vector<unsigned char>& pixels)
{
    base::WholeFile file{base::path_of(path)};
    const auto add = [](void* to, void* bytes, int size) {
        static_cast<base::WholeFile*>(to)->add({static_cast<const char*>(bytes), static_cast<std::size_t>(size)});
    };
    stbi_write_png_to_func(add, &file, width, height, 3, pixels.data(), width * 3);
    return file.finish().value_or("");
}

} // namespace demo
