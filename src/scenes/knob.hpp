// scenes/knob.hpp -- functions that describe the settings of a scene, the data members of its struct Knobs
#pragma once

#include "scenes/scene.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace scenes
{

namespace detail
{
template <class FieldType>
constexpr FieldType rounded_to(double value)
{
    if constexpr (std::is_same_v<FieldType, bool>) return value != 0.0;
    if constexpr (std::is_integral_v<FieldType> || std::is_enum_v<FieldType>)
        return static_cast<FieldType>(static_cast<int>(value + (value < 0.0 ? -0.5 : 0.5)));
    return static_cast<FieldType>(value);
}

template <auto Field>
struct MemberOwner;
template <class Knobs, class FieldType, FieldType Knobs::*Field>
struct MemberOwner<Field>
{
    using type = Knobs;
};
} // namespace detail

struct KnobOptions
{
    std::string_view label{}; ///< empty to use the name as the label
    bool is_logarithmic = false;
    KnobEffectTime effect_time = KnobEffectTime::next_step;
};

/// A setting that is stored in the data member `Field`.
template <auto Field, class Knobs = typename detail::MemberOwner<Field>::type>
constexpr SceneKnob knob(std::string_view name, std::string_view unit, double min, double max,
                         const KnobOptions& options, std::string_view tooltip)
{
    using FieldType = std::remove_cvref_t<decltype(std::declval<Knobs&>().*Field)>;
    return {.name = name,
            .label = options.label.empty() ? name : options.label,
            .unit = unit,
            .tooltip = tooltip,
            .min = min,
            .max = max,
            .is_logarithmic = options.is_logarithmic,
            .effect_time = options.effect_time,
            .kind = std::is_same_v<FieldType, bool> ? SceneKnobKind::toggle
                    : std::is_integral_v<FieldType> ? SceneKnobKind::integer
                                                    : SceneKnobKind::number,
            .initial = static_cast<double>(Knobs{}.*Field),
            .rounded = [](double value) { return static_cast<double>(detail::rounded_to<FieldType>(value)); },
            .get = [](const void* knobs) { return static_cast<double>(static_cast<const Knobs*>(knobs)->*Field); },
            .set = [](void* knobs, double value)
            { static_cast<Knobs*>(knobs)->*Field = detail::rounded_to<FieldType>(value); }};
}

template <auto Field, class Knobs = typename detail::MemberOwner<Field>::type>
constexpr SceneKnob toggle_knob(std::string_view name, const KnobOptions& options, std::string_view tooltip)
{
    return knob<Field, Knobs>(name, "", 0.0, 1.0, options, tooltip);
}

template <auto Field, class Knobs = typename detail::MemberOwner<Field>::type>
constexpr SceneKnob choice_knob(std::string_view name, std::span<const std::string_view> choices,
                                const KnobOptions& options, std::string_view tooltip)
{
    SceneKnob knob_with_choices =
        knob<Field, Knobs>(name, "", 0.0, static_cast<double>(choices.size()) - 1.0, options, tooltip);
    knob_with_choices.choices = choices;
    knob_with_choices.kind = SceneKnobKind::choice;
    return knob_with_choices;
}

template <std::size_t first_count, std::size_t second_count>
constexpr std::array<SceneKnob, first_count + second_count> joined_knobs(
    const std::array<SceneKnob, first_count>& first, const std::array<SceneKnob, second_count>& second)
{
    std::array<SceneKnob, first_count + second_count> knobs{};
    std::copy(second.begin(), second.end(), std::copy(first.begin(), first.end(), knobs.begin()));
    return knobs;
}

} // namespace scenes
