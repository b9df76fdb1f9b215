#include "lab/metrics/lane_verdict.hpp"

#include "base/number.hpp"
#include "telemetry/metrics.hpp"
#include "telemetry/recent.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace lab
{

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;

constexpr double infinity = std::numeric_limits<double>::infinity();
// Times within this fraction of the longer one are written as equal.
constexpr double same = 0.01;

bool looks_same(Nanos a, Nanos b)
{
    return static_cast<double>(std::chrono::abs(a - b).count()) <= same * static_cast<double>(std::max(a, b).count());
}

// Sums, smallest and largest values over some frames.
struct FrameSums
{
    /// Sum of the measured frame times; their mean in the result of sums_of().
    Nanos frame{};
    Nanos shortest = Nanos::max();                                  ///< shortest step
    Nanos longest{};                                                ///< longest step
    Nanos quickest = Nanos::max();                                  ///< shortest frame time
    Nanos slowest{};                                                ///< longest frame time
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max(); ///< smallest number of steps in a frame
    std::int64_t most   = 0;                                        ///< largest number of steps in a frame
    std::int64_t frames = 0;
    std::vector<Nanos> lengths{}; ///< up to three distinguishable step sizes

    bool has_two_lengths() const { return lengths.size() == 2; }

    void add_step(Nanos length)
    {
        if (lengths.size() < 3 && std::ranges::none_of(lengths, [&](Nanos known) { return looks_same(known, length); }))
            lengths.push_back(length);
        shortest = std::min(shortest, length);
        longest  = std::max(longest, length);
    }
    void add(const FrameSample& s)
    {
        if (!telemetry::counts(s)) return;
        frame += s.measured;
        quickest = std::min(quickest, s.measured);
        slowest  = std::max(slowest, s.measured);
        if (s.plan.steps > 0) add_step(s.plan.dt);
        if (s.plan.tail > Nanos::zero()) add_step(s.plan.tail);
        fewest = std::min(fewest, telemetry::steps_of(s));
        most   = std::max(most, telemetry::steps_of(s));
        ++frames;
    }
};

std::optional<FrameSums> sums_of(const Frames& frames)
{
    FrameSums sums;
    for (std::size_t i = 0; i < frames.size(); ++i) sums.add(frames[i]);
    if (sums.frames == 0) return std::nullopt;
    sums.frame /= sums.frames;
    return sums;
}

// Examples: "16.7 ms", "5.1 to 16.7 ms", "800 µs to 16.7 ms"; "to" is the parameter `between`.
std::string from_to(Nanos shortest, Nanos longest, const char* between = "to")
{
    if (looks_same(shortest, longest)) return base::time_text(longest);
    const std::string low  = base::time_text(shortest);
    const std::string high = base::time_text(longest);
    const std::size_t unit = low.find(' ');
    return fmt::format("{} {} {}", high.ends_with(low.substr(unit)) ? low.substr(0, unit) : low, between, high);
}

std::string step_lengths(const FrameSums& d)
{
    return from_to(d.shortest, d.longest, d.has_two_lengths() ? "and" : "to");
}

// Examples: "1 step of 16.7 ms", "0 to 2 steps of 16.7 ms".
std::string some_steps(const FrameSums& d)
{
    if (d.most == 0) return "no step";
    const std::string count =
        d.fewest == d.most ? fmt::format("{}", d.most) : fmt::format("{} to {}", d.fewest, d.most);
    return fmt::format("{} step{} of {}", count, count == "1" ? "" : "s", step_lengths(d));
}

std::string ago_text(Nanos now, Nanos then)
{
    const double seconds = std::max(timestep::to_seconds(now - then), 0.1);
    return fmt::format("{:.{}f} s ago", seconds, seconds < 1.0 ? 1 : 0);
}

// For a loop in real time. In the four seconds after a frame that dropped visible time, the text is about this frame;
// then about the steps, and all lost time.
std::string in_time_text(const Pace& pace, const FrameSums& d, const FrameSample& now)
{
    constexpr Nanos visible{50'000'000};
    const std::string behind = base::time_text(now.lost);
    if (pace.lost == nullptr)
        return fmt::format("{} in each frame of {}: runs in real time{}", some_steps(d), from_to(d.quickest, d.slowest),
                           now.lost < visible ? ""
                                              : fmt::format("; earlier frames left it {} behind the ring", behind));
    const Nanos dropped = pace.lost->plan.dropped + pace.lost->plan.filter_error;
    return fmt::format("the loop simulated only {} of a {} frame, {}: the game stays {} behind{}",
                       base::time_text(pace.lost->measured - dropped), base::time_text(pace.lost->measured),
                       ago_text(now.wall, pace.lost->wall), base::time_text(dropped),
                       now.lost < dropped + visible ? "" : fmt::format(", {} in all", behind));
}

std::string pace_text(const FrameSums& d, double speed)
{
    return fmt::format("{} in each frame of {}: runs at {:.2f} of real time", some_steps(d), base::time_text(d.frame),
                       speed);
}

std::string late_text(double ms)
{
    const std::string by = base::time_text(timestep::from_seconds(std::abs(ms) / 1e3));
    return ms > 0 ? fmt::format("shows where the ring was {} ago", by)
                  : fmt::format("shows where the ring will be in {}", by);
}

// True if the PC's frame times, which the motion follows, caused more than half of the uneven frames.
bool by_frame_times(const Lane& lane, const Frames& frames)
{
    const Nanos refresh = lane.references().refresh();
    int uneven          = 0;
    int of_them         = 0;
    telemetry::for_each_seen_frame(frames, refresh,
                                   [&](const telemetry::SeenFrame& seen)
                                   {
                                       uneven += seen.is_uneven(refresh) ? 1 : 0;
                                       of_them += seen.is_by_frame_times(refresh) ? 1 : 0;
                                   });
    return 2 * of_them > uneven;
}

std::string stutter_text(const Lane& lane, const Frames& frames, const FrameSums& d)
{
    const std::string frame = base::time_text(d.frame);
    const std::string times = from_to(d.quickest, d.slowest);
    if (by_frame_times(lane, frames) && times == base::time_text(d.slowest))
        return fmt::format("the display shows some frames of {} longer than others: the motion jerks", times);
    if (by_frame_times(lane, frames)) return fmt::format("frame times vary from {}: the motion jerks with them", times);
    if (d.fewest == d.most) return fmt::format("{} in each frame of {}: the motion jerks", some_steps(d), frame);
    return fmt::format("frames of {} run {} {} {} steps of {}: the motion jerks", frame, d.fewest,
                       d.fewest + 1 == d.most ? "or" : "to", d.most, step_lengths(d));
}

// The frames since the last reset or change of loop.
Frames since_start(const Frames& frames)
{
    std::size_t first = frames.empty() ? 0 : frames.size() - 1;
    while (first > 0 && (frames[first].events & (telemetry::reset | telemetry::loop_changed)) == 0) --first;
    return frames.from(first);
}

// Examples: "a 166 ms hiccup of this PC", "a 166 ms step".
std::string one_step(Nanos step, bool is_hiccup)
{
    return is_hiccup ? fmt::format("a {} hiccup of this PC", base::time_text(step))
                     : fmt::format("a {} step", base::time_text(step));
}

Nanos longest_step(const FrameSample& s) { return s.plan.steps > 0 ? s.plan.dt : s.plan.tail; }

// Examples: "steps of 16.7 ms", "steps of up to 33.3 ms".
std::string steps_up_to(Nanos shortest, Nanos longest)
{
    return fmt::format("steps of {}{}", looks_same(shortest, longest) ? "" : "up to ", base::time_text(longest));
}

// For too long steps. Names the longest step since the last reset or change of loop, because the steps of the last
// second may be short again, with its age unless all steps are equal. `step` is the reference step in s.
std::string wrong_text(const Frames& all, const FrameSums& recent, double step)
{
    const Frames frames  = since_start(all);
    const auto sums      = sums_of(frames).value_or(recent);
    const bool is_single = sums.longest > 3 * recent.longest;
    // If the last second has steps that long, names its steps: the lane may have had shorter steps before.
    const FrameSums& named = !is_single && sums.longest <= recent.longest ? recent : sums;
    std::size_t at         = frames.size() - 1;
    while (at > 0 && longest_step(frames[at]) != named.longest) --at;
    const std::string ago = ", " + ago_text(frames.back().wall, frames[at].wall) + ",";
    if (is_single)
        return one_step(named.longest, (frames[at].events & telemetry::hiccup) != 0) + ago +
               " put the motion off course. Press R to start again.";
    return fmt::format("{}{} put the motion off course: {} would keep it on course",
                       steps_up_to(named.shortest, named.longest), looks_same(named.shortest, named.longest) ? "" : ago,
                       base::time_text(timestep::from_seconds(step)));
}

// For frames that differ although no step was too long. Writes five digits if two steps look equal with three. If the
// steps of the last second equal the reference step, names the steps since the last reset or change of loop.
std::string different_text(const Frames& all, const FrameSums& recent, double step)
{
    const Nanos even       = timestep::from_seconds(step);
    const bool was_before  = recent.shortest == even && recent.longest == even;
    const FrameSums d      = was_before ? sums_of(since_start(all)).value_or(recent) : recent;
    const bool looks_equal = base::time_text(d.longest) == base::time_text(even);
    const auto text        = [&](Nanos length)
    { return looks_equal ? fmt::format("{:.3f} ms", timestep::to_millis(length)) : base::time_text(length); };
    if (d.longest > even)
        return fmt::format(
            "steps of {}: another path than with the ring's steps of {}; steps up to 1.5 times as long are no fault",
            text(d.longest), text(even));
    return fmt::format(
        "steps of {}: another path than with the ring's steps of {}; shorter or equal steps are no fault",
        step_lengths(d), base::time_text(even));
}

// True if a single step is over three times as long as each step in the second before its frame.
bool is_by_one_step(const Failure& failure)
{
    return failure.longest > Nanos::zero() && failure.step > 3 * failure.longest;
}

// Examples: "a 3 s step, 12 s ago,"; "steps of 110 ms" (without the age) if all steps at the failure were equal.
std::string cause_text(const FrameSample& now, const Failure& failure)
{
    const Nanos longest   = std::max(failure.step, failure.longest);
    const std::string ago = ", " + ago_text(now.wall, failure.wall) + ",";
    if (is_by_one_step(failure)) return one_step(failure.step, failure.hiccup) + ago;
    return steps_up_to(failure.shortest, longest) + (looks_same(failure.shortest, longest) ? "" : ago);
}

// Names the largest stable step if the steps were longer.
std::string explosion_text(const Lane& lane, const std::string& cause, Nanos longest)
{
    const auto limit = lane.world().largest_stable_step();
    if (!limit || timestep::to_seconds(longest) <= *limit) return cause + " made the motion explode";
    return fmt::format("{} made {} explode: that spring needs at most {}", cause, lane.world().stiffness()->body,
                       base::time_text(timestep::from_seconds(*limit)));
}

// `limit` is the largest stable step in s; infinity if there is none.
std::string passed_text(const FrameSample& now, const Failure& newest, double limit)
{
    // Energy / energy at the start, from which the body passed the wall because it had too much energy.
    constexpr double fed = 1.5;
    const Nanos longest  = std::max(newest.step, newest.longest);
    if (is_by_one_step(newest) || newest.energy < fed || timestep::to_seconds(longest) > limit)
        return fmt::format("{} jumped over the wall, {}", one_step(newest.step, newest.hiccup),
                           ago_text(now.wall, newest.wall));
    constexpr double countable = 1000.0; // a larger factor changes within a frame, so its digits have no meaning
    return fmt::format("{} made the ball too fast for the wall: {} times the energy of the start",
                       cause_text(now, newest),
                       newest.energy < countable ? fmt::format("{:.3g}", newest.energy) : "over 1,000");
}

std::string failure_text(const Lane& lane, const FrameSample& now, const FrameSums& d, const sim::EventKind& kind)
{
    const Failures* failures = find_failures(lane.judged().failures, kind);
    if (failures == nullptr) return explosion_text(lane, "steps of " + step_lengths(d), d.longest);
    const Failure& newest = failures->newest;
    if (kind.count == sim::event::tunnelled.count)
        return passed_text(now, newest, lane.world().largest_stable_step().value_or(infinity));
    if (kind.count != sim::event::blown_up.count) return cause_text(now, newest) + " caused it";
    return explosion_text(lane, cause_text(now, newest), std::max(newest.step, newest.longest));
}

// The text in the first 5 s after a change of loop that restarted the world; otherwise empty.
std::string restart_text(const Lane& lane, const FrameSample& now)
{
    const auto at = lane.wrong_world_reset_at();
    if (!at || now.wall < *at || now.wall - *at > std::chrono::seconds{5}) return "";
    return "restarted, because the loop chosen before had put the motion off course";
}

} // namespace

