#include "lab/settings/controls.hpp"

#include "base/number.hpp"
#include "catalogue/presets.hpp"
#include "lab/settings/lag_text.hpp"
#include "timestep/loop.hpp"

#include <fmt/format.h>

#include <deque>
#include <utility>

namespace lab
{

namespace
{

// Maps the beginning of a setting's path to its scopes (groups of settings). The first matching row decides.
constexpr std::array<std::pair<std::string_view, Scopes>, 19> path_scopes{{
    {"loop.", scope::loop},
    {"filter.", scope::loop},
    {"stepper.", scope::loop},
    {"overload.", scope::loop},
    {"pacer.", scope::loop},
    {"machine.", scope::machine},
    {"clock.", scope::machine},
    {"sleep.", scope::machine},
    {"scene.", scope::scene},
    {"view.help", scope::window | scope::temporary},
    {"view.present", scope::window | scope::temporary},
    {"view.", scope::window},
    {"rate.", scope::window},
    {"replay.at_s", scope::temporary},
    {"lab.paused", scope::temporary},
    {"lab.seed", scope::seed},
    {"lab.start_phase", scope::seed},
    {"lab.", scope::shown_content},
    {"stage.", scope::shown_content},
}};

struct ControlsWithPaths
{
    std::deque<std::string> paths{}; // a deque, because `controls` refer to its strings
    std::vector<Control> controls{};

