// SPDX-License-Identifier: MIT
// timestep/rollback.hpp -- goes back to a past tick when its predicted input turns out to be wrong, and takes the ticks
// from there again
//   ticks   |--|--|--|--|--|          predicted inputs
//              ^ the input of this tick arrives and differs
//              |--|--|--|--|          the same ticks again, within one frame
// Source:  T. Cannon, GGPO, 2006.
// Promise: the states are the same as if all inputs had arrived in time. The game loop is not changed: it counts wall
//          time, and wall time does not go back.
// Price:   the last `capacity` states and inputs are stored; a correction can cost that many steps in one frame.
#pragma once

#include "timestep/step_plan.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <utility>

namespace timestep
{

/// A world that stores the states and inputs of its last `capacity` ticks. `State` and `Input` are copied; a step must
/// depend on nothing else than the state, the input and the tick's number. Allocates no memory if copying a state does
/// not.
template <class State, class Input, std::size_t capacity = 64>
class Rollback
{
public:
    constexpr explicit Rollback(const State& start = {}, std::int64_t first_tick = 0)
        : state_{start}
        , first_{first_tick}
        , tick_{first_tick}
    {
    }

    constexpr const State& state() const { return state_; }
    /// The number of the next tick, which is the number of all ticks so far. A tick that is simulated again counts
    /// once.
    constexpr std::int64_t tick() const { return tick_; }
    /// The oldest tick whose input can still be corrected.
    constexpr std::int64_t oldest() const { return detail::max(first_, tick_ - static_cast<std::int64_t>(capacity)); }

    /// Takes the next tick by calling `f(State&, const Input&, tick)`. The input is known, or a prediction that
    /// correct() can replace later.
    template <class F>
    constexpr void step(const Input& input, F&& f)
    {
        kept(tick_) = {state_, input};
        f(state_, input, tick_);
        ++tick_;
    }

    /// Replaces the input of a past tick; resimulate() then repeats this tick and all later ones. If the new input is
    /// equal to the predicted one, nothing is repeated. Returns false and changes nothing if the tick has not been
    /// taken yet, or is older than oldest(). A tick that is too old cannot be corrected: the players' PCs then have
    /// different states.
    constexpr bool correct(std::int64_t tick, const Input& input)
    {
        if (tick < oldest() || tick >= tick_) return false;
        if constexpr (std::equality_comparable<Input>)
            if (kept(tick).input == input) return true;
        kept(tick).input = input;
        wrong_           = detail::min(wrong_.value_or(tick), tick);
        return true;
    }

    /// Goes back to the state before the oldest corrected tick, and takes all ticks from there to the newest one again
    /// by calling `f`. Call it before the steps of a frame. Returns the number of ticks simulated again. The caller
    /// must not play the sounds and effects of these ticks a second time.
    template <class F>
    constexpr std::int64_t resimulate(F&& f)
    {
        const std::int64_t from = std::exchange(wrong_, std::nullopt).value_or(tick_);
        if (from == tick_) return 0;
        state_ = kept(from).before;
        for (std::int64_t tick = from; tick < tick_; ++tick)
        {
            kept(tick).before = state_;
            f(state_, kept(tick).input, tick);
        }
        return tick_ - from;
    }

private:
    struct Kept
    {
        State before{};
        Input input{};
    };

    constexpr Kept& kept(std::int64_t tick) { return ring_[static_cast<std::size_t>(tick - first_) % capacity]; }

    State state_;
    std::int64_t first_, tick_;
    // Oldest corrected tick: this tick and all later ones must be simulated again. Empty if no tick was corrected.
    std::optional<std::int64_t> wrong_{};
    std::array<Kept, capacity> ring_{};
};

} // namespace timestep
