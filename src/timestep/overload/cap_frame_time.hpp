// timestep/overload/cap_frame_time.hpp -- a frame counts for no more than `limit`
// Source: G. Fiedler, "Fix Your Timestep!", 2004 (250 ms); Unity's maximumDeltaTime (1/3 s, older projects 0.1 s).
// Promise: one bad frame buys at most `limit` of steps.  Price: slow motion for as long as frames are longer than that.
#pragma once

#include "timestep/overload/grant.hpp"

namespace timestep
{

struct CapFrameTime
{
    static constexpr std::string_view name = "cap-frame-time";

    Nanos limit = 250ms; ///< 1 ms or more

    constexpr Nanos admit(Nanos frame, Nanos /*step*/) const { return std::min(frame, limit); }
    constexpr Grant grant(std::int64_t due, std::int64_t step) const { return {due / step, due % step}; }
};

} // namespace timestep
