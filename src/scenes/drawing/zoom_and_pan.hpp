// scenes/drawing/zoom_and_pan.hpp -- view settings: zoom, pan, and the rings that show where a body should be
#pragma once

#include <algorithm>
#include <cstdint>

namespace view
{

struct ZoomAndPan
{
    static constexpr double min_zoom = 0.25;
    static constexpr double max_zoom = 64.0;

    double zoom = 1.0; ///< zoom factor, from `min_zoom` to `max_zoom`; 1 shows the whole scene
    /// Displacement of the scene on the screen at zoom 1, in view widths: `pan_x` to the right, `pan_y` downwards.
    double pan_x = 0.0;
    double pan_y = 0.0;

    /// Multiplies the zoom. The point (`fixed_x`, `fixed_y`), in view widths from the view's middle, stays in place.
    void zoom_about(double factor, double fixed_x, double fixed_y)
    {
        const double old_zoom = zoom;
        zoom = std::clamp(zoom * factor, min_zoom, max_zoom);
        pan_x += fixed_x / zoom - fixed_x / old_zoom;
        pan_y += fixed_y / zoom - fixed_y / old_zoom;
    }
    /// Moves the scene on the screen by `dx` to the right and by `dy` downwards, both in view widths.
    void pan(double dx, double dy)
    {
        pan_x += dx / zoom;
        pan_y += dy / zoom;
    }

    friend bool operator==(const ZoomAndPan&, const ZoomAndPan&) = default;
};

enum class ShownReferences : std::uint8_t
{
    reference_motion, ///< a solid ring: the reference motion, without delays
    exact_solution, ///< a dashed ring: the exact solution
    both,
    none,
};
constexpr bool shows_reference_motion(ShownReferences shown)
{
    return shown == ShownReferences::reference_motion || shown == ShownReferences::both;
}
constexpr bool shows_exact_solution(ShownReferences shown)
{
    return shown == ShownReferences::exact_solution || shown == ShownReferences::both;
}

} // namespace view
