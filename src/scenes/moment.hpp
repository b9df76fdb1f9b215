// scenes/moment.hpp -- one frame of a lane: its telemetry, the state that its picture shows, and the reference states
#pragma once

#include "scenes/scenes.hpp"
#include "telemetry/frame_sample.hpp"

namespace scenes
{

/// Refers to one frame of a lane: the newest frame, or a copy (KeptMoment). Valid until the data of that frame change.
struct Moment
{
    const telemetry::FrameSample& sample;
    const AnyState& shown;   ///< state in the picture: between the last two steps, or extrapolated beyond the newest
    const AnyState& perfect; ///< state that a perfect PC (no lag, noise or cost) would show (lab/lane/reference.hpp)
    const AnyState& mathematics; ///< exact motion at the time of the game clock
    const sim::Events& events;   ///< event counts up to and including this frame
    const AnyState& before;      ///< state before the newest one; empty for scenes whose states own heap memory
    const AnyState& newest;      ///< newest state; empty for scenes whose states own heap memory
};

/// A copy of the data of one frame.
struct KeptMoment
{
    telemetry::FrameSample sample{};
    AnyState shown{};
    AnyState perfect{};
    AnyState mathematics{};
    sim::Events events{};
    AnyState before{};
    AnyState newest{};

    Moment look() const { return look(sample); }
    /// Returns a Moment that refers to this copy, with `s`, a later record of the same frame, as its telemetry.
    Moment look(const telemetry::FrameSample& s) const
    {
        return {s, shown, perfect, mathematics, events, before, newest};
    }
};

inline KeptMoment keep(const Moment& m)
{
    return {m.sample, m.shown, m.perfect, m.mathematics, m.events, m.before, m.newest};
}

/// The position of a reference motion at one time of the game clock.
struct ReferenceDot
{
    timestep::Nanos game{};
    double x = 0.0; ///< metres or radians, like scenes::Probe::x
};

} // namespace scenes
