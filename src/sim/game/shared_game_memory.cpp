#include "sim/game/shared_game_memory.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

namespace sim
{

namespace
{

struct SharedLagConverter
{
    std::span<const SharedLagRecording> lag_recordings;

    SharedLag operator()(const lag::Constant& from) const { return {SharedLag::constant, from.length.count()}; }
    SharedLag operator()(const lag::Random& from) const
    {
        return {SharedLag::random, from.min_length.count(), from.max_length.count()};
    }
    SharedLag operator()(const lag::EveryNthFrame& from) const
    {
        return {SharedLag::every_nth_frame, from.interval_frames, from.length.count()};
    }
    SharedLag operator()(const lag::SingleSpike& from) const
    {
        return {SharedLag::single_spike, from.frame_number, from.length.count()};
    }
    SharedLag operator()(const lag::DebuggerBreak& from) const
    {
        return {SharedLag::debugger_break, from.wall_time.count(), from.length.count()};
    }
    SharedLag operator()(const lag::Pauses& from) const
    {
        return {SharedLag::pauses, from.mean_interval.count(), from.length.count(), from.variation};
    }
    SharedLag operator()(const lag::Wave& from) const
    {
        return {SharedLag::wave, from.min_length.count(), from.max_length.count(), 0.0, from.period.count()};
    }
    SharedLag operator()(const lag::Recorded& from) const
    {
        const auto recording = std::ranges::find(lag_recordings, from.frame_times, &SharedLagRecording::frame_times);
        if (recording == lag_recordings.end())
            throw std::runtime_error{"a recording cannot be added while the game runs"};
        return {SharedLag::recorded, static_cast<std::int64_t>(recording->first_frame_time_index),
                static_cast<std::int64_t>(from.frame_times->size())};
    }
};

std::optional<LagSource> to_recorded_lag(const SharedLag& shared_lag, std::span<const std::int64_t> recorded_times_ns)
{
    const auto first_index = static_cast<std::uint64_t>(shared_lag.parameter_1);
    const auto count = static_cast<std::uint64_t>(shared_lag.parameter_2);
    if (count == 0 || first_index > recorded_times_ns.size() || count > recorded_times_ns.size() - first_index)
        return std::nullopt;
    const auto lag_times =
        recorded_times_ns.subspan(static_cast<std::size_t>(first_index), static_cast<std::size_t>(count));
    return lag::Recorded{std::make_shared<const std::vector<Nanos>>(lag_times.begin(), lag_times.end()), {}};
}

std::optional<LagSource> to_lag_source(const SharedLag& shared_lag, std::span<const std::int64_t> recorded_times_ns)
{
    const std::int64_t parameter_1 = shared_lag.parameter_1;
    const Nanos parameter_1_as_time{parameter_1}, parameter_2_as_time{shared_lag.parameter_2};
    if ((shared_lag.kind == SharedLag::every_nth_frame || shared_lag.kind == SharedLag::pauses) && parameter_1 < 1)
        return std::nullopt;
    if (shared_lag.kind == SharedLag::wave && shared_lag.period < 1) return std::nullopt;
    switch (shared_lag.kind)
    {
    case SharedLag::constant: return lag::Constant{parameter_1_as_time};
    case SharedLag::random: return lag::Random{parameter_1_as_time, parameter_2_as_time};
    case SharedLag::every_nth_frame: return lag::EveryNthFrame{parameter_1, parameter_2_as_time};
    case SharedLag::single_spike: return lag::SingleSpike{parameter_1, parameter_2_as_time};
    case SharedLag::debugger_break: return lag::DebuggerBreak{parameter_1_as_time, parameter_2_as_time};
    case SharedLag::pauses: return lag::Pauses{parameter_1_as_time, parameter_2_as_time, shared_lag.variation};
    case SharedLag::recorded: return to_recorded_lag(shared_lag, recorded_times_ns);
    case SharedLag::wave: return lag::Wave{parameter_1_as_time, parameter_2_as_time, Nanos{shared_lag.period}};
    default: return std::nullopt;
    }
}

} // namespace

SharedSettings to_shared_settings(const MachineSettings& settings, std::span<const SharedLagRecording> lag_recordings)
{
    const LagSettings& lag = settings.lag;
    if (lag.added_lags.size() > max_added_lags)
        throw std::runtime_error{"--lag has more than " + std::to_string(max_added_lags) +
                                 " kinds of lag; remove some"};
    SharedSettings shared_settings{.delay_ns = lag.delay.count(),
                                   .jitter_ns = lag.jitter.count(),
                                   .spike_ns = lag.spike.count(),
                                   .limit_hz = settings.limit_hz,
                                   .spike_interval_frames = lag.spike_interval_frames,
                                   .is_enabled = lag.is_enabled,
                                   .keeps_core_busy = lag.keeps_core_busy,
                                   .added_lag_count = static_cast<std::uint16_t>(lag.added_lags.size())};
    std::ranges::transform(lag.added_lags, shared_settings.added_lags.begin(),
                           [&](const LagSource& source)
                           { return std::visit(SharedLagConverter{lag_recordings}, source); });
    return shared_settings;
}

MachineSettings to_machine_settings(const SharedSettings& shared_settings,
                                    std::span<const std::int64_t> recorded_times_ns)
{
    MachineSettings settings{.lag = {.is_enabled = shared_settings.is_enabled != 0,
                                     .delay = Nanos{shared_settings.delay_ns},
                                     .jitter = Nanos{shared_settings.jitter_ns},
                                     .spike_interval_frames = shared_settings.spike_interval_frames,
                                     .spike = Nanos{shared_settings.spike_ns},
                                     .keeps_core_busy = shared_settings.keeps_core_busy != 0},
                             .limit_hz = shared_settings.limit_hz};
    const std::size_t used_lag_count =
        std::min<std::size_t>(shared_settings.added_lag_count, shared_settings.added_lags.size());
    for (const SharedLag& shared_lag : std::span{shared_settings.added_lags}.first(used_lag_count))
        if (auto source = to_lag_source(shared_lag, recorded_times_ns))
            settings.lag.added_lags.push_back(*std::move(source));
    return settings;
}

} // namespace sim
