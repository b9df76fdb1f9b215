// timestep_lab inspect -- prints the frame times, the pacing and the display timing of a recording
#include "base/console.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "programs/command_line/options.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/facts/inspection.hpp"
#include "recordings/facts/overview.hpp"
#include "recordings/formats/formats.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

namespace timestep_lab
{

namespace
{

using namespace timestep;

struct InspectOptions
{
    std::vector<std::string> files;
    std::string stream;
    ColumnFlags columns;
    PartFlags part;
    std::string timing;
    bool json     = false;
    bool as_table = false; ///< --table: print one line per recording
    std::string sort_key;  ///< key of the column that sorts the lines; empty for the order of the files
    bool descending = false;
    bool csv        = false;
};

void print_recording(const recordings::Recording& recording, bool has_displayed_times, bool is_generated)
{
    base::print("{}\n", styled(TextStyle::strong, base::printable(recording.name)));
    base::print("  {}, read as {}\n", recording.tool, recording.format->name);
    base::print("  frame time: {}, {}\n", recording.frame_time_column,
                has_displayed_times ? "from one displayed frame to the next" : recordings::meaning_of(recording.side));
    const char* const presents =
        is_generated ? "presents, of the game and of the driver" : "presents, the game's own frames";
    base::print("  timing: {}\n", has_displayed_times ? "displayed frames, as the player saw them" : presents);
    if (!recording.remark.empty()) base::print("  {}\n", recording.remark);
    if (recording.cut_rows > 0)
        base::print("  {} rows end before their frame time, the first in line {}\n", recording.cut_rows,
                    recording.first_cut_line);
}

void print_streams(const recordings::Inspection& inspection, std::size_t chosen)
{
    const recordings::Recording& recording = inspection.recording;
    std::size_t width                      = 11;
    for (const recordings::Stream& s : recording.streams) width = std::max(width, s.application.size());
    base::print("\n     # {:<{}} {:>8} {:<18} {:>8} {:>8} {:>10} {:>8} {:>10}\n", "application", width, "process",
                "swap chain", "frames", "missing", "impossible", "dropped", "length");
    for (std::size_t i = 0; i < recording.streams.size(); ++i)
    {
        const recordings::Stream& s      = recording.streams[i];
        const recordings::StreamFacts& f = inspection.facts[i];
        base::print("  {} {:>2} {:<{}} {:>8} {:<18} {:>8} {:>8} {:>10} {:>8} {:>8.2f} s\n", i == chosen ? '>' : ' ',
                    i + 1, s.application.empty() ? "-" : s.application, width, s.process_id,
                    s.swap_chain.empty() ? "-" : s.swap_chain, f.times.frames, s.missing, s.invalid,
                    s.dropped ? fmt::to_string(*s.dropped) : "-", to_seconds(f.length));
    }
}

void print_frame_times(const recordings::StreamFacts& f)
{
    base::print("\n  frame time   mean {:.3f} ms, median {:.3f}, 99 % {:.3f}, longest {:.3f} (frame {}, at {:.3f} s)\n",
                f.times.mean_ms, f.times.p50_ms, f.times.p99_ms, f.times.max_ms, f.longest_frame,
                to_seconds(f.longest_at));
    base::print("  frame rate   average {} fps\n{}", number_text(f.times.average_fps), f.generation ? "" : "\n");
    if (f.generation) return;
    base::print("  {:<16} {:>10} {:>10}\n", "fps", "1 % low", "0.1 % low");
    for (const telemetry::LowRow& row : telemetry::all_lows)
    {
        const auto i = static_cast<std::size_t>(row.id);
        base::print("  {:<16} {:>10} {:>10}   {}\n", row.label, number_text(f.low_1[i]), number_text(f.low_01[i]),
                    styled(TextStyle::dim, row.source));
    }
}

void print_pacing(const recordings::StreamFacts& f)
{
    const auto& bins = f.times.change_bins;
    base::print("\n  stutter      {} % of the time in frames over 2.5 times the mean of the last {} (CapFrameX);\n"
                "               {} % over 2.5 times the mean of all, {} % of the frames\n",
                number_text(f.stutter_percent), f.stutter_window, number_text(f.stutter_percent_of_mean),
                number_text(f.stutter_percent_by_count));
    base::print("  pacing       from frame to frame |change| is {:.4f} ms on average, {:.4f} RMS\n"
                "               below 2 ms {}, 2 to 4 {}, 4 to 8 {}, 8 to 12 {}, more {}\n",
                f.times.change_mean_ms, f.times.change_rms_ms, bins[0], bins[1], bins[2], bins[3], bins[4]);
    if (const std::string cap = in_words(f.frame_cap); !cap.empty()) base::print("  frame cap    {}\n", cap);
}

// A horizontal bar of `eighths` / 8 block characters, or of '#' on a terminal without Unicode.
std::string block_bar(std::int64_t eighths)
{
    static constexpr std::array<const char*, 8> partial_blocks{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    if (!base::has_unicode()) return std::string(static_cast<std::size_t>((eighths + 7) / 8), '#');
    std::string blocks;
    for (std::int64_t i = 0; i < eighths / 8; ++i) blocks += "█";
    return blocks + partial_blocks[static_cast<std::size_t>(eighths % 8)];
}

void print_histogram(const recordings::Histogram& h, std::int64_t frames)
{
    constexpr double width       = 50.0;
    const std::int64_t max_count = *std::max_element(h.counts.begin(), h.counts.end());
    const auto first_used        = std::find_if(h.counts.begin(), h.counts.end(), [](std::int64_t n) { return n > 0; });
    base::print("\n  frame time, ms\n");
    for (auto it = first_used; it != h.counts.end(); ++it)
    {
        const auto i                  = it - h.counts.begin();
        const double share            = static_cast<double>(*it) / static_cast<double>(max_count);
        const auto eighths            = static_cast<std::int64_t>(std::ceil(share * width * 8.0));
        const bool is_last            = it + 1 == h.counts.end();
        const std::string upper_bound = is_last ? "more" : fmt::format("{:g}", to_millis(h.width * (i + 1)));
        base::print("  {:>7g} {} {:<5} {:>8} {:>6.2f} % {}\n", to_millis(h.width * i), is_last ? "or" : "to",
                    upper_bound, *it, 100.0 * static_cast<double>(*it) / static_cast<double>(frames),
                    styled(TextStyle::good, block_bar(eighths)));
    }
}

std::string spread_text(const recordings::TimeSummary& s)
{
    return fmt::format("mean {:.3f} ms, median {:.3f}, 99 % {:.3f}, longest {:.3f}", s.mean_ms, s.p50_ms, s.p99_ms,
                       s.max_ms);
}

base::Verbatim column_suffix(const std::string& column)
{
    return column.empty() ? base::Verbatim{""} : styled(TextStyle::dim, "  " + column);
}

void print_displayed_frames(const recordings::Stream& s, const recordings::DisplayTimingFacts& f)
{
    if (f.displayed)
        base::print("  displayed    {} frames, from one to the next {}{}\n", f.displayed->count,
                    spread_text(*f.displayed), column_suffix(f.displayed_column));
    if (s.dropped)
        base::print("  dropped      {} {} never reached the screen\n", *s.dropped,
                    *s.dropped == 1 ? "frame" : "frames");
    if (f.generated)
        base::print("  generated    {} displayed frames were not rendered by the game, or are repeats{}\n",
                    *f.generated, *f.generated > 0 ? "; --timing displayed measures what the player saw" : "");
}

void print_animation_error(const recordings::DisplayTimingFacts& f)
{
    if (f.animation_error)
        base::print("  animation    error {} in {} displayed frames{}\n", spread_text(*f.animation_error),
                    f.animation_error->count, styled(TextStyle::dim, "  PresentMon's definition"));
    if (f.animation_error_of_all && (!f.animation_error || f.animation_error_of_all->count > f.animation_error->count))
        base::print("               error {}, with repeated frames included\n", spread_text(*f.animation_error_of_all));
    if (f.recorded_animation_error)
        base::print("               error {}, as recorded{}\n", spread_text(*f.recorded_animation_error),
                    column_suffix(f.recorded_error_column));
}

// Prints the display timing; omits values that the recording does not contain.
void print_display_timing(const recordings::Stream& stream, const recordings::DisplayTimingFacts& facts)
{
    base::print("\n");
    print_displayed_frames(stream, facts);
    print_animation_error(facts);
    if (facts.bound_by) base::print("  bound by     {}\n", in_words(*facts.bound_by));
    for (const auto& l : facts.latencies)
        base::print("  latency      {}{}\n", spread_text(l.spread), column_suffix(l.column));
}

void print_replayability(const recordings::Stream& s, const recordings::StreamFacts& f)
{
    if (f.refusal)
        base::print("\n  replayable   {}: {}; {}\n", styled(TextStyle::bad, "no"), f.refusal->what, f.refusal->remedy);
    else
        base::print("\n  replayable   {}: {}\n", styled(TextStyle::good, "yes"),
                    s.coverage()
                        ? fmt::format("the frame times cover {:.2f} % of the time that passed", *s.coverage() * 100)
                        : "one row a frame, not verified, because there is no time column");
}

struct Inspected
{
    recordings::Inspection inspection;
    std::size_t chosen = 0;
    // True: the statistics describe the times between displayed frames, not the game's frame times.
    bool has_displayed_times = false;
    // The display timing of each stream; empty if it was not read.
    std::vector<recordings::DisplayTimingFacts> timings{};

    const recordings::StreamFacts& facts() const { return inspection.facts[chosen]; }
};

Inspected inspect_stream(const RecordingChoice& choice, bool has_displayed_times)
{
    std::vector<recordings::DisplayTiming> timings;
    ChosenRecording chosen = read_with_display_timing(choice, timings);
    keep_chosen_part(chosen, choice);
    for (std::size_t i = 0; i < timings.size(); ++i)
        if (timings[i].dropped) chosen.recording.streams[i].dropped = timings[i].dropped; // of the part
    if (has_displayed_times)
        if (const auto refusal = put_on_screen(chosen.recording, timings))
            throw BadInput{base::Verbatim{to_string(*refusal)}};
    Inspected inspected{recordings::inspection_of(std::move(chosen.recording)), chosen.index, has_displayed_times};
    for (const recordings::DisplayTiming& timing : timings)
        inspected.timings.push_back(recordings::display_timing_facts_of(timing));
    // Estimates the display's refresh rate from the times of the displayed frames, like `rank`.
    for (std::size_t i = 0; i < std::min(timings.size(), inspected.inspection.facts.size()); ++i)
        if (recordings::StreamFacts& facts = inspected.inspection.facts[i]; !facts.generation)
            facts.frame_cap = recordings::frame_cap_of(inspected.inspection.recording.streams[i].frames,
                                                       recordings::guessed_display(timings[i].displayed));
    return inspected;
}

recordings::Json inspection_json(const Inspected& inspected)
{
    recordings::Json json = recordings::to_json(inspected.inspection);
    if (inspected.has_displayed_times) json["timing"] = "displayed";
    for (std::size_t i = 0; i < inspected.timings.size(); ++i)
        if (says_something(inspected.timings[i])) json["streams"][i]["display_timing"] = to_json(inspected.timings[i]);
    return json;
}

void print_inspection(const Inspected& inspected)
{
    const recordings::Stream& s      = inspected.inspection.recording.streams[inspected.chosen];
    const recordings::StreamFacts& f = inspected.facts();
    if (f.generation && !inspected.has_displayed_times)
        base::print(
            "{}\nThe 1 % lows, the stutter and the pacing are left out: --pairs computes them for the game's own "
            "frames, --timing displayed for the displayed frames.\n\n",
            styled(TextStyle::bad, in_words(*f.generation)));
    print_recording(inspected.inspection.recording, inspected.has_displayed_times, f.generation.has_value());
    print_streams(inspected.inspection, inspected.chosen);
    if (f.times.frames > 0)
    {
        print_frame_times(f);
        if (!f.generation) print_pacing(f);
        print_histogram(f.histogram, f.times.frames);
    }
    if (!inspected.timings.empty() && says_something(inspected.timings[inspected.chosen]))
        print_display_timing(s, inspected.timings[inspected.chosen]);
    if (s.impossible_animation_errors > 0)
        base::print("\n  {} impossible animation errors, a known fault of the tool, are left out\n",
                    s.impossible_animation_errors);
    print_replayability(s, f);
}

using recordings::OverviewRow;

// A recording's row in the table, or the reason why it has no row.
struct OverviewResult
{
    std::optional<OverviewRow> row{};
    std::string error{};
    bool is_recording = true; // false if the file's format is unknown
};

OverviewResult read_overview(const RecordingChoice& choice)
{
    try
    {
        std::vector<recordings::DisplayTiming> timings;
        const ChosenRecording chosen = read_with_display_timing(choice, timings);
        if (chosen.stream().frames.empty()) return {.error = base::message("{}: there is no frame in it", choice.file)};
        return {.row = recordings::overview_of(chosen.recording, chosen.index, timings[chosen.index])};
    }
    catch (const DamagedRecording& e)
    {
        return {.error = e.what()};
    }
    catch (const BadInput& e)
    {
        return {.error = e.what(), .is_recording = false};
    }
}

std::vector<OverviewResult> read_overviews(const std::vector<NamedRecording>& files, const InspectOptions& options,
                                           bool quiet)
{
    std::vector<OverviewResult> results(files.size());
    ProgressBar bar{"reading", quiet};
    std::mutex mutex;
    std::size_t files_done = 0;
    base::for_all_cores(files.size(),
                        [&](std::size_t i)
                        {
                            results[i] = read_overview({files[i].file, options.stream, options.columns});
                            const std::scoped_lock lock{mutex};
                            bar.update(++files_done, files.size());
                        });
    return results;
}

std::string rounded_cell(double value, int decimals)
{
    return std::isfinite(value) ? fmt::format("{:.{}f}", value, decimals) : "-";
}

std::size_t width_of(const std::vector<std::string>& strings, std::size_t min_width)
{
    for (const std::string& text : strings) min_width = std::max(min_width, text.size());
    return min_width;
}

// One column of the table, with formatted cells.
struct TableColumn
{
    std::string key, title;
    std::vector<std::string> cells;
    std::size_t width() const { return width_of(cells, std::max<std::size_t>(title.size(), 9)); }
};

std::string exact_cell(double value, int /*decimals*/)
{
    return std::isfinite(value) ? fmt::format("{:.10g}", value) : std::string{};
}

// The table's columns that have a value. The last columns are latencies, with the names of the recording tools.
std::vector<TableColumn> make_columns(const std::vector<OverviewRow>& rows, std::string (*cell_text)(double, int))
{
    std::vector<TableColumn> columns;
    for (const std::size_t column_index : recordings::known_columns(rows))
    {
        const recordings::OverviewColumn& column = recordings::overview_columns()[column_index];
        columns.push_back({std::string{column.key}, std::string{column.title}, {}});
        for (const OverviewRow& row : rows)
            columns.back().cells.push_back(cell_text(row.values[column_index], column.decimals));
    }
    for (const std::string& latency : recordings::latency_columns(rows))
    {
        columns.push_back({latency, latency, {}});
        for (const OverviewRow& row : rows)
            columns.back().cells.push_back(cell_text(recordings::latency_of(row, latency), 3));
    }
    return columns;
}

void print_overview_table(const std::vector<OverviewRow>& rows)
{
    const std::vector<TableColumn> columns = make_columns(rows, rounded_cell);
    std::vector<std::string> files, applications;
    for (const OverviewRow& row : rows)
    {
        files.push_back(base::printable(row.file));
        applications.push_back(row.application.empty() ? "-" : row.application);
    }
    const std::size_t file_width = width_of(files, 4), application_width = width_of(applications, 11);
    base::print("{:<{}}  {:<{}}", "file", file_width, "application", application_width);
    for (const TableColumn& c : columns) base::print(" {:>{}}", c.title, c.width());
    base::print("\n");
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        base::print("{:<{}}  {:<{}}", files[i], file_width, applications[i], application_width);
        for (const TableColumn& c : columns) base::print(" {:>{}}", c.cells[i], c.width());
        if (!rows[i].replayable) base::print("  {}", styled(TextStyle::bad, "not replayable"));
        base::print("\n");
    }
}

void print_application_group(const recordings::OverviewGroup& g, const std::vector<OverviewRow>& rows)
{
    const auto mean_and_spread = [&](std::string_view key)
    {
        const auto columns = recordings::overview_columns();
        const auto index = static_cast<std::size_t>(std::ranges::find(columns, key, &recordings::OverviewColumn::key) -
                                                    columns.begin());
        return fmt::format("{} +- {}", rounded_cell(g.mean[index], columns[index].decimals),
                           rounded_cell(g.spread[index], columns[index].decimals));
    };
    base::print("\n{}: {} runs; mean {} ms, 99 % {}, 1 % low {} fps, stutter {} %, change {} ms\n",
                g.application.empty() ? "no application named" : g.application, g.rows.size(),
                mean_and_spread("mean_ms"), mean_and_spread("p99_ms"), mean_and_spread("low_1_fps"),
                mean_and_spread("stutter_percent"), mean_and_spread("change_mean_ms"));
    std::map<std::size_t, std::string> unusual_metrics; // by row: the metrics in which the run is an outlier
    for (const recordings::OutlierCell& o : g.outliers)
        unusual_metrics[o.row] += fmt::format(
            "{}{} {}", unusual_metrics[o.row].empty() ? "" : ", ", recordings::overview_columns()[o.column].title,
            rounded_cell(rows[o.row].values[o.column], recordings::overview_columns()[o.column].decimals));
    for (const auto& [row, metric_texts] : unusual_metrics)
        base::print("  unlike the others: {}: {}\n", base::printable(rows[row].file), metric_texts);
}

void print_overview_csv(const std::vector<OverviewRow>& rows)
{
    const std::vector<TableColumn> columns = make_columns(rows, exact_cell);
    base::print("file,application,replayable");
    for (const TableColumn& c : columns) base::print(",{}", base::csv_cell(c.key));
    base::print("\n");
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        base::print("{},{},{}", base::csv_cell(rows[i].file), base::csv_cell(rows[i].application),
                    rows[i].replayable ? "yes" : "no");
        for (const TableColumn& c : columns) base::print(",{}", c.cells[i]);
        base::print("\n");
    }
}

void sort_by_string(std::vector<OverviewRow>& rows, std::string OverviewRow::*member, bool descending)
{
    std::ranges::stable_sort(rows, [&](const OverviewRow& a, const OverviewRow& b)
                             { return descending ? b.*member < a.*member : a.*member < b.*member; });
}

std::vector<std::string_view> overview_keys()
{
    std::vector<std::string_view> keys;
    for (const recordings::OverviewColumn& c : recordings::overview_columns()) keys.push_back(c.key);
    return keys;
}

// Sorts the rows by a column: one of overview_keys(), the file, the application, or a latency.
void sort_rows(std::vector<OverviewRow>& rows, const std::string& key, bool descending)
{
    if (key.empty()) return;
    auto keys                                = overview_keys();
    const auto found                         = std::ranges::find(keys, key);
    const std::vector<std::string> latencies = recordings::latency_columns(rows);
    const auto latency_of                    = [&](const OverviewRow& row) { return recordings::latency_of(row, key); };
    if (key == "file")
        sort_by_string(rows, &OverviewRow::file, descending);
    else if (key == "application")
        sort_by_string(rows, &OverviewRow::application, descending);
    else if (found != keys.end())
        sort_by(rows, static_cast<std::size_t>(found - keys.begin()), descending);
    else if (std::ranges::find(latencies, key) != latencies.end())
        sort_by(rows, latency_of, descending);
    else
    {
        keys.insert(keys.end(), {"file", "application"});
        keys.insert(keys.end(), latencies.begin(), latencies.end());
        throw BadInput{"--sort: {}", base::Verbatim{base::unknown_name_message("column", key, keys)}};
    }
}

// Prints one line per recording, then an error for each damaged recording and each unreadable file of the command line.
// Throws BadInput after such an error. Only counts unreadable files that were found in folders or by patterns.
void inspect_table(const InspectOptions& options, bool quiet)
{
    const auto files = find_recordings(options.files);
    auto results     = read_overviews(files, options, quiet);
    std::vector<OverviewRow> rows;
    std::vector<std::string> errors;
    std::size_t other_files = 0;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (results[i].row)
            rows.push_back(std::move(*results[i].row));
        else if (files[i].is_named_by_user || results[i].is_recording)
            errors.push_back(results[i].error);
        else
            ++other_files;
    sort_rows(rows, options.sort_key, options.descending);

    if (options.csv)
        print_overview_csv(rows);
    else if (!rows.empty())
    {
        print_overview_table(rows);
        for (const recordings::OverviewGroup& g : groups_of(rows)) print_application_group(g, rows);
    }
    if (other_files > 0 && !quiet)
        base::print_error("timestep_lab", fmt::format("{} other {} in the folders cannot be read as a recording",
                                                      other_files, other_files == 1 ? "file" : "files"));
    for (std::size_t i = 0; i + 1 < errors.size(); ++i) base::print_error("timestep_lab", errors[i]);
    if (!errors.empty()) throw BadInput{base::Verbatim{errors.back()}};
    if (rows.empty()) throw BadInput{"none of these files is a recording that can be read"};
    if (!std::ranges::all_of(rows, &OverviewRow::replayable)) throw CheckFailed{};
}

void inspect(const InspectOptions& options, bool quiet)
{
    if (options.as_table)
    {
        inspect_table(options, quiet);
        return;
    }
    const bool has_displayed_times = is_displayed_timing(options.timing);
    bool all_replayable            = true;
    recordings::Json files         = recordings::Json::array();
    std::string error;
    for (const std::string& file : options.files)
    {
        try
        {
            const Inspected inspected =
                inspect_stream({file, options.stream, options.columns, options.part}, has_displayed_times);
            all_replayable = all_replayable && !inspected.facts().refusal;
            if (!options.json && file != options.files.front()) base::print("\n");
            if (options.json)
                files.push_back(inspection_json(inspected));
            else
                print_inspection(inspected);
        }
        catch (const BadInput& e)
        {
            if (!error.empty()) base::print_error("timestep_lab", error);
            error = e.what();
        }
    }
    if (options.json && !files.empty()) print_json({{"files", files}});
    if (!error.empty()) throw BadInput{base::Verbatim{error}};
    if (!all_replayable) throw CheckFailed{};
}

} // namespace

