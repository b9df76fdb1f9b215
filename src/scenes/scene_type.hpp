// scenes/scene_type.hpp -- makes the table of a scene's functions from a struct with settings (knobs), a state, and
// functions that move the state
//
// A scene stores only its settings; everything that moves is in its State, which can be copied. docs/add-a-scene.md
// explains how to write a scene. Where the usual function is right, lists of the state's fields replace it:
//
//     static constexpr std::tuple hashed{&State::x, &State::v, &State::crashed};    in this order
//     static constexpr std::tuple blended{&State::x, &State::v};                    between two states
//     static constexpr std::tuple moved{Motion{&State::x, &State::v}};              on by its velocity
#pragma once

#include "scenes/scene.hpp"
#include "sim/physics/quaternion.hpp"
#include "sim/physics/vec2.hpp"

#include <concepts>
#include <tuple>
#include <type_traits>

namespace scenes
{

/// A field of a state, and the field of its velocity.
template <class State, class Value>
struct Motion
{
    Value State::*x;
    Value State::*v;
};
template <class State, class Value>
Motion(Value State::*, Value State::*) -> Motion<State, Value>; // clang 14 does not deduce it

/// Calls f with each element of a list of fields.
template <class... Fields, class F>
constexpr void for_each_field(const std::tuple<Fields...>& fields, F&& f)
{
    std::apply([&](const auto&... field) { (f(field), ...); }, fields);
}

/// Adds a number, or the numbers of a vector, a rotation or an array.
template <class Value>
constexpr void add_value(sim::StateHash& hash, const Value& value)
{
    if constexpr (std::same_as<Value, sim::Vec2>)
        for (const double number : {value.x, value.y}) hash.add(number);
    else if constexpr (std::same_as<Value, sim::Quaternion>)
        for (const double number : {value.w, value.x, value.y, value.z}) hash.add(number);
    else if constexpr (std::is_enum_v<Value> || std::same_as<Value, std::int8_t>)
        hash.add(static_cast<int>(value));
    else if constexpr (std::is_arithmetic_v<Value>)
        hash.add(value);
    else
        for (const auto& each : value) add_value(hash, each);
}

template <class State>
constexpr bool is_blown_up(const State& state)
{
    if constexpr (requires { state.blown_up; })
        return state.blown_up;
    else
        return false;
}

/// Adds every field of S::hashed.
template <class S>
void hash_fields(const typename S::State& state, sim::StateHash& hash)
{
    for_each_field(S::hashed, [&](auto field) { add_value(hash, state.*field); });
}

/// Writes `current` into `out`, with the fields of S::blended between those of both states. A state that was teleported
/// or has blown up is not blended.
template <class S>
void blend_fields(const typename S::State& previous, const typename S::State& current, double alpha,
                  typename S::State& out)
{
    out = current;
    if (current.teleported || is_blown_up(current)) return;
    for_each_field(S::blended,
                   [&](auto field) { out.*field = previous.*field + alpha * (current.*field - previous.*field); });
}

/// Writes `current` into `out`, with the fields of S::moved moved on. A state that has blown up does not move.
template <class S>
void move_fields(const typename S::State& current, double seconds, typename S::State& out)
{
    out = current;
    if (is_blown_up(current)) return;
    for_each_field(S::moved, [&](auto field) { out.*field.x = current.*field.x + seconds * current.*field.v; });
}

/// The exact motion of a scene that computes it by one function, exact(from, seconds, out).
template <class S>
struct ExactMotion
{
    S scene{};
    typename S::State from{};

    void at(double seconds, typename S::State& out) const { scene.exact(from, seconds, out); }
};

template <class S>
struct ExactOf
{
    using Type = ExactMotion<S>;
};
/// A scene whose exact motion takes more than one function has a class `Exact`, which is constructed from the scene and
/// a state.
template <class S>
requires requires { typename S::Exact; }
struct ExactOf<S>
{
    using Type = typename S::Exact;
};

template <class S>
concept HasExact = requires(const S scene, typename S::State state)
{
    scene.exact(state, 1.0, state);
}
|| requires { typename S::Exact; };

/// A scene that can compute several steps at once faster than one by one. Its State must also contain the state before
/// the last step.
template <class S>
concept TakesManySteps = requires(const S scene, typename S::State state, const Step& step, sim::Events& events)
{
    scene.steps(state, std::int64_t{1}, step, events);
};

/// Adds the functions that only some scenes have.
template <class S>
constexpr void add_optional(SceneType& type)
{
    using State = typename S::State;
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
        using Exact      = typename ExactOf<S>::Type;
        type.start_exact = [](const AnyScene& scene, const AnyState& from, base::AnyValue& exact) {
            exact.make<Exact>() = Exact{scene.as<S>(), from.as<State>()};
        };
        type.exact_at = [](base::AnyValue& exact, double seconds, AnyState& out)
        { exact.as<Exact>().at(seconds, out.make<State>()); };
    }
    if constexpr (requires(const S scene) { scene.stiffness(); })
        type.stiffness = [](const AnyScene& scene) { return scene.as<S>().stiffness(); };
    if constexpr (requires(const S scene) { scene.largest_safe_step(); })
        type.largest_safe_step = [](const AnyScene& scene) { return scene.as<S>().largest_safe_step(); };
    if constexpr (requires(const S scene) { scene.spiral_count(60.0); })
        type.step_cost = [](const AnyScene& scene, double hz) {
            return StepCost{scene.as<S>().step_cost(), scene.as<S>().spiral_count(hz)};
        };
}

/// Its call is the compiler's message for a scene whose row lacks a property.
void the_scene_lacks_a_name_a_title_a_view_or_knobs();

/// Returns `type` with the functions of the scene S.
template <class S>
constexpr SceneType scene_type(SceneType type)
{
    if (type.name.empty() || type.title.empty() || type.view == nullptr || type.knobs.empty())
        the_scene_lacks_a_name_a_title_a_view_or_knobs(); // docs/add-a-scene.md
    using State   = typename S::State;
    type.make     = [] { return AnyScene{S{}}; };
    type.knobs_of = [](AnyScene& scene) -> void* { return &scene.as<S>().knobs; };
    type.start    = [](const AnyScene& scene, AnyState& out) { out.make<State>() = scene.as<S>().start(); };
    type.probe    = [](const AnyScene& scene, const AnyState& state) { return scene.as<S>().probe(state.as<State>()); };
    type.teleported = [](const AnyState& state) -> bool { return state.as<State>().teleported; };
    type.blend =
        [](const AnyScene& scene, const AnyState& previous, const AnyState& current, double alpha, AnyState& out)
    {
        // A scene that takes several steps at once has the state before in its newest one.
        const State& before = (TakesManySteps<S> ? current : previous).as<State>();
        if constexpr (requires { S::blended; })
            blend_fields<S>(before, current.as<State>(), alpha, out.make<State>());
        else
            scene.as<S>().blend(before, current.as<State>(), alpha, out.make<State>());
    };
    type.extrapolate = [](const AnyScene& scene, const AnyState& current, double seconds, AnyState& out)
    {
        if constexpr (requires { S::moved; })
            move_fields<S>(current.as<State>(), seconds, out.make<State>());
        else
            scene.as<S>().extrapolate(current.as<State>(), seconds, out.make<State>());
    };
    type.hash = [](const AnyState& state, sim::StateHash& hash)
    {
        if constexpr (requires { S::hashed; })
            hash_fields<S>(state.as<State>(), hash);
        else
            S::hash(state.as<State>(), hash);
    };
    add_optional<S>(type);
    return type;
}

} // namespace scenes
