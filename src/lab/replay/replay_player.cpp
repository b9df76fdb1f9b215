#include "lab/replay/replay_player.hpp"

#include "base/stopping.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/set_up.hpp"
#include "sim/physics/vectors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lab
{

namespace
{

// Called after each step, because Ctrl+C must also stop a frame with very many steps, which takes minutes.
bool is_not_stopped() { return base::received_stop_signal() == 0; }

} // namespace

ReplayPlayer::ReplayPlayer(std::shared_ptr<const Replay> replay, std::string name)
    : replay_{std::move(replay)}
    , run_{std::make_unique<ReplayRun>(replay_)}
    , lanes_{std::span<const LaneSetup>{}}
{
    status_.name            = std::move(name);
    const auto& frame_times = replay_->frame_times;
    status_.length = replay_->has_frame_times ? std::accumulate(frame_times.begin(), frame_times.end(), Nanos{})
                                              : replay_->tick_count * timestep::step_ns(replay_->start.loop.rate);
    run_->set_continue_check(is_not_stopped);
    run_->simulate_frame();
    recreate_lanes_without_history();
}

// Makes new lanes without frame records, because the old records show another time.
void ReplayPlayer::recreate_lanes_without_history()
{
    std::vector<LaneSetup> setups;
    setups.push_back({.name = fork_ ? "as it was" : "replay", .settings = run_->settings()});
    if (fork_) setups.push_back({.name = "what if: " + status_.changed_settings, .settings = fork_->settings()});
    lanes_ = Lanes{setups};
    lanes_.add_events(telemetry::reset);
    copy_newest_frame_to_lane(0, *run_);
    if (fork_) copy_newest_frame_to_lane(1, *fork_);
}

void ReplayPlayer::copy_newest_frame_to_lane(std::size_t lane_index, const ReplayRun& run)
{
    const auto& samples = run.lane().samples();
    if (samples.empty()) return;
    const telemetry::FrameSample& sample = samples.back();
    LaneRun& lane_run                    = lanes_[lane_index];
    lane_run.setup().settings            = run.settings();
    lane_run.apply_setup();
    lane_run.lane().copy_world_and_record_frame(run.now(), sample.measured, sample.plan, sample.stepping,
                                                run.lane().world());
    lane_run.lane().copy_failures(run.lane());
    lane_run.add_newest_frame_to_metrics();
}

void ReplayPlayer::begin_frame(LabContext& context)
{
    const Nanos passed = context.begin_frame_and_get_virtual_elapsed();
    if (context.settings.replay_time_s != written_replay_time_s_)
        seek(timestep::from_seconds(context.settings.replay_time_s));
    else if (context.take_single_frame_request())
    {
        if (run_->simulate_frame()) copy_newest_frame_to_lane(0, *run_);
        shown_time_ = run_->now();
        advance_to(shown_time_);
    }
    else
        advance_to(std::min(shown_time_ + passed, status_.length));
    if (fork_) compare_with_fork();
    update_status();
    written_replay_time_s_ = context.settings.replay_time_s = timestep::to_seconds(shown_time_);
}

void ReplayPlayer::advance_to(Nanos wall_time)
{
    shown_time_ = wall_time;
    while (run_->now() < wall_time && run_->simulate_frame()) copy_newest_frame_to_lane(0, *run_);
    if (!fork_) return;
    while (fork_->now() < wall_time && fork_->simulate_frame()) copy_newest_frame_to_lane(1, *fork_);
}

// Seeks to `wall_time`. The fork (the run with changed settings) has no snapshots, so it runs again from its start.
void ReplayPlayer::seek(Nanos wall_time)
{
    shown_time_ = std::clamp(wall_time, Nanos::zero(), status_.length);
    if (fork_ && shown_time_ < *status_.fork_start) end_fork();
    if (fork_)
    {
        run_->set_step_observer({});
        run_->seek(*status_.fork_start);
        make_fork();
        while (run_->now() < shown_time_ && run_->simulate_frame())
        {
        }
        while (fork_->now() < shown_time_ && fork_->simulate_frame())
        {
        }
    }
    else
        run_->seek(shown_time_);
    recreate_lanes_without_history();
}

void ReplayPlayer::start_fork_with_changed_settings(LabContext& context)
{
    if (fork_) end_fork();
    const std::vector<Change> changes = differences(context.settings, context.settings_after_replay_start, scope::run);
    if (changes.empty())
    {
        const request::Notice notice{"change the loop, rate or delay first, then press What if"};
        context.requests.emplace_back(notice); // gcc 12 -O3 wrongly reports array-bounds if a temporary is moved here
        return;
    }
    // A replay at its end has no more steps to compare with those of the fork (the changed second run). So restarts it.
    if (shown_time_ >= status_.length) seek(Nanos::zero());
    fork_settings_ = {run_->settings(),
                      std::ranges::any_of(changes, changes_machine) ? FrameSource::machine : FrameSource::recorded};
    status_.changed_settings.clear();
    for (const Change& change : changes)
    {
        static_cast<void>(set(fork_settings_.settings, change.key, change.value));
        const Control* control = find_control(fork_settings_.settings, change.key);
        const std::string name{control != nullptr ? control->label : change.key};
        status_.changed_settings += (status_.changed_settings.empty() ? "" : ", ") + name + " " + change.value;
    }
    status_.fork_start = run_->now();
    make_fork();
    recreate_lanes_without_history();
}

void ReplayPlayer::make_fork()
{
    fork_ = std::make_unique<ReplayRun>(*run_, fork_settings_);
    fork_->set_continue_check(is_not_stopped);
    fork_start_tick_ = run_->tick();
    compared_steps_  = 0;
    status_.diverged_at.reset();
    status_.distances.clear();
    steps_.clear();
    fork_steps_.clear();
    const auto append_to = [](Steps& steps) { return [&steps](const StepResult& result) { steps.push_back(result); }; };
    run_->set_step_observer(append_to(steps_));
    fork_->set_step_observer(append_to(fork_steps_));
}

void ReplayPlayer::end_fork()
{
    fork_.reset();
    run_->set_step_observer({});
    status_.fork_start.reset();
    status_.diverged_at.reset();
    status_.distances.clear();
    status_.changed_settings.clear();
    recreate_lanes_without_history();
}

// Finds the first step in which the replay and its fork (the same inputs with changed settings) differ. Also
// computes the distance between their bodies every 0.05 s.
void ReplayPlayer::compare_with_fork()
{
    for (; !status_.diverged_at && compared_steps_ < std::min(steps_.size(), fork_steps_.size()); ++compared_steps_)
    {
        const StepResult &a = steps_[compared_steps_], &b = fork_steps_[compared_steps_];
        if (a.hash == b.hash && a.seconds == b.seconds) continue;
        status_.first_different_step = fork_start_tick_ + static_cast<std::int64_t>(compared_steps_) + 1;
        const double after           = steps_.empty() ? 0.0 : a.seconds - steps_.front().seconds;
        status_.diverged_at          = *status_.fork_start + timestep::from_seconds(after);
    }
    if (steps_.empty()) return;
    constexpr Nanos sample_interval{50'000'000};
    const double start_seconds = steps_.front().seconds;
    for (;;)
    {
        const Nanos wall_time =
            status_.distances.empty() ? *status_.fork_start : status_.distances.back().replay_time + sample_interval;
        const double seconds = start_seconds + timestep::to_seconds(wall_time - *status_.fork_start);
        const auto a = sim::interpolated_x(steps_, seconds), b = sim::interpolated_x(fork_steps_, seconds);
        if (!a || !b) return;
        status_.distances.push_back({wall_time, std::abs(*a - *b)});
    }
}

void ReplayPlayer::update_status()
{
    status_.shown_time      = shown_time_;
    status_.compared_hashes = run_->tick() / hash_interval_ticks;
    status_.first_difference =
        run_->first_difference() ? std::optional{text_of(*run_->first_difference())} : std::nullopt;
}

} // namespace lab
