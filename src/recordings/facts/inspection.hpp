// recordings/facts/inspection.hpp -- computes the statistics of a recording that `timestep_lab inspect` prints
#pragma once

#include "recordings/facts/frame_cap.hpp"
#include "recordings/facts/frame_generation.hpp"
#include "recordings/facts/hitches.hpp"
#include "recordings/formats/recording.hpp"
#include "telemetry/frame_times.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace recordings
{

using Json = nlohmann::ordered_json;

/// A histogram of frame times in bins of equal width. The last bin also counts all longer frames.
struct Histogram
{
    Nanos width{1'000'000};
    std::vector<std::int64_t> counts;
};
/// Returns a histogram in which at most `bins` bins hold 99.5 % of the frames. The width of a bin is 1, 2 or 5 times a
/// power of ten.
Histogram histogram_of(const telemetry::FrameOrder& frames, std::size_t bins = 16);

struct StreamFacts
{
    telemetry::FrameTimes times{};
    Nanos length{}; ///< sum of the frame times
    /// 1 % and 0.1 % low frame rates in fps, one for each definition in telemetry::all_lows.
    std::array<double, telemetry::all_lows.size()> low_1{}, low_01{};
    /// Percentage of the time that is spent in stuttering frames, by CapFrameX's definition: a frame stutters if it is
    /// longer than 2.5 times the mean of the last `stutter_window` frame times.
    double stutter_percent = 0.0;
    /// Number of frame times, up to the current one, with whose mean `stutter_percent` compares each frame time.
    std::size_t stutter_window      = 1;
    double stutter_percent_of_mean  = 0.0;
    double stutter_percent_by_count = 0.0;
    std::size_t longest_frame       = 0; ///< number of the longest frame, from 0
    Nanos longest_at{};                  ///< start of the longest frame, from the start of the recording
    Histogram histogram{};
    Nanos hitch_limit{};          ///< a longer frame is a hitch (very long frame)
    std::vector<Hitch> hitches{}; ///< hitches (very long frames), the longest first
    FrameCap frame_cap{};
    /// The signs that a driver generated every second frame. If there are any, the low frame rates, the stutter and the
    /// changes from frame to frame describe the driver's frames and not the game; they are not reported.
    std::optional<FrameGeneration> generation{};
    std::optional<Refusal> refusal{}; ///< the reason why loops cannot run with these frame times; empty if they can
};

StreamFacts facts_of(const Recording& recording, std::size_t stream);

/// A recording, and the statistics of each of its streams (a stream is the frames of one swap chain).
struct Inspection
{
    Recording recording;
    std::vector<StreamFacts> facts;
};
Inspection inspection_of(Recording recording);

/// Returns the statistics of a recording and of all its streams (one stream per swap chain), as `timestep_lab inspect
/// --json` prints them. Unknown numbers are null.
Json to_json(const Inspection& inspection);
Json to_json(const Recording& recording);

/// Returns `value` as JSON, or null if it is infinite or NaN.
Json number_or_null(double value);

} // namespace recordings
