// lab/settings/controls.hpp -- the controls that there are: the rows that are always there, and those that come and go
// with the scene and with what is chosen of the loop's axes
#pragma once

#include "lab/settings/control_rows.hpp"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace lab
{

/// Those that are always there, in the order of the command line.
constexpr std::span<const Control> controls() { return detail::rows; }
/// Of the scene that these settings hold: "scene.stiffness" and the like.
std::span<const Control> scene_controls(const Settings& settings);
/// Of what is chosen of filter, stepper, overload, presentation and pacer, in this order: "overload.limit" and the
/// like.
std::array<std::span<const Control>, 5> axis_controls(const Settings& settings);
/// All of these, in this order.
std::array<std::span<const Control>, 7> all_controls(const Settings& settings);
/// The one of that path in these settings, or null. Where a pacer follows the loop's rate, its `pacer.rate` is that.
const Control* find_control(const Settings& settings, std::string_view path);
/// Every path of a control.
std::vector<std::string_view> control_paths(const Settings& settings);

} // namespace lab
