// lab/settings/controls.hpp -- a control: one setting that the user can change, as a row of a table
//
// The same row makes the slider in the panel, the command line flag, the command `set` in drive files, the entry in
// saved settings, and the entry in the journal.
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
    duration, ///< a time, as a number of milliseconds
    rate,     ///< in hertz; a text can also give an exact fraction, such as 60000/1001
    list,     ///< such as the loops of a race; its value is a text
};

/// A control that code names. The others are only rows of the table.
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
    budget,
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
    ring,
    trail,
    states,
    velocity,
    font_scale,
    sound,
    light,
    all_scores,
    dock,
    network,
    side_by_side,
    count, ///< number of the values before this one
};

/// What a control belongs to: a bit mask.
using Scopes = std::uint32_t;
namespace scope
{
inline constexpr Scopes loop    = 1;   ///< the loop and its parts
inline constexpr Scopes machine = 2;   ///< the PC, with its clock and its sleep
inline constexpr Scopes scene   = 4;   ///< the scene and its knobs
inline constexpr Scopes seed    = 8;   ///< the seed of all random numbers
inline constexpr Scopes network = 16;  ///< the network game
inline constexpr Scopes window  = 32;  ///< panels and marks, on which no run depends
inline constexpr Scopes stage   = 64;  ///< content of the window: mode, lesson, lanes of a race
inline constexpr Scopes moment  = 128; ///< the present moment, such as the pause; never saved, shared or undone
inline constexpr Scopes all     = 255;
inline constexpr Scopes run     = loop | machine | scene | seed; ///< everything that a run depends on
} // namespace scope
/// The scopes of the control named `path`, also if it does not exist with the present settings. 0 for a path that no
/// control has.
Scopes scope_of(std::string_view path);

using Choices = std::span<const std::string_view>;
/// "none", then the names of all lessons except those about network games.
extern const Choices lesson_choices;
extern const Choices scene_choices;
extern const Choices toggle_choices;
extern const Choices filter_choices, stepper_choices, overload_choices, pacer_choices;

struct Control;

/// Functions that read and write one field of the settings. Several controls can share one function, which gets the
/// control's row as argument.
struct Access
{
    double (*get)(const Settings&, const Control&)       = nullptr; ///< null for a list
    void (*set)(Settings&, const Control&, double value) = nullptr; ///< `value` must be in range
    timestep::Rate (*get_rate)(const Settings&)          = nullptr; ///< null unless the kind is `rate`
    void (*set_rate)(Settings&, timestep::Rate exact)    = nullptr;
    std::string (*get_text)(const Settings&)             = nullptr; ///< null unless the kind is `list`
    base::Error (*set_text)(Settings&, std::string_view) = nullptr; ///< changes nothing if the text is not valid
};

/// The kinds of PC for which the machine panel shows a control.
enum class ControlPlace : std::uint8_t
{
    nowhere,
    live,  ///< only for the live PC
    raced, ///< only for virtual PCs
    both,
};

/// The appearance of a control in the window's panel.
struct Panel
{
    bool logarithmic   = false; ///< true: the slider's scale is logarithmic
    ControlPlace shown = ControlPlace::nowhere;
    /// The reason why the control has no effect now; null if it has an effect.
    const char* (*no_effect_reason)(const Settings&) = nullptr;
    /// The reason why this value of a choice has no effect on this system; null if it has an effect.
    const char* (*value_no_effect_reason)(const Settings&, std::size_t value) = nullptr;
};

/// A knob of a part of the loop.
struct PartKnob
{
    LoopAxis axis    = LoopAxis::filter;
    std::size_t knob = 0; ///< index in knobs_of(axis, kind)
};

struct Control
{
    std::string_view path;   ///< unique, such as "machine.delay_ms"
    std::string_view flag{}; ///< unique, such as "--delay"; empty if there is no flag
    std::string_view label{};
    std::string_view unit{}; ///< for a list: its syntax, as --help shows it
    std::string_view tip{};  ///< one sentence: text of the tooltip and of --help
    ControlKind kind = ControlKind::real;
    double low       = 0.0; ///< smallest allowed value of a number
    double high      = 1.0; ///< largest allowed value of a number
    Access access{};
    const Choices* names = nullptr; ///< names of the values for a toggle or a choice; null for a number
    Panel panel{};
    const scenes::SceneKnob* scene_knob = nullptr; ///< row of the scene's own table; null if the control is of no scene
    PartKnob part_knob{};                          ///< for a control of a part of the loop
    ControlId id = ControlId::unnamed;

    double get(const Settings& settings) const { return access.get(settings, *this); }
    /// Sets the control to `value`, or to the nearest allowed value.
    void set(Settings& settings, double value) const
    {
        const double last = names != nullptr ? static_cast<double>(names->size() - 1) : high;
        access.set(settings, *this, std::clamp(value, names != nullptr ? 0.0 : low, last));
    }
    Choices choices() const { return names != nullptr ? *names : Choices{}; }
};

/// The controls that always exist and are no lists, in the order of the command line.
std::span<const Control> controls();
/// `id` must not be ControlId::unnamed.
const Control& control(ControlId id);
/// The controls whose values are lists. They always exist.
std::span<const Control> list_controls();
/// The controls that only the chosen scene has, such as "scene.stiffness".
std::span<const Control> scene_controls(const Settings& settings);
/// The controls that only the chosen parts of the loop have, such as "overload.limit": those of the filter, the
/// stepper, the overload policy, the presentation and the pacer.
std::array<std::span<const Control>, 5> axis_controls(const Settings& settings);
/// controls(), scene_controls(), the five groups of axis_controls(), and list_controls().
std::array<std::span<const Control>, 8> all_controls(const Settings& settings);
/// Null if the control does not exist with these settings. If the pacer runs at the loop's step rate, "pacer.rate"
/// finds the control "loop.hz".
const Control* find_control(const Settings& settings, std::string_view path);
/// The paths of all controls that exist with these settings.
std::vector<std::string_view> control_paths(const Settings& settings);

/// Sets a control from text. If the text is not valid, returns an error in one sentence and changes nothing.
base::Error assign(Settings& settings, const Control& row, std::string_view text);
/// The value rounded to ten digits, with "ms" after a time. assign() can read it.
std::string value_text(const Settings& settings, const Control& row);
/// The value without rounding: assign() reads back exactly the same value.
std::string exact_text(const Settings& settings, const Control& row);
/// True if the control, which exists in both settings, has the same value in them.
bool is_equal(const Control& row, const Settings& a, const Settings& b);
/// The allowed values: a range such as "1..1000 Hz", or choices such as "off|on".
std::string range_text(const Control& row);

/// The name of a VSYNC mode, such as "adaptive".
std::string_view name_of(sim::VsyncMode mode);

/// The machine's settings, besides the frame delay and VSYNC, that have an effect and differ from their defaults:
/// "jitter 4ms, cost per step 0.5ms". Empty if there is none.
std::string other_lag_text(const Settings& settings);
/// Resets all settings that other_lag_text() can name.
void clear_other_lag(Settings& settings);

/// Sets the spikes from a text FRAMES:LENGTH: "60:250ms" is a spike of 250 ms in every 60th frame. If the text is not
/// valid, returns an error in one sentence and changes nothing.
base::Error assign_spike(Settings& settings, std::string_view text);

} // namespace lab
