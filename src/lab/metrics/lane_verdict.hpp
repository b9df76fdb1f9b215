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
    double max_error_m = 0.0;
    /// Errors up to this limit are invisible: a tenth of the distance that the body moves at its highest speed in one
    /// step of the reference motion, but at least 1 mm. 0 if there is no reference motion.
    double visible_limit_m                    = 0.0;
    const telemetry::FrameSample* worst_frame = nullptr; ///< the frame with `max_error_m`; null if there is none
    /// True if a step since the last reset or change of loop was over 1.5 times as long as the reference motion's step.
    bool has_long_step = false;

    bool is_visible() const { return worst_frame != nullptr && max_error_m > visible_limit_m; }
    bool is_visible_with_long_step() const { return is_visible() && has_long_step; }
    /// True if the error is visible although no step was too long. The motion then depends on the frame times.
    bool is_visible_without_long_step() const { return is_visible() && !has_long_step; }
};

/// Computes the distance from the reference motion in the last two seconds up to `sample`, without frames before the
/// last reset or change of loop. The `worst_frame` of the result points into lane.samples().
StateError compute_recent_state_error(const Lane& lane, const telemetry::FrameSample& sample);

struct LaneVerdict
{
    enum class Kind : std::uint8_t
    {
        just_started, ///< the loop has run for less than 0.25 s
        ok,
        /// The body differs from the reference motion, but no step was over 1.5 times the reference motion's step size.
        different,
        uneven, ///< 3 or more frames a second show a motion that does not fit their time on the screen
        late,   ///< frames are late or early by over one step + 2 ms on average
        /// The body differs from the reference motion, and a step was over 1.5 times as long as the reference motion's.
        wrong,
        fast,      ///< simulated time advances faster than the wall clock
        slow,      ///< simulated time advances more slowly than the wall clock
        spiral,    ///< simulated time falls behind, and each frame needs more steps than the last
        exploding, ///< steps are longer than the largest stable step, and the energy grows
        failed,    ///< a failure, such as a body that passed through a wall
        gone,      ///< the body is over 1e6 m away, or at NaN
    };
    Kind kind = Kind::ok;

    // Each member below is set only for the kinds that its comment names, and 0 for all other kinds.
    double displayed_fps               = 0.0;     ///< if `ok`
    double uneven_frames_per_s         = 0.0;     ///< if `uneven`; 0 if the frames cover too little time to measure it
    double mean_frame_lateness_ms      = 0.0;     ///< if `late`; negative if the frames are early
    double max_error_m                 = 0.0;     ///< if `different` or `wrong`: distance from the reference motion
    double speed                       = 0.0;     ///< if `fast`, `slow` or `spiral`: simulated time / wall time
    double gone_after_s                = 0.0;     ///< if `gone`: game time until the body was lost
    int failure_count                  = 0;       ///< if `failed`
    const sim::EventKind* failure_kind = nullptr; ///< null unless the kind is `failed`
    timestep::Nanos game_lateness{};              ///< if `ok`: how late the game is; 0 if under `visible_lateness`

    /// True if the motion is right, or only takes another path than the reference motion (`different`).
    bool is_faultless() const { return kind == Kind::just_started || kind == Kind::ok || kind == Kind::different; }
    /// True for `wrong`, `spiral`, `exploding`, `failed` and `gone`.
    bool is_severe() const
    {
        const bool is_mild = kind == Kind::uneven || kind == Kind::late || kind == Kind::fast || kind == Kind::slow;
        return !is_faultless() && !is_mild;
    }
};

/// A player notices a game that is later than this.
inline constexpr timestep::Nanos visible_lateness{50'000'000};

/// True if the frame shows the body over 1e6 m away, or at NaN.
bool is_body_gone(const telemetry::FrameSample& sample);

/// The speed of a game in the last four seconds, or since the last reset, change of loop or change of the frame delay
/// if that is later. Covers at least one second if there are enough frames. Pauses do not count.
struct Pace
{
    telemetry::Frames frames{};
    double speed = 1.0; ///< simulated time / wall time
    /// True if simulated time and wall time have drifted apart by over 2 % of the time + one step + one frame; and by
    /// over one step + one frame even without the frame that contributes most to the drift.
    bool has_drifted         = false;
    bool is_under_one_second = false; ///< true if the frames cover less than a second
    /// The newest frame with at least 50 ms of dropped time; null if none.
    const telemetry::FrameSample* newest_frame_with_drop = nullptr;
};
Pace compute_recent_pace(const Lane& lane, const telemetry::FrameSample& sample);

/// Returns the worst verdict on the last seconds up to `sample`, and on failures since the last reset or loop change.
LaneVerdict judge_lane(const Lane& lane, const telemetry::FrameSample& sample, const sim::Events& events);
inline LaneVerdict judge_lane(const Lane& lane, const scenes::Moment& moment)
{
    return judge_lane(lane, moment.sample, moment.event_counts);
}

/// The name of the verdict, such as "JUST STARTED", "OK", "UNEVEN", "SLOW" or "THROUGH THE WALL".
std::string_view verdict_name(const LaneVerdict& verdict);
/// The verdict with its quantity, such as "OK, 500 ms late", "UNEVEN, 10 jerky frames a second" or "SLOW 0.33x".
std::string verdict_text(const LaneVerdict& verdict);

/// A replay is judged only if it has failed, because it has no reference motion and no display times.
inline bool is_judged(Mode mode, const LaneVerdict& v) { return mode != Mode::replay || v.failure_kind != nullptr; }
inline std::string verdict_text_or_not_judged(Mode mode, const LaneVerdict& v)
{
    return is_judged(mode, v) ? verdict_text(v) : "NOT JUDGED";
}

/// Explains the verdict in one sentence, such as "each 82.9 ms frame advances the game by 16.7 ms (1 step): 0.20 of
/// real time". The numbers describe the last second up to `sample`, with three significant digits.
std::string verdict_explanation(const Lane& lane, const telemetry::FrameSample& sample, const LaneVerdict& verdict);

} // namespace lab
