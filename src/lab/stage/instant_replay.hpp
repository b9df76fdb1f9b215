// lab/stage/instant_replay.hpp -- when a body has flown more than 1e6 m away, shows the last moments before that in
// slow motion
#pragma once

#include "lab/lane/lane.hpp"

#include <optional>

namespace lab
{

inline constexpr double instant_replay_speed = 0.4; ///< seconds of the loop's time per real second
/// Length of the repeated interval on the loop's wall clock: 1.2 s, which takes 3 s. The interval ends with the frame
/// in which the body is more than 1e6 m away.
inline constexpr Nanos instant_replay_span{1'200'000'000};

/// Returns the time on the loop's wall clock that the window must show for the instant replay; nothing if none is
/// running. An instant replay begins when the body is gone (farther than 1e6 m away). It shows the last
/// `instant_replay_span` before that frame once, at `instant_replay_speed`, but nothing from before the last reset. The
/// user has ended the replays of bodies that were gone at the wall time `ended` or earlier.
std::optional<Nanos> instant_replay_of(const Lane& lane, Nanos ended = Nanos{-1});

} // namespace lab
