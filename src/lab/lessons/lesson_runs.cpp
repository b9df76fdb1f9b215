#include "lab/lessons/lesson_runs.hpp"

#include "lab/settings/loop_choice.hpp"
#include "timestep/loop.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lab
{

namespace
{

// Largest number of frames of each loop in one advance() of a fast-forward. With more, the window would respond late.
constexpr std::int64_t max_frames_when_fast_forwarding = 1500;
constexpr std::int64_t max_frames_per_advance          = 20'000;

// Makes lanes (loops with their PCs and worlds) and simulates the first frame of each, so that the window has a frame
// to draw before the run.
LaneRuns make_started_lanes(std::span<const LaneSetup> setups, const RunLimits& limits)
{
    LaneRuns lanes{setups, limits};
    lanes.advance_to(Nanos::zero());
    return lanes;
}

} // namespace

LoopLessonRun::LoopLessonRun(const Lesson& lesson, const RunLimits& limits)
    : lesson_{&lesson}
    , lanes_{make_started_lanes(lesson.lanes, limits)}
{
}

void LoopLessonRun::start(std::optional<std::size_t> guess)
{
    state_ = State::running;
    const auto found =
        std::ranges::find_if(lesson_->misconceptions, [&](const Misconception& m) { return m.answer_index == guess; });
    if (found == lesson_->misconceptions.end()) return;
    misconception_       = &*found;
    misconception_lanes_ = make_started_lanes({&misconception_->setup, 1}, lesson_->run_limits);
}

void LoopLessonRun::restart_as_endless_trial()
{
    *this           = LoopLessonRun{*lesson_, {}};
    state_          = State::endless_trial;
    trial_settings_ = lesson_->lanes.front().settings;
    trial_value_    = lesson_->setting_to_try->get(trial_settings_);
}

bool LoopLessonRun::adopts_trial_value(std::size_t lane_index) const
{
    const auto initial_value = [&](std::size_t i) { return lesson_->setting_to_try->get(lesson_->lanes[i].settings); };
    return initial_value(lane_index) == initial_value(0);
}

void LoopLessonRun::apply_trial_value()
{
    const double value = lesson_->setting_to_try->get(trial_settings_);
    if (std::exchange(trial_value_, value) == value) return;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        if (!adopts_trial_value(i)) continue;
        lesson_->setting_to_try->set(lanes_[i].setup().settings, value);
        lanes_[i].apply_setup();
    }
}

const Lane* LoopLessonRun::misconception_lane(std::size_t lane_index) const
{
    return misconception_ != nullptr && misconception_->lane_index == lane_index ? &(*misconception_lanes_)[0].lane()
                                                                                 : nullptr;
}

scenes::Moment LoopLessonRun::advance_misconception_display_to_now()
{
    DisplayContent screen = (*misconception_lanes_)[0].advance_display_to(shown_until_);
    return screen.screen_bands.empty() ? (*misconception_lanes_)[0].lane().newest_moment()
                                       : screen.screen_bands.back().moment;
}

void LoopLessonRun::advance(Nanos virtual_duration)
{
    if (state_ == State::endless_trial) apply_trial_value();
    if (is_simulating()) advance_or_fast_forward_and_end_if_done(virtual_duration);
}

void LoopLessonRun::simulate_earliest_next_frame()
{
    if (!is_simulating()) return;
    lanes_.simulate_earliest_next_frame();
    wall_time_ = std::max(wall_time_, lanes_.wall_time());
    if (misconception_lanes_) misconception_lanes_->advance_to(wall_time_);
}

// Advances all loops by `virtual_duration`. After Lesson::real_time_duration, runs them as fast as possible to the end.
void LoopLessonRun::advance_or_fast_forward_and_end_if_done(Nanos virtual_duration)
{
    const bool is_endless  = state_ == State::endless_trial;
    const Nanos end        = is_endless ? Nanos::max() : lesson_->run_limits.max_wall_time.value_or(Nanos::max());
    is_fast_forwarding_    = !is_endless && (is_fast_forwarding_ || wall_time_ >= lesson_->real_time_duration);
    const Nanos end_time   = is_fast_forwarding_ ? end : std::min(wall_time_ + virtual_duration, end);
    const auto frame_limit = is_fast_forwarding_ ? max_frames_when_fast_forwarding : max_frames_per_advance;
    const bool has_reached_end_time = lanes_.advance_to(end_time, frame_limit);
    if ((!misconception_lanes_ || misconception_lanes_->advance_to(end_time, frame_limit)) && has_reached_end_time)
        wall_time_ = end_time;
    if (is_endless || !lanes_.has_ended() || (misconception_lanes_ && !misconception_lanes_->has_ended())) return;
    state_           = State::ended;
    has_new_results_ = true;
}

