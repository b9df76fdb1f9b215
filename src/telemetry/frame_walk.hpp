// telemetry/frame_walk.hpp -- the figures of frame_times.hpp that depend on the order of the frames, frame by frame
#pragma once

#include "telemetry/frame_times.hpp"

namespace telemetry
{

/// Of the differences between neighbours: |dft|.
class Changes
{
public:
    void add(double ms);
    /// Puts what was seen into `t`.
    void finish(FrameTimes& t) const;

private:
    std::int64_t frames_ = 0;
    double last_         = 0.0;
    double sum_          = 0.0;
    double squares_      = 0.0;
    std::array<std::int64_t, 5> bins_{};
};

/// How many frames CapFrameX's trailing mean is over, where the mean of all is `mean_ms`.
std::size_t stutter_window_of(double mean_ms);

/// Which frames are longer than `factor` times the trailing mean of `window` frames.
class Stutter
{
public:
    Stutter(std::size_t window, double factor)
        : tamed_(window)
        , factor_(factor)
    {
    }
    bool is_one(Nanos frame);

private:
    std::vector<Nanos> tamed_; ///< the last of them, in a ring
    double factor_;
    std::size_t place_ = 0; ///< of the next in the ring
    std::size_t count_ = 0;
    Nanos last_{};
    Nanos in_window_{};
};

/// `part` of `whole` in percent; NaN of nothing.
double percent_of(Nanos part, Nanos whole);

} // namespace telemetry
