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
    std::span<const PagePlace> places;

    PageLag operator()(const lag::Constant& k) const { return {0, k.length.count(), 0, 0.0}; }
    PageLag operator()(const lag::Random& k) const { return {1, k.least.count(), k.most.count(), 0.0}; }
    PageLag operator()(const lag::Every& k) const { return {2, k.frames, k.length.count(), 0.0}; }
    PageLag operator()(const lag::Spike& k) const { return {3, k.frame, k.length.count(), 0.0}; }
    PageLag operator()(const lag::Break& k) const { return {4, k.at.count(), k.length.count(), 0.0}; }
    PageLag operator()(const lag::Pauses& k) const { return {5, k.every.count(), k.length.count(), k.variation}; }
    PageLag operator()(const lag::Recorded& k) const
    {
        const auto place = std::ranges::find(places, k.frames, &PagePlace::frames);
        if (place == places.end()) throw std::runtime_error{"a recording cannot be added while the game runs"};
        return {6, static_cast<std::int64_t>(place->first), static_cast<std::int64_t>(k.frames->size()), 0.0};
    }
};
static_assert(std::variant_size_v<LagKind> == 7, "a new kind of lag needs a number in ToPageLag and in lag_kind_of()");

std::optional<LagKind> recorded_lag(const PageLag& plain, std::span<const std::int64_t> frames)
{
    const auto first = static_cast<std::uint64_t>(plain.first), count = static_cast<std::uint64_t>(plain.second);
    if (count == 0 || first > frames.size() || count > frames.size() - first) return std::nullopt;
    std::vector<Nanos> times;
    const auto chosen = frames.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    times.reserve(chosen.size());
    for (const std::int64_t frame : chosen) times.emplace_back(frame);
    return lag::Recorded{std::make_shared<const std::vector<Nanos>>(std::move(times)), {}};
}

std::optional<LagKind> lag_kind_of(const PageLag& plain, std::span<const std::int64_t> frames)
{
    const Nanos first{plain.first}, second{plain.second};
    switch (plain.kind)
    {
    case 0: return lag::Constant{first};
    case 1: return lag::Random{first, second};
    case 2: return plain.first < 1 ? std::nullopt : std::optional<LagKind>{lag::Every{plain.first, second}};
    case 3: return lag::Spike{plain.first, second};
    case 4: return lag::Break{first, second};
    case 5: return plain.first < 1 ? std::nullopt : std::optional<LagKind>{lag::Pauses{first, second, plain.fraction}};
    case 6: return recorded_lag(plain, frames);
    default: return std::nullopt;
    }
}

} // namespace

PageSettings plain_settings(const MachineSettings& settings, std::span<const PagePlace> places)
{
    const LagSettings& lag = settings.lag;
    if (lag.more.size() > max_page_kinds) throw std::runtime_error{"--lag has more than 16 kinds of lag"};
    PageSettings plain{.delay       = lag.delay.count(),
                       .jitter      = lag.jitter.count(),
                       .spike       = lag.spike.count(),
                       .limit_hz    = settings.limit_hz,
                       .spike_every = lag.spike_every,
                       .on          = lag.on,
                       .burn        = lag.burn,
                       .kinds       = static_cast<std::uint16_t>(lag.more.size())};
    std::ranges::transform(lag.more, plain.more.begin(),
                           [&](const LagKind& kind) { return std::visit(ToPageLag{places}, kind); });
    return plain;
}

MachineSettings machine_settings(const PageSettings& plain, std::span<const std::int64_t> frames)
{
    MachineSettings settings{.lag      = {.on          = plain.on != 0,
                                          .delay       = Nanos{plain.delay},
                                          .jitter      = Nanos{plain.jitter},
                                          .spike_every = plain.spike_every,
                                          .spike       = Nanos{plain.spike},
                                          .burn        = plain.burn != 0},
                             .limit_hz = plain.limit_hz};
    const std::size_t kinds = std::min<std::size_t>(plain.kinds, plain.more.size());
    for (const PageLag& one : std::span{plain.more}.first(kinds))
        if (auto kind = lag_kind_of(one, frames)) settings.lag.more.push_back(*std::move(kind));
    return settings;
}

} // namespace sim
