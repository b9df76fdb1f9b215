// scenes/world.hpp -- a running scene: its newest state, the state before, and the event counts
//
// A World is a value: it can be copied, compared by state hash, and a copy can be stepped ahead. The scene is chosen at
// run time; a step of the default scene still costs well under 100 ns (bench/physics).
#pragma once

#include "scenes/scenes.hpp"

#include <cstdint>
#include <optional>

namespace scenes
{

/// A scene and everything in it that moves.
template <Scene S>
struct Running
{
    struct NoExact
    {
    };
    template <class T>
    struct ExactOf
    {
        using type = NoExact;
    };
    template <HasExact T>
    struct ExactOf<T>
    {
        using type = typename T::Exact;
    };

    S scene{};
    typename S::State previous{};
    typename S::State current{};
    typename S::Knobs knobs_before{}; ///< knobs at the last step; a difference shows that a knob was changed
    typename ExactOf<S>::type exact{};
    double exact_since = 0.0; ///< simulated second at which the exact motion starts
};

/// Sums seconds and keeps the rounding errors of the sum: exact to the last bit even after weeks of steps of 1/60 s.
class Stopwatch
{
public:
    void add(double h)
    {
        const double sum    = seconds_ + h; // D. Knuth's TwoSum
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

/// The cost of a scene's step on this machine.
struct StepCost
{
    /// Both are 0 before the first measurement.
    double seconds      = 0.0; ///< duration of one step, measured while stepping
    double spiral_count = 0.0; ///< number of bodies beyond which the machine is too slow: spiral of death
};

/// Returns the bytes of heap memory (vectors) that a state owns.
std::size_t heap_bytes(const AnyState& state);

/// A copy of everything in a world that changes while it runs. World::load restores it.
struct Snapshot
{
    AnyState previous{};
    AnyState current{};
    Stopwatch clock{};
    std::int64_t ticks = 0;
    sim::Events events{};

    /// Returns the bytes of this snapshot, including its vectors.
    std::size_t bytes() const;
};

class World
{
public:
    World();
    template <Scene S>
    explicit World(S scene)
        : running_{std::in_place_type<Running<S>>}
        , integrator_{default_integrator<S>()}
    {
        std::get<Running<S>>(running_).scene = scene;
        reset();
    }

    /// Starts the scene of that name with its default knobs and default integrator, and clears the event counts.
    /// Returns false and changes nothing if no scene has that name.
    bool set_scene(std::string_view name);
    /// Returns the scene's row of the table: name, title, knobs and others.
    const SceneRow& scene_row() const { return all_scenes()[running_.index()]; }
    std::string_view name() const { return scene_row().name; }

    /// Restarts the scene at simulated time 0. The event counts stay.
    void reset();
    /// Takes one step of `h` > 0 seconds. Stores the state before the step, so that `blend` also works after several
    /// steps in one frame.
    void step(double h, const sim::Input& input = {});
    /// Takes one step of `h` seconds for each input. The result is the same, bit for bit, as with single steps, but
    /// faster for a scene that can take many steps at once (Storm).
    void steps(double h, std::span<const sim::Input> inputs);

    /// Returns the simulated seconds since the last reset.
    double time() const { return clock_.seconds(); }
    /// Returns the number of steps since the last reset.
    std::int64_t ticks() const { return ticks_; }
    Probe probe() const;
    /// Returns the probe of a state of this scene, such as `blend` or `extrapolate` writes.
    Probe probe(const AnyState& shown) const;
    double energy() const { return probe().energy; }
    const sim::Events& events() const { return events_; }
    /// Returns the 64-bit hash of the newest state; empty if the state contains a NaN.
    std::optional<std::uint64_t> state_hash() const;
    /// Returns the bytes of heap memory that the newest state owns; the state hash reads all of them.
    std::size_t state_bytes() const;
    /// Returns the measured cost of a step, at `hz` steps a second; empty if the scene does not measure it.
    std::optional<StepCost> step_cost(double hz) const;

    sim::Integrator integrator() const { return integrator_; }
    bool supports(sim::Integrator integrator) const;
    /// Returns false and changes nothing if the scene does not support `integrator` (only `exact` can be unsupported).
    bool set_integrator(sim::Integrator integrator);
    /// Returns the fastest spring; empty if the scene has no spring.
    std::optional<Stiffness> stiffness() const;
    /// Returns the largest stable step in seconds: 0 if the integrator is never stable, infinity if it always is; empty
    /// if the scene has no spring.
    std::optional<double> largest_stable_step() const;
    /// Returns a step in seconds; with a larger step, bodies may pass through each other. Empty if the scene has no
    /// such limit.
    std::optional<double> largest_safe_step() const;

    std::span<const SceneKnob> knobs() const { return scene_row().knobs; }
    double knob(const SceneKnob& knob) const;
    /// Sets a knob to `to`, clamped to the knob's range. NaN changes nothing.
    void set_knob(const SceneKnob& knob, double to);
    /// Sets the knob of that name. Returns false if the scene has no knob of that name.
    bool set_knob(std::string_view name, double to);

    /// Writes the state between the last two steps into `out`: the older one at alpha 0, the newest at 1. Reuses the
    /// memory of `out`.
    void blend(double alpha, AnyState& out) const;
    /// Extrapolates: writes the newest state into `out`, moved on by its velocities for `seconds`.
    void extrapolate(double seconds, AnyState& out) const;
    /// Writes a copy of the newest state into `out`, advanced by a real step of `h` seconds.
    void look_ahead(double h, const sim::Input& input, AnyState& out) const;
    /// Writes the exact motion at simulated second `time` into `out`. It starts anew at each reset, at each change of a
    /// knob, and when the user releases a body. Returns false if the exact motion of the scene is not known.
    bool exact(double time, AnyState& out);

    Snapshot save() const;
    /// Saves into an existing snapshot and reuses the memory of the snapshot.
    void save(Snapshot& into) const;
    /// Restores a snapshot. Returns false and changes nothing if the snapshot belongs to another scene.
    bool load(const Snapshot& snapshot);

    // Typed access to the scene and its states. Throws std::bad_variant_access if the world runs another scene.
    template <Scene S = SpringAndBall>
    const typename S::State& previous() const
    {
        return std::get<Running<S>>(running_).previous;
    }
    template <Scene S = SpringAndBall>
    const typename S::State& current() const
    {
        return std::get<Running<S>>(running_).current;
    }
    /// Returns the scene. Its knobs may be edited in place; the next step applies the change.
    template <Scene S = SpringAndBall>
    S& scene()
    {
        return std::get<Running<S>>(running_).scene;
    }
    template <Scene S = SpringAndBall>
    const S& scene() const
    {
        return std::get<Running<S>>(running_).scene;
    }
    template <Scene S>
    bool runs() const
    {
        return std::holds_alternative<Running<S>>(running_);
    }

private:
    template <Scene S>
    void notice_knobs(Running<S>& running);

    AllScenes::VariantOf<Running> running_;
    sim::Integrator integrator_ = sim::Integrator::semi_implicit_euler;
    Stopwatch clock_{};
    std::int64_t ticks_ = 0;
    sim::Events events_{};
};

} // namespace scenes
