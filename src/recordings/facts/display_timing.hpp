// recordings/facts/display_timing.hpp -- computes statistics of a recording's display timing, such as the mean latency
#pragma once

#include "recordings/formats/display_timing.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace recordings
{

using timestep::Nanos;

/// The mean, some percentiles (by rule R7 of Hyndman and Fan) and the maximum of a list of times, in ms.
struct Spread
{
    std::size_t count = 0;
    double mean_ms = 0.0, p50_ms = 0.0, p99_ms = 0.0, max_ms = 0.0;
};
/// Returns mean, percentiles and maximum of `times`; nothing if `times` is empty.
std::optional<Spread> spread_of(std::span<const Nanos> times);

/// The shares of the frames in which the GPU or the CPU was busy for at least 95 % of the frame, 0 to 1.
struct BoundBy
{
    double gpu = 0.0, cpu = 0.0;
};

struct DisplayTimingFacts
{
    /// Shares of the frames limited by GPU or CPU; empty if their working times were not recorded.
    std::optional<BoundBy> bound_by{};
    std::optional<std::size_t> generated{}; ///< number of generated or repeated pictures
    std::optional<Spread> displayed{};      ///< times from one picture on the screen to the next
    /// Name of the recording's column with the times that pictures stayed on the screen.
    std::string displayed_column{};
    /// Absolute animation errors (judder). An animation error is the change of the shown game time minus the change of
    /// the screen time, from one picture to the next. By PresentMon's definition, a picture that shows the same or an
    /// earlier game time than the picture before it is left out.
    std::optional<Spread> animation_error{};
    /// Absolute animation errors (judder) of all pictures, by the definition that this program uses for its own loops.
    /// For a repeated picture the error is the time that the picture stayed on the screen.
    std::optional<Spread> animation_error_of_all{};
    /// Absolute animation errors (judder) as the recording tool wrote them.
    std::optional<Spread> told_animation_error{};
    std::string told_column{}; ///< name of the recording tool's column with the animation errors
    struct Latency
    {
        std::string column;
        Spread spread;
    };
    std::vector<Latency> latencies{};
};
DisplayTimingFacts display_timing_facts_of(const DisplayTiming& timing);
/// Returns one sentence that says whether GPU or CPU limits the frame rate.
std::string told(const BoundBy& bound);
/// True if the recording has at least one value of display timing, such as a latency or a time on the screen.
bool says_something(const DisplayTimingFacts& facts);

nlohmann::ordered_json to_json(const DisplayTimingFacts& facts);

} // namespace recordings
