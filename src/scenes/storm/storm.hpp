// scenes/storm/storm.hpp -- one to four million balls on springs, all really stepped: a frame's steps can take longer
// than the frame (spiral of death)
//
//     o o o o o o o o o o     Each ball swings up and down about its place in a grid. The springs differ from row to
//     row: o o o o o o o o o o     the last row swings a little faster than the first. Waves run through the field and
//     drift apart.
//
// Balls do not touch, so any number of threads may share the balls without changing a bit of the result. A block of
// balls can take all steps of a frame while it is in the cache. Positions and velocities are floats in two arrays.
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
    // A reference motion takes 4,800 steps a second, 80 times the work of a scene at 60 Hz. Judging reproducibility
    // would double the work.
    static constexpr bool has_reference          = false;
    static constexpr bool judges_reproducibility = false;

    struct Knobs
    {
        int count        = 100'000; ///< balls, 1 to 4,000,000
        int substeps     = 1;       ///< parts into which each step is cut, 1 to 1,000
        int threads      = 0;       ///< 1 to 16; 0 for as many as the machine has
        double stiffness = 40.0;    ///< N/m of the middle row's springs, for balls of 1 kg; 1 to 10,000
        double spread    = 0.2;     ///< 0 to 1; with 0.2 the last row swings 20 % faster than the first
        double damping   = 0.0;     ///< ratio to critical damping, 0 to 1

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct State
    {
        std::vector<float> x{};      ///< m, height of each ball above its place; the amplitude at the start is 1 m
        std::vector<float> v{};      ///< m/s
        std::vector<float> before{}; ///< x one step earlier, for blending; empty in a blended state
        bool blown_up   = false;
        bool teleported = false;

        friend bool operator==(const State&, const State&) = default;
    };

    /// The grid of the balls: they fill rows from left to right; the last row may be shorter.
    struct Grid
    {
        int columns = 1;
        int rows    = 1;
    };

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// Returns the functions that draw the scene.
    static SceneView view();
    State start() const;
    /// Takes `n` steps at once; the last step ends at step.time.
    void steps(State& state, std::int64_t n, const Step& step, sim::Events& events) const;
    void blend(const State& unused, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// Returns x and v of the first ball, and the energy of all balls, estimated from 1,024 evenly picked balls.
    Probe probe(const State& state) const;
    static void hash(const State& state, sim::StateHash& hash);
    static std::size_t heap_bytes(const State& state);

    /// Returns the spring of the fastest row for one substep, because a step is stable if each substep is stable.
    Stiffness stiffness() const;
    static Grid grid(int count);
    /// Returns the angular frequency in rad/s of the row in which a ball lies.
    double angular_frequency(std::size_t ball) const;
    /// Returns the exact motion of a ball `seconds` after the start.
    Probe true_motion(std::size_t ball, double seconds) const;

    /// Returns the seconds that a step costs on this machine now, measured while stepping and smoothed; 0 before the
    /// first step.
    double step_cost() const { return machinery_.seconds_per_step; }
    /// Returns the number of balls with which `hz` steps a second take one second; with more balls, the machine is in
    /// the spiral of death. Returns 0 before the first measurement. The number is computed from the present cost per
    /// ball, so it is most accurate near the present number of balls.
    double spiral_count(double hz) const;

private:
    // A band of rows that share one spring, and the linear step that moves their balls.
    struct Band
    {
        std::size_t begin;
        std::size_t end;
        sim::LinearStep move;
    };

    // Members that are never copied with a scene object. A copy starts with empty members, so it never uses the threads
    // or the measured cost of another object; an assignment keeps the old members.
    struct Machinery
    {
        std::vector<Band> plan{};
        bool stable = true; // true if the integrator is stable for all bands
        Knobs planned_for{};
        Step planned_step{};
        std::unique_ptr<base::WorkerPool> pool{};
        double seconds_per_step = 0.0;

        Machinery();
        Machinery(const Machinery& starts_without);
        Machinery& operator=(const Machinery&) { return *this; }
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
