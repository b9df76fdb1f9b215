// telemetry/pictures.hpp -- the pictures that a display shows one after the other, and whether their motion is even
#pragma once

#include "telemetry/frames.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace telemetry
{

/// A picture that moved by more than this too far or too little is uneven: 0.3 of the refresh period, from 2 to 8 ms;
/// 4 ms if `refresh_period` is zero (unknown, or a variable refresh rate). The errors of common pairs of step rate and
/// refresh rate are exactly 1/4, 1/3 or 1/2 of a period, so a limit there would be decided by rounding.
constexpr Nanos unevenness_limit(Nanos refresh_period)
{
    if (refresh_period <= Nanos::zero()) return Nanos{4'000'000};
    return std::clamp(3 * refresh_period / 10, Nanos{2'000'000}, Nanos{8'000'000});
}

/// A frame that has reached the screen.
struct DisplayedFrame
{
    std::size_t frame_index = 0;
    Nanos shown_time{}; ///< simulated time that it shows
    Nanos screen_time{}; ///< wall time at which it reached the screen
    Nanos refresh_period{}; ///< of the display; zero if unknown, and with a variable refresh rate
    Nanos game_time{};
    bool is_torn = false; ///< true: shown without waiting for a refresh

    /// `other` is a FrameSample or a DisplayedFrame.
    bool shows_same(const auto& other) const
    {
        constexpr Nanos same_time{1'000};
        return std::chrono::abs(shown_time - other.shown_time) <= same_time;
    }
};

/// Where a displayed frame shows body and camera, in metres; NaN without a camera.
struct CameraShot
{
    double camera_x = std::numeric_limits<double>::quiet_NaN();
    double reference_camera_x = camera_x;
    double body_x = camera_x;

    bool has_same_camera(double x) const { return camera_x == x || (camera_x != camera_x && x != x); }
};

/// What the display shows until something else appears: displayed frames with one shown time and one camera.
struct Picture
{
    DisplayedFrame frame{}; ///< its first frame
    CameraShot shot{}; ///< of its first frame
    Nanos moved{}; ///< simulated time by which it is later than the picture before it
    Nanos stayed_before{}; ///< how long the picture before it stayed on the screen
    Nanos frame_time_before{}; ///< game time between the first frames of both
    std::optional<Nanos> error{}; ///< too far, or if negative, too little; empty for the first picture after a gap
    /// Time in which the body moves as far as the camera displaced the world or the body on the screen, compared with a
    /// camera that moves as that of the reference; at least 0, and 0 without a camera.
    Nanos camera_error{};
    double camera_error_m = 0.0; ///< the same, as a distance
    Nanos stood_still_before{}; ///< how much longer the picture before it stayed than it had moved, beyond 4 ms
    bool is_stretched = false; ///< true: a disturbance, such as a hitch, made the picture before it stay longer

    bool is_uneven() const { return error && !is_even(std::max(std::chrono::abs(*error), camera_error)); }
    /// True if the camera, not the motion, makes it uneven.
    bool has_uneven_camera() const { return error && is_even(*error) && !is_even(camera_error); }
    bool is_even(Nanos some_error) const
    {
        constexpr Nanos rounding{1'000};
        return std::chrono::abs(some_error) <= unevenness_limit(frame.refresh_period) + rounding;
    }
    /// True if the loop's frame times, not its steps, make the motion on the screen uneven.
    bool has_uneven_pacing() const { return is_uneven() && is_even(moved - frame_time_before); }
};

/// Counts pictures with a known error.
struct PictureCounts
{
    std::int64_t picture_count = 0; ///< without those that a disturbance has stretched
    std::int64_t uneven_count = 0; ///< by motion or camera
    std::int64_t jump_count = 0; ///< by motion
    Nanos screen_time{}; ///< of `picture_count` pictures
    Nanos still_time{}; ///< part of `screen_time` in which a picture stood still

    void add(const Picture& picture, int sign = 1)
    {
        if (!picture.error) return;
        if (picture.is_uneven())
        {
            uneven_count += sign;
            jump_count += picture.has_uneven_camera() ? 0 : sign;
        }
        if (picture.is_stretched) return;
        picture_count += sign;
        screen_time += sign * picture.stayed_before;
        still_time += sign * picture.stood_still_before;
    }
    /// Share of the time for which the motion stood still, 0 to 1.
    double still_share() const
    {
        return screen_time > Nanos::zero() ? timestep::to_seconds(still_time) / seconds() : 0.0;
    }
    double seconds() const { return timestep::to_seconds(screen_time); }
    double pictures_per_s() const { return picture_count > 0 ? static_cast<double>(picture_count) / seconds() : 0.0; }
    double uneven_per_s() const { return picture_count > 0 ? static_cast<double>(uneven_count) / seconds() : 0.0; }
    double jumps_per_minute() const
    {
        return picture_count > 0 ? 60.0 * static_cast<double>(jump_count) / seconds() : 0.0;
    }
};

/// Finds the pictures of a list of frames. A pause, a reset, a release and a change of the loop are gaps between lists.
class PictureTracker
{
public:
    /// Must be called once for each frame, in order. Returns a picture when the next one appears: its error is final.
    /// Else returns null. The picture is valid until the next call.
    const Picture* add(const FrameSample& sample);
    const Picture* add(const DisplayedFrame& frame);
    /// The picture on the screen at `now`. If it has stayed longer than it moved, the difference is its error.
    std::optional<Picture> newest(Nanos now = {}) const;

private:
    const Picture* add_displayed(const auto& frame, std::size_t frame_index);
    const Picture* end_list() { return std::exchange(has_newest_, false) ? &pictures_[newest_index_] : nullptr; }

    std::array<Picture, 2> pictures_{}; ///< the newest one, and the one before it
    std::size_t newest_index_ = 0;
    bool has_newest_ = false;
    bool is_disturbed_ = false; ///< true: a frame since the newest picture had a disturbance
    Nanos newest_time_{}; ///< latest time of a frame
    std::int64_t scanned_refresh_ = -1; ///< number of the refresh that has scanned the last torn frame; -1 if none
    std::size_t frame_count_ = 0;
};

/// What the newest pictures before a frame say about its motion on the screen.
struct ScreenMotion
{
    PictureCounts counts{}; ///< of the newest 1.5 s, but at least of three pictures
    std::size_t judged_count = 0; ///< of them, also stretched ones; the picture on the screen is the last one
    Nanos counts_begin = Nanos::max(); ///< when the first of them replaced the one before it
    double uneven_per_s = 0.0; ///< of `counts`
    double still_share = 0.0; ///< PictureCounts::still_share() of the newest 4 s
    bool is_uneven = false; ///< from 3 uneven pictures a second on, until they are fewer than 2.5
    bool stands_still = false; ///< from a `still_share` of 0.1 on, until it is under 0.07

    /// Of the pictures of a whole run: all of them are judged.
    static ScreenMotion of(const PictureCounts& run);
};

/// Computes the ScreenMotion of each frame from the evidence of this frame.
class ScreenMotionMeter
{
public:
    static constexpr Nanos rate_span{1'500'000'000};

    /// Must be called once for each frame, in order. `previous` is the frame before `sample`, which has ended; null if
    /// there is none. The display of `sample` itself does not count, because it is not known yet when it is drawn. If
    /// frames before `previous` are missing, as nobody has read them in time, no earlier ones count.
    ScreenMotion add(const FrameSample* previous, const FrameSample& sample);

private:
    void begin_evidence();
    void add_picture(const Picture& picture);
    double uneven_per_s(const PictureCounts& counts) const;

    PictureTracker tracker_;
    Nanos evidence_start_{-1};
    std::int64_t newest_frame_number_ = -1; ///< of the frames in `tracker_`
    std::size_t frame_count_ = 0; ///< of the frames in `tracker_`
    std::size_t first_frame_ = 0; ///< index of the first frame of the evidence
    std::size_t newest_picture_frame_ = 0; ///< index of the first frame of the newest picture that has been replaced
    std::deque<Picture> pictures_; ///< of the newest 4 s of the evidence
    std::size_t rate_begin_ = 0; ///< index in `pictures_` of the first one in `rate_counts_`
    PictureCounts rate_counts_, counts_;
    Nanos rate_time_{}, time_{}; ///< screen time, also of stretched pictures
    ScreenMotion newest_;
};

/// In order of their appearance; the last one is the one on the screen.
/// At `now`, if that is later than its last frame.
std::vector<Picture> pictures_of(const Frames& frames, Nanos now = {});
/// The picture of pictures_of() that begins with this frame; empty if none does.
std::optional<Picture> picture_at(const Frames& frames, std::size_t frame_index);

} // namespace telemetry
