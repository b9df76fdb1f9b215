// telemetry/frame_walk.hpp -- statistics of frame_times.hpp that depend on the order of frames, computed frame by frame
#pragma once

#include "telemetry/frame_times.hpp"

namespace telemetry
{

/// Collects the absolute differences between consecutive frame times.
class Changes
{
public:
    void add(double ms);
    /// Writes the fields change_mean_ms, change_rms_ms and change_bins of `t`.
    void finish(FrameTimes& t) const;

private:
    std::int64_t frames_ = 0;
    double last_         = 0.0;
    double sum_          = 0.0;
    double squares_      = 0.0;
    std::array<std::int64_t, 5> bins_{};
};

/// Returns the number of frames in CapFrameX's trailing mean, if the mean of all frames is `mean_ms`.
std::size_t stutter_window_of(double mean_ms);

/// Finds frames that are longer than `factor` times the trailing mean of `window` frames.
class Stutter
{
public:
    Stutter(std::size_t window, double factor)
        : tamed_(window)
        , factor_(factor)
    {
    }
    /// Adds the next frame; returns whether it is longer than `factor` times the trailing mean.
    bool is_one(Nanos frame);

private:
    std::vector<Nanos> tamed_; ///< ring of the last frame times, limited as stutter_percent() describes
    double factor_;
    std::size_t place_ = 0; ///< index of the next frame in the ring
    std::size_t count_ = 0;
    Nanos last_{};
    Nanos in_window_{};
};

/// Returns 100 * part / whole; NaN if `whole` is not positive.
double percent_of(Nanos part, Nanos whole);

} // namespace telemetry
