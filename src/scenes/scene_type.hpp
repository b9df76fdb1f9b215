// scenes/scene_type.hpp -- the requirements on a scene: a struct with settings (knobs), a state, and a function that
// steps the state; and the table of its functions
//
// A scene has no camera and draws nothing. It stores only its settings; everything that moves is in its State, which
// can be copied. docs/add-a-scene.md explains how to write a scene.
#pragma once

#include "scenes/scene.hpp"

#include <algorithm>
#include <concepts>
#include <utility>

namespace scenes
{

template <class S>
concept Scene = requires(const S scene, typename S::State state, const typename S::State before, const Step& step,
                         const sim::Input& input, sim::Events& events, sim::StateHash& hash, double number)
{
    {
        S::name
        } -> std::convertible_to<std::string_view>; // S::name is the scene's name in kebab-case, for the command line
    {
        S::title
        } -> std::convertible_to<std::string_view>; // S::title is the title of the scene in the window
    {
        S::watch
        // S::watch is one sentence for the user: what to watch, and when the simulation goes wrong.
        } -> std::convertible_to<std::string_view>;
    {
        S::uses_integrator
        } -> std::convertible_to<bool>; // false if the choice of the integrator makes no difference in the scene
    {
        S::knob_table()
        } -> std::same_as<std::span<const SceneKnob>>;
    requires std::equality_comparable<typename S::Knobs>;
    {
        scene.start()
        } -> std::same_as<typename S::State>;
    {
        scene.probe(before)
        } -> std::same_as<Probe>;
    {
        before.teleported
        // The field is true after a reset or if the user moved the body: the state is then not blended with the
        // previous state.
        } -> std::convertible_to<bool>;
    requires requires
    {
        scene.step(state, step, input, events);
    } || // or the scene computes many steps at once (TakesManySteps)
        requires
    {
        scene.steps(state, std::int64_t{1}, step, events);
    };
    // blend() writes a blend of two states into its last argument. extrapolate() moves a state on by some seconds and
    // writes the result into its last argument.
    scene.blend(before, before, number, state);
    scene.extrapolate(before, number, state);
    S::hash(before, hash);
};

/// A scene whose exact motion is known. The class `Exact` is constructed from the scene and its initial state.
template <class S>
concept HasExact = requires(typename S::Exact exact, typename S::State out)
{
    requires std::constructible_from<typename S::Exact, const S&, const typename S::State&>;
    exact.at(1.0, out); // writes the state 1.0 s after the initial state into `out`
};

/// A scene that can compute several steps at once faster than one by one. Its State must also contain the state before
/// the last step.
template <class S>
concept TakesManySteps = requires(const S scene, typename S::State state, const Step& step, sim::Events& events)
{
    scene.steps(state, std::int64_t{1}, step, events);
};

template <class S>
concept HasStiffness = requires(const S scene)
{
    {
        scene.stiffness()
        } -> std::same_as<Stiffness>;
};

/// A scene in which a body can pass through another one if a step is too large. largest_safe_step() returns the largest
/// step, in seconds, with which this cannot happen.
template <class S>
concept HasSafeStep = requires(const S scene)
{
    {
        scene.largest_safe_step()
        } -> std::same_as<double>;
};

/// A scene that measures how long its steps take.
template <class S>
concept MeasuresItsCost = requires(const S scene, double hz)
{
    {
        scene.step_cost()
        } -> std::same_as<double>; // duration of one step on this machine, in seconds
    {
        scene.spiral_count(hz)
        } -> std::same_as<double>; // number of bodies with which this machine can just compute `hz` steps a second
};

template <class S>
concept IsDrawn = std::same_as<decltype(&S::view), SceneView (*)()>;

/// Adds what only some scenes have: properties that differ from the usual ones, and functions.
template <Scene S>
constexpr void add_optional(SceneType& type)
{
    using State = typename S::State;
    if constexpr (requires { S::takes_keys; }) type.takes_keys = S::takes_keys;
    if constexpr (requires { S::has_exact_step; }) type.has_exact_step = S::has_exact_step;
    if constexpr (requires { S::has_reference; }) type.has_reference = S::has_reference;
    if constexpr (requires { S::judges_reproducibility; }) type.judges_reproducibility = S::judges_reproducibility;
    if constexpr (requires { S::default_integrator; }) type.default_integrator = S::default_integrator;
    if constexpr (IsDrawn<S>) type.view = &S::view;
    if constexpr (TakesManySteps<S>)
        type.steps = [](const AnyScene& scene, AnyState& state, std::int64_t count, const Step& step,
                        sim::Events& events) -> bool
        {
            State& now = state.as<State>();
            scene.as<S>().steps(now, count, step, events);
            return now.teleported;
        };
    else
        type.step = [](const AnyScene& scene, AnyState* before, AnyState& state, const Step& step,
                       const sim::Input& input, sim::Events& events) -> bool
        {
            State& now = state.as<State>();
            if (before != nullptr) before->make<State>() = now;
            scene.as<S>().step(now, step, input, events);
            return now.teleported;
        };
    if constexpr (HasExact<S>)
    {
        using Exact      = typename S::Exact;
        type.start_exact = [](const AnyScene& scene, const AnyState& from, base::AnyValue& exact)
        { exact.make<Exact>() = Exact(scene.as<S>(), from.as<State>()); };
        type.exact_at = [](base::AnyValue& exact, double seconds, AnyState& out)
        { exact.as<Exact>().at(seconds, out.make<State>()); };
    }
    if constexpr (HasStiffness<S>) type.stiffness = [](const AnyScene& scene) { return scene.as<S>().stiffness(); };
    if constexpr (HasSafeStep<S>)
        type.largest_safe_step = [](const AnyScene& scene) { return scene.as<S>().largest_safe_step(); };
    if constexpr (MeasuresItsCost<S>)
        type.step_cost = [](const AnyScene& scene, double hz) {
            return StepCost{scene.as<S>().step_cost(), scene.as<S>().spiral_count(hz)};
        };
}

/// Returns the table of the functions of the scene S.
template <Scene S>
constexpr SceneType scene_type()
{
    static_assert(IsDrawn<S>, "the scene has no `static SceneView view();` (docs/add-a-scene.md)");
    using State = typename S::State;
    using Knobs = typename S::Knobs;
    SceneType type{
        .name            = S::name,
        .title           = S::title,
        .watch           = S::watch,
        .knobs           = S::knob_table(),
        .uses_integrator = S::uses_integrator,
        .make            = [] { return AnyScene{S{}}; },
        .knobs_of        = [](AnyScene& scene) -> void* { return &scene.as<S>().knobs; },
        .knob_change =
            [](const AnyScene& scene, base::AnyValue& before)
        {
            const Knobs& now = scene.as<S>().knobs;
            Knobs& then      = before.make<Knobs>();
            if (now == then) return KnobChange::none;
            const Knobs old = std::exchange(then, now);
            const bool again =
                std::ranges::any_of(S::knob_table(), [&](const SceneKnob& knob)
                                    { return knob.applies == Applies::restarts && knob.get(&old) != knob.get(&now); });
            return again ? KnobChange::restarts : KnobChange::some;
        },
        .start = [](const AnyScene& scene, AnyState& out) { out.make<State>() = scene.as<S>().start(); },
        .probe = [](const AnyScene& scene, const AnyState& state) { return scene.as<S>().probe(state.as<State>()); },
        .teleported = [](const AnyState& state) -> bool { return state.as<State>().teleported; },
        .blend =
            [](const AnyScene& scene, const AnyState& previous, const AnyState& current, double alpha, AnyState& out)
        {
            // A scene that takes several steps at once has the state before in its newest one.
            const State& before = (TakesManySteps<S> ? current : previous).as<State>();
            scene.as<S>().blend(before, current.as<State>(), alpha, out.make<State>());
        },
        .extrapolate = [](const AnyScene& scene, const AnyState& current, double seconds, AnyState& out)
        { scene.as<S>().extrapolate(current.as<State>(), seconds, out.make<State>()); },
        .hash = [](const AnyState& state, sim::StateHash& hash) { S::hash(state.as<State>(), hash); }};
    add_optional<S>(type);
    return type;
}

} // namespace scenes
