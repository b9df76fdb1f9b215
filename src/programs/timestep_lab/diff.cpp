// timestep_lab diff -- compares two replays: prints the first physics step that differs, the value that differs in it,
// and the distance between the two simulated bodies some seconds later
#include "base/message.hpp"
#include "lab/settings/set_up.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/options.hpp"
#include "programs/timestep_lab/print_json.hpp"
#include "programs/timestep_lab/replay_report.hpp"
#include "programs/timestep_lab/terminal.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace timestep_lab
{

namespace
{

using Json = nlohmann::ordered_json;

struct DiffOptions
{
    std::string a, b;
    bool json = false;
};

// Returns the changes that turn the settings of replay `a` into those of replay `b`.
std::vector<lab::Change> set_ups_differ(const lab::Replay& a, const lab::Replay& b)
{
    auto changes = lab::differences(b.start, a.start);
    std::erase_if(changes, [](const lab::Change& change) { return !lab::is_kept(change.key); });
    return changes;
}

void diff(const DiffOptions& options, bool quiet)
{
    const auto a = load_replay(options.a), b = load_replay(options.b);
    lab::ReplayRun run_a{a}, run_b{b};
    const auto found   = compare_runs(run_a, run_b, quiet);
    const auto set_ups = set_ups_differ(*a, *b);
    if (!options.json)
    {
        base::print("{} and {}\n", base::printable(options.a), base::printable(options.b));
        for (const lab::Change& change : set_ups) base::print("  the second has {} {}\n", change.key, change.value);
        return print_comparison(found);
    }
    Json changed = Json::object();
    for (const lab::Change& change : set_ups) changed[change.key] = change.value;
    print_json({{"files", {options.a, options.b}}, {"set_up_of_the_second", changed}, {"comparison", json_of(found)}});
}

} // namespace

void add_diff(CLI::App& program)
{
    CLI::App& command =
        add_command(program, "diff", "Where two replays part, in what, and how far apart they are then.");
    auto options = std::make_shared<DiffOptions>();
    add_option(command, "a", options->a, "A replay file.", {.type = "FILE", .required = true});
    add_option(command, "b", options->b, "Another one.", {.type = "FILE", .required = true});
    add_flag(command, "--json", options->json, "Print all of it as JSON.");
    set_action(command, [options, &command] { diff(*options, is_quiet(command)); });
}

} // namespace timestep_lab
