// scenes/world.hpp -- a running scene: its newest state, the state before the newest step, and the counts of events
//
// A World can be copied, compared by state hash, and stepped ahead as a copy. The scene is chosen at run time; a step
// of the default scene still takes well under 100 ns (bench/physics).
#pragma once

#include "scenes/scene.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace scenes
{

/// A sum of seconds and its rounding errors. It is exact to the last bit, even after weeks of steps of 1/60 s.
class Stopwatch
{
public:
    void add(double h)
    {
        const double sum             = seconds_ + h; // the TwoSum algorithm of D. Knuth
        const double rounded_h       = sum - seconds_;
        const double rounded_seconds = sum - rounded_h;
        rounding_error_ += (seconds_ - rounded_seconds) + (h - rounded_h);
        seconds_ = sum;
    }
    double seconds() const { return seconds_ + rounding_error_; }

private:
    double seconds_        = 0.0;
    double rounding_error_ = 0.0;
};

/// A copy of all data of a world that change while it runs. World::load() restores them.
struct Snapshot
{
    AnyState previous{};
    AnyState current{};
    Stopwatch clock{};
    std::int64_t ticks   = 0;
    double teleported_at = 0.0; ///< simulated time in s of the newest step that teleported the body; 0 if there is none
    sim::Events events{};

    /// Includes the memory of vectors.
    std::size_t bytes() const { return sizeof(Snapshot) + previous.heap_bytes() + current.heap_bytes(); }
};

class World
{
public:
    World();
    /// Uses the scene's default integrator.
    explicit World(const SceneSettings& settings);

    const SceneType& type() const { return *type_; }
    std::string_view name() const { return type_->name; }

    /// Restarts at the simulated time 0. The event counts stay.
    void reset();
    /// `h` > 0 seconds. Stores the state before the step, so that blend() works after several steps, too.
    void step(double h, const sim::Input& input = {});
    /// A step of `h` seconds for each input: the same bits as single steps, but faster in the scene Storm.
    void steps(double h, std::span<const sim::Input> inputs);

    /// Simulated seconds since the last reset.
    double time() const { return snapshot_.clock.seconds(); }
    /// Steps since the last reset.
    std::int64_t ticks() const { return snapshot_.ticks; }
    /// Simulated time of the newest step since the last reset that teleported the body; 0 if there is none.
    double teleported_at() const { return snapshot_.teleported_at; }
    Probe probe() const { return probe(snapshot_.current); }
    /// `shown` must be a state of this scene, for example written by blend() or extrapolate().
    Probe probe(const AnyState& shown) const { return type_->probe(scene_, shown); }
    double energy() const { return probe().energy; }
    const sim::Events& events() const { return snapshot_.events; }
    /// Empty if the state contains NaN.
    std::optional<std::uint64_t> state_hash() const;
    /// Heap memory of the newest state in bytes. state_hash() reads all of it.
    std::size_t state_bytes() const { return snapshot_.current.heap_bytes(); }
    /// Empty if the scene does not measure its steps.
    std::optional<StepCost> step_cost(double hz) const { return type_->step_cost(scene_, hz); }

    sim::Integrator integrator() const { return integrator_; }
    bool supports(sim::Integrator integrator) const;
    /// Returns false and changes nothing if the scene does not support the integrator, which can only be `exact`.
    bool set_integrator(sim::Integrator integrator);
    /// Empty if the scene has no spring.
    std::optional<Stiffness> stiffness() const { return type_->stiffness(scene_); }
    /// Seconds: 0 if the integrator is never stable, infinity if it is always stable. Empty without a spring.
    std::optional<double> largest_stable_step() const;
    /// Seconds; empty if there is no limit.
    std::optional<double> largest_safe_step() const { return type_->largest_safe_step(scene_); }

    std::span<const SceneKnob> knobs() const { return type_->knobs; }
    double knob(const SceneKnob& knob) const;
    /// `settings` must be of the running scene.
    void set_knobs(const SceneSettings& settings);
    /// Clamps `value` to the knob's range. Does nothing if `value` is NaN.
    void set_knob(const SceneKnob& knob, double value);
    /// Returns false if there is no knob with that name.
    bool set_knob(std::string_view name, double value);

    /// Interpolates between the last two states and writes the result to `out`, whose memory is reused; the newest
    /// state if alpha is 1.
    void blend(double alpha, AnyState& out) const
    {
        type_->blend(scene_, snapshot_.previous, snapshot_.current, alpha, out);
    }
    /// Writes the newest state, extrapolated by its velocities, to `out`.
    void extrapolate(double seconds, AnyState& out) const
    {
        type_->extrapolate(scene_, snapshot_.current, seconds, out);
    }
    /// Runs a step with a copy of the newest state, which is written to `out`.
    void look_ahead(double h, const sim::Input& input, AnyState& out) const;
    /// Exact motion at the simulated second `time`. It restarts at each reset, change of a setting and release of a
    /// body. Returns false if the exact motion is not known.
    bool exact(double time, AnyState& out);

    Snapshot save() const { return snapshot_; }
    /// Reuses the memory of `snapshot_out`.
    void save(Snapshot& snapshot_out) const { snapshot_out = snapshot_; }
    /// Restores the data of a snapshot. Returns false and changes nothing if the snapshot is of another scene.
    bool load(const Snapshot& snapshot);

    const AnyState& previous() const { return snapshot_.previous; }
    const AnyState& current() const { return snapshot_.current; }
    const AnyScene& scene() const { return scene_; }

private:
    void apply_knob_changes();
    void restart_exact_motion(double start_seconds);

    const SceneType* type_;
    AnyScene scene_;
    // The settings at the last step, and whether they may have been changed since then.
    std::array<double, SceneSettings::max_knobs> applied_knobs_{};
    bool has_knob_changes_ = false;
    Snapshot snapshot_{};
    base::AnyValue exact_{};
    // Time on the simulated clock, in seconds, of the state from which exact_ computes the motion by a formula: of the
    // last reset, change of a setting, or release of a body by the user.
    double exact_since_ = 0.0;
    sim::Integrator integrator_;
};

} // namespace scenes
