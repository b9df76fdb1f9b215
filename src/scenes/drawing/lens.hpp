// scenes/drawing/lens.hpp -- the user's zoom and shift of a scene, and the reference motions that are shown
#pragma once

#include <cstdint>

namespace view
{

struct Lens
{
    static constexpr double min_zoom = 0.25;
    static constexpr double max_zoom = 64.0;

    double zoom = 1.0; ///< zoom factor, from `min_zoom` to `max_zoom`; 1 shows the whole scene
    /// Shift of the scene to the right and downwards, before it is zoomed, as a multiple of the picture's width.
    double shift_x = 0.0;
    double shift_y = 0.0;

    /// Keeps the point (`at_x`, `at_y`) in place: relative to the picture's middle, as multiples of its width.
    void zoom_about(double factor, double at_x, double at_y);
    void move(double dx, double dy);

    friend bool operator==(const Lens&, const Lens&) = default;
};

/// The reference motions that the window shows.
enum class ShownReferences : std::uint8_t
{
    ring,  ///< the ring: the motion without delays
    exact, ///< the exact solution, a dashed ring
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
