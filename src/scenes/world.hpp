// scenes/world.hpp -- a running scene: its newest state, the state before the newest step, and the numbers of events
//
// A World can be copied, compared by state hash, and stepped ahead as a copy. The scene is chosen at run time; a step
// of the default scene still takes well under 100 ns (bench/physics).
#pragma once

#include "scenes/scenes.hpp"

#include <cstdint>
#include <optional>

namespace scenes
{

/// A scene with its states and the data that change while it runs.
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
    /// The settings at the last step. If a setting has changed since then, the next step starts the exact solution
    /// again, or resets the world first (Applies::restarts).
    typename S::Knobs knobs_before{};
    typename ExactOf<S>::type exact{};
    /// Time on the simulated clock, in seconds, of the state from which `exact` computes the motion by a formula: of
    /// the last reset, change of a setting, or release of a body by the user.
    double exact_since = 0.0;
};

/// A sum of seconds together with the rounding errors of the sum. The total is exact to the last bit, even after weeks
/// of steps of 1/60 s.
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

/// The time that a scene's step takes on this machine.
struct StepCost
{
    /// Duration of one step in seconds, measured; 0 before the first measurement.
    double seconds = 0.0;
    /// Number of bodies above which this machine is too slow, so that every frame has more steps to compute (spiral of
    /// death); 0 before the first measurement.
    double spiral_count = 0.0;
};

/// Returns the size of the heap memory (vectors) that a state owns, in bytes.
std::size_t heap_bytes(const AnyState& state);

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
    std::size_t bytes() const;
};

class World
{
public:
    World();
    /// Runs `scene` with its default integrator.
    explicit World(const AnyScene& scene);

    /// Starts the scene with that name, with its default settings and its default integrator, and sets the numbers of
    /// events to zero. Returns false and changes nothing if there is no such scene.
    bool set_scene(std::string_view name);
    /// Returns the properties of the running scene, such as its name and its title.
    const SceneRow& scene_row() const { return all_scenes()[running_.index()]; }
    std::string_view name() const { return scene_row().name; }

    /// Restarts the scene at the simulated time 0. The numbers of events stay.
    void reset();
    /// Computes one step of `h` seconds; `h` must be positive. Stores the state before the step, so that blend() works
    /// after several steps in one frame, too.
    void step(double h, const sim::Input& input = {});
    /// Computes one step of `h` seconds for each input. The result is equal, bit by bit, to that of single steps. It is
    /// faster if the scene can compute several steps at once (the scene Storm).
    void steps(double h, std::span<const sim::Input> inputs);

    /// Returns the simulated time since the last reset, in seconds.
    double time() const { return clock_.seconds(); }
    /// Returns the number of steps since the last reset.
    std::int64_t ticks() const { return ticks_; }
    /// Returns the simulated time in seconds at the end of the newest step that teleported the body (moved it at once,
    /// such as to the start of a lap); 0 if there was none since the last reset.
    double teleported_at() const { return teleported_at_; }
    Probe probe() const;
    /// Returns the values of a state that are recorded: position, velocity and energy. `shown` must be a state of this
    /// scene, for example written by blend() or extrapolate().
    Probe probe(const AnyState& shown) const;
    double energy() const { return probe().energy; }
    const sim::Events& events() const { return events_; }
    /// Returns a 64-bit hash of the newest state; empty if the state contains NaN.
    std::optional<std::uint64_t> state_hash() const;
    /// Returns the size of the heap memory that the newest state owns, in bytes. state_hash() reads all of it.
    std::size_t state_bytes() const;
    /// Returns the measured time of a step, and the number of bodies (StepCost::spiral_count) above which this machine
    /// is too slow for `hz` steps per second. Returns an empty value if the scene does not measure its steps.
    std::optional<StepCost> step_cost(double hz) const;

    sim::Integrator integrator() const { return integrator_; }
    bool supports(sim::Integrator integrator) const;
    /// Changes the integrator. Returns false and changes nothing if the scene does not support it. Only the integrator
    /// `exact` is not supported by all scenes.
    bool set_integrator(sim::Integrator integrator);
    /// Returns the fastest vibration of the scene's springs; empty if the scene has no spring.
    std::optional<Stiffness> stiffness() const;
    /// Returns the largest step in seconds with which the integrator is stable: 0 if it is never stable, infinity if it
    /// is always stable. Returns an empty value if the scene has no spring.
    std::optional<double> largest_stable_step() const;
    /// Returns the largest step in seconds with which bodies cannot pass through each other. Returns an empty value if
    /// the scene has no such limit.
    std::optional<double> largest_safe_step() const;

    std::span<const SceneKnob> knobs() const { return scene_row().knobs; }
    double knob(const SceneKnob& knob) const;
    /// Sets a knob (a setting of the scene) to `to`, clamped to the range of the knob. Does nothing if `to` is NaN.
    void set_knob(const SceneKnob& knob, double to);
    /// Sets the knob (a setting of the scene) with that name. Returns false if there is no such knob.
    bool set_knob(std::string_view name, double to);

    /// Writes a blend of the last two states into `out`: the older one if alpha is 0, the newest one if alpha is 1.
    /// Uses the memory of `out` again.
    void blend(double alpha, AnyState& out) const;
    /// Writes the newest state into `out`, moved on by its velocities for `seconds`.
    void extrapolate(double seconds, AnyState& out) const;
    /// Computes a step of `h` seconds with a copy of the newest state, and writes the result into `out`. The world is
    /// not changed.
    void look_ahead(double h, const sim::Input& input, AnyState& out) const;
    /// Writes the exact motion at the simulated time `time` (seconds) into `out`. The exact motion starts again at each
    /// reset, at each change of a setting, and when the user releases a body. Returns false if the exact motion is not
    /// known.
    bool exact(double time, AnyState& out);

    Snapshot save() const;
    /// Copies the world's data into a snapshot, whose memory is used again.
    void save(Snapshot& into) const;
    /// Restores the data of a snapshot. Returns false and changes nothing if the snapshot is of another scene.
    bool load(const Snapshot& snapshot);

    // Returns the state before the newest step. Throws std::bad_variant_access if the running scene is not of type S;
    // current() and scene() throw it, too.
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
    /// Returns the running scene. The caller may change its settings; the change takes effect at the next step.
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

    base::CompiledOnce<AllScenes::VariantOf<Running>> running_;
    sim::Integrator integrator_ = sim::Integrator::semi_implicit_euler;
    Stopwatch clock_{};
    std::int64_t ticks_   = 0;
    double teleported_at_ = 0.0;
    sim::Events events_{};
};

} // namespace scenes

extern template struct base::CompiledOnce<scenes::AllScenes::VariantOf<scenes::Running>>;
