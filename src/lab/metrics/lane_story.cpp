#include "lab/metrics/lane_verdict.hpp"

#include "base/number.hpp"
#include "catalogue/presets.hpp"
#include "telemetry/metrics.hpp"
#include "telemetry/recent.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace lab
{

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;

// Two times count as equal if they differ by at most this fraction of the longer one.
constexpr double same_time_fraction = 0.01;

bool looks_same(Nanos a, Nanos b)
{
    return static_cast<double>(std::chrono::abs(a - b).count()) <=
           same_time_fraction * static_cast<double>(std::max(a, b).count());
}

struct FrameSums
{
    Nanos frame_time_sum{}; ///< sum of the measured frame times
    Nanos shortest_step = Nanos::max();
    Nanos longest_step{};
    Nanos shortest_frame = Nanos::max();
    Nanos longest_frame{};
    std::int64_t fewest_steps = std::numeric_limits<std::int64_t>::max();
    std::int64_t most_steps   = 0;
    std::int64_t frame_count  = 0;
    std::vector<Nanos> step_sizes{}; ///< the first three different step sizes

    /// Requires at least one frame.
    Nanos mean_frame_time() const { return frame_time_sum / frame_count; }

    void add_step(Nanos length)
    {
        if (step_sizes.size() < 3 &&
            std::ranges::none_of(step_sizes, [&](Nanos known) { return looks_same(known, length); }))
            step_sizes.push_back(length);
        shortest_step = std::min(shortest_step, length);
        longest_step  = std::max(longest_step, length);
    }
    void add(const FrameSample& s)
    {
        if (!telemetry::is_counted(s)) return;
        frame_time_sum += s.measured;
        shortest_frame = std::min(shortest_frame, s.measured);
        longest_frame  = std::max(longest_frame, s.measured);
        if (s.plan.steps > 0) add_step(s.plan.dt);
        if (s.plan.tail > Nanos::zero()) add_step(s.plan.tail);
        fewest_steps = std::min(fewest_steps, telemetry::steps_of(s));
        most_steps   = std::max(most_steps, telemetry::steps_of(s));
        ++frame_count;
    }
};

std::optional<FrameSums> sums_of(const Frames& frames)
{
    FrameSums sums;
    for (std::size_t i = 0; i < frames.size(); ++i) sums.add(frames[i]);
    if (sums.frame_count == 0) return std::nullopt;
    return sums;
}

// Formats a range, as in "16.7 ms", "5.1 to 16.7 ms", "800 µs to 16.7 ms". `between` is the word between the times.
std::string time_range_text(Nanos shortest, Nanos longest, const char* between = "to")
{
    if (looks_same(shortest, longest)) return base::time_text(longest);
    const std::string low_text   = base::time_text(shortest);
    const std::string high_text  = base::time_text(longest);
    const std::size_t unit_begin = low_text.find(' ');
    const bool has_equal_units   = high_text.ends_with(low_text.substr(unit_begin));
    return fmt::format("{} {} {}", has_equal_units ? low_text.substr(0, unit_begin) : low_text, between, high_text);
}

std::string step_sizes_text(const FrameSums& sums)
{
    return time_range_text(sums.shortest_step, sums.longest_step, sums.step_sizes.size() == 2 ? "and" : "to");
}

// Describes the steps in each frame, for example "1 step of 16.7 ms" or "0 to 2 steps of 16.7 ms".
std::string step_count_text(const FrameSums& sums)
{
    if (sums.most_steps == 0) return "no step";
    const std::string count = sums.fewest_steps == sums.most_steps
                                  ? fmt::format("{}", sums.most_steps)
                                  : fmt::format("{} to {}", sums.fewest_steps, sums.most_steps);
    return fmt::format("{} step{} of {}", count, count == "1" ? "" : "s", step_sizes_text(sums));
}

bool has_equal_steps_in_each_frame(const FrameSums& sums)
{
    return sums.fewest_steps == sums.most_steps && sums.most_steps > 0 &&
           looks_same(sums.shortest_step, sums.longest_step);
}

// Examples: "advances the game by 16.7 ms (1 step)", "gets 1 to 2 steps of 10 ms".
std::string advance_text(const FrameSums& sums)
{
    const std::string steps = step_count_text(sums);
    if (!has_equal_steps_in_each_frame(sums)) return "gets " + steps;
    return fmt::format("advances the game by {} ({})", base::time_text(sums.most_steps * sums.longest_step),
                       sums.most_steps == 1 ? "1 step" : steps);
}

// Examples: "each 50 ms frame", "each frame of 14 to 18 ms".
std::string each_frame_text(Nanos shortest, Nanos longest)
{
    const std::string time = time_range_text(shortest, longest);
    return looks_same(shortest, longest) ? "each " + time + " frame" : "each frame of " + time;
}

// Writes no number for times under a second, because it would be outdated before the text is updated.
std::string ago_text(Nanos now, Nanos then)
{
    const double seconds = timestep::to_seconds(now - then);
    return seconds < 1.0 ? "just now" : fmt::format("{:.0f} s ago", seconds);
}

// The frames since the last reset or change of loop.
Frames frames_since_start(const Frames& frames) { return telemetry::recent_frames(frames, Nanos::max()); }

// Returns the known cause of a long frame, such as " (hitch)", or "". `events` are its events_behind_frame_time().
std::string_view hitch_text(std::uint32_t events)
{
    if ((events & telemetry::hiccup) != 0) return " (hiccup of this PC)";
    if ((events & telemetry::hitch) != 0) return " (hitch)";
    return (events & telemetry::debugger_break) != 0 ? " (break)" : "";
}

// Explains why the game is late. If one frame caused at least 90 % of the delay, names it. `frames` is not empty.
std::string lost_time_text(const Frames& frames)
{
    constexpr double min_share = 0.9;
    std::size_t worst          = 0;
    Nanos most_lost{};
    for (std::size_t i = 1; i < frames.size(); ++i)
        if (const Nanos lost = frames[i].lost - frames[i - 1].lost; lost > most_lost)
        {
            worst     = i;
            most_lost = lost;
        }
    const FrameSample& now     = frames.back();
    const Nanos frame_time     = frames[worst].measured;
    const std::string lateness = base::time_text(now.lost);
    if (most_lost >= frame_time || timestep::to_seconds(most_lost) < min_share * timestep::to_seconds(now.lost))
        return fmt::format("Earlier frames, which were too long, made the game {} late", lateness);
    return fmt::format("A {} frame{}, {}, advanced the game by only {}, so the game is {} late",
                       base::time_text(frame_time), hitch_text(events_behind_frame_time(frames, worst)),
                       ago_text(now.wall, frames[worst].wall), base::time_text(frame_time - most_lost), lateness);
}

// Says which frame or which previous loop made the game late. Names a loop only if it alone caused the whole delay.
std::string delay_text(const Lane& lane, const Frames& all)
{
    const Frames present = frames_since_start(all);
    if ((present.front().events & telemetry::loop_changed) == 0 ||
        all.back().lost >= present.front().lost + visible_lateness)
        return lost_time_text(present);
    const Frames previous         = frames_since_start(all.first(all.size() - present.size()));
    const bool has_several_causes = previous.empty() || previous.front().lost >= visible_lateness;
    return fmt::format("{} made the game {} late",
                       has_several_causes ? "Earlier loops"
                                          : fmt::format("The loop \"{}\", which ran here before,",
                                                        catalogue::preset_of(lane.previous_preset()).name),
                       base::time_text(all.back().lost));
}

// Explains a loop that runs in real time. Describes the newest frame of the last four seconds that visibly dropped
// time. If there is none, describes the steps in each frame and how late the game is.
std::string in_time_text(const Lane& lane, const Frames& all, const Pace& pace, const FrameSums& sums)
{
    const FrameSample& now = all.back();
    const bool is_late     = now.lost >= visible_lateness;
    if (pace.newest_drop == nullptr)
        return fmt::format("{} {}{}{}{}", each_frame_text(sums.shortest_frame, sums.longest_frame),
                           is_late ? "now " : "", advance_text(sums),
                           has_equal_steps_in_each_frame(sums) ? "" : ": in real time",
                           is_late ? fmt::format(". {}.", delay_text(lane, all)) : "");
    const Nanos dropped = pace.newest_drop->plan.dropped + pace.newest_drop->plan.filter_error;
    return fmt::format(
        "a {} frame, {}: the loop simulated {} of it and dropped the rest, so the game stays {} behind{}",
        base::time_text(pace.newest_drop->measured), ago_text(now.wall, pace.newest_drop->wall),
        base::time_text(pace.newest_drop->measured - dropped), base::time_text(dropped),
        now.lost < dropped + visible_lateness ? "" : fmt::format(", {} in all", base::time_text(now.lost)));
}

std::string pace_text(const FrameSums& sums, double speed)
{
    return fmt::format("{} {}: {:.2f} of real time", each_frame_text(sums.mean_frame_time(), sums.mean_frame_time()),
                       advance_text(sums), speed);
}

std::string late_text(double ms)
{
    const std::string by = base::time_text(timestep::from_seconds(std::abs(ms) / 1e3));
    return ms > 0 ? fmt::format("shows where the ring was {} ago", by)
                  : fmt::format("shows where the ring will be in {}", by);
}

// True if uneven frame times, not the loop, caused more than half of the uneven frames.
bool is_uneven_by_frame_times(const Lane& lane, const Frames& frames)
{
    const Nanos refresh     = lane.references().refresh_period();
    int uneven_count        = 0;
    int by_frame_time_count = 0;
    telemetry::for_each_seen_frame(frames, refresh,
                                   [&](const telemetry::SeenFrame& seen)
                                   {
                                       uneven_count += seen.is_uneven(refresh) ? 1 : 0;
                                       by_frame_time_count += seen.is_uneven_by_frame_times(refresh) ? 1 : 0;
                                   });
    return 2 * by_frame_time_count > uneven_count;
}

std::string stutter_text(const Lane& lane, const Frames& frames, const FrameSums& sums)
{
    const std::string times = time_range_text(sums.shortest_frame, sums.longest_frame);
    if (is_uneven_by_frame_times(lane, frames) && times == base::time_text(sums.longest_frame))
        return fmt::format("the display shows some frames of {} longer than others: the motion jerks", times);
    if (is_uneven_by_frame_times(lane, frames))
        return fmt::format("frame times vary from {}: the motion jerks with them", times);
    if (sums.fewest_steps == sums.most_steps)
        return each_frame_text(sums.shortest_frame, sums.longest_frame) + " " + advance_text(sums) +
               ": the motion jerks";
    const double needed = timestep::to_seconds(sums.mean_frame_time()) / timestep::to_seconds(sums.longest_step);
    const bool is_whole = std::abs(needed - std::round(needed)) < 0.05;
    return fmt::format("jerky, because {} frames get {} {} {} steps of {}{}", times, sums.fewest_steps,
                       sums.fewest_steps + 1 == sums.most_steps ? "or" : "to", sums.most_steps, step_sizes_text(sums),
                       is_whole || sums.step_sizes.size() > 1 ? "" : fmt::format(": each needs {:.1f}", needed));
}

// Describes one long step. `events` made its frame long. Examples: "a 166 ms step, 3 s ago", "a 517 ms step, from one
// long frame (hitch) 3 s ago".
std::string single_step_text(Nanos step, std::uint32_t events, const std::string& ago)
{
    return fmt::format("a {} step,{}{} {}", base::time_text(step), events == 0 ? "" : " from one long frame",
                       hitch_text(events), ago);
}

Nanos longest_step_of(const FrameSample& s) { return s.plan.steps > 0 ? s.plan.dt : s.plan.tail; }

// Describes equal or different steps, for example "steps of 16.7 ms" or "steps of up to 33.3 ms".
std::string steps_text(Nanos shortest, Nanos longest)
{
    return fmt::format("steps of {}{}", looks_same(shortest, longest) ? "" : "up to ", base::time_text(longest));
}

// Explains the verdict WRONG by the longest step since the last reset or change of loop, because newer steps may be
// short again. Says its age unless all steps are equal. `step` is the reference motion's step in s.
std::string wrong_text(const Frames& all, const FrameSums& recent, double step)
{
    const Frames frames  = frames_since_start(all);
    const auto sums      = sums_of(frames).value_or(recent);
    const bool is_single = sums.longest_step > 3 * recent.longest_step;
    // If the longest step is in the last second, describes only this second: older steps may widen the range of sizes.
    const FrameSums& named = !is_single && sums.longest_step <= recent.longest_step ? recent : sums;
    std::size_t index      = frames.size() - 1;
    while (index > 0 && longest_step_of(frames[index]) != named.longest_step) --index;
    const std::string ago = ago_text(frames.back().wall, frames[index].wall);
    if (is_single)
        return single_step_text(named.longest_step, events_behind_frame_time(frames, index), ago) +
               ", put the motion off course. Press R to start again.";
    return fmt::format("{}{} put the motion off course: {} would keep it on course",
                       steps_text(named.shortest_step, named.longest_step),
                       looks_same(named.shortest_step, named.longest_step) ? "" : ", " + ago + ",",
                       base::time_text(timestep::from_seconds(step)));
}

// Explains the verdict DIFFERENT by the step sizes of the last second. If all of them equal the reference motion's step
// size `step` (in s), the text names the step sizes since the last reset or change of loop. Writes sizes with five
// digits if three would hide the difference.
std::string different_text(const Frames& all, const FrameSums& recent, double step)
{
    const Nanos reference_step = timestep::from_seconds(step);
    const bool is_equal_now    = recent.shortest_step == reference_step && recent.longest_step == reference_step;
    const FrameSums sums       = is_equal_now ? sums_of(frames_since_start(all)).value_or(recent) : recent;
    const bool looks_equal     = base::time_text(sums.longest_step) == base::time_text(reference_step);
    const auto text            = [&](Nanos length)
    { return looks_equal ? fmt::format("{:.3f} ms", timestep::to_millis(length)) : base::time_text(length); };
    const bool is_longer = sums.longest_step > reference_step;
    return fmt::format("steps of {}; the ring is computed with {}: another path, no fault{}",
                       is_longer ? text(sums.longest_step) : step_sizes_text(sums),
                       is_longer ? text(reference_step) : base::time_text(reference_step),
                       is_longer ? " up to 1.5 times as long" : "");
}

// True if a step in the frame of the failure was over three times as long as each step in the second before.
bool is_by_one_step(const Failure& failure)
{
    return failure.longest_step_before > Nanos::zero() && failure.failing_step > 3 * failure.longest_step_before;
}

// True if one earlier step was over three times as long as each step in the frame of the failure.
bool is_after_one_step(const Failure& failure) { return failure.longest_step_before > 3 * failure.failing_step; }

std::string longest_step_before_text(const FrameSample& now, const Failure& failure)
{
    return single_step_text(failure.longest_step_before, failure.longest_step_before_events,
                            ago_text(now.wall, failure.longest_step_before_time));
}

// Describes the steps that caused a failure: "a 3 s step, 12 s ago,", or "steps of 110 ms" if all were equal.
std::string cause_text(const FrameSample& now, const Failure& failure)
{
    const Nanos longest   = std::max(failure.failing_step, failure.longest_step_before);
    const std::string ago = ago_text(now.wall, failure.wall_time);
    if (is_by_one_step(failure)) return single_step_text(failure.failing_step, failure.failing_step_events, ago) + ",";
    if (is_after_one_step(failure)) return longest_step_before_text(now, failure) + ",";
    return steps_text(failure.shortest_step, longest) +
           (looks_same(failure.shortest_step, longest) ? "" : ", " + ago + ",");
}

// Returns the largest stable step of the scene's springs in seconds if `step` is longer; empty if `step` is stable.
std::optional<double> exceeded_stable_step(const Lane& lane, Nanos step)
{
    const auto limit = lane.world().largest_stable_spring_step();
    return limit && timestep::to_seconds(step) > *limit ? limit : std::nullopt;
}

// Returns text such as ": the longest safe step is 10 ms"; empty if `step` is safe or the scene draws the limit.
std::string stable_step_text(const Lane& lane, Nanos step)
{
    const auto limit = exceeded_stable_step(lane, step);
    if (!limit || lane.world().stiffness()->is_limit_drawn) return "";
    return fmt::format(": the longest safe step is {}", base::time_text(timestep::from_seconds(*limit)));
}

std::string explosion_text(const Lane& lane, const FrameSums& sums)
{
    return fmt::format("steps of {} {}{}", step_sizes_text(sums), scenes::Stiffness::growth,
                       stable_step_text(lane, sums.longest_step));
}

std::string passed_text(const Lane& lane, const FrameSample& now, const Failure& newest)
{
    // If the body's energy has grown by this factor or more, the body passed the wall because it was too fast.
    constexpr double min_gained_energy_ratio = 1.5;
    if (is_by_one_step(newest) || newest.energy_ratio < min_gained_energy_ratio ||
        exceeded_stable_step(lane, newest.failing_step))
        return fmt::format(
            "{}, carried the {} past the wall{}",
            single_step_text(newest.failing_step, newest.failing_step_events, ago_text(now.wall, newest.wall_time)),
            lane.world().stiffness() ? "ball" : "body",
            is_after_one_step(newest) ? ", after " + longest_step_before_text(now, newest)
                                      : ": a hit is noticed only when a step ends");
    constexpr double max_printed_ratio = 1000.0; // larger factors change within a frame
    const std::string energy_text      = fmt::format(
             ": its energy is {} times as high as at the start",
        newest.energy_ratio < max_printed_ratio ? fmt::format("{:.3g}", newest.energy_ratio) : "over 1,000");
    if (!exceeded_stable_step(lane, newest.longest_step_before))
        return cause_text(now, newest) + " flung the ball through the wall" + energy_text;
    return cause_text(now, newest) + " made the ball so fast that it flew through the wall" +
           stable_step_text(lane, newest.longest_step_before);
}

// Describes the presses of the jump key that caused no jump since the last reset or change of loop.
std::string lost_presses_text(const Lane& lane)
{
    const sim::Events &now = lane.world().events(), &before = lane.judged_period().events_before;
    const int taps = now.tapped - before.tapped;
    if (taps == 0) return "a press of the jump key caused no jump: the player was in the air";
    return fmt::format("{} of {} taps caused no jump: no step read them, or the player was in the air",
                       now.unheard - before.unheard, taps);
}

std::string failure_text(const Lane& lane, const FrameSample& now, const FrameSums& sums, int sim::Events::*kind)
{
    if (kind == &sim::Events::unheard) return lost_presses_text(lane);
    const Failures* failures = find_failures(lane.judged_period().failures, kind);
    if (failures == nullptr) return explosion_text(lane, sums);
    const Failure& newest = failures->newest;
    if (kind == &sim::Events::tunnelled) return passed_text(lane, now, newest);
    if (kind != &sim::Events::blown_up) return cause_text(now, newest) + " caused it";
    const auto stiffness         = lane.world().stiffness();
    const bool has_grown_by_step = stiffness && !is_by_one_step(newest) && !is_after_one_step(newest);
    return fmt::format("{} {}{}", cause_text(now, newest),
                       has_grown_by_step ? stiffness->explosion : scenes::Stiffness::growth,
                       stable_step_text(lane, std::max(newest.failing_step, newest.longest_step_before)));
}

// If a change of loop has restarted the world, returns the reason for the next 5 s; empty at all other times.
std::string restart_text(const Lane& lane, const FrameSample& now)
{
    const auto reset_time = lane.unusable_world_reset_at();
    if (!reset_time || now.wall < *reset_time || now.wall - *reset_time > std::chrono::seconds{5}) return "";
    return "restarted, because the previous loop had put the motion off course";
}

} // namespace

