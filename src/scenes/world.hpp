// scenes/world.hpp -- a running scene: its newest state, the state before the newest step, and its event counts
// A step of the default scene takes well under 100 ns (bench/physics), although the scene is chosen at run time.
#pragma once

#include "scenes/scene.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace scenes
{

/// Sum of seconds with compensated summation: rounding errors do not add up, even over weeks of steps of 1/60 s.
class CompensatedSeconds
{
public:
    void add(double h)
    {
        const double sum = seconds_ + h; // D. Knuth's TwoSum algorithm
        const double rounded_h = sum - seconds_;
        const double rounded_seconds = sum - rounded_h;
        rounding_error_ += (seconds_ - rounded_seconds) + (h - rounded_h);
        seconds_ = sum;
    }
    double seconds() const { return seconds_ + rounding_error_; }

private:
    double seconds_ = 0.0;
    double rounding_error_ = 0.0;
};

class World
{
public:
    /// Starts the scene `settings.scene_index` with its default integrator.
    explicit World(const SceneSettings& settings = *find_scene_defaults("spring-and-ball"));

    const SceneType& type() const { return *type_; }
    std::string_view name() const { return type_->name; }
    /// True if the newest steps of both had the same scene, settings and integrator.
    bool has_same_settings(const World& other) const
    {
        return type_ == other.type_ && integrator_ == other.integrator_ && applied_knobs_ == other.applied_knobs_;
    }

    /// Restarts at the simulated time 0. Does not clear the event counts.
    void reset();
    /// Runs a step of `h` > 0 seconds. Keeps the state before the step for interpolate().
    void step(double h, const sim::Input& input = {}) { run_steps(h, 1, input); }
    /// Runs a step of `h` seconds for each input; bit-identical to calls of step(), but faster in the scene Storm.
    void step_many(double h, std::span<const sim::Input> inputs);

    /// Simulated time in seconds since the last reset.
    double time() const { return simulated_clock_.seconds(); }
    /// Number of steps since the last reset.
    std::int64_t step_count() const { return step_count_; }
    /// Simulated time in seconds of the last teleport of the body since the last reset; 0 if there was none.
    double last_teleport_time() const { return last_teleport_time_; }
    Observables observables() const { return observables(current_state_); }
    /// Position, velocity and energy in `shown`, a state of this scene, such as the output of interpolate().
    Observables observables(const AnyState& shown) const { return type_->observables(scene_, shown); }
    double energy() const { return observables().energy; } ///< in joules
    /// Where the hand can hold the body in its newest state; empty if the scene has no body that can be held.
    std::optional<Reach> reach() const
    {
        return type_->reach != nullptr ? std::optional{type_->reach(scene_, current_state_)} : std::nullopt;
    }
    /// True if the hand can hold a body: there is one, and it has not flown away.
    bool can_be_held() const { return type_->reach != nullptr && std::abs(observables().x) < sim::blow_up_position; }
    bool has_camera() const { return type_->camera_settings != nullptr; }
    /// Requires has_camera().
    CameraSettings camera_settings() const { return type_->camera_settings(scene_); }
    /// The coordinate in metres that the camera follows in a state of this scene. Requires has_camera().
    double camera_target_x(const AnyState& state) const { return type_->camera_target_x(scene_, state); }
    const sim::EventCounts& events() const { return events_; }
    /// Counts an event that happens between two steps.
    void count_event(int sim::EventCounts::*counter) { ++(events_.*counter); }
    /// Hash of the newest state; empty if the state contains a NaN.
    std::optional<std::uint64_t> state_hash() const;
    /// Heap memory of the newest state in bytes. The time of state_hash() grows with it.
    std::size_t state_bytes() const { return current_state_.heap_bytes(); }
    /// Measured computing times. Empty if the scene does not measure its steps.
    std::optional<StepCost> step_cost(double step_hz) const { return type_->step_cost(scene_, step_hz); }

    sim::Integrator integrator() const { return integrator_; }
    bool supports(sim::Integrator integrator) const;
    /// Returns false and does nothing if the scene does not support the integrator. Only `exact` can be unsupported.
    bool set_integrator(sim::Integrator integrator);
    /// Empty if the scene has no spring.
    std::optional<FastestVibration> fastest_vibration() const { return type_->fastest_vibration(scene_); }
    /// Largest stable step in seconds; 0 if no step is stable, infinity if all are. Empty if the scene has no spring.
    std::optional<double> stable_step_limit() const;
    /// Rate in 1/s at which vibrations grow with steps of `step_s` seconds; 0 if the step is stable or without springs.
    double growth_rate(double step_s) const;
    /// Longest step in seconds in which no body passes through another; empty if there is no limit.
    std::optional<double> largest_step_without_tunnelling() const
    {
        return type_->largest_step_without_tunnelling(scene_);
    }

    /// A reset that a knob needs happens at the beginning of the next step.
    void set_knobs(const SceneSettings& settings);

    /// Interpolates from the previous state (`alpha` 0) to the newest (1). Writes to `out` and reuses its memory.
    void interpolate(double alpha, AnyState& out) const
    {
        type_->interpolate(scene_, previous_state_, current_state_, alpha, out);
    }
    /// Extrapolates the newest state by its velocities and writes it to `out`.
    void extrapolate(double seconds, AnyState& out) const { type_->extrapolate(scene_, current_state_, seconds, out); }
    /// Runs a step on a copy of the newest state and writes the result to `out`.
    void write_next_state(double h, const sim::Input& input, AnyState& out) const;
    /// Writes the exact state at the simulated time `time` in s. Returns false if the scene has no exact motion.
    bool write_exact_state(double time, AnyState& out);

    const AnyState& current_state() const { return current_state_; }
    const AnyScene& scene() const { return scene_; }

private:
    /// Resets the world, or only its exact motion, if a knob has changed.
    void apply_knob_changes();
    void run_steps(double h, std::int64_t step_count, const sim::Input& input);
    void restart_exact_motion(); ///< starts the exact motion at the current state

    const SceneType* type_;
    AnyScene scene_;
    // The scene's numeric settings as of the last step; the current settings can be different.
    std::array<double, SceneSettings::max_knobs> applied_knobs_{};
    bool may_have_knob_changes_ = false;
    AnyState previous_state_{};
    AnyState current_state_{};
    CompensatedSeconds simulated_clock_{};
    std::int64_t step_count_ = 0;
    double last_teleport_time_ = 0.0;
    sim::EventCounts events_{};
    base::AnyValue exact_motion_{};
    // Simulated time in seconds at which the exact solution starts.
    double exact_motion_start_seconds_ = 0.0;
    sim::Integrator integrator_;
    mutable std::optional<double> largest_stable_step_{}; // computed on demand; empty after a change of the settings
};

} // namespace scenes
