// scenes/drawing/camera.hpp -- converts metres to pixels, and back
#pragma once

#include "draw/shapes/picture.hpp"
#include "scenes/drawing/lens.hpp"
#include "sim/physics/vec2.hpp"

namespace scenes
{

/// Converts metres to pixels and back. Metres grow upwards, pixels downwards.
struct Camera
{
    draw::Point origin{}; ///< pixel position of the scene's origin (0, 0)
    double pixels_per_m = 100.0;

    /// Converts to pixels, clamped to +-1,000,000, so that a motion that blew up still has a pixel position. NaN stays
    /// NaN.
    float x(double metres) const;
    float y(double metres) const;
    draw::Point at(sim::Vec2 metres) const { return {x(metres.x), y(metres.y)}; }
    float length(double metres) const { return static_cast<float>(metres * pixels_per_m); }
    sim::Vec2 metres(draw::Point pixel) const;
};

/// Returns `camera` with the zoom and shift of `lens`; `area` is the lane's area in pixels.
Camera through(const view::Lens& lens, const Camera& camera, draw::Rect area);
/// Returns the camera of a one-dimensional scene: the area's width shows `left` to `right` metres, and the motion's
/// line is at axis_y.
Camera along(draw::Rect area, double left, double right);
/// Returns the camera of a two-dimensional scene: it shows everything from `low` to `high`, below the words at the top
/// of the stage.
Camera around(draw::Rect area, sim::Vec2 low, sim::Vec2 high);
/// Returns the y coordinate in pixels of the line on which a one-dimensional scene moves.
float axis_y(draw::Rect area);

} // namespace scenes
