// telemetry/frames.hpp -- FrameSample (the data of a loop's frame), a ring buffer, and a view of samples in time order
#pragma once

#include "timestep/step_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace telemetry
{

using timestep::Nanos;

/// Bits for the events in a frame. The low 32 bits belong to the scene, which defines them in its own table.
using EventBits = std::uint64_t;
enum Event : EventBits
{
    held = EventBits{1} << 32, ///< the user holds the body at the end of this frame's steps
    released = EventBits{1} << 33, ///< the first frame with a step after the user has let go of the body
    /// The measured frame time is long because this PC was delayed, not because of simulated lag.
    hiccup = EventBits{1} << 34,
    /// The program spent the frame time on one-off work, such as a resize. The loop gets no frame time, as in a pause.
    time_excluded = EventBits{1} << 35,
    world_reset = EventBits{1} << 36,
    loop_changed = EventBits{1} << 37,
    knob_changed = EventBits{1} << 38,
    hitch = EventBits{1} << 39, ///< the user made this frame longer, as simulated lag
    debugger_break = EventBits{1} << 40,
    /// The program ended the frame's steps early, because computing them would have taken seconds.
    step_time_limit_reached = EventBits{1} << 41,
    paused = EventBits{1} << 42,
    recording_looped = EventBits{1} << 43,
    /// The measured frame time is negative, or over an hour for a frame of under a second: the clock was set, or its
    /// counter has wrapped.
    clock_jump = EventBits{1} << 44,
};

struct FrameSample
{
    std::int64_t frame_number = 0; ///< number of the frame, from 0
    Nanos start_wall_time{}; ///< wall clock at the start of the frame; 0 at the start of the program
    /// Wall time since the start of the previous frame. Pauses by the user do not count.
    Nanos measured_frame_time{};
    /// Game clock: sum of the frame times given to the loop; of the true ones in a `clock_jump`. Stands still in a
    /// pause.
    Nanos game_time{};
    timestep::StepPlan plan{}; ///< the loop's decision for this frame, such as the number and length of the steps
    Nanos stepping_time{}; ///< wall time that the steps took to compute
    Nanos sleep_time{}; ///< wall time that the loop slept at the end of this frame
    Nanos spin_time{}; ///< wall time that the loop waited by spinning at the end of this frame
    Nanos simulated_time{}; ///< simulated clock after this frame's steps: the sum of all steps so far
    Nanos shown_time{}; ///< simulated time that this displayed frame shows
    Nanos lateness{}; ///< lateness of the displayed frame: game clock of an ideal PC without lag, minus `shown_time`
    /// Frame time that the loop lost since the last reset; negative if the loop added time.
    Nanos lost_time{};
    Nanos screen_time{}; ///< wall clock when this frame reached the screen; set only at the end of the frame
    Nanos refresh_period{}; ///< of the display; zero if unknown, and with a variable refresh rate
    double x = 0.0; ///< position in metres after this frame's steps
    double v = 0.0; ///< velocity in m/s after this frame's steps
    double energy = 0.0; ///< energy in joules after this frame's steps
    double shown_x = 0.0; ///< displayed position in metres
    /// Position in metres that the body would have at the start of this frame without any lag; NaN if unknown.
    double reference_x_at_frame_start = 0.0;
    /// Correct position in metres at the simulated time `shown_time`; NaN if unknown.
    double reference_x_at_shown_time = 0.0;
    /// Position in metres of the exact solution at the simulated time `shown_time`; NaN if unknown.
    double exact_x_at_shown_time = 0.0;
    /// In metres; NaN without a camera.
    double camera_x = std::numeric_limits<double>::quiet_NaN();
    /// The camera's position in metres without any lag; NaN without a camera, or if unknown.
    double reference_camera_x = std::numeric_limits<double>::quiet_NaN();
    double reference_step_seconds = 0.0; ///< step of the reference motion in s; 0 if the scene has none
    /// Longest physics step in s since the start of the judged period or the last change of a loop parameter.
    double longest_step_seconds = 0.0;
    /// Wall time at which the judged period began, and at which the evidence began: the later of the period's start and
    /// the last change of a setting of the loop or the PC. Their first frame began at this time or later.
    Nanos period_start{};
    Nanos evidence_start{};
    Nanos lost_before_evidence{}; ///< `lost_time` when the evidence began
    EventBits events = 0; ///< bits of Event
    bool is_displayed = false; ///< true if this frame reached the screen
    bool is_torn = false; ///< true if this frame was shown without waiting for a refresh
};

/// Long frames that are no fault of the loop, nor of the simulated PC: an event each, and no evidence of a rate.
inline constexpr EventBits disturbance_events = hitch | debugger_break | hiccup;
/// Events that begin a judged period: the frames before them belong to another motion or to another loop.
inline constexpr EventBits period_start_events = world_reset | loop_changed | released;

constexpr Nanos steps_end_time(const FrameSample& s) { return s.start_wall_time + s.stepping_time; }
constexpr bool is_paused(const FrameSample& s) { return (s.events & paused) != 0; }
/// The frame time that the loop gets as its input; zero if the game was paused.
constexpr Nanos loop_frame_time(const FrameSample& s) { return is_paused(s) ? Nanos::zero() : s.measured_frame_time; }

/// A ring buffer of the newest `capacity` values. Allocates memory only when it is constructed or copied.
template <class T>
class RingBuffer
{
public:
    explicit RingBuffer(std::size_t capacity)
        : capacity_{capacity}
    {
        values_.reserve(capacity);
    }
    RingBuffer(const RingBuffer& other)
        : RingBuffer{other.capacity_}
    {
        *this = other;
    }
    RingBuffer& operator=(const RingBuffer&) = default;

    void push_back(const T& value)
    {
        if (values_.size() < capacity_)
        {
            values_.push_back(value);
            return;
        }
        values_[oldest_index_] = value;
        oldest_index_ = oldest_index_ + 1 == capacity_ ? 0 : oldest_index_ + 1;
    }
    void clear()
    {
        values_.clear();
        oldest_index_ = 0;
    }

    std::size_t size() const { return values_.size(); }
    std::size_t capacity() const { return capacity_; }
    bool empty() const { return values_.empty(); }
    /// Index 0 is the oldest value.
    const T& operator[](std::size_t i) const { return values_[storage_index(i)]; }
    T& operator[](std::size_t i) { return values_[storage_index(i)]; }
    const T& back() const { return (*this)[size() - 1]; }
    T& back() { return values_[storage_index(size() - 1)]; }

    /// All values, oldest first: older_part(), then newer_part(). Each part is contiguous in memory.
    std::span<const T> older_part() const { return std::span{values_}.subspan(oldest_index_); }
    std::span<const T> newer_part() const { return std::span{values_}.first(oldest_index_); }

private:
    std::size_t storage_index(std::size_t i) const
    {
        const std::size_t unwrapped = oldest_index_ + i;
        return unwrapped < values_.size() ? unwrapped : unwrapped - values_.size();
    }

    std::vector<T> values_;
    std::size_t capacity_;
    std::size_t oldest_index_ = 0;
};

/// A view of frame samples, which another object owns. Valid until that object changes.
class Frames
{
public:
    Frames() = default;
    Frames(std::span<const FrameSample> samples)
        : older_part_{samples}
    {
    }
    Frames(const std::vector<FrameSample>& samples)
        : older_part_{samples}
    {
    }
    Frames(const RingBuffer<FrameSample>& ring)
        : older_part_{ring.older_part()}
        , newer_part_{ring.newer_part()}
    {
    }

    Frames first(std::size_t count) const
    {
        Frames part;
        part.older_part_ = older_part_.first(std::min(count, older_part_.size()));
        part.newer_part_ = newer_part_.first(std::min(count - part.older_part_.size(), newer_part_.size()));
        return part;
    }

    Frames without_first(std::size_t count) const
    {
        Frames part;
        part.older_part_ = older_part_.subspan(std::min(count, older_part_.size()));
        part.newer_part_ =
            newer_part_.subspan(std::min(count - (older_part_.size() - part.older_part_.size()), newer_part_.size()));
        return part;
    }

    std::size_t size() const { return older_part_.size() + newer_part_.size(); }
    bool empty() const { return size() == 0; }
    const FrameSample& operator[](std::size_t i) const
    {
        return i < older_part_.size() ? older_part_[i] : newer_part_[i - older_part_.size()];
    }
    const FrameSample& front() const { return (*this)[0]; }
    const FrameSample& back() const { return (*this)[size() - 1]; }

    /// Index of the first frame with clock(sample) >= `time`; size() if there is none. `clock` must never decrease.
    std::size_t first_index_from(Nanos time, auto clock) const
    {
        const auto is_before = [&](const FrameSample& s) { return clock(s) < time; };
        const auto first_index = [&](std::span<const FrameSample> part)
        { return static_cast<std::size_t>(std::ranges::partition_point(part, is_before) - part.begin()); };
        const std::size_t index = first_index(older_part_);
        return index < older_part_.size() ? index : index + first_index(newer_part_);
    }
    /// Index of the first frame that began at wall time `wall_time` or later; size() if there is none.
    std::size_t first_index_from(Nanos wall_time) const
    {
        return first_index_from(wall_time, [](const FrameSample& s) { return s.start_wall_time; });
    }
    /// Index of the newest frame that began at wall time `wall_time` or earlier; std::nullopt if there is none.
    std::optional<std::size_t> newest_index_at(Nanos wall_time) const
    {
        const std::size_t next_index = first_index_from(wall_time + Nanos{1});
        return next_index == 0 ? std::nullopt : std::optional{next_index - 1};
    }

private:
    std::span<const FrameSample> older_part_;
    std::span<const FrameSample> newer_part_;
};

} // namespace telemetry
