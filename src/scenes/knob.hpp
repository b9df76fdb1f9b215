// scenes/knob.hpp -- a number of a scene that people may turn: sliders, flags and drive commands come from one table
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace scenes
{

/// When a turned knob is felt.
enum class Applies : std::uint8_t
{
    now,      ///< in the next step
    at_reset, ///< when the world starts again
    restarts, ///< at once, by starting the world again
};

enum class SceneKnobKind : std::uint8_t
{
    number,
    whole,
    toggle, ///< 0 or 1
    choice, ///< an index into `choices`
};

struct SceneKnob
{
    std::string_view name;    ///< kebab-case: --set scene.NAME, `set scene.NAME`
    std::string_view label;   ///< beside the slider
    std::string_view unit;    ///< empty for plain numbers
    std::string_view tooltip; ///< one sentence
    double min       = 0.0;
    double max       = 1.0;
    bool logarithmic = false; ///< the slider's scale
    Applies applies  = Applies::now;
    std::span<const std::string_view> choices{};

    // Filled in by knob<&Knobs::field>().
    SceneKnobKind kind                  = SceneKnobKind::number;
    double initial                      = 0.0;
    double (*get)(const void* knobs)    = nullptr;
    void (*set)(void* knobs, double to) = nullptr;
};

namespace detail
{
template <class Field>
constexpr SceneKnobKind kind_of(bool has_choices)
{
    if (has_choices || std::is_enum_v<Field>) return SceneKnobKind::choice;
    if constexpr (std::is_same_v<Field, bool>) return SceneKnobKind::toggle;
    if constexpr (std::is_integral_v<Field>) return SceneKnobKind::whole;
    return SceneKnobKind::number;
}

template <auto Field>
struct FieldAccess;

template <class Knobs, class Type, Type Knobs::*Field>
struct FieldAccess<Field>
{
    static constexpr SceneKnob bind(SceneKnob knob)
    {
        if (!knob.choices.empty()) knob.max = static_cast<double>(knob.choices.size()) - 1.0;
        knob.kind    = kind_of<Type>(!knob.choices.empty());
        knob.initial = static_cast<double>(Knobs{}.*Field);
        knob.get     = [](const void* knobs) { return static_cast<double>(static_cast<const Knobs*>(knobs)->*Field); };
        knob.set     = [](void* knobs, double to)
        {
            if constexpr (std::is_same_v<Type, bool>)
                static_cast<Knobs*>(knobs)->*Field = to != 0.0;
            else if constexpr (std::is_integral_v<Type> || std::is_enum_v<Type>)
                static_cast<Knobs*>(knobs)->*Field = static_cast<Type>(static_cast<int>(to + (to < 0.0 ? -0.5 : 0.5)));
            else
                static_cast<Knobs*>(knobs)->*Field = static_cast<Type>(to);
        };
        return knob;
    }
};
} // namespace detail

/// A row of a scene's table: the field's description, bound to the field. Its default is the struct's own.
template <auto Field>
constexpr SceneKnob knob(SceneKnob description)
{
    return detail::FieldAccess<Field>::bind(description);
}

} // namespace scenes
