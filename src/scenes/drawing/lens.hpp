// scenes/drawing/lens.hpp -- the user's zoom and shift of a scene, and the reference motions that are shown
#pragma once

#include <cstdint>

namespace view
{

struct Lens
{
    static constexpr double widest  = 0.25;
    static constexpr double closest = 64.0;

    double zoom = 1.0; ///< zoom factor, from `widest` to `closest`; 1 shows the whole scene
    /// Shift of the scene to the right and downwards, before it is zoomed, as a multiple of the picture's width.
    double x = 0.0;
    double y = 0.0;

    /// Keeps the point (`at_x`, `at_y`) in place: relative to the picture's middle, as multiples of its width.
    void zoom_about(double factor, double at_x, double at_y);
    void move(double dx, double dy);

    friend bool operator==(const Lens&, const Lens&) = default;
};

/// The reference motions that the window shows.
enum class Rings : std::uint8_t
{
    perfect,     ///< the ring
    mathematics, ///< the dashed ring
    both,
    off,
};
constexpr bool has_perfect(Rings shown) { return shown == Rings::perfect || shown == Rings::both; }
constexpr bool has_mathematics(Rings shown) { return shown == Rings::mathematics || shown == Rings::both; }

} // namespace view
