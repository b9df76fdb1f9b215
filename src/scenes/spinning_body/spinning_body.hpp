// scenes/spinning_body/spinning_body.hpp -- a box that tumbles freely in space: compares ways to interpolate rotations
//
// A box with a square cross-section precesses and spins at constant rates. So steps of any size are exact, and every
// visible error comes from the interpolation.
#pragma once

#include "scenes/scene_type.hpp"
#include "sim/physics/portable_math.hpp"

#include <cmath>

namespace scenes
{

struct SpinningBody
{
    enum class BlendMethod : std::int8_t
    {
        slerp,
        nlerp,
        components, ///< a common error: linear interpolation of the quaternion without normalisation
    };

    struct Knobs
    {
        double spin_rate = 1.5; ///< rotation about the long axis in turns per second
        double tilt_degrees = 35.0; ///< angle between the long axis and the vertical in degrees
        BlendMethod blend = BlendMethod::slerp;
    };

    /// Half extents of the box along its own axes in metres; y is the long axis. The mass is 1 kg.
    static constexpr sim::Vec3 half_size{0.3, 0.9, 0.3};

    struct State
    {
        double precession_turns = 0.0; ///< angle of the long axis around the vertical, in turns, 0 to 1
        double spin_turns = 0.0; ///< angle of the box about its long axis, in turns, 0 to 1
        /// Unit quaternion from the box's axes to the world's; w >= 0 after a step. Interpolation can make it shorter.
        sim::Quaternion rotation{};
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{&State::precession_turns, &State::spin_turns, &State::rotation};
    };

    Knobs knobs{};

    State initial_state() const
    {
        return {.rotation = orientation(0.0, knobs.tilt_degrees, 0.0), .is_teleported = true};
    }
    void step(State& state, const Step& step, const sim::Input&, sim::EventCounts& events) const
    {
        const sim::Quaternion old_rotation = state.rotation;
        advance_exactly(state, step.h);
        // Interpolation without normalisation shrinks the box by up to (1 - dot product) / 2: here, by over 2 %.
        if (knobs.blend == BlendMethod::components && sim::dot(old_rotation, state.rotation) < 0.96) ++events.shrunk;
        if (total_rotation_rate() * step.h > 0.5) ++events.wrong_turn;
    }

    void interpolate(const State& previous, double alpha, State& state) const
    {
        switch (knobs.blend)
        {
        case BlendMethod::slerp: state.rotation = sim::slerp(previous.rotation, state.rotation, alpha); break;
        case BlendMethod::nlerp: state.rotation = sim::nlerp(previous.rotation, state.rotation, alpha); break;
        case BlendMethod::components:
            state.rotation = sim::lerp_components(previous.rotation, state.rotation, alpha);
            break;
        }
    }

    void extrapolate(State& state, double seconds) const
    {
        state.is_teleported = false;
        advance_exactly(state, seconds);
    }
    void advance_exactly(State& state, double seconds) const
    {
        state.precession_turns = fraction_of_turn(state.precession_turns + precession_rate() * seconds);
        state.spin_turns = fraction_of_turn(state.spin_turns + relative_spin_rate() * seconds);
        state.rotation = orientation(state.precession_turns, knobs.tilt_degrees, state.spin_turns);
    }
    /// `x` and `v` are the world x coordinate (m) and its velocity (m/s) of the box corner that is drawn with a mark.
    Observables observables(const State& state) const
    {
        const sim::Vec3 corner = sim::rotated_vector(state.rotation, half_size);
        const sim::Vec3 long_axis = sim::rotated_vector(state.rotation, {0.0, 1.0, 0.0});
        const double relative_spin_angular_velocity = sim::tau * relative_spin_rate();
        const double precession_angular_velocity = sim::tau * precession_rate();
        // x component of the cross product of the box's angular velocity and the vector from its centre to the corner.
        const double corner_velocity_x =
            (precession_angular_velocity + relative_spin_angular_velocity * long_axis.y) * corner.z -
            relative_spin_angular_velocity * long_axis.z * corner.y;
        const double axial_angular_velocity = sim::tau * knobs.spin_rate;
        const double transverse_angular_velocity =
            precession_angular_velocity * sim::sin_cos(sim::tau * knobs.tilt_degrees / 360.0).sin;
        return {.x = corner.x,
                .v = corner_velocity_x,
                .energy = 0.5 * (inertia_along * axial_angular_velocity * axial_angular_velocity +
                                 inertia_across * transverse_angular_velocity * transverse_angular_velocity)};
    }

    static double shrinkage(const State& drawn) { return 1.0 - sim::dot(drawn.rotation, drawn.rotation); }
    /// Rotation rate of the box about its current axis, in turns per second.
    double total_rotation_rate() const
    {
        const double transverse_rate = precession_rate() * sim::sin_cos(sim::tau * knobs.tilt_degrees / 360.0).sin;
        return std::sqrt(knobs.spin_rate * knobs.spin_rate + transverse_rate * transverse_rate);
    }

private:
    // Moments of inertia in kg m^2 of a body of 1 kg, about the long axis and about an axis perpendicular to it.
    static constexpr double inertia_along = (half_size.x * half_size.x + half_size.z * half_size.z) / 3.0;
    static constexpr double inertia_across = (half_size.x * half_size.x + half_size.y * half_size.y) / 3.0;

    static double fraction_of_turn(double turns) { return turns - std::floor(turns); }
    static sim::Quaternion orientation(double precession_turns, double tilt_degrees, double spin_turns)
    {
        const auto sin_cos_of_half = [](double turns) { return sim::sin_cos(0.5 * sim::tau * turns); };
        const sim::SinCos precession_half = sin_cos_of_half(precession_turns);
        const sim::SinCos tilt_half = sin_cos_of_half(tilt_degrees / 360.0);
        const sim::SinCos spin_half = sin_cos_of_half(spin_turns);
        const sim::Quaternion rotation = sim::Quaternion{precession_half.cos, 0.0, precession_half.sin, 0.0} *
                                         sim::Quaternion{tilt_half.cos, tilt_half.sin, 0.0, 0.0} *
                                         sim::Quaternion{spin_half.cos, 0.0, spin_half.sin, 0.0};
        return rotation.w < 0.0 ? -rotation : rotation;
    }

    // Rate at which the long axis precesses about the vertical (y), in turns per second.
    double precession_rate() const
    {
        return inertia_along / inertia_across * knobs.spin_rate /
               sim::sin_cos(sim::tau * knobs.tilt_degrees / 360.0).cos;
    }
    // In turns per second.
    double relative_spin_rate() const { return knobs.spin_rate * (1.0 - inertia_along / inertia_across); }
};

} // namespace scenes
