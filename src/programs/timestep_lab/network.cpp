#include "programs/timestep_lab/network.hpp"

#include "base/message.hpp"
#include "lab/lessons/network_game.hpp"
#include "lab/settings/controls.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/options.hpp"
#include "programs/timestep_lab/print_json.hpp"
#include "programs/timestep_lab/rows.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace timestep_lab
{

namespace
{

using timestep::Nanos;
using Json = nlohmann::ordered_json;

double mean(Nanos all, std::int64_t count)
{
    return count == 0 ? 0.0 : timestep::to_millis(all) / static_cast<double>(count);
}

// Returns the total time for which PC number `pc` has waited for the inputs of other PCs, including a wait that has not
// ended.
Nanos waited(const scenes::NetworkedGame& game, std::size_t pc)
{
    const scenes::Peer& peer = game[pc];
    return peer.totals().waited + (peer.waits_since() ? game.time() - *peer.waits_since() : Nanos::zero());
}

double speed(const scenes::NetworkedGame& game, std::size_t pc)
{
    return game.time() > Nanos::zero() ? game[pc].world().time() / timestep::to_seconds(game.time()) : 0.0;
}

// Returns the distances between one PC's body and the first PC's body at the times scenes::measured_after after their
// first difference. Returns an empty array if there is no difference.
Json distances(const scenes::Agreement& agreement)
{
    Json found = Json::array();
    for (std::size_t i = 0; i < agreement.apart.size(); ++i)
        found.push_back({{"after_s", scenes::measured_after[i]}, {"x", agreement.apart[i]}});
    return found;
}

// Returns the distance between the body of PC number `pc` and that of the first PC, at the latest time for which the
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
    json["given_up_ticks"] = t.given_up;
    json["rollbacks"]      = {
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

void print_row(const char* title, const scenes::NetworkedGame& game, const auto& text_of)
{
    base::print("{:<24}", title);
    for (std::size_t pc = 0; pc < game.size(); ++pc) base::print("{:>14}", text_of(pc));
    base::print("\n");
}

void print_hashes(const scenes::NetworkedGame& game)
{
    std::vector<scenes::Agreement> found;
    for (std::size_t pc = 0; pc < game.size(); ++pc) found.push_back(game.agreement(pc));
    print_row("hashes equal to 1st's", game,
              [&](std::size_t pc)
              { return fmt::format("{}/{}", found[pc].equal, found[pc].equal + found[pc].differ); });
    print_row("first tick that differs", game,
              [&](std::size_t pc) { return found[pc].first ? fmt::format("{}", *found[pc].first) : std::string{"-"}; });
    print_row("apart at the end, x", game,
              [&](std::size_t pc)
              {
                  const auto apart = apart_at_end(game, pc);
                  return apart ? fmt::format("{:.4g}", *apart) : std::string{"-"};
              });
}

void print_table(const scenes::NetworkedGame& game)
{
    const auto totals = [&](std::size_t pc) -> const scenes::PeerTotals& { return game[pc].totals(); };
    print_row("", game, [&](std::size_t pc) { return fmt::format("{}", game[pc].name()); });
    print_row("ticks", game, [&](std::size_t pc) { return fmt::format("{}", game[pc].tick()); });
    print_row("speed, x", game, [&](std::size_t pc) { return fmt::format("{:.4g}", speed(game, pc)); });
    print_row("messages sent", game, [&](std::size_t pc) { return fmt::format("{}", totals(pc).sent); });
    print_row("messages lost", game, [&](std::size_t pc) { return fmt::format("{}", totals(pc).lost); });
    print_row("inputs sent", game, [&](std::size_t pc) { return fmt::format("{}", totals(pc).inputs); });
    print_row("inputs sent again", game, [&](std::size_t pc) { return fmt::format("{}", totals(pc).inputs_again); });
    print_row("waits", game, [&](std::size_t pc) { return fmt::format("{}", totals(pc).waits); });
    print_row("longest wait, ms", game,
              [&](std::size_t pc) { return fmt::format("{:.4g}", timestep::to_millis(totals(pc).longest)); });
    print_row("waited in all, ms", game,
              [&](std::size_t pc) { return fmt::format("{:.5g}", timestep::to_millis(waited(game, pc))); });
    print_row("rollbacks", game, [&](std::size_t pc) { return fmt::format("{}", totals(pc).rollbacks); });
    print_row("deepest, ticks", game, [&](std::size_t pc) { return fmt::format("{}", totals(pc).deepest); });
    print_row("steps taken again", game, [&](std::size_t pc) { return fmt::format("{}", totals(pc).taken_again); });
    print_hashes(game);
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

void add_network_options(CLI::App& command, NetworkOptions& options)
{
    for (const lab::Control& row : lab::controls())
        if (lab::scope_of(row.path) == lab::scope::network)
            add_option(command, std::string{row.flag}, options[row.path], std::string{row.tip},
                       {.type    = lab::range_text(row),
                        .choices = {row.choices().begin(), row.choices().end()},
                        .group   = "Over a network"});
}

bool asks_for_network(const NetworkOptions& options)
{
    return std::ranges::any_of(options, [](const auto& option) { return !option.second.empty(); });
}

void run_network(const NetworkOptions& options, NetworkCommand run)
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
