// scenes/bouncing_ball/bouncing_ball.hpp -- a ball that bounces on a floor: shows bounces that gain energy, a ball that
// never comes to rest, and a ball that falls through the floor
//
//        O  |   y is the height of the ball's middle above the top of the floor
//     ______v_______
//     ______________  floor_thickness
#pragma once

#include "scenes/scene_type.hpp"

#include <array>
#include <cmath>

namespace scenes
{

struct BouncingBall
{
    /// What happens to a ball that is below the floor's surface.
    enum class Collision : std::int8_t
    {
        push_out, ///< is put on the floor, and its velocity is reversed
        mirror,   ///< as push_out, but above the floor by its depth multiplied by the restitution
        swept,    ///< computes at what time in the step the ball hits the floor, and moves it on from there
    };

    struct Knobs
    {
        double gravity         = 9.81; ///< acceleration in m/s^2
        double height          = 2.0;  ///< height from which the ball falls at the start, in metres
        double restitution     = 0.85; ///< speed after a bounce over speed before
        double radius          = 0.15; ///< radius of the ball in metres
        double floor_thickness = 0.1;  ///< thickness of the floor in metres
        double rest_speed      = 0.2;  ///< speed after a bounce, in m/s, below which the ball stays on the floor
        Collision collision    = Collision::push_out;
    };

    static constexpr std::size_t bounces_kept = 8;

    struct State
    {
        double y             = 0.0; ///< height of the ball's middle above the top of the floor, in metres
        double v             = 0.0; ///< upward velocity of the ball in m/s
        std::int64_t bounces = 0;   ///< number of bounces since the start, or since the user held the ball
        /// Energy in J/kg after each of the last 8 bounces. The bounce number n, from 1, is at the index (n - 1) % 8.
        std::array<double, bounces_kept> bounce_energy{};
        bool resting      = false;
        bool below        = false; ///< true if the ball fell through the floor
        bool was_touching = false; ///< true if the ball touched the floor in the last step
        bool blown_up     = false;
        bool teleported   = false;

        static constexpr std::tuple hashed{&State::y,       &State::v,     &State::bounces,      &State::bounce_energy,
                                           &State::resting, &State::below, &State::was_touching, &State::blown_up};
        static constexpr std::tuple blended{&State::y, &State::v};
        static constexpr std::tuple moved{Motion{&State::y, &State::v}};
    };

    Knobs knobs{};

    State start() const { return {.y = knobs.radius + knobs.height, .teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    /// Parabolas between exact bounces. There are infinitely many bounces in a finite time; then the ball rests.
    void exact(State& state, double seconds) const;
    Probe probe(const State& state) const { return {state.y, state.v, energy(state)}; }

    /// Returns the kinetic and potential energy of a ball of 1 kg, in joules; zero for a ball at rest on the floor.
    double energy(const State& state) const
    {
        return 0.5 * state.v * state.v + knobs.gravity * (state.y - knobs.radius);
    }
    /// Returns the largest step in seconds with which the ball cannot pass through the floor at its first bounce.
    double largest_safe_step() const
    {
        const double fastest = std::sqrt(2.0 * knobs.gravity * knobs.height);
        return (knobs.floor_thickness + 2.0 * knobs.radius) / fastest;
    }

private:
    void move(State& state, const Step& step, double h) const
    {
        sim::integrate(step.integrator, state.y, state.v, h, [g = knobs.gravity](double, double) { return -g; });
    }
    void collide(State& state, const Step& step, double before_y, double before_v, sim::Events& events) const;
    void bounce_swept(State& state, const Step& step, double before_y, double before_v) const;
    void end_bounce(State& state) const;
};

} // namespace scenes
