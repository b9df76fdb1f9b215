// lab/settings/set_up.hpp -- writes settings as text: as a list of differences, or as a command line
//
// The list has the settings that differ from the defaults. The command line starts the demo with the settings.
#pragma once

#include "lab/settings/changes.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lab
{

/// A setting whose value is a list: the loops of a race, the machines of a duel, the kinds of lag, or the shown plots.
struct ListRow
{
    std::string_view path; ///< path of the setting, such as "race.loops"
    std::string_view flag; ///< command line flag of the setting, such as "--loops"
    std::string_view name; ///< name of the setting in a sentence, such as "loops of the race"
    std::string_view tip;  ///< one sentence of help: text of the tooltip and of --help
    std::string_view type; ///< syntax of the value, as shown by --help
    std::string (*get)(const Settings&);
    std::optional<std::string> (*set)(Settings&, std::string_view);
};
std::span<const ListRow> lists();

/// Sets the control or list named `path` to the value in `text`. If that is not possible, returns an error in one
/// sentence and changes nothing.
std::optional<std::string> set(Settings& settings, std::string_view path, std::string_view text);

/// Returns the assignments that turn the settings `from` into `settings`. They can be applied in this order: a loop or
/// a scene comes before the controls that only it has.
std::vector<Change> differences(const Settings& settings, const Settings& from = {});

/// Returns the set-up as one line of text that parse_set_up() reads: "timestep-lab set-up 1", and PATH=VALUE for each
/// setting that differs from its default. 1 is the version of this format. Leaves out the settings of the window
/// ("view.") and those that describe only the present moment, such as the pause (is_of_the_moment()).
std::string set_up_text(const Settings& settings);
/// True if the text begins like a set-up, apart from white space, or is a link with a set-up (set_up_link.hpp).
bool is_set_up(std::string_view text);
/// Reads the text of set_up_text(), or a link with it. The settings of the window are those of `now`. Returns an error
/// in one sentence if the text is no set-up, has another version, or a setting is unknown or out of range.
std::variant<Settings, std::string> parse_set_up(std::string_view text, const Settings& now = {});

/// True if the setting named `path` describes only the present moment: the pause, the list of keys, the full-screen
/// presentation, and the shown time of a replay. Such settings are not saved, shared or undone.
bool is_of_the_moment(std::string_view path);

/// True if the setting named `path` only says that the window shows a file (shows_a_file). A set-up, the kept settings
/// and a command line leave it out, because they do not contain the file.
bool is_of_a_file(std::string_view path, const Settings& settings);

/// Returns the command that starts the demo with these settings, such as
/// "timestep_demo --fresh --loop fixed --set scene.stiffness=900".
std::string command_line(const Settings& settings);

} // namespace lab
