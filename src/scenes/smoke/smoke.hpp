// scenes/smoke/smoke.hpp -- a vehicle that puffs smoke at an even rate while it drives: does the trail come out even?
//
//     .  .  .  .  .  .  .  . [=>        even: small steps, or puffs spread over the step
//     :        :        :    [=>        clumped: all that a long step owes comes out where the step ends
//
// Positions go on for ever to the right, and are wrapped to the stage only for drawing (on_stage).
#pragma once

#include "scenes/scene.hpp"

#include <vector>

namespace scenes
{

struct Smoke
{
    static constexpr std::string_view name  = "smoke";
    static constexpr std::string_view title = "Smoke";
    static constexpr std::string_view watch =
        "The puffs should be evenly spaced; after a lag spike, one long step drops them all in one spot.";
    static constexpr bool uses_integrator = false;
    static constexpr double stage_width   = 16.0; ///< m; what leaves on the right enters on the left

    struct Knobs
    {
        double speed = 4.0;   ///< m/s of the vehicle, 0.5 to 20
        double rate  = 60.0;  ///< puffs per second, 1 to 1,000
        double life  = 3.0;   ///< s, how long a puff is seen, 0.5 to 4
        bool spread  = false; ///< give each puff its own moment within the step

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct Puff
    {
        double x       = 0.0;  ///< m, along the road, not wrapped
        double y       = 0.0;  ///< m, upwards from the exhaust
        double age     = 0.0;  ///< s
        double birth_x = 0.0;  ///< m, where it came out
        float drift_x  = 0.0F; ///< m/s
        float drift_y  = 0.0F; ///< m/s

        friend bool operator==(const Puff&, const Puff&) = default;
    };

    struct State
    {
        double x             = 0.0; ///< m, the vehicle's exhaust, not wrapped
        double v             = 0.0; ///< m/s
        double owed          = 0.0; ///< puffs, less than one after a step
        std::int64_t emitted = 0;   ///< since the start; puffs.back() is the newest
        std::vector<Puff> puffs{};  ///< oldest first
        bool teleported = false;

        friend bool operator==(const State&, const State&) = default;
    };

    class Exact;

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// How it is drawn.
    static SceneView view();
    State start() const { return {.v = knobs.speed, .teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    Probe probe(const State& state) const { return {state.x, state.v, 0.5 * state.v * state.v}; }
    static void hash(const State& state, sim::StateHash& hash);
    static std::size_t heap_bytes(const State& state) { return state.puffs.capacity() * sizeof(Puff); }

    /// Metres between two puffs of an even trail.
    double even_gap() const { return knobs.speed / knobs.rate; }
    /// The largest gap between neighbouring births over the even one: 1 for a perfect trail. 1 for fewer than two
    /// puffs.
    double unevenness(const State& state) const;
    /// Where something at `x` is drawn: 0 to stage_width.
    static double on_stage(double x);

private:
    void emit(State& state, double x, double age) const;
    void grow_older(State& state, double seconds) const;
};

/// Every puff at its own moment, whatever the steps are.
class Smoke::Exact
{
public:
    Exact() = default;
    Exact(const Smoke& scene, const State& from);
    void at(double seconds, State& out) const;

private:
    Smoke scene_{};
    State from_{};
};

} // namespace scenes
