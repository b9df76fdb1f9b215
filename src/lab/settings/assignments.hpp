// lab/settings/assignments.hpp -- settings as assignments of text to paths, such as "loop.hz=50"
#pragma once

#include "base/message.hpp"
#include "lab/settings/lane_setup.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// Returns a one-sentence error and changes nothing if the path or the text is wrong.
base::OptionalError assign_by_path(Settings& settings, std::string_view path, std::string_view text);
base::OptionalError assign_by_path(LaneConfig& config, std::string_view path, std::string_view text);

/// Names the setting of `names` that is nearest to the unknown `key`, or says that `key` belongs to another scene.
std::string unknown_setting_message(const Settings& settings, std::string_view key,
                                    std::span<const std::string_view> names);

/// Assignments that turn `baseline` into `settings` if applied in order. `scopes` selects groups of settings.
std::vector<Assignment> differences_from_baseline(const Settings& settings, const Settings& baseline = {},
                                                  Scopes scopes = scope::all);
std::vector<Assignment> differences_from_baseline(const LaneConfig& config, const LaneConfig& baseline);

/// Omits settings that have their default values.
std::vector<Assignment> assignments_to_save(const Settings& settings, Scopes scopes);

/// The command that starts the demo with these settings, such as "timestep_demo --fresh --loop fixed".
std::string demo_command_line(const Settings& settings);

} // namespace lab
