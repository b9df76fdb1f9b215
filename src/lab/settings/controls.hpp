// lab/settings/controls.hpp -- lists and finds controls: those that always exist, and those that exist only for the
// chosen scene and for the chosen alternatives of the loop's axes
#pragma once

#include "lab/settings/control_rows.hpp"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace lab
{

/// Returns the controls that always exist, in the order of the command line.
constexpr std::span<const Control> controls() { return detail::rows; }
/// Returns the controls of the chosen scene, such as "scene.stiffness".
std::span<const Control> scene_controls(const Settings& settings);
/// Returns the controls of the chosen filter, stepper, overload policy, presentation and pacer, in this order, such as
/// "overload.limit".
std::array<std::span<const Control>, 5> axis_controls(const Settings& settings);
/// Returns controls(), scene_controls() and the five groups of axis_controls(), in this order.
std::array<std::span<const Control>, 7> all_controls(const Settings& settings);
/// Returns the control with that path, or null if it does not exist with these settings. If the pacer runs at the
/// loop's rate, "pacer.rate" finds the control "loop.hz".
const Control* find_control(const Settings& settings, std::string_view path);
/// Returns the paths of all controls that exist with these settings.
std::vector<std::string_view> control_paths(const Settings& settings);

} // namespace lab
