// lab/settings/set_up.hpp -- converts settings to assignments, a configuration string, a command line and a link
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

/// The assignments in `scopes` that change `baseline` to `settings`, in an order in which they can be applied.
std::vector<Assignment> differences_from_baseline(const Settings& settings, const Settings& baseline = {},
                                                  Scopes scopes = scope::all);

/// "timestep-lab set-up VERSION PATH=VALUE ...": all non-default settings except window and temporary ones.
std::string configuration_string(const Settings& settings);
/// True if the text begins like a configuration string, ignoring leading white space, or is a link that contains one.
bool is_configuration_string_or_link(std::string_view text);
/// Parses a configuration string or a link that contains one. Keeps the view of `current_settings`, and resets most
/// other settings that the text omits. Returns a one-sentence error if the text is invalid.
base::Result<Settings> parse_configuration_string(std::string_view text, const Settings& current_settings = {});

/// The assignments that change the defaults to `settings`. Omits a mode that needs a replay file or a lesson file.
std::vector<Assignment> assignments_to_save(const Settings& settings, Scopes scopes);

/// The command that starts the demo with these settings, such as "timestep_demo --fresh --loop fixed".
std::string demo_command_line(const Settings& settings);

/// The configuration string, percent-encoded (RFC 3986) as a URL fragment without "#". It is also valid in HTML.
std::string configuration_url_fragment(const Settings& settings);

/// True if the text is a URL whose fragment is a configuration string, or only such a fragment with its "#".
bool is_configuration_link(std::string_view text);

} // namespace lab
