// scenes/drawing/rings.hpp -- the two reference motions that the user can show beside a loop's motion, for comparison
#pragma once

#include <cstdint>

namespace view
{

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