std::string verdict_explanation(const Lane& lane, const FrameSample& sample, const LaneVerdict& verdict)
{
    const Frames all{lane.samples()};
    const Frames past   = all.first(all.first_index_from(sample.wall + Nanos{1}));
    const Frames frames = telemetry::recent_frames(past);
    const Pace pace     = compute_recent_pace(lane, sample);
    const auto sums     = sums_of(frames);
    if (!sums) return "";
    using enum LaneVerdict::Kind;
    switch (verdict.kind)
    {
    case started:
    case ok:
        if (const std::string restarted = restart_text(lane, sample); !restarted.empty() || verdict.kind == started)
            return restarted;
        break;
    case different: return different_text(past, *sums, lane.references().step_seconds());
    case uneven: return stutter_text(lane, frames, *sums);
    case wrong: return wrong_text(past, *sums, lane.references().step_seconds());
    case late: return late_text(verdict.amount);
    case fast:
    case slow: return pace_text(sums_of(pace.frames).value_or(*sums), verdict.amount);
    case spiral:
        return fmt::format("each frame needs more steps than the last, and so takes longer: {} to {} steps",
                           sums->fewest_steps, sums->most_steps);
    case exploding: return explosion_text(lane, *sums);
    case failed: return failure_text(lane, sample, *sums, verdict.failure_kind->count);
    case gone: return failure_text(lane, sample, *sums, &sim::Events::blown_up) + ". Press R to start again.";
    }
    return in_time_text(lane, past, pace, *sums);
}

} // namespace lab
