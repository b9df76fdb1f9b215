// timestep_lab diff -- where two replays part, in what, and how far apart they are then
#include "cli/command.hpp"
#include "cli/print_json.hpp"
#include "cli/replay_report.hpp"
#include "io/print.hpp"
#include "io/printable.hpp"
#include "lab/set_up.hpp"

#include <fmt/format.h>

#include <memory>

namespace cli
{

namespace
{

using Json = nlohmann::ordered_json;

struct DiffOptions
{
    std::string a, b;
    bool json = false;
};

// What makes the second's set-up of the first's.
std::vector<lab::Change> set_ups_differ(const play::Replay& a, const play::Replay& b)
{
    auto changes = lab::differences(b.start, a.start);
    std::erase_if(changes, [](const lab::Change& change) { return !play::is_kept(change.key); });
    return changes;
}

void diff(const DiffOptions& options)
{
    const auto a = load_replay(options.a), b = load_replay(options.b);
    play::ReplayRun run_a{a}, run_b{b};
    const auto found   = play::compare(run_a, run_b);
    const auto set_ups = set_ups_differ(*a, *b);
    if (!options.json)
    {
        io::print("{} and {}\n", io::printable(options.a), io::printable(options.b));
        for (const lab::Change& change : set_ups) io::print("  the second has {} {}\n", change.key, change.value);
        return print_comparison(found);
    }
    Json changed = Json::object();
    for (const lab::Change& change : set_ups) changed[change.key] = change.value;
    print_json({{"files", {options.a, options.b}}, {"set_up_of_the_second", changed}, {"comparison", json_of(found)}});
}

} // namespace

void add_diff(CLI::App& program)
{
    CLI::App* command =
        program.add_subcommand("diff", "Where two replays part, in what, and how far apart they are then.");
    auto options = std::make_shared<DiffOptions>();
    command->add_option("a", options->a, "A replay file.")->required()->type_name("FILE");
    command->add_option("b", options->b, "Another one.")->required()->type_name("FILE");
    command->add_flag("--json", options->json, "Print all of it as JSON.");
    command->callback([options] { diff(*options); });
}

} // namespace cli
