// lab/settings/set_up.hpp -- writes settings as text: as the list of settings that differ from the defaults, or as a
// command line that starts the demo with them
#pragma once

#include "lab/settings/changes.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// A setting that is a list instead of one number: the loops of a race, the machines of a duel, the kinds of lag, the
/// shown plots.
struct ListRow
{
    std::string_view path; ///< path, such as "race.loops"
    std::string_view flag; ///< command line flag, such as "--loops"
    std::string_view tip;  ///< text of the tooltip and of --help, one sentence
    std::string_view type; ///< syntax of the value, as --help shows it
    std::string (*get)(const Settings&);
    std::optional<std::string> (*set)(Settings&, std::string_view);
};
std::span<const ListRow> lists();

/// Sets a control or a list by its path. Returns an error in one sentence and changes nothing if that is not possible.
std::optional<std::string> set(Settings& settings, std::string_view path, std::string_view text);

/// Returns the assignments that turn `from` into `settings`, by path. They can be applied in this order: a loop and a
/// scene come before the controls that only they have.
std::vector<Change> differences(const Settings& settings, const Settings& from = {});

/// Returns the command that starts the demo with these settings, such as
/// "timestep_demo --fresh --loop fixed --set scene.stiffness=900".
std::string command_line(const Settings& settings);

} // namespace lab
