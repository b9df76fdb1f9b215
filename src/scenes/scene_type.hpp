// scenes/scene_type.hpp -- fills a SceneType from the structs Scene (settings and steps) and View (drawing)
//
// docs/add-a-scene.md explains both. Scene::State can list the fields to hash, interpolate and extrapolate:
//
//     static constexpr std::tuple hashed_fields{&State::x, &State::v, &State::crashed};
//     static constexpr std::tuple interpolated_fields{&State::x, &State::v};
//     static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::x, &State::v}};
#pragma once

#include "scenes/drawing/canvas.hpp"
#include "scenes/knob.hpp"
#include "scenes/scene.hpp"
#include "sim/physics/spring.hpp"
#include "sim/physics/vectors.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <tuple>
#include <type_traits>

namespace scenes
{

/// Pointers to a field `x` of a state and to its time derivative `v`, for the list State::extrapolated_fields.
template <class State, class Value>
struct FieldWithVelocity
{
    Value State::*x;
    Value State::*v;
};
template <class State, class Value>
FieldWithVelocity(Value State::*, Value State::*)
    -> FieldWithVelocity<State, Value>; // clang 14 needs this deduction guide

template <class... Fields, class Visitor>
constexpr void for_each_field(const std::tuple<Fields...>& fields, Visitor&& visit)
{
    std::apply([&](const auto&... field) { (visit(field), ...); }, fields);
}

/// Hashes the fields in the list Value::hashed_fields. A type without this list is hashed as a whole.
template <class Value>
constexpr void add_to_hash(sim::StateHash& hash, const Value& value)
{
    if constexpr (requires { Value::hashed_fields; })
        for_each_field(Value::hashed_fields, [&](auto field) { add_to_hash(hash, value.*field); });
    else if constexpr (std::same_as<Value, sim::Vec2>)
        for (const double component : {value.x, value.y}) hash.add(component);
    else if constexpr (std::same_as<Value, sim::Quaternion>)
        for (const double component : {value.w, value.x, value.y, value.z}) hash.add(component);
    else if constexpr (std::is_enum_v<Value>)
        hash.add(static_cast<int>(value));
    else if constexpr (std::is_arithmetic_v<Value>)
        hash.add(value);
    else if constexpr (std::convertible_to<const Value&, std::span<const float>>)
        hash.add_hash_of(value);
    else
        for (const auto& element : value) add_to_hash(hash, element);
}

/// Interpolates the fields in the list Value::interpolated_fields. A type without this list is interpolated as a whole.
template <class Value>
constexpr void interpolate_value(const Value& previous, const Value& current, double alpha, Value& out)
{
    if constexpr (requires { Value::interpolated_fields; })
        for_each_field(Value::interpolated_fields,
                       [&](auto field) { interpolate_value(previous.*field, current.*field, alpha, out.*field); });
    else if constexpr (requires { current.begin(); })
        for (std::size_t i = 0; i < out.size(); ++i) interpolate_value(previous[i], current[i], alpha, out[i]);
    else
        out = previous + alpha * (current - previous);
}

/// Moves the fields in Value::extrapolated_fields by velocity * `seconds`; in an array, the fields of each element.
template <class Value>
constexpr void extrapolate_value(Value& value, double seconds)
{
    if constexpr (requires { value.begin(); })
        for (auto& element : value) extrapolate_value(element, seconds);
    else
        for_each_field(Value::extrapolated_fields,
                       [&](auto field)
                       {
                           if constexpr (requires { field.v; })
                               value.*field.x = value.*field.x + seconds * value.*field.v;
                           else
                               extrapolate_value(value.*field, seconds);
                       });
}

template <class State>
constexpr bool has_blown_up(const State& state)
{
    if constexpr (requires { state.has_blown_up; })
        return state.has_blown_up;
    else
        return false;
}

/// Sets `flag`. Counts an event, unless `flag` was set already.
constexpr void count_once(bool& flag, int& event_count)
{
    if (!flag) ++event_count;
    flag = true;
}

constexpr void count_blow_up(const Step& step, sim::EventCounts& events)
{
    ++events.blown_up;
    events.last_blow_up_s = step.end_time;
}

template <class Scene>
concept AdvancesExactly = requires(const Scene scene, typename Scene::State state)
{
    scene.advance_exactly(state, 1.0);
};

/// The exact solution; not defined for a scene that has none. Its header can specialise the class.
template <class Scene>
class ExactMotion;

template <AdvancesExactly Scene>
class ExactMotion<Scene>
{
public:
    Scene scene{};
    typename Scene::State start{};

