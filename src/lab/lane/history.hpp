// lab/lane/history.hpp -- keeps the frames that a lane showed in the last seconds, within a limit of memory
//
// The history covers at least the last 10 s. If the limit is too small for all frames of 10 s, because the lane has
// many frames or large states (scene Storm), it keeps frames at equal distances in time. If the limit is larger, the
// history covers more than 10 s.
#pragma once

#include "scenes/moment.hpp"

#include <deque>

namespace lab
{

using timestep::Nanos;

class LaneHistory
{
public:
    static constexpr Nanos reach{10'000'000'000}; ///< shortest time that a full history covers

    /// `budget` is the limit of memory in bytes.
    explicit LaneHistory(std::size_t budget)
        : budget_{budget}
    {
    }

    /// Adds a frame. Frames must be added in the order of their wall times. Ignores a frame that is too close in time
    /// to the last kept frame, or larger than the limit of memory.
    void keep(const scenes::Moment& moment);
    void clear();

    /// Returns the newest kept frame that began at `wall` or earlier. If all kept frames began later, returns the
    /// oldest. Returns null if no frame is kept.
    const scenes::KeptMoment* at(Nanos wall) const;
    std::size_t size() const { return kept_.size(); }
    /// Returns the memory in use, in bytes; at most the limit.
    std::size_t bytes() const { return bytes_; }

private:
    std::deque<scenes::KeptMoment> kept_;
    std::size_t budget_;
    std::size_t bytes_ = 0;
};

} // namespace lab
