// scenes/drawing/lens.hpp -- the user's zoom and pan of a stage
#pragma once

namespace view
{

struct Lens
{
    static constexpr double widest  = 0.25;
    static constexpr double closest = 64.0;

    double zoom = 1.0; ///< from `widest` to `closest`; 1 shows the whole scene
    double x    = 0.0; ///< shift of the scene to the right before zooming, in lane widths
    double y    = 0.0; ///< shift of the scene downwards before zooming, in lane widths

    /// Multiplies the zoom by `factor`. The point (`at_x`, `at_y`), in lane widths from the lane's middle, stays where
    /// it is on the screen.
    void zoom_about(double factor, double at_x, double at_y);
    void move(double dx, double dy);
};

} // namespace view
