// lab/moment.hpp -- a frame of a lane as it can be looked at: its record, what its picture shows, and what it ought to
#pragma once

#include "physics/scenes.hpp"
#include "telemetry/frame_sample.hpp"

namespace lab
{

using timestep::Nanos;

/// Refers to a lane's newest frame, or to one that was kept; short-lived.
struct Moment
{
    const telemetry::FrameSample& sample;
    const physics::AnyState& shown;       ///< between two states, or beyond the last
    const physics::AnyState& perfect;     ///< what a perfect PC would show (lab/reference.hpp)
    const physics::AnyState& mathematics; ///< the exact motion, on the game's clock
    const physics::Events& events;        ///< counted up to then
    const physics::AnyState& before;      ///< the state before the newest one; of a scene of large states, of no scene
    const physics::AnyState& newest;      ///< likewise
};

/// A frame that was kept.
struct KeptMoment
{
    telemetry::FrameSample sample{};
    physics::AnyState shown{};
    physics::AnyState perfect{};
    physics::AnyState mathematics{};
    physics::Events events{};
    physics::AnyState before{};
    physics::AnyState newest{};

    Moment look() const { return look(sample); }
    /// With a record that knows more of the same frame.
    Moment look(const telemetry::FrameSample& s) const
    {
        return {s, shown, perfect, mathematics, events, before, newest};
    }
};

inline KeptMoment keep(const Moment& m)
{
    return {m.sample, m.shown, m.perfect, m.mathematics, m.events, m.before, m.newest};
}

} // namespace lab
