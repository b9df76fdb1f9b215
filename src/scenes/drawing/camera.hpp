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

/// Returns `camera` with the user's zoom and shift, `lens`. `area` is the area of the loop's picture in pixels.
Camera through(const view::Lens& lens, const Camera& camera, draw::Rect area);
/// Returns the camera of a scene with motion in one dimension. The width of the area shows the scene from `left` to
/// `right` metres; the line of the motion is at the height axis_y(area).
Camera along(draw::Rect area, double left, double right);
/// Returns the camera of a scene with motion in two dimensions. It shows everything from the point `low` to the point
/// `high` (metres), below the texts at the top of the area.
Camera around(draw::Rect area, sim::Vec2 low, sim::Vec2 high);
/// Returns the y coordinate in pixels of the line on which a one-dimensional scene moves.
float axis_y(draw::Rect area);

} // namespace scenes
