#include "sim/machine/lag.hpp"

#include "sim/machine/random.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sim
{

namespace
{

Nanos fraction_of(double fraction, Nanos whole)
{
    return Nanos{static_cast<std::int64_t>(fraction * static_cast<double>(whole.count()))};
}

struct LagCalculator
{
    const LagContext& context;

    Nanos operator()(const lag::Constant& source) const { return source.length; }
    Nanos operator()(const lag::Random& source) const
    {
        return source.min_length +
               fraction_of(uniform_random(context.seed, static_cast<std::uint64_t>(context.frame_number)),
                           source.max_length - source.min_length);
    }
    Nanos operator()(const lag::EveryNthFrame& source) const
    {
        return (context.frame_number + 1) % source.interval_frames == 0 ? source.length : Nanos{};
    }
    Nanos operator()(const lag::SingleSpike& source) const
    {
        return context.frame_number == source.frame_number ? source.length : Nanos{};
    }
    Nanos operator()(const lag::DebuggerBreak& source) const
    {
        return context.previous_frame_start < source.wall_time && source.wall_time <= context.frame_start
                   ? source.length
                   : Nanos{};
    }
    Nanos operator()(const lag::Recorded& source) const
    {
        return (*source.frame_times)[static_cast<std::size_t>(context.frame_number) % source.frame_times->size()];
    }

    Nanos operator()(const lag::Wave& source) const
    {
        const double elapsed_share = static_cast<double>((context.frame_start % source.period).count()) /
                                     static_cast<double>(source.period.count());
        return source.min_length +
               fraction_of(1.0 - std::abs(2.0 * elapsed_share - 1.0), source.max_length - source.min_length);
    }

    // The total length of the pauses that began since the start of the previous frame, but at most of the last 10,000:
    // pauses longer than the time between them would make each frame longer than the one before.
    Nanos operator()(const lag::Pauses& source) const
    {
        Nanos sum{};
        constexpr std::int64_t max_pauses = 10'000;
        const std::int64_t last_pause = context.frame_start / source.mean_interval;
        const auto first_pause = std::max(
            {context.previous_frame_start / source.mean_interval - 2, last_pause - max_pauses, std::int64_t{0}});
        for (std::int64_t i = first_pause; i <= last_pause; ++i)
        {
            const auto pause_index = static_cast<std::uint64_t>(i);
            const double relative_shift = source.variation * (uniform_random(context.seed, 2 * pause_index) - 0.5);
            const Nanos pause_start =
                source.mean_interval * (i + 1) + fraction_of(relative_shift, source.mean_interval);
            if (context.previous_frame_start >= pause_start || pause_start > context.frame_start) continue;
            sum += fraction_of(1.0 + source.variation * (2.0 * uniform_random(context.seed, 2 * pause_index + 1) - 1.0),
                               source.length);
        }
        return sum;
    }
};

} // namespace

Nanos compute_lag(const LagSource& source, const LagContext& context)
{
    return std::visit(LagCalculator{context}, source);
}

Nanos LagGenerator::next(const LagSettings& settings, Nanos frame_start)
{
    const LagContext context{frame_count++, std::exchange(previous_frame_start, frame_start), frame_start, seed};
    last_lag = std::exchange(pending_hitch, Nanos{});
    if (!settings.is_enabled) return last_lag;

    last_lag += settings.delay;
    if (settings.jitter > Nanos::zero()) last_lag += compute_lag(lag::Random{{}, settings.jitter}, context);
    if (settings.spike_interval_frames > 0)
        last_lag += compute_lag(lag::EveryNthFrame{settings.spike_interval_frames, settings.spike}, context);
    for (std::size_t i = 0; i < settings.added_lags.size(); ++i)
    {
        LagContext context_of_source = context;
        context_of_source.seed = stream_seed(seed, i + 1);
        last_lag += compute_lag(settings.added_lags[i], context_of_source);
    }
    return last_lag;
}

} // namespace sim
