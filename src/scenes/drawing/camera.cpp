#include "scenes/drawing/camera.hpp"

#include <algorithm>

namespace view
{

void Lens::zoom_about(double factor, double at_x, double at_y)
{
    const double before = zoom;
    zoom                = std::clamp(zoom * factor, widest, closest);
    x += at_x / zoom - at_x / before;
    y += at_y / zoom - at_y / before;
}

void Lens::move(double dx, double dy)
{
    x += dx / zoom;
    y += dy / zoom;
}

} // namespace view

namespace scenes
{

namespace
{
constexpr double far_away     = 1.0e6; // largest absolute value of a pixel coordinate
constexpr float words_above   = 0.19F; // share of the area's height that is left free for the texts above the scene
constexpr float caption_below = 0.09F; // share of the area's height that is left free for the caption below the scene

float pixel(double at) { return static_cast<float>(std::clamp(at, -far_away, far_away)); }
} // namespace

float Camera::x(double metres) const { return pixel(static_cast<double>(origin.x) + metres * pixels_per_m); }
float Camera::y(double metres) const { return pixel(static_cast<double>(origin.y) - metres * pixels_per_m); }

sim::Vec2 Camera::metres(draw::Point pixel) const
{
    return {static_cast<double>(pixel.x - origin.x) / pixels_per_m,
            static_cast<double>(origin.y - pixel.y) / pixels_per_m};
}

Camera through(const view::Lens& lens, const Camera& camera, draw::Rect area)
{
    const auto seen = [&](float at, float middle, double shift)
    { return pixel(middle + (at - middle + shift * static_cast<double>(area.w)) * lens.zoom); };
    return {.origin       = {seen(camera.origin.x, area.x + area.w / 2, lens.x),
                             seen(camera.origin.y, area.y + area.h / 2, lens.y)},
            .pixels_per_m = camera.pixels_per_m * lens.zoom};
}

Camera along(draw::Rect area, double left, double right)
{
    const double scale = static_cast<double>(area.w) / (right - left);
    return {.origin = {area.x - static_cast<float>(left * scale), axis_y(area)}, .pixels_per_m = scale};
}

Camera around(draw::Rect area, sim::Vec2 low, sim::Vec2 high)
{
    const float top      = area.y + words_above * area.h;
    const float height   = area.h * (1.0F - words_above - caption_below);
    const sim::Vec2 size = high - low;
    const double scale   = std::min(static_cast<double>(0.96F * area.w) / size.x, static_cast<double>(height) / size.y);
    const sim::Vec2 middle = 0.5 * (low + high);
    return {.origin       = {area.x + area.w / 2 - static_cast<float>(middle.x * scale),
                             top + height / 2 + static_cast<float>(middle.y * scale)},
            .pixels_per_m = scale};
}

// Above the middle, so that the plot of past frames has room below; in a wide, low area in the middle.
float axis_y(draw::Rect area) { return area.y + area.h * (area.h > 0.3F * area.w ? 0.36F : 0.5F); }

} // namespace scenes
