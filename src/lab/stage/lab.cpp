#include "lab/stage/lab.hpp"

#include "lab/lessons/lesson.hpp"
#include "lab/metrics/lane_verdict.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/stage/adjustable_stages.hpp"
#include "lab/stage/demonstration_stage.hpp"
#include "lab/stage/lesson_stage.hpp"
#include "telemetry/frames.hpp"

#include <algorithm>

namespace lab
{

Lab::Lab(const Settings& initial_settings, std::unique_ptr<sim::Pc> pc, bool keeps_display_history)
    : LabContext{initial_settings, std::move(pc)}
    , keeps_display_history_{keeps_display_history}
{
    show_single_live_loop();
}

Lab::~Lab() = default;

void Lab::start_pc_timing_and_apply_frame_source()
{
    start_timing_and_exclude_first_frames();
    has_even_frame_times_ = should_simulate_even_frame_times();
    if (has_even_frame_times_) show_single_live_loop();
}

void Lab::show_single_live_loop()
{
    stage_       = make_live_stage(LiveLaneLayout::one, settings, has_even_frame_times_, keeps_display_history_);
    shown_stage_ = stage_.get();
}

void Lab::toggle_even_frame_times_or_end_recording()
{
    if (is_recording_replay)
    {
        requests.emplace_back(request::ToggleReplayRecording{});
        return;
    }
    has_even_frame_times_ = !has_even_frame_times_;
    needs_new_stage_      = needs_new_stage_ || settings.mode == Mode::live;
}

std::size_t Lab::shown_lane_count() const { return std::min(shown_stage_->lanes().size(), RaceSettings::max_lanes); }

const Lane& Lab::lane(std::size_t lane_index) const { return shown_stage_->lanes()[lane_index].lane(); }

std::size_t Lab::selected_lane_index() const { return std::min(settings.race.selected_lane, shown_lane_count() - 1); }

const LaneSetup& Lab::lane_setup(std::size_t lane_index) const { return shown_stage_->lanes()[lane_index].setup(); }

void Lab::restart_lanes_or_stage()
{
    if (frozen_at_) resume();
    result_cache_.clear();
    if (shown_stage_->restart_if_possible(settings))
    {
        replay_changes.clear();
        return;
    }
    // The current frame still uses the loops, so the next frame replaces them.
    needs_new_stage_ = restarts_lanes_ = true;
}

void Lab::freeze_and_show_frame_begun_by(Nanos wall_time)
{
    settings.is_paused = true;
    frozen_at_         = wall_time;
}

void Lab::freeze_and_move_by_recorded_frames(std::int64_t frame_offset)
{
    const telemetry::Frames frames{lane().samples()};
    if (frames.empty()) return;
    const auto newest_index  = static_cast<std::int64_t>(frames.size()) - 1;
    const auto start_index   = frozen_at_
                                   ? static_cast<std::int64_t>(frames.newest_index_at_or_before(*frozen_at_).value_or(0))
                                   : newest_index;
    std::int64_t shown_index = std::clamp(start_index + frame_offset, std::int64_t{0}, newest_index);
    const auto is_pause = [&](std::int64_t i) { return telemetry::is_paused(frames[static_cast<std::size_t>(i)]); };
    const int direction = frame_offset < 0 ? -1 : 1;
    while (shown_index > 0 && shown_index < newest_index && is_pause(shown_index)) shown_index += direction;
    freeze_and_show_frame_begun_by(frames[static_cast<std::size_t>(shown_index)].start_wall_time);
}

void Lab::resume()
{
    frozen_at_.reset();
    settings.is_paused = false;
}

void Lab::set_button(Button button, bool is_down)
{
    if (is_down) end_instant_replays();
    shown_stage_->set_button(*this, button, is_down);
}

void Lab::update_stage()
{
    const bool can_continue   = shown_stage_->can_continue_with(settings);
    const bool was_off_course = can_continue && shown_stage_->replaces_loop_off_course(settings);
    if (!needs_new_stage_ && requested_demonstration == nullptr && can_continue && !was_off_course) return;
    needs_new_stage_    = false;
    const bool restarts = std::exchange(restarts_lanes_, false) || was_off_course;
    exclude_next_frames_from_loops(2); // this frame constructs the loops, and the next one first draws them
    const Stage* earlier_stage                 = shown_stage_;
    const std::unique_ptr<Stage> earlier_owner = std::move(stage_);
    input                                      = {};
    show_chosen_stage();
    if (restarts) continue_lanes_of(*earlier_stage, was_off_course);
    intercept_steps_of_new_stage(*earlier_stage);
    result_cache_.clear();
    settings_journal.clear();
    settings.view.time_view.end.reset();
    instant_replays_ended_at_ = Nanos{-1};
    if (frozen_at_) resume();
}

// The new lanes are those of the earlier stage after a reset: all of them is new, but their frame numbers go on.
void Lab::continue_lanes_of(const Stage& earlier_stage, bool was_off_course)
{
    pc().restart();
    if (playback) playback->restart();
    LaneRuns& lanes = shown_stage_->lanes();
    if (shown_stage_->is_lesson_replay_or_network_game() || lanes.size() != earlier_stage.lanes().size()) return;
    for (std::size_t i = 0; i < lanes.size(); ++i)
        lanes[i].lane().continue_frame_numbers_of(earlier_stage.lanes()[i].lane());
    const std::size_t changed_lane_index = settings.mode == Mode::compare ? lanes.size() - 1 : 0;
    if (!was_off_course) return;
    lanes[changed_lane_index].lane().follows_failed_loop = true;
    lanes[changed_lane_index].lane().add_events_to_next_frame(telemetry::loop_changed);
}

// A replay is recorded of one loop, which a reset replaces. It ends when the window shows other loops.
void Lab::intercept_steps_of_new_stage(const Stage& earlier_stage)
{
    if (live_step_interceptor_ == nullptr) return;
    Lane* lane                 = shown_stage_->recordable_lane_or_null();
    const bool was_intercepted = std::exchange(intercepts_steps_, lane != nullptr);
    if (lane != nullptr)
    {
        lane->set_step_interceptor(live_step_interceptor_);
        if (was_intercepted)
        {
            live_step_interceptor_->before_apply(lane_config(settings));
            live_step_interceptor_->after_reset();
        }
        else
            live_step_interceptor_->after_start(lane_config(settings));
    }
    else if (was_intercepted)
        std::exchange(live_step_interceptor_, nullptr)->after_end(earlier_stage.lanes()[0].lane().world());
}

void Lab::show_chosen_stage()
{
    const Demonstration* demonstration = std::exchange(requested_demonstration, nullptr);
    // A page of plots would show only one PC of a network game.
    if (demonstration == nullptr && settings.mode == Mode::network && settings.view.panel_page == PanelPage::plots)
        settings.view.panel_page = PanelPage::timeline;
    if (demonstration == nullptr && settings.mode == Mode::replay)
    {
        switch_settings_to_replay();
        shown_stage_ = replay_stage_.get();
        return;
    }
    stage_ = demonstration != nullptr ? std::make_unique<DemonstrationStage>(*demonstration, settings) : make_stage();
    shown_stage_ = stage_.get();
}

// The stage of every mode but Mode::replay, whose stage enter_replay() gets.
std::unique_ptr<Stage> Lab::make_stage()
{
    switch (settings.mode)
    {
    case Mode::race:
    case Mode::duel:
    case Mode::compare: return std::make_unique<RaceDuelOrCompareStage>(*this);
    case Mode::lesson: return std::make_unique<LessonStage>(settings, answers, lesson_from_file_);
    case Mode::network: return std::make_unique<LessonStage>(settings, answers);
    case Mode::live:
    case Mode::replay: break;
    }
    return make_live_stage(live_lane_layout_of(settings), settings, has_even_frame_times_, keeps_display_history_);
}

void Lab::revert_ended_replay_and_fit_machine_to_mode()
{
    if (settings.mode != Mode::replay)
        leave_replay();
    else if (settings_before_replay_)
        record_replay_changes();
    select_machine(settings);
}

Lab::SelectedLaneFrameCount Lab::begin_frame_and_run_loops()
{
    if (!settings.is_paused) frozen_at_.reset();
    if (!shows_first_screen(settings)) end_tour();
    if (should_simulate_even_frame_times() != has_even_frame_times_) toggle_even_frame_times_or_end_recording();
    if (settings.mode == Mode::replay && replay_stage_ == nullptr) settings.mode = Mode::live;
    if (settings.mode == Mode::lesson && shows_replay_or_lesson_file(settings) && lesson_from_file_ == nullptr)
        settings.mode = Mode::live;
    if (settings.mode == Mode::compare && settings.race.kept_configuration.empty()) settings.mode = Mode::live;
    revert_ended_replay_and_fit_machine_to_mode();
    update_stage();
    constexpr Nanos undo_interval{50'000'000};
    if (!tour_ && !is_mouse_holding_control && pc().frame_start_time() >= last_undo_comparison_time_ + undo_interval)
    {
        // Compares the settings only every 50 ms, because comparing all settings takes some microseconds.
        last_undo_comparison_time_ = pc().frame_start_time();
        undo_history.record_changes(settings, last_undo_comparison_time_);
    }
    const bool had_no_evidence_view = shown_stage_->evidence_view() == nullptr;
    shown_stage_->begin_frame_and_run_loops(*this);
    if (const LaneConfig* recorded = shown_stage_->recorded_config())
    {
        show_recorded_config(*recorded);
        undo_history.ignore_changes(settings);
    }
    const SelectedLaneFrameCount new_frame_count = take_all_frame_counts_and_get_selected();
    if (had_no_evidence_view && shown_stage_->evidence_view() != nullptr)
        show_evidence_and_freeze_if_timed(*shown_stage_->evidence_view());
    return new_frame_count;
}

// Returns the number of new frames of the selected loop since the last call. Sets the counts of all loops to zero.
Lab::SelectedLaneFrameCount Lab::take_all_frame_counts_and_get_selected()
{
    std::size_t selected_count = 0;
    for (std::size_t i = 0; i < shown_stage_->lanes().size(); ++i)
    {
        const std::size_t new_frame_count = shown_stage_->lanes()[i].lane().take_new_frame_count();
        if (i == selected_lane_index()) selected_count = new_frame_count;
    }
    return selected_count;
}

void Lab::end_frame_and_wait_for_next() { shown_stage_->end_frame_and_wait_for_next(*this); }

DisplayContent Lab::advance_display_to_now(std::size_t lane_index)
{
    const auto past_time = frozen_at_ ? frozen_at_ : instant_replay_time(lane_index);
    if (past_time)
        return {.screen_bands = {{0.0, lane(lane_index).moment_at_or_oldest(*past_time)}}, .new_moments = {}};
    return shown_stage_->advance_display_to_now(lane_index);
}

std::optional<Nanos> Lab::instant_replay_time(std::size_t lane_index) const
{
    return shown_stage_->is_lesson_replay_or_network_game()
               ? std::nullopt
               : instant_replay_time_of(lane(lane_index), instant_replays_ended_at_);
}

bool Lab::end_instant_replays()
{
    bool was_replay_running = false;
    Nanos ended_at          = instant_replays_ended_at_;
    for (std::size_t i = 0; i < shown_lane_count(); ++i)
    {
        if (!instant_replay_time(i)) continue;
        was_replay_running = true;
        ended_at           = std::max(ended_at, telemetry::Frames{lane(i).samples()}.back().start_wall_time);
    }
    instant_replays_ended_at_ = ended_at;
    return was_replay_running;
}

scenes::Moment Lab::advance_display_and_get_moment(std::size_t lane_index)
{
    const DisplayContent content = advance_display_to_now(lane_index);
    return content.screen_bands.empty() ? lane(lane_index).newest_moment() : content.screen_bands.back().moment;
}

const std::vector<LaneResult>& Lab::update_and_get_results()
{
    if (const auto* final_results = shown_stage_->final_results()) return *final_results;
    return result_cache_.update_if_old_and_get_results(shown_stage_->lanes(), pc().frame_start_time(),
                                                       !shown_stage_->is_lesson_replay_or_network_game());
}

const EvidenceView* Lab::shown_evidence_view() const
{
    const EvidenceView* evidence_view = shown_stage_->evidence_view();
    return evidence_view != nullptr && frozen_at_ && frozen_at_ == evidence_view->stop_time ? evidence_view : nullptr;
}

void Lab::show_evidence_and_freeze_if_timed(const EvidenceView& evidence_view)
{
    settings.race.selected_lane = evidence_view.lane_index;
    if (evidence_view.panel_page) settings.view.panel_page = *evidence_view.panel_page;
    settings.view.plots_mask |= evidence_view.plots_mask;
    if (evidence_view.stop_time) freeze_and_show_frame_begun_by(*evidence_view.stop_time);
}

void Lab::start_endless_trial_after_lesson()
{
    if (frozen_at_) resume();
    if (auto* lesson = stage_as<LessonStage>()) lesson->start_endless_trial_if_offered();
    result_cache_.clear();
    settings.view.time_view.end.reset();
}

void Lab::enter_replay(std::unique_ptr<Stage> replay)
{
    leave_replay();
    needs_new_stage_    = true;
    const bool is_shown = replay_stage_ != nullptr && shown_stage_ == replay_stage_.get();
    replay_stage_       = std::move(replay);
    if (is_shown) shown_stage_ = replay_stage_.get();
    switch_settings_to_replay();
    settings.replay_time_s = 0.0;
    settings.mode          = Mode::replay;
}

void Lab::open_file_lesson(Lesson lesson)
{
    end_tour();
    answers[lesson.name] = {}; // deletes the answer to an earlier lesson of this name
    needs_new_stage_     = true;
    lesson_from_file_    = std::make_shared<const Lesson>(std::move(lesson));
    switch_mode_to_lesson_from_user_file(settings, lesson_from_file_->network_settings);
}

void Lab::switch_settings_to_replay()
{
    if (settings_before_replay_) return;
    settings_before_replay_ = settings;
    replay_changes.clear();
    show_recorded_config(*replay_stage_->recorded_config());
}

// The present settings without those of the replay. Changes that the user has made during the replay remain.
Settings Lab::settings_without_replay() const
{
    if (!settings_before_replay_) return settings;
    Settings own_settings = settings;
    set_lane_config(own_settings, lane_config(*settings_before_replay_));
    for (const Assignment& change : replay_changes)
        static_cast<void>(assign_by_path(own_settings, change.key, change.value));
    return own_settings;
}

void Lab::leave_replay()
{
    if (!settings_before_replay_) return;
    record_replay_changes();
    settings = settings_without_replay();
    settings_before_replay_.reset();
}

void Lab::end_tour_or_replay_for_new_live_loop()
{
    end_tour();
    leave_replay();
    settings.mode                  = Mode::live;
    settings.race.is_side_by_side  = false;
    settings.view.shows_all_panels = true; // the first screen would show a second loop
    select_machine(settings);
    needs_new_stage_ = true;
}

void Lab::set_live_step_interceptor(StepInterceptor* interceptor)
{
    live_step_interceptor_ = interceptor;
    if (needs_new_stage_) return; // the next frame makes the lane
    Lane* lane        = shown_stage_->recordable_lane_or_null();
    intercepts_steps_ = lane != nullptr && interceptor != nullptr;
    if (lane != nullptr) lane->set_step_interceptor(interceptor);
}

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;

constexpr std::uint32_t instant_replay_boundary_events = telemetry::world_reset | telemetry::loop_changed;

Nanos scaled_time(Nanos time, double speed)
{
    return Nanos{static_cast<std::int64_t>(static_cast<double>(time.count()) * speed)};
}

std::optional<std::size_t> find_first_body_gone_frame(const Frames& frames)
{
    const Nanos replay_length = scaled_time(instant_replay_span, 1.0 / instant_replay_speed);
    std::optional<std::size_t> gone_index;
    for (std::size_t i = frames.size(); i > 0; --i)
    {
        const FrameSample& frame = frames[i - 1];
        if (!is_body_gone(frame)) break;
        if (frames.back().start_wall_time - frame.start_wall_time > replay_length) return std::nullopt;
        gone_index = i - 1;
        if ((frame.events & instant_replay_boundary_events) != 0) break;
    }
    return gone_index;
}

Nanos instant_replay_start(const Frames& frames, std::size_t gone_index)
{
    const Nanos earliest_start = frames[gone_index].start_wall_time - instant_replay_span;
    std::size_t start_index    = gone_index;
    while (start_index > 0 && frames[start_index].start_wall_time > earliest_start &&
           (frames[start_index].events & instant_replay_boundary_events) == 0)
        --start_index;
    return std::max(frames[start_index].start_wall_time, earliest_start);
}

} // namespace

std::optional<Nanos> instant_replay_time_of(const Lane& lane, Nanos ended_at)
{
    const Frames frames{lane.samples()};
    const auto gone_index = find_first_body_gone_frame(frames);
    if (!gone_index || frames[*gone_index].start_wall_time <= ended_at) return std::nullopt;
    const Nanos replayed_time =
        instant_replay_start(frames, *gone_index) +
        scaled_time(frames.back().start_wall_time - frames[*gone_index].start_wall_time, instant_replay_speed);
    if (replayed_time >= frames[*gone_index].start_wall_time) return std::nullopt;
    return replayed_time;
}

} // namespace lab
