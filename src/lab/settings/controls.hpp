// lab/settings/controls.hpp -- lists all controls (settings that the user can change), and finds a control by its path
//
// Some controls always exist. Others exist only for the chosen scene, or for the chosen parts of the loop.
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
/// Returns the control with the path `path`; null if it does not exist with these settings. If the pacer (the part of
/// the loop that waits between frames) runs at the loop's step rate, "pacer.rate" returns the control "loop.hz".
const Control* find_control(const Settings& settings, std::string_view path);
/// Returns the paths of all controls that exist with these settings.
std::vector<std::string_view> control_paths(const Settings& settings);

} // namespace lab
