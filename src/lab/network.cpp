#include "lab/network.hpp"

#include "lab/live_frame.hpp"
#include "lab/watched_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace lab
{

namespace
{

constexpr Nanos pause{250'000'000}; // between two looks at what came out

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

bool steps_are_whole(const Settings& settings)
{
    LaneSetup lane;
    lane.settings.loop = settings.loop;
    try
    {
        return reproducible(lane);
    }
    catch (const std::runtime_error&) // of a loop that does not wait at all
    {
        return false;
    }
}

bool is_same(const NetworkSettings& a, const NetworkSettings& b)
{
    return a.kind == b.kind && a.pcs == b.pcs && a.link.delay == b.link.delay && a.link.jitter == b.link.jitter &&
           a.link.loss == b.link.loss && a.input_delay == b.input_delay && a.guessed_delay == b.guessed_delay &&
           a.game == b.game;
}

} // namespace

const std::vector<Lesson>& network_lessons()
{
    static const std::vector<Lesson> all = []
    {
        std::vector<Lesson> parsed;
        for (const LessonFile& file : network_lesson_files())
        {
            auto read = parse_lesson(file.text, file.name);
            if (const auto* error = std::get_if<std::string>(&read)) throw std::runtime_error{*error};
            parsed.push_back(std::get<Lesson>(std::move(read)));
        }
        return parsed;
    }();
    return all;
}

const Lesson& network_lesson_of(const Settings& settings)
{
    const net::Kind kind = settings.network.kind;
    const bool matters   = kind == net::Kind::free;
    const bool whole     = matters && steps_are_whole(settings);
    const auto found     = std::ranges::find_if(
            network_lessons(), [&](const Lesson& e)
            { return e.network->network.kind == kind && (!matters || steps_are_whole(*e.network) == whole); });
    return found == network_lessons().end() ? network_lessons().front() : *found;
}

void open(Settings& settings, const Lesson& lesson)
{
    settings.mode    = Mode::network;
    settings.network = lesson.network->network;
    if (settings.network.kind == net::Kind::free) settings.loop = lesson.network->loop;
}

Network::Network(const Desk& desk)
    : of_{desk.settings}
    , lesson_{&network_lesson_of(of_)}
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
    if (!desk.asked[lesson_->name].run) return;
    if (desk.take_single_frame())
        follow(game_->single_frame());
    else
        game_->advance_to(now_ + passed, [this](std::size_t pc) { follow(pc); });
    now_ = game_->time();
    if (now_ - compared_at_ < pause) return;
    compared_at_ = now_;
    compare();
    if (now_ >= *lesson_->length.time) tell(desk);
}

void Network::follow(std::size_t pc)
{
    const net::Peer& peer   = (*game_)[pc];
    const net::Frame& frame = peer.last_frame();
    lanes_[pc].lane().show(frame.at, frame.measured, frame.plan, frame.stepping, peer.world());
    lanes_[pc].count_frame();
}

void Network::compare()
{
    for (std::size_t pc = 1; pc < game_->size(); ++pc) agreements_[pc] = game_->agreement(pc);
}

// Learnt is what holds in what was seen.
void Network::tell(Desk& desk)
{
    auto outcome = judge(*lesson_, {result_of(*game_)});
    if (const auto* error = std::get_if<std::string>(&outcome)) throw std::runtime_error{*error};
    verdict_ = std::get<Verdict>(std::move(outcome));
    if (!verdict_->holds()) return;
    const auto& guess = desk.asked[lesson_->name].guess;
    const Learnt now  = !guess ? Learnt::seen : *guess == lesson_->right ? Learnt::right : Learnt::wrong;
    Learnt& best      = desk.progress.lessons.try_emplace(lesson_->name, Learnt::seen).first->second;
    best              = std::max(best, now);
}

Screen Network::on_screen(std::size_t lane) { return newest_screen(lanes_[lane].lane()); }

bool Network::takes(const Key& key, Desk& desk) const
{
    Asked& asked = desk.asked[lesson_->name];
    switch (key.action)
    {
    case Action::loop:
        if (asked.run) return of_.network.kind != net::Kind::free; // there another loop is of interest
        if (key.argument >= 0 && static_cast<std::size_t>(key.name[0] - '1') < lesson_->answers.size())
            asked.guess = static_cast<std::size_t>(key.name[0] - '1');
        return true;
    case Action::pause:
        if (asked.run) return false;
        asked.run = true;
        return true;
    default: return would_change_lanes(key.action);
    }
}

} // namespace lab
