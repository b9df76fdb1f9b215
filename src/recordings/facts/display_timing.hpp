// recordings/facts/display_timing.hpp -- the display timing of a recording, in figures
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

/// Of some times, in ms; percentiles by rule R7.
struct Spread
{
    std::size_t count = 0;
    double mean_ms = 0.0, p50_ms = 0.0, p99_ms = 0.0, max_ms = 0.0;
};
/// Nothing of none.
std::optional<Spread> spread_of(std::span<const Nanos> times);

struct DisplayTimingFacts
{
    std::optional<std::size_t> generated{}; ///< pictures that the game did not render, or that were shown again
    std::optional<Spread> displayed{};      ///< from one picture on the screen to the next
    std::string displayed_column{};
    /// |animation error| by PresentMon's definition: a picture that shows no later time than the one before has none.
    std::optional<Spread> animation_error{};
    /// The same, where such a picture is wrong by as long as it stood, as in the metrics of a lane.
    std::optional<Spread> animation_error_of_all{};
    std::optional<Spread> told_animation_error{}; ///< as the tool wrote it
    std::string told_column{};
    struct Latency
    {
        std::string column;
        Spread spread;
    };
    std::vector<Latency> latencies{};
};
DisplayTimingFacts display_timing_facts_of(const DisplayTiming& timing);
/// Whether there is anything to say.
bool says_something(const DisplayTimingFacts& facts);

nlohmann::ordered_json to_json(const DisplayTimingFacts& facts);

} // namespace recordings
