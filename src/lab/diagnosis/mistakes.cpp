// The programming mistakes that a loop can show to the lab. docs/mistakes.md is written from this table.
#include "lab/diagnosis/diagnosis.hpp"

#include <array>

namespace lab
{

namespace
{

using Loop = const Hypothesis&;

const LoopParts& parts_of(Loop loop) { return loop.loop.parts(); }
bool has(Loop loop, Filter filter, double number)
{
    return parts_of(loop).filter == filter && parts_of(loop).filter_number == number;
}
bool has(Loop loop, Filter filter) { return parts_of(loop).filter == filter; }
bool has(Loop loop, Rest rest) { return parts_of(loop).rest == rest; }
bool has(Loop loop, AlphaFormula formula) { return alpha_formula(loop) == formula; }

constexpr std::array mistakes{
    Mistake{"the frame time is cut to whole milliseconds",
            [](Loop loop, bool) { return has(loop, Filter::truncated, 1e-3); }, "",
            "keep the frame time in seconds as a double, or in nanoseconds", "acc += ns // 1000000 / 1000"},
    Mistake{"the frame time is rounded to whole milliseconds",
            [](Loop loop, bool) { return has(loop, Filter::rounded, 1e-3); }, "",
            "keep the frame time in seconds as a double, or in nanoseconds", "acc += round(ns / 1e6) / 1000"},
    Mistake{"the clock counts whole milliseconds",
            [](Loop loop, bool) { return has(loop, Filter::truncated_clock, 1e-3); },
            "frame times are up to 1 ms wrong, so that even frames move unevenly", "read a clock of nanoseconds",
            "before = total // 1000000\ntotal += ns\nacc += (total // 1000000 - before) / 1000"},
    Mistake{"the clock is in single precision", [](Loop loop, bool) { return has(loop, Filter::float_clock); },
            "an hour after the start a float of seconds counts in steps of 0.24 ms, after a day of 7.8 ms",
            "keep the clock in a double or in whole nanoseconds",
            "before = f32(3600 + total / 1e9)\ntotal += ns\nacc += f32(3600 + total / 1e9) - before"},
    Mistake{"the frame time is that of the frame before",
            [](Loop loop, bool) { return has(loop, Filter::frame_before); },
            "each frame shows the time of the frame before: a hitch is simulated one frame late",
            "measure the frame time at the start of the frame that uses it", "acc += old\nold = dt"},
    Mistake{"the left-over time is thrown away in each frame",
            [](Loop loop, bool) { return has(loop, Rest::thrown_away); }, "",
            "keep the accumulator: subtract the steps from it, and do not declare it in the frame",
            "acc = dt\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1\nacc = 0.0"},
    Mistake{"the accumulator is set to zero after the steps",
            [](Loop loop, bool) { return has(loop, Rest::zeroed_after_steps); }, "",
            "subtract the step from the accumulator instead of setting it to zero",
            "acc += dt\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1\nif steps: acc = 0.0"},
    Mistake{"a wrong step is subtracted from the accumulator",
            [](Loop loop, bool)
            { return has(loop, Rest::other_step_subtracted) || parts_of(loop).due_step != parts_of(loop).step; },
            "", "simulate, compare with and subtract one constant",
            "acc += dt\nwhile acc >= STEP: acc, steps = acc - 0.016, steps + 1"},
    Mistake{"the frame time is subtracted from the accumulator",
            [](Loop loop, bool) { return has(loop, Rest::frame_time_subtracted); }, "",
            "subtract the step, not the frame time",
            "acc += dt\nwhile acc >= STEP and dt > 0: acc, steps = acc - dt, steps + 1"},
    Mistake{"a step runs before the loop asks whether one is due",
            [](Loop loop, bool) { return parts_of(loop).count == Count::do_while; },
            "above the step rate each frame runs a step, and the accumulator falls below zero",
            "use while, not do-while",
            "acc += dt\nwhile True:\n    acc, steps = acc - STEP, steps + 1\n    if acc < STEP: break"},
    Mistake{"`if` instead of `while`: a frame runs at most one step, and the rest is kept without limit",
            [](Loop loop, bool)
            { return parts_of(loop).due_limit == DueLimit::steps_keep && parts_of(loop).most == 1.0; },
            "below the step rate the game falls behind, and later runs fast to catch up",
            "use while, with a limit of the frame time",
            "acc += min(dt, 0.25)\nif acc >= STEP: acc, steps = acc - STEP, 1"},
    Mistake{"`>` instead of `>=`: a frame of exactly one step runs none",
            [](Loop loop, bool) { return parts_of(loop).count == Count::above; },
            "where frames and steps end together, each step is a frame late, and alpha reaches 1",
            "compare with >=", "acc += dt\nwhile acc > STEP: acc, steps = acc - STEP, steps + 1"},
    Mistake{"each step simulates the frame time",
            [](Loop loop, bool)
            {
                return parts_of(loop).source == StepSource::frame_time_in_each_step ||
                       parts_of(loop).source == StepSource::limited_frame_time_in_each_step;
            },
            "a frame with two steps simulates twice its time", "call update(STEP), not update(dt)",
            "acc += min(dt, 0.25)\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1\nSIZE = max(dt, 0.0) if steps "
            "else STEP"},
    Mistake{"the frame time runs faster or slower than the clock",
            [](Loop loop, bool) { return has(loop, Filter::scaled); }, "",
            "convert the clock's unit by its exact frequency", "acc += dt * 1.02"},
    Mistake{"a change of the step rate throws the carried time away",
            [](Loop loop, bool) { return parts_of(loop).rate_change == RateChange::carried_dropped; },
            "each change of the rate loses up to a step", "keep the accumulator, which counts seconds",
            "if 'rate=' in line: acc = 0.0\nacc += dt\n"},
    Mistake{"steps run that are not due after a pause",
            [](Loop loop, bool) { return parts_of(loop).after_pause == AfterPause::extra_steps; },
            "the game jumps when it goes on", "restart the frame timer when the game goes on",
            "acc += dt\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1\nif 'after=pause' in line: steps += 2"},
    Mistake{"alpha is that of the frame before",
            [](Loop loop, bool blends) { return blends && has(loop, AlphaFormula::frame_before); },
            "frames show times that are too early or too late by up to a step",
            "compute alpha after the steps of the same frame",
            "acc += dt\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1\nALPHA, old = old, acc / STEP"},
    Mistake{"alpha is computed before the steps run",
            [](Loop loop, bool blends) { return blends && has(loop, AlphaFormula::before_steps); },
            "frames with steps show a state that is not there yet", "compute alpha after the loop of the steps",
            "acc += dt\nALPHA = acc / STEP\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1"},
    Mistake{"the two states are swapped: alpha is 1 - carried time / step",
            [](Loop loop, bool blends) { return blends && has(loop, AlphaFormula::one_minus); },
            "motion jumps back and forth by up to a step", "draw previous * (1 - alpha) + current * alpha",
            "acc += dt\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1\nALPHA = 1 - acc / STEP"},
    Mistake{"alpha is of the frame time only",
            [](Loop loop, bool blends)
            { return blends && (has(loop, AlphaFormula::frame_only) || has(loop, AlphaFormula::frame_ratio)); },
            "frames show times that are wrong by up to a step", "divide the accumulator by the step",
            "acc += dt\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1\nALPHA = dt / STEP % 1"},
    Mistake{"alpha is not divided by the step",
            [](Loop loop, bool blends)
            { return blends && (has(loop, AlphaFormula::not_divided) || has(loop, AlphaFormula::per_frame_time)); },
            "motion is drawn in jumps of a step", "divide the accumulator by the step",
            "acc += dt\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1\nALPHA = acc"},
    Mistake{"alpha is a step too large",
            [](Loop loop, bool blends)
            { return blends && has(loop, AlphaFormula::ahead) && parts_of(loop).count != Count::ahead; },
            "each frame shows a state that is not there yet",
            "measure alpha from the newest state: (now - newest) / step",
            "acc += dt\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1\nALPHA = 1 + acc / STEP"},
};

} // namespace

std::span<const Mistake> all_mistakes() { return mistakes; }

} // namespace lab
