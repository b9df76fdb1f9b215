#include "lab/stage/lab.hpp"

#include "lab/lessons/lesson.hpp"
#include "lab/settings/lane_list.hpp"
#include "lab/stage/demonstration_driver.hpp"
#include "lab/stage/lesson_driver.hpp"
#include "telemetry/frames.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace lab
{

Lab::Lab(const Settings& initial_settings, std::unique_ptr<sim::Pc> pc, bool keeps_display_history)
    : session{initial_settings}
    , this_pc{std::move(pc)}
    , experiment{keeps_display_history}
{
    start_selected_lane();
}

void Lab::start_timing()
{
    this_pc.start_timing();
    has_even_frame_times_ = this_pc.simulates_steady_frames(session.settings);
    if (has_even_frame_times_) start_selected_lane();
}

void Lab::start_selected_lane()
{
    Settings selected = session.settings;
    show_lanes(selected);
    selected.stage.others.clear();
    selected.view.shows_all_panels = true;
    experiment.start(plan_experiment(selected, time_source_of_list()), nullptr);
}

TimeSource Lab::time_source_of_list() const
{
    return has_even_frame_times_ ? TimeSource::virtual_pcs : TimeSource::this_pc;
}

void Lab::select_lane(std::size_t lane_index)
{
    if (shows_list())
        lab::select_lane(session.settings, lane_index);
    else
        session.settings.view.selected_lane = lane_index;
}

void Lab::restart_lanes()
{
    if (frozen_at_) resume();
    result_cache_.clear();
    if (experiment.driver() != nullptr && experiment.driver()->restart(session.settings))
    {
        session.replay_changes.clear();
        return;
    }
    // The current frame still uses the loops, so the next frame replaces them.
    needs_new_lanes_ = is_reset_ = true;
}

void Lab::freeze_at(Nanos wall_time)
{
    session.settings.is_paused = true;
    frozen_at_ = wall_time;
}

void Lab::move_frozen_frame(std::int64_t frame_offset)
{
    const telemetry::Frames frames{lane().samples()};
    if (frames.empty()) return;
    const auto newest_index = static_cast<std::int64_t>(frames.size()) - 1;
    const auto start_index =
        frozen_at_ ? static_cast<std::int64_t>(frames.newest_index_at(*frozen_at_).value_or(0)) : newest_index;
    std::int64_t shown_index = std::clamp(start_index + frame_offset, std::int64_t{0}, newest_index);
    const auto is_pause = [&](std::int64_t i) { return telemetry::is_paused(frames[static_cast<std::size_t>(i)]); };
    const int direction = frame_offset < 0 ? -1 : 1;
    while (shown_index > 0 && shown_index < newest_index && is_pause(shown_index)) shown_index += direction;
    freeze_at(frames[static_cast<std::size_t>(shown_index)].start_wall_time);
}

void Lab::resume()
{
    frozen_at_.reset();
    session.settings.is_paused = false;
}

StageClock Lab::stage_clock() const
{
    if (const auto* demonstration = experiment.driver_as<DemonstrationDriver>())
        return {.speed = demonstration->run().time_scale(), .is_demonstration = true};
    const Settings& settings = session.settings;
    return {.speed = experiment.time_source() == TimeSource::this_pc ? 1.0 : settings.stage.time_scale,
            .is_paused = settings.is_paused};
}

void Lab::set_button(Button button, bool is_down)
{
    if (is_down) end_instant_replays();
    experiment.set_button(this_pc, button, is_down);
}

void Lab::update_experiment()
{
    constexpr Nanos rest_time{300'000'000};
    Settings& settings = session.settings;
    const Driver* driver = experiment.driver();
    const Nanos now = this_pc.pc().frame_start_time();
    const bool is_over = driver != nullptr && !driver->can_continue_with(settings);
    // The user has changed a control, which rests now, after a setting that had put a lane off course.
    const bool is_at_rest =
        restarts_at_rest_ && !session.is_mouse_holding_control && now >= config_changed_at_ + rest_time;
    if (is_at_rest) needs_new_lanes_ = is_reset_ = true;
    if (planned_settings_ == settings && !is_over && !needs_new_lanes_ && requested_demonstration == nullptr) return;
    if (const auto* shown = experiment.driver_as<DemonstrationDriver>();
        is_over && shown != nullptr && shown->is_opening())
        requests.emplace_back(request::ShowNotice{std::string{opening_demonstration().conclusion}});
    if (planned_settings_ && shows_lanes(*planned_settings_) && shows_lanes(settings))
        share_changes(settings, lanes_of(*planned_settings_));
    planned_settings_ = settings;
    const ExperimentPlan plan = plan_experiment(settings, time_source_of_list(), own_loop.command);
    end_recording_without_lane(plan);
    const auto failed_lane = experiment.failed_lane(plan);
    if (is_over || needs_new_lanes_ || requested_demonstration != nullptr || experiment.must_start_anew(plan) ||
        failed_lane)
    {
        if (!is_at_rest) restart_note_.clear();
        if (failed_lane) note_restart(*failed_lane);
        start_experiment(plan, failed_lane);
        return;
    }
    if (driver != nullptr) return;
    if (experiment.changes_config(plan))
    {
        config_changed_at_ = now;
        for (std::size_t i = 0; i < experiment.lanes.size() && !restarts_at_rest_; ++i)
        {
            const Lane& changed = experiment.lanes[i].lane();
            if (changed.samples().empty() || !changed.judgement().verdict.requires_restart()) continue;
            note_restart(i);
            restarts_at_rest_ = true;
        }
    }
    if (experiment.adjust(plan))
    {
        this_pc.exclude_next_frames(2);
        result_cache_.clear();
        if (frozen_at_) resume();
        if (step_interceptor_ != nullptr) intercept_steps();
    }
}

// Whose doing it was that the lane is off course: the loop's, or the hand's that has thrown the body.
void Lab::note_restart(std::size_t lane_index)
{
    const std::string& name = experiment.lanes[lane_index].setup().name;
    const LaneVerdict verdict = lane(lane_index).judgement().verdict;
    const std::string words = verdict_text(verdict);
    restart_note_ = lane(lane_index).judged_period().began_with_throw ? "restarted after your throw"
                    : verdict.requires_restart()
                        ? fmt::format("restarted: {} had put the motion off course", name)
                        : fmt::format("restarted: {} was {}", name, words.substr(0, words.find(',')));
}

std::string Lab::restart_note(std::size_t lane_index, const telemetry::FrameSample& sample) const
{
    constexpr Nanos shown_time{2'000'000'000};
    constexpr telemetry::EventBits ending_events =
        telemetry::held | telemetry::hitch | telemetry::debugger_break | telemetry::hiccup | telemetry::knob_changed;
    const telemetry::Frames frames{lane(lane_index).samples()};
    if (restart_note_.empty() || sample.start_wall_time - lane(lane_index).start_wall_time() > shown_time) return "";
    for (std::size_t i = 0; i < frames.size() && frames[i].start_wall_time <= sample.start_wall_time; ++i)
        if ((frames[i].events & ending_events) != 0) return "";
    return restart_note_;
}

void Lab::start_experiment(const ExperimentPlan& plan, std::optional<std::size_t> failed_lane)
{
    const bool is_reset = std::exchange(is_reset_, false) || failed_lane;
    restarts_at_rest_ = false;
    const bool had_driver = experiment.driver() != nullptr;
    const bool is_other_scene = plan.identity.mode == experiment.plan().identity.mode &&
                                plan.identity.scene_index != experiment.plan().identity.scene_index;
    needs_new_lanes_ = false;
    this_pc.exclude_next_frames(2); // this frame constructs the loops, and the next one first draws them
    session.input = {};
    const LaneRuns earlier_lanes = std::move(experiment.lanes);
    experiment.start(plan, make_driver(plan));
    if (is_reset)
    {
        this_pc.pc().restart();
        if (this_pc.playback) this_pc.playback->restart();
    }
    if (experiment.accepts_input() && (is_reset || is_other_scene) && experiment.lanes.size() == earlier_lanes.size())
        for (std::size_t i = 0; i < earlier_lanes.size(); ++i) // all else is new
            experiment.lanes[i].lane().continue_frame_numbers_of(earlier_lanes[i].lane());
    if (failed_lane) experiment.lanes[*failed_lane].lane().add_events(telemetry::loop_changed);
    if (step_interceptor_ != nullptr && shows_list() && plan.index_of(recorded_lane_id_))
    {
        const std::vector<StageLane> lanes = lanes_of(session.settings);
        const LaneConfig& config = std::ranges::find(lanes, recorded_lane_id_, &StageLane::id)->config;
        if (intercepts_steps_)
        {
            step_interceptor_->before_apply(config);
            step_interceptor_->after_reset();
        }
        else
            step_interceptor_->after_start(config);
        intercept_steps();
    }
    result_cache_.clear();
    session.journals.clear();
    session.settings.view.time_view.end.reset();
    instant_replays_ended_at_ = Nanos{-1};
    if (frozen_at_ && had_driver) resume(); // a lesson has stopped the time, not the user
    frozen_at_.reset();
    planned_settings_ = session.settings;
}

void Lab::end_recording_without_lane(const ExperimentPlan& plan)
{
    if (!intercepts_steps_ || (plan.is_list && plan.index_of(recorded_lane_id_) && requested_demonstration == nullptr))
        return;
    intercepts_steps_ = false;
    if (step_interceptor_ != nullptr) std::exchange(step_interceptor_, nullptr)->after_end(recorded_lane().world());
}

void Lab::intercept_steps()
{
    const auto recorded = experiment.plan().index_of(recorded_lane_id_);
    for (std::size_t i = 0; i < experiment.lanes.size(); ++i)
        experiment.lanes[i].lane().set_step_interceptor(i == recorded ? step_interceptor_ : nullptr);
    intercepts_steps_ = step_interceptor_ != nullptr && recorded;
}

const Lane& Lab::recorded_lane() const
{
    return lane(experiment.driver() == nullptr ? experiment.plan().index_of(recorded_lane_id_).value_or(0) : 0);
}

// Null if the plan has lanes.
std::shared_ptr<Driver> Lab::make_driver(const ExperimentPlan& plan)
{
    Settings& settings = session.settings;
    if (const Demonstration* demonstration = std::exchange(requested_demonstration, nullptr))
        return std::make_shared<DemonstrationDriver>(experiment.lanes, *demonstration, settings);
    if (plan.identity.time_source != TimeSource::driver) return nullptr;
    if (plan.pc_choice == PcChoice::recorded_pc) return replay_;
    // The built-in lessons live as long as the program.
    return std::make_shared<LessonDriver>(
        experiment.lanes, shows_file(settings) ? lesson_from_file_
                                               : std::shared_ptr<const Lesson>{std::shared_ptr<void>{},
                                                                               &chosen_built_in_lesson(settings)});
}

void Lab::enter_mode()
{
    Settings& settings = session.settings;
    if (shows_file(settings) && (settings.mode == Mode::replay ? replay_ == nullptr : lesson_from_file_ == nullptr))
        show_lanes(settings);
    session.apply_mode();
    if (settings.mode == Mode::replay) session.show_recorded(*replay_->recorded_config());
}

std::size_t Lab::begin_frame()
{
    Settings& settings = session.settings;
    if (!settings.is_paused) frozen_at_.reset();
    if (this_pc.simulates_steady_frames(settings) != has_even_frame_times_)
    {
        if (is_recording_replay)
            requests.emplace_back(request::ToggleReplayRecording{}); // ends it; the next frame changes the source
        else
        {
            has_even_frame_times_ = !has_even_frame_times_;
            planned_settings_.reset();
        }
    }
    const bool is_entered = planned_settings_ && planned_settings_->mode == settings.mode &&
                            planned_settings_->lesson_index == settings.lesson_index;
    is_entered ? session.apply_mode() : enter_mode();
    update_experiment();
    session.poll_changes(this_pc.pc().frame_start_time());

    const Driver* driver = experiment.driver();
    const bool had_no_evidence_view = driver == nullptr || driver->evidence_view() == nullptr;
    experiment.begin_frame(session, this_pc, requests);
    if (const LaneConfig* recorded = driver != nullptr ? driver->recorded_config() : nullptr)
    {
        session.show_recorded(*recorded);
        session.undo_history.ignore_changes(session.settings);
    }
    std::size_t selected_count = 0;
    for (std::size_t i = 0; i < experiment.lanes.size(); ++i)
    {
        const std::size_t new_frame_count = experiment.lanes[i].lane().take_new_frame_count();
        if (i == selected_lane_index()) selected_count = new_frame_count;
    }

    const EvidenceView* evidence_view = driver != nullptr ? driver->evidence_view() : nullptr;
    if (!had_no_evidence_view || evidence_view == nullptr) return selected_count;
    settings.view.selected_lane = evidence_view->lane_index;
    if (evidence_view->panel_page) settings.view.panel_page = *evidence_view->panel_page;
    settings.view.plots_mask |= evidence_view->plots_mask;
    if (evidence_view->stop_time) freeze_at(*evidence_view->stop_time);
    return selected_count;
}

void Lab::end_frame() { experiment.end_frame(session.settings, this_pc); }

DisplayContent Lab::advance_display_to_now(std::size_t lane_index)
{
    const auto past_time = frozen_at_ ? frozen_at_ : instant_replay_time(lane_index);
    if (past_time) return {.screen_bands = {{0.0, lane(lane_index).moment_at(*past_time)}}, .new_moments = {}};
    return experiment.advance_display(lane_index);
}

bool Lab::has_instant_replays() const
{
    return experiment.driver() == nullptr || experiment.driver_as<DemonstrationDriver>() != nullptr;
}

std::optional<Nanos> Lab::instant_replay_time(std::size_t lane_index) const
{
    return has_instant_replays() ? instant_replay_time_of(lane(lane_index), instant_replays_ended_at_) : std::nullopt;
}

std::optional<MisconceptionLane> Lab::misconception(std::size_t lane_index)
{
    return experiment.driver() != nullptr ? experiment.driver()->misconception(lane_index, frozen_at_) : std::nullopt;
}

bool Lab::end_instant_replays()
{
    bool was_replay_running = false;
    Nanos ended_at = instant_replays_ended_at_;
    for (std::size_t i = 0; i < shown_lane_count(); ++i)
    {
        if (!instant_replay_time(i)) continue;
        was_replay_running = true;
        ended_at = std::max(ended_at, telemetry::Frames{lane(i).samples()}.back().start_wall_time);
    }
    instant_replays_ended_at_ = ended_at;
    return was_replay_running;
}

scenes::Moment Lab::take_shown_moment(std::size_t lane_index)
{
    const DisplayContent content = advance_display_to_now(lane_index);
    return content.screen_bands.empty() ? lane(lane_index).newest_moment() : content.screen_bands.back().moment;
}

const std::vector<LaneResult>& Lab::update_results()
{
    const Driver* driver = experiment.driver();
    if (driver != nullptr && driver->final_results() != nullptr) return *driver->final_results();
    return result_cache_.refresh(experiment.lanes, this_pc.pc().frame_start_time(), has_instant_replays());
}

const EvidenceView* Lab::shown_evidence_view() const
{
    const Driver* driver = experiment.driver();
    const EvidenceView* evidence_view = driver != nullptr ? driver->evidence_view() : nullptr;
    return evidence_view != nullptr && frozen_at_ && frozen_at_ == evidence_view->stop_time ? evidence_view : nullptr;
}

void Lab::start_endless_trial()
{
    if (frozen_at_) resume();
    if (auto* lesson = experiment.driver_as<LessonDriver>()) lesson->start_endless_trial();
    result_cache_.clear();
    session.settings.view.time_view.end.reset();
}

void Lab::enter_replay(std::shared_ptr<Driver> replay)
{
    session.leave_replay();
    needs_new_lanes_ = true;
    replay_ = std::move(replay);
    session.show_recorded(*replay_->recorded_config());
    session.settings.replay_time_s = 0.0;
    session.settings.mode = Mode::replay;
}

void Lab::open_file_lesson(Lesson lesson)
{
    needs_new_lanes_ = true;
    lesson_from_file_ = std::make_shared<const Lesson>(std::move(lesson));
    open_lesson(session.settings, file_lesson_index);
}

void Lab::restart_list()
{
    Settings& settings = session.settings;
    session.leave_replay();
    show_lanes(settings);
    settings.view.shows_all_panels = true; // the first screen compares a lane with a loop that is not in the list
    needs_new_lanes_ = true;
}

void Lab::run_own_loop(OwnLoop loop)
{
    own_loop = std::move(loop);
    if (!shows_lanes(session.settings)) restart_list();
    session.settings.lane.loop.is_foreign = true;
    needs_new_lanes_ = is_reset_ = true;
}

void Lab::set_step_interceptor(StepInterceptor* interceptor)
{
    if (interceptor != nullptr) recorded_lane_id_ = session.settings.stage.selected_id;
    step_interceptor_ = interceptor;
    if (!needs_new_lanes_ && shows_list()) intercept_steps(); // else the next frame makes the lane
    if (interceptor == nullptr) intercepts_steps_ = false;
}

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;

constexpr telemetry::EventBits instant_replay_boundary_events = telemetry::world_reset | telemetry::loop_changed;

Nanos scaled_time(Nanos time, double speed)
{
    return Nanos{static_cast<std::int64_t>(static_cast<double>(time.count()) * speed)};
}

} // namespace

std::optional<Nanos> instant_replay_time_of(const Lane& lane, Nanos ended_at)
{
    // The first frame in which the body is gone. The replay ends if this was too long ago.
    const Frames frames{lane.samples()};
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
    if (!gone_index) return std::nullopt;
    const Nanos gone_at = frames[*gone_index].start_wall_time;
    if (gone_at <= ended_at) return std::nullopt;

    const Nanos earliest_start = gone_at - instant_replay_span;
    std::size_t start_index = *gone_index;
    while (start_index > 0 && frames[start_index].start_wall_time > earliest_start &&
           (frames[start_index].events & instant_replay_boundary_events) == 0)
        --start_index;
    const Nanos replayed_time = std::max(frames[start_index].start_wall_time, earliest_start) +
                                scaled_time(frames.back().start_wall_time - gone_at, instant_replay_speed);
    return replayed_time < gone_at ? std::optional{replayed_time} : std::nullopt;
}

} // namespace lab
