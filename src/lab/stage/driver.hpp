// lab/stage/driver.hpp -- Driver: decides when the lanes of the experiment have frames, such as a lesson
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/key_bindings.hpp"
#include "lab/settings/window_requests.hpp"
#include "lab/stage/session.hpp"
#include "lab/stage/this_pc.hpp"

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

/// Runs the lanes of the experiment in place of the settings. The user's input has no effect on them.
class Driver
{
public:
    /// `lanes` are those of the experiment. The driver replaces them in its constructor or in make_lanes().
    explicit Driver(LaneRuns& lanes)
        : lanes_{lanes}
    {
    }
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;
    virtual ~Driver() = default;

    /// If false, the caller must replace this object.
    virtual bool can_continue_with(const Settings& /*settings*/) const { return true; }
    /// Must be called once per frame of the window. Advances the lanes by the time since the last call.
    virtual void begin_frame(Session& session, ThisPc& this_pc) = 0;
    /// Called when the experiment begins to show this driver.
    virtual void make_lanes() {}
    /// `consumed` means that the caller must ignore the key.
    virtual KeyHandling handle_key(const KeyBinding& /*key*/, Session& /*session*/, Requests& /*requests*/)
    {
        return KeyHandling::passed_on;
    }
    /// Goes back to the start. If this is impossible, returns false, and the caller must replace this object.
    virtual bool restart(Settings& /*settings*/) { return false; }
    /// What the display shows now, and which frames it has shown since the last call.
    virtual DisplayContent advance_display(std::size_t lane_index)
    {
        const Lane& shown = lanes_[lane_index].lane();
        return {.screen_bands = {{0.0, shown.newest_moment()}}, .new_moments = {shown.newest_moment()}};
    }
    /// The lane that moves as the user's wrong answer to a lesson predicts; empty if there is none.
    virtual std::optional<MisconceptionLane> misconception(std::size_t /*lane_index*/,
                                                           std::optional<Nanos> /*frozen_at*/)
    {
        return std::nullopt;
    }
    /// Null if the results are not known yet, and if there is no lesson.
    virtual const EvidenceView* evidence_view() const { return nullptr; }
    /// The results of a finished lesson; null in all other cases.
    virtual const std::vector<LaneResult>* final_results() const { return nullptr; }
    /// What a replay has recorded at the shown moment; null if this is no replay.
    virtual const LaneConfig* recorded_config() const { return nullptr; }

protected:
    LaneRuns& lanes_;
};

} // namespace lab
