// scenes/world.hpp -- a scene in time: its newest state, the one before it, and what happened so far
//
// A World is a value: copy it to keep it, compare two by their hashes, step a copy to look ahead. Which scene it runs
// is known at run time only; the step of the default one costs well under 100 ns all the same (bench/physics).
#pragma once

#include "scenes/scenes.hpp"

#include <cstdint>
#include <optional>

namespace scenes
{

/// A scene with all that moves in it.
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
    typename S::Knobs knobs_before{}; ///< those of the last step, to notice that somebody turned one
    typename ExactOf<S>::type exact{};
    double exact_since = 0.0; ///< simulated second from which the exact motion is told
};

/// Seconds summed up with their rounding errors kept: right to the last bit after weeks of 60ths.
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

/// What a step of a scene costs on this machine.
struct StepCost
{
    double seconds      = 0.0; ///< measured while stepping; 0 before the first
    double spiral_count = 0.0; ///< bodies with which the steps alone take all the time; 0 before it is measured
};

/// Bytes that a state owns elsewhere, in vectors.
std::size_t heap_bytes(const AnyState& state);

/// All of a world that moves: a copy of it, to step back to. A ring of these is the time machine.
struct Snapshot
{
    AnyState previous{};
    AnyState current{};
    Stopwatch clock{};
    std::int64_t ticks = 0;
    sim::Events events{};

    /// Bytes that this snapshot holds, those of its vectors included.
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

    /// Starts another scene, with its default knobs; the integrator stays where the scene can use it. False, and
    /// nothing changes, when there is none of that name.
    bool set_scene(std::string_view name);
    /// The scene's row of the table: name, title, knobs ...
    const SceneRow& scene_row() const { return all_scenes()[running_.index()]; }
    std::string_view name() const { return scene_row().name; }

    /// Back to the start; what was counted stays counted.
    void reset();
    /// One step of `h` > 0 seconds. Saves the previous state per step, so that two steps in a frame blend right.
    void step(double h, const sim::Input& input = {});
    /// One step of `h` seconds for every input: the same bits as one by one, but faster where a scene can (Storm).
    void steps(double h, std::span<const sim::Input> inputs);

    /// Simulated seconds since the start, and the steps that it took.
    double time() const { return clock_.seconds(); }
    std::int64_t ticks() const { return ticks_; }
    Probe probe() const;
    /// The same of a state that `blend` and its like have filled in.
    Probe probe(const AnyState& shown) const;
    double energy() const { return probe().energy; }
    const sim::Events& events() const { return events_; }
    /// 64 bits of the scene and its state; nothing when there is a NaN in it.
    std::optional<std::uint64_t> state_hash() const;
    /// Bytes that the newest state owns elsewhere: so many are hashed.
    std::size_t state_bytes() const;
    /// At so many steps a second. Nothing where the scene does not measure it.
    std::optional<StepCost> step_cost(double hz) const;

    sim::Integrator integrator() const { return integrator_; }
    bool supports(sim::Integrator integrator) const;
    /// False, and nothing changes, where the scene has no closed form to step by.
    bool set_integrator(sim::Integrator integrator);
    /// The fastest spring, where there is one.
    std::optional<Stiffness> stiffness() const;
    /// Seconds: 0 for never stable, infinity for always. Nothing where there is no spring.
    std::optional<double> largest_stable_step() const;
    /// Seconds: with a larger step, things may pass through each other. Nothing where nothing can.
    std::optional<double> largest_safe_step() const;

    std::span<const SceneKnob> knobs() const { return scene_row().knobs; }
    double knob(const SceneKnob& knob) const;
    /// Clamped to its range; NaN changes nothing.
    void set_knob(const SceneKnob& knob, double to);
    /// By its name; false when the scene has none of that name.
    bool set_knob(std::string_view name, double to);

    /// What to draw, into `out`, whose memory is used again: a point of time between the last two steps ...
    void blend(double alpha, AnyState& out) const;
    /// ... the newest state moved on by its velocities ...
    void extrapolate(double seconds, AnyState& out) const;
    /// ... a copy of the newest state, really stepped by `h` ...
    void look_ahead(double h, const sim::Input& input, AnyState& out) const;
    /// ... and the true motion at simulated second `time`, since the last reset, turned knob or hand that let go. False
    /// where nobody knows it.
    bool exact(double time, AnyState& out);

    Snapshot save() const;
    /// Into a snapshot whose memory is used again.
    void save(Snapshot& into) const;
    /// Of a world with the same scene; false, and nothing changes, otherwise.
    bool load(const Snapshot& snapshot);

    // The scene and its states, typed: throws std::bad_variant_access when another scene runs.
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
    /// Its knobs may be edited in place; the next step notices.
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
