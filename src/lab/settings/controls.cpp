#include "lab/settings/controls.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/settings/lag_text.hpp"
#include "timestep/loop.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <deque>
#include <utility>

namespace lab
{

namespace
{

// Maps the beginning of a setting's path to its scopes (groups of settings). The first matching row decides.
constexpr std::array<std::pair<std::string_view, Scopes>, 20> path_scopes{{
    {"loop.", scope::loop},
    {"filter.", scope::loop},
    {"stepper.", scope::loop},
    {"overload.", scope::loop},
    {"pacer.", scope::loop},
    {"machine.", scope::machine},
    {"clock.", scope::machine},
    {"sleep.", scope::machine},
    {"scene.", scope::scene},
    {"network.", scope::network},
    {"view.help", scope::window | scope::temporary},
    {"view.present", scope::window | scope::temporary},
    {"view.", scope::window},
    {"rate.", scope::window},
    {"replay.at_s", scope::temporary},
    {"lab.paused", scope::temporary},
    {"lab.seed", scope::seed},
    {"lab.", scope::stage},
    {"race.", scope::stage},
    {"compare.", scope::stage},
}};

struct ControlRows
{
    std::deque<std::string> paths{}; // a deque, because `rows` refer to its strings
    std::vector<Control> rows{};

    std::string_view add_path(std::string_view group, std::string_view name)
    {
        return paths.emplace_back(fmt::format("{}.{}", group, name));
    }
};

constexpr ControlAccess scene_knob_access{[](const Settings& s, const Control& row)
                                          { return s.scene.knobs[row.knob_index]; },
                                          [](Settings& s, const Control& row, double value)
                                          { s.scene.knobs[row.knob_index] = row.scene_knob->rounded(value); }};

// Indexed by scenes::SceneKnobKind.
constexpr std::array scene_knob_kinds{ControlKind::real, ControlKind::whole, ControlKind::toggle, ControlKind::choice};

ControlKind kind_of(const timestep::KnobRef& knob)
{
    if (knob.is_integer) return ControlKind::whole;
    return knob.unit == "ms" ? ControlKind::duration : ControlKind::real;
}

const Choices* value_names_of(const scenes::SceneKnob& knob)
{
    if (knob.kind == scenes::SceneKnobKind::toggle) return &toggle_choices;
    return knob.choices.empty() ? nullptr : &knob.choices;
}

ControlRows rows_of(const scenes::SceneType& scene)
{
    ControlRows result;
    for (const scenes::SceneKnob& knob : scene.knobs)
        result.rows.push_back({.path        = result.add_path("scene", knob.name),
                               .label       = knob.label,
                               .unit        = knob.unit,
                               .tip         = knob.tooltip,
                               .kind        = scene_knob_kinds[static_cast<std::size_t>(knob.kind)],
                               .low         = knob.min,
                               .high        = knob.max,
                               .access      = scene_knob_access,
                               .value_names = value_names_of(knob),
                               .appearance  = {.is_logarithmic = knob.is_logarithmic},
                               .scene_knob  = &knob,
                               .knob_index  = result.rows.size()});
    return result;
}

std::deque<ControlRows> rows_of_scenes() // a deque never moves its elements, to which other objects refer
{
    std::deque<ControlRows> result;
    for (const scenes::SceneType* scene : scenes::all_scenes()) result.push_back(rows_of(*scene));
    return result;
}

constexpr ControlAccess component_knob_access{
    [](const Settings& s, const Control& row) { return s.loop.component(row.axis).knob_values[row.knob_index]; },
    [](Settings& s, const Control& row, double value) { s.loop.set_knob(row.axis, row.knob_index, value); }};

constexpr std::string_view rate_knob_name = "rate";

ControlRows rows_of(LoopAxis axis, std::size_t kind, std::string_view excluded_knob)
{
    ControlRows result;
    LoopChoice choice;
    choice.choose_component(axis, kind);
    timestep::Loop loop              = make_loop(choice);
    const auto knobs                 = knobs_of(loop, axis);
    const std::string_view axis_name = loop_axis_names[static_cast<std::size_t>(axis)];
    for (std::size_t i = 0; i < knobs.size(); ++i)
    {
        const timestep::KnobRef& knob = knobs[i];
        if (knob.name == excluded_knob) continue;
        result.rows.push_back({.path       = result.add_path(axis_name, knob.name),
                               .label      = knob.name,
                               .unit       = knob.unit,
                               .tip        = knob.help,
                               .kind       = kind_of(knob),
                               .low        = knob.min,
                               .high       = knob.max,
                               .access     = component_knob_access,
                               .appearance = {.is_logarithmic = knob.min > 0.0 && knob.max >= 1000.0 * knob.min},
                               .axis       = axis,
                               .knob_index = i});
    }
    return result;
}

std::deque<ControlRows> rows_of_kinds(LoopAxis axis, std::string_view excluded_knob = {})
{
    std::deque<ControlRows> result;
    for (std::size_t kind = 0; kind < component_names(axis).size(); ++kind)
        result.push_back(rows_of(axis, kind, excluded_knob));
    return result;
}

// True if the loop ignores the clock and its pacer has a rate. Then "loop.hz" sets both; there is no "pacer.rate".
bool is_paced_at_its_rate(const LoopChoice& loop)
{
    const auto knobs = component_controls(LoopAxis::pacer, loop.component(LoopAxis::pacer).kind);
    return clock_relation_of(loop) == timestep::Carries::no_clock &&
           base::find_row(knobs, rate_knob_name, &Control::label) != nullptr;
}

} // namespace

Scopes scope_of(std::string_view path)
{
    for (const auto& [path_prefix, scopes] : path_scopes)
        if (path.starts_with(path_prefix)) return scopes;
    return 0;
}

std::span<const Control> scene_controls(const Settings& settings)
{
    static const auto rows_by_scene = rows_of_scenes();
    return rows_by_scene[settings.scene.scene].rows;
}

std::span<const Control> component_controls(LoopAxis axis, std::size_t kind)
{
    static const std::array rows_by_axis{rows_of_kinds(LoopAxis::filter), rows_of_kinds(LoopAxis::stepper),
                                         rows_of_kinds(LoopAxis::overload), rows_of_kinds(LoopAxis::pacer)};
    return rows_by_axis[static_cast<std::size_t>(axis)][kind].rows;
}

std::array<std::span<const Control>, 5> component_controls(const Settings& settings)
{
    static const auto pacers_without_rate = rows_of_kinds(LoopAxis::pacer, rate_knob_name);
    const auto chosen = [&](LoopAxis axis) { return component_controls(axis, settings.loop.component(axis).kind); };
    std::array<std::span<const Control>, 5> rows{
        chosen(LoopAxis::filter), chosen(LoopAxis::stepper), chosen(LoopAxis::overload), {}, chosen(LoopAxis::pacer)};
    if (is_paced_at_its_rate(settings.loop))
        rows[4] = pacers_without_rate[settings.loop.component(LoopAxis::pacer).kind].rows;
    return rows;
}

std::array<std::span<const Control>, 8> all_controls(const Settings& settings)
{
    const auto axes = component_controls(settings);
    return {controls(), scene_controls(settings),   axes[0], axes[1], axes[2], axes[3],
            axes[4],    controls_with_list_values()};
}

const Control* find_control(const Settings& settings, std::string_view path)
{
    for (const std::span<const Control> group : all_controls(settings))
        for (const Control& row : group)
            if (row.path == path) return &row;
    return path == "pacer.rate" && is_paced_at_its_rate(settings.loop) ? &control(ControlId::step_rate) : nullptr;
}

std::vector<std::string_view> control_paths(const Settings& settings)
{
    std::vector<std::string_view> paths;
    for (const std::span<const Control> group : all_controls(settings))
        for (const Control& row : group) paths.push_back(row.path);
    return paths;
}

namespace
{

using base::Error;

std::string out_of_range_text(const Control& row, std::string_view text)
{
    const std::string_view space = row.unit.empty() ? "" : " ";
    return base::message("{} must be from {} to {}{}{}, not '{}'", row.label, row.low, row.high, space, row.unit, text);
}

Error assign_choice(Settings& settings, const Control& row, std::string_view text)
{
    const Choices names = row.choices();
    const auto found    = std::ranges::find(names, text);
    if (found == names.end()) return base::unknown_name_message(row.label, text, names);
    row.set(settings, static_cast<double>(found - names.begin()));
    return std::nullopt;
}

Error assign_rate(Settings& settings, const Control& row, std::string_view text)
{
    const auto exact = timestep::parse_rate(text);
    if (!exact || timestep::hertz(*exact) < row.low || timestep::hertz(*exact) > row.high)
        return out_of_range_text(row, text);
    row.access.set_rate(settings, *exact);
    return std::nullopt;
}

// Parses a number in the control's unit. A time in another unit, such as "0.1s", is converted. Empty if invalid.
std::optional<double> parse_number_in_unit(const Control& row, std::string_view text)
{
    if (row.unit != "ms" && row.unit != "us") return base::parse_number<double>(text);
    const auto unit = row.unit == "us" ? Nanos{1'000} : Nanos{1'000'000};
    const auto time = base::parse_duration(text, unit);
    if (!time) return std::nullopt;
    return static_cast<double>(time->count()) / static_cast<double>(unit.count());
}

// True if the control slows this PC down, is neither the frame delay nor VSYNC, and does not have its default value.
bool is_lag_except_delay_and_vsync(const Control& row, const Settings& settings, const Settings& defaults)
{
    const bool is_on_this_pc =
        row.appearance.place == ControlPlace::live_pc || row.appearance.place == ControlPlace::both;
    const bool is_named_separately = row.id == ControlId::frame_delay || row.id == ControlId::vsync;
    return is_on_this_pc && !is_named_separately && row.get(settings) != row.get(defaults);
}

} // namespace

std::string range_text(const Control& row)
{
    if (row.value_names != nullptr) return fmt::format("{}", fmt::join(row.choices(), "|"));
    if (row.kind == ControlKind::list) return std::string{row.unit};
    if (row.unit == "ms" && row.high >= 1e5) return fmt::format("{:g}..{:.7g} s", row.low / 1e3, row.high / 1e3);
    const bool is_large = !row.unit.empty() && row.high >= 1e6; // {:g} would write an exponent
    return fmt::format("{:g}..{:.{}g}{}{}", row.low, row.high, is_large ? 15 : 6, row.unit.empty() ? "" : " ",
                       row.unit);
}

Error assign(Settings& settings, const Control& row, std::string_view text)
{
    if (row.value_names != nullptr) return assign_choice(settings, row, text);
    if (row.kind == ControlKind::list) return row.access.set_text(settings, text);
    if (row.kind == ControlKind::rate) return assign_rate(settings, row, text);
    const auto value = parse_number_in_unit(row, text);
    if (!value || *value < row.low || *value > row.high) return out_of_range_text(row, text);
    if (row.kind == ControlKind::whole && *value != std::floor(*value))
        return base::message("{} must be a whole number, not '{}'", row.label, text);
    row.set(settings, *value);
    return std::nullopt;
}

std::string value_text(const Settings& settings, const Control& row)
{
    if (row.kind == ControlKind::list) return row.access.get_text(settings);
    const double value = row.get(settings);
    if (row.value_names != nullptr) return std::string{row.choices()[static_cast<std::size_t>(value)]};
    return fmt::format("{:.10g}{}", value, row.kind == ControlKind::duration ? "ms" : "");
}

std::string exact_value_text(const Settings& settings, const Control& row)
{
    if (row.value_names != nullptr || row.kind == ControlKind::list) return value_text(settings, row);
    if (row.access.get_rate != nullptr) return base::rate_text(row.access.get_rate(settings));
    const double value = row.get(settings);
    return row.kind == ControlKind::duration ? base::exact_duration_text(Nanos{std::llround(value * 1e6)})
                                             : fmt::format("{}", value);
}

bool is_equal(const Control& row, const Settings& a, const Settings& b)
{
    if (row.kind == ControlKind::list) return row.access.get_text(a) == row.access.get_text(b);
    if (row.access.get_rate != nullptr) return row.access.get_rate(a) == row.access.get_rate(b);
    return std::bit_cast<std::uint64_t>(row.get(a)) == std::bit_cast<std::uint64_t>(row.get(b)); // 0 and -0 differ
}

Error assign_spike(Settings& settings, std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == text.npos) return base::message("a spike is given as FRAMES:LENGTH, as in 60:250ms, not '{}'", text);
    Settings changed = settings;
    if (Error error = assign(changed, control(ControlId::spike_every), text.substr(0, colon))) return error;
    if (Error error = assign(changed, control(ControlId::spike_length), text.substr(colon + 1))) return error;
    settings = changed;
    return std::nullopt;
}

std::string_view name_of(sim::VsyncMode mode)
{
    return control(ControlId::vsync).choices()[static_cast<std::size_t>(mode)];
}

std::string lag_text_without_delay_and_vsync(const Settings& settings)
{
    static const Settings defaults;
    std::vector<std::string> labelled_values;
    for (const Control& row : controls())
        if (is_lag_except_delay_and_vsync(row, settings, defaults) &&
            (row.appearance.no_effect_reason == nullptr || row.appearance.no_effect_reason(settings) == nullptr))
            labelled_values.push_back(fmt::format("{} {}", row.label, value_text(settings, row)));
    const auto& more_lag = settings.machine.lag.more;
    if (settings.machine.lag.on && !more_lag.empty()) labelled_values.push_back("more lag " + lag_text(more_lag));
    return fmt::format("{}", fmt::join(labelled_values, ", "));
}

void reset_lag_except_delay_and_vsync(Settings& settings)
{
    static const Settings defaults;
    for (const Control& row : controls())
        if (is_lag_except_delay_and_vsync(row, settings, defaults)) row.set(settings, row.get(defaults));
    settings.machine.lag.more.clear();
}

} // namespace lab
