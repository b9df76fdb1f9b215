// scenes/drawing/camera.hpp -- metres to pixels, and back
#pragma once

#include "draw/shapes/picture.hpp"
#include "scenes/drawing/lens.hpp"
#include "sim/physics/vec2.hpp"

namespace scenes
{

/// Metres grow upwards, pixels downwards.
struct Camera
{
    draw::Point origin{}; ///< the pixel of the scene's (0, 0)
    double pixels_per_m = 100.0;

    /// Clamped far off any canvas, so that a motion that blew up still is a pixel; NaN stays NaN.
    float x(double metres) const;
    float y(double metres) const;
    draw::Point at(sim::Vec2 metres) const { return {x(metres.x), y(metres.y)}; }
    float length(double metres) const { return static_cast<float>(metres * pixels_per_m); }
    sim::Vec2 metres(draw::Point pixel) const;
};

/// The same camera through a lens, in a lane of that area.
Camera through(const view::Lens& lens, const Camera& camera, draw::Rect area);
/// For a scene on a line: from `left` to `right` metres over the whole width, its line at axis_y.
Camera along(draw::Rect area, double left, double right);
/// For a scene in the plane: all of what lies between `low` and `high`, below the words that stand on a stage.
Camera around(draw::Rect area, sim::Vec2 low, sim::Vec2 high);
/// Where the line of a scene on a line runs, in pixels from the top of the canvas.
float axis_y(draw::Rect area);

} // namespace scenes
