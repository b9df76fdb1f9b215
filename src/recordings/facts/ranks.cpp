#include "recordings/facts/ranks.hpp"

#include <algorithm>

namespace recordings
{

namespace
{

constexpr int bits                 = 10;
constexpr std::size_t bucket_width = std::size_t{1} << bits;        // width of a bucket in ns
constexpr std::size_t bucket_count = std::size_t{1} << (32 - bits); // buckets for frames up to 4.3 s
constexpr std::size_t most_long    = 1'000'000;

std::size_t bucket_of(Nanos frame) { return std::min(static_cast<std::size_t>(frame.count()) >> bits, bucket_count); }

} // namespace

Ranks::Ranks()
    : buckets_(bucket_count)
    , slots_(bucket_count)
{
}

bool Ranks::count(Nanos frame)
{
    ++size_;
    const std::size_t bucket = bucket_of(frame);
    if (bucket < bucket_count)
        ++buckets_[bucket];
    else if (long_.size() < most_long)
        long_.push_back(frame);
    else
        return false;
    return true;
}

void Ranks::ask(std::span<const std::size_t> ranks)
{
    std::ranges::sort(long_);
    std::vector<std::size_t> sorted(ranks.begin(), ranks.end());
    std::ranges::sort(sorted);
    std::size_t bucket = 0, before = 0;
    for (const std::size_t rank : sorted)
    {
        while (bucket < bucket_count && before + buckets_[bucket] <= rank) before += buckets_[bucket++];
        if (bucket < bucket_count && slots_[bucket] == 0)
        {
            values_.emplace_back(bucket_width);
            slots_[bucket] = static_cast<std::uint8_t>(values_.size());
        }
        asked_.push_back({rank, bucket, before, values_.empty() ? 0 : values_.size() - 1});
    }
}

void Ranks::look(Nanos frame)
{
    const std::size_t bucket = bucket_of(frame);
    if (bucket == bucket_count || slots_[bucket] == 0) return;
    ++values_[slots_[bucket] - 1U][static_cast<std::size_t>(frame.count()) % bucket_width];
}

const Ranks::Asked& Ranks::asked(std::size_t rank) const { return *std::ranges::find(asked_, rank, &Asked::rank); }

std::vector<Ranks::Repeated> Ranks::around(std::size_t rank) const
{
    const Asked& a = asked(rank);
    std::vector<Repeated> all;
    if (a.bucket == bucket_count)
        for (const Nanos frame : long_) all.push_back({frame, 1});
    else
        for (std::size_t i = 0; i < bucket_width; ++i)
            if (values_[a.slot][i] > 0)
                all.push_back({Nanos{static_cast<std::int64_t>(a.bucket * bucket_width + i)}, values_[a.slot][i]});
    return all;
}

Nanos Ranks::at(std::size_t rank) const
{
    std::size_t passed = asked(rank).before;
    for (const Repeated& r : around(rank))
        if ((passed += r.count) > rank) return r.value;
    return Nanos::max();
}

Nanos Ranks::above(std::size_t rank) const
{
    const std::size_t bucket = asked(rank).bucket;
    return bucket == bucket_count ? Nanos::max() : Nanos{static_cast<std::int64_t>((bucket + 1) * bucket_width)};
}

} // namespace recordings
