// scenes/moment.hpp -- the data of one frame of a lane: its telemetry, and the states that its picture shows
#pragma once

#include "scenes/scene.hpp"
#include "telemetry/frames.hpp"

namespace scenes
{

/// References to the data of one frame of a lane, the newest one or that of a KeptMoment; valid until they change.
struct Moment
{
    const telemetry::FrameSample& sample;
    const AnyState& shown; ///< state in the picture: a blend of the last two states, or the newest one extrapolated
    const AnyState& ring;  ///< the ring, at the start of the frame
    /// Reference motion at the simulated time that the picture shows: if `shown` is equal, the picture is right, but
    /// perhaps late. AnyState{} for a scene whose states own heap memory.
    const AnyState& right;
    const AnyState& mathematics; ///< mathematics at the frame's time on the game clock
    const sim::Events& events;   ///< number of events of each kind, up to and including this frame
    int ring_bounces;            ///< number of bounces of the ring, up to and including this frame
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
    AnyState right{};
    AnyState mathematics{};
    sim::Events events{};
    int ring_bounces = 0;
    AnyState before{};
    AnyState newest{};

    Moment look() const { return look(sample); }
    /// The same with the telemetry `s` of the same frame, which has the time at which its picture reached the screen.
    Moment look(const telemetry::FrameSample& s) const
    {
        return {s, shown, ring, right, mathematics, events, ring_bounces, before, newest};
    }
};

inline KeptMoment keep(const Moment& m)
{
    return {m.sample, m.shown, m.ring, m.right, m.mathematics, m.events, m.ring_bounces, m.before, m.newest};
}

/// The position of a body in a reference motion at one time of the game clock.
struct ReferenceDot
{
    timestep::Nanos game{};
    double x = 0.0; ///< position of the body in metres or radians; the coordinate of scenes::Probe::x
};

} // namespace scenes