std::optional<std::vector<LaneResult>> LoopLessonRun::take_new_results()
{
    if (!std::exchange(has_new_results_, false)) return std::nullopt;
    return lanes_.results();
}

// In a fast-forward, the loops reach different wall times. The window then shows all loops at the earliest time.
DisplayContent LoopLessonRun::advance_display_to_now(std::size_t lane_index)
{
    if (state_ == State::ready)
        return {.screen_bands = {{0.0, lanes_[lane_index].lane().newest_moment()}}, .new_moments = {}};
    Nanos now = wall_time_;
    for (std::size_t i = 0; is_fast_forwarding_ && i < lanes_.size(); ++i)
        now = i == 0 ? lanes_[i].next_frame_start_time() : std::min(now, lanes_[i].next_frame_start_time());
    shown_until_ = std::max(shown_until_, now);
    return lanes_[lane_index].advance_display_to(shown_until_);
}

double LoopLessonRun::progress() const
{
    if (state_ == State::ended || state_ == State::endless_trial) return 1.0;
    double least_progress = 1.0;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        const LaneRun& lane    = lanes_[i];
        const auto fraction_of = [](auto part, auto whole)
        { return whole == 0 ? 1.0 : std::min(static_cast<double>(part) / static_cast<double>(whole), 1.0); };
        double lane_progress = 0.0;
        if (lesson_->run_limits.max_wall_time)
            lane_progress = fraction_of(lane.lane().samples().back().start_wall_time.count(),
                                        lesson_->run_limits.max_wall_time->count());
        if (lesson_->run_limits.max_frames)
            lane_progress =
                std::max(lane_progress, fraction_of(lane.lane().totals().frame_count, *lesson_->run_limits.max_frames));
        if (lesson_->run_limits.max_steps)
            lane_progress =
                std::max(lane_progress, fraction_of(lane.lane().world().step_count(), *lesson_->run_limits.max_steps));
        least_progress = std::min(least_progress, lane_progress);
    }
    return least_progress;
}

