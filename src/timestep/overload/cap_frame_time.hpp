// SPDX-License-Identifier: MIT
// timestep/overload/cap_frame_time.hpp -- a frame time longer than `limit` counts as `limit`
// Source:  G. Fiedler, "Fix Your Timestep!", 2004 (250 ms); Unity's maximumDeltaTime (1/3 s, older projects 0.1 s).
// Promise: one long frame causes at most `limit` of simulated time.
// Price:   slow motion while frames are longer than `limit`.
// Breaks:  when computing the steps of `limit` takes longer than `limit`: then every frame is too long.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

struct CapFrameTime
{
    static constexpr std::string_view name = "cap-frame-time";
    static constexpr Acts acts             = Acts::on_frame;

    Nanos limit = 250ms; ///< a longer frame time counts as this long; 1 ms or more

    constexpr Grant grant(const Due& due) const
    {
        const std::int64_t time = due.carried + detail::min(due.frame, due.units(detail::at_least(limit, 1ms)));
        // all_of() is faster, because it divides unsigned numbers; but `time` is negative while the simulation leads
        // the clock.
        return time < 0 ? Grant{time / due.step, time % due.step} : all_of(time, due.step);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<CapFrameTime, &CapFrameTime::limit>("limit", "ms", 1.0, 10000.0,
                                                                   "A longer frame counts as this long.")};
    }
};

} // namespace timestep
