// The pacers in the notation, as a question to be asked until its answer is 0: how long should the program sleep now?
#include "exporter/recipe.hpp"

namespace exporter
{

namespace
{

using namespace timestep;

// Where the timed pacers differ.
struct Naps
{
    std::string declared{}; ///< constants and state
    std::string learned{};  ///< from the reading after a nap
    std::string taken{};    ///< while `left` nanoseconds are left
};

std::string late_rule(const Schedule& s)
{
    if (s.late == Late::drift) return "    due_at = now_ns # what a frame is late is never made up\n";
    if (s.late == Late::catch_up) return "";
    return fill(R"(    if now_ns - due_at > $blow { # later than $blow:text is forgiven
        due_at = now_ns
    }
)",
                {{"blow", s.blow_threshold}});
}

PacerRecipe scheduled(const Schedule& s, const Naps& naps)
{
    const Scale scale{s.rate};
    return {fill(R"(
const pace_units_per_ns = $per_ns # of which the time from frame to frame is a whole number too
const pace_step = $step # units from frame to frame
state due_at = 0 # clock reading at which the next frame is due
state due_units = 0 # and what that leaves out
state seen_at = 0
state pacing: truth = false
$declared
method pace(now_ns) -> whole { # Nanoseconds to sleep before asking again; 0: begin the frame; negative: spin.
$learned    if !pacing || now_ns < seen_at { # the first frame, or a clock that was set back: due at once
        due_at = now_ns
    }
    pacing = true
    seen_at = now_ns
    let left = due_at - now_ns
$taken    if left > 0 {
        return -1
    }
$late    due_units += pace_step
    due_at += due_units / pace_units_per_ns
    due_units = due_units % pace_units_per_ns
    return 0
}
)",
                 {{"per_ns", scale.per_ns},
                  {"step", scale.step},
                  {"declared", naps.declared},
                  {"learned", naps.learned},
                  {"taken", naps.taken},
                  {"late", late_rule(s)}}),
            ""};
}

PacerRecipe text_of(const Loop& /*waits for nothing*/, const FreeRunning& /*no knobs*/) { return {}; }
PacerRecipe text_of(const Loop& /*the display waits*/, const Vsync& /*no knobs*/) { return {}; }
PacerRecipe text_of(const Loop& /*any*/, const BusyWait& p) { return scheduled(p, {}); }

PacerRecipe text_of(const Loop& /*any*/, const SleepAndYield& p)
{
    return scheduled(
        p, {.declared = fill("const nap = 1000000\nconst threshold = $t # $t:text: no nap with less than this to go\n",
                             {{"t", p.threshold}}),
            .taken    = "    if left > threshold {\n        return nap\n    }\n"});
}

PacerRecipe text_of(const Loop& /*any*/, const Hybrid& p)
{
    return scheduled(p, {.declared = fill(R"(
const nap = $nap # $nap:text
state overshoot = 100000 # nanoseconds by which naps last too long, at worst
state napping: truth = false
state napped_at = 0
)",
                                          {{"nap", p.nap}}),
                         .learned  = R"(    if napping {
        overshoot = max(max(now_ns - napped_at - nap, overshoot - overshoot / 128), 0)
    }
    napping = false
)",
                         .taken    = R"(    if left > nap + overshoot {
        napping = true
        napped_at = now_ns
        return nap
    }
)"});
}

PacerRecipe text_of(const Loop& /*any*/, const RenderIfStepped& p)
{
    return {fill(R"(
const nap = $nap # $nap:text
state nap_due = 0
method pace() -> whole { # Nanoseconds to sleep before asking again; 0: begin the frame.
    let now = nap_due
    nap_due = 0
    return now
}
)",
                 {{"nap", p.nap}}),
            "nap_due = 0\nif steps == 0 {\n    nap_due = nap\n}"};
}

// When the next step is due, seen from the start of the frame.
std::string until_step(const Loop& loop)
{
    Loop copy = loop;
    return fill(R"(var until_step: real = (1.0 - alpha) * $dt
if until_step < 0.0 {
    until_step = 0.0
}
wait_ns = whole(until_step) + 1)",
                {{"dt", static_cast<double>(copy.plan({}).dt.count())}});
}

PacerRecipe text_of(const Loop& loop, const UntilStep& p)
{
    return {fill(R"(
const nap = 1000000
const threshold = $t # $t:text: no nap with less than this to go
state wait_ns = 0 # from the start of the frame until its successor has a step to take
method pace(start_ns, now_ns) -> whole { # Nanoseconds to sleep before asking again; 0: begin the frame; negative: spin.
    let left = start_ns + wait_ns - now_ns
    if left <= 0 || now_ns < start_ns { # due, or the clock was set back
        return 0
    }
    if left >= threshold {
        return nap
    }
    return -1
}
)",
                 {{"t", p.threshold}}),
            until_step(loop)};
}

PacerRecipe text_of(const Loop& loop, const FnaSleep& /*no knobs*/)
{
    return {R"(
const nap = 1000000
state wait_ns = 0 # from the start of the frame until its successor has a step to take
state naps[128] = 10000 # how long the last ones took, in ticks of 100 ns, none counted as more than 4 ms
state next_nap = 0
state napping: truth = false
state napped_at = 0

method worst_nap() -> whole { # In nanoseconds.
    var worst = 0
    var i = 0
    while i < 128 {
        worst = max(worst, naps[i])
        i += 1
    }
    return worst * 100
}

method pace(start_ns, now_ns) -> whole { # Nanoseconds to sleep before asking again; 0: begin the frame; negative: spin.
    if napping {
        naps[next_nap] = max(min(now_ns - napped_at, 4000000), 0) / 100
        next_nap = (next_nap + 1) % 128
    }
    napping = false
    let left = start_ns + wait_ns - now_ns
    if left <= 0 || now_ns < start_ns { # due, or the clock was set back
        return 0
    }
    if left > worst_nap() {
        napping = true
        napped_at = now_ns
        return nap
    }
    return -1
}
)",
            until_step(loop)};
}

} // namespace

PacerRecipe pacer_recipe(const Loop& loop)
{
    return std::visit([&](const auto& pacer) { return text_of(loop, pacer); },
                      static_cast<const LoopPacer::variant&>(loop.pacer));
}

} // namespace exporter