namespace
{

using scenes::NetworkPc;
using scenes::PeerToPeerGame;

double sum_over_pcs(const PeerToPeerGame& game, const auto& metric)
{
    double sum = 0.0;
    for (std::size_t pc = 0; pc < game.pc_count(); ++pc) sum += static_cast<double>(metric(game[pc]));
    return sum;
}

// Returns the largest value of `metric` over all PCs; 0 if all values are negative.
double max_over_pcs(const PeerToPeerGame& game, const auto& metric)
{
    double max = 0.0;
    for (std::size_t pc = 0; pc < game.pc_count(); ++pc) max = std::max(max, static_cast<double>(metric(game[pc])));
    return max;
}

scenes::StateComparison total_state_comparison(const PeerToPeerGame& game)
{
    scenes::StateComparison total;
    for (std::size_t pc = 1; pc < game.pc_count(); ++pc)
    {
        const scenes::StateComparison& comparison = game.comparison_with_first_pc(pc);
        total.equal_sample_count += comparison.equal_sample_count;
        total.different_sample_count += comparison.different_sample_count;
        if (comparison.first_difference_tick &&
            (!total.first_difference_tick || *comparison.first_difference_tick < *total.first_difference_tick))
            total.first_difference_tick = comparison.first_difference_tick;
    }
    return total;
}

// Returns the steps that a PC ran again after rollbacks, in percent of the PC's ticks.
double rerun_percent(const NetworkPc& network_pc)
{
    const auto ticks = static_cast<double>(std::max<std::int64_t>(network_pc.tick(), 1));
    return 100.0 * static_cast<double>(network_pc.totals.rerun_ticks) / ticks;
}

double slowest_speed(const PeerToPeerGame& game)
{
    const double seconds = timestep::to_seconds(game.wall_time());
    double least_time    = seconds;
    for (std::size_t pc = 0; pc < game.pc_count(); ++pc) least_time = std::min(least_time, game[pc].world.time());
    return seconds > 0.0 ? least_time / seconds : 1.0;
}

// Short names for the parameter types of the lambdas below: G for the game, P for one of its PCs.
using G = const PeerToPeerGame&;
using P = const NetworkPc&;
constexpr std::array network_metric_rows{
    NetworkMetric{"seconds", "Real time since the start of the game, in seconds.",
                  [](G g) { return timestep::to_seconds(g.wall_time()); }},
    NetworkMetric{"ticks", "Number of steps that the first PC ran.",
                  [](G g) { return static_cast<double>(g[0].tick()); }},
    NetworkMetric{"speed", "Simulated time / wall time of the slowest PC; 1 is real time.", slowest_speed},
    NetworkMetric{"input_delay_ms",
                  "Input lag: time from a key press to its effect, on the PC where the key was pressed.",
                  [](G g) { return 1e3 * g.setup().input_delay * timestep::step_seconds(g.setup().rate); }},
    NetworkMetric{"sent", "Number of network messages that all PCs sent.",
                  [](G g) { return sum_over_pcs(g, [](P p) { return p.totals.sent_message_count; }); }},
    NetworkMetric{"lost", "Number of network messages that never arrived.",
                  [](G g) { return sum_over_pcs(g, [](P p) { return p.totals.lost_message_count; }); }},
    NetworkMetric{"waits", "Number of waits for inputs of other players, all PCs together; a wait counts when it ends.",
                  [](G g) { return sum_over_pcs(g, [](P p) { return p.totals.wait_count; }); }},
    NetworkMetric{
        "waits_of_one_pc",
        "Number of waits for inputs of other players, on the PC with the most waits; a wait counts when it ends.",
        [](G g) { return max_over_pcs(g, [](P p) { return p.totals.wait_count; }); }},
    NetworkMetric{"longest_wait_ms", "Longest time for which a PC waited for another player's input.",
                  [](G g) { return max_over_pcs(g, [](P p) { return timestep::to_millis(p.totals.longest_wait); }); }},
    NetworkMetric{"waited_s", "Time spent waiting for other players' inputs, on the PC with the highest total.",
                  [](G g) { return max_over_pcs(g, [](P p) { return timestep::to_seconds(p.totals.total_wait); }); }},
    NetworkMetric{"rollbacks", "Number of rollbacks of all PCs together.",
                  [](G g) { return sum_over_pcs(g, [](P p) { return p.totals.rollback_count; }); }},
    NetworkMetric{"rollbacks_of_one_pc", "Number of rollbacks on the PC with the most rollbacks.",
                  [](G g) { return max_over_pcs(g, [](P p) { return p.totals.rollback_count; }); }},
    NetworkMetric{"deepest", "Largest number of ticks that one rollback went back.",
                  [](G g) { return max_over_pcs(g, [](P p) { return p.totals.deepest_rollback; }); }},
    NetworkMetric{"again_percent", "Steps that ran again after rollbacks, in percent of the ticks of all PCs.",
                  [](G g)
                  {
                      const double ticks = sum_over_pcs(g, [](P p) { return p.tick(); });
                      return 100.0 * sum_over_pcs(g, [](P p) { return p.totals.rerun_ticks; }) / std::max(ticks, 1.0);
                  }},
    NetworkMetric{"again_percent_of_one_pc",
                  "Steps that a PC ran again after rollbacks, in percent of its ticks; the highest value of all PCs.",
                  [](G g) { return max_over_pcs(g, rerun_percent); }},
    NetworkMetric{"first_different_tick",
                  "The first tick, counted from 1, at which the states of the PCs differ; 0 if no tick differs.",
                  [](G g) { return static_cast<double>(total_state_comparison(g).first_difference_tick.value_or(0)); }},
    NetworkMetric{
        "hashes_equal",
        "Number of states that equal the first PC's state. Each PC's state is compared with it at every 60th tick.",
        [](G g) { return static_cast<double>(total_state_comparison(g).equal_sample_count); }},
    NetworkMetric{"hashes_different",
                  "Number of states that differ from the first PC's state. Each PC's state is compared with it at "
                  "every 60th tick.",
                  [](G g) { return static_cast<double>(total_state_comparison(g).different_sample_count); }},
    NetworkMetric{
        "apart", "Distance |x1 - x2| of the bodies on the first two PCs, at the latest game time confirmed by all PCs.",
        [](G g) { return g.confirmed_distance_to_first_pc(1, g.confirmed_game_seconds()).value_or(0.0); }},
};

scenes::SceneSettings scene_of(NetworkGame game)
{
    constexpr std::array names{"chaos", "spring-and-ball", "player"}; // indexed by NetworkGame
    scenes::SceneSettings scene = *scenes::find_scene_defaults(names[static_cast<std::size_t>(game)]);
    if (game == NetworkGame::runner) set_knob(scene, "autopilot", 0.0);
    return scene;
}

} // namespace

