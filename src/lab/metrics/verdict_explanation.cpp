// Explains in one sentence why a game loop is judged, for example, SLOW or UNEVEN.

#include "lab/metrics/verdict_text.hpp"

#include "base/number.hpp"
#include "scenes/stability_text.hpp"
#include "telemetry/metrics.hpp"
#include "timestep/loop.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
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

bool is_nearly_equal(Nanos a, Nanos b)
{
    return static_cast<double>(std::chrono::abs(a - b).count()) <=
           same_time_fraction * static_cast<double>(std::max(a, b).count());
}

struct FrameSummary
{
    Nanos frame_time_sum{}; ///< sum of the measured frame times
    Nanos shortest_step = Nanos::max();
    Nanos longest_step{};
    Nanos shortest_frame = Nanos::max();
    Nanos longest_frame{};
    Nanos shortest_wall_time = Nanos::max(); ///< from the start of a frame to the start of the next
    Nanos longest_wall_time{};
    std::int64_t fewest_steps = std::numeric_limits<std::int64_t>::max();
    std::int64_t most_steps = 0;
    std::int64_t frame_count = 0;
    std::vector<Nanos> step_sizes{}; ///< the first three different step sizes

    /// Requires at least one frame.
    Nanos mean_frame_time() const { return frame_time_sum / frame_count; }

    void add_step(Nanos step)
    {
        if (step_sizes.size() < 3 &&
            std::ranges::none_of(step_sizes, [&](Nanos known) { return is_nearly_equal(known, step); }))
            step_sizes.push_back(step);
        shortest_step = std::min(shortest_step, step);
        longest_step = std::max(longest_step, step);
    }
    void add(const FrameSample& sample)
    {
        const bool is_start = sample.measured_frame_time == Nanos::zero() && sample.plan.stepped == Nanos::zero();
        if (!telemetry::counts_in_metrics(sample) || is_start) return;
        frame_time_sum += sample.measured_frame_time;
        shortest_frame = std::min(shortest_frame, sample.measured_frame_time);
        longest_frame = std::max(longest_frame, sample.measured_frame_time);
        if (sample.plan.steps > 0) add_step(sample.plan.dt);
        if (sample.plan.tail > Nanos::zero()) add_step(sample.plan.tail);
        fewest_steps = std::min(fewest_steps, telemetry::step_count_of(sample));
        most_steps = std::max(most_steps, telemetry::step_count_of(sample));
        ++frame_count;
    }
};

std::optional<FrameSummary> summary_of(const Frames& frames)
{
    FrameSummary summary;
    // The first frame is as long as the settings before the evidence made it.
    for (std::size_t i = 1; i < frames.size(); ++i)
    {
        summary.add(frames[i]);
        const Nanos wall_time = frames[i].start_wall_time - frames[i - 1].start_wall_time;
        summary.shortest_wall_time = std::min(summary.shortest_wall_time, wall_time);
        summary.longest_wall_time = std::max(summary.longest_wall_time, wall_time);
    }
    if (summary.frame_count == 0) return std::nullopt;
    return summary;
}

// Formats a range, as in "16.7 ms", "5.1 to 16.7 ms", "800 µs to 16.7 ms". `between` is the word between the times.
std::string time_range_text(Nanos shortest, Nanos longest, const char* between = "to")
{
    if (is_nearly_equal(shortest, longest)) return base::rounded_duration_text(longest);
    const std::string low_text = base::rounded_duration_text(shortest);
    const std::string high_text = base::rounded_duration_text(longest);
    const std::size_t unit_begin = low_text.find(' ');
    const bool has_equal_units = high_text.ends_with(low_text.substr(unit_begin));
    return fmt::format("{} {} {}", has_equal_units ? low_text.substr(0, unit_begin) : low_text, between, high_text);
}

std::string step_sizes_text(const FrameSummary& summary)
{
    return time_range_text(summary.shortest_step, summary.longest_step, summary.step_sizes.size() == 2 ? "and" : "to");
}

bool has_equal_steps(const FrameSummary& summary)
{
    return summary.fewest_steps == summary.most_steps && summary.most_steps > 0 &&
           is_nearly_equal(summary.shortest_step, summary.longest_step);
}

