// scenes/scene.hpp -- the requirements on a scene: a struct with settings (knobs), a state, and a function that steps
// the state
//
// A scene has no camera and draws nothing. It stores only its settings; everything that moves is in its State, which
// can be copied. docs/add-a-scene.md explains how to write a scene.
#pragma once

#include "scenes/knob.hpp"
#include "sim/physics/events.hpp"
#include "sim/physics/input.hpp"
#include "sim/physics/integrator.hpp"
#include "sim/physics/state_hash.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace scenes
{
struct SceneView; // defined in scenes/drawing/scene_view.hpp
}

namespace scenes
{

/// The parameters of one step of a scene.
struct Step
{
    double h                   = 0.0; ///< size of the step in seconds
    double time                = 0.0; ///< time on the simulated clock at the end of the step, in seconds
    sim::Integrator integrator = sim::Integrator::semi_implicit_euler;
};

/// The values that every scene records in each frame: one coordinate, its speed, and the energy.
struct Probe
{
    double x      = 0.0; ///< coordinate in metres or radians; the scene's header says which
    double v      = 0.0; ///< velocity in metres or radians per second
    double energy = 0.0; ///< energy in joules

    friend bool operator==(const Probe&, const Probe&) = default;
};

/// The fastest vibration of a scene with springs; it limits the size of stable steps.
struct Stiffness
{
    double w              = 0.0;           ///< angular frequency of the vibration in rad/s
    double z              = 0.0;           ///< damping of the vibration as a share of critical damping
    std::string_view body = "this spring"; ///< what vibrates, in a sentence for the user
};

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

/// A scene whose State owns heap memory; `heap_bytes` returns the size of that memory in bytes.
template <class S>
concept HasHeap = requires(const typename S::State state)
{
    {
        S::heap_bytes(state)
        } -> std::same_as<std::size_t>;
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

/// Returns true if the program may also simulate copies of the scene without delays and in very small steps, to compare
/// a loop's pictures with them. A scene whose steps take too long sets `has_reference` to false.
template <class S>
constexpr bool has_reference()
{
    if constexpr (requires { S::has_reference; })
        return S::has_reference;
    else
        return true;
}

/// Returns true if the program may run the scene a second time, to test if it is reproducible. A scene whose steps take
/// too long sets `judges_reproducibility` to false.
template <class S>
constexpr bool judges_reproducibility()
{
    if constexpr (requires { S::judges_reproducibility; })
        return S::judges_reproducibility;
    else
        return true;
}

/// Returns the integrator that the scene uses by default.
template <class S>
constexpr sim::Integrator default_integrator()
{
    if constexpr (requires { S::default_integrator; })
        return S::default_integrator;
    else
        return sim::Integrator::semi_implicit_euler;
}

/// A scene that supports the integrator `exact`, which computes steps without error.
template <class S>
concept HasExactStep = requires
{
    requires S::has_exact_step;
};

} // namespace scenes
