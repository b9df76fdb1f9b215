#include "lab/stage/experiment.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{

std::vector<LaneSetup> setups_of(const ExperimentPlan& plan)
{
    std::vector<LaneSetup> setups;
    for (const auto& lane : plan.lanes) setups.push_back(lane.setup);
    return setups;
}

} // namespace

void Experiment::start(const ExperimentPlan& plan, std::shared_ptr<Driver> driver)
{
    plan_ = plan;
    driver_ = std::move(driver);
    has_begun_ = false;
    displayed_wall_time_ = {};
    if (driver_)
        driver_->make_lanes();
    else
        lanes = LaneRuns{setups_of(plan), {}, keeps_display_history_};
}

bool Experiment::must_start_anew(const ExperimentPlan& plan) const
{
    if (plan.identity != plan_.identity) return true;
    if (driver_ != nullptr || has_same_lanes(plan)) return false;
    // A lane that joins takes over the motion of the kept one above it (LaneRuns::replace()).
    const auto kept = kept_lanes(plan);
    const auto first_kept = std::ranges::find_if(kept, [](const auto& index) { return index.has_value(); });
    if (first_kept == kept.end()) return true;
    const Lane* followed = &lanes[**first_kept].lane();
    if (followed->samples().empty()) return true;
    for (const auto& index : kept)
        if (index)
            followed = &lanes[*index].lane();
        else if (is_off_course(*followed))
            return true;
    return false;
}

bool Experiment::has_same_lanes(const ExperimentPlan& plan) const
{
    return std::ranges::equal(plan.lanes, plan_.lanes, {}, &ExperimentPlan::PlannedLane::key,
                              &ExperimentPlan::PlannedLane::key);
}

// For each lane of `plan`, the index of the present lane with the same key; empty if there is none.
std::vector<std::optional<std::size_t>> Experiment::kept_lanes(const ExperimentPlan& plan) const
{
    std::vector<std::optional<std::size_t>> kept(plan.lanes.size());
    for (std::size_t i = 0; i < plan.lanes.size(); ++i)
    {
        const auto found = std::ranges::find(plan_.lanes, plan.lanes[i].key, &ExperimentPlan::PlannedLane::key);
        if (found != plan_.lanes.end()) kept[i] = static_cast<std::size_t>(found - plan_.lanes.begin());
    }
    return kept;
}

std::optional<std::size_t> Experiment::failed_lane(const ExperimentPlan& plan) const
{
    if (driver_ != nullptr) return std::nullopt;
    const auto kept = kept_lanes(plan);
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (kept[i] && lanes[*kept[i]].lane().would_change_loop(plan.lanes[i].setup.config.loop) &&
            is_off_course(lanes[*kept[i]].lane()))
            return i;
    return std::nullopt;
}

bool Experiment::changes_config(const ExperimentPlan& plan) const
{
    const auto kept = kept_lanes(plan);
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (kept[i] && lanes[*kept[i]].setup().config != plan.lanes[i].setup.config) return true;
    return false;
}

bool Experiment::adjust(const ExperimentPlan& plan)
{
    const bool is_same_list = has_same_lanes(plan);
    if (!is_same_list) lanes.replace(setups_of(plan), kept_lanes(plan));
    for (std::size_t i = 0; i < plan.lanes.size(); ++i)
    {
        LaneSetup& setup = lanes[i].setup();
        setup.name = plan.lanes[i].setup.name;
        if (setup.config == plan.lanes[i].setup.config) continue;
        setup.config = plan.lanes[i].setup.config;
        lanes[i].apply_setup();
    }
    plan_ = plan;
    return !is_same_list;
}

void Experiment::begin_frame(Session& session, ThisPc& this_pc, Requests& requests)
{
    if (driver_)
    {
        driver_->begin_frame(session, this_pc);
        return;
    }
    if (time_source() == TimeSource::this_pc)
        run_live_frame(session, this_pc, requests);
    else
        run_virtual_frames(session, this_pc);
    session.log_changes(wall_time(this_pc));
}

void Experiment::run_virtual_frames(const Session& session, ThisPc& this_pc)
{
    for (LaneRun& run : lanes) // the window needs a frame of each loop to draw at once
        if (run.lane().samples().empty() && run.has_next_frame({}))
        {
            if (run.poll_plan(Nanos::zero()))
                run.simulate_frame(lanes.input);
            else
                run.record_start();
        }
    const Nanos passed = this_pc.begin_window_frame(session.settings);
    const Nanos wall_time = lanes.wall_time() + (lanes.awaits_plan() ? Nanos::zero() : passed);
    lanes.input.append(wall_time, session.input, session.hand_motion);
    if (!this_pc.take_single_frame_request())
        lanes.advance_to(wall_time);
    else if (const telemetry::FrameSample* frame = lanes.simulate_earliest_next_frame())
    {
        const Nanos begin = frame->start_wall_time;
        lanes.advance_to(begin + frame->refresh_period / 2); // frames that begin some nanoseconds apart stay together
        for (const LaneRun& run : lanes)
            if (const telemetry::FrameSample& newest = run.lane().samples().back(); newest.start_wall_time >= begin)
                displayed_wall_time_ = std::max(displayed_wall_time_, newest.screen_time);
    }
}

