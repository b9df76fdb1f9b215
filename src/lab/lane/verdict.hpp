// lab/lane/verdict.hpp -- a verdict on the last seconds of a loop, such as "UNEVEN"
#pragma once

#include "sim/physics/events.hpp"
#include "telemetry/frames.hpp"
#include "telemetry/pictures.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lab
{

class Lane;

/// The largest distance of the shown body from where it should be, in the frames of the evidence that are not
/// extrapolated.
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
    bool is_another_path() const { return is_visible() && !has_long_step; }
};

struct LaneVerdict
{
    enum class Kind : std::uint8_t
    {
        settling, ///< there is less than one second of evidence, and no fault in it
        held, ///< the user holds the body: there is no motion to judge
        ok,
        uneven, ///< pictures moved too far or too little for their time on the screen, or stood still for too long
        late, ///< frames are late or early by over one step + 2 ms on average, without lost time
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
    double refresh_hz = 0.0; ///< if `ok`: of the display, the highest if it is variable; 0 if unknown
    bool has_variable_refresh = false; ///< if `ok`
    double uneven_per_s = 0.0; ///< if `uneven`: pictures; 0 if they are even, but stand still
    double still_share = 0.0; ///< if `uneven` and `uneven_per_s` is 0: of the time, 0 to 1
    double mean_frame_lateness_ms = 0.0; ///< if `late`; negative if the frames are early
    /// If `wrong`, and if `ok` or `settling` on another path because of other step sizes: distance from the reference
    /// motion.
    double max_error_m = 0.0;
    double speed = 0.0; ///< if `fast`, `slow` or `spiral`: simulated time / wall time
    double gone_after_s = 0.0; ///< if `gone`: game time until the body was lost
    int failure_count = 0; ///< if `failed`
    const sim::EventKind* failure_kind = nullptr; ///< null unless the kind is `failed`
    /// If `ok`: time lost since the evidence began, negative if added; 0 if under `visible_lateness`.
    timestep::Nanos lost_time{};

    bool is_faultless() const { return kind == Kind::settling || kind == Kind::held || kind == Kind::ok; }
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

/// True if the displayed position of the body is over 1e6 m from the origin, or NaN.
bool is_body_gone(const telemetry::FrameSample& sample);

/// What the frames of the evidence say: those from FrameSample::evidence_start on until the judged frame, at most 4 s.
struct Evidence
{
    timestep::Nanos begin{}; ///< wall time at the start of its first frame
    timestep::Nanos length{}; ///< from there to the start of the judged frame, without pauses
    double speed = 1.0; ///< simulated time / wall time; of the newest 0.25 s if the evidence is shorter
    bool has_drifted = false; ///< true if simulated time is visibly ahead of the wall clock or behind it
    double mean_lateness_ms = 0.0; ///< of the frames, without lost time; negative if early
    timestep::Nanos lost_time{}; ///< since FrameSample::evidence_start; negative if the loop added time
    telemetry::ScreenMotion motion{};

    /// In a shorter time, one picture changes a rate too much.
    bool has_rates() const { return length >= timestep::Nanos{1'000'000'000}; }
};

/// What the judge found in one frame.
struct Judgement
{
    LaneVerdict verdict{};
    StateError state_error{};
    Evidence evidence{};
};
/// Judges a stored frame of the lane. A failure, such as an explosion, counts since the start of the judged period;
/// after a throw only if the reference has not had it as often. `events` are counted up to this frame. `run` are the
/// pictures of the whole period, by which a whole run is judged; null: those of the evidence count.
/// Only Lane::judgement() and Lane::judgement_of_run() call this, once for each frame.
Judgement judge(const Lane& lane, const telemetry::FrameSample& sample, const sim::EventCounts& events,
                const telemetry::PictureCounts* run = nullptr);

/// The frames of the evidence of `judgement` on the frame `sample`.
telemetry::Frames evidence_frames(const Lane& lane, const telemetry::FrameSample& sample, const Evidence& evidence);

/// The pictures of the newest 1.5 s before a drawn frame, oldest first. Those from `first_judged` on are the pictures
/// that its judgement has counted; the others were shown before the evidence began.
struct RecentPictures
{
    std::vector<telemetry::Picture> pictures{};
    std::size_t first_judged = 0;
    timestep::Nanos end{}; ///< wall time at which the newest one was last on the screen; before a pause
};
RecentPictures recent_pictures(const Lane& lane, const telemetry::FrameSample& sample, const Evidence& evidence);

/// True if another loop should not take over the lane's motion: its verdict is a fault other than UNEVEN, or BEHIND.
bool is_off_course(const Lane& lane);

} // namespace lab
