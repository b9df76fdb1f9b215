// lab/stage/instant_replay.hpp -- shows the last moments of a lane again in slow motion, when the lane's body is gone
#pragma once

#include "lab/lane/lane.hpp"

#include <optional>

namespace lab
{

inline constexpr double instant_replay_speed = 0.1; ///< seconds of lane time per second of real time
/// Length of the repeated interval on the lane's wall clock. It ends with the frame in which the body is gone.
inline constexpr Nanos instant_replay_span{1'200'000'000};

/// Returns the time on the lane's wall clock that the stage shows while the instant replay runs; otherwise nothing.
/// The replay begins when the lane's body is gone (further than 1e6 m away). It shows the last `instant_replay_span`
/// before that frame once, at `instant_replay_speed`. If the last reset is within that span, it starts at the reset.
std::optional<Nanos> instant_replay_of(const Lane& lane);

} // namespace lab
