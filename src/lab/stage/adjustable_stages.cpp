#include "lab/stage/adjustable_stages.hpp"

#include "catalogue/presets.hpp"
#include "lab/metrics/delay_verdicts.hpp"
#include "lab/metrics/lane_verdict.hpp"
#include "lab/settings/configuration_string.hpp"
#include "sim/machine/settings.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace lab
{

namespace
{

std::string preset_name(const LoopChoice& loop) { return std::string{catalogue::preset_of(loop.preset).name}; }

std::vector<LaneSetup> kept_and_current_setups(const Settings& current_settings)
{
    std::vector<LaneSetup> setups;
    const auto parsed_settings = parse_configuration_string(current_settings.race.kept_configuration, current_settings);
    if (const auto* kept_settings = std::get_if<Settings>(&parsed_settings))
        setups.push_back(
            {.name = preset_name(kept_settings->lane.loop) + " (kept)", .config = lane_config(*kept_settings)});
    setups.push_back({.name = "the present set-up", .config = lane_config(current_settings)});
    return setups;
}

std::vector<LaneSetup> setups_for_mode(const LabContext& context)
{
    const Settings& settings = context.settings;
    if (settings.mode == Mode::duel) return setups_for_machines(settings, settings.race.duel_machines);
    if (settings.mode == Mode::compare) return kept_and_current_setups(settings);
    auto setups = setups_for_presets(settings, settings.race.loops);
    if (context.playback)
        for (LaneSetup& setup : setups) setup.recording = *context.playback;
    return setups;
}

std::vector<LaneSetup> setups_for_layout(LiveLaneLayout live_lane_layout, const Settings& settings)
{
    if (live_lane_layout == LiveLaneLayout::one)
        return {{.name = preset_name(settings.lane.loop), .config = lane_config(settings)}};
    if (live_lane_layout == LiveLaneLayout::side_by_side) return setups_for_presets(settings, settings.race.loops);
    std::vector<LaneSetup> setups =
        setups_for_presets(settings, std::array{settings.lane.loop.preset, first_screen_reference_loop()});
    setups.front().config.loop = settings.lane.loop; // includes the parameters that the user has changed
    return setups;
}

} // namespace

AdjustableStage::AdjustableStage(std::span<const LaneSetup> setups, const Settings& already_applied_settings,
                                 bool keeps_display_history)
    : lanes_{setups, {}, keeps_display_history}
    , applied_settings_{already_applied_settings}
{
}

VirtualElapsed AdjustableStage::begin_window_frame_with_input(LabContext& context)
{
    const VirtualElapsed virtual_elapsed = context.begin_window_frame();
    append_input(context, lanes_.wall_time() + virtual_elapsed);
    return virtual_elapsed;
}

void AdjustableStage::append_input(const LabContext& context, Nanos wall_time)
{
    for (LaneRun& run : lanes_) run.input.append(wall_time, context.input, context.hand_motion);
}

bool AdjustableStage::run_earliest_next_frame_if_requested(LabContext& context)
{
    if (!context.take_single_frame_request()) return false;
    if (const telemetry::FrameSample* frame = lanes_.simulate_earliest_next_frame())
        displayed_wall_time_ = std::max(displayed_wall_time_, frame->screen_time);
    return true;
}

void AdjustableStage::add_hitch(LabContext&, Nanos duration, std::uint32_t telemetry_event_bits)
{
    for (LaneRun& run : lanes_) run.add_hitch(duration);
    lanes_.add_events_to_next_frame(telemetry_event_bits);
}

DisplayContent AdjustableStage::advance_display_to_now(std::size_t lane_index)
{
    displayed_wall_time_ = std::max(displayed_wall_time_, lanes_.wall_time());
    return lanes_[lane_index].advance_display_to(displayed_wall_time_);
}

bool AdjustableStage::can_adjust_lanes_to(const Settings& settings) const
{
    return applied_settings_.mode == settings.mode && applied_settings_.race.loops == settings.race.loops &&
           applied_settings_.race.duel_machines == settings.race.duel_machines &&
           applied_settings_.race.kept_configuration == settings.race.kept_configuration &&
           applied_settings_.lane.scene.scene_index == settings.lane.scene.scene_index &&
           (settings.mode != Mode::duel || applied_settings_.lane.loop.preset == settings.lane.loop.preset);
}

void AdjustableStage::apply_adjustable_settings(const Settings& settings)
{
    const bool has_new_rate = applied_settings_.lane.loop.rate != settings.lane.loop.rate;
    applied_settings_       = settings;

    for (LaneRun& run : lanes_)
    {
        LaneConfig& config = run.setup().config;
        if (settings.mode == Mode::duel)
            config.loop = settings.lane.loop;
        else
            config.machine = settings.machine();
        config.scene      = settings.lane.scene;
        config.integrator = settings.lane.integrator;
        if (has_new_rate) config.loop.set_rate(settings.lane.loop.rate);
        run.apply_setup();
    }
}

RaceDuelOrCompareStage::RaceDuelOrCompareStage(const LabContext& context)
    : AdjustableStage{setups_for_mode(context), context.settings}
{
}

bool RaceDuelOrCompareStage::replaces_loop_off_course(const Settings& settings) const
{
    const Lane& current_lane = lanes_[lanes_.size() - 1].lane();
    return settings.mode == Mode::compare && current_lane.would_change_loop(settings.lane.loop) &&
           is_off_course(current_lane);
}

void RaceDuelOrCompareStage::begin_frame_and_run_loops(LabContext& context)
{
    if (context.settings != applied_settings_)
    {
        if (context.settings.mode == Mode::compare)
        {
            applied_settings_          = context.settings;
            LaneRun& current_run       = lanes_[lanes_.size() - 1];
            current_run.setup().config = lane_config(context.settings);
            current_run.apply_setup();
        }
        else
            apply_adjustable_settings(context.settings);
    }
    for (LaneRun& run : lanes_) // the window needs a frame of each loop to draw at once
        if (run.lane().samples().empty() && run.has_next_frame_in_limits_and_recording({}))
            run.simulate_frame_and_add_to_metrics();
    const VirtualElapsed virtual_elapsed = begin_window_frame_with_input(context);
    if (!run_earliest_next_frame_if_requested(context)) lanes_.advance_to(lanes_.wall_time() + virtual_elapsed);
    context.settings_journal.log_simulation_changes(context.settings, lanes_.wall_time());
}

std::vector<LaneSetup> setups_for_presets(const Settings& base_settings, std::span<const timestep::PresetId> presets)
{
    std::vector<LaneSetup> setups;
    for (const timestep::PresetId preset : presets)
    {
        LaneSetup& setup = setups.emplace_back(LaneSetup{.config = lane_config(base_settings)});
        setup.config.loop.choose_preset_and_keep_custom_rate(preset);
        setup.name = preset_name(setup.config.loop);
    }
    return setups;
}

std::vector<LaneSetup> setups_for_machines(const Settings& base_settings, std::span<const std::size_t> machine_indices)
{
    std::vector<LaneSetup> setups;
    for (const std::size_t machine_index : machine_indices)
    {
        const sim::MachinePreset& preset = sim::machine_presets()[machine_index];
        setups.push_back({.name = std::string{preset.label}, .config = lane_config(base_settings)});
        setups.back().config.machine = preset.settings;
    }
    return setups;
}

LiveLaneLayout live_lane_layout_of(const Settings& settings)
{
    if (settings.race.is_side_by_side) return LiveLaneLayout::side_by_side;
    return shows_reference_loop(settings) ? LiveLaneLayout::with_reference_loop : LiveLaneLayout::one;
}

LiveStage::LiveStage(LiveLaneLayout live_lane_layout, const Settings& settings, bool keeps_display_history)
    : AdjustableStage{setups_for_layout(live_lane_layout, settings), settings, keeps_display_history}
    , live_lane_layout_{live_lane_layout}
{
}

bool LiveStage::can_continue_with(const Settings& settings) const
{
    if (settings.mode != Mode::live || live_lane_layout_of(settings) != live_lane_layout_) return false;
    return live_lane_layout_ == LiveLaneLayout::one || can_adjust_lanes_to(settings);
}

bool LiveStage::replaces_loop_off_course(const Settings& settings) const
{
    return live_lane_layout_ != LiveLaneLayout::side_by_side &&
           lanes_[0].lane().would_change_loop(settings.lane.loop) && is_off_course(lanes_[0].lane());
}

void LiveStage::apply_settings(const Settings& settings)
{
    if (live_lane_layout_ == LiveLaneLayout::side_by_side)
    {
        apply_adjustable_settings(settings);
        return;
    }
    if (live_lane_layout_ == LiveLaneLayout::one || applied_settings_.lane.loop.preset != settings.lane.loop.preset)
        lanes_[0].setup() = {.name = preset_name(settings.lane.loop), .config = lane_config(settings)};
    lanes_[0].setup().config.loop = settings.lane.loop;
    lanes_[0].apply_setup();
    if (live_lane_layout_ == LiveLaneLayout::with_reference_loop)
        apply_adjustable_settings(settings);
    else
        applied_settings_ = settings;
}

SimulatedLiveStage::SimulatedLiveStage(LiveLaneLayout live_lane_layout, const Settings& settings,
                                       bool keeps_display_history)
    : LiveStage{live_lane_layout, settings, keeps_display_history}
{
    apply_machine_with_min_frame_time_to_lanes();
}

void SimulatedLiveStage::apply_machine_with_min_frame_time_to_lanes()
{
    const auto machine = DelayVerdicts::with_frames_of_at_least_one_refresh(applied_settings_.machine());
    for (LaneRun& run : lanes_) run.setup().config.machine = machine;
}

void SimulatedLiveStage::begin_frame_and_run_loops(LabContext& context)
{
    const bool is_new_scene = context.settings.lane.scene.scene_index != applied_settings_.lane.scene.scene_index;
    if (context.settings != applied_settings_)
    {
        apply_settings(context.settings);
        apply_machine_with_min_frame_time_to_lanes();
    }
    VirtualElapsed virtual_elapsed = begin_window_frame_with_input(context);
    if (run_earliest_next_frame_if_requested(context)) virtual_elapsed = Nanos::zero();
    lanes_.advance_to(lanes_.wall_time() + virtual_elapsed); // after a single frame of one loop, the others catch up
    // Simulates the first frame of the new scene at once, because the window needs a frame to draw.
    if (is_new_scene) lanes_.advance_to(lanes_[0].next_frame_start_time());
    context.settings_journal.log_simulation_changes(context.settings, lanes_.wall_time());
}

DisplayContent SimulatedLiveStage::advance_display_to_now(std::size_t lane_index)
{
    const Lane& shown_lane = lanes_[lane_index].lane();
    const auto is_of_scene = [&](const scenes::Moment& moment)
    { return moment.shown_state.has_same_type_as(shown_lane.shown_state()); };
    DisplayContent content         = AdjustableStage::advance_display_to_now(lane_index);
    const bool is_of_current_scene = std::ranges::all_of(content.new_moments, is_of_scene) &&
                                     std::ranges::all_of(content.screen_bands, is_of_scene, &ScreenBand::moment);
    return is_of_current_scene && !content.screen_bands.empty() ? content : Stage::advance_display_to_now(lane_index);
}

ThisPcLiveStage::ThisPcLiveStage(LiveLaneLayout live_lane_layout, const Settings& settings, bool keeps_display_history)
    : LiveStage{live_lane_layout, settings, keeps_display_history}
{
    apply_machine_to_lanes(pacing_lane_index(applied_settings_));
}

std::size_t ThisPcLiveStage::pacing_lane_index(const Settings& settings) const
{
    return std::min(settings.race.selected_lane, lanes_.size() - 1);
}

void ThisPcLiveStage::apply_machine_to_lanes(std::size_t step_cost_lane_index)
{
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        sim::MachineSettings& machine = lanes_[i].setup().config.machine;
        machine                       = applied_settings_.machine();
        if (i != step_cost_lane_index) machine.step_cost = Nanos::zero();
    }
}

