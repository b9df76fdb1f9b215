// timestep/latched_input.hpp -- hands each input event to the step during which it happened
//   events   x    y z             each event gets the wall time of its arrival
//   frames  |--------|--------|   a frame without steps loses no event; a frame with two steps repeats no event
//   steps   |------|------|------|
//            x      y z
// Source:  J. Tomsu, "Fixed timestep update loops for everything", 2024. Bevy #6183 shows lost input without it.
#pragma once

#include "timestep/step_plan.hpp"

#include <array>

namespace timestep
{

/// The wall-clock times at which the steps of one frame end.
struct StepTimes
{
    Nanos now{}; ///< wall-clock time at which the frame was measured
    StepPlan plan{};

    /// Returns the number of steps in the frame; the tail counts as one.
    constexpr std::int64_t count() const { return plan.steps + (plan.tail > Nanos::zero() ? 1 : 0); }
    /// Returns the end of step `i`, 0 to count() - 1. The tail, if the plan has one, is the last step. While the
    /// simulation leads the clock, the end is later than `now`.
    constexpr Nanos end(std::int64_t i) const
    {
        const Nanos last = now - plan.carried;
        return i >= plan.steps ? last : last - plan.tail - (plan.steps - 1 - i) * plan.dt;
    }
};

/// A queue of at most `capacity` events with their times. Allocates no memory after construction.
template <class Event, std::size_t capacity = 256>
class LatchedInput
{
public:
    /// Adds an event that happened at `at`. Returns false and drops the event if `capacity` events are waiting already.
    constexpr bool push(Nanos at, const Event& event)
    {
        if (size_ == capacity) return false;
        ring_[(first_ + size_) % capacity] = {at, event};
        ++size_;
        return true;
    }

    /// Calls `f(event)` for each event of step `i`, in order of arrival. An event whose time is later than `times.now`
    /// arrived before the clock was set back; it is handed out as well.
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

/// Up to 64 buttons during one step: which are down, which were pressed and which were released. Bit i is button i.
struct Buttons
{
    std::uint64_t down     = 0; ///< buttons that are down at the end of the step
    std::uint64_t pressed  = 0; ///< buttons that went down during the step, even if released before its end
    std::uint64_t released = 0; ///< buttons that went up during the step

    static constexpr std::uint64_t bit(int button) { return std::uint64_t{1} << button; }
    constexpr bool is_down(int button) const { return (down & bit(button)) != 0; }
    constexpr bool was_pressed(int button) const { return (pressed & bit(button)) != 0; }
    constexpr bool was_released(int button) const { return (released & bit(button)) != 0; }

    constexpr void apply(int button, bool goes_down)
    {
        std::uint64_t& edges = goes_down ? pressed : released;
        if (is_down(button) != goes_down) edges |= bit(button); // no edge for a key repeat
        down = goes_down ? down | bit(button) : down & ~bit(button);
    }
    constexpr void forget_edges() { pressed = released = 0; }

    friend constexpr bool operator==(const Buttons&, const Buttons&) = default;
};

/// Up to 64 buttons. Every press and every release reaches exactly one step.
class LatchedButtons
{
public:
    /// Adds a press (`down`) or a release of `button`, 0 to 63. Returns false and drops it if 256 events are waiting
    /// already.
    constexpr bool push(Nanos at, int button, bool down) { return events_.push(at, {button, down}); }

    /// Returns the buttons for step `i` of the frame. Call it once for each step, in order.
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

/// The naive variant, for comparison: the buttons are polled once a frame, and every step of the frame gets the same
/// result. A frame without a step loses its presses and releases; a frame with two steps sees each of them twice.
class PolledButtons
{
public:
    constexpr void push(int button, bool down) { next_.apply(button, down); }

    /// Reads the buttons. Call it once at the start of each frame.
    constexpr void poll()
    {
        state_ = next_;
        next_.forget_edges();
    }
    /// Returns the buttons; they are the same for every step of the frame.
    constexpr const Buttons& step() const { return state_; }

private:
    Buttons state_{}, next_{};
};

} // namespace timestep
