// scenes/player/player.hpp -- run, jump and dash over a gap: where input latency and lost presses are felt
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
    static constexpr double gap_from    = 6.5;  ///< m, where the ground ends; it goes on `gap` further
    static constexpr double goal_x      = 15.0; ///< m
    static constexpr double half_width  = 0.2;  ///< m, of the player
    static constexpr double height      = 0.9;  ///< m, of the player

    /// What the code multiplies by the step: right for forces, wrong for impulses such as a jump.
    enum class TimesDt : std::int8_t
    {
        forces,
        nothing,    ///< forces are impulses, too: so much a step as would be right at 60 Hz
        everything, ///< impulses are forces, too: for one step, as strong as would be right at 60 Hz
    };

    struct Knobs
    {
        double gap       = 4.0;  ///< m, 2 to 6
        double run       = 6.0;  ///< m/s, 2 to 12
        double jump      = 9.0;  ///< m/s upwards, 4 to 15
        double gravity   = 25.0; ///< m/s^2, 10 to 40
        double buffer    = 0.0;  ///< s for which an early press is remembered, 0 to 0.3
        double coyote    = 0.0;  ///< s for which the edge may be overrun, 0 to 0.3
        bool autopilot   = true; ///< runs and jumps by itself until a key is touched
        TimesDt times_dt = TimesDt::forces;

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct State
    {
        double x           = start_x; ///< m, the middle
        double y           = 0.0;     ///< m, the feet over the ground
        double vx          = 0.0;     ///< m/s
        double vy          = 0.0;     ///< m/s
        double dash_left   = 0.0;     ///< s
        double heard       = 0.0;     ///< s for which a press is still remembered
        double edge        = 0.0;     ///< s for which a jump is still allowed in the air
        std::int8_t facing = 1;       ///< -1 or 1
        bool grounded      = true;
        bool may_dash      = true;  ///< once per flight
        bool manual        = false; ///< somebody has touched a key
        bool teleported    = false;

        friend bool operator==(const State&, const State&) = default;
    };

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// How it is drawn.
    static SceneView view();
    State start() const { return {.teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// x, its speed, and kinetic plus potential energy of 1 kg over the bottom of the gap.
    Probe probe(const State& state) const;
    static void hash(const State& state, sim::StateHash& hash);

    /// Where the ground begins again, in metres.
    double gap_to() const { return gap_from + knobs.gap; }
    /// Is there ground under a player whose middle is at `x`?
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
