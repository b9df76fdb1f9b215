#include "sim/machine/lag.hpp"

#include "sim/machine/random.hpp"

#include <algorithm>
#include <utility>

namespace sim
{

namespace
{

Nanos share(double part, Nanos of) { return Nanos{static_cast<std::int64_t>(part * static_cast<double>(of.count()))}; }

struct Length
{
    const LagMoment& m;

    Nanos operator()(const lag::Constant& k) const { return k.length; }
    Nanos operator()(const lag::Random& k) const
    {
        return k.least + share(uniform(m.seed, static_cast<std::uint64_t>(m.frame)), k.most - k.least);
    }
    Nanos operator()(const lag::Every& k) const { return (m.frame + 1) % k.frames == 0 ? k.length : Nanos{}; }
    Nanos operator()(const lag::Spike& k) const { return m.frame == k.frame ? k.length : Nanos{}; }
    Nanos operator()(const lag::Break& k) const { return m.before < k.at && k.at <= m.now ? k.length : Nanos{}; }
    Nanos operator()(const lag::Recorded& k) const
    {
        return (*k.frames)[static_cast<std::size_t>(m.frame) % k.frames->size()];
    }

    // The total length of all pauses since the start of the previous frame. Pause number n, from 0, begins at k.every *
    // (n + 1), shifted at random by at most half of k.variation * k.every, earlier or later. So the pauses keep their
    // order.
    Nanos operator()(const lag::Pauses& k) const
    {
        Nanos sum{};
        for (std::int64_t n = std::max<std::int64_t>(m.before / k.every - 2, 0); n <= m.now / k.every; ++n)
        {
            const auto number = static_cast<std::uint64_t>(n);
            const double off  = k.variation * (uniform(m.seed, 2 * number) - 0.5);
            const Nanos at    = k.every * (n + 1) + share(off, k.every);
            if (m.before >= at || at > m.now) continue;
            sum += share(1.0 + k.variation * (2.0 * uniform(m.seed, 2 * number + 1) - 1.0), k.length);
        }
        return sum;
    }
};

} // namespace

Nanos lag_of(const LagKind& kind, const LagMoment& moment) { return std::visit(Length{moment}, kind); }

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
        LagMoment own = moment;
        own.seed      = seed_of(seed_, i + 1);
        last_ += lag_of(settings.more[i], own);
    }
    return last_;
}

} // namespace sim
