#include "sim/machine/lag.hpp"

#include "sim/machine/random.hpp"

#include <algorithm>
#include <utility>

namespace sim
{

namespace
{

Nanos fraction_of(double fraction, Nanos whole)
{
    return Nanos{static_cast<std::int64_t>(fraction * static_cast<double>(whole.count()))};
}

struct LagLength
{
    const LagContext& context;

    Nanos operator()(const lag::Constant& k) const { return k.length; }
    Nanos operator()(const lag::Random& k) const
    {
        return k.min_length + fraction_of(uniform(context.seed, static_cast<std::uint64_t>(context.frame_number)),
                                          k.max_length - k.min_length);
    }
    Nanos operator()(const lag::Every& k) const
    {
        return (context.frame_number + 1) % k.frame_interval == 0 ? k.length : Nanos{};
    }
    Nanos operator()(const lag::Spike& k) const { return context.frame_number == k.frame_number ? k.length : Nanos{}; }
    Nanos operator()(const lag::Break& k) const
    {
        return context.previous_frame_start < k.wall_time && k.wall_time <= context.frame_start ? k.length : Nanos{};
    }
    Nanos operator()(const lag::Recorded& k) const
    {
        return (*k.frames)[static_cast<std::size_t>(context.frame_number) % k.frames->size()];
    }

    // The total length of the pauses that began after the start of the previous frame, up to the start of this frame.
    // Pause n, from 0, begins at mean_interval * (n + 1 + shift), with a random shift of at most variation / 2.
    Nanos operator()(const lag::Pauses& k) const
    {
        Nanos sum{};
        for (std::int64_t n = std::max<std::int64_t>(context.previous_frame_start / k.mean_interval - 2, 0);
             n <= context.frame_start / k.mean_interval; ++n)
        {
            const auto pause_index      = static_cast<std::uint64_t>(n);
            const double relative_shift = k.variation * (uniform(context.seed, 2 * pause_index) - 0.5);
            const Nanos pause_start     = k.mean_interval * (n + 1) + fraction_of(relative_shift, k.mean_interval);
            if (context.previous_frame_start >= pause_start || pause_start > context.frame_start) continue;
            sum += fraction_of(1.0 + k.variation * (2.0 * uniform(context.seed, 2 * pause_index + 1) - 1.0), k.length);
        }
        return sum;
    }
};

} // namespace

Nanos compute_lag(const LagKind& kind, const LagContext& context) { return std::visit(LagLength{context}, kind); }

Nanos Lag::take_next_lag(const LagSettings& settings, Nanos frame_start)
{
    const LagContext context{frame_count++, std::exchange(previous_frame_start, frame_start), frame_start, seed};
    last_lag = std::exchange(hitch, Nanos{});
    if (!settings.on) return last_lag;

    last_lag += settings.delay;
    if (settings.jitter > Nanos::zero()) last_lag += compute_lag(lag::Random{{}, settings.jitter}, context);
    if (settings.spike_every > 0) last_lag += compute_lag(lag::Every{settings.spike_every, settings.spike}, context);
    for (std::size_t i = 0; i < settings.more.size(); ++i)
    {
        LagContext own_context = context;
        own_context.seed       = seed_of(seed, i + 1);
        last_lag += compute_lag(settings.more[i], own_context);
    }
    return last_lag;
}

} // namespace sim
