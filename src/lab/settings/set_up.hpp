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

/// The assignments that change `baseline` to `settings`. Omits each setting that belongs to a group outside `scopes`.
/// The choice of a loop or a scene precedes the parameters that only this loop or scene has.
std::vector<Assignment> differences_from_baseline(const Settings& settings, const Settings& baseline = {},
                                                  Scopes scopes = scope::all);

/// The configuration string: "timestep-lab set-up 1", where 1 is the version of the format, and PATH=VALUE for each
/// setting that differs from its default. Omits settings of the window and temporary state, such as the pause.
std::string configuration_string(const Settings& settings);
/// True if the text begins like a configuration string, ignoring leading white space, or is a link that contains one.
bool is_configuration_string_or_link(std::string_view text);
/// Parses a configuration string or a link that contains one. Settings that the string does not store, such as panels,
/// are those of `current_settings`. Returns a one-sentence error if the text is no configuration string or has another
/// version, if a setting is unknown or out of range, or if a link has an invalid percent escape.
base::Result<Settings> parse_configuration_string(std::string_view text, const Settings& current_settings = {});

/// The assignments that change the defaults to `settings`, for a file, a configuration string or a command line. Omits
/// the mode if the window shows a replay or a lesson from a file, because the mode cannot be restored without the file.
std::vector<Assignment> assignments_to_save(const Settings& settings, Scopes scopes);

/// The command that starts the demo with these settings, such as "timestep_demo --fresh --loop fixed".
std::string command_line(const Settings& settings);

/// The configuration string as the fragment of a URL without "#". It is percent-encoded (RFC 3986) and valid in HTML:
/// demo/#timestep-lab%20set-up%201%20loop.preset=variable%20machine.delay_ms=40
std::string configuration_url_fragment(const Settings& settings);

/// True if the text is a URL whose fragment is a configuration string, or only such a fragment with its "#".
bool is_configuration_link(std::string_view text);

} // namespace lab
