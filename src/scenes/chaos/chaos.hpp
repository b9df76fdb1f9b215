// scenes/chaos/chaos.hpp -- two double pendulums whose start angles differ in one bit, and whose motions diverge
//
//       +            Angles are measured counter-clockwise from straight down and are not wrapped to one turn.
//        \  angle.x
//         o
//         |  angle.y
//         o
#pragma once

#include "scenes/scene_type.hpp"
#include "sim/physics/portable_math.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <numbers>

namespace scenes
{

struct Chaos
{
    struct Knobs
    {
        double gravity = 9.81; ///< acceleration in m/s^2
        double length1 = 1.0; ///< length of the upper rod in metres
        double length2 = 1.0; ///< length of the lower rod in metres
        double mass1 = 1.0; ///< mass at the lower end of the upper rod in kg
        double mass2 = 1.0; ///< mass at the end of the lower rod in kg
        double angle1 = 120.0; ///< angle of the upper rod at the start, in degrees
        double angle2 = 150.0; ///< angle of the lower rod at the start, in degrees
        int flipped_bit = 0; ///< bit to flip in the upper angle of the second pendulum; 0 is the lowest bit
    };

    struct DoublePendulum
    {
        sim::Vec2 angle{}; ///< angle in radians: x of the upper rod, y of the lower rod
        sim::Vec2 angular_velocity{}; ///< angular velocity in rad/s: x of the upper rod, y of the lower rod

        static constexpr std::tuple hashed_fields{&DoublePendulum::angle, &DoublePendulum::angular_velocity};
        static constexpr std::tuple interpolated_fields{&DoublePendulum::angle};
        static constexpr std::tuple extrapolated_fields{
            FieldWithVelocity{&DoublePendulum::angle, &DoublePendulum::angular_velocity}};
    };

    struct State
    {
        std::array<DoublePendulum, 2> pendulums{}; ///< their start angles differ in one bit
        bool has_diverged = false; ///< true once the ends have been farther apart than `divergence_distance`
        bool has_blown_up = false;
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{&State::pendulums, &State::has_diverged, &State::has_blown_up};
        static constexpr std::tuple interpolated_fields{&State::pendulums};
        static constexpr std::tuple extrapolated_fields{&State::pendulums};
    };

    /// If the ends of the two pendulums are farther apart than this distance in metres, the motions count as different.
    static constexpr double divergence_distance = 0.1;

    Knobs knobs{};

    State initial_state() const
    {
        const DoublePendulum first{.angle = {knobs.angle1 * radians_per_degree, knobs.angle2 * radians_per_degree}};
        DoublePendulum second = first;
        const auto bits = std::bit_cast<std::uint64_t>(first.angle.x);
        second.angle.x = std::bit_cast<double>(bits ^ (std::uint64_t{1} << knobs.flipped_bit));
        return {.pendulums = {first, second}, .is_teleported = true};
    }
    void step(State& state, const Step& step, const sim::Input& input, sim::EventCounts& events) const
    {
        const auto old_pendulums = state.pendulums;
        const sim::Vec2 push{0.0, push_acceleration * (int{input.held.right} - int{input.held.left})};
        for (DoublePendulum& pendulum : state.pendulums)
            sim::integrate(step.integrator, pendulum.angle, pendulum.angular_velocity, step.h,
                           [&](sim::Vec2 angle, sim::Vec2 angular_velocity)
                           {
                               return push.y == 0.0 ? angular_acceleration(angle, angular_velocity)
                                                    : angular_acceleration(angle, angular_velocity) + push;
                           });
        if (!is_in_bounds(state.pendulums[0]) || !is_in_bounds(state.pendulums[1]))
        {
            state.pendulums = old_pendulums; // the new angles can be NaN or huge, so the old ones are restored
            state.has_blown_up = true;
        }
        else if (!state.has_diverged && end_distance(state) > divergence_distance)
            count_once(state.has_diverged, events.diverged);
    }

    /// Values of the first pendulum: angle and angular speed of its lower rod, and energy.
    Observables observables(const State& state) const
    {
        return {.x = state.pendulums[0].angle.y,
                .v = state.pendulums[0].angular_velocity.y,
                .energy = energy(state.pendulums[0])};
    }

