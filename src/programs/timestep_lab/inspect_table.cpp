#include "programs/timestep_lab/inspect_table.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/facts/overview.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

namespace timestep_lab
{

namespace
{

using recordings::OverviewRow;

// The row of a recording in the table, or the reason why the recording has no row.
struct Outcome
{
    std::optional<OverviewRow> row{};
    std::string refused{};
    bool is_recording = true; // false if no reader knows the format of the file
};

Outcome outcome_of(const RecordingChoice& choice)
{
    try
    {
        std::vector<recordings::DisplayTiming> timings;
        const ChosenRecording chosen = read_with_display_timing(choice, timings);
        if (chosen.stream().frames.empty())
            return {.refused = base::message("{}: there is no frame in it", choice.file)};
        return {.row = recordings::overview_of(chosen.recording, chosen.index, timings[chosen.index])};
    }
    catch (const DamagedRecording& e)
    {
        return {.refused = e.what()};
    }
    catch (const BadInput& e)
    {
        return {.refused = e.what(), .is_recording = false};
    }
}

std::vector<Outcome> read_all(const std::vector<NamedRecording>& files, const TableOptions& options, bool quiet)
{
    std::vector<Outcome> all(files.size());
    ProgressBar bar{"reading", quiet};
    std::mutex mutex;
    std::size_t done = 0;
    base::for_all_cores(files.size(),
                        [&](std::size_t i)
                        {
                            all[i] = outcome_of({files[i].file, options.stream, options.table});
                            const std::scoped_lock lock{mutex};
                            bar.show(++done, files.size());
                        });
    return all;
}

std::string cell(double value, int decimals)
{
    return std::isfinite(value) ? fmt::format("{:.{}f}", value, decimals) : "-";
}

std::size_t width_of(const std::vector<std::string>& texts, std::size_t least)
{
    for (const std::string& text : texts) least = std::max(least, text.size());
    return least;
}

// One column of the table, with its cells as texts.
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

// The columns in which at least one recording has a value, with their values as `text` makes them. The last columns are
// latencies, with the names that the recording tools use.
std::vector<TableColumn> table_of(const std::vector<OverviewRow>& rows, std::string (*text)(double, int))
{
    std::vector<TableColumn> table;
    for (const std::size_t c : recordings::known_columns(rows))
    {
        const recordings::OverviewColumn& column = recordings::overview_columns()[c];
        table.push_back({std::string{column.key}, std::string{column.title}, {}});
        for (const OverviewRow& row : rows) table.back().cells.push_back(text(row.values[c], column.decimals));
    }
    for (const std::string& latency : recordings::latency_columns(rows))
    {
        table.push_back({latency, latency, {}});
        for (const OverviewRow& row : rows) table.back().cells.push_back(text(recordings::latency_of(row, latency), 3));
    }
    return table;
}

void print_lines(const std::vector<OverviewRow>& rows)
{
    const std::vector<TableColumn> table = table_of(rows, cell);
    std::vector<std::string> files, applications;
    for (const OverviewRow& row : rows)
    {
        files.push_back(base::printable(row.file));
        applications.push_back(row.application.empty() ? "-" : row.application);
    }
    const std::size_t file_width = width_of(files, 4), application_width = width_of(applications, 11);
    base::print("{:<{}}  {:<{}}", "file", file_width, "application", application_width);
    for (const TableColumn& c : table) base::print(" {:>{}}", c.title, c.width());
    base::print("\n");
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        base::print("{:<{}}  {:<{}}", files[i], file_width, applications[i], application_width);
        for (const TableColumn& c : table) base::print(" {:>{}}", c.cells[i], c.width());
        if (!rows[i].replayable) base::print("  {}", in_ink(Ink::bad, "not replayable"));
        base::print("\n");
    }
}

void print_group(const recordings::OverviewGroup& g, const std::vector<OverviewRow>& rows)
{
    const auto figure = [&](std::string_view key)
    {
        const auto all = recordings::overview_columns();
        const auto c =
            static_cast<std::size_t>(std::ranges::find(all, key, &recordings::OverviewColumn::key) - all.begin());
        return fmt::format("{} +- {}", cell(g.mean[c], all[c].decimals), cell(g.spread[c], all[c].decimals));
    };
    base::print("\n{}: {} runs; mean {} ms, 99 % {}, 1 % low {} fps, stutter {} %, change {} ms\n",
                g.application.empty() ? "no application named" : g.application, g.rows.size(), figure("mean_ms"),
                figure("p99_ms"), figure("low_1_fps"), figure("stutter_percent"), figure("change_mean_ms"));
    std::map<std::size_t, std::string> odd; // for each unusual run (by its row), a text with its unusual metrics
    for (const recordings::OddRun& o : g.odd)
        odd[o.row] +=
            fmt::format("{}{} {}", odd[o.row].empty() ? "" : ", ", recordings::overview_columns()[o.column].title,
                        cell(rows[o.row].values[o.column], recordings::overview_columns()[o.column].decimals));
    for (const auto& [row, figures] : odd)
        base::print("  unlike the others: {}: {}\n", base::printable(rows[row].file), figures);
}

void print_csv(const std::vector<OverviewRow>& rows)
{
    const std::vector<TableColumn> table = table_of(rows, exact_cell);
    base::print("file,application,replayable");
    for (const TableColumn& c : table) base::print(",{}", base::csv_cell(c.key));
    base::print("\n");
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        base::print("{},{},{}", base::csv_cell(rows[i].file), base::csv_cell(rows[i].application),
                    rows[i].replayable ? "yes" : "no");
        for (const TableColumn& c : table) base::print(",{}", c.cells[i]);
        base::print("\n");
    }
}

