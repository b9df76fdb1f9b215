// The steppers in the notation: from `frame`, in nanoseconds, to what plan gives.
#include "exporter/recipe.hpp"

#include <fmt/format.h>

namespace exporter
{

namespace
{

using namespace timestep;

std::string quotient(std::int64_t a, std::int64_t b) { return fmt::format("{}.0 / {}.0", a, b); }
/// In seconds, as a quotient that is rounded once.
std::string seconds_code(Nanos time) { return quotient(time.count(), 1'000'000'000); }

class Writer
{
public:
    Writer(const LoopOverload& overload, std::string last_words)
        : overload_{overload}
        , last_words_{std::move(last_words)}
    {
    }

    std::string operator()(const FrameLocked& s) const
    {
        return fill(R"(
const dt: real = $dt # seconds in a step, whatever the frame was
const step_ns = $step_ns
give steps = 1, dt = dt
give carried_ns = 0, dropped_ns = backwards + frame - step_ns
)",
                    {{"dt", quotient(s.rate().den, s.rate().num)}, {"step_ns", step_ns(s.rate()).count()}});
    }

    std::string operator()(const Variable& /*no knobs*/) const
    {
        const auto* const cap   = std::get_if<CapFrameTime>(&overload_);
        const std::string limit = cap == nullptr
                                      ? ""
                                      : fill("const limit = $limit # $limit:text: a longer frame counts as this long\n",
                                             {{"limit", cap->limit}});
        return fill(R"(
$limit
let step_ns = $counted
var steps = 0
if step_ns > 0 {
    steps = 1
}
give steps = steps, dt = real(step_ns) / 1e9
give carried_ns = 0, dropped_ns = backwards + frame - step_ns
)",
                    {{"limit", limit}, {"counted", std::string{cap == nullptr ? "frame" : "min(frame, limit)"}}});
    }

    std::string operator()(const SemiFixed& s) const
    {
        return fill(R"(
const dt: real = $dt # seconds in a full step
const step = $step # the same in nanoseconds
field tail: real # seconds in one shorter, last step; 0 when there is none
let due = frame
$overload
give steps = steps, dt = dt, tail = real(kept) / 1e9
give carried_ns = 0, dropped_ns = backwards + frame - (steps * step + kept)
)",
                    {{"dt", quotient(s.rate().den, s.rate().num)},
                     {"step", step_ns(s.rate()).count()},
                     {"overload", overload({.step = step_ns(s.rate()).count(), .rest_is_step_too = true})}});
    }

    std::string operator()(const Substepped& s) const
    {
        const auto* const cap = std::get_if<CapFrameTime>(&overload_);
        const Scale scale{s.rate()};
        const std::string limit = cap == nullptr
                                      ? ""
                                      : fill("const limit = $units # $time:text: a longer frame counts as this long\n",
                                             {{"units", scale.units(cap->limit)}, {"time", cap->limit}});
        return fill(R"(
$units
const max_substeps = $most # a longer frame is cut
$limit
let due = min(frame, longest) * units_per_ns
let admitted = min($counted, max_substeps * step)
let steps = (admitted + step - 1) / step # equal ones, none longer than `step`
let stepped_ns = admitted / units_per_ns
give steps = steps, dt = real(stepped_ns) / 1e9 / real(max(steps, 1))
give carried_ns = 0, dropped_ns = backwards + frame - stepped_ns
)",
                    {{"units", units(s.rate())},
                     {"most", s.max_substeps},
                     {"limit", limit},
                     {"counted", std::string{cap == nullptr ? "due" : "min(due, limit)"}}});
    }

    std::string operator()(const Fixed& s) const { return account(s.rate(), overload_); }
    std::string operator()(const AtMostOne& s) const { return account(s.rate(), OneStep{}); }

