// recordings/facts/ranks.hpp -- the frame at a rank among more frames than memory holds, exactly, in two walks through
// them
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace recordings
{

using timestep::Nanos;

/// First every frame is counted in a bucket of 1024 ns; then, by value, those in the buckets that hold what is asked
/// for. Frames of 4.3 s and more are kept as they are.
class Ranks
{
public:
    Ranks();

    /// The first walk. False when there are more long frames than are kept.
    bool count(Nanos frame);
    /// Between the walks: what is wanted, as places among the frames in ascending order, from 0.
    void ask(std::span<const std::size_t> ranks);
    /// The second walk.
    void look(Nanos frame);
    /// One of those that were asked for.
    Nanos at(std::size_t rank) const;

    std::size_t size() const { return size_; }
    /// Of the frames in the bucket of `rank`, one of those that were asked for: each value and how often it is there.
    struct Repeated
    {
        Nanos value{};
        std::size_t count = 0;
    };
    std::vector<Repeated> around(std::size_t rank) const;
    /// Where the frames begin that are longer than any in the bucket of `rank`.
    Nanos above(std::size_t rank) const;

private:
    struct Asked
    {
        std::size_t rank = 0, bucket = 0, before = 0; ///< frames in the buckets below
        std::size_t slot = 0;                         ///< of `values_`
    };
    const Asked& asked(std::size_t rank) const;

    std::vector<std::uint32_t> buckets_;
    std::vector<std::uint8_t> slots_; ///< by bucket, from 1; 0 where nothing is wanted
    std::vector<std::vector<std::uint32_t>> values_;
    std::vector<Nanos> long_; ///< in ascending order after ask()
    std::vector<Asked> asked_;
    std::size_t size_ = 0;
};

} // namespace recordings
