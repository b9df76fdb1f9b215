// scenes/spinning_body/spinning_body.hpp -- a box that tumbles freely in space: compares methods to blend rotations
//
// The free rotation of a box with a square cross-section has an exact formula: the long axis circles around the
// vertical (y, the direction of the angular momentum) at a constant rate, and the box spins about its long axis at
// another constant rate. So the simulation is exact at every step size, and each visible error comes from the blend.
#pragma once

#include "scenes/scene_type.hpp"

namespace scenes
{

struct SpinningBody
{
    enum class Blend : std::int8_t
    {
        slerp,
        nlerp,
        components, ///< a common mistake: the quaternion's four numbers are blended without normalisation
    };

    struct Knobs
    {
        double spin = 1.5;  ///< rotation about the long axis in turns per second
        double tilt = 35.0; ///< angle between the long axis and the vertical in degrees
        Blend blend = Blend::slerp;
    };

    /// Half of the size of the box along its own axes, in metres. The y axis is the long one. The mass is 1 kg.
    static constexpr sim::Vec3 half_size{0.3, 0.9, 0.3};

    struct State
    {
        double precession = 0.0; ///< angle of the long axis around the vertical, in turns, 0 to 1
        double spin       = 0.0; ///< angle of the box about its long axis, in turns, 0 to 1
        /// Rotation from the coordinates of the box to the world's. w is 0 or more, as in many engines. The length may
        /// differ from 1 after a blend.
        sim::Quaternion q{};
        bool teleported = false;

        static constexpr std::tuple hashed{&State::precession, &State::spin, &State::q};
    };

    Knobs knobs{};

    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, double alpha, State& state) const;
    void extrapolate(State& state, double seconds) const
    {
        state.teleported = false;
        exact(state, seconds);
    }
    void exact(State& state, double seconds) const;
    /// Returns the recorded values: x is the position of one marked corner along the world's x axis in metres, v the
    /// corner's velocity along this axis in m/s.
    Probe probe(const State& state) const;

    /// Returns by how much the box is drawn too small: 0 for a correct rotation, 1 if the box has no size at all.
    static double shrinkage(const State& drawn) { return 1.0 - sim::dot(drawn.q, drawn.q); }
    /// Returns the rate of the whole rotation, in turns per second.
    double turn_rate() const;

private:
    double precession_rate() const; // rotation of the long axis around the vertical, in turns per second
    double spin_rate() const;       // rotation about the long axis relative to the precession, in turns per second
};

} // namespace scenes