// Says what each frame does, such as "advances the game by 16.7 ms (1 step)" or "gets 1 to 2 steps of 10 ms".
std::string frame_steps_text(const FrameSummary& summary)
{
    if (summary.most_steps == 0) return "gets no step";
    const std::string count_text = summary.fewest_steps == summary.most_steps
                                       ? fmt::format("{}", summary.most_steps)
                                       : fmt::format("{} to {}", summary.fewest_steps, summary.most_steps);
    const std::string steps =
        fmt::format("{} step{} of {}", count_text, count_text == "1" ? "" : "s", step_sizes_text(summary));
    if (!has_equal_steps(summary)) return "gets " + steps;
    return fmt::format("advances the game by {} ({})",
                       base::rounded_duration_text(summary.most_steps * summary.longest_step),
                       summary.most_steps == 1 ? "1 step" : steps);
}

// Examples: "each 50 ms frame", "each frame of 14 to 18 ms".
std::string each_frame_text(Nanos shortest, Nanos longest)
{
    const std::string time_text = time_range_text(shortest, longest);
    return is_nearly_equal(shortest, longest) ? "each " + time_text + " frame" : "each frame of " + time_text;
}

// Writes no number for times under a second, because it would be outdated before the text is updated.
std::string ago_text(Nanos now, Nanos then)
{
    const double seconds = timestep::to_seconds(now - then);
    return seconds < 1.0 ? "just now" : fmt::format("{:.0f} s ago", seconds);
}

// The frames of the judged period of the newest one.
Frames frames_of_period(const Frames& frames)
{
    return frames.without_first(frames.first_index_from(frames.back().period_start));
}

// Returns the cause of a long frame, such as " (hitch)"; empty if unknown. `events` are the events that made it long.
std::string_view long_frame_cause_text(telemetry::EventBits events)
{
    if ((events & telemetry::hiccup) != 0) return " (hiccup of this PC)";
    if ((events & telemetry::hitch) != 0) return " (hitch)";
    return (events & telemetry::debugger_break) != 0 ? " (break)" : "";
}

// A text such as "99.9 ms behind real time".
std::string lost_time_text(Nanos lost_time)
{
    return fmt::format("{} {} real time", base::rounded_duration_text(std::chrono::abs(lost_time)),
                       lost_time > Nanos::zero() ? "behind" : "ahead of");
}

// Explains why the game is late or early. If one frame, or a little of every frame, caused at least 90 % of it, says
// so. `frames` are those since the evidence began, not only the newest 4 s.
std::string lost_time_cause_text(const Frames& frames, Nanos lost_time)
{
    constexpr double min_share = 0.9;
    std::size_t worst_index = 0;
    Nanos most_lost_time{}; // negative if the frame added time
    for (std::size_t i = 1; i < frames.size(); ++i)
        if (const Nanos lost = frames[i].lost_time - frames[i - 1].lost_time;
            std::chrono::abs(lost) > std::chrono::abs(most_lost_time))
        {
            worst_index = i;
            most_lost_time = lost;
        }
    const FrameSample& newest_frame = frames.back();
    const Nanos frame_time = frames[worst_index].measured_frame_time;
    const double lost_s = timestep::to_seconds(lost_time);
    const double lost_per_s = timestep::to_seconds(newest_frame.lost_time - frames.front().lost_time) /
                              timestep::to_seconds(newest_frame.start_wall_time - frames.front().start_wall_time);
    const double length_s = timestep::to_seconds(newest_frame.start_wall_time - newest_frame.evidence_start);
    if (!telemetry::is_significant_drop(most_lost_time) && lost_per_s * length_s / lost_s >= min_share)
        return fmt::format("The loop {} {} {} each second, so the game is {}", lost_s > 0.0 ? "leaves out" : "adds",
                           base::rounded_duration_text(timestep::from_seconds(std::abs(lost_per_s))),
                           lost_s > 0.0 ? "of" : "to", lost_time_text(lost_time));
    if (lost_s < 0.0 || most_lost_time >= frame_time || timestep::to_seconds(most_lost_time) < min_share * lost_s)
        return fmt::format("Earlier frames advanced the game by {} than their own length, which left it {}",
                           lost_s > 0.0 ? "less" : "more", lost_time_text(lost_time));
    return fmt::format("A {} frame{}, {}, advanced the game by only {}, so the game is {}",
                       base::rounded_duration_text(frame_time),
                       long_frame_cause_text(frame_time_lag_events(frames, worst_index)),
                       ago_text(newest_frame.start_wall_time, frames[worst_index].start_wall_time),
                       base::rounded_duration_text(frame_time - most_lost_time), lost_time_text(lost_time));
}

