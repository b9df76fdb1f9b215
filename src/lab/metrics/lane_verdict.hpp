// lab/metrics/lane_verdict.hpp -- the verdict on the last seconds of a running loop, such as "UNEVEN", and its reason
#pragma once

#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <string>
#include <string_view>

namespace lab
{

/// The state error of a frame is the distance between the body and the reference motion (the same scene in equal steps,
/// without lag) at the game time that the frame shows. The largest error of the last two seconds counts, because a
/// wrong body, too, meets the reference motion twice a swing. Extrapolated frames are not judged.
struct StateError
{
    double max_error = 0.0; ///< in metres
    /// Largest invisible error in m: a tenth of the distance that the body moves in one reference step at its highest
    /// speed, at least 1 mm. 0 without a reference motion.
    double visible_limit                      = 0.0;
    const telemetry::FrameSample* worst_frame = nullptr; ///< the frame with `max_error`; null if there is none
    /// True if a step since the last reset or change of loop was over 1.5 times as long as a reference step.
    bool has_long_step = false;

    bool is_visible() const { return worst_frame != nullptr && max_error > visible_limit; }
    /// True if the error is visible and steps were too long.
    bool is_wrong() const { return is_visible() && has_long_step; }
    /// True if the error is visible although no step was too long: the motion depends on the frame times.
    bool is_different() const { return is_visible() && !has_long_step; }
};

/// The error in the last two seconds up to `sample`, but not from before the last reset or change of loop.
/// `worst_frame` points into lane.samples().
StateError compute_state_error(const Lane& lane, const telemetry::FrameSample& sample);

struct LaneVerdict
{
    enum class Kind : std::uint8_t
    {
        started, ///< the loop has run for less than 0.25 s
        ok,
        /// Frames differ from the reference motion, but no step was too long (StateError::is_different()).
        different,
        uneven, ///< 3 or more frames a second show a motion that does not fit their time on the screen
        late,   ///< frames are late or early by over one step + 2 ms on average
        /// Frames differ from the reference motion, because steps were too long (StateError::is_wrong()).
        wrong,
        fast,      ///< simulated time advances faster than the wall clock
        slow,      ///< simulated time advances more slowly than the wall clock
        spiral,    ///< simulated time falls behind, and each frame needs more steps than the last
        exploding, ///< steps are longer than the largest stable step, and the energy grows
        failed,    ///< a failure, such as a body that passed through a wall
        gone,      ///< the body is over 1e6 m away, or at NaN
    };
    Kind kind = Kind::ok;
    /// ok: displayed fps; uneven: uneven frames a second; late: ms, negative if early; different, wrong: distance in m;
    /// fast, slow, spiral: simulated time / wall time; exploding: factor by which the energy grew in the last second;
    /// failed: number of failures; gone: game time in s until the state left all bounds.
    double amount                      = 0.0;
    const sim::EventKind* failure_kind = nullptr; ///< null unless the kind is `failed`

    bool is_good() const { return kind <= Kind::different; }
    bool is_alarming() const { return kind == Kind::wrong || kind >= Kind::spiral; }
};

/// True if the frame shows the body over 1e6 m away, or at NaN.
bool is_gone(const telemetry::FrameSample& sample);

/// The speed of a game in the last four seconds, or, if later, since the last reset, change of loop or change of the
/// frame delay; at least one second. Pauses do not count.
struct Pace
{
    telemetry::Frames frames{};
    double speed = 1.0; ///< simulated time / wall time
    /// True if simulated time and wall time differ by over 2 % + one step + one frame, and without the frame that
    /// contributes most still by over one step + one frame.
    bool is_speed_off = false;
    bool is_too_short = false; ///< true if the frames cover less than a second
    /// The newest frame with at least 50 ms of dropped time; null if none.
    const telemetry::FrameSample* newest_drop = nullptr;
};
Pace compute_pace(const Lane& lane, const telemetry::FrameSample& sample);

/// The worst verdict on the last second up to `sample`, and on failures since the last reset or change of loop.
LaneVerdict verdict_of(const Lane& lane, const telemetry::FrameSample& sample, const sim::Events& events);
inline LaneVerdict verdict_of(const Lane& lane, const scenes::Moment& moment)
{
    return verdict_of(lane, moment.sample, moment.events);
}

/// The name of the verdict, such as "JUST STARTED", "OK", "UNEVEN", "SLOW" or "THROUGH THE WALL".
std::string_view name_of(const LaneVerdict& verdict);
/// The verdict with its quantity, such as "OK, 6 displayed fps", "UNEVEN, 10 jerky frames a second" or "SLOW 0.33x".
std::string verdict_text(const LaneVerdict& verdict);

/// A replay is judged only by failures, because it has no reference motion and no display times.
inline bool is_judged(Mode mode, const LaneVerdict& v) { return mode != Mode::replay || v.failure_kind != nullptr; }
inline std::string badge_text(Mode mode, const LaneVerdict& v)
{
    return is_judged(mode, v) ? verdict_text(v) : "NOT JUDGED";
}

/// One sentence, such as "1 step of 16.7 ms in each frame of 82.9 ms: runs at 0.20 of real time". Its numbers are those
/// of the last second up to `sample`, with three significant digits.
std::string verdict_explanation(const Lane& lane, const telemetry::FrameSample& sample, const LaneVerdict& verdict);

} // namespace lab
