// lab/metrics/lane_verdict.hpp -- judges the last second of a lane in one word, such as "STUTTERS"
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
        started, ///< the lane has run for less than 0.25 s: too short to judge
        ok,
        stutters, ///< the simulated time between two pictures differs by over 1/3 from their time on the screen
        off,      ///< the motion differs from the perfect PC's motion by more than lateness explains
        late,     ///< pictures show a moment more than one step (and 2 ms) before or after the perfect PC's picture
        fast,     ///< simulated time advances over 5 % faster than the wall clock
        slow,     ///< simulated time advances over 5 % slower than the wall clock
        spiral,   ///< slow, and each frame needs more steps than the frame before (spiral of death)
        failed,   ///< a failure event happened, such as a pass through a wall
        gone,     ///< the body is further than 1e6 m away, or the body's position is NaN
    };
    Kind kind = Kind::ok;
    /// The unit depends on the kind. stutters: stutters a second; off: distance in m; late: ms, negative if early;
    /// fast, slow, spiral: simulated time / wall time; failed: number of failures; gone: simulated second at which the
    /// state left all bounds.
    double amount                = 0.0;
    const sim::EventKind* failed = nullptr; ///< the failure event; null for other kinds than `failed`

    bool is_well() const { return kind <= Kind::ok; }
    bool is_alarming() const { return kind >= Kind::spiral; }
};

/// True if the frame's picture shows the lane's body further than 1e6 m away, or if its position is not a number.
bool is_gone(const telemetry::FrameSample& sample);

/// Judges the last second up to the frame of `sample`, and the failures since the last reset or change of loop.
/// Returns the worst verdict that applies.
LaneVerdict verdict_of(const Lane& lane, const telemetry::FrameSample& sample, const sim::Events& events);
inline LaneVerdict verdict_of(const Lane& lane, const scenes::Moment& moment)
{
    return verdict_of(lane, moment.sample, moment.events);
}

/// Returns the verdict's name: "JUST STARTED", "SLOW", "STUTTERS", "OK", "TUNNELLED".
std::string_view name_of(const LaneVerdict& verdict);
/// Returns the verdict's name and amount: "SLOW 0.33x", "STUTTERS 10 a second", "OK", "TUNNELLED x3".
std::string in_words(const LaneVerdict& verdict);

} // namespace lab