    std::string operator()(const FixedSteady& s) const
    {
        const Scale scale{s.rate()};
        return fill(R"(
$units
$dt
const slack = $slack # how far the clock may be off before the step count changes: $share:text of a step
state carried = 0 # units that wait for a later frame
state last_steps = 0 - 1 # none yet
$drop_state
fn floor_div(a, b) -> whole {
    if a % b < 0 {
        return a / b - 1
    }
    return a / b
}
let counted = min(frame, longest)
let due = counted * units_per_ns
$overload
var taken = steps
var left = kept
if last_steps >= 0 && steps * step + kept == carried + due { # as many as in the last frame, or near it
    let least = -floor_div(step + slack - carried - due, step)
    let most = floor_div(carried + due + slack, step)
    taken = max(min(max(last_steps, least), max(least, most)), 0)
    left = carried + due - taken * step
}
last_steps = taken
$drop
carried = left
let alpha: real = real(carried) / real(step)
$last_words
give steps = taken, dt = dt, alpha = alpha
give carried_ns = carried / units_per_ns, dropped_ns = backwards + frame - counted$plus_lost
field alpha: real # carried / dt
)",
                    {{"units", units(s.rate())},
                     {"dt", dt(s.rate())},
                     {"slack", static_cast<std::int64_t>(s.slack * static_cast<double>(scale.step))},
                     {"share", s.slack},
                     {"overload", overload({"carried", scale.per_ns, 1, scale.step})},
                     {"drop_state", drop_state(overload_)},
                     {"drop", drop(overload_, "carried + due - taken * step - left")},
                     {"last_words", last_words_},
                     {"plus_lost", plus_lost(overload_)}});
    }

    std::string operator()(const Deadline& s) const
    {
        const Scale scale{s.rate()};
        return fill(R"(
$units
$dt
state carried = 0 # units: the simulation leads the clock by that much, so it is negative
$drop_state
let counted = min(frame, longest)
let due = counted * units_per_ns
let ahead = carried + step - 1 # a step is due as soon as its time begins
$overload
$drop
carried = kept - (step - 1)
let alpha: real = real(carried) / real(step) + 1.0
$last_words
give steps = steps, dt = dt, alpha = alpha
give carried_ns = carried / units_per_ns, dropped_ns = backwards + frame - counted$plus_lost
field alpha: real # 1 + carried / dt
)",
                    {{"units", units(s.rate())},
                     {"dt", dt(s.rate())},
                     {"overload", overload({"ahead", scale.per_ns, 1, scale.step})},
                     {"drop_state", drop_state(overload_)},
                     {"drop", drop(overload_, "ahead + due - steps * step - kept")},
                     {"last_words", last_words_},
                     {"plus_lost", plus_lost(overload_)}});
    }

    std::string operator()(const FixedTicks& s) const
    {
        return fill(R"(
$ticks
let counted = min(frame, longest)
let due = $elapsed
$overload
$drop
carried = kept
let alpha: real = real(carried) / real(step)
$last_words
give steps = steps, dt = dt, alpha = alpha
give carried_ns = carried * tick, dropped_ns = backwards + frame - counted$plus_lost
field alpha: real # carried / dt
)",
                    {{"ticks", ticks(s)},
                     {"elapsed", elapsed(s)},
                     {"overload", overload(in_ticks(s))},
                     {"drop", tick_drop()},
                     {"last_words", last_words_},
                     {"plus_lost", plus_lost(overload_)}});
    }

    std::string operator()(const MonoGame& s) const
    {
        return fill(R"(
state lag = 0 # updates by which the game lags
state slow: truth = false
field running_slowly: truth # by five updates or more, until it has caught up
$ticks
let counted = min(frame, longest)
let due = $elapsed
$overload
if steps > 0 { # the engine waits for a step; only then a frame is one
    lag += steps - 1
    if slow {
        slow = lag != 0
    } else {
        slow = lag >= 5
    }
    if steps == 1 && lag > 0 {
        lag -= 1
    }
}
$drop
carried = kept
let alpha: real = real(carried) / real(step)
$last_words
give steps = steps, dt = dt, running_slowly = slow, alpha = alpha
give carried_ns = carried * tick, dropped_ns = backwards + frame - counted$plus_lost
field alpha: real # carried / dt
)",
                    {{"ticks", ticks(s)},
                     {"elapsed", elapsed(s)},
                     {"overload", overload(in_ticks(s))},
                     {"drop", tick_drop()},
                     {"last_words", last_words_},
                     {"plus_lost", plus_lost(overload_)}});
    }

    std::string operator()(const Cute& s) const
    {
        return fill(R"(
state credited: truth = false
$ticks
const exact_dt: real = $exact_dt # before it was cut off to whole ticks
let counted = min(frame, longest)
var credit = 0
if !credited { # the first frame pretends that 1/60 s passed before it
    credit = 166666
    credited = true
}
let due = $elapsed + credit
$overload
let lost = (carried + due - steps * step - kept - credit) * tick
carried = kept
let alpha: real = real(carried * tick) / 1e9 / exact_dt
$last_words
give steps = steps, dt = dt, alpha = alpha
give carried_ns = carried * tick, dropped_ns = backwards + frame - counted + lost
field alpha: real # carried / dt
)",
                    {{"ticks", ticks(s)},
                     {"exact_dt", quotient(s.rate().den, s.rate().num)},
                     {"elapsed", elapsed(s)},
                     {"overload", overload(in_ticks(s))},
                     {"last_words", last_words_}});
    }

    std::string operator()(const StepTimer& s) const
    {
        return fill(R"(
$ticks
const ticks_max = $limit # ticks, $limit_time:text: a longer frame counts as this long
const snap = $snap # ticks, $snap_time:text: a frame closer than this to a step is a step
let counted = min(frame, longest)
let seen = $elapsed
let admitted = min(seen, ticks_max)
var due = admitted
if max(admitted - step, step - admitted) < snap {
    due = step
}
let time = carried + due
let steps = time / step
carried = time % step
let alpha: real = real(carried) / real(step)
$last_words
give steps = steps, dt = dt, alpha = alpha
give carried_ns = carried * tick, dropped_ns = backwards + frame - counted + (seen - admitted) * tick
field alpha: real # carried / dt
)",
                    {{"ticks", ticks(s)},
                     {"limit", s.limit / tick_of(s)},
                     {"limit_time", s.limit},
                     {"snap", s.snap / tick_of(s)},
                     {"snap_time", s.snap},
                     {"elapsed", elapsed(s)},
                     {"last_words", last_words_}});
    }

    std::string operator()(const Gated& s) const
    {
        return fill(R"(
$units
const step_min = $min # $min:text: a shorter step counts as this long
const step_max = $max # $max:text: a longer step counts as this long
state waiting = 0 # nanoseconds of frames that were too short for the gate
let before = waiting
let collected = waiting + min(frame, longest)
var steps = 0
var step_ns = 0
waiting = collected
if collected * units_per_ns >= step { # the gate opens
    steps = 1
    step_ns = max(step_min, min(collected, step_max))
    waiting = 0
}
give steps = steps, dt = real(step_ns) / 1e9
give carried_ns = waiting, dropped_ns = backwards + frame - (step_ns + waiting - before)
)",
                    {{"units", units(s.rate())}, {"min", s.min}, {"max", s.max}});
    }

    std::string operator()(const Glaiel& s) const;
    std::string operator()(const Godot& s) const;
    std::string operator()(const Bullet& s) const;

