// scenes/knob.hpp -- the description of one setting (a knob) of a scene; sliders, command line flags and drive-file
// commands are built from it
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace scenes
{

/// When a changed knob takes effect.
enum class Applies : std::uint8_t
{
    now,      ///< in the next step
    at_reset, ///< when the world is reset the next time
    restarts, ///< at once: the change resets the world
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
    std::string_view name;    ///< kebab-case: `--set scene.NAME` on the command line, `set scene.NAME` in a drive file
    std::string_view label;   ///< text beside the slider
    std::string_view unit;    ///< unit of the value; empty for plain numbers
    std::string_view tooltip; ///< one sentence that explains the knob
    double min       = 0.0;
    double max       = 1.0;
    bool logarithmic = false; ///< true if the slider's scale is logarithmic
    Applies applies  = Applies::now;
    std::span<const std::string_view> choices{};

    // knob<&Knobs::field>() sets these members.
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

/// Returns a row of a scene's table of knobs: the description, with functions that read and write the field. The
/// initial value is the field's default in its struct.
template <auto Field>
constexpr SceneKnob knob(SceneKnob description)
{
    return detail::FieldAccess<Field>::bind(description);
}

} // namespace scenes
