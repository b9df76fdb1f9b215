// lab/settings/controls.hpp -- lists all controls (settings that the user can change), and finds a control by its path
//
// Some controls always exist. Others exist only for the chosen scene, or for the chosen parts of the loop. Code that
// knows a control's path at compile time writes `control<"machine.delay_ms">` instead and includes control_rows.hpp.
#pragma once

#include "lab/settings/control.hpp"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace lab
{

/// Returns the controls that always exist, in the order of the command line.
std::span<const Control> controls();
/// Returns the controls that only the chosen scene has, such as "scene.stiffness".
std::span<const Control> scene_controls(const Settings& settings);
/// Returns the controls that only the chosen parts of the loop have, such as "overload.limit". The five groups are
/// those of the filter, the stepper, the overload policy, the presentation and the pacer.
std::array<std::span<const Control>, 5> axis_controls(const Settings& settings);
/// Returns all controls in seven groups: controls(), scene_controls() and the five groups of axis_controls().
std::array<std::span<const Control>, 7> all_controls(const Settings& settings);
/// Returns the control with the path `path`; null if it does not exist with these settings. If the pacer (the part of
/// the loop that waits between frames) runs at the loop's step rate, "pacer.rate" returns the control "loop.hz".
const Control* find_control(const Settings& settings, std::string_view path);
/// Returns the paths of all controls that exist with these settings.
std::vector<std::string_view> control_paths(const Settings& settings);

} // namespace lab
