// recordings/facts/findings.hpp -- finds hitches, frame generation and the frame cap of a recording
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

/// The frame time that `share` of the frames, 0 to 1, do not exceed.
Nanos nth_shortest(const telemetry::FrameOrder& frames, double share);
/// The median of at least one frame time. For an even number of frames it is the larger of the middle two.
Nanos median_of(const telemetry::FrameOrder& frames);

/// The largest frame time that is not a hitch: 2.5 times the median, but at least the median plus 25 ms.
Nanos hitch_limit(const telemetry::FrameOrder& frames);
/// A frame so long that no game loop can hide it. The ranking of game loops leaves hitches out of all statistics and
/// reports them separately.
struct Hitch
{
    std::size_t frame = 0; ///< number of the frame that is the hitch, from 0
    Nanos at{};            ///< start of the hitch, from the start of the recording
    Nanos length{};

    friend bool operator==(const Hitch&, const Hitch&) = default;
};
/// All hitches, the longest first. Hitches of equal length are in the order of time.
std::vector<Hitch> hitches_of(const telemetry::FrameOrder& frames);
/// For each frame 1 if it is a hitch or next to one, else 0. The picture before a hitch stays on the screen during the
/// hitch, and the loop catches up in the frame after it.
std::vector<std::uint8_t> around_hitches(std::span<const Nanos> frames);

/// The signs in a recording that a driver generated frames between the game's frames.
struct FrameGeneration
{
    /// Correlation of each frame time with the next; frame times above the 99 % quantile count as that quantile.
    double lag_1_correlation = 0.0;
    double inserted_share = 0.0; ///< share of the frames that are shorter than 0.3 of the frames before and after them
    double never_displayed_share = 0.0; ///< share of the frames that were never displayed; 0 if unknown
    Nanos shorter{};                    ///< median of the shorter frame of each pair of successive frames
    Nanos longer{};                     ///< median of the longer frame of each pair of successive frames
};
/// The signs of frame generation; nothing if there are none or fewer than 100 frames. Frames are generated if the
/// correlation is under -0.5 and if at least 30 % of them are inserted. They are generated, too, if at least 25 % were
/// never displayed and the shorter frame of a pair has at most 0.6 of the longer one. `never_displayed_share` is the
/// share of the frames that never reached the screen, 0 to 1; empty if unknown.
std::optional<FrameGeneration> frame_generation_of(const telemetry::FrameOrder& frames,
                                                   std::optional<double> never_displayed_share = {});

std::string in_words(const FrameGeneration& generation); ///< two sentences

/// A recording in which long and short frames alternate. A driver that generates every second frame has this effect,
/// and so has VSYNC if the game runs at a frame rate between two divisors of the display's rate.
struct Alternation
{
    double lag_1_correlation = 0.0; ///< correlation of each frame time with the next
    double spread            = 0.0; ///< standard deviation of the frame times, divided by their mean
    Nanos shorter{};                ///< median of the shorter frame of each pair of successive frames
    Nanos longer{};                 ///< median of the longer frame of each pair of successive frames
};
/// Nothing unless the correlation is below -0.5 and the spread is above 0.2, or if there are fewer than 100 frames. A
/// hitch counts as the longest frame that is no hitch.
std::optional<Alternation> alternation_of(const telemetry::FrameOrder& frames);

std::string in_words(const Alternation& alternation); ///< two sentences

/// Joins each frame that a driver generated with the game's frame next to it: two successive frames become one if one
/// is shorter than 0.3 of the other. The sum of all frame times stays the same.
std::vector<Nanos> joined_pairs(std::span<const Nanos> frames);

/// The display on which a recorded game is shown.
struct DisplayRate
{
    enum class From : std::uint8_t
    {
        user,          ///< the user gave the refresh rate
        display_times, ///< guessed from the times between pictures on the screen
        unknown,       ///< the refresh rate is unknown; 60 Hz is assumed
    };
    double hz   = 60.0;
    From from   = From::unknown;
    bool is_vrr = false; ///< true: the display waits for each picture (variable refresh rate), so it can show any cap
};

/// Guesses the display's refresh rate from the times between successive pictures on the screen. Returns the lowest
/// usual rate (60, 75, 90, 100, 120, 144, 165, 180, 240 or 360 Hz) for which 95 % of the times are multiples of the
/// refresh period, with an error of at most a tenth of the period. Returns nothing if no usual rate fits, or if there
/// are under 100 times.
std::optional<double> guessed_refresh_hz(std::span<const Nanos> displayed);

/// 60 Hz if no rate can be guessed.
DisplayRate guessed_display(std::span<const Nanos> displayed, bool is_vrr = false);

/// The frame caps of a recording, in frames a second. A frame is in time if it is no longer than the cap's period plus
/// a tolerance: 2 % of the period or, if the recording already keeps the cap, 3 times the noise if that is more. The
/// noise is the distance between the quartiles of the frame times, divided by 1.349.
struct FrameCap
{
    DisplayRate display{};
    /// The cap that the recording already keeps; 0 if there is none. It keeps a cap if the median frame time is within
    /// 1 % of the cap's period, and the noise is under a tenth of the period.
    double existing_cap_hz      = 0.0;
    double existing_cap_percent = 0.0; ///< percentage of the frames that are short enough for `existing_cap_hz`
    double hz = 0.0; ///< highest cap for which 99 % of the frames are short enough; 0 if it is under 10
};
/// The frame caps of a recording. Possible caps are the display's rate divided by a whole number or, with a variable
/// refresh rate, any whole number of frames a second.
FrameCap frame_cap_of(const telemetry::FrameOrder& frames, const DisplayRate& display);

std::string in_words(const FrameCap& cap); ///< one sentence; empty if there is no cap
/// A cap of 0 becomes null.
nlohmann::ordered_json to_json(const FrameCap& cap);

} // namespace recordings
