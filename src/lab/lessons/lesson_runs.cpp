#include "lab/lessons/lesson_runs.hpp"

#include "lab/settings/realised_loop.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lab
{

namespace
{

// Frames of each lane in one advance() when the user skips to the end: a run of one minute ends quickly, but the window
// stays responsive.
constexpr std::int64_t hurried_frames = 1500;

// Simulates the first frame of each lane, so that there is a frame to draw.
Lanes begun(std::span<const LaneSetup> setups, const RunLength& length)
{
    Lanes lanes{setups, length};
    lanes.advance_to(Nanos::zero());
    return lanes;
}

} // namespace

LanesRun::LanesRun(const Lesson& lesson)
    : lesson_{&lesson}
    , lanes_{begun(lesson.lanes, lesson.length)}
{
}

void LanesRun::begin(std::optional<std::size_t> guess)
{
    state_           = State::running;
    const auto found = std::ranges::find_if(lesson_->beliefs, [&](const Belief& b) { return b.answer == guess; });
    if (found == lesson_->beliefs.end()) return;
    belief_         = &*found;
    believed_lanes_ = begun({&belief_->setup, 1}, lesson_->length);
}

void LanesRun::start(State state, const RunLength& length)
{
    lanes_ = begun(lesson_->lanes, length);
    time_ = looked_at_ = Nanos::zero();
    state_             = state;
    is_skipping_       = false;
    has_results_       = false;
    belief_            = nullptr;
    believed_lanes_.reset();
}

void LanesRun::restart() { start(State::ready, lesson_->length); }

void LanesRun::run_freely()
{
    tried_ = lesson_->lanes.front().settings;
    given_ = lesson_->free->get(tried_);
    start(State::free, {});
}

bool LanesRun::is_tried(std::size_t lane) const
{
    const auto start = [&](std::size_t i) { return lesson_->free->get(lesson_->lanes[i].settings); };
    return start(lane) == start(0);
}

// Copies a changed value of the control Lesson::free to its lanes.
void LanesRun::apply_tried()
{
    const double wanted = lesson_->free->get(tried_);
    if (std::exchange(given_, wanted) == wanted) return;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        if (!is_tried(i)) continue;
        lesson_->free->set(lanes_[i].setup().settings, wanted);
        lanes_[i].apply();
    }
}

const Lane* LanesRun::belief(std::size_t lane) const
{
    return belief_ != nullptr && belief_->lane == lane ? &(*believed_lanes_)[0].lane() : nullptr;
}

scenes::Moment LanesRun::believed()
{
    Screen screen = (*believed_lanes_)[0].on_screen(looked_at_);
    return screen.parts.empty() ? (*believed_lanes_)[0].lane().newest() : screen.parts.back().moment;
}

void LanesRun::advance(Nanos virtual_time)
{
    if (state_ == State::free) apply_tried();
    if (is_moving()) compute(virtual_time);
}

void LanesRun::simulate_single_frame()
{
    if (!is_moving()) return;
    lanes_.simulate_single_frame();
    time_ = std::max(time_, lanes_.time());
    if (believed_lanes_) believed_lanes_->advance_to(time_);
}

// Simulates `virtual_time`; after Lesson::watched, the rest of the run as fast as possible.
void LanesRun::compute(Nanos virtual_time)
{
    const bool endless = state_ == State::free;
    const Nanos end    = endless ? Nanos::max() : lesson_->length.time.value_or(Nanos::max());
    is_skipping_       = !endless && (is_skipping_ || time_ >= lesson_->watched);
    const Nanos to     = is_skipping_ ? end : std::min(time_ + virtual_time, end);
    const auto most    = is_skipping_ ? hurried_frames : 20'000;
    const bool arrived = lanes_.advance_to(to, most);
    if ((!believed_lanes_ || believed_lanes_->advance_to(to, most)) && arrived) time_ = to;
    if (endless || !lanes_.done() || (believed_lanes_ && !believed_lanes_->done())) return;
    state_       = State::over;
    has_results_ = true;
}

std::optional<std::vector<LaneResult>> LanesRun::take_results()
{
    if (!std::exchange(has_results_, false)) return std::nullopt;
    return lanes_.results();
}

