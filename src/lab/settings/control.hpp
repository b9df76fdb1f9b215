// lab/settings/control.hpp -- a control: one setting that the user can change, as a row of a table
//
// The same row makes the slider in the panel, the command line flag, the command `set` in drive files, the entry in
// saved settings, and the list of the user's changes of controls.
#pragma once

#include "base/message.hpp"
#include "lab/settings/settings.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lab
{

enum class ControlKind : std::uint8_t
{
    real,
    whole,
    toggle,
    choice,
    duration, ///< a time, as a number of milliseconds
    rate,     ///< a rate in hertz; a text can also give it as an exact fraction, such as 60000/1001
    list,     ///< a list, such as the loops of a race; its value is a text
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

/// What a control belongs to: a set of bits.
using Scopes = std::uint32_t;
namespace scope
{
inline constexpr Scopes loop    = 1;   ///< the loop and its parts
inline constexpr Scopes machine = 2;   ///< the PC, with its clock and its sleep
inline constexpr Scopes scene   = 4;   ///< the scene and its knobs
inline constexpr Scopes seed    = 8;   ///< the seed of all random numbers
inline constexpr Scopes network = 16;  ///< the network game
inline constexpr Scopes window  = 32;  ///< panels and marks: they change no run
inline constexpr Scopes stage   = 64;  ///< what the window shows: mode, lesson, lanes of a race
inline constexpr Scopes moment  = 128; ///< the present moment, such as the pause; never saved, shared or undone
inline constexpr Scopes all     = 255;
inline constexpr Scopes run     = loop | machine | scene | seed; ///< all that a run depends on
} // namespace scope
/// Returns what the control named `path` belongs to, also if it does not exist with the present settings. 0 for a path
/// that no control has.
Scopes scope_of(std::string_view path);

using Choices = std::span<const std::string_view>;
/// The valid values of the setting that chooses a lesson: "none", then the names of all lessons except those about
/// network games.
extern const Choices lesson_choices;
extern const Choices scene_choices; ///< the names of all scenes
/// The names of the kinds of each part of a loop.
extern const Choices filter_choices, stepper_choices, overload_choices, pacer_choices;

struct Control;

/// Functions that read and write one field of the settings. Several settings can share one function, which gets the
/// setting's row of the table as `Control` argument.
struct Access
{
    double (*get)(const Settings&, const Control&)       = nullptr; ///< null for a list
    void (*set)(Settings&, const Control&, double value) = nullptr; ///< writes `value`, which must be in range
    timestep::Rate (*get_rate)(const Settings&)          = nullptr; ///< reads an exact rate, such as 60000/1001
    void (*set_rate)(Settings&, timestep::Rate exact)    = nullptr; ///< writes an exact rate, such as 60000/1001
    std::string (*get_text)(const Settings&)             = nullptr; ///< reads a list
    /// Writes a list. Returns an error in one sentence, and changes nothing, if the text is not valid.
    base::Error (*set_text)(Settings&, std::string_view) = nullptr;
};

/// The kinds of PC for which the machine panel shows a control.
enum class ControlPlace : std::uint8_t
{
    nowhere, ///< never shown in the machine panel
    live,    ///< shown only for the live PC
    raced,   ///< shown only for virtual PCs
    both,    ///< shown for the live PC and for virtual PCs
};

/// The appearance of a control in the window's panel.
struct Panel
{
    bool logarithmic   = false; ///< true: the slider's scale is logarithmic
    ControlPlace shown = ControlPlace::nowhere;
    /// Returns the reason why the control has no effect now; null if it has an effect.
    const char* (*idle)(const Settings&) = nullptr;
    /// Returns the reason why this value of a choice has no effect on this system; null if it has an effect.
    const char* (*idle_value)(const Settings&, std::size_t value) = nullptr;
};

/// A knob of a part of the loop.
struct PartKnob
{
    LoopAxis axis    = LoopAxis::filter;
    std::size_t knob = 0; ///< index in knobs_of(axis, kind)
};

struct Control
{
    std::string_view path;   ///< unique name of the control, such as "machine.delay_ms"
    std::string_view flag{}; ///< unique command line flag, such as "--delay"; empty if there is no flag
    std::string_view label{};
    std::string_view unit{}; ///< for a list: its syntax, as --help shows it
    std::string_view tip{};  ///< one sentence of help: text of the tooltip and of --help
    ControlKind kind = ControlKind::real;
    double low       = 0.0; ///< smallest allowed value of a number
    double high      = 1.0; ///< largest allowed value of a number
    Access at{};
    const Choices* names = nullptr; ///< names of the values for a toggle or a choice; null for a number
    Panel panel{};
    const scenes::SceneKnob* of_scene = nullptr; ///< for a control of a scene: row of the scene's own table; else null
    PartKnob of_part{};                          ///< for a control of a part of the loop
    ControlId id = ControlId::unnamed;

    double get(const Settings& settings) const { return at.get(settings, *this); }
    /// Sets the control to `value`, or to the nearest value that the control allows.
    void set(Settings& settings, double value) const
    {
        const double last = names != nullptr ? static_cast<double>(names->size() - 1) : high;
        at.set(settings, *this, std::clamp(value, names != nullptr ? 0.0 : low, last));
    }
    Choices choices() const { return names != nullptr ? *names : Choices{}; }
};

} // namespace lab
