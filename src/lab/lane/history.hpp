// lab/lane/history.hpp -- what a lane showed in the last seconds, to go back to: a ring of moments within a budget of
// memory
//
// At least the last ten seconds can be gone back to. A budget that holds all of their frames holds more of the past; of
// a lane with so many frames, or with states so large (Storm), that it does not, moments are kept evenly apart.
#pragma once

#include "scenes/moment.hpp"

#include <deque>

namespace lab
{

using timestep::Nanos;

class LaneHistory
{
public:
    static constexpr Nanos reach{10'000'000'000};

    /// `budget` in bytes.
    explicit LaneHistory(std::size_t budget)
        : budget_{budget}
    {
    }

    /// Frames must come in the order of their walls. One that is too close to the last, or too large, is not kept.
    void keep(const scenes::Moment& moment);
    void clear();

    /// The newest kept frame that had begun by then, else the oldest kept; null when none is.
    const scenes::KeptMoment* at(Nanos wall) const;
    std::size_t size() const { return kept_.size(); }
    /// Never more than the budget.
    std::size_t bytes() const { return bytes_; }

private:
    std::deque<scenes::KeptMoment> kept_;
    std::size_t budget_;
    std::size_t bytes_ = 0;
};

} // namespace lab