void ThisPcLiveStage::begin_frame_and_run_loops(LabContext& context)
{
    if (context.settings != applied_settings_)
    {
        apply_settings(context.settings);
        apply_machine_to_lanes(pacing_lane_index(applied_settings_));
    }
    LiveFrameTiming frame_timing = context.begin_measured_or_played_back_frame();
    if (!std::exchange(has_begun_, true))
    {
        for (LaneRun& run : lanes_) run.lane().start_at(context.pc().frame_start_time());
        frame_timing.is_hiccup = false;
        // The time before the first frame belongs to no lane.
        if (frame_timing.frame_time && !context.is_playing_recording() && !context.settings.is_paused)
            frame_timing.frame_time = Nanos::zero();
    }
    append_input(context, context.pc().frame_start_time());
    for (LaneRun& run : lanes_)
    {
        Lane& lane = run.lane();
        if (frame_timing.has_recording_restarted) lane.add_events_to_next_frame(telemetry::recording_looped);
        if (frame_timing.is_hiccup && frame_timing.frame_time) lane.add_events_to_next_frame(telemetry::hiccup);
        if (frame_timing.frame_time)
            lane.begin_frame_and_run_steps({*frame_timing.frame_time, context.refresh_period_or_zero_if_unknown()},
                                           run.setup().config, run.input, context.pc());
        else
            lane.record_pause(context.pc(), frame_timing.excluded_time);
    }
    context.settings_journal.log_simulation_changes(context.settings, context.pc().frame_start_time());
}