// The newest frame that the loop has cut by at least 50 ms; null if there is none.
const FrameSample* newest_cut_frame(const Frames& frames)
{
    constexpr Nanos min_visible_drop{50'000'000};
    for (std::size_t i = frames.size(); i-- > 1;)
        if (!telemetry::is_paused(frames[i]) &&
            frames[i].plan.dropped + frames[i].plan.filter_error >= min_visible_drop)
            return &frames[i];
    return nullptr;
}

// Text such as ", after a freeze of 3 s (break), 1 s ago"; empty if no disturbance has stretched a picture visibly.
std::string freeze_text(const Lane& lane, const FrameSample& sample, const Evidence& evidence)
{
    constexpr Nanos min_freeze{100'000'000};
    const Frames frames = evidence_frames(lane, sample, evidence);
    for (std::size_t i = frames.size(); i-- > 1;)
        if (const auto events = frame_time_lag_events(frames, i);
            events != 0 && frames[i].measured_frame_time >= min_freeze)
            return fmt::format(". A freeze of {}{}, {}", base::rounded_duration_text(frames[i].measured_frame_time),
                               long_frame_cause_text(events),
                               ago_text(sample.start_wall_time, frames[i].start_wall_time));
    return "";
}

std::string ok_explanation(const Lane& lane, const Frames& all_frames, const Evidence& evidence,
                           const FrameSummary& summary)
{
    const FrameSample& newest_frame = all_frames.back();
    const bool is_late = std::chrono::abs(evidence.lost_time) >= visible_lateness;
    const FrameSample* cut_frame = newest_cut_frame(evidence_frames(lane, newest_frame, evidence));
    if (cut_frame == nullptr || evidence.lost_time < Nanos::zero())
        return fmt::format(
            "{} {}{}{}", each_frame_text(summary.shortest_frame, summary.longest_frame), frame_steps_text(summary),
            has_equal_steps(summary) ? "" : ": in real time",
            is_late ? fmt::format(". {}.", lost_time_cause_text(all_frames.without_first(all_frames.first_index_from(
                                                                    newest_frame.evidence_start)),
                                                                evidence.lost_time))
                    : freeze_text(lane, newest_frame, evidence));
    const Nanos dropped_time = cut_frame->plan.dropped + cut_frame->plan.filter_error;
    const Nanos frame_time = cut_frame->measured_frame_time;
    const Nanos simulated_time = frame_time - dropped_time;
    const std::string frame = base::rounded_duration_text(frame_time);
    const std::string ago = ago_text(newest_frame.start_wall_time, cut_frame->start_wall_time);
    const std::string behind =
        base::rounded_duration_text(dropped_time) +
        (evidence.lost_time < dropped_time + visible_lateness
             ? " behind"
             : fmt::format(" behind, {} in all", base::rounded_duration_text(evidence.lost_time)));
    if (lane.loop().overload.name() == timestep::CapFrameTime::name)
        return fmt::format("{} of {} cut a {} frame, {}: the game stays {}",
                           simulated_time == timestep::CapFrameTime{}.limit ? "the article's limit" : "the limit",
                           base::rounded_duration_text(simulated_time), frame, ago, behind);
    return fmt::format("a {} frame, {}: the loop simulated {} of it and dropped the rest, so the game stays {}", frame,
                       ago, base::rounded_duration_text(simulated_time), behind);
}

std::string speed_explanation(const FrameSummary& summary, double speed)
{
    const bool is_even = is_nearly_equal(summary.shortest_frame, summary.longest_frame);
    return fmt::format("{}{} {}: {:.2f} of real time", each_frame_text(summary.shortest_frame, summary.longest_frame),
                       is_even ? ""
                               : fmt::format(" (mean: {})", base::rounded_duration_text(summary.mean_frame_time())),
                       frame_steps_text(summary), speed);
}

