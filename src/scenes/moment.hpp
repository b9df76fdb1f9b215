// scenes/moment.hpp -- one frame of a lane: its telemetry, the state that its picture shows, and the reference states
#pragma once

#include "scenes/scenes.hpp"
#include "telemetry/frame_sample.hpp"

namespace scenes
{

/// Refers to a lane's newest frame or to a kept one; valid as long as that is unchanged.
struct Moment
{
    const telemetry::FrameSample& sample;
    const AnyState& shown;       ///< what the picture shows: between two states, or beyond the last
    const AnyState& perfect;     ///< what a perfect PC would show (lab/lane/reference.hpp)
    const AnyState& mathematics; ///< the exact motion at the game's time
    const sim::Events& events;   ///< counted up to this frame
    const AnyState& before;      ///< the state before the newest one; without a scene where states are large
    const AnyState& newest;      ///< likewise
};

/// A copy of a frame.
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
    /// Refers to this frame with `s`, a later record of it, as its telemetry.
    Moment look(const telemetry::FrameSample& s) const
    {
        return {s, shown, perfect, mathematics, events, before, newest};
    }
};

inline KeptMoment keep(const Moment& m)
{
    return {m.sample, m.shown, m.perfect, m.mathematics, m.events, m.before, m.newest};
}

/// A reference's position at one time of the game's clock.
struct ReferenceDot
{
    timestep::Nanos game{};
    double x = 0.0; ///< metres or radians, as scenes::Probe::x
};

} // namespace scenes
