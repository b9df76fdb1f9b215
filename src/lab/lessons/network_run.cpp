#include "lab/lessons/network_run.hpp"

#include <fmt/core.h>

#include <utility>

namespace lab
{

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

bool NetworkRun::suits(const Settings& s) const
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