// Of the picture that stood still for longest: "the picture stood still for 55 % of the time: 583 ms, 1 s ago".
std::string standstill_explanation(std::span<const telemetry::Picture> pictures, Nanos now, double still_share)
{
    std::string text = fmt::format("the picture stood still for {:.0f} % of the time", 100.0 * still_share);
    if (pictures.empty()) return text;
    const auto& longest = *std::ranges::max_element(pictures, {}, &telemetry::Picture::stood_still_before);
    if (longest.stood_still_before == Nanos::zero()) return text;
    return fmt::format("{}: once for {}, {}", text, base::rounded_duration_text(longest.stayed_before),
                       ago_text(now, longest.frame.screen_time));
}

std::string uneven_explanation(const Frames& frames, std::span<const telemetry::Picture> pictures,
                               const FrameSummary& summary)
{
    const std::string times_text = time_range_text(summary.shortest_frame, summary.longest_frame);
    const auto uneven_count = std::ranges::count_if(pictures, &telemetry::Picture::is_uneven);
    if (2 * std::ranges::count_if(pictures, &telemetry::Picture::has_uneven_camera) > uneven_count)
    {
        const auto& worst = *std::ranges::max_element(pictures, {}, &telemetry::Picture::camera_error);
        return fmt::format(
            "the camera follows another moment than the picture shows, which trembles by up to {:.0f} mm",
            1e3 * worst.camera_error_m);
    }
    // Of over half of them the cause is the frame times, not the loop.
    if (2 * std::ranges::count_if(pictures, &telemetry::Picture::has_uneven_pacing) > uneven_count)
    {
        const auto is_even = [&](Nanos shortest, Nanos longest)
        { return longest - shortest <= telemetry::unevenness_limit(frames.back().refresh_period); };
        if (is_even(summary.shortest_frame, summary.longest_frame))
            return fmt::format("the display shows some frames of {} longer than others: the motion jerks", times_text);
        if (is_even(summary.shortest_wall_time, summary.longest_wall_time))
            return fmt::format("the clock measures frames of {} as {}: the motion jerks",
                               time_range_text(summary.shortest_wall_time, summary.longest_wall_time), times_text);
        return fmt::format("frame times vary from {}: the motion jerks with them", times_text);
    }
    if (summary.fewest_steps == summary.most_steps)
        return each_frame_text(summary.shortest_frame, summary.longest_frame) + " " + frame_steps_text(summary) +
               ": the motion jerks";
    const double needed_steps =
        timestep::to_seconds(summary.mean_frame_time()) / timestep::to_seconds(summary.longest_step);
    const bool is_whole_number = std::abs(needed_steps - std::round(needed_steps)) < 0.05;
    return fmt::format(
        "jerky, because {} frames get {} {} {} steps of {}{}", times_text, summary.fewest_steps,
        summary.fewest_steps + 1 == summary.most_steps ? "or" : "to", summary.most_steps, step_sizes_text(summary),
        is_whole_number || summary.step_sizes.size() > 1 ? "" : fmt::format(": each needs {:.1f}", needed_steps));
}

// `events` are the causes of a long frame, or 0. Example: "a 517 ms step, from one long frame (hitch) 3 s ago".
std::string single_step_text(Nanos step, telemetry::EventBits events, const std::string& ago)
{
    return fmt::format("a {} step,{}{} {}", base::rounded_duration_text(step),
                       events == 0 ? "" : " from one long frame", long_frame_cause_text(events), ago);
}

Nanos longest_step_of(const FrameSample& s) { return s.plan.steps > 0 ? s.plan.dt : s.plan.tail; }

// Describes equal or different steps, for example "steps of 16.7 ms" or "steps of up to 33.3 ms".
std::string steps_text(Nanos shortest, Nanos longest)
{
    return fmt::format("steps of {}{}", is_nearly_equal(shortest, longest) ? "" : "up to ",
                       base::rounded_duration_text(longest));
}