    std::string_view add_path(std::string_view path_prefix, std::string_view name)
    {
        return paths.emplace_back(fmt::format("{}.{}", path_prefix, name));
    }
};

constexpr ControlAccessors scene_knob_accessors{
    [](const Settings& s, const Control& control) { return s.lane.scene.knobs[control.knob_index]; },
    [](Settings& s, const Control& control, double value)
    { s.lane.scene.knobs[control.knob_index] = control.scene_knob->rounded(value); }};

// Indexed by scenes::SceneKnobKind.
constexpr std::array scene_knob_kinds{ControlKind::real_number, ControlKind::whole_number, ControlKind::toggle,
                                      ControlKind::choice};

ControlKind kind_of(const timestep::KnobRef& knob)
{
    if (knob.is_integer) return ControlKind::whole_number;
    if (knob.unit == "Hz") return ControlKind::rate;
    return knob.unit == "ms" ? ControlKind::duration : ControlKind::real_number;
}

const ValueNames* value_names_of(const scenes::SceneKnob& knob)
{
    if (knob.kind == scenes::SceneKnobKind::toggle) return &toggle_choices;
    return knob.choices.empty() ? nullptr : &knob.choices;
}

std::deque<ControlsWithPaths> make_scene_controls() // a deque never moves its elements, to which other objects refer
{
    std::deque<ControlsWithPaths> controls_by_scene;
    for (const scenes::SceneType* scene : scenes::all_scenes())
    {
        ControlsWithPaths& group = controls_by_scene.emplace_back();
        for (const scenes::SceneKnob& knob : scene->knobs)
            group.controls.push_back({.path = group.add_path("scene", knob.name),
                                      .label = knob.label,
                                      .unit = knob.unit,
                                      .tooltip = knob.tooltip,
                                      .kind = scene_knob_kinds[static_cast<std::size_t>(knob.kind)],
                                      .min_value = knob.min,
                                      .max_value = knob.max,
                                      .accessors = scene_knob_accessors,
                                      .value_names = value_names_of(knob),
                                      .appearance = {.is_logarithmic = knob.is_logarithmic},
                                      .scene_knob = &knob,
                                      .knob_index = group.controls.size()});
    }
    return controls_by_scene;
}

constexpr ControlAccessors component_knob_accessors{
    [](const Settings& s, const Control& control)
    { return s.lane.loop.component(control.component_kind).knob_values[control.knob_index]; },
    [](Settings& s, const Control& control, double value)
    { s.lane.loop.set_knob(control.component_kind, control.knob_index, value); }};

std::deque<ControlsWithPaths> make_component_controls(ComponentKind component_kind)
{
    const std::string_view component_kind_name = component_kind_names[static_cast<std::size_t>(component_kind)];
    std::deque<ControlsWithPaths> controls_by_type;
    for (std::size_t type_index = 0; type_index < component_type_names(component_kind).size(); ++type_index)
    {
        ControlsWithPaths& group = controls_by_type.emplace_back();
        LoopChoice loop_choice;
        loop_choice.replace_component(component_kind, type_index);
        timestep::Loop loop = make_loop(loop_choice);
        for (const timestep::KnobRef& knob : knobs_of(loop, component_kind))
            group.controls.push_back({.path = group.add_path(component_kind_name, knob.name),
                                      .label = knob.name,
                                      .unit = knob.unit,
                                      .tooltip = knob.help,
                                      .kind = kind_of(knob),
                                      .min_value = knob.min,
                                      .max_value = knob.max,
                                      .accessors = component_knob_accessors,
                                      .appearance = {.is_logarithmic = knob.min > 0.0 && knob.max >= 1000.0 * knob.min},
                                      .component_kind = component_kind,
                                      .knob_index = group.controls.size()});
    }
    return controls_by_type;
}

// True if the wait between frames uses the loop's step rate "loop.hz" instead of a frame rate "pacer.rate", the first
// parameter of each pacer that has one.
bool paces_at_step_rate(const LoopChoice& loop)
{
    const auto knobs = component_controls(ComponentKind::pacer, loop.component(ComponentKind::pacer).type_index);
    return stepper_clock_relation(loop) == timestep::ClockRelation::unrelated && !knobs.empty() &&
           knobs.front().path == "pacer.rate";
}

bool is_hidden_slowdown(const Control& control, const Settings& settings, const Settings& defaults)
{
    const bool is_on_this_pc = control.appearance.machine_panel == MachinePanelPlace::live_pc ||
                               control.appearance.machine_panel == MachinePanelPlace::both;
    const bool is_shown_elsewhere =
        control.id == ControlId::frame_delay || control.id == ControlId::vsync || control.path == "machine.lag";
    return is_on_this_pc && !is_shown_elsewhere && control.get(settings) != control.get(defaults);
}

} // namespace

Scopes scopes_of(std::string_view path)
{
    for (const auto& [path_prefix, scopes] : path_scopes)
        if (path.starts_with(path_prefix)) return scopes;
    return 0;
}

std::span<const Control> scene_controls(const Settings& settings)
{
    static const auto controls_by_scene = make_scene_controls();
    return controls_by_scene[settings.lane.scene.scene_index].controls;
}

std::span<const Control> component_controls(ComponentKind component_kind, std::size_t type_index)
{
    static const std::array controls_by_component_kind{
        make_component_controls(ComponentKind::filter), make_component_controls(ComponentKind::stepper),
        make_component_controls(ComponentKind::overload), make_component_controls(ComponentKind::pacer)};
    return controls_by_component_kind[static_cast<std::size_t>(component_kind)][type_index].controls;
}

std::span<const Control> controls_of_chosen_component(const Settings& settings, ComponentKind component_kind)
{
    const LoopChoice& loop = settings.lane.loop;
    const auto controls = component_controls(component_kind, loop.component(component_kind).type_index);
    const bool has_unused_rate = component_kind == ComponentKind::pacer && paces_at_step_rate(loop);
    return has_unused_rate ? controls.subspan(1) : controls;
}

std::array<std::span<const Control>, 7> all_controls(const Settings& settings)
{
    return {common_controls_except_lists(),
            scene_controls(settings),
            controls_of_chosen_component(settings, ComponentKind::filter),
            controls_of_chosen_component(settings, ComponentKind::stepper),
            controls_of_chosen_component(settings, ComponentKind::overload),
            controls_of_chosen_component(settings, ComponentKind::pacer),
            list_controls()};
}

const Control* find_control(const Settings& settings, std::string_view path)
{
    for (const std::span<const Control> group : all_controls(settings))
        for (const Control& control : group)
            if (control.path == path) return &control;
    return path == "pacer.rate" && paces_at_step_rate(settings.lane.loop) ? &control_of(ControlId::step_rate) : nullptr;
}

std::vector<std::string_view> control_paths(const Settings& settings)
{
    std::vector<std::string_view> paths;
    for (const std::span<const Control> group : all_controls(settings))
        for (const Control& control : group) paths.push_back(control.path);
    return paths;
}

std::string hidden_slowdown_text(const Settings& settings)
{
    static const Settings defaults;
    std::vector<std::string> labelled_values;
    for (const Control& control : common_controls_except_lists())
        if (is_hidden_slowdown(control, settings, defaults) && control.no_effect_reason(settings) == nullptr)
            labelled_values.push_back(fmt::format("{} {}", control.label, parsable_value_text(settings, control)));
    const auto& added_lags = settings.lane.machine.lag.added_lags;
    if (settings.lane.machine.lag.is_enabled && !added_lags.empty())
        labelled_values.push_back("more lag " + parsable_lag_text(added_lags));
    return fmt::format("{}", fmt::join(labelled_values, ", "));
}

void reset_hidden_slowdown(Settings& settings)
{
    static const Settings defaults;
    for (const Control& control : common_controls_except_lists())
        if (is_hidden_slowdown(control, settings, defaults)) control.set(settings, control.get(defaults));
    settings.lane.machine.lag.added_lags.clear();
}

std::string ineffective_settings_text(const Settings& settings)
{
    const timestep::Preset& preset = catalogue::preset_of(settings.lane.loop.preset);
    const Control* const pacer_rate = find_control(settings, "pacer.rate");
    const double limit_hz = settings.lane.machine.limit_hz;
    if (limit_hz > 0.0 && pacer_rate != nullptr && pacer_rate->get(settings) < limit_hz)
        return fmt::format("the limit of {} Hz has no effect: the loop's own pacer starts {} frames a second ({})",
                           base::number_text(limit_hz), base::number_text(pacer_rate->get(settings)), pacer_rate->path);
    if (preset.has_rate || settings.lane.loop.rate == preset.default_rate) return "";
    return fmt::format("a step rate has no effect: every frame is one step{}",
                       pacer_rate != nullptr ? "; the loop's pacer has the frame rate pacer.rate" : "");
}

} // namespace lab
