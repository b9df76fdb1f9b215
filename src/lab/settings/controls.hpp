// lab/settings/controls.hpp -- lists all controls, finds a control by its path, and sets it from text
#pragma once

#include "base/message.hpp"
#include "lab/settings/control.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// Returns the controls that always exist, in the order of the command line.
std::span<const Control> controls();
/// Returns the control of controls() that has this id, which must not be ControlId::unnamed.
const Control& control(ControlId id);
/// Returns the controls whose values are lists. They always exist.
std::span<const Control> list_controls();
/// Returns the controls that only the chosen scene has, such as "scene.stiffness".
std::span<const Control> scene_controls(const Settings& settings);
/// Returns the controls that only the chosen parts of the loop have, such as "overload.limit". The five groups are
/// those of the filter, the stepper, the overload policy, the presentation and the pacer.
std::array<std::span<const Control>, 5> axis_controls(const Settings& settings);
/// Returns all controls in eight groups: controls(), scene_controls(), the five groups of axis_controls(), and
/// list_controls().
std::array<std::span<const Control>, 8> all_controls(const Settings& settings);
/// Returns the control with the path `path`; null if it does not exist with these settings. If the pacer runs at the
/// loop's step rate, "pacer.rate" returns the control "loop.hz".
const Control* find_control(const Settings& settings, std::string_view path);
/// Returns the paths of all controls that exist with these settings.
std::vector<std::string_view> control_paths(const Settings& settings);

/// Sets a control from text. Returns an error in one sentence and changes nothing if the text is not valid.
base::Error assign(Settings& settings, const Control& row, std::string_view text);
/// Returns the value of a control as text for display, rounded to ten digits, with "ms" after a time. assign() can read
/// it.
std::string value_text(const Settings& settings, const Control& row);
/// Returns the value of a control as text without rounding: assign() reads back exactly the same value.
std::string exact_text(const Settings& settings, const Control& row);

/// True if the control, which exists in both settings, has the same value in them.
bool is_equal(const Control& row, const Settings& a, const Settings& b);

/// Returns the values that a control allows, as text: a range such as "1..1000 Hz", or choices such as "off|on".
std::string range_text(const Control& row);

/// Returns the name of a VSYNC mode, such as "adaptive".
std::string_view name_of(sim::VsyncMode mode);

/// Names what is set for the machine besides the frame delay and VSYNC, with values, such as "jitter 4ms, cost per step
/// 0.5ms". Empty if all of it has its defaults, or has no effect.
std::string other_lag_text(const Settings& settings);
/// Resets all that other_lag_text() names.
void clear_other_lag(Settings& settings);

/// Sets the spikes from a text FRAMES:LENGTH: "60:250ms" is a spike of 250 ms in every 60th frame. If the text is not
/// valid, returns an error in one sentence and changes nothing.
base::Error assign_spike(Settings& settings, std::string_view text);

} // namespace lab
