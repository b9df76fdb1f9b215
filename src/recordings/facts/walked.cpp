#include "recordings/facts/walked.hpp"

#include "recordings/facts/ranks.hpp"
#include "telemetry/frame_walk.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <functional>

namespace recordings
{

namespace
{

using Frames = LongRecording::Frames;

constexpr double low_share          = 0.01;
constexpr std::size_t worst_hitches = 1000;

// The first pass: sums, the longest frame, and the number of frames in each bucket of lengths.
struct First
{
    Ranks ranks{};
    telemetry::Changes changes{};
    std::size_t count = 0;
    Nanos total{}, longest{-1}, longest_at{};
    std::size_t longest_frame = 0;
    bool fits                 = true;

    void see(Nanos frame)
    {
        changes.add(timestep::to_millis(frame));
        fits = ranks.count(frame) && fits;
        if (frame > longest)
        {
            longest       = frame;
            longest_at    = total;
            longest_frame = count;
        }
        total += frame;
        ++count;
    }
};

// The ranks that the facts need: indices into all frames in ascending order.
struct FramePlaces
{
    explicit FramePlaces(std::size_t n)
        : median(telemetry::quantile_position(n, 0.50, telemetry::QuantileRule::r7))
        , p99(telemetry::quantile_position(n, 0.99, telemetry::QuantileRule::r7))
        , middle(n / 2)
        , most(static_cast<std::size_t>(histogram_share * static_cast<double>(n - 1)))
        , cap(static_cast<std::size_t>(cap_share * static_cast<double>(n - 1)))
        , in_tail(std::min(static_cast<std::size_t>(low_share * static_cast<double>(n)) + 3, n))
        , tail(n - in_tail)
        , last(n - 1)
    {
    }
    std::array<std::size_t, 8> all() const
    {
        return {median.below, next(median), p99.below, next(p99), middle, most, cap, tail};
    }
    std::size_t next(telemetry::QuantilePosition p) const { return std::min(p.below + 1, last); }

    telemetry::QuantilePosition median, p99;
    std::size_t middle, most, cap, in_tail, tail, last;
};

double quantile_ms(const Ranks& ranks, const FramePlaces& places, telemetry::QuantilePosition p)
{
    const double low  = timestep::to_millis(ranks.at(p.below));
    const double high = timestep::to_millis(ranks.at(places.next(p)));
    return p.fraction == 0.0 ? low : low + p.fraction * (high - low);
}

// The second pass: figures that need the mean, and the frames in the buckets of the wanted ranks.
struct Second
{
    Second(First& first, const FramePlaces& places, double mean_ms)
        : ranks(first.ranks)
        , stutter(telemetry::stutter_window_of(mean_ms), 2.5)
        , limit_ms(2.5 * mean_ms)
        , tail_from(ranks.above(places.tail))
    {
        tail.ms.reserve(places.in_tail);
        tail.count  = first.count;
        tail.sum_ms = timestep::to_millis(first.total);
    }
    void see(Nanos frame)
    {
        ranks.look(frame);
        if (stutter.is_one(frame)) stuttered += frame;
        const double ms = timestep::to_millis(frame);
        if (ms > limit_ms)
        {
            over_mean += frame;
            ++count_over_mean;
        }
        if (frame >= tail_from) tail.ms.push_back(ms);
    }
    // Completes the tail with the longest frames of the bucket in which the tail begins, and sorts it.
    void finish(const FramePlaces& places)
    {
        auto values = ranks.around(places.tail);
        for (; tail.ms.size() < places.in_tail; values.pop_back())
        {
            const std::size_t some = std::min(values.back().count, places.in_tail - tail.ms.size());
            tail.ms.insert(tail.ms.end(), some, timestep::to_millis(values.back().value));
            tail.ties = values.back().count - some;
        }
        std::ranges::sort(tail.ms, std::greater{});
    }

    Ranks& ranks;
    telemetry::Stutter stutter;
    double limit_ms;
    Nanos tail_from;
    Nanos stuttered{}, over_mean{};
    std::size_t count_over_mean = 0;
    telemetry::LongestFrames tail{};
};

// The third pass: figures that need quantiles, the histogram and the hitches.
struct Third
{
    Third(Histogram& shape, Nanos limit)
        : histogram(shape)
        , hitch_limit(limit)
    {
    }
    void see(Nanos frame)
    {
        const auto bin = static_cast<std::size_t>(frame / histogram.width);
        ++histogram.counts[std::min(bin, histogram.counts.size() - 1)];
        if (frame > hitch_limit)
        {
            ++hitch_count;
            hitches.push_back({count, at, frame});
            if (hitches.size() == 2 * worst_hitches) prune();
        }
        at += frame;
        ++count;
    }
    // Keeps only the longest 1000 hitches.
    void prune()
    {
        std::ranges::stable_sort(hitches, std::greater{}, &Hitch::length);
        hitches.resize(std::min(hitches.size(), worst_hitches));
    }

    Histogram& histogram;
    Nanos hitch_limit;
    std::vector<Hitch> hitches{};
    std::size_t hitch_count = 0;
    std::size_t count       = 0;
    Nanos at{};
};

template <class Walk>
bool go_through(const LongRecording& recording, Walk& walk)
{
    return recording.walk(
        [&walk](Frames frames)
        {
            for (const Nanos frame : frames) walk.see(frame);
        });
}

void take(StreamFacts& facts, const First& first)
{
    telemetry::FrameTimes& t = facts.times;
    t.frames                 = static_cast<std::int64_t>(first.count);
    t.mean_ms                = timestep::to_millis(first.total) / static_cast<double>(first.count);
    t.average_fps            = 1000.0 / t.mean_ms;
    t.max_ms                 = timestep::to_millis(first.longest);
    first.changes.finish(t);
    facts.length         = first.total;
    facts.longest_frame  = first.longest_frame;
    facts.longest_at     = first.longest_at;
    facts.stutter_window = telemetry::stutter_window_of(t.mean_ms);
}

void take(StreamFacts& facts, const Second& second, const FramePlaces& places)
{
    const Ranks& ranks            = second.ranks;
    facts.times.p50_ms            = quantile_ms(ranks, places, places.median);
    facts.times.p99_ms            = quantile_ms(ranks, places, places.p99);
    facts.stutter_percent         = telemetry::percent_of(second.stuttered, facts.length);
    facts.stutter_percent_of_mean = telemetry::percent_of(second.over_mean, facts.length);
    facts.stutter_percent_by_count =
        100.0 * static_cast<double>(second.count_over_mean) / static_cast<double>(ranks.size());
    facts.hitch_limit  = hitch_limit_of(ranks.at(places.middle));
    facts.histogram    = empty_histogram(ranks.at(places.most));
    facts.frame_cap_hz = frame_cap_of(ranks.at(places.cap));
    take_lows(facts, second.tail);
}

} // namespace

std::optional<StreamFacts> walked_facts(const LongRecording& recording)
{
    First first;
    if (!go_through(recording, first) || !first.fits) return std::nullopt;
    StreamFacts facts;
    take(facts, first);

    const FramePlaces places{first.count};
    first.ranks.ask(places.all());
    Second second{first, places, facts.times.mean_ms};
    if (!go_through(recording, second)) return std::nullopt;
    second.finish(places);
    take(facts, second, places);

    Third third{facts.histogram, facts.hitch_limit};
    if (!go_through(recording, third) || third.count != first.count) return std::nullopt;
    third.prune();
    facts.hitches     = std::move(third.hitches);
    facts.hitch_count = third.hitch_count;
    return facts;
}

} // namespace recordings
