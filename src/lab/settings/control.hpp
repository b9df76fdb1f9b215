// lab/settings/control.hpp -- a control: one setting that the user can change, as a row of a table. The panel's slider,
// the command line's flag, `set` in drive files, the saved settings and the journal all use this row
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
    duration, ///< the value is in milliseconds
    rate,     ///< the value is in hertz; text can give an exact fraction
};

using Choices = std::span<const std::string_view>;
/// "none", and the names of all lessons of the course.
extern const Choices lesson_choices;

struct Control;

/// Functions that read and write one field of the settings. Some rows share functions; these find their field through
/// the row, which is the Control argument.
struct Access
{
    double (*get)(const Settings&, const Control&)       = nullptr;
    void (*set)(Settings&, const Control&, double value) = nullptr; ///< the value must lie in the row's range
    timestep::Rate (*get_rate)(const Settings&)          = nullptr; ///< exact rate: a double cannot hold 60000/1001
    void (*set_rate)(Settings&, timestep::Rate exact)    = nullptr; ///< sets the exact rate
};

/// The modes in which the machine panel shows a control.
enum class ControlPlace : std::uint8_t
{
    nowhere, ///< not in the machine panel
    live,    ///< for the live PC
    raced,   ///< for virtual PCs
    both,    ///< for the live PC and for virtual PCs
};

/// The way in which the panel shows a control.
struct Panel
{
    bool logarithmic                     = false; ///< the slider is logarithmic
    ControlPlace shown                   = ControlPlace::nowhere;
    const char* (*idle)(const Settings&) = nullptr; ///< returns why the control has no effect now, or null
};

struct Control
{
    std::string_view path;   ///< unique name, such as "machine.delay_ms"
    std::string_view flag{}; ///< unique command line flag, such as "--delay"; empty if there is no flag
    std::string_view label{};
    std::string_view unit{};
    std::string_view tip{}; ///< text of the tooltip and of --help, one sentence
    ControlKind kind = ControlKind::real;
    double low       = 0.0; ///< smallest value of a number
    double high      = 1.0; ///< largest value of a number
    Access at{};
    const Choices* names = nullptr; ///< names of the values of a toggle or a choice; null for numbers
    Panel panel{};
    const scenes::SceneKnob* of_scene = nullptr; ///< row of the scene's table for a control of a scene, else null

    double get(const Settings& settings) const { return at.get(settings, *this); }
    void set(Settings& settings, double value) const { at.set(settings, *this, value); }
    Choices choices() const { return names != nullptr ? *names : Choices{}; }
};

} // namespace lab
