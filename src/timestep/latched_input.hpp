// SPDX-License-Identifier: MIT
// timestep/latched_input.hpp -- assigns each input event to the step in which the event happened
//   events   x    y z             each event gets the wall time of its arrival
//   frames  |--------|--------|   a frame without steps loses no event; a frame with two steps repeats no event
//   steps   |------|------|------|
//            x      y z
// Source:  J. Tomsu, "Fixed timestep update loops for everything", 2024; Bevy #6183 (input lost without a queue).
#ifndef TIMESTEP_LATCHED_INPUT_HPP
#define TIMESTEP_LATCHED_INPUT_HPP

#include "timestep/ticks.hpp"

#include <array>
#include <concepts>

namespace timestep
{

/// A queue of up to `capacity` timestamped input events; allocates no memory.
template <class Event, std::size_t capacity = 256>
class LatchedInput
{
public:
    /// Adds an event that happened at `time`. Returns false and drops the event if the queue is full.
    [[nodiscard]] constexpr bool push(Nanos time, const Event& event)
    {
        if (event_count_ == capacity) return false;
        ring_[(oldest_index_ + event_count_) % capacity] = {time, event};
        ++event_count_;
        return true;
    }

    /// Removes the events up to the end of a step; calls `event_callback(event)` or `event_callback(event,
    /// step_fraction)`. `step_fraction` is the event's time within the step: 0 at its start or earlier, 1 at its end or
    /// later.
    template <class F>
    constexpr void consume_step_events(const StepTimes& times, std::int64_t step_index, F&& event_callback)
    {
        const Nanos end = times.end_time(step_index);
        const Nanos begin = times.begin_time(step_index);
        // If the clock was set back, an event can be later than `frame_start`: this step gets it, too.
        while (event_count_ > 0 && (ring_[oldest_index_].time <= end || ring_[oldest_index_].time > times.frame_start))
        {
            const TimedEvent timed_event = pop_timed_event();
            if constexpr (std::invocable<F&, const Event&, double>)
                event_callback(timed_event.event, clamped_fraction(timed_event.time - begin, end - begin));
            else
                event_callback(timed_event.event);
        }
    }

    /// Removes the oldest event and returns it. The queue must not be empty.
    constexpr Event pop_oldest() { return pop_timed_event().event; }
    constexpr void clear() { event_count_ = 0; }

    constexpr std::size_t size() const { return event_count_; }

private:
    struct TimedEvent
    {
        Nanos time{};
        Event event{};
    };

    constexpr TimedEvent pop_timed_event()
    {
        const std::size_t popped_index = oldest_index_;
        oldest_index_ = (oldest_index_ + 1) % capacity;
        --event_count_;
        return ring_[popped_index];
    }

    static constexpr double clamped_fraction(Nanos elapsed, Nanos length)
    {
        if (elapsed <= Nanos::zero()) return 0.0;
        return elapsed >= length ? 1.0 : static_cast<double>(elapsed.count()) / static_cast<double>(length.count());
    }

    std::array<TimedEvent, capacity> ring_{};
    std::size_t oldest_index_ = 0, event_count_ = 0;
};

/// The states of up to 64 buttons during one step. Bit i stands for button i.
struct Buttons
{
    std::uint64_t down = 0; ///< buttons that are down at the end of the step
    std::uint64_t pressed = 0; ///< buttons that went down during the step, even if released before its end
    std::uint64_t released = 0; ///< buttons that went up during the step

    static constexpr int count = 64;
    static constexpr bool is_valid(int button) { return button >= 0 && button < count; }

    /// The mask of `button`, 0 to 63. Another number has the mask 0, and does not compile in a constant expression.
    static constexpr std::uint64_t mask(int button)
    {
        if (is_valid(button)) return std::uint64_t{1} << button;
        if (std::is_constant_evaluated()) detail::value_out_of_range();
        return 0;
    }
    constexpr bool is_down(int button) const { return (down & mask(button)) != 0; }
    constexpr bool was_pressed(int button) const { return (pressed & mask(button)) != 0; }
    constexpr bool was_released(int button) const { return (released & mask(button)) != 0; }