void add_inspect(CLI::App& program)
{
    auto [command, options] = add_command<InspectOptions>(
        program, "inspect", "Print the frame rate, the frame times, the hitches and other facts of a recording.",
        inspect);
    add_option(
        command, "files", options.files,
        "Frame-time recordings (see `list formats`); with --table also folders, and quoted patterns such as '*.csv'.",
        {.type = "FILE...", .required = true});
    add_stream_option(command, options.stream);
    add_column_options(command, options.columns);
    add_part_options(command, options.part);
    CLI::Option& timing = add_timing_option(command, options.timing);
    CLI::Option& json   = add_flag(command, "--json", options.json, "Print everything about every stream as JSON.");
    CLI::Option& table =
        add_flag(command, "--table", options.as_table,
                 "Print one line for each recording, and below the lines a summary of the runs of each application.");
    excludes(table, json);
    excludes(table, timing);
    const auto columns = overview_keys();
    CLI::Option& sort =
        add_option(command, "--sort", options.sort_key, "Sort the lines by this column, smallest value first.",
                   {.type = "COLUMN", .choices = {columns.begin(), columns.end()}});
    needs(sort, table);
    needs(add_flag(command, "--descending", options.descending, "Sort the largest value first."), sort);
    needs(add_flag(command, "--csv", options.csv, "Print the lines as CSV."), table);
}

} // namespace timestep_lab