private:
    std::string overload(const Account& account) const { return overload_recipe(overload_, account); }

    static std::string units(Rate rate)
    {
        const Scale scale{rate};
        return fill(R"(
const longest = $longest # $longest:text: more at once is given up on
const units_per_ns = $per_ns # time is counted in units of which a step is a whole number too
const step = $step # units in a step
)",
                    {{"longest", scale.longest()}, {"per_ns", scale.per_ns}, {"step", scale.step}});
    }

    static std::string dt(Rate rate)
    {
        return fill("const dt: real = $dt # seconds in a step\n", {{"dt", quotient(rate.den, rate.num)}});
    }

    // What a policy gives up on need not be whole nanoseconds.
    static std::string drop_state(const LoopOverload& policy)
    {
        return gives_up(policy) ? "state lost_units = 0 # given up on, but no whole nanosecond yet\n" : "";
    }
    static std::string drop(const LoopOverload& policy, std::string rest)
    {
        if (!gives_up(policy)) return "";
        return fill("lost_units += $rest\nlet lost = lost_units / units_per_ns\nlost_units -= lost * units_per_ns\n",
                    {{"rest", std::move(rest)}});
    }
    static std::string plus_lost(const LoopOverload& policy) { return gives_up(policy) ? " + lost" : ""; }
    std::string tick_drop() const
    {
        return gives_up(overload_) ? "let lost = (carried + due - steps * step - kept) * tick\n" : "";
    }

    std::string account(Rate rate, const LoopOverload& policy) const
    {
        const Scale scale{rate};
        return fill(R"(
$units
$dt
state carried = 0 # units that wait for a later frame
$drop_state
let counted = min(frame, longest)
let due = counted * units_per_ns
$overload
$drop
carried = kept
let alpha: real = real(carried) / real(step)
$last_words
give steps = steps, dt = dt, alpha = alpha
give carried_ns = carried / units_per_ns, dropped_ns = backwards + frame - counted$plus_lost
field alpha: real # carried / dt
)",
                    {{"units", units(rate)},
                     {"dt", dt(rate)},
                     {"drop_state", drop_state(policy)},
                     {"overload", overload_recipe(policy, {"carried", scale.per_ns, 1, scale.step})},
                     {"drop", drop(policy, "carried + due - steps * step - kept")},
                     {"last_words", last_words_},
                     {"plus_lost", plus_lost(policy)}});
    }

    // A step of it, as it says itself, by the ticks that it says are in one.
    template <class Ticks>
    static Nanos tick_of(Ticks s)
    {
        return s.plan({}, Unlimited{}).dt / s.step();
    }

    template <class Ticks>
    static Account in_ticks(const Ticks& s)
    {
        return {"carried", 1, tick_of(s).count(), s.step()};
    }

    template <class Ticks>
    static std::string ticks(const Ticks& s)
    {
        const Nanos tick = tick_of(s);
        return fill(R"(
const longest = 31536000000000000 # a year: more at once is given up on
const tick = $tick # nanoseconds: the clock counts in $tick:text
const step = $step # ticks in a step
const dt: real = $dt # seconds in a step
state carried = 0 # ticks that wait for a later frame
$elapsed
)",
                    {{"tick", tick},
                     {"step", s.step()},
                     {"dt", seconds_code(tick * s.step())},
                     {"elapsed", std::string{tick == 1ns ? "" : R"(
state tick_rest = 0 # nanoseconds that do not fill a tick yet
method elapsed(time) -> whole { # Whole ticks.
    let rest = tick_rest + time % tick
    tick_rest = rest % tick
    return time / tick + rest / tick
}
)"}}});
    }
    template <class Ticks>
    static std::string elapsed(const Ticks& s)
    {
        return tick_of(s) == 1ns ? "counted" : "elapsed(counted)";
    }

    const LoopOverload& overload_;
    std::string last_words_;
};

constexpr std::string_view glaiel_text = R"(
$ticks
const snap = $snap # ticks, $snap_time:text: a frame closer than this to whole refresh periods is taken for them
const patience = $patience # steps: when more are due, all is forgotten
state last[4] = step
state sum_rest = 0
state resync: truth = true

fn snapped(ticks, period) -> whole {
    var k = 1
    while k <= 8 {
        if max(ticks - k * period, k * period - ticks) < snap {
            return k * period
        }
        k += 1
    }
    return ticks
}

method averaged(ticks) -> whole { # Over four frames; what the division leaves goes to the next.
    last[0] = last[1]
    last[1] = last[2]
    last[2] = last[3]
    last[3] = ticks
    let sum = last[0] + last[1] + last[2] + last[3]
    sum_rest += sum % 4
    let average_ticks = sum / 4 + sum_rest / 4
    sum_rest = sum_rest % 4
    return average_ticks
}

let counted = min(frame, longest)
let seen = elapsed(counted)
var admitted = seen
if seen > patience * step {
    admitted = step
}
var period = 166666 # 60 Hz, when nobody knows
if refresh_ns > 0 {
    period = refresh_ns / tick
}
let due = averaged(snapped(admitted, period))
let time = carried + due
var steps = 0
if time > patience * step {
    resync = true
}
if resync {
    carried = 0
} else {
    steps = time / step
    carried = time % step
}
resync = false
let lost = time - steps * step - carried + seen - admitted
let alpha: real = real(carried) / real(step)
$last_words
give steps = steps, dt = dt, alpha = alpha
give carried_ns = carried * tick, dropped_ns = backwards + frame - counted + lost * tick
field alpha: real # carried / dt
)";

