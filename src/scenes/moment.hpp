// scenes/moment.hpp -- the data of one frame of a lane: its telemetry, the state in its
// picture, and for comparison the states of the same game on a PC that is never late and in very small steps
#pragma once

#include "scenes/scene.hpp"
#include "telemetry/frame_sample.hpp"

namespace scenes
{

/// References to the data of one frame of a lane: of the newest frame, or of a KeptMoment.
/// Valid until these data change.
struct Moment
{
    const telemetry::FrameSample& sample;
    /// State in the picture: a blend of the last two states, or the newest state extrapolated.
    const AnyState& shown;
    /// State of the ring: of the game on a PC that is never late, at the start of the frame (lab/lane/reference.hpp).
    const AnyState& ring;
    /// State of the game on a PC that is never late at the simulated time that the picture shows: if `shown` is equal,
    /// the picture is right, but perhaps late. AnyState{} for a scene whose states own heap memory.
    const AnyState& right;
    const AnyState& mathematics; ///< state of the game in steps of 1/4800 s, at the frame's time on the game clock
    const sim::Events& events;   ///< number of events of each kind, up to and including this frame
    /// Number of bounces of the ring's body (on a PC that is never late), up to and including this frame.
    int ring_bounces;
    /// State before the newest step; AnyState{} for a scene whose states own heap memory, because stored copies of such
    /// large states would take too much memory.
    const AnyState& before;
    const AnyState& newest; ///< state after the newest step; AnyState{} for a scene whose states own heap memory
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
    /// Returns references to the data of this copy, but with the telemetry `s` of the same frame. The time at which the
    /// picture reached the screen is in `s`, but was not yet known when the frame was copied.
    Moment look(const telemetry::FrameSample& s) const
    {
        return {s, shown, ring, right, mathematics, events, ring_bounces, before, newest};
    }
};

inline KeptMoment keep(const Moment& m)
{
    return {m.sample, m.shown, m.ring, m.right, m.mathematics, m.events, m.ring_bounces, m.before, m.newest};
}

/// The position of a body at one time of the game clock, in a reference motion: the motion of the same game on a PC
/// that is never late, or in very small steps.
struct ReferenceDot
{
    timestep::Nanos game{};
    double x = 0.0; ///< position of the body in metres or radians; the coordinate of scenes::Probe::x
};

} // namespace scenes
