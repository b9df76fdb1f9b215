// scenes/world.hpp -- a running scene: its newest state, the state before the newest step, and the numbers of events
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
        const double sum    = seconds_ + h; // the TwoSum algorithm of D. Knuth
        const double of_h   = sum - seconds_;
        const double of_old = sum - of_h;
        lost_ += (seconds_ - of_old) + (h - of_h);
        seconds_ = sum;
    }
    double seconds() const { return seconds_ + lost_; }

private:
    double seconds_ = 0.0;
    double lost_    = 0.0;
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

    /// Returns the size of this snapshot in bytes, including its vectors.
    std::size_t bytes() const { return sizeof(Snapshot) + previous.heap_bytes() + current.heap_bytes(); }
};

class World
{
public:
    World();
    /// Runs the scene of `choice` with its default integrator.
    explicit World(const SceneChoice& choice);

    const SceneType& type() const { return *type_; }
    std::string_view name() const { return type_->name; }

    /// Restarts the scene at the simulated time 0. The numbers of events stay.
    void reset();
    /// Computes one step of `h` > 0 seconds. Stores the state before it, so that blend() works after several steps,
    /// too.
    void step(double h, const sim::Input& input = {});
    /// Computes one step of `h` seconds for each input. The result is equal, bit by bit, to that of single steps. It is
    /// faster if the scene can compute several steps at once (the scene Storm).
    void steps(double h, std::span<const sim::Input> inputs);

    /// Returns the simulated time since the last reset, in seconds.
    double time() const { return now_.clock.seconds(); }
    /// Returns the number of steps since the last reset.
    std::int64_t ticks() const { return now_.ticks; }
    /// Returns the simulated time of the newest step since the last reset that teleported the body; 0 if there is none.
    double teleported_at() const { return now_.teleported_at; }
    Probe probe() const { return probe(now_.current); }
    /// `shown` must be a state of this scene, for example written by blend() or extrapolate().
    Probe probe(const AnyState& shown) const { return type_->probe(scene_, shown); }
    double energy() const { return probe().energy; }
    const sim::Events& events() const { return now_.events; }
    /// Returns a 64-bit hash of the newest state; empty if the state contains NaN.
    std::optional<std::uint64_t> state_hash() const;
    /// Returns the size of the heap memory that the newest state owns, in bytes. state_hash() reads all of it.
    std::size_t state_bytes() const { return now_.current.heap_bytes(); }
    /// Returns an empty value if the scene does not measure its steps.
    std::optional<StepCost> step_cost(double hz) const;

    sim::Integrator integrator() const { return integrator_; }
    bool supports(sim::Integrator integrator) const;
    /// Returns false and changes nothing if the scene does not support the integrator, which can only be `exact`.
    bool set_integrator(sim::Integrator integrator);
    /// Returns the fastest vibration of the scene's springs; empty if the scene has no spring.
    std::optional<Stiffness> stiffness() const;
    /// Returns the largest step in seconds with which the integrator is stable: 0 if it is never stable, infinity if it
    /// is always stable. Returns an empty value if the scene has no spring.
    std::optional<double> largest_stable_step() const;
    /// Returns the largest step in seconds with which bodies cannot pass through each other, if there is a limit.
    std::optional<double> largest_safe_step() const;

    std::span<const SceneKnob> knobs() const { return type_->knobs; }
    double knob(const SceneKnob& knob) const;
    /// Sets all knobs to those of `choice`, which must be of the running scene.
    void set_knobs(const SceneChoice& choice);
    /// Sets a knob to `to`, clamped to its range. Does nothing if `to` is NaN.
    void set_knob(const SceneKnob& knob, double to);
    /// Returns false if there is no knob with that name.
    bool set_knob(std::string_view name, double to);

    /// Writes a blend of the last two states into `out`, whose memory is used again; the newest state if alpha is 1.
    void blend(double alpha, AnyState& out) const { type_->blend(scene_, now_.previous, now_.current, alpha, out); }
    /// Writes the newest state into `out`, moved on by its velocities for `seconds`.
    void extrapolate(double seconds, AnyState& out) const { type_->extrapolate(scene_, now_.current, seconds, out); }
    /// Computes a step of `h` seconds with a copy of the newest state, and writes the result into `out`.
    void look_ahead(double h, const sim::Input& input, AnyState& out) const;
    /// Writes the exact motion at the simulated time `time` in seconds into `out`. It starts again at each reset, at
    /// each change of a setting, and when the user releases a body. Returns false if it is not known.
    bool exact(double time, AnyState& out);

    Snapshot save() const { return now_; }
    /// Copies the world's data into a snapshot, whose memory is used again.
    void save(Snapshot& into) const { into = now_; }
    /// Restores the data of a snapshot. Returns false and changes nothing if the snapshot is of another scene.
    bool load(const Snapshot& snapshot);

    /// Returns the state before the newest step, and the state after it.
    const AnyState& previous() const { return now_.previous; }
    const AnyState& current() const { return now_.current; }
    /// Returns the running scene, with its settings.
    const AnyScene& scene() const { return scene_; }

private:
    void notice_knobs();
    void restart_exact_motion(double now);

    const SceneType* type_;
    AnyScene scene_;
    // The settings at the last step, and whether they may have been changed since then.
    std::array<double, SceneChoice::most_knobs> knobs_before_{};
    bool knobs_set_ = false;
    Snapshot now_{};
    base::AnyValue exact_{};
    // Time on the simulated clock, in seconds, of the state from which exact_ computes the motion by a formula: of the
    // last reset, change of a setting, or release of a body by the user.
    double exact_since_ = 0.0;
    sim::Integrator integrator_;
};

} // namespace scenes