    /// Sets the state of `button`. Records a press or a release only if the state changes.
    constexpr void set_button(int button, bool is_now_down)
    {
        std::uint64_t& transitions = is_now_down ? pressed : released;
        if (is_down(button) != is_now_down) transitions |= mask(button);
        down = is_now_down ? down | mask(button) : down & ~mask(button);
    }
    /// Forgets presses and releases; `down` is unchanged.
    constexpr void clear_events() { pressed = released = 0; }

    friend constexpr bool operator==(const Buttons&, const Buttons&) = default;
};

/// The handling of button presses and releases that happen in a pause.
enum class PausedInput : std::uint8_t
{
    keep, ///< the first step after the pause gets each press and each release of the pause
    drop, ///< presses that no step has read are dropped, also those just before the pause; a button that was down in
          ///< the last step and is up at the end of the pause counts as released
};

/// Assigns each press and release of up to 64 buttons to one step. If over 256 events wait, the oldest are merged.
class LatchedButtons
{
public:
    /// Adds a press (`down` is true) or a release. Returns false and drops the event if `button` is not in 0 to 63.
    constexpr bool push(Nanos time, int button, bool down)
    {
        if (!Buttons::is_valid(button)) return false;
        if (events_.size() == capacity) merge_into_next_step(events_.pop_oldest());
        return events_.push(time, {button, down});
    }

    /// The state of all buttons in a step. Removes the step's events, so call it once for each step, in order.
    constexpr const Buttons& consume_step_events(const StepTimes& times, std::int64_t step_index)
    {
        return consume_step_events(times, step_index, [](int, bool, double) {});
    }
    /// Removes a step's events, calls `event_callback(button, down, step_fraction)` for each, and returns the step's
    /// buttons. `step_fraction` is 0 at the step's start and 1 at its end. `event_callback` misses the oldest events if
    /// over 256 wait.
    constexpr const Buttons& consume_step_events(const StepTimes& times, std::int64_t step_index, auto&& event_callback)
    {
        if (!next_step_has_merged_events_) buttons_.clear_events();
        next_step_has_merged_events_ = false;
        events_.consume_step_events(times, step_index,
                                    [&](const Event& e, double step_fraction)
                                    {
                                        buttons_.set_button(e.button, e.down);
                                        event_callback(e.button, e.down, step_fraction);
                                    });
        down_in_last_step_ = buttons_.down;
        return buttons_;
    }

    /// Keeps (the default) or drops the events of a pause. Call it in each paused frame, or once at the end.
    constexpr void filter_paused_events(PausedInput choice)
    {
        if (choice == PausedInput::keep) return;
        while (events_.size() > 0) merge_into_next_step(events_.pop_oldest());
        buttons_.pressed = 0;
        buttons_.released = down_in_last_step_ & ~buttons_.down;
    }

private:
    static constexpr std::size_t capacity = 256;

    struct Event
    {
        int button = 0;
        bool down = false;
    };

    // Gives the event to the next step, whatever the event's time is.
    constexpr void merge_into_next_step(const Event& e)
    {
        if (!next_step_has_merged_events_) buttons_.clear_events();
        next_step_has_merged_events_ = true;
        buttons_.set_button(e.button, e.down);
    }

    LatchedInput<Event, capacity> events_{};
    Buttons buttons_{}; // of the last step; of the next step once it has merged events
    std::uint64_t down_in_last_step_ = 0;
    bool next_step_has_merged_events_ = false;
};

/// Polls once a frame, a common mistake: frames without a step lose presses, and frames with two steps repeat them.
class PolledButtons
{
public:
    /// Adds a press (`down` is true) or a release. The next poll() reports it.
    constexpr void push(int button, bool down) { unpolled_.set_button(button, down); }

    /// Makes buttons() return the presses and releases since the last call. Call it once at the start of each frame.
    constexpr void poll()
    {
        polled_ = unpolled_;
        unpolled_.clear_events();
    }
    constexpr const Buttons& buttons() const { return polled_; }

private:
    Buttons polled_{}, unpolled_{};
};

} // namespace timestep
#endif
