// lab/settings/control.hpp -- one thing that can be turned, as a row of a table: the panel's slider, the command line's
// flag, the drive file's `set`, a line of the settings and of what was turned lately are all made from it
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
    duration, ///< its value counts milliseconds
    rate,     ///< its value counts hertz; exact when written as text
};

using Choices = std::span<const std::string_view>;
/// "none", and every lesson by name.
extern const Choices lesson_choices;

struct Control;

/// How a field of the settings is read and written. Rows that are made from the same code find their field by what
/// they are told of themselves.
struct Access
{
    double (*get)(const Settings&, const Control&)       = nullptr;
    void (*set)(Settings&, const Control&, double value) = nullptr; ///< the value must lie in the row's range
    timestep::Rate (*get_rate)(const Settings&)          = nullptr; ///< of a rate: a double cannot hold 59.94
    void (*set_rate)(Settings&, timestep::Rate exact)    = nullptr; ///< likewise
};

/// Where the panel shows a control of a machine; the others have places of their own.
enum class ControlPlace : std::uint8_t
{
    nowhere,
    live,
    raced,
    both,
};

/// How the panel shows a control.
struct Panel
{
    bool logarithmic                     = false; ///< as a slider
    ControlPlace shown                   = ControlPlace::nowhere;
    const char* (*idle)(const Settings&) = nullptr; ///< why it does nothing as things are, or null
};

struct Control
{
    std::string_view path;   ///< "machine.delay_ms", unique
    std::string_view flag{}; ///< "--delay", unique; empty when the command line has no such flag
    std::string_view label{};
    std::string_view unit{};
    std::string_view tip{}; ///< one sentence
    ControlKind kind = ControlKind::real;
    double low       = 0.0; ///< of a number
    double high      = 1.0;
    Access at{};
    const Choices* names = nullptr; ///< of a toggle and a choice, whose values are places in it
    Panel panel{};
    const scenes::SceneKnob* of_scene = nullptr; ///< of a scene's own control: its row there

    double get(const Settings& settings) const { return at.get(settings, *this); }
    void set(Settings& settings, double value) const { at.set(settings, *this, value); }
    Choices choices() const { return names != nullptr ? *names : Choices{}; }
};

} // namespace lab
