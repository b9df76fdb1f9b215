// timestep/latched_input.hpp -- input goes to the step during which it happened
//   events   x    y z             stamped with wall time as they arrive
//   frames  |--------|--------|   a frame of no steps loses nothing, one of two steps hands out nothing twice
//   steps   |------|------|------|
//            x      y z
// Source:  J. Tomsu, "Fixed timestep update loops for everything", 2024; what happens without it: Bevy #6183.
#pragma once

#include "timestep/step_plan.hpp"

#include <array>

namespace timestep
{

/// When, on the wall clock, the steps of one frame end.
struct StepTimes
{
    Nanos now{}; ///< when the frame was measured
    StepPlan plan{};

    constexpr std::int64_t count() const { return plan.steps + (plan.tail > Nanos::zero() ? 1 : 0); }
    /// The end of step `i` of count(); the tail, if there is one, is the last. Later than `now` while the simulation
    /// leads the clock.
    constexpr Nanos end(std::int64_t i) const
    {
        const Nanos last = now - plan.carried;
        return i >= plan.steps ? last : last - plan.tail - (plan.steps - 1 - i) * plan.dt;
    }
};

/// A queue of events with their times; never allocates.
template <class Event, std::size_t capacity = 256>
class LatchedInput
{
public:
    /// False, and the event not taken, when `capacity` events wait already.
    constexpr bool push(Nanos at, const Event& event)
    {
        if (size_ == capacity) return false;
        ring_[(first_ + size_) % capacity] = {at, event};
        ++size_;
        return true;
    }

    /// Hands `f(event)` what belongs to step `i`, in order of arrival. What is stamped later than the frame was
    /// measured comes from before the clock was set back, and is handed out as well.
    template <class F>
    constexpr void take(const StepTimes& times, std::int64_t i, F&& f)
    {
        for (; size_ > 0 && belongs(ring_[first_].at, times, i); --size_)
        {
            const std::size_t front = first_;
            first_                  = (first_ + 1) % capacity;
            f(ring_[front].event);
        }
    }

    constexpr std::size_t waiting() const { return size_; }

private:
    struct Stamped
    {
        Nanos at{};
        Event event{};
    };

    static constexpr bool belongs(Nanos at, const StepTimes& times, std::int64_t i)
    {
        return at <= times.end(i) || at > times.now;
    }

    std::array<Stamped, capacity> ring_{};
    std::size_t first_ = 0, size_ = 0;
};

/// Up to 64 buttons during one step: levels and edges.
struct Buttons
{
    std::uint64_t down     = 0; ///< held at the end of the step
    std::uint64_t pressed  = 0; ///< went down during the step, even if released again before its end
    std::uint64_t released = 0; ///< went up during the step

    static constexpr std::uint64_t bit(int button) { return std::uint64_t{1} << button; }
    constexpr bool is_down(int button) const { return (down & bit(button)) != 0; }
    constexpr bool was_pressed(int button) const { return (pressed & bit(button)) != 0; }
    constexpr bool was_released(int button) const { return (released & bit(button)) != 0; }

    constexpr void apply(int button, bool goes_down)
    {
        std::uint64_t& edges = goes_down ? pressed : released;
        if (is_down(button) != goes_down) edges |= bit(button); // key repeat is no edge
        down = goes_down ? down | bit(button) : down & ~bit(button);
    }
    constexpr void forget_edges() { pressed = released = 0; }

    friend constexpr bool operator==(const Buttons&, const Buttons&) = default;
};

/// Buttons whose every edge reaches exactly one step.
class LatchedButtons
{
public:
    /// `button` is 0 to 63. False when too many events wait already.
    constexpr bool push(Nanos at, int button, bool down) { return events_.push(at, {button, down}); }

    /// The buttons as step `i` of the frame sees them.
    constexpr const Buttons& step(const StepTimes& times, std::int64_t i)
    {
        state_.forget_edges();
        events_.take(times, i, [&](const Event& e) { state_.apply(e.button, e.down); });
        return state_;
    }

private:
    struct Event
    {
        int button = 0;
        bool down  = false;
    };

    LatchedInput<Event> events_{};
    Buttons state_{};
};

/// The naive variant, for comparison: polled once a frame, and what it finds is handed to every step of the frame. A
/// frame without a step loses its edges, a frame of two steps sees each of them twice.
class PolledButtons
{
public:
    constexpr void push(int button, bool down) { next_.apply(button, down); }

    /// Once at the start of a frame.
    constexpr void poll()
    {
        state_ = next_;
        next_.forget_edges();
    }
    /// The buttons as any step of the frame sees them.
    constexpr const Buttons& step() const { return state_; }

private:
    Buttons state_{}, next_{};
};

} // namespace timestep