// Tells which step put the motion off course: its length, and how long ago it ran.
std::string wrong_explanation(const Frames& all_frames, const FrameSummary& recent_summary, double reference_step_s)
{
    const Frames frames = frames_of_period(all_frames);
    const auto summary = summary_of(frames).value_or(recent_summary);
    const bool is_single_long_step = summary.longest_step > 3 * recent_summary.longest_step;
    const FrameSummary& described_summary =
        !is_single_long_step && summary.longest_step <= recent_summary.longest_step ? recent_summary : summary;
    std::size_t frame_index = frames.size() - 1;
    while (frame_index > 0 && longest_step_of(frames[frame_index]) != described_summary.longest_step) --frame_index;
    const std::string ago = ago_text(frames.back().start_wall_time, frames[frame_index].start_wall_time);
    if (is_single_long_step)
        return single_step_text(described_summary.longest_step, frame_time_lag_events(frames, frame_index), ago) +
               ", put the motion off course. Press R to start again.";
    return fmt::format(
        "{}{} put the motion off course: {} would keep it on course",
        steps_text(described_summary.shortest_step, described_summary.longest_step),
        is_nearly_equal(described_summary.shortest_step, described_summary.longest_step) ? "" : ", " + ago + ",",
        base::rounded_duration_text(timestep::from_seconds(reference_step_s)));
}

