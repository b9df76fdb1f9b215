// lab/settings/controls.hpp -- Control: a row that describes one setting of the user. From this row come the slider in
// the panel, the command line flag, the command `set` in drive files, the saved setting, and the journal entry
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
    real,
    whole,
    toggle,
    choice,
    duration, ///< a time in milliseconds
    rate,     ///< a rate in hertz; text input can also be an exact fraction, such as 60000/1001
    list,     ///< a list as text, such as the loops of a race
};

/// Identifies the controls to which code refers by name; all others are `unnamed`.
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
    spike_every,
    spike_length,
    step_cost,
    render_cost,
    vsync,
    scene,
    integrator,
    keys,
    tap_interval,
    tap_length,
    ring,
    trail,
    states,
    velocity,
    font_scale,
    sound,
    light,
    all_metrics,
    panel_page,
    network,
    side_by_side,
    count, ///< number of values before this one
};

/// Bit mask of the parts of the settings to which a control belongs.
using Scopes = std::uint32_t;
namespace scope
{
inline constexpr Scopes loop      = 1;   ///< the loop and its components
inline constexpr Scopes machine   = 2;   ///< the PC, with its clock and its sleep
inline constexpr Scopes scene     = 4;   ///< the scene and its parameters
inline constexpr Scopes seed      = 8;   ///< the seed of all random numbers
inline constexpr Scopes network   = 16;  ///< the network game
inline constexpr Scopes window    = 32;  ///< panels and marks, which affect no run
inline constexpr Scopes stage     = 64;  ///< content of the window: mode, lesson, loops of a race
inline constexpr Scopes temporary = 128; ///< temporary state, such as the pause; never saved, shared or undone
inline constexpr Scopes all       = 255;
inline constexpr Scopes run       = loop | machine | scene | seed; ///< everything that affects a run
} // namespace scope
/// The scopes of the control named `path`, also if it does not exist with the present settings. 0 for an unknown path.
Scopes scope_of(std::string_view path);

using Choices = std::span<const std::string_view>;
/// "none", then the names of all lessons except those about network games.
extern const Choices lesson_choices;
extern const Choices scene_choices;
extern const Choices toggle_choices;
extern const Choices filter_choices, stepper_choices, overload_choices, pacer_choices;

struct Control;

/// Functions that read and write one field of the settings. Each gets the row of its control as argument.
struct Access
{
    double (*get)(const Settings&, const Control&)       = nullptr; ///< null if the kind is `list`
    void (*set)(Settings&, const Control&, double value) = nullptr; ///< `value` must be in range
    timestep::Rate (*get_rate)(const Settings&)          = nullptr; ///< null unless the kind is `rate`
    void (*set_rate)(Settings&, timestep::Rate exact)    = nullptr;
    std::string (*get_text)(const Settings&)             = nullptr; ///< null unless the kind is `list`
    base::Error (*set_text)(Settings&, std::string_view) = nullptr; ///< changes nothing if the text is invalid
};

/// The kinds of PC for which the machine panel shows a control.
enum class ControlPlace : std::uint8_t
{
    nowhere,
    live_pc,
    virtual_pcs,
    both,
};

/// The appearance of a control in the window's panel.
struct ControlAppearance
{
    bool logarithmic   = false; ///< true: the slider's scale is logarithmic
    ControlPlace place = ControlPlace::nowhere;
    /// The reason why the control has no effect now; null if it has an effect.
    const char* (*no_effect_reason)(const Settings&) = nullptr;
    /// The reason why a value of a choice has no effect on this system; null if it has an effect.
    const char* (*value_no_effect_reason)(const Settings&, std::size_t value) = nullptr;
};

/// One parameter of a loop component.
struct ComponentKnob
{
    LoopAxis axis     = LoopAxis::filter;
    std::size_t index = 0; ///< index in knobs_of(axis, kind)
};

struct Control
{
    std::string_view path;   ///< unique name, such as "machine.delay_ms"
    std::string_view flag{}; ///< unique command line flag, such as "--delay"; empty if there is none
    std::string_view label{};
    std::string_view unit{}; ///< unit of a number, or the syntax of a list in --help
    std::string_view tip{};  ///< one sentence for the tooltip and for --help
    ControlKind kind = ControlKind::real;
    double low       = 0.0; ///< smallest allowed number
    double high      = 1.0; ///< largest allowed number
    Access access{};
    const Choices* value_names = nullptr; ///< for a toggle or a choice; null for a number
    ControlAppearance appearance{};
    const scenes::SceneKnob* scene_knob = nullptr; ///< row of the scene's parameter table; null if not of a scene
    ComponentKnob component_knob{};                ///< parameter of a loop component, if the control is one
    ControlId id = ControlId::unnamed;

    double get(const Settings& settings) const { return access.get(settings, *this); }
    /// Sets the control to `value`, or to the nearest allowed value.
    void set(Settings& settings, double value) const
    {
        const double min = value_names != nullptr ? 0.0 : low;
        const double max = value_names != nullptr ? static_cast<double>(value_names->size() - 1) : high;
        access.set(settings, *this, std::clamp(value, min, max));
    }
    Choices choices() const { return value_names != nullptr ? *value_names : Choices{}; }
};

/// The controls that always exist and are not lists, in the order of the command line.
std::span<const Control> controls();
/// `id` must not be ControlId::unnamed.
const Control& control(ControlId id);
/// The controls whose values are lists. They always exist.
std::span<const Control> list_controls();
/// The controls that only the chosen scene has, such as "scene.stiffness".
std::span<const Control> scene_controls(const Settings& settings);
/// The controls of the chosen components: filter, stepper, overload policy, presentation, pacer.
std::array<std::span<const Control>, 5> component_controls(const Settings& settings);
/// controls(), scene_controls(), the five groups of component_controls(), and list_controls().
std::array<std::span<const Control>, 8> all_controls(const Settings& settings);
/// Returns null if the control does not exist with these settings. If the pacer runs at the loop's step rate,
/// "pacer.rate" finds the control "loop.hz".
const Control* find_control(const Settings& settings, std::string_view path);
/// The paths of all controls that exist with these settings.
std::vector<std::string_view> control_paths(const Settings& settings);

/// Sets a control from text. If the text is invalid, returns a one-sentence error and changes nothing.
base::Error assign(Settings& settings, const Control& row, std::string_view text);
/// The value rounded to ten digits, with "ms" after a time. assign() can parse it.
std::string value_text(const Settings& settings, const Control& row);
/// The value without rounding: assign() reads back exactly the same value.
std::string exact_value_text(const Settings& settings, const Control& row);
/// True if the control, which must exist in both settings, has the same value in both.
bool is_equal(const Control& row, const Settings& a, const Settings& b);
/// The allowed values: a range such as "1..1000 Hz", or choices such as "off|on".
std::string range_text(const Control& row);

/// The name of a VSYNC mode, such as "adaptive".
std::string_view name_of(sim::VsyncMode mode);

/// The machine settings of this PC, except frame delay and VSYNC, that have an effect and are not at their defaults:
/// "jitter 4ms, cost per step 0.5ms". Empty if there is none.
std::string lag_text_without_delay_and_vsync(const Settings& settings);
/// Resets all settings that lag_text_without_delay_and_vsync() can name.
void reset_lag_except_delay_and_vsync(Settings& settings);

/// Sets the lag spikes from FRAMES:LENGTH: "60:250ms" is a spike of 250 ms in every 60th frame. If the text is invalid,
/// returns a one-sentence error and changes nothing.
base::Error assign_spike(Settings& settings, std::string_view text);

} // namespace lab
