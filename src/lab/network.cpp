#include "lab/network.hpp"

#include "lab/fed.hpp"
#include "lab/watched_keys.hpp"

#include <fmt/format.h>

namespace lab
{

namespace
{

physics::AnyScene scene_of(NetworkGame game)
{
    switch (game)
    {
    case NetworkGame::pendulum: return physics::Chaos{};
    case NetworkGame::ball: return physics::SpringAndBall{};
    case NetworkGame::runner: return physics::Player{{.autopilot = false}};
    }
    return {};
}

std::vector<LaneSetup> lanes_of(const Settings& settings, const net::SetUp& game)
{
    std::vector<LaneSetup> lanes;
    for (std::size_t pc = 0; pc < game.pcs; ++pc)
    {
        LaneSetup& lane          = lanes.emplace_back();
        lane.name                = fmt::format("{} {}", pc + 1, net::computer_of(game, pc).name);
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

net::SetUp network_of(const Settings& settings)
{
    const NetworkSettings& n = settings.network;
    net::SetUp made{.kind = n.kind, .pcs = n.pcs, .link = n.link, .seed = settings.seed, .rate = settings.loop.rate()};
    made.input_delay = n.kind == net::Kind::rollback ? n.guessed_delay : n.kind == net::Kind::free ? 0 : n.input_delay;
    made.loop        = settings.loop.axes;
    made.world       = std::visit([](const auto& scene) { return physics::World{scene}; }, scene_of(n.game));
    return made;
}

Network::Network(const Desk& desk)
    : of_{desk.settings}
    , game_{std::make_unique<net::Game>(network_of(of_))}
    , lanes_{lanes_of(of_, game_->set_up())}
    , agreements_(game_->size())
{
    game_->advance_to(Nanos::zero(), [this](std::size_t pc) { follow(pc); });
}

bool Network::suits(const Settings& s) const
{
    return s.mode == Mode::network && is_same(of_.network, s.network) && of_.loop.preset == s.loop.preset &&
           of_.loop.rate() == s.loop.rate() && of_.seed == s.seed;
}

void Network::begin_frame(Desk& desk)
{
    const Nanos passed = desk.begin_watched_frame();
    if (!desk.asked.run[static_cast<std::size_t>(of_.network.kind)]) return;
    if (desk.take_single_frame())
        follow(game_->single_frame());
    else
        game_->advance_to(now_ + passed, [this](std::size_t pc) { follow(pc); });
    now_ = game_->time();
    compare();
}

void Network::follow(std::size_t pc)
{
    const net::Peer& peer   = (*game_)[pc];
    const net::Frame& frame = peer.last_frame();
    lanes_[pc].show(frame.at, frame.measured, frame.plan, frame.stepping, peer.world());
}

void Network::compare()
{
    constexpr Nanos pause{250'000'000};
    if (now_ - compared_at_ < pause) return;
    compared_at_ = now_;
    for (std::size_t pc = 1; pc < game_->size(); ++pc) agreements_[pc] = game_->agreement(pc);
}

Screen Network::on_screen(std::size_t lane) { return fed_screen(lanes_[lane].lane()); }

bool Network::takes(const Key& key, Desk& desk) const
{
    const auto kind = static_cast<std::size_t>(of_.network.kind);
    switch (key.action)
    {
    case Action::loop:
        if (desk.asked.run[kind]) return of_.network.kind != net::Kind::free; // there another loop is of interest
        if (key.argument >= 0 && key.name[0] <= '3')
            desk.asked.guess[kind] = static_cast<std::size_t>(key.name[0] - '1');
        return true;
    case Action::pause:
        if (desk.asked.run[kind]) return false;
        desk.asked.run[kind] = true;
        return true;
    default: return would_change_lanes(key.action);
    }
}

} // namespace lab
