// scenes/storm/storm.hpp -- one to four million balls on springs, stepped for real: the honest spiral of death
//
//     o o o o o o o o o o     Each ball swings up and down about its place in a grid. The rows have springs of their
//     own, o o o o o o o o o o     from a little slower to a little faster, so that waves run through the field and
//     part ways.
//
// Balls do not touch, so any number of threads may share them out without changing a bit, and a block of them can take
// all the steps of a frame while it lies in the cache. Positions and velocities are floats in two arrays.
#pragma once

#include "scenes/scene.hpp"
#include "sim/physics/integrators/exact_spring.hpp"

#include <memory>
#include <vector>

namespace base
{

class WorkerPool;

} // namespace base

namespace scenes
{

struct Storm
{
    static constexpr std::string_view name  = "storm";
    static constexpr std::string_view title = "Storm";
    static constexpr std::string_view watch =
        "Every ball costs time: when a frame's steps take longer than the frame, the next one has more of them to do.";
    static constexpr bool uses_integrator = true;
    static constexpr bool has_exact_step  = true;
    // Eighty storms to see the shadow of one would be too many, and so would be another one to judge it.
    static constexpr bool has_reference          = false;
    static constexpr bool judges_reproducibility = false;

    struct Knobs
    {
        int count        = 100'000; ///< balls, 1 to 4,000,000
        int substeps     = 1;       ///< parts into which each step is cut, 1 to 1,000
        int threads      = 0;       ///< 1 to 16; 0 for as many as the machine has
        double stiffness = 40.0;    ///< N/m of the middle row, for balls of 1 kg; 1 to 10,000
        double spread    = 0.2;     ///< how much faster the last row swings than the first, 0 to 1
        double damping   = 0.0;     ///< ratio to critical damping, 0 to 1

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct State
    {
        std::vector<float> x{};      ///< m from each ball's place, upwards; amplitudes start at 1
        std::vector<float> v{};      ///< m/s
        std::vector<float> before{}; ///< x one step earlier, for blending; a blended state has none
        bool blown_up   = false;
        bool teleported = false;

        friend bool operator==(const State&, const State&) = default;
    };

    /// Balls lie in rows from left to right; the last row may be shorter.
    struct Grid
    {
        int columns = 1;
        int rows    = 1;
    };

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// How it is drawn.
    static SceneView view();
    State start() const;
    /// `n` steps at once, the last of which ends at step.time.
    void steps(State& state, std::int64_t n, const Step& step, sim::Events& events) const;
    void blend(const State& unused, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// x and v: of the first ball. Energy: of 1,024 balls picked evenly, scaled to all.
    Probe probe(const State& state) const;
    static void hash(const State& state, sim::StateHash& hash);
    static std::size_t heap_bytes(const State& state);

    /// The fastest row's spring, in a substep's eyes: a step is as stable as each of its parts.
    Stiffness stiffness() const;
    static Grid grid(int count);
    /// The spring of the row in which a ball lies, in rad/s.
    double angular_frequency(std::size_t ball) const;
    /// Where a ball truly is `seconds` after the start.
    Probe true_motion(std::size_t ball, double seconds) const;

    /// Seconds that a step costs on this machine now, measured while stepping and smoothed; 0 before the first.
    double step_cost() const { return machinery_.seconds_per_step; }
    /// The count at which `hz` steps a second cost a second: beyond it this machine spirals. 0 before it is measured.
    /// In proportion to the cost now, so the nearer the count is to it the truer.
    double spiral_count(double hz) const;

private:
    // How a step moves the balls of a band of rows that share one spring.
    struct Band
    {
        std::size_t begin;
        std::size_t end;
        sim::LinearStep move;
    };

    // What belongs to one scene object and to no copy of it: a copy starts without, and is never stepped by the
    // threads, or judged by the stopwatch, of another.
    struct Machinery
    {
        std::vector<Band> plan{};
        bool stable = true; // no band of the plan grows without end
        Knobs planned_for{};
        Step planned_step{};
        std::unique_ptr<base::WorkerPool> pool{};
        double seconds_per_step = 0.0;

        Machinery();
        Machinery(const Machinery& starts_without);
        Machinery& operator=(const Machinery& /*keeps its own*/) { return *this; }
        ~Machinery();
    };

    int bands() const;
    double band_frequency(int band) const;
    void plan(const Step& step) const;
    void run(State& state, std::int64_t n) const;
    int threads_for(double ball_steps) const;
    void advance(State& state, std::int64_t n, std::size_t begin, std::size_t end) const;
    bool out_of_bounds(const State& state) const;

    mutable Machinery machinery_{};
};

} // namespace scenes
