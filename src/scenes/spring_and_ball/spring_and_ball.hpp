// scenes/spring_and_ball/spring_and_ball.hpp -- a ball on a stiff spring that swings against a thin wall
//
//     |~~~~~~~~~~~~O        |      x is measured from the ball's position at rest
//     anchor      ball     wall
#pragma once

#include "scenes/scene_type.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace scenes
{

struct SpringAndBall
{
    struct Knobs
    {
        double stiffness = 600.0; ///< spring constant in N/m
        double mass = 1.0; ///< mass of the ball in kg
        double damping_ratio = 0.0; ///< 1 is critical damping
        double start_x = -1.0; ///< position at the start in metres, relative to the position at rest
        double start_v = 0.0; ///< velocity at the start in m/s
        double wall_x = 1.0; ///< position of the wall's middle in metres, relative to the position at rest
        double wall_thickness = 0.05; ///< thickness of the wall in metres
        double radius = 0.18; ///< radius of the ball in metres
        double restitution = 1.0; ///< speed after a bounce / speed before the bounce
        bool uses_swept_collision = false; ///< true: the whole path of a step is tested for a hit; false: only its end
    };

    struct State
    {
        double x = 0.0; ///< position of the ball in metres, relative to its position at rest
        double v = 0.0; ///< velocity of the ball in m/s
        std::int8_t wall_side = -1; ///< the ball is on this side of the wall: -1 is left, 1 is right
        bool has_blown_up = false; ///< true after |x| has exceeded sim::blow_up_position; the ball moves no more
        /// True in the first state after a reset: no frame interpolates between the previous state and this one.
        bool is_teleported = false;

        friend bool operator==(const State&, const State&) = default;
        static constexpr std::tuple hashed_fields{&State::x, &State::v, &State::wall_side, &State::has_blown_up};
        static constexpr std::tuple interpolated_fields{&State::x, &State::v};
        static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::x, &State::v}};
    };

    static constexpr double anchor_x = -2.1; ///< position in metres of the spring's fixed end

    Knobs knobs{};

    State initial_state() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::EventCounts& events) const;
    /// From the anchor to the wall, on the ball's side of the wall.
    Reach reach(const State& state) const
    {
        return state.wall_side < 0 ? Reach{{anchor_x + knobs.radius, 0.0}, {contact_x(-1), 0.0}}
                                   : Reach{{contact_x(1), 0.0}, {right_edge_x() - knobs.radius, 0.0}};
    }
    /// Right edge in metres of the picture that is not zoomed.
    double right_edge_x() const { return std::max(1.9, knobs.wall_x + 0.7); }
    void move_with_hand(State& state, const sim::Input& input) const
    {
        const HeldMotion motion = held_motion(input, reach(state));
        state.x = motion.x.x;
        state.v = motion.v.x;
    }
    Observables observables(const State& state) const { return {state.x, state.v, energy(state)}; }

    /// Kinetic and elastic energy in joules.
    double energy(const State& state) const
    {
        return 0.5 * knobs.mass * state.v * state.v + 0.5 * knobs.stiffness * state.x * state.x;
    }
    /// Angular frequency in rad/s that the spring would have without damping.
    double angular_frequency() const { return std::sqrt(knobs.stiffness / knobs.mass); }
    FastestVibration fastest_vibration() const
    {
        return {.angular_frequency = angular_frequency(),
                .damping_ratio = knobs.damping_ratio,
                .instability_phrase = "made the ball swing wider and wider until it flew away"};
    }
    /// Largest step in seconds with which a ball with the energy of its start cannot pass through the wall.
    double largest_step_without_tunnelling() const
    {
        if (knobs.uses_swept_collision) return std::numeric_limits<double>::infinity();
        const double max_speed = std::sqrt(2.0 * energy(initial_state()) / knobs.mass);
        return (knobs.wall_thickness + 2.0 * knobs.radius) / max_speed;
    }
    /// Position in metres of the ball's centre at a contact; `side` is -1 left of the wall, 1 right of the wall.
    double contact_x(std::int8_t side) const
    {
        return knobs.wall_x + side * (knobs.radius + knobs.wall_thickness / 2.0);
    }
    /// Reflects a ball that hits the wall. Counts a tunnelling if the ball has passed through it.
    void collide_with_wall(State& state, sim::EventCounts& events) const;
    /// True if the ball is farther than sim::blow_up_position from x = 0, or if x or v is not finite.
    static bool is_out_of_bounds(const State& state)
    {
        return !std::isfinite(state.x) || !std::isfinite(state.v) || std::abs(state.x) > sim::blow_up_position;
    }

private:
    void integrate_motion(State& state, const Step& step) const;
};

} // namespace scenes
