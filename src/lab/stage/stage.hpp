// lab/stage/stage.hpp -- Stage: the interface of everything that the window can show, such as a lesson or several loops
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/key_bindings.hpp"
#include "lab/stage/lab_context.hpp"

#include <optional>
#include <vector>

namespace lab
{

/// Says whether a pressed key is used up, or whether the program must still handle it.
enum class KeyHandling : std::uint8_t
{
    consumed,
    passed_on,
};

/// The content of the window, such as a lesson.
class Stage
{
public:
    Stage()                        = default;
    Stage(const Stage&)            = delete;
    Stage& operator=(const Stage&) = delete;
    virtual ~Stage()               = default;

    /// If false, the caller must replace this object.
    virtual bool can_continue_with(const Settings& settings) const = 0;
    /// Must be called once per frame of the window. Advances the shown game loops by the time since the last call.
    virtual void begin_frame_and_run_loops(LabContext& context) = 0;
    /// Must be called after begin_frame_and_run_loops(), on the same object, even if the settings have changed since.
    virtual void end_frame_and_wait_for_next(LabContext& context) { context.end_window_frame_with_fps_limit(); }
    /// `consumed` means that the caller must ignore the key.
    virtual KeyHandling handle_key(const KeyBinding& /*key*/, LabContext& /*context*/)
    {
        return KeyHandling::passed_on;
    }
    /// Passes a press or release of a game key, such as jump, to all loops, with the present time.
    virtual void set_button(const LabContext& /*context*/, Button /*button*/, bool /*is_down*/) {}
    /// Makes the next frame of each loop longer by `duration`, and adds `telemetry_event_bits` (bits of
    /// telemetry::Event) to it.
    virtual void add_hitch(LabContext& /*context*/, Nanos /*duration*/, std::uint32_t /*telemetry_event_bits*/) {}
    /// Adds `telemetry_event_bits` (bits of telemetry::Event) to the record of the next frame of each loop.
    virtual void add_events_to_next_frame(std::uint32_t /*telemetry_event_bits*/) {}
    /// Restarts the loops. If this is impossible, returns false, and the caller must replace this object.
    virtual bool restart_if_possible(Settings& /*settings*/) { return false; }
    /// True if the settings replace a loop that has put the motion off course: the caller must replace this object.
    virtual bool replaces_loop_off_course(const Settings& /*settings*/) const { return false; }
    /// The lane whose steps a replay records: the only lane with the user's own loop. Null if there is none.
    virtual Lane* recordable_lane_or_null() { return nullptr; }

    /// The wall clock of the shown lanes.
    virtual Nanos wall_time(const LabContext& context) const { return context.pc().frame_start_time(); }
    /// The shown lanes; a lane is one loop with its PC and its world.
    virtual LaneRuns& lanes() = 0;
    const LaneRuns& lanes() const { return const_cast<Stage*>(this)->lanes(); }
    /// What the display shows now, and which frames it has shown since the last call.
    virtual DisplayContent advance_display_to_now(std::size_t lane_index)
    {
        const Lane& shown = lanes()[lane_index].lane();
        return {.screen_bands = {{0.0, shown.newest_moment()}}, .new_moments = {shown.newest_moment()}};
    }
    virtual std::optional<MisconceptionLane> advance_unless_frozen_and_get_misconception(
        std::size_t /*lane_index*/, std::optional<Nanos> /*frozen_at*/)
    {
        return std::nullopt;
    }
    /// Null if the results are not known yet, and if there is no lesson.
    virtual const EvidenceView* evidence_view() const { return nullptr; }
    /// The results of a finished lesson; null in all other cases.
    virtual const std::vector<LaneResult>* final_results() const { return nullptr; }

    /// The settings of a replay at the shown moment; null if this is no replay.
    virtual const LaneConfig* recorded_config() const { return nullptr; }
    virtual bool is_lesson_replay_or_network_game() const { return false; }
    /// True if the window shows the PCs of a network game.
    virtual bool is_network_game() const { return false; }
    /// True if the window can mark where the body should be. False for a replay and for a network game.
    virtual bool can_show_reference_motion() const { return true; }
};

} // namespace lab
