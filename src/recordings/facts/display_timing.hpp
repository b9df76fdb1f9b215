// recordings/facts/display_timing.hpp -- computes figures of a recording's display timing
#pragma once

#include "recordings/formats/display_timing.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace recordings
{

using timestep::Nanos;

/// Mean, percentiles (rule R7) and maximum of some times, in ms.
struct Spread
{
    std::size_t count = 0;
    double mean_ms = 0.0, p50_ms = 0.0, p99_ms = 0.0, max_ms = 0.0;
};
/// Returns the spread of `times`; nothing without times.
std::optional<Spread> spread_of(std::span<const Nanos> times);

struct DisplayTimingFacts
{
    std::optional<std::size_t> generated{}; ///< number of generated or repeated pictures
    std::optional<Spread> displayed{};      ///< times from one picture on the screen to the next
    std::string displayed_column{};         ///< name of the column with these times
    /// |animation error| by PresentMon's definition: pictures that show no later time than the picture before them are
    /// left out.
    std::optional<Spread> animation_error{};
    /// |animation error| of all pictures, as in the metrics of a lane: for a repeated picture it is the time on the
    /// screen.
    std::optional<Spread> animation_error_of_all{};
    std::optional<Spread> told_animation_error{}; ///< |animation error| as the tool wrote it
    std::string told_column{};                    ///< name of the tool's column with the animation errors
    struct Latency
    {
        std::string column;
        Spread spread;
    };
    std::vector<Latency> latencies{};
};
DisplayTimingFacts display_timing_facts_of(const DisplayTiming& timing);
/// True if at least one figure is known.
bool says_something(const DisplayTimingFacts& facts);

nlohmann::ordered_json to_json(const DisplayTimingFacts& facts);

} // namespace recordings
