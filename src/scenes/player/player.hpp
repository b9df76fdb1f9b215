// scenes/player/player.hpp -- a player who runs, jumps and dashes over a gap: shows input latency and lost key presses
//
//      o->              ____________
//     ___________      |            goal
//     start      | gap |
#pragma once

#include "scenes/scene_type.hpp"

namespace scenes
{

struct Player
{
    static constexpr double stage_width = 16.0; ///< width of the visible area in metres
    static constexpr double start_x     = 1.0;  ///< position of the start in metres
    static constexpr double gap_from    = 6.5;  ///< position in metres at which the gap begins
    static constexpr double goal_x      = 15.0; ///< position of the goal in metres
    static constexpr double half_width  = 0.2;  ///< half of the player's width in metres
    static constexpr double height      = 0.9;  ///< height of the player in metres

    /// The quantities that the scene's code multiplies by the step. Forces must be multiplied, impulses, such as a
    /// jump, must not; the other choices are mistakes.
    enum class TimesDt : std::int8_t
    {
        forces,
        /// A force changes the speed by the same amount in a step of any size; this is right only at 60 Hz.
        nothing,
        /// Forces and impulses are multiplied. The speed of a jump depends on the step; this is right only at 60 Hz.
        everything,
    };

    struct Knobs
    {
        double gap       = 4.0;  ///< width of the gap in metres
        double run       = 6.0;  ///< speed of the running player in m/s
        double jump      = 9.0;  ///< upward speed at the start of a jump in m/s
        double gravity   = 25.0; ///< acceleration in m/s^2
        double buffer    = 0.0;  ///< time in seconds for which a press in the air is remembered until the landing
        double coyote    = 0.0;  ///< time in seconds for which the player may still jump after running over the edge
        bool autopilot   = true; ///< the player runs and jumps by itself until the user presses a key
        TimesDt times_dt = TimesDt::forces;
    };

    struct State
    {
        double x         = start_x; ///< position of the player's middle in metres
        double y         = 0.0;     ///< height of the player's feet above the ground, in metres
        double vx        = 0.0;     ///< horizontal velocity of the player in m/s
        double vy        = 0.0;     ///< upward velocity of the player in m/s
        double dash_left = 0.0;     ///< time until the dash ends, in seconds
        /// Time in seconds until the last press of the jump key is forgotten: Knobs::buffer at the press.
        double heard = 0.0;
        /// Time in seconds for which the player may still jump after leaving the ground.
        double edge        = 0.0;
        std::int8_t facing = 1; ///< direction in which the player looks: -1 is left, 1 is right
        bool grounded      = true;
        bool may_dash      = true;  ///< true if the player may dash; only once before landing again
        bool manual        = false; ///< true if the user has pressed a key, which turns the autopilot off
        bool teleported    = false;

        static constexpr std::tuple hashed{&State::x,         &State::y,        &State::vx,    &State::vy,
                                           &State::dash_left, &State::heard,    &State::edge,  &State::facing,
                                           &State::grounded,  &State::may_dash, &State::manual};
        static constexpr std::tuple blended{&State::x, &State::y};
        static constexpr std::tuple moved{Motion{&State::x, &State::vx}, Motion{&State::y, &State::vy}};
    };

    Knobs knobs{};

    State start() const { return {.teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    /// Returns x and its velocity, and the energy of 1 kg relative to the bottom of the gap.
    Probe probe(const State& state) const;

    /// Returns the position in metres at which the gap ends.
    double gap_to() const { return gap_from + knobs.gap; }
    /// Returns true if there is ground below a player whose middle is at the position `x` in metres.
    bool over_ground(double x) const { return x - half_width < gap_from || x + half_width > gap_to(); }

private:
    double force_seconds(double h) const;
    double impulse(double speed, double h) const;
    sim::Input by_autopilot(const State& state) const;
    void run(State& state, double h, const sim::Input& input) const;
    void jump(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void move(State& state, double h) const;
    void leave_stage(State& state, double time, sim::Events& events) const;
};

} // namespace scenes
