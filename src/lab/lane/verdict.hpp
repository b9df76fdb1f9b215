// lab/lane/verdict.hpp -- a verdict on the last seconds of a loop, such as "UNEVEN"
#pragma once

#include "sim/physics/events.hpp"
#include "telemetry/frames.hpp"

#include <chrono>
#include <cstdint>

namespace telemetry
{
struct PictureCounts;
} // namespace telemetry

namespace lab
{

class Lane;

/// The largest distance of the shown body from where it should be, in the newest frames that are not extrapolated.
struct StateError
{
    double max_error_m = 0.0;
    /// A player overlooks smaller position errors; 0 if unknown.
    double visible_limit_m = 0.0;
    timestep::Nanos
        worst_frame_start{}; ///< wall time at the start of the frame with `max_error_m`; zero if there is none
    /// True if a physics step was over 1.5 times as long as the loop's normal step size.
    bool has_long_step = false;

    bool is_visible() const { return max_error_m > visible_limit_m; }
    bool is_wrong() const { return is_visible() && has_long_step; }
    bool is_different() const { return is_visible() && !has_long_step; }
};

struct LaneVerdict
{
    enum class Kind : std::uint8_t
    {
        just_started, ///< the loop has run for less than 0.25 s
        held, ///< the user holds the body: there is no motion to judge
        ok,
        different, ///< the body takes a visibly different path because of other step sizes: no fault
        uneven, ///< 3 or more pictures a second moved too far or too little for their time on the screen
        late, ///< frames are late or early by over one step + 2 ms on average
        wrong, ///< the body is visibly off course, and a physics step was too long to be accurate
        fast, ///< simulated time advances faster than the wall clock
        slow, ///< simulated time advances more slowly than the wall clock
        spiral, ///< simulated time falls behind, and each frame needs more steps than the last
        exploding, ///< steps are longer than the largest stable step, and the energy has grown by half
        failed, ///< a failure, such as a body that passed through a wall
        gone, ///< the body is over 1e6 m from the origin, or at NaN
    };
    Kind kind = Kind::ok;

    // `kind` decides which of the members below are set, as their comments say. The others are 0.
    double pictures_per_s = 0.0; ///< if `ok`
    double refresh_hz = 0.0; ///< if `ok`: of the display; 0 if unknown or variable
    double uneven_per_s = 0.0; ///< if `uneven`: pictures; 0 if they cover too little time
    double mean_frame_lateness_ms = 0.0; ///< if `late`; negative if the frames are early
    double max_error_m = 0.0; ///< if `different` or `wrong`: distance from the reference motion
    double speed = 0.0; ///< if `fast`, `slow` or `spiral`: simulated time / wall time
    double gone_after_s = 0.0; ///< if `gone`: game time until the body was lost
    int failure_count = 0; ///< if `failed`
    const sim::EventKind* failure_kind = nullptr; ///< null unless the kind is `failed`
    /// If `ok`: how late the game is, negative if early; 0 if under `visible_lateness`.
    timestep::Nanos game_lateness{};

    bool is_faultless() const
    {
        return kind == Kind::just_started || kind == Kind::held || kind == Kind::ok || kind == Kind::different;
    }
    /// True if the motion cannot come right again with any setting, but only by a new start.
    bool requires_restart() const
    {
        return kind == Kind::wrong || kind == Kind::exploding || kind == Kind::failed || kind == Kind::gone;
    }
    bool is_severe() const
    {
        const bool is_mild = kind == Kind::uneven || kind == Kind::late || kind == Kind::fast || kind == Kind::slow;
        return !is_faultless() && !is_mild;
    }
};

/// A player notices that a game is behind or ahead of real time if the difference is at least this.
inline constexpr timestep::Nanos visible_lateness{50'000'000};
inline bool has_visible_lateness(const telemetry::FrameSample& sample)
{
    return std::chrono::abs(sample.lost_time) >= visible_lateness;
}

/// True if the displayed position of the body is over 1e6 m from the origin, or NaN.
bool is_body_gone(const telemetry::FrameSample& sample);

/// Speed of the simulation in the judged period, measured over at most the last 4 s.
struct RecentProgress
{
    telemetry::Frames frames{};
    double speed = 1.0; ///< simulated time / wall time
    /// True if simulated time is visibly ahead of the wall clock or behind it.
    bool has_drifted = false;
    bool covers_under_one_second = false; ///< true if the frames cover less than a second
    const telemetry::FrameSample* newest_frame_with_drop = nullptr;
};
RecentProgress compute_recent_progress(const Lane& lane, const telemetry::FrameSample& sample);

/// What the judge found in one frame.
struct Judgement
{
    LaneVerdict verdict{};
    StateError state_error{};
    timestep::Nanos period_start{}; ///< JudgedPeriod::start_wall_time of the frame
};
/// What the frames before the judged one say about its motion on the screen.
struct EarlierMotion
{
    bool was_uneven = false; ///< true: the frame that was judged before it was UNEVEN
    /// Of the pictures of the whole run; null: the pictures of the last seconds count.
    const telemetry::PictureCounts* run = nullptr;
};
/// Judges at most 4 s until `sample`, a stored frame of the lane, in the judged period of this frame. A failure, such
/// as an explosion, counts until the end of the period; after a throw only if the reference has not had it as often.
/// `events` are counted up to this frame. Only Lane::judgement() calls this, once for each frame.
Judgement judge(const Lane& lane, const telemetry::FrameSample& sample, const sim::EventCounts& events,
                const EarlierMotion& earlier);

/// True if the newest frame is late, early or off its reference by more than a verdict allows, or if the lane has
/// failed.
bool is_off_course(const Lane& lane);

} // namespace lab
