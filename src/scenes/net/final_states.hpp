// scenes/net/final_states.hpp -- stores the newest final states of one PC of a network game, in at most 2.4 MB. The
// state of a tick is final when all inputs up to the tick are known: it never changes again
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace scenes
{

/// The final state of a tick: all inputs up to the tick are known, so the state never changes.
struct FinalState
{
    double seconds     = 0.0; ///< time in the game at the end of the tick, in seconds
    double x           = 0.0; ///< the body's coordinate in metres or radians
    std::uint64_t hash = 0;

    friend bool operator==(const FinalState& a, const FinalState& b)
    {
        return a.hash == b.hash && a.seconds == b.seconds;
    }
};

/// Final states of consecutive ticks, which count from 1.
class FinalStates
{
public:
    /// Number of states that are kept: 2.4 MB, 28 minutes at 60 ticks a second.
    static constexpr std::size_t most = 100'000;

    /// Adds the state of the next tick. If `most` states are kept, the oldest is dropped.
    void add(const FinalState& state)
    {
        if (states_.size() == most) drop_oldest();
        states_.push_back(state);
    }
    /// Drops a state only if its tick is before `tick` and the state after it is at `seconds` of the game or earlier.
    /// So x_at() can still interpolate at `seconds` and later.
    void drop(std::int64_t tick, double seconds)
    {
        while (states_.size() > 1 && first_ < tick && states_[1].seconds <= seconds) drop_oldest();
    }

    bool empty() const { return states_.empty(); }
    /// Returns the first tick whose state is kept.
    std::int64_t first() const { return first_; }
    /// Returns the last tick whose state is final; 0 if no tick is final.
    std::int64_t last() const { return first_ + static_cast<std::int64_t>(states_.size()) - 1; }
    /// Returns the state of a tick from first() to last().
    const FinalState& operator[](std::int64_t tick) const { return states_[static_cast<std::size_t>(tick - first_)]; }
    const FinalState& newest() const { return states_.back(); }
    /// Returns the body's coordinate x at a time of the game in seconds, interpolated between two ticks. Empty if the
    /// states at this time are not final yet, or have been dropped.
    std::optional<double> x_at(double seconds) const;

private:
    void drop_oldest()
    {
        states_.pop_front();
        ++first_;
    }

    std::int64_t first_ = 1;
    std::deque<FinalState> states_;
};

} // namespace scenes
