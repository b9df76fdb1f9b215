// lab/settings/controls.hpp -- Control: describes one setting for panels, command line, scripts and saved files
#pragma once

#include "base/message.hpp"
#include "lab/settings/settings.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

enum class ControlKind : std::uint8_t
{
    real_number,
    whole_number,
    toggle,
    choice,
    duration, ///< a time, shown in milliseconds
    rate, ///< a rate in hertz; as text also an exact fraction, such as 60000/1001
    list, ///< a list, read and written as text, such as "fixed,variable"
};

/// Identifies the controls (settings) to which C++ code refers by name. All other controls are `unnamed`.
enum class ControlId : std::uint8_t
{
    unnamed,
    loop_preset,
    step_rate,
    filter,
    stepper,
    overload,
    presentation,
    pacer,
    step_budget,
    own_thread,
    frame_delay,
    spike_interval,
    spike_length,
    step_cost,
    render_cost,
    vsync,
    scene,
    integrator,
    key_reading,
    tap_interval,
    tap_length,
    ring, ///< the reference motions that the scene marks with rings
    trail,
    state_marks,
    velocity_arrow,
    font_scale,
    sound,
    light_theme,
    all_metrics,
    panel_page,
    changes_one_lane,
    time_scale,
    count, ///< number of identifiers
};

/// Bit mask of the groups of settings to which a control belongs, such as `loop` and `machine`.
using Scopes = std::uint32_t;
namespace scope
{
inline constexpr Scopes loop = 1; ///< the loop and its components
inline constexpr Scopes machine = 2; ///< the PC, including its clock and its sleep function
inline constexpr Scopes scene = 4; ///< the scene and its parameters
inline constexpr Scopes seed = 8;
inline constexpr Scopes window = 16; ///< panels and marks: they do not affect the simulation
inline constexpr Scopes shown_content = 32; ///< what the window shows: list of lanes, lesson
inline constexpr Scopes temporary = 64; ///< temporary state, such as the pause: never saved, shared or undone
inline constexpr Scopes all = 127;
inline constexpr Scopes simulation = loop | machine | scene | seed; ///< everything that affects the simulation
} // namespace scope
Scopes scopes_of(std::string_view path);

/// The names of all values of a setting, such as "off" and "on".
using ValueNames = std::span<const std::string_view>;
/// "none", then the names of all lessons.
extern const ValueNames lesson_choices;
extern const ValueNames toggle_choices;

struct Control;

/// The functions that read and write one setting.
struct ControlAccessors
{
    double (*get)(const Settings&, const Control&) = nullptr; ///< null for ControlKind::list
    void (*set)(Settings&, const Control&, double value) = nullptr; ///< `value` must be in range
    timestep::Rate (*get_rate)(const Settings&) = nullptr; ///< null except for rates of any fraction
    void (*set_rate)(Settings&, timestep::Rate exact_rate) = nullptr;
    std::string (*get_text)(const Settings&) = nullptr; ///< null except for ControlKind::list
    base::OptionalError (*set_text)(Settings&, std::string_view) = nullptr; ///< changes nothing if the text is invalid
};

/// Says in which modes the machine panel shows a control: with loops on this PC, with loops on virtual PCs, or both.
enum class MachinePanelPlace : std::uint8_t
{
    nowhere,
    live_pc,
    virtual_pcs,
    both,
};

struct ControlAppearance
{
    bool is_logarithmic = false; ///< true: the slider has a logarithmic scale
    /// True: has no effect while a recording is played and, except for the switch of the lag, without lag.
    bool sets_lag = false;
    MachinePanelPlace machine_panel = MachinePanelPlace::nowhere;
    /// Returns why the control has no effect now, even with lag, as one sentence; null if it has an effect.
    const char* (*no_effect_reason)(const Settings&) = nullptr;
    /// Returns why the value with this index in Control::value_names has no effect now; null if it has an effect.
    const char* (*value_no_effect_reason)(const Settings&, std::size_t value_index) = nullptr;
};