std::string Writer::operator()(const Glaiel& s) const
{
    return fill(glaiel_text, {{"ticks", ticks(s)},
                              {"snap", s.snap / tick_of(s)},
                              {"snap_time", s.snap},
                              {"patience", s.patience},
                              {"last_words", last_words_}});
}

constexpr std::string_view godot_text = R"(
const longest = 86400000000000 # a day: more at once is given up on
const hz: real = $hz # steps a second
const dt: real = $dt # seconds in a step
const jitter_fix: real = $fix # of a step: how far the clock may be bent to keep the pattern of steps
const max_steps = $most # a frame: more are given up on
const shortest: real = 9.999999974752427e-7 # seconds: 1e-6 in 32 bits, as in the engine
state typical[12] = index # [i]: steps that i + 1 frames typically take, or one more
state recent_steps[12] = index # [i]: steps that the last i + 1 frames took
state fits_least = 0 # steps that fit the pattern: at least
state fits_most = 0 # at most
state low_average: real = 0.0 # steps a frame that fit the pattern
state high_average: real = 0.0
state accumulated: real = 0.0 # seconds
state deficit: real = 0.0 # seconds by which the reported frames lag the measured ones
state lost_rest: real = 0.0

fn floor_of(x: real) -> whole {
    let cut = whole(x)
    if real(cut) > x {
        return cut - 1
    }
    return cut
}

