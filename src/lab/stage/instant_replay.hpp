// lab/stage/instant_replay.hpp -- the slow repetition of the last moments of a lane whose body is gone
#pragma once

#include "lab/lane/lane.hpp"

#include <optional>

namespace lab
{

inline constexpr double instant_replay_speed = 0.1; ///< of real time
inline constexpr Nanos instant_replay_span{
    1'200'000'000}; ///< of the lane's wall clock, up to the frame in which the body is gone

/// Returns the moment of the lane's wall clock that the stage shows while the instant replay runs, otherwise nothing.
/// It begins when the lane's body is gone (beyond 1e6 m), and shows the frames from `instant_replay_span` before that,
/// or from the last reset if that is later, up to that frame, once, at `instant_replay_speed`.
std::optional<Nanos> instant_replay_of(const Lane& lane);

} // namespace lab
