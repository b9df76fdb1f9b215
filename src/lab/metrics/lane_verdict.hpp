// lab/metrics/lane_verdict.hpp -- judges the last second of a running loop in one word, such as "UNEVEN"
#pragma once

#include "lab/lane/lane.hpp"

#include <string>
#include <string_view>

namespace lab
{

struct LaneVerdict
{
    enum class Kind : std::uint8_t
    {
        started, ///< the loop has run for less than 0.25 s, too short to judge
        right,
        uneven, ///< the motion in pictures often differs from their time on the screen (telemetry::uneven_limit())
        late,   ///< pictures are more than one step plus 2 ms late or early, compared with a PC that is never late
        /// Pictures of the last two seconds differ from the reference motion (evenly stepped, for comparison) at the
        /// game time that they show: StateError::is_wrong().
        wrong,
        fast,   ///< simulated time advances over 5 % faster than the wall clock
        slow,   ///< the loop gives up over 5 % of the time, and does so in more than one of ten frames
        spiral, ///< simulated time falls behind, and each frame needs more steps than the one before (spiral of death)
        exploding, ///< steps are longer than the largest stable step, and the energy grows
        failed,    ///< an event that is a failure happened, such as a body that passes through a wall
        gone,      ///< the body is farther than 1e6 m away, or its position is NaN
    };
    Kind kind = Kind::right;
    /// The quantity depends on the kind. right: pictures a second; uneven: number of uneven pictures a second; late:
    /// ms, negative if early; wrong: distance in m; fast, slow, spiral: simulated time / wall time; exploding: growth
    /// of the energy, as a factor, in the frames that are judged; failed: number of failures; gone: simulated time in s
    /// at which the state left all bounds.
    double amount                = 0.0;
    const sim::EventKind* failed = nullptr; ///< the event that is the failure; null unless the kind is `failed`

    bool is_well() const { return kind <= Kind::right; }
    bool is_alarming() const { return kind == Kind::wrong || kind >= Kind::spiral; }
};

/// True if the frame's picture shows the body farther than 1e6 m away, or at a position that is NaN.
bool is_gone(const telemetry::FrameSample& sample);

/// Judges the last second of a loop up to the frame `sample`, and the failures among `events` since the last reset or
/// change of loop. Returns the worst verdict (such as WRONG or SLOW) that applies.
LaneVerdict verdict_of(const Lane& lane, const telemetry::FrameSample& sample, const sim::Events& events);
inline LaneVerdict verdict_of(const Lane& lane, const scenes::Moment& moment)
{
    return verdict_of(lane, moment.sample, moment.events);
}

/// Returns the name of a verdict, such as "JUST STARTED", "RIGHT", "UNEVEN", "SLOW" or "THROUGH THE WALL".
std::string_view name_of(const LaneVerdict& verdict);
/// Returns the name and the amount of a verdict, such as "RIGHT", "RIGHT, 6 pictures a
/// second", "UNEVEN 10 a second", "SLOW 0.33x" or "THROUGH THE WALL x3".
std::string in_words(const LaneVerdict& verdict);

} // namespace lab
