#include "telemetry/frame_walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace telemetry
{

void Changes::add(double ms)
{
    if (frames_++ > 0)
    {
        const double change = std::abs(ms - last_);
        sum_ += change;
        squares_ += change * change;
        const auto bin = std::upper_bound(change_bin_edges_ms.begin(), change_bin_edges_ms.end(), change);
        ++bins_[static_cast<std::size_t>(bin - change_bin_edges_ms.begin())];
    }
    last_ = ms;
}

void Changes::finish(FrameTimes& t) const
{
    const double changes = std::max(static_cast<double>(frames_) - 1.0, 1.0);
    t.change_mean_ms     = sum_ / changes;
    t.change_rms_ms      = std::sqrt(squares_ / changes);
    t.change_bins        = bins_;
}

std::size_t stutter_window_of(double mean_ms)
{
    return static_cast<std::size_t>(std::max(std::nearbyint(10.0 * std::sqrt(std::max(mean_ms, 0.0))), 1.0));
}

bool Stutter::is_one(Nanos frame)
{
    Nanos& place      = tamed_[place_];
    const Nanos tamed = count_ > 0 && frame > 3 * last_ ? last_ : frame;
    in_window_ += tamed - (count_ >= tamed_.size() ? place : Nanos{});
    place            = tamed;
    place_           = place_ + 1 == tamed_.size() ? 0 : place_ + 1;
    last_            = frame;
    const auto count = static_cast<double>(std::min(++count_, tamed_.size()));
    return timestep::to_millis(frame) > factor_ * timestep::to_millis(in_window_) / count;
}

double percent_of(Nanos part, Nanos whole)
{
    if (whole <= Nanos::zero()) return std::numeric_limits<double>::quiet_NaN();
    return 100.0 * timestep::to_millis(part) / timestep::to_millis(whole);
}

} // namespace telemetry
