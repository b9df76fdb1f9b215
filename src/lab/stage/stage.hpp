// lab/stage/stage.hpp -- Stage: the interface of everything that the window can show, such as a lesson or a race
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/actions.hpp"
#include "lab/stage/lab_context.hpp"

#include <optional>
#include <vector>

namespace lab
{

/// The default functions are for loops on virtual PCs that run without an end and ignore the user's input.
class Stage
{
public:
    Stage()                        = default;
    Stage(const Stage&)            = delete;
    Stage& operator=(const Stage&) = delete;
    virtual ~Stage()               = default;

    /// False if the settings choose another content: the caller must then make a new stage.
    virtual bool matches(const Settings& settings) const = 0;
    /// Simulates all frames that are due.
    virtual void begin_frame(LabContext& context) = 0;
    /// Called on the same object as begin_frame(), even if the settings have changed since.
    virtual void end_frame(LabContext& context) { context.end_virtual_frame(); }
    /// Returns true if this content uses the key. Otherwise the class Lab handles it.
    virtual bool handle_key(const Key& /*key*/, LabContext& /*context*/) { return false; }
    /// Passes a press or release of a key of the scene to all loops, at the present time.
    virtual void set_button(const LabContext& /*context*/, Button /*button*/, bool /*is_down*/) {}
    /// Makes the next frame of all loops longer by `duration`, and adds bits of telemetry::Event to its record.
    virtual void add_hitch(LabContext& /*context*/, Nanos /*duration*/, std::uint32_t /*events*/) {}
    /// Adds bits of telemetry::Event to the record of each loop's next frame.
    virtual void add_events(std::uint32_t /*events*/) {}
    /// Restarts the loops. Returns false if this object cannot do it: the caller must then make a new one.
    virtual bool restart() { return false; }

    virtual Lanes& lanes() = 0;
    /// Returns what the display shows now, and the frames that reached it since the last call. By default, the newest
    /// frame.
    virtual Screen advance_screen(std::size_t lane_index)
    {
        const Lane& shown = lanes()[lane_index].lane();
        return {.bands = {{0.0, shown.newest_moment()}}, .new_moments = {shown.newest_moment()}};
    }
    /// After a wrong answer in a lesson: an extra loop that behaves as the answer predicts, with its newest frame or,
    /// if the user has stopped the display, its frame at wall time `frozen_at`. Otherwise empty.
    virtual std::optional<PredictedLane> predicted_lane(std::size_t /*lane_index*/, std::optional<Nanos> /*frozen_at*/)
    {
        return std::nullopt;
    }
    /// The evidence for a lesson's answer. Null before the results are known, and without a lesson.
    virtual const Proof* proof() const { return nullptr; }
    /// The results at the end of the run; null while the loops run.
    virtual const std::vector<LaneResult>* final_results() const { return nullptr; }

    /// True if the content explains its own results, such as a lesson: the window then shows no instant replays.
    virtual bool has_own_ending() const { return false; }
    /// True if each lane is one PC of a network game. The window then colours lanes by PC instead of by loop.
    virtual bool is_network_game() const { return false; }
    /// False in a replay, which lacks the user's input that the reference motion (ring) needs.
    virtual bool has_ring() const { return true; }
};

} // namespace lab