// While the run skips to its end, the lanes can be at different times: shows them at the earliest start of a frame.
Screen LanesRun::on_screen(std::size_t lane)
{
    if (state_ == State::ready) return {.parts = {{0.0, lanes_[lane].lane().newest()}}, .arrived = {}};
    Nanos now = time_;
    for (std::size_t i = 0; is_skipping_ && i < lanes_.size(); ++i)
        now = i == 0 ? lanes_[i].next_frame_at() : std::min(now, lanes_[i].next_frame_at());
    looked_at_ = std::max(looked_at_, now);
    return lanes_[lane].on_screen(looked_at_);
}

double LanesRun::done() const
{
    if (state_ == State::over || state_ == State::free) return 1.0;
    double least = 1.0;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        const LaneRun& lane = lanes_[i];
        const auto share    = [](auto part, auto whole)
        { return whole == 0 ? 1.0 : std::min(static_cast<double>(part) / static_cast<double>(whole), 1.0); };
        double of_lane = 0.0;
        if (lesson_->length.time)
            of_lane = share(lane.lane().samples().back().wall.count(), lesson_->length.time->count());
        if (lesson_->length.frames)
            of_lane = std::max(of_lane, share(lane.lane().totals().frames, *lesson_->length.frames));
        if (lesson_->length.ticks)
            of_lane = std::max(of_lane, share(lane.lane().world().ticks(), *lesson_->length.ticks));
        least = std::min(least, of_lane);
    }
    return least;
}

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

// The largest value of `of` over all PCs; 0 if all values are negative.
double most(const NetworkedGame& game, const auto& of)
{
    double all = 0.0;
    for (std::size_t pc = 0; pc < game.size(); ++pc) all = std::max(all, static_cast<double>(of(game[pc])));
    return all;
}

// Sums the comparisons of all PCs with the first PC.
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

// Steps of a PC that ran again after rollbacks, in percent of the steps of its world.
double again_percent(const scenes::Peer& peer)
{
    const auto ticks = static_cast<double>(std::max<std::int64_t>(peer.tick(), 1));
    return 100.0 * static_cast<double>(peer.totals().taken_again) / ticks;
}

// Simulated time of the slowest PC / wall time of the game.
double speed(const NetworkedGame& game)
{
    const double seconds = timestep::to_seconds(game.time());
    double least         = seconds;
    for (std::size_t pc = 0; pc < game.size(); ++pc) least = std::min(least, game[pc].world().time());
    return seconds > 0.0 ? least / seconds : 1.0;
}

using G = const NetworkedGame&;
constexpr std::array numbers{
    NetworkNumber{"seconds", "Wall time of the game in seconds.", [](G g) { return timestep::to_seconds(g.time()); }},
    NetworkNumber{"ticks", "Number of steps that the first PC ran.",
                  [](G g) { return static_cast<double>(g[0].tick()); }},
    NetworkNumber{"speed", "Simulated time / wall time of the slowest PC; 1 is real time.", speed},
    NetworkNumber{"input_delay_ms", "Input lag on the PC where the key was pressed.",
                  [](G g) { return 1e3 * g.set_up().input_delay * timestep::step_seconds(g.set_up().rate); }},
    NetworkNumber{"sent", "Number of messages that all PCs sent.", [](G g) { return sum(g, &PeerTotals::sent); }},
    NetworkNumber{"lost", "Messages that never arrived.", [](G g) { return sum(g, &PeerTotals::lost); }},
    NetworkNumber{"waits", "Number of past waits for inputs, of all PCs together.",
                  [](G g) { return sum(g, &PeerTotals::waits); }},
    NetworkNumber{"waits_of_one_pc", "Number of past waits for inputs, on the PC with the most waits.",
                  [](G g) { return most(g, [](const scenes::Peer& p) { return p.totals().waits; }); }},
    NetworkNumber{"longest_wait_ms", "Longest time that a PC waited for an input.",
                  [](G g)
                  { return most(g, [](const scenes::Peer& p) { return timestep::to_millis(p.totals().longest); }); }},
    NetworkNumber{"waited_s", "Total waiting time for inputs on the PC with the longest total.",
                  [](G g)
                  { return most(g, [](const scenes::Peer& p) { return timestep::to_seconds(p.totals().waited); }); }},
    NetworkNumber{"rollbacks", "Rollbacks of all PCs.", [](G g) { return sum(g, &PeerTotals::rollbacks); }},
    NetworkNumber{"rollbacks_of_one_pc", "Number of rollbacks on the PC with the most rollbacks.",
                  [](G g) { return most(g, [](const scenes::Peer& p) { return p.totals().rollbacks; }); }},
    NetworkNumber{"deepest", "Largest number of ticks that one rollback went back.",
                  [](G g) { return most(g, [](const scenes::Peer& p) { return p.totals().deepest; }); }},
    NetworkNumber{"again_percent", "Steps run again after rollbacks, in percent of the ticks of all PCs.",
                  [](G g)
                  {
                      double ticks = 0.0;
                      for (std::size_t pc = 0; pc < g.size(); ++pc) ticks += static_cast<double>(g[pc].tick());
                      return 100.0 * sum(g, &PeerTotals::taken_again) / std::max(ticks, 1.0);
                  }},
    NetworkNumber{"again_percent_of_one_pc",
                  "Steps run again after rollbacks, in percent of a PC's ticks, on the PC with the highest percentage.",
                  [](G g) { return most(g, again_percent); }},
    NetworkNumber{"first_different_tick",
                  "The first tick, counted from 1, at which the states of the PCs differ; 0 if no tick differs.",
                  [](G g) { return static_cast<double>(agreement(g).first.value_or(0)); }},
    NetworkNumber{"hashes_equal",
                  "Number of compared ticks (every 60th of each PC) with the same state as on the first PC.",
                  [](G g) { return static_cast<double>(agreement(g).equal); }},
    NetworkNumber{"hashes_different",
                  "Number of compared ticks (every 60th of each PC) with another state than on the first PC.",
                  [](G g) { return static_cast<double>(agreement(g).differ); }},
    NetworkNumber{"apart", "Distance |x1 - x2| of the first two worlds at the latest game time that both have reached.",
                  [](G g) { return g.distance(1, g.settled()).value_or(0.0); }},
};

} // namespace

