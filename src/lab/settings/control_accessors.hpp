// lab/settings/control_accessors.hpp -- makes the pairs of functions with which controls read and write settings
#pragma once

#include "lab/settings/controls.hpp"

#include <type_traits>

namespace lab
{

/// `Get` and `Set` must be types of lambdas without captures.
template <class Get, class Set>
constexpr ControlAccessors make_accessors(Get, Set)
{
    return {[](const Settings& s, const Control&) { return static_cast<double>(Get{}(s)); },
            [](Settings& s, const Control&, double value) { Set{}(s, value); }};
}

/// Accessors of a number, a bool or an enum. `Field` is the type of a lambda that returns a reference to this value.
template <class Field>
constexpr ControlAccessors field_accessors(Field field)
{
    return make_accessors(field,
                          [](Settings& s, double value)
                          {
                              auto& field_to_write = Field{}(s);
                              field_to_write = static_cast<std::remove_reference_t<decltype(field_to_write)>>(value);
                          });
}

/// Returns functions that read and write a rate: `get` and `set` in Hz, `get_rate` and `set_rate` as an exact fraction.
template <class Field>
constexpr ControlAccessors rate_field_accessors(Field)
{
    return {[](const Settings& s, const Control&) { return timestep::to_hertz(Field{}(s)); },
            [](Settings& s, const Control&, double value) { Field{}(s) = timestep::nearest_rate(value); },
            [](const Settings& s) { return Field{}(s); }, [](Settings& s, timestep::Rate rate) { Field{}(s) = rate; }};
}

template <ComponentKind component_kind>
constexpr ControlAccessors component_type_accessors = make_accessors(
    [](const Settings& s) { return s.lane.loop.component(component_kind).type_index; },
    [](Settings& s, double value) { s.lane.loop.replace_component(component_kind, static_cast<std::size_t>(value)); });

inline constexpr ControlAccessors preset_accessors =
    make_accessors([](const Settings& s) { return s.lane.loop.preset; }, [](Settings& s, double value)
                   { s.lane.loop.choose_preset(static_cast<timestep::PresetId>(value)); });

inline constexpr ControlAccessors step_rate_accessors{
    [](const Settings& s, const Control&) { return timestep::to_hertz(s.lane.loop.rate); },
    [](Settings& s, const Control&, double value) { s.lane.loop.set_rate(timestep::nearest_rate(value)); },
    [](const Settings& s) { return s.lane.loop.rate; },
    [](Settings& s, timestep::Rate rate) { s.lane.loop.set_rate(rate); }};

inline constexpr ControlAccessors scene_index_accessors =
    make_accessors([](const Settings& s) { return s.lane.scene.scene_index; },
                   [](Settings& s, double value) { choose_scene(s, static_cast<std::size_t>(value)); });

/// The number of the open lesson, from 1; 0 for no lesson. Writing it also opens the lesson, or closes it.
inline constexpr ControlAccessors lesson_number_accessors =
    make_accessors([](const Settings& s) { return s.mode == Mode::lesson && !shows_file(s) ? s.lesson_index + 1 : 0; },
                   [](Settings& s, double lesson_number)
                   {
                       if (lesson_number > 0.0)
                       {
                           s.lesson_index = static_cast<std::size_t>(lesson_number) - 1;
                           s.mode = Mode::lesson;
                       }
                       else if (s.mode == Mode::lesson)
                           s.mode = Mode::lanes;
                   });

} // namespace lab
