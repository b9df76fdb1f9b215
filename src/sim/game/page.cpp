#include "sim/game/page.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace sim
{

namespace
{

struct ToPageLag
{
    std::span<const PageLagRecording> lag_recordings;

    PageLag operator()(const lag::Constant& k) const { return {0, k.length.count(), 0, 0.0}; }
    PageLag operator()(const lag::Random& k) const { return {1, k.min_length.count(), k.max_length.count(), 0.0}; }
    PageLag operator()(const lag::Every& k) const { return {2, k.frame_interval, k.length.count(), 0.0}; }
    PageLag operator()(const lag::Spike& k) const { return {3, k.frame_number, k.length.count(), 0.0}; }
    PageLag operator()(const lag::Break& k) const { return {4, k.wall_time.count(), k.length.count(), 0.0}; }
    PageLag operator()(const lag::Pauses& k) const
    {
        return {5, k.mean_interval.count(), k.length.count(), k.variation};
    }
    PageLag operator()(const lag::Recorded& k) const
    {
        const auto recording = std::ranges::find(lag_recordings, k.frames, &PageLagRecording::frames);
        if (recording == lag_recordings.end())
            throw std::runtime_error{"a recording cannot be added while the game runs"};
        return {6, static_cast<std::int64_t>(recording->first_index), static_cast<std::int64_t>(k.frames->size()), 0.0};
    }
};
static_assert(std::variant_size_v<LagKind> == 7, "a new kind of lag needs a number in ToPageLag and in lag_kind_of()");

std::optional<LagKind> recorded_lag(const PageLag& page_lag, std::span<const std::int64_t> frames)
{
    const auto first = static_cast<std::uint64_t>(page_lag.first), count = static_cast<std::uint64_t>(page_lag.second);
    if (count == 0 || first > frames.size() || count > frames.size() - first) return std::nullopt;
    const auto chosen = frames.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    return lag::Recorded{std::make_shared<const std::vector<Nanos>>(chosen.begin(), chosen.end()), {}};
}

std::optional<LagKind> lag_kind_of(const PageLag& page_lag, std::span<const std::int64_t> frames)
{
    const Nanos first{page_lag.first}, second{page_lag.second};
    switch (page_lag.kind)
    {
    case 0: return lag::Constant{first};
    case 1: return lag::Random{first, second};
    case 2: return page_lag.first < 1 ? std::nullopt : std::optional<LagKind>{lag::Every{page_lag.first, second}};
    case 3: return lag::Spike{page_lag.first, second};
    case 4: return lag::Break{first, second};
    case 5:
        return page_lag.first < 1 ? std::nullopt
                                  : std::optional<LagKind>{lag::Pauses{first, second, page_lag.fraction}};
    case 6: return recorded_lag(page_lag, frames);
    default: return std::nullopt;
    }
}

} // namespace

PageSettings to_page_settings(const MachineSettings& settings, std::span<const PageLagRecording> lag_recordings)
{
    const LagSettings& lag = settings.lag;
    if (lag.more.size() > max_page_lag_kinds)
        throw std::runtime_error{"--lag has more than 16 kinds of lag; remove some"};
    PageSettings page_settings{.delay          = lag.delay.count(),
                               .jitter         = lag.jitter.count(),
                               .spike          = lag.spike.count(),
                               .limit_hz       = settings.limit_hz,
                               .spike_every    = lag.spike_every,
                               .on             = lag.on,
                               .burn           = lag.burn,
                               .lag_kind_count = static_cast<std::uint16_t>(lag.more.size())};
    std::ranges::transform(lag.more, page_settings.more.begin(),
                           [&](const LagKind& kind) { return std::visit(ToPageLag{lag_recordings}, kind); });
    return page_settings;
}

MachineSettings to_machine_settings(const PageSettings& page_settings, std::span<const std::int64_t> frames)
{
    MachineSettings settings{.lag      = {.on          = page_settings.on != 0,
                                          .delay       = Nanos{page_settings.delay},
                                          .jitter      = Nanos{page_settings.jitter},
                                          .spike_every = page_settings.spike_every,
                                          .spike       = Nanos{page_settings.spike},
                                          .burn        = page_settings.burn != 0},
                             .limit_hz = page_settings.limit_hz};
    const std::size_t kind_count = std::min<std::size_t>(page_settings.lag_kind_count, page_settings.more.size());
    for (const PageLag& page_lag : std::span{page_settings.more}.first(kind_count))
        if (auto kind = lag_kind_of(page_lag, frames)) settings.lag.more.push_back(*std::move(kind));
    return settings;
}

} // namespace sim
