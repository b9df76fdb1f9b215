// scenes/moment.hpp -- the data of one frame: its telemetry, and the displayed, reference and exact states of the scene
#pragma once

#include "scenes/scene.hpp"
#include "telemetry/frames.hpp"

namespace scenes
{

/// References to the data of one frame: a loop's newest frame, or a StoredMoment. Valid until these data change.
struct Moment
{
    const telemetry::FrameSample& sample;
    const AnyState&
        shown; ///< displayed state: interpolated between the last two states, or extrapolated from the newest
    const AnyState& ring; ///< state of the reference motion at the start of the frame
    /// State of the reference motion at the simulated time that the frame shows. If it equals `shown`, the frame is
    /// correct, although it can be late. AnyState{} (no state) if the scene's states own heap memory.
    const AnyState& correct;
    const AnyState& exact;     ///< exact solution at the frame's game time
    const sim::Events& events; ///< number of events of each kind, up to and including this frame
    int ring_bounces;          ///< number of bounces of the reference motion, up to and including this frame
    /// State before the newest step. If the scene's states own heap memory, `before` and `newest` are AnyState{}.
    const AnyState& before;
    const AnyState& newest; ///< state after the newest step
};

/// A copy of the data of one frame; it does not change when the loop runs further frames.
struct StoredMoment
{
    telemetry::FrameSample sample{};
    AnyState shown{};
    AnyState ring{};
    AnyState correct{};
    AnyState exact{};
    sim::Events events{};
    int ring_bounces = 0;
    AnyState before{};
    AnyState newest{};

    Moment as_moment() const { return as_moment(sample); }
    /// Returns the stored states with `frame_sample`: a newer record of the same frame, which has its display time.
    Moment as_moment(const telemetry::FrameSample& frame_sample) const
    {
        return {frame_sample, shown, ring, correct, exact, events, ring_bounces, before, newest};
    }
};

inline StoredMoment copy_moment(const Moment& moment)
{
    return {moment.sample, moment.shown,        moment.ring,   moment.correct, moment.exact,
            moment.events, moment.ring_bounces, moment.before, moment.newest};
}

struct ReferenceDot
{
    timestep::Nanos game_time{};
    double x = 0.0; ///< the coordinate Probe::x, in metres or radians
};

} // namespace scenes
