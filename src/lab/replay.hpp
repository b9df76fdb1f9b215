// lab/replay.hpp -- what is gone is seen once more, slowly: how it went
#pragma once

#include "lab/lane.hpp"

#include <optional>

namespace lab
{

inline constexpr double replay_speed = 0.1;        ///< of real time
inline constexpr Nanos replay_span{1'200'000'000}; ///< of the lane's clock that is shown again, up to when it is gone

/// The moment of the lane's wall clock that its stage shows instead of emptiness: from `replay_span` before the lane's
/// body was gone (beyond 1e6 m), or from the last reset if that is later, up to that frame, at `replay_speed`. Once:
/// nothing before, after, and where nothing is gone.
std::optional<Nanos> replay_of(const Lane& lane);

} // namespace lab
