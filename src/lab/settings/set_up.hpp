// lab/settings/set_up.hpp -- settings as text: as a list of differences, as a command line of the demo, or as a link
#pragma once

#include "base/message.hpp"
#include "lab/settings/lane_setup.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// Sets the control named `path`. If that is not possible, returns an error in one sentence and changes nothing.
base::Error set(Settings& settings, std::string_view path, std::string_view text);

/// The assignments that turn the settings `from` into `settings`, of the controls that belong only to `scopes`. They
/// can be applied in this order: a loop or a scene comes before the controls that only it has.
std::vector<Change> differences(const Settings& settings, const Settings& from = {}, Scopes scopes = scope::all);

/// The set-up as one line of text: "timestep-lab set-up 1", and PATH=VALUE for each setting that differs from its
/// default. 1 is the version of this format. Leaves out scope::window and scope::moment.
std::string set_up_text(const Settings& settings);
/// True if the text begins like a set-up, apart from white space, or is a link with a set-up.
bool is_set_up(std::string_view text);
/// Reads the text of set_up_text(), or a link with it. The settings of the window are those of `now`. Returns an error
/// in one sentence if the text is no set-up, has another version, if a setting is unknown or out of range, or if a
/// percent sign of a link is not followed by two hexadecimal digits.
base::Result<Settings> parse_set_up(std::string_view text, const Settings& now = {});

/// True if the setting named `path` only says that the window shows a file (shows_a_file). A set-up, the kept settings
/// and a command line leave it out, because they do not contain the file.
bool describes_shown_file(std::string_view path, const Settings& settings);

/// The command that starts the demo with these settings, such as
/// "timestep_demo --fresh --loop fixed --set scene.stiffness=900".
std::string command_line(const Settings& settings);

/// The line of set_up_text() as the fragment of a URL, without "#", percent-encoded as in RFC 3986. It needs no escapes
/// in HTML: demo/#timestep-lab%20set-up%201%20loop.preset=variable%20machine.delay_ms=40
std::string set_up_fragment(const Settings& settings);

/// True if the text is a URL with a set-up as its fragment, or such a fragment with its "#".
bool is_set_up_link(std::string_view text);

} // namespace lab
