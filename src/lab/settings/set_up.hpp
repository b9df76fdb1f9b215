// lab/settings/set_up.hpp -- a whole set-up as text: what is different from the defaults, path by path, or as the
// command line that a friend can paste
#pragma once

#include "lab/settings/changes.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// What a path does not reach as one number: who runs in a race or a duel, the kinds of lag, the plots.
struct ListRow
{
    std::string_view path; ///< "race.loops"
    std::string_view flag; ///< "--loops"
    std::string_view tip;  ///< one sentence
    std::string_view type; ///< as --help shows it
    std::string (*get)(const Settings&);
    std::optional<std::string> (*set)(Settings&, std::string_view);
};
std::span<const ListRow> lists();

/// Sets a control or a list by its path; says in one sentence why not, if not. Nothing is changed then.
std::optional<std::string> set(Settings& settings, std::string_view path, std::string_view text);

/// What makes these settings of others, of the default ones if nothing else is said, by path, in an order in which each
/// can be set: a loop and a scene come before their own knobs.
std::vector<Change> differences(const Settings& settings, const Settings& from = {});

/// "timestep_demo --fresh --loop fixed --set scene.stiffness=900": starts the demo with these settings.
std::string command_line(const Settings& settings);

} // namespace lab
