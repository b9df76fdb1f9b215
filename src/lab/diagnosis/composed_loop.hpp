// lab/diagnosis/composed_loop.hpp -- LoopParts: what a loop consists of; ComposedLoop: simulates a loop of these parts
#pragma once

#include "lab/foreign/loop_protocol.hpp"

#include <array>
#include <cstdint>
#include <limits>

namespace lab
{

/// Where the length of a step comes from.
enum class StepSource : std::uint8_t
{
    constant, ///< each frame runs one step of constant size
    frame_time, ///< each frame runs one step of its frame time
    accumulator, ///< a frame runs the constant steps that are due
    tail, ///< as many constant steps as the frame has, and one shorter step for the rest
    frame_time_in_each_step, ///< counts as an accumulator, but each step simulates the frame time
    limited_frame_time_in_each_step, ///< the same with the frame time after limit and filter
};

/// How many steps are due.
enum class Count : std::uint8_t
{
    floor, ///< while carried >= step
    above, ///< while carried > step
    do_while, ///< as floor, but at least one
    nearest, ///< carried / step, rounded
    ahead, ///< while carried > 0: the simulation leads the clock
};

/// What happens to the time that a frame's steps leave.
enum class Rest : std::uint8_t
{
    carried,
    thrown_away, ///< in each frame
    zeroed_after_steps, ///< in frames with steps
    other_step_subtracted, ///< each step subtracts another constant than a step
    frame_time_subtracted, ///< each step subtracts the frame time
};

enum class DueLimit : std::uint8_t
{
    none,
    time, ///< carried time over `most` counts as `counted`
    steps_keep, ///< at most `most` steps, the rest is carried
    steps_drop, ///< at most `most` steps, further whole steps are dropped
    steps_zero, ///< a frame with `most` steps carries nothing
};

enum class Filter : std::uint8_t
{
    none,
    truncated, ///< to a multiple of `number` seconds; the same for the two below
    rounded,
    truncated_clock, ///< the clock counts whole multiples
    mean, ///< of the last `number` frame times
    median,
    exponential, ///< weight `number` of the newest frame time
    snapped, ///< to the step, if at most `number` seconds away
    snapped_to_multiples,
    float_frame_time,
    float_clock, ///< the clock is a float of seconds and reads `number` at the start
    frame_before,
    scaled, ///< by `number`
};

/// What a filter with a memory assumes before the first frame.
enum class FilterStart : std::uint8_t
{
    first_frame,
    step,
    zero,
};

enum class AfterPause : std::uint8_t
{
    nothing_special,
    carried_dropped,
    frame_ignored,
    both, ///< the carried time is dropped, and the frame ignored
    extra_steps,
};

enum class RateChange : std::uint8_t
{
    carried_kept,
    carried_dropped,
    carried_scaled, ///< alpha stays
    not_followed,
};

enum class AlphaFormula : std::uint8_t
{
    carried, ///< carried time / step
    ahead, ///< 1 + carried time / step
    clamped,
    frame_before,
    before_steps,
    one_minus,
    frame_only, ///< the fraction of a step in the frame time
    frame_ratio, ///< frame time / step
    not_divided, ///< carried time in seconds
    per_frame_time, ///< carried time / frame time
};
inline constexpr std::size_t alpha_formula_count = 10;

/// The parts of a loop. Times are seconds.
struct LoopParts
{
    StepSource source = StepSource::accumulator;
    double step = 1.0 / 60.0; ///< the simulated step
    double due_step = 1.0 / 60.0; ///< the step that the accumulator counts with
    Count count = Count::floor;
    Rest rest = Rest::carried;
    double subtracted = 0.0; ///< with Rest::other_step_subtracted
    double frame_limit = infinite, frame_counted = infinite; ///< a longer frame counts as `frame_counted`
    DueLimit due_limit = DueLimit::none;
    double most = 0.0, counted = 0.0; ///< of `due_limit`: seconds or steps
    Filter filter = Filter::none;
    double filter_number = 0.0;
    FilterStart filter_start = FilterStart::first_frame;
    bool limit_first = true; ///< before the filter
    double least_frame = 0.0; ///< a shorter frame counts as this; -infinite: negative frames count as they are
    bool runs_empty_frame = true; ///< StepSource::frame_time: a frame of zero runs a step
    bool is_float = false; ///< the accumulator is in single precision
    bool floors = false; ///< Filter::truncated: a negative time is cut to the multiple below it, not above
    AfterPause after_pause = AfterPause::nothing_special;
    std::int64_t extra_steps = 0;
    RateChange rate_change = RateChange::carried_kept;

    static constexpr double infinite = std::numeric_limits<double>::infinity();
    bool operator==(const LoopParts&) const = default;
};

/// A frame as a loop gets it.
struct LoopFrame
{
    double frame_time = 0.0; ///< seconds
    double rate_step = 0.0; ///< 1 / step rate, seconds; 0: as in the frame before
    bool is_after_pause = false;
    bool is_first = false; ///< the loop is in its first state
};

/// What a loop of known parts does in a frame.
struct PredictedFrame
{
    std::int64_t steps = 0; ///< including a shorter last one
    double simulated = 0.0; ///< seconds; also those below
    double carried = 0.0;
    std::array<double, alpha_formula_count> alphas{};
    bool is_ambiguous = false; ///< a whole step more may be carried: the rounding of the loop decides
};

class ComposedLoop
{
public:
    explicit ComposedLoop(const LoopParts& parts)
        : parts_{parts}
    {
        reset();
    }

    const LoopParts& parts() const { return parts_; }
    double carried() const { return carried_; }
    /// If the number of due steps is within rounding errors of two numbers, `observed_steps` decides.
    PredictedFrame plan(const LoopFrame& frame, std::int64_t observed_steps, double time_error = 2e-9);
    /// Replaces the carried time, with its rounding errors, by that of an observed alpha.
    void set_alpha(double alpha) { carried_ = alpha * due_step_; }
    /// Replaces the parts; the state stays.
    void set_parts(const LoopParts& parts) { parts_ = parts; }
    void reset();

private:
    double limited(double time) const { return time > parts_.frame_limit ? parts_.frame_counted : time; }
    double filtered(double time);
    /// Runs all whole steps of a frame and a shorter one.
    void run_with_tail(PredictedFrame& predicted, double counted, std::int64_t observed_steps, double time_error);
    /// Runs the steps of an accumulator. Returns the time that was due.
    double run_due_steps(PredictedFrame& predicted, double counted, std::int64_t observed_steps, double time_error);
    std::int64_t due_steps(double counted_frame, std::int64_t observed_steps, double time_error) const;

    LoopParts parts_;
    double step_ = 0.0, due_step_ = 0.0;
    double carried_ = 0.0, share_before_frame_ = 0.0;
    double doubted_time_ = 0.0; ///< that rounding may have added to the carried time, until the steps of a frame tell
    double clock_ = 0.0, memory_ = 0.0;
    std::int64_t frame_count_ = 0;
    std::array<double, 64> history_{};
};

} // namespace lab
