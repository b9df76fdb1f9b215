// timestep_lab inspect -- prints the frame times, the pacing and the display timing of a recording
#include "base/console.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "programs/command_line/options.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/inspect_overview.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/facts/evenness.hpp"
#include "recordings/facts/inspection.hpp"
#include "recordings/formats/formats.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace timestep_lab
{

namespace
{

using namespace timestep;

struct InspectOptions : OverviewOptions
{
    std::string timing, refresh_rate;
    bool prints_json = false;
    bool prints_overview = false; ///< --table: print one line per recording
};

struct InspectedRecording : ChosenStream
{
    bool uses_displayed_timing = false; // true: `facts` are of the displayed frames, not of the game's frames
    std::vector<recordings::StreamFacts> facts{}; // of each stream

    const recordings::StreamFacts& stream_facts() const { return facts[stream_index]; }
};

void print_recording_header(const recordings::Recording& recording, bool uses_displayed_timing,
                            bool has_generated_frames)
{
    base::print("{}\n", styled(TextStyle::strong, base::printable_excerpt(recording.name)));
    base::print("  {}, read as {}\n", recording.tool, recording.format->name);
    base::print("  frame time: {}, {}\n", recording.frame_time_column,
                uses_displayed_timing ? "from one displayed frame to the next"
                                      : recordings::meaning_of(recording.frame_boundary));
    const char* timing = "presents, the game's own frames";
    if (has_generated_frames) timing = "presents, of the game and of the driver";
    if (recording.frame_boundary == recordings::FrameBoundary::unknown)
        timing = "the rows of the file; whether they include generated frames is unknown";
    if (uses_displayed_timing) timing = "displayed frames, as the player saw them";
    base::print("  timing: {}\n", timing);
    if (!recording.remark.empty()) base::print("  {}\n", recording.remark);
    if (recording.truncated_row_count > 0)
        base::print("  {} {} before the frame time, the first in line {}\n", recording.truncated_row_count,
                    recording.truncated_row_count == 1 ? "row ends" : "rows end", recording.first_truncated_line);
}

void print_streams(const InspectedRecording& inspected)
{
    const std::vector<recordings::Stream>& streams = inspected.recording.streams;
    std::size_t application_width = 11, swap_chain_width = 18;
    for (const recordings::Stream& stream : streams)
    {
        application_width = std::max(application_width, stream.application.size());
        swap_chain_width = std::max(swap_chain_width, stream.swap_chain.size());
    }
    base::print("\n     # {:<{}} {:>8} {:<{}} {:>8} {:>8} {:>10} {:>8} {:>10}\n", "application", application_width,
                "process", "swap chain", swap_chain_width, "frames", "missing", "impossible", "dropped", "length");
    for (std::size_t i = 0; i < streams.size(); ++i)
    {
        const recordings::Stream& stream = streams[i];
        const recordings::StreamFacts& facts = inspected.facts[i];
        base::print("  {} {:>2} {:<{}} {:>8} {:<{}} {:>8} {:>8} {:>10} {:>8} {:>8.2f} s\n",
                    i == inspected.stream_index ? '>' : ' ', i + 1,
                    stream.application.empty() ? "-" : stream.application, application_width, stream.process_id,
                    stream.swap_chain.empty() ? "-" : stream.swap_chain, swap_chain_width, facts.times.frame_count,
                    stream.missing_count, stream.invalid_count,
                    stream.dropped_count ? fmt::to_string(*stream.dropped_count) : "-", to_seconds(facts.duration));
    }
}

void print_frame_times(const recordings::StreamFacts& facts)
{
    base::print("\n  frame time   mean {:.3f} ms, median {:.3f}, 99 % {:.3f}, longest {:.3f} (frame {}, at {:.3f} s)\n",
                facts.times.mean_ms, facts.times.p50_ms, facts.times.p99_ms, facts.times.max_ms,
                facts.longest_frame_index, to_seconds(facts.longest_frame_start));
    base::print("  frame rate   average {} fps\n{}", fixed_text(facts.times.average_fps),
                facts.frame_generation ? "" : "\n");
    if (facts.frame_generation) return;
    base::print("  {:<16} {:>10} {:>10}\n", "fps", "1 % low", "0.1 % low");
    for (const telemetry::LowFpsDefinitionInfo& definition : telemetry::all_low_fps_definitions)
    {
        const auto index = static_cast<std::size_t>(definition.id);
        base::print("  {:<16} {:>10} {:>10}   {}\n", definition.label, fixed_text(facts.low_1_percent_fps[index]),
                    fixed_text(facts.low_0_1_percent_fps[index]), styled(TextStyle::dim, definition.metric.source));
    }
}

void print_smoothness(const recordings::StreamFacts& facts)
{
    const auto& counts = facts.times.change_counts;
    const auto& edges = telemetry::change_bin_edges_ms;
    base::print("\n  stutter      {} % of the time in frames over 2.5 times the mean of the last {} (CapFrameX);\n"
                "               {} % over 2.5 times the mean of all, {} % of the frames\n",
                fixed_text(facts.stutter_percent), facts.stutter_window_size, fixed_text(facts.stutter_percent_of_mean),
                fixed_text(facts.stutter_percent_by_count));
    base::print(
        "  pacing       absolute change of the frame time from frame to frame: {:.4f} ms on average, {:.4f} RMS\n"
        "               below {} ms {}, {} to {} {}, {} to {} {}, {} to {} {}, more {}\n",
        facts.times.change_mean_ms, facts.times.change_rms_ms, base::number_text(edges[0]), counts[0],
        base::number_text(edges[0]), base::number_text(edges[1]), counts[1], base::number_text(edges[1]),
        base::number_text(edges[2]), counts[2], base::number_text(edges[2]), base::number_text(edges[3]), counts[3],
        counts[4]);
    if (const auto cap = sentence_of(facts.frame_cap)) base::print("  frame cap    {}\n", *cap);
}

// A horizontal bar of `eighths` / 8 block characters, or of '#' on a terminal without Unicode.
std::string block_bar(std::int64_t eighths)
{
    static constexpr std::array<const char*, 8> partial_blocks{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    if (!base::console_supports_unicode()) return std::string(static_cast<std::size_t>((eighths + 7) / 8), '#');
    std::string blocks;
    for (std::int64_t i = 0; i < eighths / 8; ++i) blocks += "█";
    return blocks + partial_blocks[static_cast<std::size_t>(eighths % 8)];
}

void print_histogram(const recordings::Histogram& histogram, std::int64_t frame_count)
{
    constexpr double max_bar_length = 50.0;
    const std::int64_t max_count = *std::max_element(histogram.counts.begin(), histogram.counts.end());
    const auto first_nonzero =
        std::find_if(histogram.counts.begin(), histogram.counts.end(), [](std::int64_t count) { return count > 0; });
    base::print("\n  frame time, ms\n");
    for (auto bin = first_nonzero; bin != histogram.counts.end(); ++bin)
    {
        const auto bin_index = bin - histogram.counts.begin();
        const double fraction_of_max = static_cast<double>(*bin) / static_cast<double>(max_count);
        const auto eighths = static_cast<std::int64_t>(std::ceil(fraction_of_max * max_bar_length * 8.0));
        const bool is_last_bin = bin + 1 == histogram.counts.end();
        const std::string upper_bound =
            is_last_bin ? "more" : base::number_text(to_millis(histogram.bin_width * (bin_index + 1)));
        base::print("  {:>7} {} {:<5} {:>8} {:>6.2f} % {}\n",
                    base::number_text(to_millis(histogram.bin_width * bin_index)), is_last_bin ? "or" : "to",
                    upper_bound, *bin, 100.0 * static_cast<double>(*bin) / static_cast<double>(frame_count),
                    styled(TextStyle::good, block_bar(eighths)));
    }
}

std::string summary_text(const recordings::TimeSummary& summary)
{
    return fmt::format("mean {:.3f} ms, median {:.3f}, 99 % {:.3f}, longest {:.3f}", summary.mean_ms, summary.p50_ms,
                       summary.p99_ms, summary.max_ms);
}

base::Verbatim source_column_text(const std::string& column)
{
    return column.empty() ? base::Verbatim{""} : styled(TextStyle::dim, "  " + column);
}

void print_display_timing(const recordings::Stream& stream, const recordings::DisplayTimingFacts& facts)
{
    base::print("\n");
    if (facts.display_intervals)
        base::print("  displayed    {} frames, from one to the next {}{}\n", facts.display_intervals->count,
                    summary_text(*facts.display_intervals), source_column_text(facts.display_interval_column));
    if (stream.dropped_count)
        base::print("  dropped      {} {} never reached the screen\n", *stream.dropped_count,
                    *stream.dropped_count == 1 ? "frame" : "frames");
    if (facts.generated_count)
        base::print("  generated    {} {}frames were not rendered by the game, or are repeats{}\n",
                    *facts.generated_count, facts.display_intervals ? "displayed " : "",
                    *facts.generated_count > 0 && facts.display_intervals
                        ? "; --timing displayed measures what the player saw"
                        : "");

    if (facts.animation_error)
        base::print("  animation    error {} in {} displayed frames{}\n", summary_text(*facts.animation_error),
                    facts.animation_error->count,
                    styled(TextStyle::dim, fmt::format("  {}", recordings::animation_error_definition)));
    if (facts.recorded_animation_error)
        base::print("               error {}, as recorded{}{}\n", summary_text(*facts.recorded_animation_error),
                    facts.generated_count.value_or(0) > 0 && !facts.has_recorded_errors_of_generated
                        ? ", none in generated frames (PresentMon 2.5.1 or older)"
                        : "",
                    source_column_text(facts.recorded_animation_error_column));

    if (facts.gpu_cpu_bound_shares) base::print("  bound by     {}\n", sentence_of(*facts.gpu_cpu_bound_shares));
    for (const auto& latency : facts.latencies)
        base::print("  latency      {}{}\n", summary_text(latency.summary), source_column_text(latency.column));
}

void print_evenness(const recordings::Evenness& evenness)
{
    base::print("\n  evenness     {:.2f} % of the frames are within {} % of the median, {} {}: {}\n",
                100.0 * evenness.regular_share, base::number_text(100.0 * recordings::max_regular_deviation),
                evenness.hitch_count, evenness.hitch_count == 1 ? "hitch" : "hitches",
                evenness.is_even ? styled(TextStyle::good, "even frames") : base::Verbatim{"not even"});
    if (!evenness.is_even) return;
    base::print(
        "               If the motion judders, these times do not show the cause: the steps of each frame, the "
        "frame time that the\n"
        "               loop measured, when a frame reached the screen, or what is drawn (blend, camera). Compare "
        "your step rate:\n");

    // How well the usual step rates fit the frame rate; then all step rates without judder
    constexpr std::array usual_rates{20, 24, 25, 30, 40, 45, 48, 50, 60, 64, 72, 75, 90, 100, 120, 128, 144};
    std::string even_rates;
    base::print("\n  step rate    repeats a second  doubles a second  beat in Hz   without blending, at {:.3f} fps\n",
                evenness.frame_rate_fps);
    for (int step_hz = recordings::min_reported_step_hz; step_hz <= recordings::max_reported_step_hz; ++step_hz)
    {
        const sim::StepRateMismatch mismatch = sim::step_rate_mismatch(step_hz, evenness.frame_rate_fps);
        const bool is_even = evenness.is_shorter_than_beat(mismatch);
        if (is_even) even_rates += fmt::format("{}{}", even_rates.empty() ? "" : ", ", step_hz);
        if (std::ranges::find(usual_rates, step_hz) == usual_rates.end()) continue;
        base::print(
            "  {:>6} Hz    {:>16.3f}  {:>16.3f}  {:>10.3f}   {}\n", step_hz, mismatch.zero_step_frames_per_s,
            mismatch.multi_step_frames_per_s, mismatch.beat_hz,
            is_even ? styled(TextStyle::good, "even")
                    : base::Verbatim{fmt::format("uneven every {} s", base::number_text(1.0 / mismatch.beat_hz, 3))});
    }
    base::print(
        "               even from {} to {} Hz: {} (--json has all whole rates)\n               At an even rate, "
        "noise of the frame times can repeat and double frames: lesson timer-noise-and-snapping\n",
        recordings::min_reported_step_hz, recordings::max_reported_step_hz, even_rates.empty() ? "none" : even_rates);

    base::print("               To record the steps, add a timestep::Probe (timestep/probe.hpp) to the loop; then\n"
                "               `timestep_lab identify probe.csv` names the loop and its mistake.\n");
}

void print_late_frames(const std::optional<recordings::LateFrameStatistics>& late_frames)
{
    if (!late_frames)
    {
        base::print("\n  late frames  hitch rate and janky frames: cannot tell, because the display's refresh rate is "
                    "unknown (set --refresh-hz)\n");
        return;
    }
    base::print("\n  hitch rate   {:.2f} ms per second, from {} late of {} {}, expected every {:.3f} ms\n",
                late_frames->apple_hitch_ms_per_s, late_frames->late_count, late_frames->frame_count,
                late_frames->has_display_times ? "displayed frames" : "frames (display times are unknown)",
                late_frames->expected_ms);
    for (const recordings::HitchRateLimits& limits : recordings::all_hitch_rate_limits)
        base::print("               {} {}\n", hitch_grade(late_frames->apple_hitch_ms_per_s, limits),
                    styled(TextStyle::dim, fmt::format("by {}", limits.source)));
    if (late_frames->janky_percent)
        base::print("  janky        {:.2f} % of the frames took longer than a refresh of {:.3f} ms{}\n",
                    *late_frames->janky_percent, 1000.0 / late_frames->refresh_hz,
                    styled(TextStyle::dim, "  Android's gfxinfo"));
    else
        base::print("  janky        cannot tell: the game waits for its cap, and the time of its work is unknown\n");
}

void print_replayability(const recordings::Stream& stream, const recordings::StreamFacts& facts)
{
    if (facts.replay_error)
        base::print("\n  replayable   {}: {}{}; {}\n", styled(TextStyle::bad, "no"),
                    facts.replay_error->line > 0 ? fmt::format("line {}: ", facts.replay_error->line) : "",
                    facts.replay_error->problem, facts.replay_error->remedy);
    else if (const auto coverage = stream.coverage())
        base::print("\n  replayable   {}: the frame times cover {:.2f} % of the recording's time\n",
                    styled(TextStyle::good, "yes"), *coverage * 100);
    else
        base::print("\n  replayable   probably: one row a frame; without a time column this cannot be checked\n");
}

InspectedRecording inspect_recording(const RecordingChoice& choice, bool uses_displayed_timing,
                                     const recordings::DisplayRate& user_display)
{
    ChosenStream chosen = choose_stream(read_with_display_timing(choice), choice);
    apply_frame_edits(chosen, choice);
    if (uses_displayed_timing) throw_if_error(use_display_intervals(chosen.recording));
    InspectedRecording inspected{std::move(chosen), uses_displayed_timing};
    for (std::size_t i = 0; i < inspected.recording.streams.size(); ++i)
    {
        const recordings::Stream& stream = inspected.recording.streams[i];
        const recordings::DisplayRate display = user_display.rate_source == recordings::DisplayRate::RateSource::user
                                                    ? user_display
                                                    : recordings::display_of(stream);
        recordings::StreamFacts& facts =
            inspected.facts.emplace_back(recordings::frame_time_facts_of(inspected.recording, i, display));
        facts.display_timing = recordings::display_timing_facts_of(stream.timing);
        const bool mixes_in_generated_frames = facts.frame_generation && stream.timing.display_intervals.empty();
        if (!mixes_in_generated_frames)
            facts.late_frames = recordings::late_frame_statistics(stream.frame_times, stream.timing, display);
    }
    return inspected;
}

void print_inspection(const InspectedRecording& inspected, const FrameEditOptions& edits)
{
    const recordings::Stream& stream = inspected.stream();
    const recordings::StreamFacts& facts = inspected.stream_facts();
    if (facts.frame_generation && !inspected.uses_displayed_timing)
        base::print(
            "{}\nThe 1 % lows, the stutter and the pacing are left out: --pairs computes them for the game's own "
            "frames{}.\n\n",
            styled(TextStyle::bad, sentences_of(*facts.frame_generation)),
            stream.timing.display_intervals.empty() ? "" : ", --timing displayed for the displayed frames");
    print_recording_header(inspected.recording, inspected.uses_displayed_timing, facts.frame_generation.has_value());
    if (stream.refresh_period)
        base::print("  display: {:.3f} Hz, by the recording\n", 1.0 / timestep::to_seconds(*stream.refresh_period));
    if (!edits.start_time.empty() || !edits.end_time.empty())
        base::print("  part: from {} to {}; the numbers and the times of frames count from its first frame\n",
                    edits.start_time.empty() ? "the start" : edits.start_time,
                    edits.end_time.empty() ? "the end" : edits.end_time);
    print_streams(inspected);
    if (facts.times.frame_count > 0)
    {
        print_frame_times(facts);
        if (!facts.frame_generation) print_smoothness(facts);
        print_histogram(facts.histogram, facts.times.frame_count);
        if (facts.evenness) print_evenness(*facts.evenness);
        if (facts.alternation) base::print("\n  short frames {}\n", sentences_of(*facts.alternation));
    }
    if (has_timing_facts(facts.display_timing)) print_display_timing(stream, facts.display_timing);
    if (!facts.frame_generation || facts.late_frames) print_late_frames(facts.late_frames);
    if (stream.impossible_animation_error_count > 0)
        base::print("\n  {} impossible animation errors, a known fault of the tool, are left out\n",
                    stream.impossible_animation_error_count);
    print_replayability(stream, facts);
}

void run_inspect_command(const InspectOptions& options, bool quiet)
{
    if (options.prints_overview)
    {
        print_overview(options, quiet);
        return;
    }
    const bool uses_displayed_timing = is_displayed_timing(options.timing);
    const recordings::DisplayRate display = parse_display(options.refresh_rate);
    bool are_all_replayable = true;
    Json files_json = Json::array();
    std::string last_error;
    for (const std::string& file : options.files)
    {
        try
        {
            const InspectedRecording inspected = inspect_recording(
                {file, options.stream_selector, options.columns, options.frame_edits}, uses_displayed_timing, display);
            are_all_replayable = are_all_replayable && !inspected.stream_facts().replay_error;
            if (options.prints_json)
            {
                Json& json = files_json.emplace_back(recordings::to_json(inspected.recording, inspected.facts));
                if (uses_displayed_timing) json["timing"] = "displayed";
            }
            else
            {
                if (file != options.files.front()) base::print("\n");
                print_inspection(inspected, options.frame_edits);
            }
        }
        catch (const BadInput& e)
        {
            if (!last_error.empty()) base::print_error("timestep_lab", last_error);
            last_error = e.what();
        }
    }
    if (options.prints_json && !files_json.empty()) print_json({{"files", files_json}});
    if (!last_error.empty()) throw BadInput{base::Verbatim{last_error}};
    if (!are_all_replayable) throw ExitWithCode{exit_code_check_failed};
}

} // namespace

void add_inspect_command(CLI::App& program)
{
    auto [command, options] = add_command<InspectOptions>(
        program, "inspect", "Print the frame rate, the frame times, the hitches and other facts of a recording.",
        run_inspect_command);
    add_option(
        command, "files", options.files,
        "Frame-time recordings (see `list formats`); with --table also folders, and quoted patterns such as '*.csv'.",
        {.type = "FILE...", .is_required = true});
    add_stream_option(command, options.stream_selector);
    add_column_options(command, options.columns);
    add_frame_edit_options(command, options.frame_edits);
    CLI::Option& timing = add_timing_option(command, options.timing);
    CLI::Option& refresh = add_option(
        command, "--refresh-hz", options.refresh_rate,
        "The display's refresh rate. The frame caps that the display can show evenly, the hitch rate and the janky "
        "frames depend on it. By default estimated from the times of the displayed frames.",
        {.type = "RATE"});
    CLI::Option& json =
        add_flag(command, "--json", options.prints_json,
                 "Print all results for each stream of the recording (the frames of one program) as JSON.");
    CLI::Option& table =
        add_flag(command, "--table", options.prints_overview,
                 "Print one line for each recording, and below the lines a summary of the runs of each application.");
    add_exclusion(table, json);
    add_exclusion(table, timing);
    add_exclusion(table, refresh);
    CLI::Option& sort =
        add_option(command, "--sort", options.sort_key, "Sort the lines by this column, smallest value first.",
                   {.type = "COLUMN", .suggested_values = overview_keys_except_latencies()});
    add_requirement(sort, table);
    add_requirement(add_flag(command, "--descending", options.is_descending, "Sort lines, largest value first."), sort);
    add_requirement(add_flag(command, "--csv", options.prints_csv, "Print the table as CSV."), table);
}

} // namespace timestep_lab
