#include "sim/game/page.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace sim
{

namespace
{

struct PageLagConverter
{
    std::span<const PageLagRecording> lag_recordings;

    PageLag operator()(const lag::Constant& kind) const { return {0, kind.length.count(), 0, 0.0}; }
    PageLag operator()(const lag::Random& kind) const
    {
        return {1, kind.min_length.count(), kind.max_length.count(), 0.0};
    }
    PageLag operator()(const lag::EveryNthFrame& kind) const
    {
        return {2, kind.frame_interval, kind.length.count(), 0.0};
    }
    PageLag operator()(const lag::SingleSpike& kind) const { return {3, kind.frame_number, kind.length.count(), 0.0}; }
    PageLag operator()(const lag::DebuggerBreak& kind) const
    {
        return {4, kind.wall_time.count(), kind.length.count(), 0.0};
    }
    PageLag operator()(const lag::Pauses& kind) const
    {
        return {5, kind.mean_interval.count(), kind.length.count(), kind.variation};
    }
    PageLag operator()(const lag::Recorded& kind) const
    {
        const auto recording = std::ranges::find(lag_recordings, kind.frames, &PageLagRecording::frame_times);
        if (recording == lag_recordings.end())
            throw std::runtime_error{"a recording cannot be added while the game runs"};
        return {6, static_cast<std::int64_t>(recording->first_frame_time_index),
                static_cast<std::int64_t>(kind.frames->size()), 0.0};
    }
};
static_assert(std::variant_size_v<LagKind> == 7,
              "a new kind of lag needs a number in PageLagConverter and in lag_kind_of()");

std::optional<LagKind> recorded_lag(const PageLag& page_lag, std::span<const std::int64_t> frame_times)
{
    const auto first = static_cast<std::uint64_t>(page_lag.kind_specific_value),
               count = static_cast<std::uint64_t>(page_lag.length_ns_or_count);
    if (count == 0 || first > frame_times.size() || count > frame_times.size() - first) return std::nullopt;
    const auto chosen = frame_times.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    return lag::Recorded{std::make_shared<const std::vector<Nanos>>(chosen.begin(), chosen.end()), {}};
}

std::optional<LagKind> lag_kind_of(const PageLag& page_lag, std::span<const std::int64_t> frame_times)
{
    const Nanos first{page_lag.kind_specific_value}, second{page_lag.length_ns_or_count};
    switch (page_lag.kind)
    {
    case 0: return lag::Constant{first};
    case 1: return lag::Random{first, second};
    case 2:
        return page_lag.kind_specific_value < 1
                   ? std::nullopt
                   : std::optional<LagKind>{lag::EveryNthFrame{page_lag.kind_specific_value, second}};
    case 3: return lag::SingleSpike{page_lag.kind_specific_value, second};
    case 4: return lag::DebuggerBreak{first, second};
    case 5:
        return page_lag.kind_specific_value < 1
                   ? std::nullopt
                   : std::optional<LagKind>{lag::Pauses{first, second, page_lag.variation}};
    case 6: return recorded_lag(page_lag, frame_times);
    default: return std::nullopt;
    }
}

} // namespace

PageSettings to_page_settings(const MachineSettings& settings, std::span<const PageLagRecording> lag_recordings)
{
    const LagSettings& lag = settings.lag;
    if (lag.further_lag_kinds.size() > max_page_lag_kinds)
        throw std::runtime_error{"--lag has more than 16 kinds of lag; remove some"};
    PageSettings page_settings{.delay_ns              = lag.delay.count(),
                               .jitter_ns             = lag.jitter.count(),
                               .spike_ns              = lag.spike.count(),
                               .limit_hz              = settings.limit_hz,
                               .spike_interval_frames = lag.spike_interval_frames,
                               .is_enabled            = lag.is_enabled,
                               .keeps_core_busy       = lag.keeps_core_busy,
                               .lag_kind_count        = static_cast<std::uint16_t>(lag.further_lag_kinds.size())};
    std::ranges::transform(lag.further_lag_kinds, page_settings.further_lag_kinds.begin(),
                           [&](const LagKind& kind) { return std::visit(PageLagConverter{lag_recordings}, kind); });
    return page_settings;
}

MachineSettings to_machine_settings(const PageSettings& page_settings, std::span<const std::int64_t> frame_times)
{
    MachineSettings settings{.lag      = {.is_enabled            = page_settings.is_enabled != 0,
                                          .delay                 = Nanos{page_settings.delay_ns},
                                          .jitter                = Nanos{page_settings.jitter_ns},
                                          .spike_interval_frames = page_settings.spike_interval_frames,
                                          .spike                 = Nanos{page_settings.spike_ns},
                                          .keeps_core_busy       = page_settings.keeps_core_busy != 0},
                             .limit_hz = page_settings.limit_hz};
    const std::size_t kind_count =
        std::min<std::size_t>(page_settings.lag_kind_count, page_settings.further_lag_kinds.size());
    for (const PageLag& page_lag : std::span{page_settings.further_lag_kinds}.first(kind_count))
        if (auto kind = lag_kind_of(page_lag, frame_times)) settings.lag.further_lag_kinds.push_back(*std::move(kind));
    return settings;
}

} // namespace sim
