// programs/demo/panels/scrub.hpp -- the data of the strip that shows a whole recording: its frame times and its hitches
// (very long frames)
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace demo
{

/// The data of a strip that shows a whole recording. Its columns, from left to right, cover equal durations.
struct Scrub
{
    static constexpr std::size_t columns = 512;

    /// Longest frame time in each column, in ms; empty if the loops do not get their frame times from a recording.
    std::vector<float> longest_ms{};
    std::vector<std::size_t> first_frame{}; ///< index in the recording of the first frame in each column
    float usual_ms = 0.0F;                  ///< median frame time of the recording in ms
    float most_ms  = 0.0F;                  ///< longest frame time of the recording in ms
    /// Times at which hitches (very long frames) start, as shares of the recording's duration, 0 to 1; at most 200.
    std::vector<float> hitches{};
    double seconds = 0.0; ///< duration of the recording in seconds

    bool empty() const { return longest_ms.empty(); }
    /// Returns the start of frame number `frame` as a share of the recording's duration, at most 1.
    double share_of(std::size_t frame) const;
    /// Returns the number of the frame at a time of the recording. `share` is this time as a share of the recording's
    /// duration, clamped to 0 to 1.
    std::size_t frame_at(double share) const;
};

/// Another recording that is drawn over the strip, on the same time axis.
struct ScrubOverlay
{
    std::string name{}; ///< name of the file, without its folder
    /// Longest frame time in each column of the strip, in ms; 0 in the columns after the end of this recording.
    std::vector<float> longest_ms{};
};

} // namespace demo
