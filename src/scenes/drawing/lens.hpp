// scenes/drawing/lens.hpp -- what the user has chosen to see of a scene: its zoom and shift, and the reference motions
// beside a loop's motion
#pragma once

#include <cstdint>

namespace view
{

/// The user's zoom and shift of the picture of a scene.
struct Lens
{
    static constexpr double widest  = 0.25;
    static constexpr double closest = 64.0;

    double zoom = 1.0; ///< zoom factor, from `widest` to `closest`; 1 shows the whole scene
    /// Shift of the scene to the right, before it is zoomed, as a multiple of the width of the loop's picture.
    double x = 0.0;
    /// Shift of the scene downwards, before it is zoomed, as a multiple of the width of the loop's picture.
    double y = 0.0;

    /// Multiplies the zoom by `factor`. The point (`at_x`, `at_y`) keeps its position on the screen. The point is
    /// relative to the middle of the loop's picture, as a multiple of the picture's width.
    void zoom_about(double factor, double at_x, double at_y);
    void move(double dx, double dy);

    friend bool operator==(const Lens&, const Lens&) = default;
};

/// The reference motions that the window shows beside a loop's motion.
enum class Rings : std::uint8_t
{
    perfect,     ///< the motion of the same game on a PC that is never late
    mathematics, ///< the motion of the same game in steps of 1/4800 s, whose step errors are too small to be visible
    both,
    off,
};
constexpr bool has_perfect(Rings shown) { return shown == Rings::perfect || shown == Rings::both; }
constexpr bool has_mathematics(Rings shown) { return shown == Rings::mathematics || shown == Rings::both; }

} // namespace view
