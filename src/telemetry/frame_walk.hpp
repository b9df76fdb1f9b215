// telemetry/frame_walk.hpp -- computes those statistics of frame_times.hpp that depend on the order of the frames, one
// frame at a time
#pragma once

#include "telemetry/frame_times.hpp"

namespace telemetry
{

/// Computes statistics of the absolute differences between consecutive frame times.
class Changes
{
public:
    void add(double ms);
    /// Sets the fields change_mean_ms, change_rms_ms and change_bins of `t`, from all frame times added so far.
    void finish(FrameTimes& t) const;

private:
    std::int64_t frames_ = 0;
    double last_         = 0.0;
    double sum_          = 0.0;
    double squares_      = 0.0;
    std::array<std::int64_t, 5> bins_{};
};

/// Returns how many frame times CapFrameX averages to find the usual frame time, if the mean of all frame times is
/// `mean_ms`.
std::size_t stutter_window_of(double mean_ms);

/// Finds stuttering frames: frames longer than `factor` times the mean of the last `window` frame times.
class Stutter
{
public:
    Stutter(std::size_t window, double factor)
        : tamed_(window)
        , factor_(factor)
    {
    }
    /// Adds the next frame time; returns whether it is longer than `factor` times the mean of the last frame times.
    bool is_one(Nanos frame);

private:
    std::vector<Nanos> tamed_; ///< ring of the last frame times; each is at most 3 times the frame time before it
    double factor_;
    std::size_t place_ = 0; ///< index in the ring at which the next frame time is stored
    std::size_t count_ = 0;
    Nanos last_{};
    Nanos in_window_{};
};

/// Returns `part` in percent of `whole`; NaN if `whole` is not positive.
double percent_of(Nanos part, Nanos whole);

} // namespace telemetry