std::string story_of(const Lane& lane, const FrameSample& sample, const LaneVerdict& verdict)
{
    const Frames all{lane.samples()};
    const Frames past   = all.first(all.first_from(sample.wall + Nanos{1}));
    const Frames frames = telemetry::recent_frames(past);
    const Pace pace     = pace_of(lane, sample);
    const auto sums     = sums_of(frames);
    if (!sums) return "";
    if (const std::string again = restart_text(lane, sample); !again.empty()) return again;
    using enum LaneVerdict::Kind;
    switch (verdict.kind)
    {
    case started: return "";
    case ok: break;
    case different: return different_text(past, *sums, lane.references().step());
    case uneven: return stutter_text(lane, frames, *sums);
    case wrong: return wrong_text(past, *sums, lane.references().step());
    case late: return late_text(verdict.amount);
    case fast:
    case slow: return pace_text(sums_of(pace.frames).value_or(*sums), verdict.amount);
    case spiral:
        return fmt::format("each frame needs more steps than the last, and so takes longer: {} to {} steps",
                           sums->fewest, sums->most);
    case exploding: return explosion_text(lane, "steps of " + step_lengths(*sums), sums->longest);
    case failed: return failure_text(lane, sample, *sums, *verdict.failed);
    case gone: return failure_text(lane, sample, *sums, sim::event::blown_up) + ". Press R to start again.";
    }
    return in_time_text(pace, *sums, sample);
}

} // namespace lab
