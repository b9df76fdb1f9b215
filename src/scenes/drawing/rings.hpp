// scenes/drawing/rings.hpp -- the choice of reference motions that a picture shows beside the lane's own motion
#pragma once

#include <cstdint>

namespace view
{

enum class Rings : std::uint8_t
{
    perfect,     ///< the motion that the same loop would show on a perfect PC (without lag)
    mathematics, ///< the exact motion
    both,
    off,
};
constexpr bool has_perfect(Rings shown) { return shown == Rings::perfect || shown == Rings::both; }
constexpr bool has_mathematics(Rings shown) { return shown == Rings::mathematics || shown == Rings::both; }

} // namespace view
