#include "sim/machine/lag.hpp"

#include "sim/machine/random.hpp"

#include <algorithm>
#include <utility>

namespace sim
{

namespace
{

Nanos fraction_of(double part, Nanos whole)
{
    return Nanos{static_cast<std::int64_t>(part * static_cast<double>(whole.count()))};
}

struct LagLength
{
    const LagMoment& moment;

    Nanos operator()(const lag::Constant& k) const { return k.length; }
    Nanos operator()(const lag::Random& k) const
    {
        return k.least + fraction_of(uniform(moment.seed, static_cast<std::uint64_t>(moment.frame)), k.most - k.least);
    }
    Nanos operator()(const lag::Every& k) const { return (moment.frame + 1) % k.frames == 0 ? k.length : Nanos{}; }
    Nanos operator()(const lag::Spike& k) const { return moment.frame == k.frame ? k.length : Nanos{}; }
    Nanos operator()(const lag::Break& k) const
    {
        return moment.before < k.at && k.at <= moment.now ? k.length : Nanos{};
    }
    Nanos operator()(const lag::Recorded& k) const
    {
        return (*k.frames)[static_cast<std::size_t>(moment.frame) % k.frames->size()];
    }

    // The total length of the pauses that began after the start of the previous frame, up to the start of this frame.
    // Pause n, from 0, begins at k.every * (n + 1), with a random shift of at most half of k.variation * k.every.
    Nanos operator()(const lag::Pauses& k) const
    {
        Nanos sum{};
        for (std::int64_t n = std::max<std::int64_t>(moment.before / k.every - 2, 0); n <= moment.now / k.every; ++n)
        {
            const auto number           = static_cast<std::uint64_t>(n);
            const double relative_shift = k.variation * (uniform(moment.seed, 2 * number) - 0.5);
            const Nanos pause_start     = k.every * (n + 1) + fraction_of(relative_shift, k.every);
            if (moment.before >= pause_start || pause_start > moment.now) continue;
            sum += fraction_of(1.0 + k.variation * (2.0 * uniform(moment.seed, 2 * number + 1) - 1.0), k.length);
        }
        return sum;
    }
};

} // namespace

Nanos lag_of(const LagKind& kind, const LagMoment& moment) { return std::visit(LagLength{moment}, kind); }

Nanos Lag::next(const LagSettings& settings, Nanos now)
{
    const LagMoment moment{frames_++, std::exchange(before_, now), now, seed_};
    last_ = std::exchange(hitch_, Nanos{});
    if (!settings.on) return last_;

    last_ += settings.delay;
    if (settings.jitter > Nanos::zero()) last_ += lag_of(lag::Random{{}, settings.jitter}, moment);
    if (settings.spike_every > 0) last_ += lag_of(lag::Every{settings.spike_every, settings.spike}, moment);
    for (std::size_t i = 0; i < settings.more.size(); ++i)
    {
        LagMoment own_moment = moment;
        own_moment.seed      = seed_of(seed_, i + 1);
        last_ += lag_of(settings.more[i], own_moment);
    }
    return last_;
}

} // namespace sim