fn between(x: real, least: real, most: real) -> real {
    if x < least {
        return least
    }
    if x > most {
        return most
    }
    return x
}

fn nanos(seconds: real) -> whole {
    if seconds < 0.0 {
        return whole(seconds * 1e9 - 0.5)
    }
    return whole(seconds * 1e9 + 0.5)
}

method expect_steps() -> truth { # Narrows them to what fits the pattern; false when nothing does.
    fits_least = typical[0]
    fits_most = fits_least + 1
    var i = 0
    while i < 11 {
        let needed = typical[i + 1] - recent_steps[i]
        if needed > fits_most || needed + 1 < fits_least {
            return false
        }
        fits_least = max(fits_least, needed)
        fits_most = min(fits_most, needed + 1)
        i += 1
    }
    return true
}

method record(steps, learn: truth) {
    var i = 11
    while i > 0 {
        recent_steps[i] = recent_steps[i - 1] + steps
        i -= 1
    }
    recent_steps[0] = steps
    while learn && i < 12 {
        typical[i] = min(max(typical[i], recent_steps[i] - 1), recent_steps[i])
        i += 1
    }
}

method typical_steps(process: real) -> whole { # As many as the pattern leads to expect, if the clock allows.
    accumulated += process
    var steps = floor_of(accumulated * hz)
    var learn: truth = !expect_steps()
    if steps < fits_least {
        let possible = floor_of(accumulated * hz + jitter_fix)
        learn = learn || possible < fits_least
        steps = min(possible, fits_least)
    } else if steps > fits_most {
        let possible = floor_of(accumulated * hz - jitter_fix)
        learn = learn || possible > fits_most
        steps = max(possible, fits_most)
    }
    steps = max(steps, 0)
    accumulated -= real(steps) * dt
    record(steps, learn)
    return steps
}

