// recordings/facts/evenness.hpp -- even frames and what they do not show; late frames, as phone developers count them
#pragma once

#include "recordings/facts/findings.hpp"
#include "recordings/formats/recording.hpp"
#include "sim/machine/step_fit.hpp"

#include <array>

namespace recordings
{

/// A frame is regular if its frame time is within this fraction of the median. Reason: motion that follows such frame
/// times is wrong by a tenth of a frame, less than the third from which on motion is uneven (telemetry/recent.hpp).
constexpr double regular_tolerance = 0.1;
/// Frames are even if this share of them is regular, and there is at most one hitch a minute, or one in all. Reason:
/// three uneven frames a second make a lane UNEVEN; up to 300 frames a second there are fewer irregular ones.
constexpr double min_regular_share = 0.99;

struct Evenness
{
    bool is_even          = false;
    double regular_share  = 0.0; ///< share of the regular frames, 0 to 1
    std::size_t hitches   = 0;   ///< number of hitches (hitches_of())
    double frame_rate_fps = 0.0; ///< regular frames divided by the sum of their frame times
    Nanos length{};              ///< sum of all frame times

    /// True if the recording is too short to have one irregularity of `fit`, which is of frame_rate_fps.
    bool is_without_beat(const sim::StepRateFit& fit) const { return fit.beat * timestep::to_seconds(length) < 1.0; }
};
/// Returns std::nullopt for fewer than 100 frames, or if their median is zero.
std::optional<Evenness> evenness_of(const telemetry::FrameOrder& frames);
/// In JSON, even frames have the fits of all whole step rates from 20 to 144 Hz. Null for std::nullopt.
constexpr int min_fitted_hz = 20, max_fitted_hz = 144;
nlohmann::ordered_json to_json(const std::optional<Evenness>& evenness);

/// The frames that came later after the frame before than expected: after one refresh period, or after the period of
/// FrameCap::existing_cap_hz. If the times between displayed frames are known, a frame is late by over half a refresh.
/// If only frame times are known, a frame is late if it does not meet the cap, or is 2 % over the refresh period.
struct LateFrames
{
    double refresh_hz       = 0.0;
    bool has_display_times  = false;
    double expected_ms      = 0.0;
    std::size_t frame_count = 0, late_count = 0;
    /// The time by which the late frames are later than expected, in ms per second of the recording. Apple's hitch
    /// rate.
    double hitch_rate = 0.0;
    /// Percentage of janky frames by Android's gfxinfo (libs/hwui/JankTracker.cpp, since Android 12 called legacy):
    /// frames that take longer than a refresh period from their intended VSYNC to their completion, or the late frames
    /// if these times are unknown. Empty for late frames of a game with a cap below the refresh rate: it also waits.
    std::optional<double> janky_percent{};
};
/// Returns std::nullopt if the refresh rate is unknown or variable, or if the frames take no time.
std::optional<LateFrames> late_frames_of(const std::vector<Nanos>& frames, const DisplayTiming& timing,
                                         const DisplayRate& display);
nlohmann::ordered_json to_json(const LateFrames& late);

/// A talk or page of Apple, and its largest hitch rates in ms per second for "good", "warning" and "critical".
struct HitchLimits
{
    std::string_view key; ///< name in JSON
    std::string_view source;
    std::array<double, 3> limits;
};
inline constexpr std::array<HitchLimits, 2> all_hitch_limits{
    {{"xctest", "\"Eliminate animation hitches with XCTest\" (2020), limits 5 and 10", {5.0, 10.0, 1e300}},
     {"app", "\"Understanding hitches in your app\", limits 10, 25 and 50", {10.0, 25.0, 50.0}}}};
/// "good", "warning", "critical" or "beyond critical".
std::string_view hitch_grade(double hitch_rate, const HitchLimits& limits);

} // namespace recordings