scenes::NetworkSetup network_setup_of(const Settings& settings)
{
    const NetworkSettings& network = settings.network;
    scenes::NetworkSetup setup{.sync_method = network.sync_method,
                               .pc_count    = network.pc_count,
                               .connection  = network.connection,
                               .seed        = settings.seed,
                               .rate        = settings.loop.rate};
    switch (network.sync_method)
    {
    case scenes::SyncMethod::rollback: setup.input_delay = network.rollback_input_delay_steps; break;
    case scenes::SyncMethod::unsynced: setup.input_delay = 0; break;
    default: setup.input_delay = network.lockstep_input_delay_steps;
    }
    setup.loop  = std::make_shared<const timestep::Loop>(make_loop(settings.loop));
    setup.world = scenes::World{scene_of(network.game)};
    return setup;
}

std::span<const NetworkMetric> network_metrics() { return network_metric_rows; }

LaneResult network_metrics_as_lane_result(const scenes::PeerToPeerGame& game)
{
    LaneResult result;
    result.setup.name = "game";
    for (const NetworkMetric& metric : network_metric_rows) result.network_values.push_back(metric.get(game));
    return result;
}

namespace
{

constexpr Nanos comparison_update_interval{250'000'000};

std::vector<LaneSetup> lane_setups_of_pcs(const Settings& settings, const scenes::NetworkSetup& game)
{
    std::vector<LaneSetup> setups;
    for (std::size_t pc = 0; pc < game.pc_count; ++pc)
    {
        LaneSetup& setup          = setups.emplace_back();
        setup.name                = fmt::format("{} {}", pc + 1, scenes::hardware_of(game, pc).name);
        setup.settings            = settings;
        setup.settings.scene      = scene_of(settings.network.game);
        setup.settings.integrator = game.world.integrator();
    }
    return setups;
}

} // namespace

NetworkLessonRun::NetworkLessonRun(const Settings& settings, const Lesson& lesson)
    : settings_{settings}
    , first_results_time_{*lesson.run_limits.max_wall_time}
    , game_{std::make_unique<scenes::PeerToPeerGame>(network_setup_of(settings_))}
    , lanes_{lane_setups_of_pcs(settings_, game_->setup())}
    , state_comparisons_(game_->pc_count())
{
    game_->advance_to(Nanos::zero(), [this](std::size_t pc) { record_frame(pc); });
}

bool NetworkLessonRun::has_same_game_settings(const Settings& s) const
{
    return s.mode == settings_.mode && settings_.network == s.network && settings_.loop.preset == s.loop.preset &&
           settings_.loop.rate == s.loop.rate && settings_.seed == s.seed;
}

void NetworkLessonRun::advance(Nanos virtual_duration)
{
    game_->advance_to(wall_time_ + virtual_duration, [this](std::size_t pc) { record_frame(pc); });
    update_clock_and_any_due_results();
}

void NetworkLessonRun::simulate_earliest_next_frame()
{
    record_frame(game_->simulate_earliest_frame_and_get_pc_index());
    update_clock_and_any_due_results();
}

void NetworkLessonRun::record_frame(std::size_t pc)
{
    const scenes::NetworkPc& network_pc = (*game_)[pc];
    const scenes::NetworkPcFrame& frame = network_pc.last_frame;
    lanes_[pc].lane().replace_world_and_record_frame(frame.start_time, frame.frame_time, frame.plan,
                                                     frame.stepping_time, network_pc.world);
    lanes_[pc].add_newest_frame_to_metrics_since_reset();
}

void NetworkLessonRun::update_clock_and_any_due_results()
{
    wall_time_ = game_->wall_time();
    if (wall_time_ - comparisons_updated_at_ < comparison_update_interval) return;
    comparisons_updated_at_ = wall_time_;
    for (std::size_t pc = 1; pc < game_->pc_count(); ++pc) state_comparisons_[pc] = game_->comparison_with_first_pc(pc);
    has_new_results_ = wall_time_ >= first_results_time_;
}

std::optional<std::vector<LaneResult>> NetworkLessonRun::take_new_results()
{
    if (!std::exchange(has_new_results_, false)) return std::nullopt;
    return std::vector{network_metrics_as_lane_result(*game_)};
}

} // namespace lab
