// lab/settings/loop_choice.hpp -- the chosen loop as plain data, so that few files include timestep/loop.hpp
#pragma once

#include "timestep/knob.hpp"
#include "timestep/preset.hpp"
#include "timestep/step_plan.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lab
{

/// The kinds of a loop's components. The user can replace each component by another of its kind.
enum class ComponentKind : std::uint8_t
{
    filter, ///< changes the measured frame times
    stepper, ///< decides the steps of a frame
    overload, ///< limits the steps of a frame
    pacer, ///< waits for the next frame
};
inline constexpr std::array all_component_kinds{ComponentKind::filter, ComponentKind::stepper, ComponentKind::overload,
                                                ComponentKind::pacer};
inline constexpr std::array<std::string_view, all_component_kinds.size()> component_kind_names{"filter", "stepper",
                                                                                               "overload", "pacer"};

struct ComponentChoice
{
    static constexpr std::size_t max_knobs = 4;

    std::size_t type_index = 0; ///< index of the component in component_type_names(component_kind)
    std::array<double, max_knobs> knob_values{}; ///< values of the parameters, in the order of knobs_of()
    bool is_replaced = false; ///< true: the user has chosen this component in place of the preset's own

    friend bool operator==(const ComponentChoice&, const ComponentChoice&) = default;
};

struct LoopChoice
{
    timestep::PresetId preset;
    timestep::Rate rate{60, 1};
    std::array<ComponentChoice, all_component_kinds.size()> components{}; ///< indexed by ComponentKind
    timestep::Presentation presentation = timestep::Presentation::latest;
    /// A frame begins no further step once this wall time has passed since its start, 0 to 100 ms; 0 for no limit.
    timestep::Nanos step_budget{};
    /// True: the steps run on their own thread. Has no effect unless supports_own_thread().
    bool wants_own_thread = false;
    /// True: the user's own loop runs, in another program, until another preset is chosen. No file has this setting.
    bool is_foreign = false;

    /// Chooses the preset `interpolated` at 60 Hz: a fixed step with interpolation.
    LoopChoice();

    const ComponentChoice& component(ComponentKind component_kind) const
    {
        return components[static_cast<std::size_t>(component_kind)];
    }

    /// Replaces the whole loop by a preset. The step rate changes only if it was the old preset's default rate.
    void choose_preset(timestep::PresetId id);
    /// Replaces a part of the loop, such as its pacer. The new part has default parameters. The step rate stays.
    void replace_component(ComponentKind component_kind, std::size_t type_index);
    void set_rate(timestep::Rate new_rate);
    /// Sets a parameter of one of the loop's components, which may round `value`. Ignores a value out of range.
    void set_knob(ComponentKind component_kind, std::size_t knob_index, double value);

    friend bool operator==(const LoopChoice&, const LoopChoice&) = default;
};

/// Returns a new loop that has not run yet, so its accumulator is empty.
timestep::Loop make_loop(const LoopChoice& choice);
/// The settings from which make_loop() makes a loop like `loop`.
LoopChoice choice_copied_from_loop(timestep::PresetId preset, const timestep::Loop& loop);

/// The names of the selectable components of `component_kind`, such as "fixed-step" for ComponentKind::stepper.
std::span<const std::string_view> component_type_names(ComponentKind component_kind);
/// References to the parameters of one part of `loop`, such as its pacer. `loop` must outlive the references.
std::vector<timestep::KnobRef> knobs_of(timestep::Loop& loop, ComponentKind component_kind);
/// How the loop's simulated clock relates to the wall clock: ahead of it, behind it, equal to it, or independent.
timestep::ClockRelation stepper_clock_relation(const LoopChoice& choice);
/// True if the loop can run on its own thread, because its steps depend on the clock, not on the frame times.
bool supports_own_thread(const LoopChoice& choice);

} // namespace lab
