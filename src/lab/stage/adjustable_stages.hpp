// lab/stage/adjustable_stages.hpp -- loops that the user can adjust while they run
#pragma once

#include "lab/stage/stage.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lab
{

std::vector<LaneSetup> setups_for_presets(const Settings& base_settings, std::span<const timestep::PresetId> presets);
/// For each of `machine_indices` in sim::machine_presets(), returns a copy of `base_settings` with this machine.
std::vector<LaneSetup> setups_for_machines(const Settings& base_settings, std::span<const std::size_t> machine_indices);

/// Content of the window: game loops that get the user's settings and input while they run.
class AdjustableStage : public Stage
{
public:
    void set_button(const LabContext&, Button button, bool is_down) override
    {
        lanes_.set_button(lanes_.wall_time(), button, is_down);
    }
    void add_hitch(LabContext& context, Nanos duration, std::uint32_t telemetry_event_bits) override;
    void add_events_to_next_frame(std::uint32_t telemetry_event_bits) override
    {
        lanes_.add_events_to_next_frame(telemetry_event_bits);
    }
    LaneRuns& lanes() override { return lanes_; }
    Nanos wall_time(const LabContext&) const override { return lanes_.wall_time(); }
    DisplayContent advance_display_to_now(std::size_t lane_index) override;

protected:
    AdjustableStage(std::span<const LaneSetup> setups, const Settings& already_applied_settings,
                    bool keeps_display_history = true);

    VirtualElapsed begin_window_frame_with_input(LabContext& context);
    void append_input(const LabContext& context, Nanos wall_time);
    bool run_earliest_next_frame_if_requested(LabContext& context);
    bool can_adjust_lanes_to(const Settings& settings) const;
    void apply_adjustable_settings(const Settings& settings);

    LaneRuns lanes_;
    Settings applied_settings_; ///< settings of the last frame

private:
    Nanos displayed_wall_time_{};
};

class RaceDuelOrCompareStage final : public AdjustableStage
{
public:
    explicit RaceDuelOrCompareStage(const LabContext& context);

    bool can_continue_with(const Settings& settings) const override { return can_adjust_lanes_to(settings); }
    bool replaces_loop_off_course(const Settings& settings) const override;
    void begin_frame_and_run_loops(LabContext& context) override;
};

enum class LiveLaneLayout : std::uint8_t
{
    one,                 ///< the chosen loop
    with_reference_loop, ///< on the first screen: the chosen loop and `interpolated`
    side_by_side,        ///< the loops of the race
};

LiveLaneLayout live_lane_layout_of(const Settings& settings);

/// Shows one or more loops. A derived class gives them simulated or measured frame times.
class LiveStage : public AdjustableStage
{
public:
    bool can_continue_with(const Settings& settings) const override;
    bool replaces_loop_off_course(const Settings& settings) const override;
    Lane* recordable_lane_or_null() override
    {
        return live_lane_layout_ == LiveLaneLayout::one ? &lanes_[0].lane() : nullptr;
    }

protected:
    LiveStage(LiveLaneLayout live_lane_layout, const Settings& settings, bool keeps_display_history);
    void apply_settings(const Settings& settings);

private:
    LiveLaneLayout live_lane_layout_;
};

/// Each loop runs on its own virtual PC, which simulates the loop's frame times.
class SimulatedLiveStage final : public LiveStage
{
public:
    SimulatedLiveStage(LiveLaneLayout live_lane_layout, const Settings& settings, bool keeps_display_history);
    void begin_frame_and_run_loops(LabContext& context) override;
    DisplayContent advance_display_to_now(std::size_t lane_index) override;

private:
    void apply_machine_with_min_frame_time_to_lanes();
};

class ThisPcLiveStage final : public LiveStage
{
public:
    ThisPcLiveStage(LiveLaneLayout live_lane_layout, const Settings& settings, bool keeps_display_history);
    void begin_frame_and_run_loops(LabContext& context) override;
    void end_frame_and_wait_for_next(LabContext& context) override;
    void set_button(const LabContext& context, Button button, bool is_down) override;
    void add_hitch(LabContext& context, Nanos duration, std::uint32_t telemetry_event_bits) override;
    Nanos wall_time(const LabContext& context) const override { return Stage::wall_time(context); }
    /// The newest computed frame, because no simulated display delays it.
    DisplayContent advance_display_to_now(std::size_t lane_index) override
    {
        return Stage::advance_display_to_now(lane_index);
    }

private:
    void apply_machine_to_lanes(std::size_t step_cost_lane_index);
    std::size_t pacing_lane_index(const Settings& settings) const;

    bool has_begun_ = false; ///< false: the next frame is the first one, and has no frame time
};

std::unique_ptr<LiveStage> make_live_stage(LiveLaneLayout live_lane_layout, const Settings& settings, bool is_simulated,
                                           bool keeps_display_history = true);

} // namespace lab
