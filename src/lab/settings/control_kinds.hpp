// lab/settings/control_kinds.hpp -- functions that make rows of the table of controls, one for each kind of control
//
// Only the sources of the table include it.
#pragma once

#include "lab/settings/control.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace lab::detail
{

template <class Row, std::size_t size>
constexpr auto names_in(const std::array<Row, size>& rows)
{
    std::array<std::string_view, size> names{};
    std::ranges::transform(rows, names.begin(), &Row::name);
    return names;
}

inline constexpr auto loop_names         = names_in(timestep::all_presets);
inline constexpr auto integrator_names   = names_in(sim::all_integrators);
inline constexpr auto presentation_names = []
{
    std::array<std::string_view, timestep::all_presentations.size()> names{};
    std::ranges::transform(timestep::all_presentations, names.begin(), timestep::name_of);
    return names;
}();
inline constexpr std::array<std::string_view, 4> vsync_names{"off", "on", "adaptive", "vrr"};
inline constexpr std::array<std::string_view, 2> buffer_names{"double", "triple"};
inline constexpr std::array<std::string_view, 4> counter_names{"64-bit", "32-bit-ns", "32-bit-us", "32-bit-ms"};
inline constexpr std::array<std::string_view, 2> frame_timing_names{"even", "this-pc"};
inline constexpr std::array<std::string_view, 7> mode_names{"live",    "race",   "duel",   "lesson",
                                                            "network", "replay", "compare"};
inline constexpr auto network_names = names_in(scenes::all_kinds);
inline constexpr std::array<std::string_view, 3> game_names{"pendulum", "ball", "runner"};
inline constexpr std::array<std::string_view, 6> dock_names{"timeline", "plots",      "phase",
                                                            "code",     "scoreboard", "lessons"};
inline constexpr std::array<std::string_view, 4> ring_names{"perfect", "mathematics", "both", "off"};
inline constexpr std::array<std::string_view, 2> reading_names{"latched", "polled"};
inline constexpr std::array<std::string_view, 2> toggle_names{"off", "on"};

template <const auto& names>
inline constexpr Choices list{names};
inline constexpr const Choices& toggle_choices = list<toggle_names>;

// Returns functions that read and write a field of the settings as a number. `Field` is a function that takes Settings
// and returns a reference to the field.
template <class Field>
constexpr Access number(Field)
{
    return {[](const Settings& s, const Control&) { return static_cast<double>(Field{}(s)); },
            [](Settings& s, const Control&, double value)
            {
                auto& field = Field{}(s);
                field       = static_cast<std::remove_reference_t<decltype(field)>>(value);
            }};
}

// Returns functions that read and write a field of type Nanos as a number of milliseconds.
template <class Field>
constexpr Access millis(Field)
{
    return {[](const Settings& s, const Control&) { return timestep::to_millis(Field{}(s)); },
            [](Settings& s, const Control&, double value) { Field{}(s) = Nanos{std::llround(value * 1e6)}; }};
}

// Returns functions that read and write a field of type timestep::Rate as a number of hertz or as an exact fraction.
template <class Field>
constexpr Access hertz(Field)
{
    return {[](const Settings& s, const Control&) { return timestep::hertz(Field{}(s)); },
            [](Settings& s, const Control&, double value) { Field{}(s) = timestep::nearest_rate(value); },
            [](const Settings& s) { return Field{}(s); }, [](Settings& s, timestep::Rate rate) { Field{}(s) = rate; }};
}

// Functions that read and write, as an index, the chosen kind of a part of the loop, such as the fixed stepper.
template <LoopAxis axis>
inline constexpr Access kind_of_part{
    [](const Settings& s, const Control&) { return static_cast<double>(s.loop.part(axis).kind); },
    [](Settings& s, const Control&, double value) { s.loop.choose_part(axis, static_cast<std::size_t>(value)); }};

// The texts of a control: its path such as "machine.delay_ms", its command line flag, its label in the window, and its
// help text. Besides, the value by which code names it.
struct Words
{
    std::string_view path, flag, label, tip;
    ControlId id = ControlId::unnamed;
};

constexpr Control row(const Words& words, ControlKind kind, Access at, Panel panel)
{
    return {.path  = words.path,
            .flag  = words.flag,
            .label = words.label,
            .tip   = words.tip,
            .kind  = kind,
            .at    = at,
            .panel = panel,
            .id    = words.id};
}

constexpr Control choice(const Words& words, Access at, const Choices& names, Panel panel = {})
{
    Control made = row(words, ControlKind::choice, at, panel);
    made.names   = &names;
    return made;
}

template <class Field>
constexpr Control toggle(const Words& words, Field field, Panel panel = {})
{
    Control made = row(words, ControlKind::toggle, number(field), panel);
    made.names   = &toggle_choices;
    return made;
}

struct ControlRange
{
    double low, high;
    std::string_view unit{};
};

constexpr Control ranged(Control made, const ControlRange& range)
{
    made.low  = range.low;
    made.high = range.high;
    made.unit = range.unit;
    return made;
}

template <class Field>
constexpr Control real(const Words& words, const ControlRange& range, Field field, Panel panel = {})
{
    return ranged(row(words, ControlKind::real, number(field), panel), range);
}

template <class Field>
constexpr Control whole(const Words& words, const ControlRange& range, Field field, Panel panel = {})
{
    return ranged(row(words, ControlKind::whole, number(field), panel), range);
}

template <class Field>
constexpr Control duration(const Words& words, double low, double high, Field field, Panel panel = {})
{
    return ranged(row(words, ControlKind::duration, millis(field), panel), {low, high, "ms"});
}

constexpr Control rate(const Words& words, double low, double high, Access at, Panel panel = {})
{
    return ranged(row(words, ControlKind::rate, at, panel), {low, high, "Hz"});
}

} // namespace lab::detail
