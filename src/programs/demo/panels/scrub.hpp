// programs/demo/panels/scrub.hpp -- data of the strip that shows a whole recording: frame times and hitches
#pragma once

#include <cstddef>
#include <vector>

namespace demo
{

/// The strip: its columns from left to right. Each column covers the same length of time.
struct Scrub
{
    static constexpr std::size_t columns = 512;

    std::vector<float> longest_ms{};        ///< longest frame time of each column; empty without a recording
    std::vector<std::size_t> first_frame{}; ///< number of each column's first frame
    float usual_ms = 0.0F;                  ///< median frame time
    float most_ms  = 0.0F;                  ///< longest frame time
    std::vector<float> hitches{};           ///< starts of at most 200 hitches, as shares of the recording's length
    double seconds = 0.0;                   ///< length of the recording

    bool empty() const { return longest_ms.empty(); }
    /// Returns the start of frame number `frame` as a share of the recording's length, at most 1.
    double share_of(std::size_t frame) const;
    /// Returns the number of the frame at `share` of the recording's length. Shares outside 0 to 1 are clamped.
    std::size_t frame_at(double share) const;
};

} // namespace demo
