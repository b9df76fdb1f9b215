// scenes/drawing/lens.hpp -- the user's zoom and pan of a stage
#pragma once

namespace view
{

struct Lens
{
    static constexpr double widest  = 0.25;
    static constexpr double closest = 64.0;

    double zoom = 1.0; ///< widest to closest; 1 shows all that matters
    double x    = 0.0; ///< shift to the right of what was in the middle, in lane widths
    double y    = 0.0; ///< shift downwards, in lane widths

    /// Multiplies the zoom; the point `at_x`, `at_y` (in lane widths, from the lane's middle) stays in its place.
    void zoom_about(double factor, double at_x, double at_y);
    void move(double dx, double dy);
};

} // namespace view
