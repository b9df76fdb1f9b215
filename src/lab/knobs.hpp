// lab/knobs.hpp -- every knob as one row of a table: the panel's sliders, the command line's flags and the drive
// file's `set` are all made from it
#pragma once

#include "lab/settings.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

enum class KnobKind : std::uint8_t
{
    real,
    whole,
    toggle,
    choice,
    duration, ///< its value counts milliseconds
    rate,     ///< its value counts hertz; exact when written as text
};

/// How a knob's field is read and written, as a number.
struct Access
{
    double (*get)(const Settings&)              = nullptr;
    void (*set)(Settings&, double)              = nullptr; ///< the value must lie in the knob's range
    void (*set_rate)(Settings&, timestep::Rate) = nullptr; ///< exactly, for a rate: a double cannot hold 59.94
    timestep::Rate (*get_rate)(const Settings&) = nullptr; ///< likewise
};

struct Knob
{
    std::string_view path;   ///< "machine.delay_ms", unique
    std::string_view flag{}; ///< "--delay", unique; empty when the command line has no such flag
    std::string_view label;  ///< in the panel
    std::string_view unit;
    std::string_view tip; ///< one sentence
    KnobKind kind = KnobKind::real;
    double low    = 0.0;
    double high   = 1.0;
    Access at{};
    std::span<const std::string_view> choices{};
    bool logarithmic              = false;   ///< as a slider
    bool of_axis                  = false;   ///< a number of the loop's own axes, found there by its path
    const physics::Knob* of_scene = nullptr; ///< set for a knob of the scene's own, instead of `at`

    double get(const Settings& settings) const;
    void set(Settings& settings, double value) const;
};

/// All knobs but the scene's own, in the order of the panel.
std::span<const Knob> knobs();
/// The knobs of the scene that these settings hold: "scene.stiffness" and the like.
std::span<const Knob> scene_knobs(const Settings& settings);
/// The numbers of the loop's five axes as they are chosen: "overload.limit" and the like.
std::vector<const Knob*> axis_knobs(const Settings& settings);
/// The knob of that path in these settings, or null.
const Knob* find_knob(const Settings& settings, std::string_view path);
/// Every path that `find_knob` knows.
std::vector<std::string_view> knob_paths(const Settings& settings);
/// Sets a knob from text; says in one sentence why not, if not.
std::optional<std::string> assign(Settings& settings, const Knob& knob, std::string_view text);
/// The value as `assign` reads it, with its unit, for people: ten digits of it.
std::string value_text(const Settings& settings, const Knob& knob);
/// The value as `assign` reads it, to the last bit.
std::string exact_text(const Settings& settings, const Knob& knob);

/// "60:250ms": a spike of 250 ms every 60 frames.
std::optional<std::string> assign_spike(Settings& settings, std::string_view text);

} // namespace lab
