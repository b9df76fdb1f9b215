#include "ranking/rank/candidate_runs.hpp"

#include "lab/lane/shown_state.hpp"
#include "lab/settings/loop_choice.hpp"
#include "ranking/rank/recommendation_rules.hpp"
#include "telemetry/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace ranking
{

namespace
{

using namespace std::chrono_literals;

using namespace timestep;

struct FrameWithPlan
{
    Nanos start_wall_time{};
    Nanos frame_time{};
    const StepPlan& plan;
    bool is_rendered = true;
};

class CandidateStatistics
{
public:
    explicit CandidateStatistics(const RankingInput& input)
        : near_hitch_flags_{input.near_hitch_flags}
        , refresh_period_{input.is_vrr ? Nanos::zero() : step_ns(input.refresh_rate)}
        , max_error_ms_{timestep::to_millis(input.median_frame_time)}
        , errors_{std::vector<float>(input.frame_times.size(), std::numeric_limits<float>::quiet_NaN())}
    {
    }

    /// Between two parts, frames are missing, so the next frame is not compared to the last one.
    void begin_part()
    {
        if (const auto newest = pictures_.newest()) add_error(*newest);
        pictures_ = {};
        simulated_time_ = carried_time_ = shown_time_ = newest_step_wall_time_ = previous_step_wall_time_ = {};
        is_part_begin_ = true;
    }

    void add_frame(std::size_t frame_index, const FrameWithPlan& frame)
    {
        total_frame_time_ += frame.frame_time;
        if (!std::exchange(is_part_begin_, false)) // the frame before this one has reached the screen
            if (const telemetry::Picture* picture =
                    pictures_.add(telemetry::DisplayedFrame{.frame_index = frame_index - 1,
                                                            .shown_time = shown_time_,
                                                            .screen_time = total_frame_time_,
                                                            .refresh_period = refresh_period_}))
                add_error(*picture);
        const bool is_near_hitch = near_hitch_flags_[frame_index] != 0;
        // The tail is an additional, shorter step at the end of a frame.
        const std::int64_t steps = frame.plan.steps + (frame.plan.tail > Nanos::zero() ? 1 : 0);
        if (steps > 0) previous_step_wall_time_ = std::exchange(newest_step_wall_time_, frame.start_wall_time);
        if (steps > 1) previous_step_wall_time_ = frame.start_wall_time;
        const Nanos carried_before = std::exchange(carried_time_, frame.plan.carried);
        const Nanos lost_time = frame.frame_time - frame.plan.stepped - (carried_time_ - carried_before);
        simulated_time_ += frame.plan.stepped;
        if (frame.is_rendered) shown_time_ = simulated_time_ + lab::shown_minus_newest_time(frame.plan);
        longest_frame_time_ = std::max(longest_frame_time_, frame.frame_time);
        frame_count_ = frame_index + 1;
        if (is_near_hitch)
        {
            time_lost_in_hitches_ += lost_time;
            return;
        }
        ++frames_outside_hitches_;
        steps_outside_hitches_ += steps + (frame.plan.presentation == Presentation::render_tick ? 1 : 0);
        time_outside_hitches_ += frame.frame_time;
        lost_time_outside_hitches_ += lost_time;
        latency_sum_ms_ += timestep::to_millis(simulated_time_ + carried_time_ - shown_time_);
        input_age_sum_ms_ += input_age_ms(frame);
    }

    AnimationErrors finish_candidate(Candidate& candidate)
    {
        if (const auto newest = pictures_.newest()) add_error(*newest);
        const double seconds = timestep::to_seconds(time_outside_hitches_);
        const auto frames_outside_hitches = static_cast<double>(std::max<std::int64_t>(frames_outside_hitches_, 1));
        candidate.animation_error_mean_ms =
            errors_outside_hitches_ > 0 ? error_sum_ms_ / static_cast<double>(errors_outside_hitches_) : 0.0;
        candidate.jumps_per_minute = seconds > 0.0 ? 60.0 * static_cast<double>(jumps_outside_hitches_) / seconds : 0.0;
        candidate.picture_age_mean_ms = std::max(latency_sum_ms_ / frames_outside_hitches, 0.0);
        candidate.input_age_mean_ms = input_age_sum_ms_ / frames_outside_hitches;
        candidate.steps_per_s = seconds > 0.0 ? static_cast<double>(steps_outside_hitches_) / seconds : 0.0;
        candidate.lost_percent =
            seconds > 0.0 ? 100.0 * timestep::to_seconds(lost_time_outside_hitches_) / seconds : 0.0;
        candidate.frame_mean_ms =
            frame_count_ > 0 ? timestep::to_millis(total_frame_time_) / static_cast<double>(frame_count_) : 0.0;
        candidate.frame_max_ms = timestep::to_millis(longest_frame_time_);
        candidate.time_lost_in_hitches = time_lost_in_hitches_;
        return std::move(errors_);
    }

private:
    void add_error(const telemetry::Picture& picture)
    {
        if (!picture.error) return;
        const std::size_t frame_index = picture.frame.frame_index;
        const double error_ms = std::abs(timestep::to_millis(*picture.error));
        errors_.errors_ms[frame_index] = static_cast<float>(std::min(error_ms, max_error_ms_));
        const bool is_uneven = picture.is_uneven();
        if (is_uneven) errors_.jump_frame_indices.push_back(frame_index);
        if (near_hitch_flags_[frame_index] != 0) return;
        if (is_uneven) ++jumps_outside_hitches_;
        error_sum_ms_ += static_cast<double>(errors_.errors_ms[frame_index]);
        ++errors_outside_hitches_;
    }

    // In ms.
    double input_age_ms(const FrameWithPlan& frame) const
    {
        using enum Presentation;
        const double newest_input_age_ms = timestep::to_millis(frame.start_wall_time - newest_step_wall_time_);
        switch (frame.plan.presentation)
        {
        case render_tick: return 0.0;
        case interpolate:
        case step_ahead: break;
        case latest:
        case extrapolate: return newest_input_age_ms;
        }
        const double alpha = std::clamp(frame.plan.alpha, 0.0, 1.0);
        return alpha * newest_input_age_ms +
               (1.0 - alpha) * timestep::to_millis(frame.start_wall_time - previous_step_wall_time_);
    }

    const std::vector<std::uint8_t>& near_hitch_flags_;
    Nanos refresh_period_;
    double max_error_ms_;
    AnimationErrors errors_;
    telemetry::PictureTracker pictures_;
    Nanos simulated_time_{}, carried_time_{}, shown_time_{};
    // Wall-clock times at which the loop computed its newest step and the step before it.
    Nanos newest_step_wall_time_{}, previous_step_wall_time_{};
    Nanos total_frame_time_{}, longest_frame_time_{}, time_outside_hitches_{}, lost_time_outside_hitches_{},
        time_lost_in_hitches_{};
    std::int64_t frames_outside_hitches_ = 0, steps_outside_hitches_ = 0, errors_outside_hitches_ = 0,
                 jumps_outside_hitches_ = 0;
    bool is_part_begin_ = false;
    std::size_t frame_count_ = 0;
    double error_sum_ms_ = 0.0, latency_sum_ms_ = 0.0, input_age_sum_ms_ = 0.0;
};

// Runs the loop without a world or a virtual PC. The results are exact if computing a step takes no time.
void run_loop_only(const Candidate& candidate, const RankingInput& input, const RankingInput::Part& part,
                   double start_phase, CandidateStatistics& statistics)
{
    Loop loop = candidate.loop;
    Nanos wall_time{};
    const Nanos refresh_period = step_ns(input.refresh_rate);
    std::optional<lab::ForeignLoop> foreign_loop;
    if (!candidate.command.empty())
        foreign_loop.emplace(candidate.command,
                             lab::LoopGreeting{.rate = loop.rate(), .refresh_period = refresh_period});
    else if (start_phase > 0.0)
        static_cast<void>(loop.plan(
            {.frame_time = from_seconds(start_phase * step_seconds(loop.rate())), .refresh_period = refresh_period}));
    for (std::size_t i = part.first_frame; i < part.end_frame; ++i)
    {
        const Nanos frame_time = input.frame_times[i];
        const FrameInput frame{.frame_time = frame_time, .refresh_period = refresh_period};
        const StepPlan plan = foreign_loop ? foreign_loop->plan(frame, loop.rate()) : loop.plan(frame);
        wall_time += frame_time;
        statistics.add_frame(i, {wall_time, frame_time, plan,
                                 foreign_loop ? foreign_loop->newest_answer().is_drawn : loop.pacer.renders(plan)});
    }
}

// Runs the loop on a virtual PC. The loop does not wait, because the recorded frame times include the game's waits.
void run_on_virtual_pc(const Candidate& candidate, const RankingInput& input, const RankingInput::Part& part,
                       double start_phase, CandidateStatistics& statistics)
{
    const LoopPacer& pacer = candidate.loop.pacer;
    Candidate without_waits = candidate;
    without_waits.loop.pacer = FreeRunning{};
    lab::LaneSetup setup = input.lane_setup_of(without_waits, part);
    setup.config.start_phase = start_phase;
    lab::run_lane(std::move(setup), input.run_limits(part),
                  [&](const telemetry::FrameSample& sample)
                  {
                      if (sample.frame_number > 0) // the PC's first frame has no frame time
                          statistics.add_frame(part.first_frame + static_cast<std::size_t>(sample.frame_number - 1),
                                               {sample.start_wall_time, sample.measured_frame_time, sample.plan,
                                                pacer.renders(sample.plan)});
                  });
}

// Steps that the loop runs only to draw a frame.
int draw_steps_per_frame(const Candidate& candidate)
{
    return candidate.loop.presentation == Presentation::render_tick ? 1 : 0;
}

// Returns the settings of a loop and a scene on a virtual PC whose steps and drawing cost no time.
lab::LaneSetup lane_setup_without_costs(const Candidate& candidate)
{
    lab::LaneSetup setup;
    setup.name = candidate.name();
    setup.config.loop = lab::choice_copied_from_loop(candidate.preset, candidate.loop);
    setup.config.scene = *scenes::find_scene_defaults("uniform-motion");
    setup.command = candidate.command;
    return setup;
}

} // namespace

RankingInput::RankingInput(std::vector<Nanos> recorded_times, const RankOptions& options)
    : step_cost{options.step_cost}
    , refresh_rate{options.refresh_period > Nanos::zero()
                       ? timestep::every(options.refresh_period)
                       : timestep::nearest_rate(recordings::display_assumed_for(recorded_times, options.display).hz)}
    , is_vrr{options.display.is_vrr}
    , frame_times{std::move(recorded_times)}
    , near_hitch_flags{recordings::near_hitch_flags(frame_times)}
    , median_frame_time{recordings::median_of(frame_times)}
    , whole{part_of(0, frame_times.size())}
    , playback{"", frame_times, lab::PlaybackEndBehaviour::stop}
{
    std::size_t first_frame = 0;
    for (const std::size_t frame : options.frames_after_gaps)
        if (frame < frame_times.size()) parts.push_back(part_of(std::exchange(first_frame, frame), frame));
    parts.push_back(parts.empty() ? whole : part_of(first_frame, frame_times.size()));
}

RankingInput::Part RankingInput::part_of(std::size_t first_frame, std::size_t end_frame) const
{
    const auto part = std::span{frame_times}.subspan(first_frame, end_frame - first_frame);
    std::vector<Nanos> work_times{part.begin(), part.end()};
    for (Nanos& time : work_times) // a recording has no step counts, so one step per frame is assumed
        time = std::max(time - step_cost.value_or(Nanos::zero()), Nanos::zero());
    return {first_frame, end_frame, std::make_shared<const std::vector<Nanos>>(std::move(work_times))};
}

lab::LaneSetup RankingInput::lane_setup_of(const Candidate& candidate, const Part& part) const
{
    lab::LaneSetup setup = lane_setup_without_costs(candidate);
    setup.config.machine.refresh_rate = refresh_rate;
    if (!step_cost)
    {
        setup.recording = playback;
        return setup;
    }
    setup.config.machine.vsync = sim::VsyncMode::off;
    setup.config.machine.render_cost = draw_steps_per_frame(candidate) * *step_cost;
    setup.config.machine.step_cost = *step_cost;
    setup.config.machine.lag.added_lags = {sim::lag::Recorded{part.work_times_outside_steps, "the recording"}};
    return setup;
}

lab::RunLimits RankingInput::run_limits(const Part& part) const
{
    if (!step_cost) return {};
    const std::vector<Nanos>& work_times = *part.work_times_outside_steps;
    return {.max_wall_time = 4 * std::accumulate(work_times.begin(), work_times.end(), Nanos{1s}),
            .max_frames = static_cast<std::int64_t>(work_times.size())};
}

AnimationErrors run_candidate(Candidate& candidate, const RankingInput& input, double start_phase)
{
    CandidateStatistics statistics{input};
    for (const RankingInput::Part& part : input.parts)
    {
        statistics.begin_part();
        if (input.step_cost)
            run_on_virtual_pc(candidate, input, part, start_phase, statistics);
        else
            run_loop_only(candidate, input, part, start_phase, statistics);
    }
    return statistics.finish_candidate(candidate);
}

void run_overloaded(Candidate& candidate, Nanos frame_work_outside_steps)
{
    constexpr int frame_count = 120;
    constexpr Nanos spiral_frame_time = 10s;
    constexpr Nanos spiral_carried_time = 1s;
    const Nanos step_cost = step_ns(candidate.loop.rate()) * (100 + recommendation_rule::overload_percent) / 100;
    lab::LaneSetup setup = lane_setup_without_costs(candidate);
    setup.config.machine.vsync = sim::VsyncMode::off;
    setup.config.machine.render_cost = frame_work_outside_steps + draw_steps_per_frame(candidate) * step_cost;
    setup.config.machine.step_cost = step_cost;
    lab::LaneRun lane_run{setup};
    candidate.max_overloaded_frame_time_ms = 0.0;
    for (int i = 0; i < frame_count && std::isfinite(candidate.max_overloaded_frame_time_ms); ++i)
    {
        const telemetry::FrameSample& sample = lane_run.simulate_frame();
        if (i >= frame_count / 2)
            candidate.max_overloaded_frame_time_ms =
                std::max(candidate.max_overloaded_frame_time_ms, timestep::to_millis(sample.measured_frame_time));
        if (sample.measured_frame_time > spiral_frame_time || sample.plan.carried > spiral_carried_time)
            candidate.max_overloaded_frame_time_ms = std::numeric_limits<double>::infinity();
    }
}

} // namespace ranking
