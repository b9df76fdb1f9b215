// scenes/smoke/smoke.hpp -- a vehicle that puffs smoke at a constant rate while it drives; the trail shows whether the
// steps are even
//
//     .  .  .  .  .  .  .  . [=>        even: small steps, or puffs spread over the step
//     :        :        :    [=>        clumped: a long step emits all its puffs where it ends
//
// Positions grow to the right without limit; on_stage wraps them to the stage for drawing.
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
    static constexpr double stage_width   = 16.0; ///< m; a vehicle that leaves on the right enters on the left

    struct Knobs
    {
        double speed = 4.0;   ///< m/s of the vehicle, 0.5 to 20
        double rate  = 60.0;  ///< puffs per second, 1 to 1,000
        double life  = 3.0;   ///< s, how long a puff is visible, 0.5 to 4
        bool spread  = false; ///< gives each puff its own time within the step

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct Puff
    {
        double x       = 0.0;  ///< m, along the road, not wrapped
        double y       = 0.0;  ///< m, upwards from the exhaust
        double age     = 0.0;  ///< s
        double birth_x = 0.0;  ///< m, place of birth
        float drift_x  = 0.0F; ///< m/s, velocity along the road
        float drift_y  = 0.0F; ///< m/s, upward velocity

        friend bool operator==(const Puff&, const Puff&) = default;
    };

    struct State
    {
        double x             = 0.0; ///< m, the vehicle's exhaust, not wrapped
        double v             = 0.0; ///< m/s
        double owed          = 0.0; ///< puffs that are due; less than one after a step
        std::int64_t emitted = 0;   ///< number of puffs since the start; puffs.back() is the newest
        std::vector<Puff> puffs{};  ///< oldest first
        bool teleported = false;

        friend bool operator==(const State&, const State&) = default;
    };

    class Exact;

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// Returns the functions that draw the scene.
    static SceneView view();
    State start() const { return {.v = knobs.speed, .teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    Probe probe(const State& state) const { return {state.x, state.v, 0.5 * state.v * state.v}; }
    static void hash(const State& state, sim::StateHash& hash);
    static std::size_t heap_bytes(const State& state) { return state.puffs.capacity() * sizeof(Puff); }

    /// Returns the metres between two puffs of an even trail.
    double even_gap() const { return knobs.speed / knobs.rate; }
    /// Returns the largest gap between the births of neighbouring puffs, divided by the gap of an even trail: 1 for a
    /// perfect trail, or for fewer than two puffs.
    double unevenness(const State& state) const;
    /// Returns the position, 0 to stage_width, at which a body at `x` is drawn.
    static double on_stage(double x);

private:
    void emit(State& state, double x, double age) const;
    void grow_older(State& state, double seconds) const;
};

/// The exact motion: each puff is born at its own time and place, for steps of any size.
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
