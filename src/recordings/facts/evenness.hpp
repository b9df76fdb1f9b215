// recordings/facts/evenness.hpp -- whether frame times are nearly equal, and how many frames of a recording are late
#pragma once

#include "recordings/facts/frame_time_patterns.hpp"
#include "recordings/formats/recording.hpp"
#include "sim/machine/step_rate_mismatch.hpp"

#include <array>

namespace recordings
{

/// A frame counts as regular if its time differs from the median frame time by at most this fraction.
constexpr double max_regular_deviation = 0.1;
/// Frame times count as even only if at least this fraction of them is within 10 % of the median.
constexpr double min_regular_share = 0.99;

struct Evenness
{
    bool is_even = false; ///< regular_share >= min_regular_share, and hitch_count <= max(1, minutes)
    double regular_share = 0.0; ///< fraction of the frames that are regular, 0 to 1
    std::size_t hitch_count = 0; ///< frames over 2.5 times the median and at least 25 ms longer than it
    double frame_rate_fps = 0.0; ///< mean frame rate of the regular frames
    Nanos duration{}; ///< sum of all frame times

    /// True if the recording is shorter than one period of the beat of frames and steps.
    bool is_shorter_than_beat(const sim::StepRateMismatch& mismatch) const
    {
        return mismatch.beat_hz * timestep::to_seconds(duration) < 1.0;
    }
};
/// Returns std::nullopt for fewer than 100 frames or a median of zero.
std::optional<Evenness> evenness_of(const telemetry::IndexedFrameTimesView& frames, std::size_t hitch_count);
/// Range of step rates in whole Hz. For each, the JSON reports how often a frame runs no step or several steps.
constexpr int min_reported_step_hz = 20, max_reported_step_hz = 144;
nlohmann::ordered_json evenness_json(const std::optional<Evenness>& evenness);

/// A frame is due `expected_ms` after the frame before it. It is late if it appears over half a refresh period later
/// or, without display times, if its frame time exceeds `expected_ms` by more than a tolerance.
struct LateFrameStatistics
{
    double refresh_hz = 0.0;
    bool has_display_times = false;
    double expected_ms = 0.0; ///< period of the game's frame cap; without a cap, refresh period of the display
    std::size_t frame_count = 0, late_count = 0;
    /// Sum of the delays of all late frames, in ms per second of the recording: Apple's hitch rate.
    double apple_hitch_ms_per_s = 0.0;
    /// Percentage of janky frames (libs/hwui/JankTracker.cpp of Android).
    std::optional<double> janky_percent{};
};
/// std::nullopt if the display has no fixed, known rate.
std::optional<LateFrameStatistics> late_frame_statistics(const std::vector<Nanos>& frame_times,
                                                         const DisplayTiming& timing, const DisplayRate& display);
nlohmann::ordered_json to_json(const LateFrameStatistics& late);

/// Upper limits of Apple's hitch rate, in ms of delay per second, for the grades good, warning and critical.
struct HitchRateLimits
{
    std::string_view key; ///< name in JSON
    std::string_view source;
    std::array<double, 3> limits_ms_per_s;
};
inline constexpr std::array<HitchRateLimits, 2> all_hitch_rate_limits{
    {{"xctest",
      "Apple, \"Eliminate animation hitches with XCTest\" (2020), with limits of 5 and 10 ms of hitches a second",
      {5.0, 10.0, 1e300}},
     {"app",
      "Apple, \"Understanding hitches in your app\", with limits of 10, 25 and 50 ms of hitches a second",
      {10.0, 25.0, 50.0}}}};
/// Returns "good", "warning", "critical" or "beyond critical".
std::string_view hitch_grade(double apple_hitch_ms_per_s, const HitchRateLimits& limits);

} // namespace recordings
