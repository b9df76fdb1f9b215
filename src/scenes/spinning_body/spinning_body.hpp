// scenes/spinning_body/spinning_body.hpp -- a box that tumbles freely in space: compares ways to interpolate rotations
//
// The free rotation of a box with a square cross-section has an exact formula: the long axis precesses about the
// vertical (y, the direction of the angular momentum) at a constant rate, and the box spins about its long axis at
// another. So a step of any size is exact, and each visible error comes from the interpolation.
#pragma once

#include "scenes/scene_type.hpp"
#include "sim/physics/portable_math.hpp"

#include <cmath>

namespace scenes
{

struct SpinningBody
{
    enum class Blend : std::int8_t
    {
        slerp,
        nlerp,
        components, ///< a common mistake: linear interpolation of the quaternion without normalisation
    };

    struct Knobs
    {
        double spin = 1.5;  ///< rotation about the long axis in turns per second
        double tilt = 35.0; ///< angle between the long axis and the vertical in degrees
        Blend blend = Blend::slerp;
    };

    /// Half extents of the box along its own axes in metres; y is the long axis. The mass is 1 kg.
    static constexpr sim::Vec3 half_size{0.3, 0.9, 0.3};

    struct State
    {
        double precession = 0.0; ///< angle of the long axis around the vertical, in turns, 0 to 1
        double spin       = 0.0; ///< angle of the box about its long axis, in turns, 0 to 1
        /// Rotation from the box to the world. w is 0 or more, as in many engines. A blend may change the length, 1.
        sim::Quaternion q{};
        bool teleported = false;

        static constexpr std::tuple hashed_fields{&State::precession, &State::spin, &State::q};
    };

    Knobs knobs{};

    State start() const { return {.q = orientation(0.0, knobs.tilt, 0.0), .teleported = true}; }
    void step(State& state, const Step& step, const sim::Input&, sim::Events& events) const
    {
        const sim::Quaternion old_rotation = state.q;
        exact(state, step.h);
        // Counts the event `shrunk` if a frame would draw the box more than 2 % too small. Half-way between two states,
        // the squared length of the blended quaternion, and so the drawn size, is (1 + dot) / 2 with the dot product of
        // both quaternions. It is below 0.98 if dot is below 0.96.
        if (knobs.blend == Blend::components && sim::dot(old_rotation, state.q) < 0.96)
            sim::count(events, sim::event::shrunk, step.time);
        if (turn_rate() * step.h > 0.5) sim::count(events, sim::event::wrong_turn, step.time);
    }

    void blend(const State& previous, double alpha, State& state) const
    {
        switch (knobs.blend)
        {
        case Blend::slerp: state.q = sim::slerp(previous.q, state.q, alpha); break;
        case Blend::nlerp: state.q = sim::nlerp(previous.q, state.q, alpha); break;
        case Blend::components: state.q = sim::blend_components(previous.q, state.q, alpha); break;
        }
    }

    void extrapolate(State& state, double seconds) const
    {
        state.teleported = false;
        exact(state, seconds);
    }
    void exact(State& state, double seconds) const
    {
        state.precession = fraction(state.precession + precession_rate() * seconds);
        state.spin       = fraction(state.spin + spin_rate() * seconds);
        state.q          = orientation(state.precession, knobs.tilt, state.spin);
    }
    /// Position and velocity of one marked corner along the world's x axis.
    Probe probe(const State& state) const
    {
        const sim::Vec3 corner        = sim::rotated_and_scaled(state.q, half_size);
        const sim::Vec3 axis          = sim::rotated_and_scaled(state.q, {0.0, 1.0, 0.0});
        const double spin_speed       = sim::tau * spin_rate();
        const double precession_speed = sim::tau * precession_rate();
        // The x component of the cross product of the angular velocity and the corner's position.
        const double v      = (precession_speed + spin_speed * axis.y) * corner.z - spin_speed * axis.z * corner.y;
        const double spin   = sim::tau * knobs.spin;
        const double wobble = precession_speed * sim::sin_cos(sim::tau * knobs.tilt / 360.0).sin;
        return {
            .x = corner.x, .v = v, .energy = 0.5 * (inertia_along * spin * spin + inertia_across * wobble * wobble)};
    }

    /// 1 - drawn size / true size: 0 for a correct rotation, 1 for a box of no size.
    static double shrinkage(const State& drawn) { return 1.0 - sim::dot(drawn.q, drawn.q); }
    /// Turns per second of the box about its momentary axis.
    double turn_rate() const
    {
        const double wobble_rate = precession_rate() * sim::sin_cos(sim::tau * knobs.tilt / 360.0).sin;
        return std::sqrt(knobs.spin * knobs.spin + wobble_rate * wobble_rate);
    }

private:
    // Moments of inertia in kg m^2 about the long axis (along), and about each other axis (across).
    static constexpr double inertia_along  = (half_size.x * half_size.x + half_size.z * half_size.z) / 3.0;
    static constexpr double inertia_across = (half_size.x * half_size.x + half_size.y * half_size.y) / 3.0;

    static double fraction(double turns) { return turns - std::floor(turns); }
    static sim::Quaternion orientation(double precession, double tilt_degrees, double spin)
    {
        const auto half_angle             = [](double turns) { return sim::sin_cos(0.5 * sim::tau * turns); };
        const sim::SinCos precession_half = half_angle(precession);
        const sim::SinCos tilt_half       = half_angle(tilt_degrees / 360.0);
        const sim::SinCos spin_half       = half_angle(spin);
        const sim::Quaternion q           = sim::Quaternion{precession_half.cos, 0.0, precession_half.sin, 0.0} *
                                  sim::Quaternion{tilt_half.cos, tilt_half.sin, 0.0, 0.0} *
                                  sim::Quaternion{spin_half.cos, 0.0, spin_half.sin, 0.0};
        return q.w < 0.0 ? -q : q;
    }

    // Precession of the long axis about the vertical, in turns per second.
    double precession_rate() const
    {
        return inertia_along / inertia_across * knobs.spin / sim::sin_cos(sim::tau * knobs.tilt / 360.0).cos;
    }
    // Rotation about the long axis relative to the precession, in turns per second.
    double spin_rate() const { return knobs.spin * (1.0 - inertia_along / inertia_across); }
};

} // namespace scenes
