// scenes/scene.hpp -- what every scene is: a struct with knobs, a state, and a step from one state to the next
//
// A scene owns no camera and no draw call, and keeps nothing between steps but its knobs: all that moves is its State,
// a plain value. How to write one: docs/add-a-scene.md.
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
struct SceneView; // scenes/drawing/scene_view.hpp
}

namespace scenes
{

/// One step, as a scene is told of it.
struct Step
{
    double h                   = 0.0; ///< seconds
    double time                = 0.0; ///< simulated seconds at its end
    sim::Integrator integrator = sim::Integrator::semi_implicit_euler;
};

/// What telemetry records of any scene: one coordinate, its speed, and the energy.
struct Probe
{
    double x      = 0.0; ///< metres or radians, as the scene's header says
    double v      = 0.0; ///< the same per second
    double energy = 0.0; ///< joules

    friend bool operator==(const Probe&, const Probe&) = default;
};

/// The spring that limits the step, for scenes that have one.
struct Stiffness
{
    double w = 0.0; ///< rad/s: the fastest swing of the scene
    double z = 0.0; ///< its ratio to critical damping
};

template <class S>
concept Scene = requires(const S scene, typename S::State state, const typename S::State before, const Step& step,
                         const sim::Input& input, sim::Events& events, sim::StateHash& hash, double number)
{
    {
        S::name
        } -> std::convertible_to<std::string_view>; // kebab-case, as on the command line
    {
        S::title
        } -> std::convertible_to<std::string_view>; // for people
    {
        S::watch
        } -> std::convertible_to<std::string_view>; // one sentence: what to look at, and when it fails
    {
        S::uses_integrator
        } -> std::convertible_to<bool>; // false where motion is not integrated at all
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
        } -> std::convertible_to<bool>; // moved by hand or reset: not to be blended with what was
    requires requires
    {
        scene.step(state, step, input, events);
    } || // or many of them at once: TakesManySteps
        requires
    {
        scene.steps(state, std::int64_t{1}, step, events);
    };
    // The state to draw: alpha of the way between two steps, or some seconds beyond the newest.
    scene.blend(before, before, number, state);
    scene.extrapolate(before, number, state);
    S::hash(before, hash);
};

/// A scene whose true motion is known: Exact is made of the scene and the state that it starts from.
template <class S>
concept HasExact = requires(typename S::Exact exact, typename S::State out)
{
    requires std::constructible_from<typename S::Exact, const S&, const typename S::State&>;
    exact.at(1.0, out); // seconds since that state; into `out`
};

/// A scene that takes many steps in one go better than one at a time; it keeps its previous state in its State.
template <class S>
concept TakesManySteps = requires(const S scene, typename S::State state, const Step& step, sim::Events& events)
{
    scene.steps(state, std::int64_t{1}, step, events);
};

/// A scene whose State owns memory elsewhere: how many bytes.
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

/// A scene in which things pass through each other when the step is larger than some number of seconds.
template <class S>
concept HasSafeStep = requires(const S scene)
{
    {
        scene.largest_safe_step()
        } -> std::same_as<double>;
};

/// A scene that measures what it costs.
template <class S>
concept MeasuresItsCost = requires(const S scene, double hz)
{
    {
        scene.step_cost()
        } -> std::same_as<double>; // seconds that a step takes on this machine
    {
        scene.spiral_count(hz)
        } -> std::same_as<double>; // of its bodies, with which so many steps a second take a second
};

/// Whether a second one, finely stepped, can run beside it, to show the motion as it ought to be. A scene that costs
/// too much says no.
template <class S>
constexpr bool has_reference()
{
    if constexpr (requires { S::has_reference; })
        return S::has_reference;
    else
        return true;
}

/// Whether it may be played again only to see whether the same comes out. A scene that costs too much says no.
template <class S>
constexpr bool judges_reproducibility()
{
    if constexpr (requires { S::judges_reproducibility; })
        return S::judges_reproducibility;
    else
        return true;
}

/// The integrator that a scene is best seen with.
template <class S>
constexpr sim::Integrator default_integrator()
{
    if constexpr (requires { S::default_integrator; })
        return S::default_integrator;
    else
        return sim::Integrator::semi_implicit_euler;
}

/// A scene whose integrator may be `exact`.
template <class S>
concept HasExactStep = requires
{
    requires S::has_exact_step;
};

} // namespace scenes
