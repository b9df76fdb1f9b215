// Converts lag settings to plain data in the page (the memory shared with the slowed game), and back.
#include "sim/game/page.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace sim
{

namespace
{

// The values of PageLag::kind, in the order of the types in LagKind.
constexpr std::uint32_t constant_kind = 0, random_kind = 1, every_nth_frame_kind = 2, single_spike_kind = 3,
                        debugger_break_kind = 4, pauses_kind = 5, recorded_kind = 6;
static_assert(std::variant_size_v<LagKind> == recorded_kind + 1);

struct PageLagConverter
{
    std::span<const PageLagRecording> lag_recordings;

    PageLag operator()(const lag::Constant& from) const { return {constant_kind, from.length.count(), 0, 0.0}; }
    PageLag operator()(const lag::Random& from) const
    {
        return {random_kind, from.min_length.count(), from.max_length.count(), 0.0};
    }
    PageLag operator()(const lag::EveryNthFrame& from) const
    {
        return {every_nth_frame_kind, from.frame_interval, from.length.count(), 0.0};
    }
    PageLag operator()(const lag::SingleSpike& from) const
    {
        return {single_spike_kind, from.frame_number, from.length.count(), 0.0};
    }
    PageLag operator()(const lag::DebuggerBreak& from) const
    {
        return {debugger_break_kind, from.wall_time.count(), from.length.count(), 0.0};
    }
    PageLag operator()(const lag::Pauses& from) const
    {
        return {pauses_kind, from.mean_interval.count(), from.length.count(), from.variation};
    }
    PageLag operator()(const lag::Recorded& from) const
    {
        const auto recording = std::ranges::find(lag_recordings, from.frames, &PageLagRecording::frame_times);
        if (recording == lag_recordings.end())
            throw std::runtime_error{"a recording cannot be added while the game runs"};
        return {recorded_kind, static_cast<std::int64_t>(recording->first_frame_time_index),
                static_cast<std::int64_t>(from.frames->size()), 0.0};
    }
};

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
    const std::int64_t first = page_lag.kind_specific_value;
    const Nanos first_time{first}, second_time{page_lag.length_ns_or_count};
    if ((page_lag.kind == every_nth_frame_kind || page_lag.kind == pauses_kind) && first < 1) return std::nullopt;
    switch (page_lag.kind)
    {
    case constant_kind: return lag::Constant{first_time};
    case random_kind: return lag::Random{first_time, second_time};
    case every_nth_frame_kind: return lag::EveryNthFrame{first, second_time};
    case single_spike_kind: return lag::SingleSpike{first, second_time};
    case debugger_break_kind: return lag::DebuggerBreak{first_time, second_time};
    case pauses_kind: return lag::Pauses{first_time, second_time, page_lag.variation};
    case recorded_kind: return recorded_lag(page_lag, frame_times);
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
