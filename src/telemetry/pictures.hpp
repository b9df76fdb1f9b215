// telemetry/pictures.hpp -- the pictures that a display shows one after the other, and whether their motion is even
#pragma once

#include "telemetry/frames.hpp"

#include <algorithm>
#include <limits>
#include <optional>
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
    Nanos shown_time{};  ///< simulated time that it shows
    Nanos screen_time{}; ///< wall time at which it reached the screen
    Nanos game_time{};
    double camera_x = std::numeric_limits<double>::quiet_NaN();
    Nanos limit     = unevenness_limit({}); ///< of the display
    Nanos stay_tolerance{}; ///< which of several torn frames is scanned out changes the stay by up to this

    bool shows_same(const DisplayedFrame& other) const
    {
        constexpr Nanos same_time{1'000};
        const bool has_same_camera =
            camera_x == other.camera_x || (camera_x != camera_x && other.camera_x != other.camera_x);
        return std::chrono::abs(shown_time - other.shown_time) <= same_time && has_same_camera;
    }
};

/// What the display shows until something else appears: displayed frames with one shown time and one camera.
struct Picture
{
    DisplayedFrame frame{};       ///< its first frame
    Nanos moved{};                ///< simulated time by which it is later than the picture before it
    Nanos stayed_before{};        ///< how long the picture before it stayed on the screen
    Nanos frame_time_before{};    ///< game time between the first frames of both
    std::optional<Nanos> error{}; ///< too far, or if negative, too little; empty for the first picture after a gap

    bool is_uneven() const { return error && !is_even(*error); }
    bool is_even(Nanos some_error) const
    {
        constexpr Nanos rounding{1'000};
        return std::chrono::abs(some_error) <= frame.limit + rounding;
    }
    /// True if the loop's frame times, not its steps, make the motion on the screen uneven.
    bool is_uneven_by_frame_time() const { return is_uneven() && is_even(moved - frame_time_before); }
};

/// Finds the pictures of a list of frames. A pause, a reset, a release and a change of the loop are gaps between lists.
class PictureTracker
{
public:
    /// Must be called once for each frame, in order. Returns a picture when the next one appears: its error is final.
    std::optional<Picture> add(const FrameSample& sample);
    std::optional<Picture> add(const DisplayedFrame& frame);
    /// The picture on the screen. If it has stayed longer than it moved, the difference is its error.
    std::optional<Picture> newest() const;

private:
    std::optional<Picture> end_list();

    std::optional<Picture> newest_;
    Nanos newest_time_{};               ///< latest time of a frame
    std::int64_t scanned_refresh_ = -1; ///< number of the refresh that has scanned the last torn frame; -1 if none
    std::size_t frame_count_      = 0;
};

/// In order of their appearance; the last one is the one on the screen.
std::vector<Picture> pictures_of(const Frames& frames);
/// The picture of pictures_of() that begins with this frame; empty if none does.
std::optional<Picture> picture_at(const Frames& frames, std::size_t frame_index);

} // namespace telemetry
