// scenes/storm/storm.hpp -- up to four million balls on springs: the steps of a frame can take longer than the frame
//
//     o o o o o o o o o o     Each ball swings up and down around its rest position in a grid.
//     o o o o o o o o o o     The last row swings slightly faster than the first, because the springs are stiffer.
//     o o o o o o o o o o     So the waves that run through the grid change from row to row.
//
// The balls do not touch. So threads do not change the result, and a block of balls can stay in the cache.
#pragma once

#include "scenes/scene_type.hpp"
#include "sim/physics/spring.hpp"

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
    struct Knobs
    {
        int ball_count = 100'000;
        int substep_count = 1; ///< equal substeps per step
        int thread_count = 0; ///< 0 uses all threads of the machine, at most 16
        double stiffness = 40.0; ///< spring constant in N/m in the middle row; each ball has a mass of 1 kg
        double frequency_spread = 0.2; ///< relative rise of the frequency from first to last row; 0.2 is 20 %
        double damping_ratio = 0.0; ///< 1 is critical damping

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct State
    {
        /// Height of each ball above its rest position in metres. At the start, the amplitude is 1 m.
        std::vector<float> x{};
        std::vector<float> v{}; ///< upward velocity of each ball in m/s
        /// Values of `x` before the newest step, for interpolation; empty in an interpolated state.
        std::vector<float> previous_x{};
        bool has_blown_up = false;
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{&State::x, &State::v, &State::has_blown_up};
        std::size_t heap_bytes() const { return (x.capacity() + v.capacity() + previous_x.capacity()) * sizeof(float); }
    };

    /// The grid of balls. Rows are filled from left to right; the last row may be shorter.
    struct GridSize
    {
        int columns = 1;
        int rows = 1;
    };

    Knobs knobs{};

    State initial_state() const;
    /// Stops after a blow-up. The last step ends at the simulated time `steps.end_time`.
    void step_many(State& state, const Step& steps, sim::EventCounts& events) const;
    /// `current` contains the last two states.
    void interpolate(const State& current, double alpha, State& out_without_v) const;
    void extrapolate(const State& current, double seconds, State& out_without_v) const;
    /// `x` and `v` belong to the first ball; `energy` is the sum for all balls, estimated from 1,024 balls.
    Observables observables(const State& state) const;

    /// The highest frequency divided by the substep count: with n substeps, a stable step can be n times as long.
    FastestVibration fastest_vibration() const
    {
        return {band_spring_angular_frequency(stiffness_band_count() - 1) / knobs.substep_count, knobs.damping_ratio};
    }
    /// Returns the columns and rows of a grid of `ball_count` balls; it is about 16/9 times as wide as high.
    static GridSize grid_size(int ball_count);
    /// In rad/s.
    double angular_frequency(std::size_t ball_index) const;

    /// Measured and smoothed.
    StepCost step_cost(double step_hz) const
    {
        const double seconds = workspace_.seconds_per_step;
        return {seconds, seconds > 0.0 ? knobs.ball_count / (seconds * step_hz) : 0.0};
    }

private:
    // Adjacent rows of balls whose springs are equally stiff.
    struct Band
    {
        std::size_t begin_ball;
        std::size_t end_ball;
        sim::LinearStep substep_matrix;
    };

    // Caches, worker threads and measured times, which are not part of the simulated state. Not copied with the scene.
    struct Workspace
    {
        std::vector<Band> bands{};
        bool is_stable = true; // true if the integrator is stable for all rows
        Knobs knobs_used_for_bands{};
        Step step_used_for_bands{};
        std::shared_ptr<base::WorkerPool> pool{}; // not shared, but a unique_ptr would need the complete type
        double seconds_per_step = 0.0;

        Workspace() = default;
        Workspace(const Workspace&) {}
        Workspace& operator=(const Workspace&) { return *this; } // NOLINT(bugprone-unhandled-self-assignment)
    };

    int stiffness_band_count() const;
    double band_spring_angular_frequency(int band_index) const;
    // Computes the bands again if the knobs or the step have changed.
    void prepare_bands(const Step& step) const;
    void run_steps(State& state, std::int64_t step_count) const;
    // The new heights are in `previous_x` until run_steps() swaps it with `x`, when all balls are stepped.
    void step_balls(State& state, std::int64_t step_count, std::size_t begin_ball, std::size_t end_ball) const;
    bool has_escaped_ball(const State& state) const;

    mutable Workspace workspace_{};
};

} // namespace scenes
