// scenes/knob.hpp -- the description of one setting (a knob) of a scene, from which the program makes a slider, a
// command line option, and a command for drive files (timed commands)
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace scenes
{

/// The time at which a change of a knob (a setting of a scene) takes effect.
enum class Applies : std::uint8_t
{
    now,      ///< the change takes effect in the next step
    at_reset, ///< the change takes effect when the user resets the world
    restarts, ///< the change resets the world at once
};

enum class SceneKnobKind : std::uint8_t
{
    number,
    whole,
    toggle, ///< 0 (off) or 1 (on)
    choice, ///< an index into the list `choices`
};

struct SceneKnob
{
    /// Name in kebab-case, used as `--set scene.NAME` on the command line and `set scene.NAME` in a drive file (timed
    /// commands).
    std::string_view name;
    std::string_view label;   ///< text beside the slider
    std::string_view unit;    ///< unit of the value; empty for plain numbers
    std::string_view tooltip; ///< one sentence that explains the knob to the user
    double min       = 0.0;
    double max       = 1.0;
    bool logarithmic = false; ///< true if the slider's scale is logarithmic
    Applies applies  = Applies::now;
    std::span<const std::string_view> choices{};

    // Kind of the setting's value. The function knob<&Knobs::field>() sets this member and the following ones.
    SceneKnobKind kind                  = SceneKnobKind::number;
    double initial                      = 0.0;
    double (*kept)(double to)           = nullptr; ///< the value that is kept, such as a whole number
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

template <class Field>
constexpr Field value_of(double to)
{
    if constexpr (std::is_same_v<Field, bool>) return to != 0.0;
    if constexpr (std::is_integral_v<Field> || std::is_enum_v<Field>)
        return static_cast<Field>(static_cast<int>(to + (to < 0.0 ? -0.5 : 0.5)));
    return static_cast<Field>(to);
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
        knob.set     = [](void* knobs, double to) { static_cast<Knobs*>(knobs)->*Field = value_of<Type>(to); };
        knob.kept    = [](double to) { return static_cast<double>(value_of<Type>(to)); };
        return knob;
    }
};
} // namespace detail

/// Returns the description of a knob (a setting of a scene). Adds the functions that read and write `Field` to it; the
/// initial value is the default value of `Field` in its struct.
template <auto Field>
constexpr SceneKnob knob(SceneKnob description)
{
    return detail::FieldAccess<Field>::bind(description);
}

} // namespace scenes
