#include "lab/lessons/network_game.hpp"

#include "lab/settings/realised_loop.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lab
{

namespace
{

using scenes::NetworkedGame;
using scenes::PeerTotals;

double sum(const NetworkedGame& game, std::int64_t PeerTotals::*count)
{
    double all = 0.0;
    for (std::size_t pc = 0; pc < game.size(); ++pc) all += static_cast<double>(game[pc].totals().*count);
    return all;
}

// Calls `of` for each PC of the game and returns the largest result; 0 if all results are negative.
double most(const NetworkedGame& game, const auto& of)
{
    double all = 0.0;
    for (std::size_t pc = 0; pc < game.size(); ++pc) all = std::max(all, static_cast<double>(of(game[pc])));
    return all;
}

// Compares the states of every PC after each step with those of the first PC. Sums, over all other PCs, the numbers of
// equal and different states.
scenes::Agreement agreement(const NetworkedGame& game)
{
    scenes::Agreement all;
    for (std::size_t pc = 1; pc < game.size(); ++pc)
    {
        const scenes::Agreement& found = game.agreement(pc);
        all.equal += found.equal;
        all.differ += found.differ;
        if (found.first && (!all.first || *found.first < *all.first)) all.first = found.first;
    }
    return all;
}

// Returns the number of steps that a PC repeated after rollbacks, in percent of the number of steps of its world.
double again_percent(const scenes::Peer& peer)
{
    const auto ticks = static_cast<double>(std::max<std::int64_t>(peer.tick(), 1));
    return 100.0 * static_cast<double>(peer.totals().taken_again) / ticks;
}

// Returns the speed of the slowest PC of the game: simulated time of its world divided by the game's wall time.
double speed(const NetworkedGame& game)
{
    const double seconds = timestep::to_seconds(game.time());
    double least         = seconds;
    for (std::size_t pc = 0; pc < game.size(); ++pc) least = std::min(least, game[pc].world().time());
    return seconds > 0.0 ? least / seconds : 1.0;
}

using G = const NetworkedGame&;
constexpr std::array numbers{
    NetworkNumber{"seconds", "Seconds on the game's wall clock.", [](G g) { return timestep::to_seconds(g.time()); }},
    NetworkNumber{"ticks", "Steps of the first PC's world.", [](G g) { return static_cast<double>(g[0].tick()); }},
    NetworkNumber{"speed", "Time of the slowest PC's world for each second of the clock.", speed},
    NetworkNumber{"input_delay_ms", "Delay of an input on the PC where the user pressed the key.",
                  [](G g) { return 1e3 * g.set_up().input_delay * timestep::step_seconds(g.set_up().rate); }},
    NetworkNumber{"sent", "Messages that all PCs sent.", [](G g) { return sum(g, &PeerTotals::sent); }},
    NetworkNumber{"lost", "Messages that never arrived.", [](G g) { return sum(g, &PeerTotals::lost); }},
    NetworkNumber{"waits", "Finished waits of all PCs.", [](G g) { return sum(g, &PeerTotals::waits); }},
    NetworkNumber{"waits_of_one_pc", "Finished waits of the PC that waited most often.",
                  [](G g) { return most(g, [](const scenes::Peer& p) { return p.totals().waits; }); }},
    NetworkNumber{"longest_wait_ms", "The longest wait of a PC.",
                  [](G g)
                  { return most(g, [](const scenes::Peer& p) { return timestep::to_millis(p.totals().longest); }); }},
    NetworkNumber{"waited_s", "Total waiting time of the PC that waited most.",
                  [](G g)
                  { return most(g, [](const scenes::Peer& p) { return timestep::to_seconds(p.totals().waited); }); }},
    NetworkNumber{"rollbacks", "Rollbacks of all PCs.", [](G g) { return sum(g, &PeerTotals::rollbacks); }},
    NetworkNumber{"rollbacks_of_one_pc", "Rollbacks of the PC that went back most often.",
                  [](G g) { return most(g, [](const scenes::Peer& p) { return p.totals().rollbacks; }); }},
    NetworkNumber{"deepest", "The deepest rollback, in ticks.",
                  [](G g) { return most(g, [](const scenes::Peer& p) { return p.totals().deepest; }); }},
    NetworkNumber{"again_percent", "Steps repeated after rollbacks, in percent of the ticks, of all PCs.",
                  [](G g)
                  {
                      double ticks = 0.0;
                      for (std::size_t pc = 0; pc < g.size(); ++pc) ticks += static_cast<double>(g[pc].tick());
                      return 100.0 * sum(g, &PeerTotals::taken_again) / std::max(ticks, 1.0);
                  }},
    NetworkNumber{"again_percent_of_one_pc",
                  "Steps repeated after rollbacks, in percent of the ticks of the PC, on the PC with most.",
                  [](G g) { return most(g, again_percent); }},
    NetworkNumber{"first_different_tick",
                  "The first tick, from 1, whose state differs between PCs; 0 if no tick differs.",
                  [](G g) { return static_cast<double>(agreement(g).first.value_or(0)); }},
    NetworkNumber{"hashes_equal", "Compared ticks, every 60th of each PC, with the state of the first PC.",
                  [](G g) { return static_cast<double>(agreement(g).equal); }},
    NetworkNumber{"hashes_different", "Compared ticks with another state than on the first PC.",
                  [](G g) { return static_cast<double>(agreement(g).differ); }},
    NetworkNumber{"apart", "|x1 - x2| of the first two worlds at the newest second of the game that both reached.",
                  [](G g) { return g.distance(1, g.settled()).value_or(0.0); }},
};

} // namespace

scenes::SceneChoice scene_of(NetworkGame game)
{
    constexpr std::array names{"chaos", "spring-and-ball", "player"}; // in the order of NetworkGame
    scenes::SceneChoice scene = *scenes::find_scene(names[static_cast<std::size_t>(game)]);
    if (game == NetworkGame::runner) set_knob(scene, "autopilot", 0.0);
    return scene;
}

scenes::NetworkSetUp network_of(const Settings& settings)
{
    const NetworkSettings& n = settings.network;
    scenes::NetworkSetUp made{
        .kind = n.kind, .pcs = n.pcs, .link = n.link, .seed = settings.seed, .rate = settings.loop.rate};
    made.input_delay = n.kind == scenes::NetworkKind::rollback ? n.guessed_delay
                       : n.kind == scenes::NetworkKind::free   ? 0
                                                               : n.input_delay;
    made.loop        = realised(settings.loop);
    made.world       = scenes::World{scene_of(n.game)};
    return made;
}

std::span<const NetworkNumber> network_numbers() { return numbers; }

LaneResult result_of(const scenes::NetworkedGame& game)
{
    LaneResult result;
    result.setup.name = "game";
    for (const NetworkNumber& number : numbers) result.network.push_back(number.get(game));
    return result;
}

namespace
{

constexpr Nanos pause{250'000'000}; // wall time between two comparisons of the PCs' worlds

std::vector<LaneSetup> lanes_of(const Settings& settings, const scenes::NetworkSetUp& game)
{
    std::vector<LaneSetup> lanes;
    for (std::size_t pc = 0; pc < game.pcs; ++pc)
    {
        LaneSetup& lane          = lanes.emplace_back();
        lane.name                = fmt::format("{} {}", pc + 1, scenes::computer_of(game, pc).name);
        lane.settings            = settings;
        lane.settings.scene      = scene_of(settings.network.game);
        lane.settings.integrator = game.world.integrator();
    }
    return lanes;
}

bool is_same(const NetworkSettings& a, const NetworkSettings& b)
{
    return a.kind == b.kind && a.pcs == b.pcs && a.link.delay == b.link.delay && a.link.jitter == b.link.jitter &&
           a.link.loss == b.link.loss && a.input_delay == b.input_delay && a.guessed_delay == b.guessed_delay &&
           a.game == b.game;
}

} // namespace

NetworkRun::NetworkRun(const Settings& settings, const Lesson& lesson)
    : of_{settings}
    , length_{*lesson.length.time}
    , game_{std::make_unique<scenes::NetworkedGame>(network_of(of_))}
    , lanes_{lanes_of(of_, game_->set_up())}
    , agreements_(game_->size())
{
    game_->advance_to(Nanos::zero(), [this](std::size_t pc) { follow(pc); });
}

bool NetworkRun::matches(const Settings& s) const
{
    return s.mode == of_.mode && is_same(of_.network, s.network) && of_.loop.preset == s.loop.preset &&
           of_.loop.rate == s.loop.rate && of_.seed == s.seed;
}

void NetworkRun::advance(Nanos lab_time)
{
    game_->advance_to(now_ + lab_time, [this](std::size_t pc) { follow(pc); });
    look_at_game();
}

void NetworkRun::single_frame()
{
    follow(game_->single_frame());
    look_at_game();
}

void NetworkRun::follow(std::size_t pc)
{
    const scenes::Peer& peer       = (*game_)[pc];
    const scenes::PeerFrame& frame = peer.last_frame();
    lanes_[pc].lane().show(frame.at, frame.measured, frame.plan, frame.stepping, peer.world());
    lanes_[pc].count_frame();
}

void NetworkRun::look_at_game()
{
    now_ = game_->time();
    if (now_ - looked_at_ < pause) return;
    looked_at_ = now_;
    for (std::size_t pc = 1; pc < game_->size(); ++pc) agreements_[pc] = game_->agreement(pc);
    has_results_ = now_ >= length_;
}

std::optional<std::vector<LaneResult>> NetworkRun::take_results()
{
    if (!std::exchange(has_results_, false)) return std::nullopt;
    return std::vector{result_of(*game_)};
}

} // namespace lab
