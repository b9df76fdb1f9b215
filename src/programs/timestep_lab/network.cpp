// timestep_lab run --network -- runs several PCs that play one game over a network, and prints what they saw
#include "base/message.hpp"
#include "lab/lessons/network_game.hpp"
#include "lab/settings/controls.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/run.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace timestep_lab
{

namespace
{

using timestep::Nanos;
using Json = nlohmann::ordered_json;

bool is_of_network(const lab::Control& row) { return lab::scope_of(row.path) == lab::scope::network; }

double mean(Nanos all, std::int64_t count)
{
    return count == 0 ? 0.0 : timestep::to_millis(all) / static_cast<double>(count);
}

// The total time for which PC number `pc` has waited for the inputs of other PCs, including a wait that has not ended.
Nanos waited(const scenes::NetworkedGame& game, std::size_t pc)
{
    const scenes::Peer& peer = game[pc];
    return peer.totals().waited + (peer.waits_since() ? game.time() - *peer.waits_since() : Nanos::zero());
}

double speed(const scenes::NetworkedGame& game, std::size_t pc)
{
    return game.time() > Nanos::zero() ? game[pc].world().time() / timestep::to_seconds(game.time()) : 0.0;
}

// The distances between one PC's body and the first PC's body at the times scenes::measured_after after their first
// difference. An empty array if there is no difference.
Json distances(const scenes::Agreement& agreement)
{
    Json found = Json::array();
    for (std::size_t i = 0; i < agreement.apart.size(); ++i)
        found.push_back({{"after_s", scenes::measured_after[i]}, {"x", agreement.apart[i]}});
    return found;
}

// The distance between the body of PC number `pc` and that of the first PC, at the latest time for which the
// states of all PCs are final (later inputs cannot change them). Empty if one of the two PCs no longer stores its state
// at this time.
std::optional<double> apart_at_end(const scenes::NetworkedGame& game, std::size_t pc)
{
    if (game.settled() == 0.0) return 0.0; // all PCs still have the same first state, so the distance is 0
    return game.distance(pc, game.settled());
}

Json json_of_pc(const scenes::NetworkedGame& game, std::size_t pc)
{
    const scenes::PeerTotals& t    = game[pc].totals();
    const scenes::Agreement& found = game.agreement(pc);
    Json json{{"name", game[pc].name()}, {"ticks", game[pc].tick()}, {"speed", speed(game, pc)}, {"frames", t.frames}};
    json["messages"] = {{"sent", t.sent}, {"lost", t.lost}, {"inputs", t.inputs}, {"inputs_resent", t.inputs_again}};
    json["waits"]    = {{"count", t.waits},
                        {"longest_ms", timestep::to_millis(t.longest)},
                        {"mean_ms", mean(t.waited, t.waits)},
                        {"total_ms", timestep::to_millis(waited(game, pc))}};
    json["dropped_ticks"] = t.dropped;
    json["rollbacks"]     = {
            {"count", t.rollbacks},
            {"depth_mean", t.rollbacks == 0 ? 0.0 : static_cast<double>(t.taken_again) / static_cast<double>(t.rollbacks)},
            {"depth_max", t.deepest},
            {"steps_again", t.taken_again}};
    json["hashes"] = {{"equal", found.equal},
                      {"different", found.differ},
                      {"compared_ticks", found.common},
                      {"first_different_tick", found.first ? Json(*found.first) : Json(nullptr)}};
    json["apart"]  = distances(found);
    return json;
}

void print_table(const scenes::NetworkedGame& game)
{
    const auto print_row = [&](const char* title, const auto& cell_of)
    {
        base::print("{:<24}", title);
        for (std::size_t pc = 0; pc < game.size(); ++pc) base::print("{:>14}", cell_of(pc));
        base::print("\n");
    };
    const auto totals = [&](std::size_t pc) -> const scenes::PeerTotals& { return game[pc].totals(); };
    std::vector<scenes::Agreement> found;
    for (std::size_t pc = 0; pc < game.size(); ++pc) found.push_back(game.agreement(pc));

    print_row("", [&](std::size_t pc) { return game[pc].name(); });
    print_row("ticks", [&](std::size_t pc) { return game[pc].tick(); });
    print_row("speed, x", [&](std::size_t pc) { return fmt::format("{:.4g}", speed(game, pc)); });
    print_row("messages sent", [&](std::size_t pc) { return totals(pc).sent; });
    print_row("messages lost", [&](std::size_t pc) { return totals(pc).lost; });
    print_row("inputs sent", [&](std::size_t pc) { return totals(pc).inputs; });
    print_row("inputs sent again", [&](std::size_t pc) { return totals(pc).inputs_again; });
    print_row("waits", [&](std::size_t pc) { return totals(pc).waits; });
    print_row("longest wait, ms",
              [&](std::size_t pc) { return fmt::format("{:.4g}", timestep::to_millis(totals(pc).longest)); });
    print_row("waited in all, ms",
              [&](std::size_t pc) { return fmt::format("{:.5g}", timestep::to_millis(waited(game, pc))); });
    print_row("rollbacks", [&](std::size_t pc) { return totals(pc).rollbacks; });
    print_row("deepest, ticks", [&](std::size_t pc) { return totals(pc).deepest; });
    print_row("steps taken again", [&](std::size_t pc) { return totals(pc).taken_again; });
    print_row("hashes equal to 1st's", [&](std::size_t pc)
              { return fmt::format("{}/{}", found[pc].equal, found[pc].equal + found[pc].differ); });
    print_row("first tick that differs",
              [&](std::size_t pc) { return found[pc].first ? fmt::to_string(*found[pc].first) : "-"; });
    print_row("apart at the end, x",
              [&](std::size_t pc)
              {
                  const auto apart = apart_at_end(game, pc);
                  return apart ? fmt::format("{:.4g}", *apart) : "-";
              });
}

void add_row(Rows& rows, const scenes::NetworkedGame& game)
{
    std::string text = fmt::format("{:.1f}", timestep::to_seconds(game.time()));
    for (std::size_t pc = 0; pc < game.size(); ++pc)
    {
        const auto apart = apart_at_end(game, pc);
        text += fmt::format(",{},{:.6f},{:.3f},{},{}", game[pc].tick(), game[pc].world().time(),
                            timestep::to_millis(waited(game, pc)), game[pc].totals().taken_again,
                            apart ? fmt::format("{:.9g}", *apart) : "");
    }
    rows.add("{}\n", text);
}

void run_with_csv(scenes::NetworkedGame& game, const NetworkCommand& run)
{
    Rows rows{run.csv, "--csv"};
    std::string header{"wall_s"};
    for (std::size_t pc = 1; pc <= game.size(); ++pc)
        header += fmt::format(",ticks_{0},game_s_{0},waited_ms_{0},steps_again_{0},apart_x_{0}", pc);
    rows.add("{}\n", header);
    for (Nanos to{}; to <= run.time; to += Nanos{100'000'000})
    {
        game.advance_to(to);
        add_row(rows, game);
    }
    rows.finish();
}

} // namespace

void add_network_options(CLI::App& command, ControlTexts& options)
{
    add_control_options(command, options, is_of_network, {.group = "Over a network"});
}

bool asks_for_network(const ControlTexts& options)
{
    return std::ranges::any_of(options, [](const auto& option) { return !option.second.empty(); });
}

void run_network(const ControlTexts& options, NetworkCommand run)
{
    if (options.at("network.kind").empty())
        throw BadInput{"several PCs play together over --network lockstep, slow-pc, free or rollback: say which"};
    for (const lab::Control& row : lab::controls())
        if (const auto given = options.find(row.path); given != options.end() && !given->second.empty())
            if (const auto error = lab::assign(run.settings, row, given->second))
                throw BadInput{"{}: {}", row.flag, base::Verbatim{*error}};
    scenes::NetworkedGame game{lab::network_of(run.settings)};
    if (!run.csv.empty()) run_with_csv(game, run);
    game.advance_to(run.time);
    const std::string_view kind = scenes::row_of(game.set_up().kind).name;
    Json pcs                    = Json::array();
    for (std::size_t pc = 0; run.json && pc < game.size(); ++pc) pcs.push_back(json_of_pc(game, pc));
    if (run.json) return print_json({{"network", kind}, {"seconds", timestep::to_seconds(game.time())}, {"pcs", pcs}});
    if (run.csv != "-") print_table(game);
}

} // namespace timestep_lab
