// telemetry/metric_definitions.hpp -- the table of all metrics: their keys, names, units, definitions and sources
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace telemetry
{

enum class PreferredValue : std::uint8_t
{
    none,
    low,
    high,
    near_one,
    near_zero,
};

/// What a number measures. The modules that compute it refer to it by its key (docs/add-a-metric.md).
struct MetricDefinition
{
    std::string_view key; ///< in JSON, CSV and lessons: snake_case with the unit
    std::string_view name; ///< for the user
    std::string_view unit;
    PreferredValue preferred_value = PreferredValue::none;
    std::string_view definition; ///< sentences
    std::string_view source = "Timestep Lab"; ///< the program or publication that has this definition
};

inline constexpr auto metric_definitions = []
{
    using enum PreferredValue;
    return std::to_array<MetricDefinition>({
        // Time and frames
        {"frames", "frames", "", none, "Number of frames that the loop ran."},
        {"speed", "speed", "x", near_one,
         "Simulated time / wall time; 1 is real time. Measured from the end of the first frame's steps to the end "
         "of the last frame's steps."},
        {"drift_ms", "drift", "ms", near_zero,
         "Simulated time minus wall time, measured from the end of the first frame's steps to the end of the last "
         "frame's steps."},
        {"dropped_ms", "dropped", "ms", near_zero,
         "Frame time that the loop dropped, without the first frame; negative if the loop added time, or ignored a "
         "negative frame time."},
        {"behind_mean_ms", "behind", "ms", near_zero,
         "Mean time by which the game is behind the sum of its frame times: the time that the loop dropped or its "
         "delta filter removed. A negative frame time counts as 0 in this sum."},
        {"lost_percent", "lost", "%", near_zero,
         "Percentage of the wall time that the loop dropped or filtered out; negative if it added time."},
        {"lost_in_hitches_ms", "lost in hitches", "ms", near_zero,
         "Time that the loop dropped in hitches and in the frames next to them."},
        {"spin_share", "core spun", "", low,
         "Share of wall time in which the loop spins: it waits, but keeps the processor core busy."},
        {"frame_mean_ms", "mean frame", "ms", low, "Mean frame time, as the loop measured it.", "textbooks"},
        {"frame_p50_ms", "median frame", "ms", low, "Median: half of the frame times are shorter than this time.",
         "textbooks"},
        {"frame_p99_ms", "p99 frame", "ms", low, "99 of 100 frame times are shorter than this time (quantile rule R7).",
         "R. J. Hyndman and Y. Fan, \"Sample quantiles in statistical packages\", 1996"},
        {"frame_max_ms", "worst frame", "ms", low, "The longest frame time.", "textbooks"},
        {"frame_deviation_ms", "deviation", "ms", low,
         "Standard deviation of the frame times, of the whole population.", "textbooks"},
        {"overload_ms", "overload", "ms", low,
         "Longest frame time on a PC that is 25 % too slow for the steps; without a value if it grows without limit.",
         "G. Fiedler, \"Fix Your Timestep!\", 2004: the spiral of death"},
        {"average_fps", "average", "fps", high, "Number of frames / sum of their frame times.", "all counters"},
        {"low_1_percentile_r7_fps", "1 % low, R7", "fps", high,
         "1 % low: the share-quantile of the frame rates, rule R7; the share is 0.01.", "numpy, most scripts"},
        {"low_1_percentile_r8_fps", "1 % low, R8", "fps", high,
         "1 % low: the share-quantile of the frame rates, rule R8; the share is 0.01.", "CapFrameX's P1 and P0.1"},
        {"low_1_average_fps", "1 % low average", "fps", high,
         "1 % low: the mean of all frame times from their (1 - share)-quantile (R8) up, as a rate; the share is 0.01.",
         "CapFrameX, as its metric \"x% low average\""},
        {"low_1_integral_fps", "1 % low integral", "fps", high,
         "1 % low: the frame time, as a rate, above which the frames take the share of the whole time; the share is "
         "0.01.",
         "MSI Afterburner, and CapFrameX as its metric \"x% low integral\""},
        {"low_1_mangohud_fps", "1 % low, MangoHud", "fps", high,
         "1 % low: frame time number int(share * n - 1), as a rate; number 0 is the slowest of n frames; the share is "
         "0.01.",
         "MangoHud"},
        {"stutter_percent", "stutter", "%", low,
         "Share of the time in frames longer than 2.5 times the trailing mean of the frame times.",
         "CapFrameX, stuttering time"},
        {"stutter_percent_of_mean", "stutter of mean", "%", low,
         "Share of the time in frames longer than 2.5 times the mean of all frame times.", "CapFrameX, overlay"},
        {"hitch_ms_per_s", "hitches", "ms/s", low,
         "Time by which displayed frames come later than a refresh after the one before, or than a period of the "
         "frame cap, if they are late by over half a refresh; none with VRR.",
         "Apple, hitch time ratio"},
        {"change_mean_ms", "change, mean", "ms", low,
         "Mean absolute difference between the times of consecutive frames.", "textbooks"},
        {"change_rms_ms", "change, RMS", "ms", low,
         "Root mean square of the differences between the times of consecutive frames.", "textbooks"},
        // What the displayed frames show, and when
        {"pictures_per_s", "pictures", "/s", high,
         "Pictures per second that reached the screen: frames that show the same moment are one."},
        {"animation_error_mean_ms", "animation error", "ms", low,
         "Judder: by how much, on average, a picture moved farther or less far than the picture before it stayed on "
         "the screen. A picture that stays longer or shorter than it moved, before one that makes up for it, counts, "
         "too.",
         "like PresentMon's MsAnimationError, but of pictures: frames that show the same moment are one"},
        {"animation_error_presentmon_mean_ms", "animation error, PresentMon", "ms", low,
         "Mean |animation error| of displayed frames as PresentMon defines it since July 2026: frames that repeat the "
         "frame before do not count.",
         "PresentMon, main branch since 31 July 2026 (e57eae2f)"},
        {"animation_error_rms_ms", "animation RMS", "ms", low,
         "Root mean square of the animation error; large errors count more than in the mean."},
        {"animation_error_p99_ms", "animation p99", "ms", low,
         "99 of 100 animation errors are smaller than this one (quantile rule R7)."},
        {"jumps_per_minute", "jumps", "/min", low,
         "Pictures per minute whose |animation error| is over 0.3 refresh periods (at least 2, at most 8 ms)."},
        {"jumps_at_60_hz_per_minute", "jumps at 60 Hz", "/min", low,
         "Jumps per minute that the loop interpolated would show with 60 steps a second and these frame times, because "
         "a recording has no pictures."},
        {"screen_jitter_mean_mm", "jitter on screen", "mm", low,
         "Mean distance of the body on the screen from where it would be if it moved evenly from the previous to "
         "the next displayed frame."},
        {"screen_jitter_mean_ms", "jitter on screen", "ms", low,
         "Jitter on the screen as a time: the jitter in mm, divided by the body's mean speed."},
        {"state_error_max_m", "state error", "m", low,
         "Largest distance between the body in a frame and the same body in a run with steps of equal length, at the "
         "same simulated time."},
        {"picture_age_mean_ms", "state age", "ms", near_zero,
         "Mean age of the displayed state, the delay that the loop adds: simulated time plus time left in the "
         "accumulator, minus the simulated time that the frame shows."},
        {"picture_age_spread_ms", "age spread", "ms", low,
         "Standard deviation of the \"state age\": a constant age only delays the motion. Where it varies from "
         "picture to picture, the motion can be uneven."},
        {"display_latency_mean_ms", "latency", "ms", near_zero,
         "Mean display latency: the \"state age\" plus the time from the start of a frame until the frame reaches "
         "the screen."},
        {"input_age_mean_ms", "input age", "ms", low, "Mean age of the newest input in a frame, when the frame began."},
        {"torn_share", "torn", "", low,
         "Share of displayed frames that tear, because they did not wait for a refresh of the display."},
        // Steps
        {"steps", "steps", "", none,
         "Number of physics steps that the loop ran, including shorter steps at the end of a frame."},
        {"steps_per_s", "steps", "/s", low, "Physics steps per second, including steps only for drawing."},
        {"load_percent", "load", "%", low, "Percentage of the wall time spent in steps."},
        {"steps_max", "most steps", "", low, "Largest number of steps in one frame."},
        {"tiny_steps", "tiny steps", "", low,
         "Number of frames that end with a shortened step of less than a tenth of a full step."},
        {"zero_step_share", "no step", "", low,
         "Share of frames without a step; without interpolation, they repeat the frame before."},
        {"multi_step_share", "many steps", "", low,
         "Share of frames with two or more steps; without interpolation, the motion jumps there."},
        {"longest_zero_run", "longest freeze", "frames", low, "Largest number of consecutive frames without a step."},
        {"longest_multi_run", "longest rush", "frames", low,
         "Largest number of consecutive frames with two or more steps."},
        // Physics
        {"energy_ratio", "energy", "x", near_one, "Energy of the scene at the end of the run / energy at the start."},
        {"integration_error_max", "integration error", "m", low,
         "Largest distance between the body in a frame and its exact position at the simulated time that the "
         "frame shows."},
        {"shown_max", "furthest shown", "m", none,
         "Furthest position that the scene's body has in any frame, along its direction of motion."},
        {"x_end", "position", "m", none, "Position of the scene's body at the end of the run."},
        {"tunnelled", "tunnelled", "", low, "How often a body passed through a wall or a floor without a collision."},
        {"blew_up", "blew up", "", low,
         "True if the simulation exploded: its values exceeded the limits of the scene."},
        {"reproducible", "reproducible", "", high,
         "True if the world has the same state at every tick on a machine with other frame times."},
    });
}();

/// Null for an unknown key.
constexpr const MetricDefinition* find_metric_definition(std::string_view key)
{
    const auto* const found = std::ranges::find(metric_definitions, key, &MetricDefinition::key);
    return found == metric_definitions.end() ? nullptr : found;
}
/// Does not compile for an unknown key.
consteval const MetricDefinition& metric_definition(std::string_view key) { return *find_metric_definition(key); }

} // namespace telemetry
