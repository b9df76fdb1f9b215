#include "lab/replay/replay_player.hpp"

#include "base/stopping.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/controls.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lab
{

namespace
{

// Called after each step, because Ctrl+C must also stop a frame with very many steps, which takes minutes.
bool has_no_stop_signal() { return base::received_stop_signal() == 0; }

} // namespace

ReplayPlayer::ReplayPlayer(LaneRuns& lanes, std::shared_ptr<const Replay> replay, std::string name)
    : Driver{lanes}
    , replay_{std::move(replay)}
    , replay_run_{std::make_unique<ReplayRun>(replay_)}
{
    status_.name = std::move(name);
    status_.needs_program = replay_->needs_program();
    const auto& frame_times = replay_->frame_times;
    status_.length = replay_->has_frame_times
                         ? std::accumulate(frame_times.begin(), frame_times.end(), Nanos{})
                         : replay_->tick_count * timestep::step_ns(replay_->start_config.loop.rate);
    replay_run_->set_continue_check(has_no_stop_signal);
    replay_run_->simulate_frame();
}

void ReplayPlayer::make_lanes()
{
    std::vector<LaneSetup> setups;
    setups.push_back({.name = fork_ ? "as it was" : "replay", .config = replay_run_->config()});
    if (fork_) setups.push_back({.name = "what if: " + status_.changed_settings, .config = fork_->config()});
    lanes_ = LaneRuns{setups};
    lanes_.add_events(telemetry::world_reset);
    show_newest_frame(0, *replay_run_);
    if (fork_) show_newest_frame(1, *fork_);
}

void ReplayPlayer::show_newest_frame(std::size_t lane_index, const ReplayRun& run)
{
    const auto& samples = run.lane().samples();
    if (samples.empty()) return;
    const telemetry::FrameSample& sample = samples.back();
    LaneRun& lane_run = lanes_[lane_index];
    lane_run.setup().config = run.config();
    lane_run.apply_setup();
    lane_run.lane().copy_frame(run.now(), sample.measured_frame_time, sample.plan, sample.stepping_time,
                               run.lane().world());
    lane_run.lane().copy_failures(run.lane());
    lane_run.measure_newest_frame();
}

void ReplayPlayer::begin_frame(Session& session, ThisPc& this_pc)
{
    const Nanos elapsed_time = this_pc.begin_window_frame(session.settings);
    if (session.settings.replay_time_s != written_replay_time_s_)
    {
        const Nanos time = std::clamp(timestep::from_seconds(session.settings.replay_time_s), Nanos{}, status_.length);
        if (fork_ && time < *status_.fork_start_time) end_what_if(session);
        seek(time);
    }
    else if (this_pc.take_single_frame_request())
    {
        advance_to(std::min(replay_run_->next_frame_start(), status_.length));
    }
    else
        advance_to(std::min(shown_time_ + elapsed_time, status_.length));

    // Where the steps of the fork first differ from those of the replay.
    while (fork_ && !status_.fork_divergence_time &&
           compared_step_count_ < std::min(replay_steps_.size(), fork_steps_.size()))
    {
        const StepResult& replay_step = replay_steps_[compared_step_count_];
        const StepResult& fork_step = fork_steps_[compared_step_count_];
        ++compared_step_count_;
        if (replay_step.hash == fork_step.hash && replay_step.seconds == fork_step.seconds) continue;
        status_.fork_divergence_step = fork_start_tick_ + static_cast<std::int64_t>(compared_step_count_);
        status_.fork_divergence_time =
            *status_.fork_start_time + timestep::from_seconds(replay_step.seconds - replay_steps_.front().seconds);
    }

    status_.shown_time = shown_time_;
    status_.compared_hash_count = replay_run_->tick() / hash_interval_ticks;
    status_.difference_from_file = replay_run_->first_difference()
                                       ? std::optional{difference_text(*replay_run_->first_difference())}
                                       : std::nullopt;
    written_replay_time_s_ = session.settings.replay_time_s = timestep::to_seconds(shown_time_);
}

bool ReplayPlayer::restart(Settings& settings)
{
    end_fork();
    settings.replay_time_s = 0.0;
    return true;
}

// Each run then shows its newest frame that has begun by `replay_time`.
void ReplayPlayer::run_to(Nanos replay_time)
{
    for (ReplayRun* run : {replay_run_.get(), fork_.get()})
        while (run != nullptr && !run->has_ended() && run->next_frame_start() <= replay_time && run->simulate_frame())
            show_newest_frame(run == fork_.get() ? 1 : 0, *run);
}

void ReplayPlayer::advance_to(Nanos replay_time)
{
    constexpr Nanos sample_interval{50'000'000};
    const auto next_sample_time = [&]
    {
        return status_.distances.empty() ? *status_.fork_start_time
                                         : status_.distances.back().replay_time + sample_interval;
    };
    while (fork_ && next_sample_time() <= replay_time)
    {
        run_to(next_sample_time());
        status_.distances.push_back(
            {next_sample_time(), std::abs(replay_run_->newest_shown_x() - fork_->newest_shown_x())});
    }
    run_to(replay_time);
    shown_time_ = replay_time;
}

// A rerun with changed settings stores no snapshots, so each seek repeats the rerun from its start.
void ReplayPlayer::seek(Nanos replay_time)
{
    if (fork_)
    {
        replay_run_->set_step_observer({});
        replay_run_->seek(*status_.fork_start_time);
        start_fork();
        advance_to(replay_time);
    }
    else
        replay_run_->seek(replay_time);
    shown_time_ = replay_time;
    make_lanes();
}

void ReplayPlayer::start_what_if(Session& session, Requests& requests)
{
    end_fork();
    session.record_replay_changes();
    const std::vector<Assignment>& changes = session.replay_changes;
    if (changes.empty() || status_.needs_program)
    {
        const request::ShowNotice notice{
            status_.needs_program ? what_if_needs_program : "change the loop, rate or delay first, then press What if"};
        requests.emplace_back(notice); // gcc 12 -O3 wrongly reports array-bounds if a temporary is moved here
        return;
    }
    if (shown_time_ >= status_.length) seek(Nanos::zero());
    fork_settings_ = {replay_run_->config(), std::ranges::any_of(changes, affects_machine) ? FrameTimeSource::machine
                                                                                           : FrameTimeSource::recorded};
    status_.changed_settings.clear();
    for (const Assignment& change : changes)
    {
        static_cast<void>(assign_by_path(fork_settings_.config, change.key, change.value));
        const Control* control = find_control({.lane = fork_settings_.config}, change.key);
        const std::string label{control != nullptr ? control->label : change.key};
        status_.changed_settings += (status_.changed_settings.empty() ? "" : ", ") + label + " " + change.value;
    }
    status_.fork_start_time = shown_time_;
    start_fork();
    make_lanes();
}

void ReplayPlayer::start_fork()
{
    fork_ = std::make_unique<ReplayRun>(*replay_run_, fork_settings_);
    fork_->set_continue_check(has_no_stop_signal);
    fork_start_tick_ = replay_run_->tick();
    compared_step_count_ = 0;
    status_.fork_divergence_time.reset();
    status_.distances.clear();
    replay_steps_.clear();
    fork_steps_.clear();
    const auto append_to = [](StepResults& steps)
    { return [&steps](const StepResult& result) { steps.push_back(result); }; };
    replay_run_->set_step_observer(append_to(replay_steps_));
    fork_->set_step_observer(append_to(fork_steps_));
}

void ReplayPlayer::end_what_if(Session& session)
{
    end_fork();
    session.replay_changes.clear();
    session.show_recorded(replay_run_->config());
}

void ReplayPlayer::end_fork()
{
    if (!fork_) return;
    fork_.reset();
    replay_run_->set_step_observer({});
    status_.fork_start_time.reset();
    status_.fork_divergence_time.reset();
    status_.distances.clear();
    status_.changed_settings.clear();
    make_lanes();
}

} // namespace lab
