// SPDX-License-Identifier: MIT
// timestep/rollback.hpp -- rollback netcode: simulates past ticks again when their predicted input was wrong
//   ticks   |--|--|--|--|--|          predicted inputs
//              ^ the input of this tick arrives and differs
//              |--|--|--|--|          the same ticks again, within one frame
// Source:  T. Cannon, GGPO, 2006.
// Promise: the states are the same as if all inputs had arrived in time. The game loop is not changed: it counts wall
//          time, and wall time does not go back.
// Price:   the last `capacity` states and inputs are stored; a correction can cost `capacity` steps in one frame.
#ifndef TIMESTEP_ROLLBACK_HPP
#define TIMESTEP_ROLLBACK_HPP

#include "timestep/step_plan.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <utility>

namespace timestep
{

/// A world that stores its last `capacity` states and inputs. A step must depend only on state, input and tick number.
template <class State, class Input, std::size_t capacity = 64>
class Rollback
{
public:
    constexpr Rollback() = default;
    constexpr explicit Rollback(const State& initial_state, std::int64_t first_tick = 0)
        : state_{initial_state}
        , first_tick_{first_tick}
        , next_tick_{first_tick}
    {
    }

    constexpr const State& state() const { return state_; }
    /// The number of the next tick; resimulate() does not change it.
    constexpr std::int64_t next_tick() const { return next_tick_; }
    constexpr std::int64_t oldest_correctable_tick() const
    {
        return detail::max(first_tick_, next_tick_ - static_cast<std::int64_t>(capacity));
    }

    /// Simulates the next tick by `simulate(State&, const Input&, tick)`. correct_input() replaces a predicted `input`.
    /// Calls resimulate() first if it would otherwise overwrite the oldest corrected tick.
    constexpr void step(const Input& input, auto&& simulate)
    {
        if (oldest_corrected_tick_ == next_tick_ - static_cast<std::int64_t>(capacity)) resimulate(simulate);
        tick_record(next_tick_) = {state_, input};
        simulate(state_, input, next_tick_);
        ++next_tick_;
    }

    /// Replaces the input of a past tick. If the input differs, resimulate() then repeats this tick and all later
    /// ticks. Returns false if the tick has not run yet or is older than oldest_correctable_tick(). If the tick is
    /// too old, the players' worlds can now differ.
    [[nodiscard]] constexpr bool correct_input(std::int64_t tick, const Input& input)
    {
        if (tick < oldest_correctable_tick() || tick >= next_tick_) return false;
        if constexpr (std::equality_comparable<Input>)
            if (tick_record(tick).input == input) return true;
        tick_record(tick).input = input;
        oldest_corrected_tick_ = detail::min(oldest_corrected_tick_.value_or(tick), tick);
        return true;
    }

    /// Repeats the ticks from the first one whose input correct_input() has changed, and returns their number. Call it
    /// before the steps of a frame. The game must not repeat the sounds and effects of these ticks.
    constexpr std::int64_t resimulate(auto&& simulate)
    {
        const std::int64_t first_repeated_tick =
            std::exchange(oldest_corrected_tick_, std::nullopt).value_or(next_tick_);
        if (first_repeated_tick == next_tick_) return 0;
        state_ = tick_record(first_repeated_tick).state_before;
        for (std::int64_t tick = first_repeated_tick; tick < next_tick_; ++tick)
        {
            tick_record(tick).state_before = state_;
            simulate(state_, tick_record(tick).input, tick);
        }
        return next_tick_ - first_repeated_tick;
    }

private:
    struct TickRecord
    {
        State state_before{};
        Input input{};
    };

    constexpr TickRecord& tick_record(std::int64_t tick)
    {
        return tick_records_[static_cast<std::size_t>(tick - first_tick_) % capacity];
    }

    State state_{};
    std::int64_t first_tick_ = 0, next_tick_ = 0; // the first tick of the game, and the next tick
    // Oldest tick with a corrected input; resimulate() repeats all ticks from this tick on. Empty if there is none.
    std::optional<std::int64_t> oldest_corrected_tick_{};
    std::array<TickRecord, capacity> tick_records_{};
};

} // namespace timestep
#endif
