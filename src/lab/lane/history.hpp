// lab/lane/history.hpp -- keeps the pictures of a loop's last seconds, within a limit of memory
//
// The history covers at least the last 10 s. If the memory is too small for all frames of 10 s, because the loop has
// many frames or large states (scene Storm), it keeps only frames at equal distances in time. If the memory is larger,
// the history covers more than 10 s.
#pragma once

#include "scenes/moment.hpp"

#include <deque>

namespace lab
{

using timestep::Nanos;

class LaneHistory
{
public:
    static constexpr Nanos reach{10'000'000'000}; ///< shortest time that a full history covers: 10 s

    /// `budget` is the limit of memory in bytes.
    explicit LaneHistory(std::size_t budget)
        : budget_{budget}
    {
    }

    /// Adds a frame. Frames must be added in the order of their wall times. Ignores a frame that alone exceeds the
    /// limit of memory, and a frame that began less than 10 s / N after the last kept frame; N is the number of such
    /// frames for which the memory is sufficient.
    void keep(const scenes::Moment& moment);
    void clear();

    /// Returns the newest kept frame that began at wall time `wall` or earlier. If all kept frames began later, returns
    /// the oldest kept frame. Returns null if no frame is kept.
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
