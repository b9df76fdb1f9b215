// lab/metrics/lane_verdict.hpp -- the verdict on the last seconds of a running loop, such as "UNEVEN", and its reason
#pragma once

#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <string>
#include <string_view>

namespace lab
{

/// How far the bodies in the frames of the last two seconds were from the reference motion (the same scene in equal
/// steps, without lag) at the game time that each frame shows. The largest distance counts, because even a wrong body
/// meets the reference motion twice in each swing. Extrapolated frames are not judged.
struct StateError
{
    double max_error = 0.0; ///< in metres
    /// Errors up to this limit in m are invisible: a tenth of the distance that the body moves in one step of the
    /// reference motion at its highest speed, but at least 1 mm. 0 if there is no reference motion.
    double visible_limit                      = 0.0;
    const telemetry::FrameSample* worst_frame = nullptr; ///< the frame with `max_error`; null if there is none
    /// True if a step since the last reset or change of loop was over 1.5 times as long as the reference motion's step.
    bool has_long_step = false;

    bool is_visible() const { return worst_frame != nullptr && max_error > visible_limit; }
    /// True if the error is visible and steps were too long.
    bool is_wrong() const { return is_visible() && has_long_step; }
    /// True if the error is visible although no step was too long. The motion then depends on the frame times.
    bool is_different() const { return is_visible() && !has_long_step; }
};

/// Computes the error in the last two seconds up to `sample`, without frames before the last reset or change of loop.
/// The `worst_frame` of the result points into lane.samples().
StateError compute_recent_error(const Lane& lane, const telemetry::FrameSample& sample);

struct LaneVerdict
{
    enum class Kind : std::uint8_t
    {
        started, ///< the loop has run for less than 0.25 s
        ok,
        /// The body differs from the reference motion, but no step was too long (StateError::is_different()).
        different,
        uneven, ///< 3 or more frames a second show a motion that does not fit their time on the screen
        late,   ///< frames are late or early by over one step + 2 ms on average
        /// The body differs from the reference motion, because steps were too long (StateError::is_wrong()).
        wrong,
        fast,      ///< simulated time advances faster than the wall clock
        slow,      ///< simulated time advances more slowly than the wall clock
        spiral,    ///< simulated time falls behind, and each frame needs more steps than the last
        exploding, ///< steps are longer than the largest stable step, and the energy grows
        failed,    ///< a failure, such as a body that passed through a wall
        gone,      ///< the body is over 1e6 m away, or at NaN
    };
    Kind kind = Kind::ok;
    /// The quantity depends on `kind`. ok: displayed fps. uneven: uneven frames a second. late: ms, negative if early.
    /// different, wrong: distance in m. fast, slow, spiral: simulated time / wall time. exploding: factor by which the
    /// energy grew in the last second. failed: number of failures. gone: game time in s until the body was lost.
    double amount                      = 0.0;
    const sim::EventKind* failure_kind = nullptr; ///< null unless the kind is `failed`
    timestep::Nanos lateness{};                   ///< if `ok`: how late the game is; 0 if under `visible_lateness`

    bool is_good() const { return kind <= Kind::different; }
    bool is_alarming() const { return kind == Kind::wrong || kind >= Kind::spiral; }
};

/// A player notices a game that is later than this.
inline constexpr timestep::Nanos visible_lateness{50'000'000};

/// True if the frame shows the body over 1e6 m away, or at NaN.
bool is_gone(const telemetry::FrameSample& sample);

/// The speed of a game in the last four seconds, or since the last reset, change of loop or change of the frame delay
/// if that is later. Covers at least one second if there are enough frames. Pauses do not count.
struct Pace
{
    telemetry::Frames frames{};
    double speed = 1.0; ///< simulated time / wall time
    /// True if simulated time and wall time have drifted apart by over 2 % + one step + one frame. The drift must also
    /// be over one step + one frame if the frame that contributes most to it is left out.
    bool is_speed_wrong = false;
    bool is_too_short   = false; ///< true if the frames cover less than a second
    /// The newest frame with at least 50 ms of dropped time; null if none.
    const telemetry::FrameSample* newest_drop = nullptr;
};
Pace compute_recent_pace(const Lane& lane, const telemetry::FrameSample& sample);

/// The worst verdict on the last second up to `sample`, and on failures since the last reset or change of loop.
LaneVerdict verdict_of(const Lane& lane, const telemetry::FrameSample& sample, const sim::Events& events);
inline LaneVerdict verdict_of(const Lane& lane, const scenes::Moment& moment)
{
    return verdict_of(lane, moment.sample, moment.events);
}

/// The name of the verdict, such as "JUST STARTED", "OK", "UNEVEN", "SLOW" or "THROUGH THE WALL".
std::string_view name_of(const LaneVerdict& verdict);
/// The verdict with its quantity, such as "OK, 500 ms late", "UNEVEN, 10 jerky frames a second" or "SLOW 0.33x".
std::string verdict_text(const LaneVerdict& verdict);

/// A replay is judged only by failures, because it has no reference motion and no display times.
inline bool is_judged(Mode mode, const LaneVerdict& v) { return mode != Mode::replay || v.failure_kind != nullptr; }
inline std::string badge_text(Mode mode, const LaneVerdict& v)
{
    return is_judged(mode, v) ? verdict_text(v) : "NOT JUDGED";
}

/// Explains the verdict in one sentence, such as "each 82.9 ms frame advances the game by 16.7 ms (1 step): 0.20 of
/// real time". The numbers describe the last second up to `sample`, with three significant digits.
std::string verdict_explanation(const Lane& lane, const telemetry::FrameSample& sample, const LaneVerdict& verdict);

} // namespace lab