scenes::SceneSettings scene_of(NetworkGame game)
{
    constexpr std::array names{"chaos", "spring-and-ball", "player"}; // in the order of NetworkGame
    scenes::SceneSettings scene = *scenes::find_scene_defaults(names[static_cast<std::size_t>(game)]);
    if (game == NetworkGame::runner) set_knob(scene, "autopilot", 0.0);
    return scene;
}

scenes::NetworkSetUp network_of(const Settings& settings)
{
    const NetworkSettings& n = settings.network;
    scenes::NetworkSetUp made{
        .kind = n.kind, .pcs = n.pcs, .link = n.link, .seed = settings.seed, .rate = settings.loop.rate};
    switch (n.kind)
    {
    case scenes::NetworkKind::rollback: made.input_delay = n.guessed_delay; break;
    case scenes::NetworkKind::free: made.input_delay = 0; break;
    default: made.input_delay = n.input_delay;
    }
    made.loop  = realised(settings.loop);
    made.world = scenes::World{scene_of(n.game)};
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

constexpr Nanos comparison_interval{250'000'000}; // wall time between comparisons of the worlds

std::vector<LaneSetup> lanes_of_pcs(const Settings& settings, const scenes::NetworkSetUp& game)
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

bool is_same_game(const NetworkSettings& a, const NetworkSettings& b)
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
    , lanes_{lanes_of_pcs(of_, game_->set_up())}
    , agreements_(game_->size())
{
    game_->advance_to(Nanos::zero(), [this](std::size_t pc) { follow(pc); });
}

bool NetworkRun::matches(const Settings& s) const
{
    return s.mode == of_.mode && is_same_game(of_.network, s.network) && of_.loop.preset == s.loop.preset &&
           of_.loop.rate == s.loop.rate && of_.seed == s.seed;
}

void NetworkRun::advance(Nanos virtual_time)
{
    game_->advance_to(now_ + virtual_time, [this](std::size_t pc) { follow(pc); });
    update_results();
}

void NetworkRun::simulate_single_frame()
{
    follow(game_->single_frame());
    update_results();
}

void NetworkRun::follow(std::size_t pc)
{
    const scenes::Peer& peer       = (*game_)[pc];
    const scenes::PeerFrame& frame = peer.last_frame();
    lanes_[pc].lane().record_computed_frame(frame.at, frame.measured, frame.plan, frame.stepping, peer.world());
    lanes_[pc].count_frame();
}

void NetworkRun::update_results()
{
    now_ = game_->time();
    if (now_ - looked_at_ < comparison_interval) return;
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