    /// Positions in metres relative to the fixed pivot, with y upwards.
    struct RodEnds
    {
        sim::Vec2 joint; ///< between the two rods
        sim::Vec2 end; ///< of the lower rod
    };
    RodEnds rod_ends(const DoublePendulum& pendulum) const
    {
        const sim::SinCos upper = sim::sin_cos(pendulum.angle.x);
        const sim::SinCos lower = sim::sin_cos(pendulum.angle.y);
        const sim::Vec2 joint = knobs.length1 * sim::Vec2{upper.sin, -upper.cos};
        return {joint, joint + knobs.length2 * sim::Vec2{lower.sin, -lower.cos}};
    }
    /// Distance in metres between the ends of the two pendulums.
    double end_distance(const State& state) const
    {
        return sim::length(rod_ends(state.pendulums[1]).end - rod_ends(state.pendulums[0]).end);
    }
    /// Energy in joules; zero if the pendulum hangs straight down at rest.
    double energy(const DoublePendulum& pendulum) const
    {
        const auto [joint, end] = rod_ends(pendulum);
        const sim::SinCos upper = sim::sin_cos(pendulum.angle.x);
        const sim::SinCos lower = sim::sin_cos(pendulum.angle.y);
        const sim::Vec2 joint_velocity = knobs.length1 * pendulum.angular_velocity.x * sim::Vec2{upper.cos, upper.sin};
        const sim::Vec2 end_velocity =
            joint_velocity + knobs.length2 * pendulum.angular_velocity.y * sim::Vec2{lower.cos, lower.sin};
        const double upper_height = joint.y + knobs.length1;
        const double lower_height = end.y + knobs.length1 + knobs.length2;
        return 0.5 * knobs.mass1 * sim::dot(joint_velocity, joint_velocity) +
               0.5 * knobs.mass2 * sim::dot(end_velocity, end_velocity) +
               knobs.gravity * (knobs.mass1 * upper_height + knobs.mass2 * lower_height);
    }

private:
    static constexpr double radians_per_degree = std::numbers::pi / 180.0;
    // Angular acceleration in rad/s^2 that the key `left` or `right` adds to the lower rod while it is held.
    static constexpr double push_acceleration = 4.0;

    static bool is_in_bounds(const DoublePendulum& pendulum)
    {
        return sim::is_finite(pendulum.angle) && sim::is_finite(pendulum.angular_velocity) &&
               std::abs(pendulum.angle.x) < 1e6 && std::abs(pendulum.angle.y) < 1e6;
    }

    // Solves the two equations of motion (Lagrange) for the angular accelerations a1 and a2:
    //     l1 a1 + q l2 cos(d) a2 = -q l2 w2^2 sin(d) - g sin(angle1)      q = m2 / (m1 + m2), d = angle1 - angle2
    //     l1 cos(d) a1 + l2 a2   =    l1 w1^2 sin(d) - g sin(angle2)
    // l1 and l2 are the lengths of the rods, m1 and m2 the masses, w1 and w2 the angular speeds.
    sim::Vec2 angular_acceleration(sim::Vec2 angle, sim::Vec2 angular_velocity) const
    {
        const double q = knobs.mass2 / (knobs.mass1 + knobs.mass2);
        const sim::SinCos sincos_between = sim::sin_cos(angle.x - angle.y);
        const double upper_right_hand_side =
            -q * knobs.length2 * angular_velocity.y * angular_velocity.y * sincos_between.sin -
            knobs.gravity * sim::sin_cos(angle.x).sin;
        const double lower_right_hand_side =
            knobs.length1 * angular_velocity.x * angular_velocity.x * sincos_between.sin -
            knobs.gravity * sim::sin_cos(angle.y).sin;
        const double divisor = 1.0 - q * sincos_between.cos * sincos_between.cos;
        return {(upper_right_hand_side - q * sincos_between.cos * lower_right_hand_side) / (knobs.length1 * divisor),
                (lower_right_hand_side - sincos_between.cos * upper_right_hand_side) / (knobs.length2 * divisor)};
    }
};

} // namespace scenes