// Says why the body takes another path: steps of another size than those of the ring, now or earlier. Steps under 1 us
// move it nowhere. Empty if no stored frame of the judged period has such a step.
std::string another_path_explanation(const Frames& all_frames, const Frames& evidence, double reference_step_s)
{
    constexpr Nanos negligible{1'000};
    const Nanos reference_step = timestep::from_seconds(reference_step_s);
    FrameSummary others;
    Nanos newest_start{};
    const auto add_others = [&](const Frames& frames)
    {
        for (std::size_t i = 1; i < frames.size(); ++i)
            for (const Nanos step : {frames[i].plan.steps > 0 ? frames[i].plan.dt : Nanos{}, frames[i].plan.tail})
                if (step > negligible && std::chrono::abs(step - reference_step) > negligible)
                {
                    others.add_step(step);
                    newest_start = frames[i].start_wall_time;
                }
    };
    add_others(evidence);
    const bool is_earlier = others.longest_step == Nanos::zero();
    if (is_earlier) add_others(frames_of_period(all_frames));
    if (others.longest_step == Nanos::zero()) return "";
    const bool looks_equal =
        base::rounded_duration_text(others.longest_step) == base::rounded_duration_text(reference_step);
    const auto exact_text = [](Nanos step) { return fmt::format("{:.3f} ms", timestep::to_millis(step)); };
    const Nanos now = all_frames.back().start_wall_time;
    return fmt::format("steps of {}{}; the ring has {}: no fault",
                       looks_equal ? exact_text(others.longest_step) : step_sizes_text(others),
                       is_earlier ? ", " + ago_text(now, newest_start) : "",
                       looks_equal ? exact_text(reference_step) : base::rounded_duration_text(reference_step));
}

bool has_long_failing_step(const Failure& failure)
{
    return failure.longest_earlier_step > Nanos::zero() && failure.failing_step > 3 * failure.longest_earlier_step;
}

bool follows_one_long_step(const Failure& failure) { return failure.longest_earlier_step > 3 * failure.failing_step; }

std::string longest_earlier_step_text(const FrameSample& newest_frame, const Failure& failure)
{
    return single_step_text(failure.longest_earlier_step, failure.longest_earlier_step_events,
                            ago_text(newest_frame.start_wall_time, failure.longest_earlier_step_wall_time));
}

// Describes the steps that caused a failure: "a 3 s step, 12 s ago,", or "steps of 110 ms" if all were equal.
std::string failure_cause_text(const FrameSample& newest_frame, const Failure& failure)
{
    const Nanos longest = std::max(failure.failing_step, failure.longest_earlier_step);
    const std::string ago = ago_text(newest_frame.start_wall_time, failure.wall_time);
    if (has_long_failing_step(failure))
        return single_step_text(failure.failing_step, failure.failing_step_events, ago) + ",";
    if (follows_one_long_step(failure)) return longest_earlier_step_text(newest_frame, failure) + ",";
    return steps_text(failure.shortest_step, longest) +
           (is_nearly_equal(failure.shortest_step, longest) ? "" : ", " + ago + ",");
}

// Text such as " (springs alone: stable up to 10 ms)"; empty if `step` is stable, or if the scene draws it.
std::string stable_step_text(const Lane& lane, Nanos step)
{
    const double step_s = timestep::to_seconds(step);
    const auto stable_step_s = lane.world().stable_step_limit();
    const bool is_unstable = stable_step_s && step_s > *stable_step_s;
    if (!is_unstable || lane.world().fastest_vibration()->draws_stability_limit) return "";
    return fmt::format(" ({})", scenes::stability_text(lane.world()));
}

std::string spiral_explanation(const FrameSample& newest_frame, const FrameSummary& summary)
{
    if ((newest_frame.events & telemetry::step_time_limit_reached) != 0)
        return fmt::format("each frame needs more steps than the simulation time limit allows: it runs {}, and the "
                           "game falls behind by the others",
                           telemetry::step_count_of(newest_frame));
    if (summary.fewest_steps == summary.most_steps)
        return fmt::format("the {} steps of each frame take longer than the time that they simulate",
                           summary.most_steps);
    return fmt::format("each frame needs more steps than the last, and so takes longer: {} to {} steps",
                       summary.fewest_steps, summary.most_steps);
}

std::string explosion_explanation(const Lane& lane, const FrameSummary& summary)
{
    return fmt::format("steps of {} {}{}{}", step_sizes_text(summary),
                       scenes::FastestVibration::default_instability_phrase,
                       stable_step_text(lane, summary.longest_step),
                       scenes::growth_text(lane.world(), timestep::to_seconds(summary.longest_step)));
}

std::string tunnelling_explanation(const Lane& lane, const FrameSample& newest_frame, const Failure& newest_failure)
{
    constexpr double min_gained_energy_ratio = 1.5;
    // With the energy of the start, a body passes only in a step that carries it over the wall and its own diameter.
    const auto safe_step_s = lane.world().largest_step_without_tunnelling();
    const bool is_long = safe_step_s && timestep::to_seconds(newest_failure.failing_step) > *safe_step_s;
    if (is_long || has_long_failing_step(newest_failure) || newest_failure.energy_ratio < min_gained_energy_ratio)
        return fmt::format("{}, carried the {} past the wall{}",
                           single_step_text(newest_failure.failing_step, newest_failure.failing_step_events,
                                            ago_text(newest_frame.start_wall_time, newest_failure.wall_time)),
                           lane.world().fastest_vibration() ? "ball" : "body",
                           follows_one_long_step(newest_failure)
                               ? ", after " + longest_earlier_step_text(newest_frame, newest_failure)
                               : ": a hit is noticed only when a step ends");
    constexpr double max_printed_ratio = 1000.0; // larger factors change within a frame
    return fmt::format("{} made the ball so fast that it flew through the wall: its energy is {} times as high as at "
                       "the start",
                       failure_cause_text(newest_frame, newest_failure),
                       newest_failure.energy_ratio < max_printed_ratio
                           ? base::number_text(newest_failure.energy_ratio, 3)
                           : "over 1,000");
}

// The newest failure in `sample` or before it; the first one if the records of those between them are not stored.
Failure newest_failure_by(const FrameSample& sample, const Lane& lane, const FailureHistory& failures,
                          int sim::EventCounts::*counter)
{
    if (failures.newest.wall_time <= sample.start_wall_time) return failures.newest;
    const Frames frames{lane.samples()};
    for (std::size_t count = frames.first_index_from(sample.start_wall_time + Nanos{1});
         count > 0 && frames[count - 1].start_wall_time >= sample.period_start; --count)
        if ((frames[count - 1].events >> sim::event_index(counter) & 1U) != 0)
            return describe_failure(frames.first(count), lane.judged_period_at(sample.start_wall_time).start_energy);
    return failures.first;
}

std::string failure_explanation(const Lane& lane, const FrameSample& newest_frame, const FrameSummary& summary,
                                int sim::EventCounts::*failure_counter)
{
    const JudgedPeriod& period = lane.judged_period_at(newest_frame.start_wall_time);
    if (failure_counter == &sim::EventCounts::lost_presses || failure_counter == &sim::EventCounts::repeated_presses)
    {
        const auto count_of = [&](int sim::EventCounts::*counter)
        { return lane.world().events().*counter - period.events_at_start.*counter; };
        const int pressed = count_of(&sim::EventCounts::pressed);
        const int repeated = count_of(&sim::EventCounts::repeated_presses);
        if (failure_counter == &sim::EventCounts::repeated_presses)
            return fmt::format("of {} presses, {} were counted again: each step of a frame gets the press", pressed,
                               repeated);
        return fmt::format("{} of {} presses reached no step{}", count_of(&sim::EventCounts::lost_presses), pressed,
                           repeated > 0 ? fmt::format(", and {} were counted twice", repeated) : "");
    }
    const FailureHistory* failures = find_failures(period.failures, failure_counter);
    if (failures == nullptr) return explosion_explanation(lane, summary);
    const Failure newest_failure = newest_failure_by(newest_frame, lane, *failures, failure_counter);
    if (failure_counter == &sim::EventCounts::tunnelled)
        return tunnelling_explanation(lane, newest_frame, newest_failure);
    if (failure_counter != &sim::EventCounts::blown_up)
        return failure_cause_text(newest_frame, newest_failure) + " caused it";
    const auto vibration = lane.world().fastest_vibration();
    const bool grows_each_step =
        vibration && !has_long_failing_step(newest_failure) && !follows_one_long_step(newest_failure);
    return fmt::format(
        "{} {}{}", failure_cause_text(newest_frame, newest_failure),
        grows_each_step ? vibration->instability_phrase : scenes::FastestVibration::default_instability_phrase,
        stable_step_text(lane, std::max(newest_failure.failing_step, newest_failure.longest_earlier_step)));
}

} // namespace