    void write_state(double seconds, typename Scene::State& out) const
    {
        out = start;
        out.is_teleported = false;
        scene.advance_exactly(out, seconds);
    }
};

/// Scene::State must include the previous state, for interpolation.
template <class Scene>
concept RunsManySteps = requires(const Scene scene, typename Scene::State state, const Step& step,
                                 sim::EventCounts& events)
{
    scene.step_many(state, step, events);
};

/// Implements the function pointers step, interpolate and extrapolate of SceneType for `Scene`.
template <class Scene>
struct SceneFunctions
{
    using State = typename Scene::State;

    static bool step(const AnyScene& scene, AnyState* previous, AnyState& state, const Step& step,
                     const sim::Input& input, sim::EventCounts& events)
    {
        State& current_state = state.as<State>();
        if constexpr (RunsManySteps<Scene>)
            scene.as<Scene>().step_many(current_state, step, events);
        else
        {
            if (previous != nullptr) previous->get_or_create<State>() = current_state;
            if (has_blown_up(current_state)) return current_state.is_teleported;
            current_state.is_teleported = false;
            scene.as<Scene>().step(current_state, step, input, events);
            if (has_blown_up(current_state)) count_blow_up(step, events);
        }
        return current_state.is_teleported;
    }
    /// Interpolates from `previous` to `current`. After a teleport or a blow-up, sets `out` to `current`.
    static void interpolate(const AnyScene& scene, const AnyState& previous, const AnyState& current, double alpha,
                            AnyState& out)
    {
        const State& current_state = current.as<State>();
        State& interpolated = out.get_or_create<State>();
        if constexpr (RunsManySteps<Scene>) // the newest state includes the previous one
            scene.as<Scene>().interpolate(current_state, alpha, interpolated);
        else
        {
            interpolated = current_state;
            if (current_state.is_teleported || has_blown_up(current_state)) return;
            if constexpr (requires { State::interpolated_fields; })
                interpolate_value(previous.as<State>(), current_state, alpha, interpolated);
            else
                scene.as<Scene>().interpolate(previous.as<State>(), alpha, interpolated);
        }
    }
    static void extrapolate(const AnyScene& scene, const AnyState& current, double seconds, AnyState& out)
    {
        const State& current_state = current.as<State>();
        State& extrapolated = out.get_or_create<State>();
        if constexpr (RunsManySteps<Scene>)
            scene.as<Scene>().extrapolate(current_state, seconds, extrapolated);
        else
        {
            extrapolated = current_state;
            if (has_blown_up(current_state)) return;
            if constexpr (requires { current_state.is_at_rest(); })
                if (current_state.is_at_rest()) return;
            if constexpr (requires { State::extrapolated_fields; })
                extrapolate_value(extrapolated, seconds);
            else
                scene.as<Scene>().extrapolate(extrapolated, seconds);
        }
    }
};

/// Function pointers to View's drawing functions. A scene with a trail needs tracked_point() or tracked_points().
template <class Scene, class View>
constexpr SceneDrawingFunctions scene_view = []
{
    using State = typename Scene::State;
    SceneDrawingFunctions view{.aspect = View::aspect,
                               .camera = [](const AnyScene& scene, draw::Rect area)
                               { return View::camera(scene.template as<Scene>(), area); },
                               .draw =
                                   [](const SceneCanvas& canvas)
                               {
                                   View::draw(CanvasOf<Scene>{canvas, canvas.world.scene().template as<Scene>(),
                                                              canvas.moment.shown_state.template as<State>()});
                               }};
    if constexpr (requires { &View::tracked_point; })
        view.tracked_points = [](const AnyScene& scene, const AnyState& shown) -> TrackedPoints {
            return {View::tracked_point(scene.template as<Scene>(), shown.template as<State>()), no_position};
        };
    if constexpr (requires { &View::tracked_points; })
        view.tracked_points = [](const AnyScene& scene, const AnyState& shown) -> TrackedPoints
        { return View::tracked_points(scene.template as<Scene>(), shown.template as<State>()); };
    using Circles = std::vector<SceneCircle>;
    if constexpr (requires { &View::grab_circles; })
        view.grab_circles = [](const AnyScene& scene, const AnyState& shown) -> Circles
        { return View::grab_circles(scene.template as<Scene>(), shown.template as<State>()); };
    if constexpr (requires { &View::guess_marks; })
        view.guess_marks = [](const AnyScene& scene, const AnyState& shown) -> Circles
        { return View::guess_marks(scene.template as<Scene>(), shown.template as<State>()); };
    if constexpr (requires { View::zooms_out; }) view.zooms_out = View::zooms_out;
    return view;
}();

/// All vibrations that decide the stable step: the list springs() of a scene, or else its fastest vibration.
template <class Scene>
auto springs_of(const Scene& scene)
{
    if constexpr (requires { scene.springs(); })
        return scene.springs();
    else
    {
        const FastestVibration fastest = scene.fastest_vibration();
        return std::array{sim::Spring{fastest.angular_frequency, fastest.damping_ratio}};
    }
}

template <class Scene>
double largest_stable_step_of(const AnyScene& scene, sim::Integrator integrator)
{
    double largest = std::numeric_limits<double>::infinity();
    for (const auto& spring : springs_of(scene.as<Scene>()))
        largest = std::min(largest, sim::largest_stable_step(integrator, spring));
    return largest;
}

template <class Scene>
double growth_rate_of(const AnyScene& scene, sim::Integrator integrator, double h)
{
    double fastest = -std::numeric_limits<double>::infinity();
    for (const auto& spring : springs_of(scene.as<Scene>()))
        fastest = std::max(fastest, sim::growth_rate(integrator, spring, h));
    return fastest;
}

/// Has no definition. Its name is the compiler's error message for a scene without a name, a title, a view or knobs.
void scene_lacks_required_members();

template <class Scene, class View = void>
constexpr SceneType make_scene_type(SceneType type)
{
    constexpr bool has_view = requires { View::knobs; };
    if constexpr (has_view)
    {
        type.knobs = View::knobs;
        type.view = &scene_view<Scene, View>;
    }
    if (type.name.empty() || type.title.empty() || !has_view || type.knobs.empty())
        scene_lacks_required_members(); // docs/add-a-scene.md
    using State = typename Scene::State;
    using Functions = SceneFunctions<Scene>;
    type.make_scene = [] { return AnyScene{Scene{}}; };
    type.knobs_of = [](AnyScene& scene) -> void* { return &scene.as<Scene>().knobs; };
    type.write_initial_state = [](const AnyScene& scene, AnyState& out)
    { out.get_or_create<State>() = scene.as<Scene>().initial_state(); };
    type.observables = [](const AnyScene& scene, const AnyState& state)
    { return scene.as<Scene>().observables(state.as<State>()); };
    type.is_teleported = [](const AnyState& state) -> bool { return state.as<State>().is_teleported; };
    type.can_run_many_steps = RunsManySteps<Scene>;
    type.step = Functions::step;
    type.interpolate = Functions::interpolate;
    type.extrapolate = Functions::extrapolate;
    type.hash = [](const AnyState& state, sim::StateHash& hash) { add_to_hash(hash, state.as<State>()); };
    if constexpr (requires { ExactMotion<Scene>{}; })
    {
        using Exact = ExactMotion<Scene>;
        type.start_exact_motion = [](const AnyScene& scene, const AnyState& start, base::AnyValue& exact) {
            exact.get_or_create<Exact>() = Exact{scene.as<Scene>(), start.as<State>()};
        };
        type.write_exact_state = [](base::AnyValue& exact, double seconds, AnyState& out)
        { exact.as<Exact>().write_state(seconds, out.get_or_create<State>()); };
    }
    if constexpr (requires(const Scene scene, const State state) { scene.reach(state); })
        type.reach = [](const AnyScene& scene, const AnyState& state)
        { return scene.as<Scene>().reach(state.as<State>()); };
    if constexpr (requires(const Scene scene) { scene.camera_settings(); })
    {
        type.camera_settings = [](const AnyScene& scene) { return scene.as<Scene>().camera_settings(); };
        type.camera_target_x = [](const AnyScene& scene, const AnyState& state)
        { return scene.as<Scene>().camera_target_x(state.as<State>()); };
    }
    if constexpr (requires(const Scene scene) { scene.fastest_vibration(); })
    {
        type.fastest_vibration = [](const AnyScene& scene)
        { return std::optional<FastestVibration>{scene.as<Scene>().fastest_vibration()}; };
        type.largest_stable_step = largest_stable_step_of<Scene>;
        type.growth_rate = growth_rate_of<Scene>;
    }
    if constexpr (requires(const Scene scene) { scene.largest_step_without_tunnelling(); })
        type.largest_step_without_tunnelling = [](const AnyScene& scene)
        { return std::optional<double>{scene.as<Scene>().largest_step_without_tunnelling()}; };
    if constexpr (requires(const Scene scene) { scene.step_cost(60.0); })
        type.step_cost = [](const AnyScene& scene, double step_hz)
        { return std::optional{scene.as<Scene>().step_cost(step_hz)}; };
    return type;
}

} // namespace scenes
