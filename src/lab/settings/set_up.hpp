// lab/settings/set_up.hpp -- settings as a list of differences, configuration string, command line or link
#pragma once

#include "base/message.hpp"
#include "lab/settings/lane_setup.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// Sets the control named `path`. On failure, returns a one-sentence error and changes nothing.
base::Error set(Settings& settings, std::string_view path, std::string_view text);

/// The assignments that turn the settings `from` into `settings`, for controls that belong only to `scopes`. They can
/// be applied in this order: a loop or a scene precedes the controls that only it has.
std::vector<Change> differences(const Settings& settings, const Settings& from = {}, Scopes scopes = scope::all);

/// The configuration string: "timestep-lab set-up 1" (1 is the version of the format), and PATH=VALUE for each setting
/// that differs from its default. Omits scope::window and scope::temporary.
std::string set_up_text(const Settings& settings);
/// True if the text begins like a configuration string, ignoring leading white space, or is a link with one.
bool is_set_up(std::string_view text);
/// Parses the result of set_up_text(), or a link with it. The window's settings are those of `now`. Returns a
/// one-sentence error if the text is no configuration string or has another version, if a setting is unknown or out of
/// range, or if a link has an invalid percent escape.
base::Result<Settings> parse_set_up(std::string_view text, const Settings& now = {});

/// True if the setting named `path` only states that the window shows a file (shows_file). Saved settings,
/// configuration strings and command lines omit it, because they do not contain the file.
bool describes_shown_file(std::string_view path, const Settings& settings);

/// The command that starts the demo with these settings, such as "timestep_demo --fresh --loop fixed --set
/// scene.stiffness=900".
std::string command_line(const Settings& settings);

/// set_up_text() as the fragment of a URL, without "#", percent-encoded as in RFC 3986. It needs no escapes in HTML:
/// demo/#timestep-lab%20set-up%201%20loop.preset=variable%20machine.delay_ms=40
std::string set_up_fragment(const Settings& settings);

/// True if the text is a URL with such a fragment, or the fragment with its "#".
bool is_set_up_link(std::string_view text);

} // namespace lab
