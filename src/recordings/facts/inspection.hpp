// recordings/facts/inspection.hpp -- what a recording says about a game's frames, before anybody replays it
#pragma once

#include "recordings/facts/hitches.hpp"
#include "recordings/formats/recording.hpp"
#include "telemetry/frame_times.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace recordings
{

using Json = nlohmann::ordered_json;

/// Of frame times, in bins of the same width; the last one counts everything beyond as well.
struct Histogram
{
    Nanos width{1'000'000};
    std::vector<std::int64_t> counts;
};
/// Bins of 1, 2 or 5 times a power of ten, such that `bins` of them hold 99.5 % of the frames.
Histogram histogram_of(std::span<const Nanos> frames, std::size_t bins = 16);

/// With counts of 0, where 99.5 % of the frames are not longer than `most`.
Histogram empty_histogram(Nanos most, std::size_t bins = 16);
constexpr double histogram_share = 0.995;

/// The highest of the rates that displays and limiters offer at which 99 % of the frames are in time; 0 when none is.
double frame_cap_hz(std::span<const Nanos> frames);
/// The same, where 99 % of the frames are not longer than `most`.
double frame_cap_of(Nanos most);
constexpr double cap_share = 0.99;

struct StreamFacts
{
    telemetry::FrameTimes times{};
    Nanos length{};                                                   ///< sum of the frame times
    std::array<double, telemetry::all_lows.size()> low_1{}, low_01{}; ///< fps; in the order of all_lows
    double stutter_percent          = 0.0;                            ///< CapFrameX's definition
    std::size_t stutter_window      = 1;                              ///< frames of its trailing mean
    double stutter_percent_of_mean  = 0.0;
    double stutter_percent_by_count = 0.0;
    std::size_t longest_frame       = 0; ///< its number, from 0
    Nanos longest_at{};                  ///< when it began
    Histogram histogram{};
    Nanos hitch_limit{};          ///< a frame longer than this is a hitch
    std::vector<Hitch> hitches{}; ///< the longest first; of a very long recording the worst thousand
    std::size_t hitch_count = 0;
    double frame_cap_hz     = 0.0;
    std::optional<Refusal> refusal{}; ///< why it must not be replayed
};

StreamFacts facts_of(const Recording& recording, std::size_t stream);
/// Every 1 % and 0.1 % low, from the longest frames.
void take_lows(StreamFacts& facts, const telemetry::LongestFrames& longest);

/// A recording, and the facts of each of its streams.
struct Inspection
{
    Recording recording; ///< of a very long one without its frames
    std::vector<StreamFacts> facts;
};
Inspection inspection_of(Recording recording);

/// Everything about the file and all of its streams, as `timestep_lab inspect --json` prints it. Numbers that nobody
/// knows are null.
Json to_json(const Inspection& inspection);
Json to_json(const Recording& recording);

/// A number, or null where it is infinite or unknown.
Json number_or_null(double value);

} // namespace recordings
