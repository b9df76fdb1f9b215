// scenes/player/player.hpp -- a player who runs, jumps and dashes over a gap: shows input latency and lost key presses
//
//      o->              ____________
//     ___________      |            goal
//     start      | gap |
#pragma once

#include "scenes/scene.hpp"

namespace scenes
{

struct Player
{
    static constexpr std::string_view name  = "player";
    static constexpr std::string_view title = "Player";
    static constexpr std::string_view watch =
        "Left, right, jump, dash: a coarse step jumps short of the gap, a careless loop loses your presses.";
    static constexpr bool uses_integrator = false;

    static constexpr double stage_width = 16.0; ///< m
    static constexpr double start_x     = 1.0;  ///< m
    static constexpr double gap_from    = 6.5;  ///< m, start of the gap, which is `gap` wide
    static constexpr double goal_x      = 15.0; ///< m
    static constexpr double half_width  = 0.2;  ///< m, half of the player's width
    static constexpr double height      = 0.9;  ///< m, height of the player

    /// The quantities that the code multiplies by the step. Forces must be multiplied; impulses, such as a jump, must
    /// not.
    enum class TimesDt : std::int8_t
    {
        forces,
        nothing, ///< neither: a force changes the speed by the same amount in every step, which is right only at 60 Hz
        everything, ///< both: an impulse depends on the step, too, and is right only at 60 Hz
    };

    struct Knobs
    {
        double gap       = 4.0;  ///< m, 2 to 6
        double run       = 6.0;  ///< m/s, 2 to 12
        double jump      = 9.0;  ///< m/s upwards, 4 to 15
        double gravity   = 25.0; ///< m/s^2, 10 to 40
        double buffer    = 0.0;  ///< s, how long an early press is remembered, 0 to 0.3
        double coyote    = 0.0;  ///< s, how long a jump is still allowed after the player ran over the edge, 0 to 0.3
        bool autopilot   = true; ///< the player runs and jumps by itself until the user presses a key
        TimesDt times_dt = TimesDt::forces;

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct State
    {
        double x           = start_x; ///< m, the player's middle
        double y           = 0.0;     ///< m, height of the feet above the ground
        double vx          = 0.0;     ///< m/s
        double vy          = 0.0;     ///< m/s
        double dash_left   = 0.0;     ///< s until the dash ends
        double heard       = 0.0;     ///< s, how long the last press is still remembered
        double edge        = 0.0;     ///< s, how long a jump is still allowed in the air
        std::int8_t facing = 1;       ///< direction of view: -1 is left, 1 is right
        bool grounded      = true;
        bool may_dash      = true;  ///< a dash is allowed once per flight
        bool manual        = false; ///< the user has pressed a key
        bool teleported    = false;

        friend bool operator==(const State&, const State&) = default;
    };

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// Returns the functions that draw the scene.
    static SceneView view();
    State start() const { return {.teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// Returns x, the speed along x, and kinetic plus potential energy of 1 kg above the bottom of the gap.
    Probe probe(const State& state) const;
    static void hash(const State& state, sim::StateHash& hash);

    /// Returns the x in metres at which the ground begins again.
    double gap_to() const { return gap_from + knobs.gap; }
    /// Returns true if there is ground under a player whose middle is at `x`.
    bool over_ground(double x) const;

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
