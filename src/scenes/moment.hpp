// scenes/moment.hpp -- the data of one frame of a lane: its telemetry, and the states that its picture shows
#pragma once

#include "scenes/scene.hpp"
#include "telemetry/frames.hpp"

namespace scenes
{

/// References to the data of one frame of a lane, the newest one or that of a KeptMoment; valid until these data
/// change.
struct Moment
{
    const telemetry::FrameSample& sample;
    const AnyState&
        shown; ///< state in the picture: interpolated between the last two states, or the newest one extrapolated
    const AnyState& ring; ///< state of the ring at the start of the frame
    /// Reference motion at the simulated time that the picture shows: if `shown` is equal, the picture is correct, but
    /// it can be late. AnyState{} for a scene whose states own heap memory.
    const AnyState& correct;
    const AnyState& exact;     ///< exact solution at the frame's time on the game clock
    const sim::Events& events; ///< number of events of each kind, up to and including this frame
    int ring_bounces;          ///< number of bounces of the ring, up to and including this frame
    /// State before the newest step. As `newest`, AnyState{} for a scene whose states own heap memory, because stored
    /// copies of such large states would take too much memory.
    const AnyState& before;
    const AnyState& newest; ///< state after the newest step
};

/// A copy of all data of one frame, which stays valid when the loop takes further frames.
struct KeptMoment
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
    /// Uses the telemetry `frame_sample` of the same frame, which contains the time at which the picture was displayed.
    Moment as_moment(const telemetry::FrameSample& frame_sample) const
    {
        return {frame_sample, shown, ring, correct, exact, events, ring_bounces, before, newest};
    }
};

/// Copies the referenced data.
inline KeptMoment keep(const Moment& moment)
{
    return {moment.sample, moment.shown,        moment.ring,   moment.correct, moment.exact,
            moment.events, moment.ring_bounces, moment.before, moment.newest};
}

/// The position of a body in a reference motion at one time of the game clock.
struct ReferenceDot
{
    timestep::Nanos game_time{};
    double x = 0.0; ///< position of the body in metres or radians; the coordinate of scenes::Probe::x
};

} // namespace scenes
