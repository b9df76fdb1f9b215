// lab/metrics/lane_verdict.hpp -- judges the last seconds of a running loop in one word, such as "UNEVEN", and whether
// its pictures are wrong
#pragma once

#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <string>
#include <string_view>

namespace lab
{

/// The state error of a loop in the last two seconds. The state error of a picture is the distance between the body in
/// it and the reference motion at the game time that the picture shows; extrapolated pictures, which are estimates,
/// have none. The body meets the reference motion twice a swing, so that one picture does not tell whether a loop is
/// wrong: the worst picture decides.
struct StateError
{
    double worst = 0.0; ///< largest state error in metres
    /// A state error in metres up to this is invisible: a tenth of the distance that the body moves in one step of the
    /// reference motion at its greatest speed, at least 1 mm. Zero if the scene or the loop has no reference motion.
    double limit                     = 0.0;
    const telemetry::FrameSample* at = nullptr; ///< frame with the largest state error; null if there is none
    /// True if a step since the last reset or change of loop was over 1.5 times as long as those of the reference
    /// motion.
    bool by_long_step = false;

    bool is_visible() const { return at != nullptr && worst > limit; }
    /// True if steps that are too long have caused a visible error.
    bool is_wrong() const { return is_visible() && by_long_step; }
    /// True if the error is visible although no step was too long: with other frame times, the motion is another one.
    bool is_different() const { return is_visible() && !by_long_step; }
};

/// In the two seconds up to the frame `sample`, or since the last reset or change of loop. The result refers to the
/// loop's records.
StateError state_error(const Lane& lane, const telemetry::FrameSample& sample);

struct LaneVerdict
{
    enum class Kind : std::uint8_t
    {
        started, ///< the loop has run for less than 0.25 s, too short to judge
        ok,
        /// Pictures differ from the reference motion, but no step was too long: with other frame times, the motion is
        /// another one (StateError::is_different()).
        different,
        uneven, ///< the motion in pictures often differs from their time on the screen (telemetry::uneven_limit())
        late,   ///< pictures are more than one step plus 2 ms late or early, compared with a PC that is never late
        /// Pictures of the last two seconds differ from the reference motion at the game time that they show, because
        /// of too long steps: StateError::is_wrong(). Every picture shows the state that the loop's own steps give.
        wrong,
        fast,   ///< simulated time advances faster than the wall clock (pace_of())
        slow,   ///< simulated time advances more slowly than the wall clock (pace_of())
        spiral, ///< simulated time falls behind, and each frame needs more steps than the one before (spiral of death)
        exploding, ///< steps are longer than the largest stable step, and the energy grows
        failed,    ///< an event that is a failure happened, such as a body that passes through a wall
        gone,      ///< the body is farther than 1e6 m away, or its position is NaN
    };
    Kind kind = Kind::ok;
    /// The quantity depends on the kind. ok: pictures a second; uneven: number of uneven pictures a second; late: ms,
    /// negative if early; different, wrong: distance in m; fast, slow, spiral: simulated time / wall time; exploding:
    /// growth of the energy, as a factor, in the frames that are judged; failed: number of failures; gone: game time in
    /// s from the last reset or change of loop until the state left all bounds.
    double amount                = 0.0;
    const sim::EventKind* failed = nullptr; ///< the event that is the failure; null unless the kind is `failed`

    bool is_well() const { return kind <= Kind::different; }
    bool is_alarming() const { return kind == Kind::wrong || kind >= Kind::spiral; }
};

/// True if the frame's picture shows the body farther than 1e6 m away, or at a position that is NaN.
bool is_gone(const telemetry::FrameSample& sample);

/// The speed of a game in the last four seconds, or since the last reset, change of loop or change of the frame delay;
/// paused time does not count. At least one second is needed.
struct Pace
{
    telemetry::Frames frames{}; ///< frames of this time
    double speed = 1.0;         ///< simulated time / wall time
    /// True if simulated time and wall time differ by more than 2 % plus one step plus one frame, and by more than one
    /// step plus one frame without the frame that contributes most to the difference.
    bool is_off                        = false;
    bool is_too_short                  = false;   ///< true if the frames cover less than a second, too short to judge
    const telemetry::FrameSample* lost = nullptr; ///< newest frame in which 50 ms or more were dropped; may be null
};
Pace pace_of(const Lane& lane, const telemetry::FrameSample& sample);

/// Judges the last second of a loop up to the frame `sample`, and the failures among `events` since the last reset or
/// change of loop. Returns the worst verdict that applies.
LaneVerdict verdict_of(const Lane& lane, const telemetry::FrameSample& sample, const sim::Events& events);
inline LaneVerdict verdict_of(const Lane& lane, const scenes::Moment& moment)
{
    return verdict_of(lane, moment.sample, moment.events);
}

/// Such as "JUST STARTED", "OK", "UNEVEN", "SLOW" or "THROUGH THE WALL".
std::string_view name_of(const LaneVerdict& verdict);
/// The name with its quantity, such as "OK", "OK, 6 displayed fps", "UNEVEN, 10 jerky frames a second", "SLOW 0.33x" or
/// "THROUGH THE WALL x3".
std::string in_words(const LaneVerdict& verdict);

/// True if the window shows this verdict. A replay has no reference motion and none of the display times of the
/// recorded run, so that only failures of the scene are judged in it.
inline bool is_judged(Mode mode, const LaneVerdict& v) { return mode != Mode::replay || v.failed != nullptr; }
/// The verdict in words, or "NOT JUDGED".
inline std::string badge_text(Mode mode, const LaneVerdict& v)
{
    return is_judged(mode, v) ? in_words(v) : "NOT JUDGED";
}

/// One sentence that explains `verdict`, such as "1 step of 16.7 ms in each frame of 82.9 ms: runs at 0.20 of real
/// time". The numbers describe the last second up to the frame `sample`, with three significant digits.
std::string story_of(const Lane& lane, const telemetry::FrameSample& sample, const LaneVerdict& verdict);

} // namespace lab
