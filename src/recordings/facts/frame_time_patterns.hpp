// recordings/facts/frame_time_patterns.hpp -- finds hitches, generated frames and frame caps in a recording
#pragma once

#include "recordings/formats/recording.hpp"
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

/// The quantile of the frame times for `probability`, 0 to 1. It is a recorded frame time, not interpolated.
Nanos frame_time_quantile(const telemetry::IndexedFrameTimesView& frames, double probability);
double frame_time_quantile_ms(const telemetry::IndexedFrameTimesView& frames, double probability);
/// The median frame time; for an even number of frames, the larger of the middle two. `frames` must not be empty.
Nanos median_of(const telemetry::IndexedFrameTimesView& frames);

/// The longest frame time that is not a hitch: the larger of 2.5 times the median and the median plus 25 ms.
Nanos hitch_limit(const telemetry::IndexedFrameTimesView& frames);
/// A frame so long that no loop can hide it. Rankings of loops exclude hitches and report them separately.
struct Hitch
{
    std::size_t frame_index = 0;
    Nanos start{}; ///< relative to the start of the recording
    Nanos frame_time{};

    friend bool operator==(const Hitch&, const Hitch&) = default;
};
/// The hitches, longest first; hitches of equal length are in chronological order.
std::vector<Hitch> hitches_longest_first(const telemetry::IndexedFrameTimesView& frames);
/// One entry per frame: 1 for a hitch and for the frames next to it, which it also affects; else 0.
std::vector<std::uint8_t> near_hitch_flags(std::span<const Nanos> frames);

struct PairMedians
{
    Nanos shorter{}, longer{};
};

/// Evidence that a driver generated frames between the frames of the game.
struct DetectedFrameGeneration
{
    double lag_1_autocorrelation = 0.0; ///< correlation of consecutive frame times, clamped to their 99 % quantile
    double short_frame_share = 0.0; ///< fraction of the frames that are shorter than 0.3 of both neighbours
    double never_displayed_share = 0.0; ///< fraction of the frames that were never displayed; 0 if unknown
    PairMedians medians{};
};
/// Needs at least 100 frames. `never_displayed_share` (0 to 1) is empty if it is unknown.
std::optional<DetectedFrameGeneration> detect_frame_generation(const telemetry::IndexedFrameTimesView& frames,
                                                               std::optional<double> never_displayed_share = {});

std::string sentences_of(const DetectedFrameGeneration& generation); ///< two sentences

/// A share of 0 to 1 in percent with two digits, such as "0.042 %", "3.1 %" or "100 %".
std::string percent_text(double share);

/// Short frames beside long ones.
struct Alternation
{
    enum class Kind : std::uint8_t
    {
        every_second, ///< every second frame is short
        near_zero, ///< at least a fifth of the frames last less than a tenth of the others
        pairs, ///< a short and a long frame together last as long as two others, for at least 5 % of the frames
    };
    Kind kind = Kind::every_second;
    double share = 0.5; ///< fraction of the frames that are short; with Kind::pairs, those in pairs
    double lag_1_autocorrelation = 0.0; ///< correlation of consecutive frame times
    double relative_deviation = 0.0; ///< standard deviation / mean of the frame times
    PairMedians medians{}; ///< of the short and the long frames
};
/// Returns std::nullopt if there are no such frames, or for fewer than 100 frames.
std::optional<Alternation> detect_alternation(const telemetry::IndexedFrameTimesView& frames);

std::string sentences_of(const Alternation& alternation); ///< one or two sentences

/// Merges two consecutive frames if one frame time is below 0.3 of the other. Keeps the sum of all frame times.
std::vector<Nanos> with_short_frames_merged(std::span<const Nanos> frames);

/// The refresh rate of the display that shows the game, and how the rate is known.
struct DisplayRate
{
    enum class RateSource : std::uint8_t
    {
        user,
        file, ///< the recording has it
        display_times, ///< estimated from the times of displayed frames
        at_least, ///< a compositor shows frames that often; the display can be faster
        even_frames, ///< assumed from frame times that are all about equal
        unknown, ///< 60 Hz is assumed
    };
    double hz = 60.0;
    RateSource rate_source = RateSource::unknown;
    bool is_vrr = false; ///< true: the refresh rate is variable, so that any frame cap is shown evenly
};

/// The lowest standard refresh rate, 60 to 360 Hz, at which 95 % of the intervals last about 1, 2, 3 ... periods.
/// 60 Hz with RateSource::unknown if no rate fits, or for fewer than 100 intervals.
DisplayRate estimated_display(std::span<const Nanos> display_intervals, bool is_vrr = false);

/// The refresh rate that the recording of the stream has, otherwise estimated_display(); if no rate fits, the lowest
/// standard rate at which a compositor can show the frames this often.
DisplayRate display_of(const Stream& stream, bool is_vrr = false);

/// `known`, but if its rate is unknown, the rate of even frames from 48 fps up. Slower frames are shown repeatedly by a
/// display of a higher rate.
DisplayRate display_assumed_for(std::span<const Nanos> frame_times, const DisplayRate& known);

/// The frame cap of a game, and the highest cap that the game could hold.
struct FrameCapAnalysis
{
    DisplayRate display{};
    /// The cap that the game already has, in fps; 0 if none. Its period is close to the median frame time.
    double existing_cap_fps = 0.0;
    double frames_within_cap_percent = 0.0; ///< percentage of the frames that meet `existing_cap_fps`; 0 if none
    double max_frame_ms_for_cap = 0.0; ///< longest frame time in ms that can meet `existing_cap_fps`; 0 if none
    double highest_cap_fps = 0.0; ///< highest cap that 99 % of the frames meet; 0 if it is below 10 fps
};
/// Considers only caps that the display shows evenly: refresh rate / whole number or, with VRR, whole fps.
FrameCapAnalysis frame_cap_analysis(const telemetry::IndexedFrameTimesView& frames, const DisplayRate& display);

std::optional<std::string> sentence_of(const FrameCapAnalysis& cap);
nlohmann::ordered_json to_json(const FrameCapAnalysis& cap);

} // namespace recordings