void Experiment::run_live_frame(const Session& session, ThisPc& this_pc, Requests& requests)
{
    LiveFrameTiming frame_timing = this_pc.begin_live_frame(session.settings, requests);
    if (!std::exchange(has_begun_, true))
    {
        for (LaneRun& run : lanes) run.lane().start_at(this_pc.pc().frame_start_time());
        frame_timing.is_hiccup = false;
        // The time before the first frame belongs to no lane.
        if (frame_timing.frame_time && !this_pc.is_playing_recording() && !session.settings.is_paused)
            frame_timing.frame_time = Nanos::zero();
    }
    lanes.input.append(this_pc.pc().frame_start_time(), session.input, session.hand_motion);
    const bool awaits_plan = lanes.awaits_plan(); // no lane's time runs meanwhile
    for (LaneRun& run : lanes)
    {
        Lane& lane = run.lane();
        if (frame_timing.has_recording_restarted) lane.add_events(telemetry::recording_looped);
        if (frame_timing.is_hiccup && frame_timing.frame_time) lane.add_events(telemetry::hiccup);
        if (awaits_plan ? run.awaits_plan() : frame_timing.frame_time.has_value())
            run.begin_live_frame({frame_timing.frame_time.value_or(Nanos{}), this_pc.refresh_period(session.settings)},
                                 lanes.input, this_pc.pc());
        else
            lane.record_pause(this_pc.pc(), frame_timing.excluded_time);
    }
}

void Experiment::end_frame(const Settings& settings, ThisPc& this_pc)
{
    if (time_source() != TimeSource::this_pc)
    {
        this_pc.end_window_frame(settings);
        return;
    }
    Lane& pacing_lane = lanes[plan_.is_list ? std::min(settings.stage.selected, lanes.size() - 1) : 0].lane();
    const auto next_frame_time = this_pc.playback ? this_pc.playback->peek_next_frame_time() : std::nullopt;
    // In a playback, the next recorded frame time gives the end of this frame; the end of the last frame is unknown.
    const bool is_end_known = next_frame_time || !this_pc.is_playing_recording();
    telemetry::FrameSample pacing_frame = is_end_known
                                              ? pacing_lane.end_frame(settings.lane, this_pc.pc(), next_frame_time)
                                              : pacing_lane.samples().back();
    pacing_frame.events |= std::exchange(lag_events_, 0);
    for (LaneRun& run : lanes)
    {
        run.lane().copy_display_result(pacing_frame, run.setup().config);
        run.measure_newest_frame();
    }
}

void Experiment::set_button(const ThisPc& this_pc, Button button, bool is_down)
{
    if (accepts_input())
        lanes.set_button(time_source() == TimeSource::this_pc ? this_pc.now() : lanes.wall_time(), button, is_down);
}

void Experiment::add_hitch(ThisPc& this_pc, Nanos duration, telemetry::EventBits telemetry_event_bits)
{
    if (!accepts_input()) return;
    if (time_source() == TimeSource::this_pc)
    {
        this_pc.pc().add_hitch(duration);
        lag_events_ |= telemetry_event_bits; // of the frame whose end is the next one
        return;
    }
    for (LaneRun& run : lanes) run.add_hitch(duration);
    lanes.add_events(telemetry_event_bits);
}

void Experiment::add_change_event()
{
    if (accepts_input() || is_replay()) lanes.add_events(telemetry::knob_changed);
}

Nanos Experiment::wall_time(const ThisPc& this_pc) const
{
    return time_source() == TimeSource::virtual_pcs ? lanes.wall_time() : this_pc.pc().frame_start_time();
}

DisplayContent Experiment::advance_display(std::size_t lane_index)
{
    if (driver_) return driver_->advance_display(lane_index);
    DisplayContent content;
    if (time_source() == TimeSource::virtual_pcs)
    {
        displayed_wall_time_ = std::max(displayed_wall_time_, lanes.wall_time());
        content = lanes[lane_index].advance_display_to(displayed_wall_time_);
    }
    if (!content.screen_bands.empty()) return content;
    const scenes::Moment newest =
        lanes[lane_index].lane().newest_moment(); // on this PC, no simulated display delays it
    return {.screen_bands = {{0.0, newest}}, .new_moments = {newest}};
}

} // namespace lab
