// lab/stage/pc_frames.hpp -- the frame times that the window has measured on this PC in the last seconds
#pragma once

#include "timestep/time.hpp"

#include <deque>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// A summary of measured frame times; all fields are zero before the first 0.25 s.
struct PcPace
{
    Nanos low{};         ///< 5th percentile of the frame times of the last 4 s
    Nanos high{};        ///< 95th percentile of the frame times of the last 4 s
    Nanos longest{};     ///< longest frame time of the last 10 s
    Nanos longest_ago{}; ///< time since the frame with the time `longest`
    double fps = 0.0;    ///< frames per second in the last 4 s
};

/// The frame times of this PC, without the lag that the user has set and without the program's own work (frames that
/// Desk::exclude_frames() excludes).
class PcFrames
{
public:
    /// Adds a frame that begins at the wall time `at`, after the frame time `length`.
    void add(Nanos at, Nanos length);
    /// Returns the frame times of the last 4 s, oldest first.
    std::vector<Nanos> lengths() const;
    /// Returns the summary, which is computed four times a second.
    const PcPace& pace() const { return pace_; }

private:
    struct Frame
    {
        Nanos at, length;
    };
    std::deque<Frame> frames_; ///< frames of the last 10 s
    PcPace pace_{};
    Nanos summed_up_{}; ///< wall time at which pace_ was computed
};

} // namespace lab
