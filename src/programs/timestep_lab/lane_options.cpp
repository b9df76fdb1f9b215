#include "programs/timestep_lab/lane_options.hpp"

#include "lab/settings/controls.hpp"
#include "lab/settings/lag_text.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/options.hpp"
#include "programs/timestep_lab/set_option.hpp"
#include "scenes/scene.hpp"
#include "sim/machine/presets.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <set>
#include <utility>

namespace timestep_lab
{

namespace
{

using LaneChanges = std::vector<lab::Change>;

constexpr std::size_t most_in_help = 8; // largest number of choices that --help lists for one option

// Returns the changes of settings that hold for all lanes (loops with their worlds): those of all options but --lane.
LaneChanges flags_of(const LaneOptions& options)
{
    LaneChanges changes = changes_of(options);
    if (!options.machine.empty()) changes.insert(changes.begin(), {"machine", options.machine});
    for (const std::string& text : options.set) changes.push_back(parse_set(text));
    return changes;
}

// Adds the changes of settings in a value of the option --lane, such as "interpolated,hz=50,display-hz=144". A word
// without "=" is the name of a loop.
void add_lane(LaneChanges& changes, std::string_view lane)
{
    const std::size_t old = changes.size();
    while (!lane.empty())
    {
        const auto end = lane.find_first_of(", ");
        const std::string is{lane.substr(0, end)};
        lane.remove_prefix(end == lane.npos ? lane.size() : end + 1);
        if (is.empty()) continue;
        const auto equals = is.find('=');
        changes.push_back(equals == is.npos ? lab::Change{"loop", is}
                                            : lab::Change{is.substr(0, equals), is.substr(equals + 1)});
    }
    if (changes.size() == old) throw BadInput{"--lane is empty; write LOOP or KEY=VALUE,..., as in interpolated,hz=50"};
}

// Returns all words that are valid in a value of the option --lane (which describes one loop), for shell completion.
std::vector<std::string> lane_words()
{
    std::vector<std::string> words = names_in(timestep::all_presets);
    for (const lab::Control& row : lab::controls())
        if (lab::is_of_lanes(row)) words.push_back(fmt::format("{}=", row.flag.substr(2)));
    for (const char* const word : {"name=", "machine=", "lag=", "spike=", "recording=", "recording-end="})
        words.emplace_back(word);
    return words;
}

// Returns the paths of all settings, for all scenes and all loops, each followed by "=", such as "overload.limit=". For
// the parts of a loop, also returns the path with each choice, such as "pacer=vsync".
std::vector<std::string> all_paths()
{
    std::set<std::string> paths;
    lab::Settings settings;
    for (std::size_t scene = 0; scene < scenes::all_scenes().size(); ++scene)
    {
        settings.scene = scenes::choice_of(scene);
        for (const std::string_view path : lab::control_paths(settings)) paths.insert(fmt::format("{}=", path));
    }
    for (std::string& of_loop : loop_settings()) paths.insert(std::move(of_loop));
    return {paths.begin(), paths.end()};
}

lab::LaneSetup make_lane(LaneChanges changes)
{
    lab::LaneSetup setup;
    make_changes(setup, std::move(changes));
    return setup;
}

// Makes the names of lanes (loops) different: appends "-2", "-3" ... to repeated names.
void make_names_unique(std::vector<lab::LaneSetup>& setups)
{
    std::set<std::string> taken;
    for (lab::LaneSetup& setup : setups)
    {
        const std::string name = setup.name;
        for (int number = 2; !taken.insert(setup.name).second; ++number)
            setup.name = fmt::format("{}-{}", name, number);
    }
}

} // namespace

std::vector<lab::Change> changes_of(const PcOptions& options)
{
    std::vector<lab::Change> changes;
    const auto add = [&](std::string_view key, const std::string& text)
    {
        if (!text.empty()) changes.push_back({std::string{key}, text});
    };
    for (const lab::Control& row : lab::controls())
        if (const auto given = options.controls.find(row.path); given != options.controls.end())
            add(row.flag.substr(2), given->second);
    add("lag", options.lag);
    add("spike", options.spike);
    add("recording", options.recording);
    add("recording-end", options.recording_end);
    return changes;
}

void add_lane_options(CLI::App& command, LaneOptions& options)
{
    add_option(
        command, "--lane", options.lanes,
        "A lane: a loop's name, and what is different in it, as in interpolated,hz=50,vsync=off. Repeat it for a "
        "race. Without it there is one lane.",
        {.type = "LOOP,KEY=VALUE,...", .choices = lane_words()});
    add_option(command, "--machine", options.machine, "A PC by name (see `list machines`); other flags change it.",
               {.type = "NAME", .choices = names_in(sim::all_presets())});
    add_option(command, "--lag", options.lag, fmt::format("What frames lose: {}.", lab::lag_grammar), {.type = "LAG"});
    add_option(command, "--recording", options.recording, "Drive the loops with the frame times of a recording.",
               {.type = "FILE"});
    add_option(command, "--recording-end", options.recording_end, "What happens when the recording ends.",
               {.type = "loop|stop"});
    for (const lab::Control& row : lab::controls())
        if (lab::is_of_lanes(row))
            add_option(command, std::string{row.flag}, options.controls[row.path], std::string{row.tip},
                       {.type    = row.choices().size() > most_in_help ? "NAME" : lab::range_text(row),
                        .choices = {row.choices().begin(), row.choices().end()},
                        .group   = "Knobs"});
    add_option(command, "--set", options.set,
               "Any knob by its path, as in scene.stiffness=900 or overload.limit=100ms.",
               {.type = "PATH=VALUE", .choices = all_paths(), .group = "Knobs"});
    add_option(command, "--spike", options.spike, "A spike of LENGTH every FRAMES frames, as in 60:250ms.",
               {.type = "FRAMES:LENGTH", .group = "Knobs"});
}

std::vector<lab::LaneSetup> make_lanes(const LaneOptions& options)
{
    const LaneChanges flags = flags_of(options);
    std::vector<lab::LaneSetup> setups;
    if (options.lanes.empty()) setups.push_back(make_lane(flags));
    for (const std::string& lane : options.lanes)
    {
        LaneChanges changes = flags;
        add_lane(changes, lane);
        setups.push_back(make_lane(std::move(changes)));
    }
    make_names_unique(setups);
    return setups;
}

} // namespace timestep_lab
