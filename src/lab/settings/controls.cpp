#include "lab/settings/controls.hpp"

#include "lab/settings/control_rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace lab
{

namespace
{

// A table of settings (controls). `paths` is the storage of the settings' names, to which the rows point.
struct Rows
{
    std::deque<std::string> paths{};
    std::vector<Control> rows{};

    // Joins two names with a dot, such as "overload.limit", stores the result, and returns a view of it.
    std::string_view path_of(std::string_view above, std::string_view name)
    {
        return paths.emplace_back(fmt::format("{}.{}", above, name));
    }
};

// Returns the index of the scene's knob that the control `row` changes. Throws std::out_of_range if the control is of
// another scene.
std::size_t knob_of(const Settings& s, const Control& row)
{
    const auto knobs = type_of(s.scene).knobs;
    for (std::size_t i = 0; i < knobs.size(); ++i)
        if (&knobs[i] == row.of_scene) return i;
    throw std::out_of_range{"a control of another scene"};
}

constexpr Access knob_of_scene{[](const Settings& s, const Control& row) { return s.scene.knobs[knob_of(s, row)]; },
                               [](Settings& s, const Control& row, double value)
                               { s.scene.knobs[knob_of(s, row)] = row.of_scene->kept(value); }};

ControlKind kind_of(scenes::SceneKnobKind kind)
{
    switch (kind)
    {
    case scenes::SceneKnobKind::whole: return ControlKind::whole;
    case scenes::SceneKnobKind::toggle: return ControlKind::toggle;
    case scenes::SceneKnobKind::choice: return ControlKind::choice;
    case scenes::SceneKnobKind::number: break;
    }
    return ControlKind::real;
}

const Choices* names_of(const scenes::SceneKnob& knob)
{
    if (knob.kind == scenes::SceneKnobKind::toggle) return &detail::list<detail::toggle_names>;
    return knob.choices.empty() ? nullptr : &knob.choices;
}

Rows rows_of(const scenes::SceneType& scene)
{
    Rows made;
    for (const scenes::SceneKnob& knob : scene.knobs)
        made.rows.push_back({.path     = made.path_of("scene", knob.name),
                             .label    = knob.label,
                             .unit     = knob.unit,
                             .tip      = knob.tooltip,
                             .kind     = kind_of(knob.kind),
                             .low      = knob.min,
                             .high     = knob.max,
                             .at       = knob_of_scene,
                             .names    = names_of(knob),
                             .panel    = {.logarithmic = knob.logarithmic},
                             .of_scene = &knob});
    return made;
}

std::deque<Rows> rows_of_scenes() // a deque, because its rows stay where they are
{
    std::deque<Rows> made;
    for (const scenes::SceneType* scene : scenes::all_scenes()) made.push_back(rows_of(*scene));
    return made;
}

template <auto axis, class Chosen, std::size_t place>
constexpr Access knob_of_axis{[](const Settings& s, const Control&)
                              { return timestep::knobs_of<Chosen>[place].get(std::get<Chosen>(s.loop.axes.*axis)); },
                              [](Settings& s, const Control&, double value)
                              {
                                  const auto& knob = timestep::knobs_of<Chosen>[place];
                                  if (knob.in_range(value)) knob.set(std::get<Chosen>(s.loop.axes.*axis), value);
                              }};

template <class Chosen>
Control row_of(std::string_view path, const timestep::AxisKnob<Chosen>& knob, Access at)
{
    return {.path  = path,
            .label = knob.name,
            .unit  = knob.unit,
            .tip   = knob.help,
            .kind  = knob.whole          ? ControlKind::whole
                     : knob.unit == "ms" ? ControlKind::duration
                                         : ControlKind::real,
            .low   = knob.min,
            .high  = knob.max,
            .at    = at,
            .panel = {.logarithmic = knob.min > 0.0 && knob.max >= 1000.0 * knob.min}};
}

template <auto axis, class Chosen>
Rows rows_of_alternative(std::string_view name, std::string_view without)
{
    Rows made;
    const auto add = [&](const timestep::AxisKnob<Chosen>& knob, const Access& at)
    {
        if (knob.name != without) made.rows.push_back(row_of(made.path_of(name, knob.name), knob, at));
    };
    [&]<std::size_t... places>(std::index_sequence<places...>)
    {
        (add(timestep::knobs_of<Chosen>[places], knob_of_axis<axis, Chosen, places>), ...);
    }
    (std::make_index_sequence<timestep::knobs_of<Chosen>.size()>{});
    return made;
}

template <auto axis, class... Alternatives>
std::array<Rows, sizeof...(Alternatives)> rows_of_axis(std::string_view name, const timestep::Axis<Alternatives...>&,
                                                       std::string_view without = "")
{
    return {rows_of_alternative<axis, Alternatives>(name, without)...};
}

constexpr std::string_view pacer_rate = "pacer.rate";

std::span<const Control> all_pacer_controls(const timestep::Loop& loop)
{
    static const auto all = rows_of_axis<&timestep::Loop::pacer>("pacer", timestep::LoopPacer{});
    return all[loop.pacer.index()].rows;
}

// True if the loop's pacer (the part that waits between frames) runs at the loop's step rate. Then one setting,
// loop.hz, sets both rates, and the setting pacer.rate does not exist. This is so if the loop's steps ignore the clock
// and the pacer has a rate.
bool is_paced_at_its_rate(const timestep::Loop& loop)
{
    return carries_of(loop.stepper) == timestep::Carries::no_clock &&
           std::ranges::find(all_pacer_controls(loop), pacer_rate, &Control::path) != all_pacer_controls(loop).end();
}

std::span<const Control> pacer_controls(const timestep::Loop& loop)
{
    static const auto unrated = rows_of_axis<&timestep::Loop::pacer>("pacer", timestep::LoopPacer{}, "rate");
    return is_paced_at_its_rate(loop) ? unrated[loop.pacer.index()].rows : all_pacer_controls(loop);
}

std::vector<std::string_view> names_of_scenes()
{
    std::vector<std::string_view> names;
    for (const scenes::SceneType* scene : scenes::all_scenes()) names.push_back(scene->name);
    return names;
}

const std::vector<std::string_view> scene_names = names_of_scenes();

} // namespace

const Choices scene_choices{scene_names};

std::span<const Control> controls() { return detail::rows; }

std::span<const Control> scene_controls(const Settings& settings)
{
    static const auto all = rows_of_scenes();
    return all[settings.scene.scene].rows;
}

std::array<std::span<const Control>, 5> axis_controls(const Settings& settings)
{
    using timestep::Loop;
    static const auto filters   = rows_of_axis<&Loop::filter>("filter", timestep::LoopFilter{});
    static const auto steppers  = rows_of_axis<&Loop::stepper>("stepper", timestep::LoopStepper{});
    static const auto overloads = rows_of_axis<&Loop::overload>("overload", timestep::LoopOverload{});
    const Loop& loop            = settings.loop.axes;
    return {filters[loop.filter.index()].rows,
            steppers[loop.stepper.index()].rows,
            overloads[loop.overload.index()].rows,
            {},
            pacer_controls(loop)};
}

std::array<std::span<const Control>, 7> all_controls(const Settings& settings)
{
    const auto axes = axis_controls(settings);
    return {controls(), scene_controls(settings), axes[0], axes[1], axes[2], axes[3], axes[4]};
}

const Control* find_control(const Settings& settings, std::string_view path)
{
    for (const std::span<const Control> some : all_controls(settings))
        for (const Control& row : some)
            if (row.path == path) return &row;
    return path == pacer_rate && is_paced_at_its_rate(settings.loop.axes) ? &control<"loop.hz"> : nullptr;
}

std::vector<std::string_view> control_paths(const Settings& settings)
{
    std::vector<std::string_view> paths;
    for (const std::span<const Control> some : all_controls(settings))
        for (const Control& row : some) paths.push_back(row.path);
    return paths;
}

} // namespace lab
