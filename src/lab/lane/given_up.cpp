#include "lab/lane/given_up.hpp"

#include <algorithm>
#include <chrono>

namespace lab
{

namespace
{

// Returns true if a loop seldom drops or gains time: in at most one of ten frames. Counts the frames of `earlier` that
// started at `begin` or later, and the newest frame; `newest` is true if that frame dropped or gained time.
bool is_seldom(const telemetry::Frames& earlier, Nanos begin, bool newest)
{
    std::size_t changed = newest ? 1 : 0;
    std::size_t frames  = 1;
    for (std::size_t i = earlier.size(); i-- > 0 && earlier[i].wall >= begin; ++frames)
        if (telemetry::changes_time(earlier[i].plan)) ++changed;
    return 10 * changed <= frames;
}

} // namespace

Nanos GivenUpTime::add(const telemetry::Frames& earlier, Nanos wall, Nanos measured, Nanos dropped, Nanos filter_error)
{
    const Nanos lost   = dropped + filter_error;
    const bool changed = telemetry::changes_time(lost);
    if (changed) owed_ += lost;
    if (owed_ == Nanos::zero()) return owed_;
    // A filter that averages frame times first shortens a long frame, and then adds the removed time to later frames.
    // The clock of the ring (the motion of a PC that is never late) is set forward by the time that the filter adds in
    // this frame.
    if (changed && lost < Nanos::zero() && filter_error < Nanos::zero()) return settle(std::max(filter_error, -total_));
    if (!is_seldom(earlier, wall - measured - std::chrono::seconds{1}, changed)) return Nanos::zero();
    const Nanos all = settle(std::max(owed_, -total_));
    owed_           = Nanos::zero();
    return all;
}

Nanos GivenUpTime::settle(Nanos time)
{
    owed_ -= time;
    total_ += time;
    return time;
}

} // namespace lab