std::string verdict_explanation(const Lane& lane, const FrameSample& sample, const Judgement& judgement)
{
    const LaneVerdict& verdict = judgement.verdict;
    const Evidence& evidence = judgement.evidence;
    const Frames all_frames{lane.samples()};
    const Frames frames_until_sample = all_frames.first(all_frames.first_index_from(sample.start_wall_time + Nanos{1}));
    const Frames frames = evidence_frames(lane, sample, evidence);
    auto summary = summary_of(frames);
    if (!summary) summary = summary_of(frames_until_sample); // it has only one frame yet
    const JudgedPeriod& period = lane.judged_period_at(sample.start_wall_time);
    const double reference_step_s = sample.reference_step_seconds;
    const auto text_of = [](double seconds) { return base::rounded_duration_text(timestep::from_seconds(seconds)); };
    using enum LaneVerdict::Kind;
    if (verdict.kind == held) return "a hand holds the body: the loop is judged after the release";
    if (!summary) return "";
    switch (verdict.kind)
    {
    case held: break;
    case settling:
    case ok:
        // The thrown reference has passed the wall, too.
        if (period.began_with_throw && period.reference_failures(&sim::EventCounts::tunnelled) != 0)
            return fmt::format("thrown too fast for steps of {} on any PC: the ring passes the wall, too",
                               text_of(reference_step_s));
        if (verdict.max_error_m > 0.0) return another_path_explanation(frames_until_sample, frames, reference_step_s);
        if (verdict.kind == settling) return "";
        break;
    case uneven:
    {
        const RecentPictures recent = recent_pictures(lane, sample, evidence);
        const auto judged = std::span{recent.pictures}.subspan(recent.first_judged);
        return verdict.uneven_per_s > 0.0
                   ? uneven_explanation(frames, judged, *summary)
                   : standstill_explanation(recent.pictures, sample.start_wall_time, verdict.still_share);
    }
    case wrong: return wrong_explanation(frames_until_sample, *summary, reference_step_s);
    case late:
    {
        const std::string lateness = text_of(std::abs(verdict.mean_frame_lateness_ms) / 1e3);
        return verdict.mean_frame_lateness_ms > 0 ? fmt::format("shows where the ring was {} ago", lateness)
                                                  : fmt::format("shows where the ring will be in {}", lateness);
    }
    case fast:
    case slow: return speed_explanation(*summary, verdict.speed);
    case spiral: return spiral_explanation(sample, *summary);
    case exploding: return explosion_explanation(lane, *summary);
    case failed: return failure_explanation(lane, sample, *summary, verdict.failure_kind->counter);
    case gone:
        return failure_explanation(lane, sample, *summary, &sim::EventCounts::blown_up) + ". Press R to start again.";
    }
    return ok_explanation(lane, frames_until_sample, evidence, *summary);
}

} // namespace lab
