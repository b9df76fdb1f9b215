// recordings/facts/findings.hpp -- finds the hitches, the frame generation and the frame cap of a recording
#pragma once

#include "telemetry/quantile.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace recordings
{

using timestep::Nanos;

/// The smallest frame time that is not exceeded by the fraction `share` of the frames, 0 to 1.
Nanos frame_time_quantile(const telemetry::FrameOrder& frames, double share);
/// The median frame time; the larger of the middle two for an even number of frames. Needs at least one frame.
Nanos median_of(const telemetry::FrameOrder& frames);

/// The largest frame time that is not a hitch, the larger of 2.5 times the median and the median plus 25 ms.
Nanos hitch_limit(const telemetry::FrameOrder& frames);
/// A frame so long that no game loop can hide it. The ranking of game loops excludes hitches from all statistics and
/// reports them separately.
struct Hitch
{
    std::size_t frame_index = 0;
    Nanos start{}; ///< relative to the start of the recording
    Nanos frame_time{};

    friend bool operator==(const Hitch&, const Hitch&) = default;
};
/// All hitches, longest first; hitches of equal length are in chronological order.
std::vector<Hitch> hitches_of(const telemetry::FrameOrder& frames);
/// For each frame 1 if it is a hitch or next to a hitch, else 0. The frame before a hitch stays on the screen during
/// the hitch, and in the frame after it the loop catches up.
std::vector<std::uint8_t> near_hitch_flags(std::span<const Nanos> frames);

/// Evidence in a recording that a driver generated frames between the game's frames.
struct FrameGeneration
{
    /// Correlation of consecutive frame times; frame times above the 99 % quantile are clamped to it.
    double lag_1_correlation     = 0.0;
    double inserted_share        = 0.0; ///< share of the frames that are shorter than 0.3 of both neighbours
    double never_displayed_share = 0.0; ///< share of the frames that were never displayed; 0 if unknown
    Nanos median_shorter{};             ///< median of the shorter frame time of each pair of consecutive frames
    Nanos median_longer{};              ///< median of the longer frame time of each pair of consecutive frames
};
/// Returns std::nullopt if there is no evidence of frame generation, or if there are fewer than 100 frames. The
/// evidence is a correlation below -0.5 and either 30 % inserted frames, or 25 % never displayed frames and a median
/// shorter frame of a pair of at most 0.6 of the median longer frame. `never_displayed_share` is the fraction of frames
/// that never reached the screen, 0 to 1; empty if unknown.
std::optional<FrameGeneration> frame_generation_of(const telemetry::FrameOrder& frames,
                                                   std::optional<double> never_displayed_share = {});

std::string in_words(const FrameGeneration& generation); ///< a finding of two sentences

/// A recording in which long and short frames alternate. The cause can be a driver that generates every second frame,
/// or VSYNC with a game whose frame rate is between two divisors of the refresh rate.
struct Alternation
{
    double lag_1_correlation  = 0.0; ///< correlation of consecutive frame times
    double relative_deviation = 0.0; ///< standard deviation of the frame times, divided by their mean
    Nanos median_shorter{};          ///< median of the shorter frame time of each pair of consecutive frames
    Nanos median_longer{};           ///< median of the longer frame time of each pair of consecutive frames
};
/// Returns std::nullopt if the correlation is not below -0.5, if the relative deviation is not above 0.2, or if there
/// are fewer than 100 frames. Hitches are clamped to hitch_limit().
std::optional<Alternation> alternation_of(const telemetry::FrameOrder& frames);

std::string in_words(const Alternation& alternation); ///< a finding of two sentences

/// Merges each frame that a driver generated with the game's frame next to it: two consecutive frames are merged if the
/// shorter frame time is below 0.3 of the longer one. The sum of all frame times does not change.
std::vector<Nanos> with_generated_frames_merged(std::span<const Nanos> frames);

/// The display on which a recorded game is shown.
struct DisplayRate
{
    enum class RateSource : std::uint8_t
    {
        user,          ///< specified by the user
        display_times, ///< estimated from the intervals between displayed frames
        unknown,       ///< unknown; 60 Hz is assumed
    };
    double hz              = 60.0;
    RateSource rate_source = RateSource::unknown;
    bool is_vrr            = false; ///< true: variable refresh rate, so the display can show any frame cap evenly
};

/// Estimates the display's refresh rate from the intervals between displayed frames. Returns the lowest common rate
/// (60, 75, 90, 100, 120, 144, 165, 180, 240 or 360 Hz) for which 95 % of the intervals are multiples of the refresh
/// period, within a tenth of the period. Returns std::nullopt if no common rate fits, or if there are under 100
/// intervals.
std::optional<double> estimated_refresh_hz(std::span<const Nanos> display_intervals);

/// The estimated refresh rate, or 60 Hz (DisplayRate::RateSource::unknown) if no rate can be estimated.
DisplayRate estimated_display(std::span<const Nanos> display_intervals, bool is_vrr = false);

/// The frame caps of a recording, in frames a second. A frame meets a cap if it is no longer than the cap's period plus
/// a tolerance: 2 % of the period, or 3 times the noise if that is larger and the recording already has a cap. The
/// noise is the interquartile range of the frame times divided by 1.349.
struct FrameCap
{
    DisplayRate display{};
    /// The cap that the game already had; 0 if none. A recording has a cap if the median frame time is within 1 % of
    /// the cap's period and the noise is under a tenth of the period.
    double existing_cap_hz      = 0.0;
    double existing_cap_percent = 0.0; ///< percentage of the frames that meet `existing_cap_hz`
    double longest_kept_ms      = 0.0; ///< longest frame that meets `existing_cap_hz`, in ms; 0 if none
    double highest_cap_hz       = 0.0; ///< highest cap that 99 % of the frames meet; 0 if it is under 10
};
/// Finds the frame caps of a recording. Possible caps are the refresh rate divided by a whole number or, with a
/// variable refresh rate, any whole number of frames a second.
FrameCap frame_cap_of(const telemetry::FrameOrder& frames, const DisplayRate& display);

std::string in_words(const FrameCap& cap); ///< one sentence; empty if no cap is possible
/// A cap of 0 is written as null.
nlohmann::ordered_json to_json(const FrameCap& cap);

} // namespace recordings