void sort_by_text(std::vector<OverviewRow>& rows, std::string OverviewRow::*text, bool descending)
{
    std::ranges::stable_sort(rows, [&](const OverviewRow& a, const OverviewRow& b)
                             { return descending ? b.*text < a.*text : a.*text < b.*text; });
}

// Sorts the rows by any column of the table: one of table_columns(), the file, the application, or a latency.
void sort_rows(std::vector<OverviewRow>& rows, const std::string& key, bool descending)
{
    if (key.empty()) return;
    if (key == "file") return sort_by_text(rows, &OverviewRow::file, descending);
    if (key == "application") return sort_by_text(rows, &OverviewRow::application, descending);
    auto keys        = table_columns();
    const auto found = std::ranges::find(keys, key);
    if (found != keys.end()) return sort_by(rows, static_cast<std::size_t>(found - keys.begin()), descending);
    const std::vector<std::string> latencies = recordings::latency_columns(rows);
    if (std::ranges::find(latencies, key) != latencies.end())
        return sort_by(
            rows, [&](const OverviewRow& row) { return recordings::latency_of(row, key); }, descending);
    keys.insert(keys.end(), {"file", "application"});
    keys.insert(keys.end(), latencies.begin(), latencies.end());
    throw BadInput{"--sort: {}", base::Verbatim{base::unknown("column", key, keys)}};
}

} // namespace

std::vector<std::string_view> table_columns()
{
    std::vector<std::string_view> keys;
    for (const recordings::OverviewColumn& c : recordings::overview_columns()) keys.push_back(c.key);
    return keys;
}

void inspect_table(const TableOptions& options, bool quiet)
{
    const auto files = recordings_at(options.names);
    auto outcomes    = read_all(files, options, quiet);
    std::vector<OverviewRow> rows;
    std::vector<std::string> refused;
    std::size_t others = 0;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (outcomes[i].row)
            rows.push_back(std::move(*outcomes[i].row));
        else if (files[i].by_itself || outcomes[i].is_recording)
            refused.push_back(outcomes[i].refused);
        else
            ++others;
    sort_rows(rows, options.sort, options.descending);

    if (options.csv)
        print_csv(rows);
    else if (!rows.empty())
    {
        print_lines(rows);
        for (const recordings::OverviewGroup& g : groups_of(rows)) print_group(g, rows);
    }
    if (others > 0 && !quiet)
        base::print_error("timestep_lab", fmt::format("{} other {} in the folders cannot be read as a recording",
                                                      others, others == 1 ? "file" : "files"));
    for (std::size_t i = 0; i + 1 < refused.size(); ++i) base::print_error("timestep_lab", refused[i]);
    if (!refused.empty()) throw BadInput{base::Verbatim{refused.back()}};
    if (rows.empty()) throw BadInput{"none of these files is a recording that can be read"};
    if (!std::ranges::all_of(rows, &OverviewRow::replayable)) throw CheckFailed{};
}

} // namespace timestep_lab
