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

    // Kind of the setting's value. The functions below set this member and the following ones.
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
        if (knob.label.empty()) knob.label = knob.name;
        knob.kind    = kind_of<Type>(!knob.choices.empty());
        knob.initial = static_cast<double>(Knobs{}.*Field);
        knob.get     = [](const void* knobs) { return static_cast<double>(static_cast<const Knobs*>(knobs)->*Field); };
        knob.set     = [](void* knobs, double to) { static_cast<Knobs*>(knobs)->*Field = value_of<Type>(to); };
        knob.kept    = [](double to) { return static_cast<double>(value_of<Type>(to)); };
        return knob;
    }
};
} // namespace detail

/// What only some knobs have.
struct KnobOptions
{
    std::string_view label{}; ///< empty if it is the name
    bool logarithmic = false;
    Applies applies  = Applies::now;
};

/// Returns the description of a number from `min` to `max` that the user can set, and the functions that read and write
/// `Field`. The initial value is the default value of `Field` in its struct.
template <auto Field>
constexpr SceneKnob knob(std::string_view name, std::string_view unit, double min, double max, std::string_view tooltip,
                         const KnobOptions& options = {})
{
    return detail::FieldAccess<Field>::bind(
        {name, options.label, unit, tooltip, min, max, options.logarithmic, options.applies});
}

/// Returns the description of a knob that is switched off or on.
template <auto Field>
constexpr SceneKnob toggle(std::string_view name, std::string_view tooltip, const KnobOptions& options = {})
{
    return knob<Field>(name, "", 0.0, 1.0, tooltip, options);
}

/// Returns the description of a knob whose value is one of `choices`, which must live as long as the knob.
template <auto Field>
constexpr SceneKnob choice(std::string_view name, std::span<const std::string_view> choices, std::string_view tooltip,
                           const KnobOptions& options = {})
{
    return detail::FieldAccess<Field>::bind({name, options.label, "", tooltip, 0.0,
                                             static_cast<double>(choices.size()) - 1.0, options.logarithmic,
                                             options.applies, choices});
}

} // namespace scenes