void ThisPcLiveStage::end_frame_and_wait_for_next(LabContext& context)
{
    Lane& pacing_lane          = lanes_[pacing_lane_index(context.settings)].lane();
    const auto next_frame_time = context.playback ? context.playback->peek_next_frame_time() : std::nullopt;
    // In a playback, the next recorded frame time gives the end of this frame; the end of the last frame is unknown.
    const bool is_end_known = next_frame_time || !context.is_playing_recording();
    const telemetry::FrameSample pacing_frame =
        is_end_known ? pacing_lane.end_frame(lane_config(context.settings), context.pc(), next_frame_time)
                     : pacing_lane.samples().back();
    for (LaneRun& run : lanes_)
    {
        run.lane().copy_display_result_to_newest_frame(pacing_frame);
        run.add_newest_frame_to_metrics_since_restart();
    }
}

void ThisPcLiveStage::set_button(const LabContext& context, Button button, bool is_down)
{
    lanes_.set_button(context.now(), button, is_down);
}

void ThisPcLiveStage::add_hitch(LabContext& context, Nanos duration, std::uint32_t telemetry_event_bits)
{
    context.pc().add_hitch(duration);
    lanes_.add_events_to_next_frame(telemetry_event_bits);
}

std::unique_ptr<LiveStage> make_live_stage(LiveLaneLayout live_lane_layout, const Settings& settings, bool is_simulated,
                                           bool keeps_display_history)
{
    if (is_simulated) return std::make_unique<SimulatedLiveStage>(live_lane_layout, settings, keeps_display_history);
    return std::make_unique<ThisPcLiveStage>(live_lane_layout, settings, keeps_display_history);
}

} // namespace lab
