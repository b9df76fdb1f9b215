// lab/metrics/lane_verdict.hpp -- the verdict on the last seconds of a running loop, such as "UNEVEN", and the reason
#pragma once

#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <string>
#include <string_view>

namespace lab
{

/// The largest state error of a loop in the last two seconds: the distance between the body in a frame and the
/// reference motion at the game time that the frame shows. Extrapolated frames have none. The largest error counts,
/// because a wrong body, too, meets the reference motion twice a swing.
struct StateError
{
    double max_error = 0.0; ///< in metres
    /// Largest invisible state error in metres: a tenth of the distance that the body moves in one step of the
    /// reference motion at its highest speed, at least 1 mm. 0 without a reference motion.
    double visible_limit                      = 0.0;
    const telemetry::FrameSample* worst_frame = nullptr; ///< frame with the largest state error; null if none
    /// True if a step since the last reset or change of loop was over 1.5 times as long as a reference step.
    bool has_long_step = false;

    bool is_visible() const { return worst_frame != nullptr && max_error > visible_limit; }
    /// True if too long steps have caused a visible error.
    bool is_wrong() const { return is_visible() && has_long_step; }
    /// True if the error is visible although no step was too long: the motion depends on the frame times.
    bool is_different() const { return is_visible() && !has_long_step; }
};

/// The state error in the two seconds up to the frame `sample`, or since the last reset or change of loop. Refers to
/// the lane's samples.
StateError compute_state_error(const Lane& lane, const telemetry::FrameSample& sample);

struct LaneVerdict
{
    enum class Kind : std::uint8_t
    {
        started, ///< the loop has run for less than 0.25 s
        ok,
        /// Displayed frames differ from the reference motion, but no step was too long (StateError::is_different()).
        different,
        uneven, ///< the motion often differs from the frame's screen time by over telemetry::uneven_limit()
        late,   ///< frames are late or early by over one step + 2 ms on average
        /// Displayed frames of the last two seconds differ from the reference motion, because steps were too long
        /// (StateError::is_wrong()). The frames show the loop's states correctly.
        wrong,
        fast,      ///< simulated time advances faster than the wall clock (compute_pace())
        slow,      ///< simulated time advances more slowly than the wall clock (compute_pace())
        spiral,    ///< simulated time falls behind, and each frame needs more steps than the last
        exploding, ///< steps are longer than the largest stable step, and the energy grows
        failed,    ///< a failure event, such as a body that passes through a wall
        gone,      ///< the body is over 1e6 m away, or at NaN
    };
    Kind kind = Kind::ok;
    /// Quantity of the verdict. ok: displayed fps; uneven: uneven frames a second; late: ms, negative if early;
    /// different, wrong: distance in m; fast, slow, spiral: simulated time / wall time; exploding: growth of the energy
    /// in the last second, a factor; failed: number of failures; gone: game time in s until the state left all bounds.
    double amount                = 0.0;
    const sim::EventKind* failed = nullptr; ///< the failure event; null unless the kind is `failed`

    bool is_good() const { return kind <= Kind::different; }
    bool is_alarming() const { return kind == Kind::wrong || kind >= Kind::spiral; }
};

/// True if the frame shows the body over 1e6 m away, or at NaN.
bool is_gone(const telemetry::FrameSample& sample);

/// The speed of a game in the last four seconds, or since the last reset, change of loop or change of the frame delay,
/// without paused time. Needs at least one second.
struct Pace
{
    telemetry::Frames frames{}; ///< frames in this time
    double speed = 1.0;         ///< simulated time / wall time
    /// True if simulated time and wall time differ by over 2 % + one step + one frame, and, without the frame that
    /// contributes most, still by over one step + one frame.
    bool is_speed_off                         = false;
    bool is_too_short                         = false;   ///< true if the frames cover less than a second
    const telemetry::FrameSample* newest_drop = nullptr; ///< newest frame with 50 ms or more of dropped time, or null
};
Pace compute_pace(const Lane& lane, const telemetry::FrameSample& sample);

/// The verdict on the last second up to the frame `sample`, and on failures among `events` since the last reset or
/// change of loop: the worst that applies.
LaneVerdict verdict_of(const Lane& lane, const telemetry::FrameSample& sample, const sim::Events& events);
inline LaneVerdict verdict_of(const Lane& lane, const scenes::Moment& moment)
{
    return verdict_of(lane, moment.sample, moment.events);
}

/// The name of a verdict, such as "JUST STARTED", "OK", "UNEVEN", "SLOW" or "THROUGH THE WALL".
std::string_view name_of(const LaneVerdict& verdict);
/// The name with its quantity, such as "OK, 6 displayed fps", "UNEVEN, 10 jerky frames a second" or "SLOW 0.33x".
std::string verdict_text(const LaneVerdict& verdict);

/// True if the window shows this verdict. In a replay only failures are judged, because a replay lacks the reference
/// motion and the recorded run's display times.
inline bool is_judged(Mode mode, const LaneVerdict& v) { return mode != Mode::replay || v.failed != nullptr; }
/// The verdict with its quantity, or "NOT JUDGED".
inline std::string badge_text(Mode mode, const LaneVerdict& v)
{
    return is_judged(mode, v) ? verdict_text(v) : "NOT JUDGED";
}

/// One sentence that explains `verdict`, such as "1 step of 16.7 ms in each frame of 82.9 ms: runs at 0.20 of real
/// time". Its numbers are of the last second up to `sample`, with three significant digits.
std::string verdict_explanation(const Lane& lane, const telemetry::FrameSample& sample, const LaneVerdict& verdict);

} // namespace lab
