// lab/settings/configuration_string.hpp -- settings as text: assignments such as "loop.hz=50", a command line, or a
// link to share
#pragma once

#include "base/message.hpp"
#include "lab/settings/lane_setup.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// Parses `text` and sets the control `path`. On failure, returns a one-sentence error and changes nothing.
base::OptionalError assign_by_path(Settings& settings, std::string_view path, std::string_view text);

/// Assignments that turn `baseline` into `settings` if applied in order. `scopes` selects groups of settings.
std::vector<Assignment> differences_from_baseline(const Settings& settings, const Settings& baseline = {},
                                                  Scopes scopes = scope::all);

/// "timestep-lab set-up VERSION PATH=VALUE ...": all non-default settings except window and temporary ones.
/// Users know a configuration as a set-up.
std::string configuration_string(const Settings& settings);
/// True for text from configuration_string() and for a link that contains such text. Checks only how the text begins.
bool is_configuration_string_or_link(std::string_view text);
/// Parses text from configuration_string(), or a link that contains it. Most settings that the text omits get their
/// defaults; panels and camera stay as in `current_settings`. Returns a one-sentence error if the text is invalid.
base::Result<Settings> parse_configuration_string(std::string_view text, const Settings& current_settings = {});

/// Omits settings that have their default values.
std::vector<Assignment> assignments_to_save(const Settings& settings, Scopes scopes);

/// The command that starts the demo with these settings, such as "timestep_demo --fresh --loop fixed".
std::string demo_command_line(const Settings& settings);

/// The configuration string, percent-encoded (RFC 3986) as a URL fragment without "#". It is also valid in HTML.
std::string percent_encoded_configuration(const Settings& settings);

/// True if the text is a URL whose fragment is a configuration string, or only such a fragment with its "#".
bool is_configuration_link(std::string_view text);

} // namespace lab