/// Describes one setting: its name, its allowed values, the functions that read and write it, and how panels show it.
struct Control
{
    std::string_view path{}; ///< unique name, such as "machine.delay_ms"
    std::string_view flag{}; ///< unique command line flag, such as "--delay"; empty if there is none
    std::string_view label{};
    std::string_view unit{}; ///< unit of a number; for a list, its syntax, such as "LOOP,LOOP,..."
    std::string_view tooltip{}; ///< one sentence for the tooltip and for --help
    ControlKind kind = ControlKind::real_number;
    double min_value = 0.0; ///< smallest allowed value, in `unit`
    double max_value = 1.0; ///< largest allowed value, in `unit`
    double min_above_zero = 0.0; ///< smallest allowed value above 0 if 0 switches something off, in `unit`; else 0
    ControlAccessors accessors{};
    const ValueNames* value_names = nullptr; ///< names of the values of a toggle or a choice; null for other kinds
    ControlAppearance appearance{};
    const scenes::SceneKnob* scene_knob = nullptr; ///< null unless the control is a parameter of a scene
    ComponentKind component_kind =
        ComponentKind::filter; ///< used only if the control is a parameter of a loop component
    std::size_t knob_index = 0; ///< index of the parameter in those of its scene or loop component
    ControlId id = ControlId::unnamed;

    /// Returns the value in `unit`, or the index of a choice. Must not be called for ControlKind::list.
    double get(const Settings& settings) const { return accessors.get(settings, *this); }
    /// Sets `value`, which it clamps to the allowed range. Must not be called for ControlKind::list.
    void set(Settings& settings, double value) const
    {
        const double min = value_names != nullptr ? 0.0 : min_value;
        const double max = value_names != nullptr ? static_cast<double>(value_names->size() - 1) : max_value;
        accessors.set(settings, *this, std::clamp(value, value > 0.0 ? std::max(min, min_above_zero) : min, max));
    }
    /// Why the control has no effect now, as one sentence; null if it has one.
    const char* no_effect_reason(const Settings& settings) const
    {
        if (appearance.sets_lag && path != "machine.lag" && !settings.lane.machine.lag.is_enabled)
            return "The lag is switched off; key L switches it on.";
        return appearance.no_effect_reason != nullptr ? appearance.no_effect_reason(settings) : nullptr;
    }
    /// The names of the values; empty unless the control is a toggle or a choice.
    ValueNames choices() const { return value_names != nullptr ? *value_names : ValueNames{}; }
};

/// The controls that exist for every loop and scene. Sorted as in --help.
std::span<const Control> common_controls_except_lists();
/// `id` must not be ControlId::unnamed.
const Control& control_of(ControlId id);
/// The controls whose value is a list.
std::span<const Control> list_controls();
std::span<const Control> scene_controls(const Settings& settings);
/// The parameters of a loop component, such as the stepper "fixed-step". `type_index` refers to component_type_names().
std::span<const Control> component_controls(ComponentKind component_kind, std::size_t type_index);
std::span<const Control> controls_of_chosen_component(const Settings& settings, ComponentKind component_kind);
/// All controls that exist for the loop and scene of `settings`.
std::array<std::span<const Control>, 7> all_controls(const Settings& settings);
/// The control of a setting such as "loop.hz"; null if the setting is unknown.
const Control* find_control(const Settings& settings, std::string_view path);
std::vector<std::string_view> control_paths(const Settings& settings);

/// Parses `text` and sets the control. If the text is invalid, returns a one-sentence error and changes nothing.
base::OptionalError assign(Settings& settings, const Control& control, std::string_view text);
/// Returns the value with at most ten digits, and with "ms" after a time. assign() parses it.
std::string parsable_value_text(const Settings& settings, const Control& control);
/// Returns the value as text without rounding, from which assign() restores exactly this value.
std::string exact_value_text(const Settings& settings, const Control& control);
/// True if the control has the same value in both settings. It must exist in both.
bool has_equal_value(const Control& control, const Settings& a, const Settings& b);
/// Describes the allowed values of a control, such as "1..1000 Hz" or "off|on".
std::string range_text(const Control& control);

std::string_view name_of(sim::VsyncMode mode);

/// The settings that slow loops on this PC down and that the first screen does not show: all but frame delay and VSYNC.
std::string hidden_slowdown_text(const Settings& settings);
void reset_hidden_slowdown(Settings& settings);
/// Says that the frame limit or the step rate has no effect, and what sets the frame rate instead; else empty.
std::string ineffective_settings_text(const Settings& settings);

/// Sets a lag spike in every Nth frame, as in "60:250ms". If the text is invalid, returns an error and changes nothing.
base::OptionalError assign_periodic_spike(Settings& settings, std::string_view text);

} // namespace lab
