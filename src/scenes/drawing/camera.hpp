// scenes/drawing/camera.hpp -- converts metres to pixels, and back
#pragma once

#include "draw/shapes/picture.hpp"
#include "scenes/drawing/lens.hpp"
#include "sim/physics/vec2.hpp"

namespace scenes
{

/// Converts between metres and pixels. The y coordinate grows upwards in metres and downwards in pixels.
struct Camera
{
    draw::Point origin{}; ///< pixel position of the point (0, 0) of the scene
    double pixels_per_m = 100.0;

    /// The result is limited to +-1,000,000, so that a motion that blew up has a pixel position, too. NaN stays NaN.
    float x(double metres) const;
    float y(double metres) const;
    draw::Point at(sim::Vec2 metres) const { return {x(metres.x), y(metres.y)}; }
    float length(double metres) const { return static_cast<float>(metres * pixels_per_m); }
    sim::Vec2 metres(draw::Point pixel) const;
};

/// Applies the user's zoom and shift. `area` is that of the loop's picture.
Camera through(const view::Lens& lens, const Camera& camera, draw::Rect area);
/// A motion in one dimension, from `left` to `right` metres, on the line axis_y(area).
Camera along(draw::Rect area, double left, double right);
/// A motion in two dimensions, from `low` to `high` in metres, below the texts at the top of the area.
Camera around(draw::Rect area, sim::Vec2 low, sim::Vec2 high);
/// y coordinate in pixels of the line of a motion in one dimension.
float axis_y(draw::Rect area);

} // namespace scenes
