// scenes/drawing/lens.hpp -- the zoom and pan of a scene, and which correct motions are drawn for comparison
#pragma once

#include <algorithm>
#include <cstdint>

namespace view
{

struct Lens
{
    static constexpr double min_zoom = 0.25;
    static constexpr double max_zoom = 64.0;

    double zoom = 1.0; ///< zoom factor, from `min_zoom` to `max_zoom`; 1 shows the whole scene
    /// Pan to the right and downwards in widths of the view, applied before the zoom.
    double shift_x = 0.0;
    double shift_y = 0.0;

    /// Multiplies the zoom. The point (`at_x`, `at_y`), in view widths from the view's middle, stays in place.
    void zoom_about(double factor, double at_x, double at_y)
    {
        const double old_zoom = zoom;
        zoom                  = std::clamp(zoom * factor, min_zoom, max_zoom);
        shift_x += at_x / zoom - at_x / old_zoom;
        shift_y += at_y / zoom - at_y / old_zoom;
    }
    /// Moves the scene to the right and downwards on the screen, in widths of the view.
    void pan(double dx, double dy)
    {
        shift_x += dx / zoom;
        shift_y += dy / zoom;
    }

    friend bool operator==(const Lens&, const Lens&) = default;
};

enum class ShownReferences : std::uint8_t
{
    ring,  ///< a solid ring: the reference motion, without delays
    exact, ///< a dashed ring: the exact solution
    both,
    none,
};
constexpr bool shows_ring(ShownReferences shown)
{
    return shown == ShownReferences::ring || shown == ShownReferences::both;
}
constexpr bool shows_exact(ShownReferences shown)
{
    return shown == ShownReferences::exact || shown == ShownReferences::both;
}

} // namespace view
