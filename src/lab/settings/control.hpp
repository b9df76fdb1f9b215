// lab/settings/control.hpp -- a control: one setting that the user can change, as a row of a table
//
// The same row makes the slider in the panel, the command line flag, the command `set` in drive files, the entry in
// saved settings, and the list of the user's changes of controls.
#pragma once

#include "lab/settings/settings.hpp"

#include <span>
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
};

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
    double (*get)(const Settings&, const Control&)       = nullptr;
    void (*set)(Settings&, const Control&, double value) = nullptr; ///< writes `value`, which must be in range
    timestep::Rate (*get_rate)(const Settings&)          = nullptr; ///< reads an exact rate, such as 60000/1001
    void (*set_rate)(Settings&, timestep::Rate exact)    = nullptr; ///< writes an exact rate, such as 60000/1001
};

/// The kinds of PC for which the machine panel shows a control.
enum class ControlPlace : std::uint8_t
{
    nowhere, ///< never shown in the machine panel
    live,    ///< shown only for the live PC (this machine)
    raced,   ///< shown only for virtual PCs (simulated machines)
    both,    ///< shown for the live PC (this machine) and for virtual PCs (simulated machines)
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
    std::string_view unit{};
    std::string_view tip{}; ///< one sentence of help: text of the tooltip and of --help
    ControlKind kind = ControlKind::real;
    double low       = 0.0; ///< smallest allowed value of a number
    double high      = 1.0; ///< largest allowed value of a number
    Access at{};
    const Choices* names = nullptr; ///< names of the values for a toggle or a choice; null for a number
    Panel panel{};
    const scenes::SceneKnob* of_scene = nullptr; ///< for a control of a scene: row of the scene's own table; else null
    PartKnob of_part{};                          ///< for a control of a part of the loop

    double get(const Settings& settings) const { return at.get(settings, *this); }
    void set(Settings& settings, double value) const { at.set(settings, *this, value); }
    Choices choices() const { return names != nullptr ? *names : Choices{}; }
};

} // namespace lab
