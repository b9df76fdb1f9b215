#include "lab/lessons/loop_lesson_run.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{

// Largest number of frames of each loop in one advance of a fast-forward. With more, the window would respond late.
constexpr std::int64_t max_frames_when_fast_forwarding = 1500;
constexpr std::int64_t max_frames_per_advance = 20'000;

// Makes lanes (loops with their PCs and worlds) and simulates the first frame of each, so that the window has a frame
// to draw before the run.
LaneRuns make_started_lanes(std::span<const LaneSetup> setups, const RunLimits& limits)
{
    LaneRuns lanes{setups, limits};
    lanes.advance_to(Nanos::zero());
    return lanes;
}

} // namespace

LoopLessonRun::LoopLessonRun(const Lesson& lesson, LaneRuns& lanes, const RunLimits& limits)
    : lesson_{&lesson}
    , lanes_{&(lanes = make_started_lanes(lesson.lanes, limits))}
{
}

void LoopLessonRun::make_misconception_lane(std::size_t answer_index)
{
    const auto found = std::ranges::find(lesson_->misconceptions, answer_index, &Misconception::answer_index);
    if (found == lesson_->misconceptions.end()) return;
    misconception_ = &*found;
    misconception_lanes_ = make_started_lanes({&misconception_->setup, 1}, lesson_->run_limits);
}

void LoopLessonRun::restart_as_endless_trial()
{
    *this = LoopLessonRun{*lesson_, *lanes_, {}};
    state_ = State::endless_trial;
    trial_settings_ = {.lane = lesson_->lanes.front().config};
    trial_value_ = lesson_->setting_to_try->get(trial_settings_);
}

bool LoopLessonRun::adopts_trial_value(std::size_t lane_index) const
{
    const auto initial_value = [&](std::size_t i)
    { return lesson_->setting_to_try->get({.lane = lesson_->lanes[i].config}); };
    return initial_value(lane_index) == initial_value(0);
}

const Lane* LoopLessonRun::misconception_lane(std::size_t lane_index) const
{
    return misconception_ != nullptr && misconception_->lane_index == lane_index ? &(*misconception_lanes_)[0].lane()
                                                                                 : nullptr;
}

scenes::Moment LoopLessonRun::advance_misconception_display()
{
    DisplayContent screen = (*misconception_lanes_)[0].advance_display_to(displayed_wall_time_);
    return screen.screen_bands.empty() ? (*misconception_lanes_)[0].lane().newest_moment()
                                       : screen.screen_bands.back().moment;
}

void LoopLessonRun::advance(Nanos virtual_duration)
{
    if (state_ == State::running)
    {
        // After Lesson::real_time_duration, the lesson runs as fast as possible to its end.
        const Nanos run_end = lesson_->run_limits.max_wall_time.value_or(Nanos::max());
        if (wall_time_ >= lesson_->real_time_duration) fast_forward();
        if (is_fast_forwarding_)
            simulate_until(run_end, max_frames_when_fast_forwarding);
        else
            simulate_until(std::min(wall_time_ + virtual_duration, run_end), max_frames_per_advance);
        if (lanes_->has_ended() && (!misconception_lanes_ || misconception_lanes_->has_ended())) state_ = State::ended;
    }
    if (state_ != State::endless_trial) return;
    const double value = lesson_->setting_to_try->get(trial_settings_);
    const bool has_new_value = std::exchange(trial_value_, value) != value;
    for (std::size_t i = 0; has_new_value && i < lanes_->size(); ++i)
    {
        if (!adopts_trial_value(i)) continue;
        Settings settings{.lane = (*lanes_)[i].setup().config};
        lesson_->setting_to_try->set(settings, value);
        (*lanes_)[i].setup().config = settings.lane;
        (*lanes_)[i].apply_setup();
    }
    simulate_until(wall_time_ + virtual_duration, max_frames_per_advance);
}

void LoopLessonRun::simulate_earliest_frame()
{
    if (state_ != State::running && state_ != State::endless_trial) return;
    lanes_->simulate_earliest_next_frame();
    wall_time_ = std::max(wall_time_, lanes_->wall_time());
    if (misconception_lanes_) misconception_lanes_->advance_to(wall_time_);
}

void LoopLessonRun::simulate_until(Nanos wall_time, std::int64_t max_frames_per_lane)
{
    bool has_reached_time = lanes_->advance_to(wall_time, max_frames_per_lane);
    if (misconception_lanes_) has_reached_time &= misconception_lanes_->advance_to(wall_time, max_frames_per_lane);
    if (has_reached_time) wall_time_ = wall_time;
}

DisplayContent LoopLessonRun::advance_display_to_now(std::size_t lane_index)
{
    if (state_ == State::ready)
        return {.screen_bands = {{0.0, (*lanes_)[lane_index].lane().newest_moment()}}, .new_moments = {}};
    const auto start_of = &LaneRun::next_frame_start_time;
    const Nanos now =
        is_fast_forwarding_ ? std::ranges::min_element(*lanes_, {}, start_of)->next_frame_start_time() : wall_time_;
    displayed_wall_time_ = std::max(displayed_wall_time_, now);
    return (*lanes_)[lane_index].advance_display_to(displayed_wall_time_);
}

double LoopLessonRun::progress() const
{
    if (state_ != State::ready && state_ != State::running) return 1.0;
    const auto fraction_of = [](auto part, auto whole)
    { return whole == 0 ? 1.0 : std::min(static_cast<double>(part) / static_cast<double>(whole), 1.0); };
    const RunLimits& limits = lesson_->run_limits;
    double least_progress = 1.0;
    for (const LaneRun& run : *lanes_)
    {
        const Lane& lane = run.lane();
        double progress = 0.0;
        if (limits.max_wall_time)
            progress = fraction_of(lane.samples().back().start_wall_time.count(), limits.max_wall_time->count());
        if (limits.max_frames)
            progress = std::max(progress, fraction_of(lane.totals().frame_count, *limits.max_frames));
        if (limits.max_steps) progress = std::max(progress, fraction_of(lane.world().step_count(), *limits.max_steps));
        least_progress = std::min(least_progress, progress);
    }
    return least_progress;
}

} // namespace lab
