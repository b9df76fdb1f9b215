// programs/demo/panels/scrub.hpp -- a whole recording as a strip: how long its frames are, where its hitches are
#pragma once

#include <cstddef>
#include <vector>

namespace demo
{

/// The columns of the strip; each covers the same time.
struct Scrub
{
    static constexpr std::size_t columns = 512;

    std::vector<float> longest_ms{};        ///< of each column; empty when there is no recording
    std::vector<std::size_t> first_frame{}; ///< of each column
    float usual_ms = 0.0F;                  ///< the median frame
    float most_ms  = 0.0F;
    std::vector<float> hitches{}; ///< where the longest hitches begin, as shares of the time
    double seconds = 0.0;

    bool empty() const { return longest_ms.empty(); }
    /// Where `frame` begins, as a share of the time, at most 1.
    double share_of(std::size_t frame) const;
    /// The frame at `share` of the time; shares outside 0 to 1 are clamped.
    std::size_t frame_at(double share) const;
};

} // namespace demo
