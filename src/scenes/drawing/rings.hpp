// scenes/drawing/rings.hpp -- which reference motions a picture shows beside the lane's own
#pragma once

#include <cstdint>

namespace view
{

enum class Rings : std::uint8_t
{
    perfect,     ///< the same loop's step on a perfect PC
    mathematics, ///< the exact motion
    both,
    off,
};
constexpr bool has_perfect(Rings shown) { return shown == Rings::perfect || shown == Rings::both; }
constexpr bool has_mathematics(Rings shown) { return shown == Rings::mathematics || shown == Rings::both; }

} // namespace view
