// scenes/moment.hpp -- the data of one frame: its telemetry, and the scene's states that belong to it
#pragma once

#include "scenes/scene.hpp"
#include "telemetry/frames.hpp"

namespace scenes
{

/// References to the data of one frame, owned by a running loop or a StoredMoment. Valid until the owner changes them.
struct Moment
{
    const telemetry::FrameSample& sample;
    const AnyState&
        shown_state; ///< displayed state: interpolated between the last two states, or extrapolated from the newest
    const AnyState& reference_at_frame_start; ///< state of the reference motion at the start of the frame
    /// State that the frame should show for its simulated time; can be empty.
    const AnyState& reference_at_shown_time;
    /// Computed in steps of 1/4800 s.
    const AnyState& fine_step_state;
    const sim::EventCounts& event_counts; ///< number of events of each kind, up to and including this frame
    int reference_bounce_count; ///< number of bounces of the reference motion, up to and including this frame
    /// State before the newest step; empty for some scenes.
    const AnyState& previous_state;
    const AnyState& newest_state; ///< state after the newest step; empty for some scenes
};

/// A copy of the data of one frame; it does not change when the loop runs further frames.
struct StoredMoment
{
    telemetry::FrameSample sample{};
    AnyState shown_state{};
    AnyState reference_at_frame_start{};
    AnyState reference_at_shown_time{};
    AnyState fine_step_state{};
    sim::EventCounts event_counts{};
    int reference_bounce_count = 0;
    AnyState previous_state{};
    AnyState newest_state{};

    Moment as_moment() const { return as_moment(sample); }
    Moment as_moment(const telemetry::FrameSample& frame_sample) const
    {
        return {frame_sample,    shown_state,  reference_at_frame_start, reference_at_shown_time,
                fine_step_state, event_counts, reference_bounce_count,   previous_state,
                newest_state};
    }
};

inline StoredMoment copy_moment(const Moment& moment)
{
    return {
        moment.sample,          moment.shown_state,  moment.reference_at_frame_start, moment.reference_at_shown_time,
        moment.fine_step_state, moment.event_counts, moment.reference_bounce_count,   moment.previous_state,
        moment.newest_state};
}

struct ReferenceSample
{
    timestep::Nanos game_time{};
    double x = 0.0; ///< the coordinate Observables::x, in metres or radians
};

} // namespace scenes
