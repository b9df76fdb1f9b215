#include "recordings/formats/starts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace recordings
{
namespace
{

// Largest number of frame starts in one file; all of them are kept in memory and sorted.
constexpr std::size_t most_starts  = 10'000'000;
constexpr std::size_t most_threads = 10'000;

} // namespace

std::string Starts::add(const std::string& application, const std::string& process, const std::string& swap_chain,
                        std::int64_t time, std::size_t line)
{
    all_[{application, process, swap_chain}].push_back({time, line});
    if (++count_ > most_starts) return fmt::format("there are more than {} of these events", most_starts);
    if (all_.size() > most_threads) return fmt::format("there are more than {} threads", most_threads);
    return {};
}

Tracks Starts::tracks(std::int64_t unit_ns)
{
    Tracks tracks;
    for (auto& [who, starts] : all_)
    {
        std::sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) { return a.time < b.time; });
        Differences differences;
        Track& track = *tracks.find(std::get<0>(who), std::get<1>(who), std::get<2>(who));
        for (const Start& start : starts)
        {
            const fmt::format_int text{start.time / unit_ns};
            differences.add(tracks, track, {Number::Kind::value, start.time}, start.line, {text.data(), text.size()});
        }
    }
    return tracks;
}

} // namespace recordings