method average_steps() -> whole { # Over as many frames as agree; returns how many do.
    low_average = real(typical[0])
    high_average = low_average + 1.0
    var i = 1
    while i < 12 {
        let least: real = real(typical[i]) / real(i + 1)
        let most: real = real(typical[i] + 1) / real(i + 1)
        if least > high_average || most < low_average {
            return i
        }
        if least > low_average {
            low_average = least
        }
        if most < high_average {
            high_average = most
        }
        i += 1
    }
    return i
}

method smoothed(process: real, ahead: real, least: real) -> real { # Later bounds matter more.
    var delta: real = process
    if average_steps() > 3 {
        delta = between(delta, low_average * dt, high_average * dt)
    }
    let most: real = jitter_fix * dt
    delta = between(delta, process - most, process + most)
    delta = between(delta, ahead, ahead + dt)
    if delta < least {
        return least
    }
    return delta
}

method advance(measured: real) -> whole { # All steps that this frame buys.
    var least: real = real(single(measured / 8.0))
    if least < shortest {
        least = shortest
    }
    let process: real = measured + deficit
    var steps = typical_steps(process)
    let ahead: real = process - accumulated
    let delta: real = smoothed(process, ahead, least)
    accumulated = delta - ahead
    if accumulated > dt {
        let extra = floor_of(accumulated * hz)
        accumulated -= real(extra) * dt
        steps += extra
    }
    deficit = process - delta
    return steps
}

let counted = min(frame, longest)
let due = advance(real(counted) / 1e9)
let steps = min(due, max_steps)
let lost: real = real(due - steps) * dt * 1e9 + lost_rest
let lost_ns = whole(lost)
lost_rest = lost - real(lost_ns)
let alpha: real = accumulated / dt
$last_words
give steps = steps, dt = dt, alpha = alpha
give carried_ns = nanos(accumulated), dropped_ns = backwards + frame - counted + lost_ns
field alpha: real # carried / dt; exactly 1 now and then
)";

std::string Writer::operator()(const Godot& s) const
{
    return fill(godot_text, {{"hz", quotient(s.rate().num, s.rate().den)},
                             {"dt", quotient(s.rate().den, s.rate().num)},
                             {"fix", s.jitter_fix},
                             {"most", s.max_steps},
                             {"last_words", last_words_}});
}

std::string Writer::operator()(const Bullet& s) const
{
    return fill(R"(
const longest = 86400000000000 # a day: more at once is given up on
const step: single = $dt # seconds in a step, as 32 bits hold them
const max_substeps = $most # a frame: more are paid for, but not run
state local_time: single = 0.0 # seconds that wait for a later frame
state lost_rest: real = 0.0

let counted = min(frame, longest)
local_time = single(local_time + single(real(counted) / 1e9))
var due = 0
if local_time >= step {
    due = whole(single(local_time / step))
    local_time = single(local_time - single(single(due) * step))
}
let steps = min(due, max_substeps)
let lost: real = real(due - steps) * real(step) * 1e9 + lost_rest
let lost_ns = whole(lost)
lost_rest = lost - real(lost_ns)
let alpha: real = real(single(local_time / step))
let carried_ns = whole(real(local_time) * 1e9 + 0.5)
$last_words
give steps = steps, dt = real(step), alpha = alpha
give carried_ns = carried_ns, dropped_ns = backwards + frame - counted + lost_ns
field alpha: real # carried / dt
)",
                {{"dt", static_cast<double>(static_cast<float>(step_seconds(s.rate())))},
                 {"most", s.max_substeps},
                 {"last_words", last_words_}});
}

} // namespace

std::string stepper_recipe(const Loop& loop, const std::string& last_words)
{
    return std::visit(Writer{loop.overload, last_words}, static_cast<const LoopStepper::variant&>(loop.stepper));
}

} // namespace exporter
