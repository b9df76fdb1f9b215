// recordings/facts/ranks.hpp -- finds exact order statistics of more frames than fit into memory, in two passes
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace recordings
{

using timestep::Nanos;

/// The first pass counts the frames in buckets of 1024 ns. The second pass counts the frames by exact value, only in
/// the buckets that contain a wanted rank. Frames of 4.3 s and more are stored directly.
class Ranks
{
public:
    Ranks();

    /// Adds a frame in the first pass. Returns false if there are more than 1,000,000 frames of 4.3 s and more: then
    /// the results are not exact.
    bool count(Nanos frame);
    /// Sets the wanted ranks after the first pass. A rank is an index into all frames in ascending order, from 0.
    void ask(std::span<const std::size_t> ranks);
    /// Adds a frame in the second pass.
    void look(Nanos frame);
    /// Returns the frame at a wanted rank, after the second pass.
    Nanos at(std::size_t rank) const;

    std::size_t size() const { return size_; }
    /// A frame time and the number of frames with this time.
    struct Repeated
    {
        Nanos value{};
        std::size_t count = 0;
    };
    /// Returns all frame times in the bucket of a wanted rank, in ascending order.
    std::vector<Repeated> around(std::size_t rank) const;
    /// Returns the upper limit of the bucket of a wanted rank: all frames in later buckets are at least this long.
    Nanos above(std::size_t rank) const;

private:
    struct Asked
    {
        std::size_t rank = 0, bucket = 0, before = 0; ///< `before`: number of frames in all lower buckets
        std::size_t slot = 0;                         ///< index into values_
    };
    const Asked& asked(std::size_t rank) const;

    std::vector<std::uint32_t> buckets_;
    std::vector<std::uint8_t> slots_; ///< for each bucket: index into values_ plus 1; 0 without a wanted rank
    std::vector<std::vector<std::uint32_t>> values_; ///< for each wanted bucket: number of frames by value
    std::vector<Nanos> long_;                        ///< frames of 4.3 s and more; in ascending order after ask()
    std::vector<Asked> asked_;
    std::size_t size_ = 0;
};

} // namespace recordings
