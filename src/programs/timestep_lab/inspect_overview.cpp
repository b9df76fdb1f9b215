#include "programs/timestep_lab/inspect_overview.hpp"

#include "base/message.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "recordings/facts/overview.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <set>
#include <variant>

namespace timestep_lab
{

namespace
{

// A file that may be no recording: it has not been opened yet.
struct UncheckedFile
{
    std::string file;
    bool is_named_by_user = false; // false if the file was found in a folder or by a pattern such as *.csv
};

std::vector<std::string> list_files_below_folder(const std::string& folder)
{
    std::vector<std::string> files;
    std::error_code error, ignored_error;
    constexpr auto options = std::filesystem::directory_options::skip_permission_denied;
    std::filesystem::recursive_directory_iterator entry{base::path_from_utf8(folder), options, error};
    while (!error && entry != std::filesystem::recursive_directory_iterator{})
    {
        if (entry->is_regular_file(ignored_error))
            files.push_back(base::path_to_utf8(entry->path().generic_u8string()));
        entry.increment(error);
    }
    if (error) throw BadInput{"{}: cannot be read: {}", folder, error.message()};
    std::ranges::sort(files);
    if (files.empty()) throw BadInput{"{}: there is no file in this folder or below it", folder};
    return files;
}

// Expands folders and patterns to files without duplicates. Throws BadInput if one contains or matches no file.
std::vector<UncheckedFile> expand_to_unchecked_files(const std::vector<std::string>& arguments)
{
    std::vector<UncheckedFile> files;
    // Different spellings of a path, such as "a" and "./a", are one file.
    std::set<std::filesystem::path> normalised_paths;
    const auto add_file = [&](const std::string& file, bool is_named_by_user)
    {
        if (normalised_paths.insert(base::path_from_utf8(file).lexically_normal()).second)
            files.push_back({file, is_named_by_user});
    };
    std::error_code error;
    for (const std::string& argument : arguments)
    {
        const bool is_pattern = argument.find_first_of("*?[") != argument.npos &&
                                !std::filesystem::exists(base::path_from_utf8(argument), error);
        const std::vector<std::string> paths = is_pattern ? base::expand_glob(argument) : std::vector{argument};
        if (paths.empty()) throw BadInput{"{}: no file name matches this pattern", argument};
        for (const std::string& path : paths)
            if (std::filesystem::is_directory(base::path_from_utf8(path), error))
                for (const std::string& file : list_files_below_folder(path)) add_file(file, false);
            else
                add_file(path, !is_pattern);
    }
    return files;
}

using recordings::OverviewRow;

// A recording's row in the overview table of several recordings, or the reason why it has no row.
struct OverviewRowResult
{
    std::optional<OverviewRow> row{};
    std::string error{};
    bool is_recording = true; // false if the format is unknown, or there is no stream as in --stream
};

OverviewRowResult read_overview_row(const RecordingChoice& choice)
{
    bool has_chosen_stream = false;
    try
    {
        recordings::RecordingOrError recording_or_error = read_with_display_timing(choice);
        if (const auto* const error = std::get_if<recordings::RecordingError>(&recording_or_error))
            return {.error = to_string(*error), .is_recording = error->is_format_known};
        ChosenStream chosen = choose_stream(std::move(recording_or_error), choice);
        has_chosen_stream = true;
        if (chosen.stream().frame_times.empty())
            return {.error = base::message("{}: this recording contains no frame", choice.file)};
        apply_frame_edits(chosen, choice);
        return {.row = recordings::overview_row_of(chosen.recording, chosen.stream_index)};
    }
    catch (const BadInput& e)
    {
        return {.error = e.what(), .is_recording = has_chosen_stream};
    }
}

struct Overview
{
    std::vector<OverviewRow> rows{};
    std::vector<std::string> errors{};
    std::size_t skipped_file_count = 0; // files that the user did not name, in unknown formats
};

Overview read_overview(const OverviewOptions& options, bool quiet)
{
    const std::vector<UncheckedFile> files = expand_to_unchecked_files(options.files);
    std::vector<OverviewRowResult> row_results(files.size());
    ProgressBar progress_bar{"reading", quiet};
    std::mutex progress_mutex;
    std::size_t read_file_count = 0;
    const auto read_row = [&](std::size_t i)
    {
        row_results[i] =
            read_overview_row({files[i].file, options.stream_selector, options.columns, options.frame_edits});
        const std::scoped_lock lock{progress_mutex};
        progress_bar.set_progress(++read_file_count, files.size());
    };
    base::parallel_for(files.size(), read_row);

    Overview overview;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (row_results[i].row)
            overview.rows.push_back(std::move(*row_results[i].row));
        else if (files[i].is_named_by_user || row_results[i].is_recording)
            overview.errors.push_back(std::move(row_results[i].error));
        else
            ++overview.skipped_file_count;
    return overview;
}

// A column of the table: the title and a cell for each recording.
struct TableColumn
{
    std::vector<std::string> cells;
    std::size_t width = 0; ///< the length of the longest cell, but at least `min_width` of table_column()
};

TableColumn table_column(std::string_view title, std::size_t min_width, const std::vector<OverviewRow>& rows,
                         const auto& cell_of)
{
    TableColumn column{.cells = {std::string{title}}, .width = min_width};
    for (const OverviewRow& row : rows) column.cells.push_back(cell_of(row));
    for (const std::string& cell : column.cells) column.width = std::max(column.width, cell.size());
    return column;
}

void print_overview_table(const std::vector<OverviewRow>& rows)
{
    const TableColumn files =
        table_column("file", 0, rows, [](const OverviewRow& row) { return base::printable_excerpt(row.file_name); });
    const TableColumn applications = table_column(
        "application", 0, rows, [](const OverviewRow& row) { return row.application.empty() ? "-" : row.application; });
    std::vector<TableColumn> value_columns;
    for (const recordings::OverviewColumn& column : recordings::shown_columns(rows))
        value_columns.push_back(table_column(column.title, 9, rows,
                                             [&](const OverviewRow& row)
                                             { return fixed_text(column_value(row, column.key), column.decimals); }));
    for (std::size_t cell_index = 0; cell_index <= rows.size(); ++cell_index)
    {
        base::print("{:<{}}  {:<{}}", files.cells[cell_index], files.width, applications.cells[cell_index],
                    applications.width);
        for (const TableColumn& column : value_columns) base::print(" {:>{}}", column.cells[cell_index], column.width);
        if (cell_index > 0 && !rows[cell_index - 1].is_replayable)
            base::print("  {}", styled(TextStyle::bad, "not replayable"));
        base::print("\n");
    }
}

void print_application_group(const recordings::OverviewGroup& group, const std::vector<OverviewRow>& rows)
{
    const auto columns = recordings::overview_columns_except_latencies();
    const auto spread_text = [&](std::string_view key)
    {
        const auto* const column = base::find_row_by_name(columns, key, &recordings::OverviewColumn::key);
        const auto column_index = static_cast<std::size_t>(column - columns.data());
        return fmt::format("{} +- {}", fixed_text(group.means[column_index], column->decimals),
                           fixed_text(group.standard_deviations[column_index], column->decimals));
    };
    base::print("\n{}: {} runs; mean {} ms, 99 % {}, 1 % low {} fps, stutter {} %, change {} ms\n",
                group.application.empty() ? "unnamed application" : group.application, group.row_indices.size(),
                spread_text("mean_ms"), spread_text("p99_ms"), spread_text("low_1_fps"), spread_text("stutter_percent"),
                spread_text("change_mean_ms"));
    for (const auto& [row_index, outlier_columns] : group.outliers)
    {
        std::vector<std::string> outlier_texts;
        for (const std::size_t i : outlier_columns)
            outlier_texts.push_back(
                fmt::format("{} {}", columns[i].title, fixed_text(rows[row_index].values[i], columns[i].decimals)));
        base::print("  differs from the other runs: {}: {}\n", base::printable_excerpt(rows[row_index].file_name),
                    fmt::format("{}", fmt::join(outlier_texts, ", ")));
    }
}

void print_overview_csv(const std::vector<OverviewRow>& rows)
{
    const std::vector<recordings::OverviewColumn> columns = recordings::shown_columns(rows);
    base::print("file,application,replayable");
    for (const recordings::OverviewColumn& column : columns) base::print(",{}", base::csv_quoted(column.key));
    base::print("\n");
    for (const OverviewRow& row : rows)
    {
        base::print("{},{},{}", base::csv_quoted_text(row.file_name), base::csv_quoted_text(row.application),
                    row.is_replayable ? "yes" : "no");
        for (const recordings::OverviewColumn& column : columns)
        {
            const double value = column_value(row, column.key);
            base::print(",{}", std::isfinite(value) ? fmt::format("{:.10g}", value) : ""); // CSV
        }
        base::print("\n");
    }
}

void sort_rows(std::vector<OverviewRow>& rows, const std::string& key, bool is_descending)
{
    if (key.empty()) return;
    std::vector<std::string> keys = overview_keys_except_latencies();
    keys.insert(keys.end(), {"file", "application"});
    for (const recordings::OverviewColumn& column : recordings::shown_columns(rows)) keys.emplace_back(column.key);
    index_of_name(key, keys, "column", "--sort");
    if (key == "file" || key == "application")
    {
        const auto field = key == "file" ? &OverviewRow::file_name : &OverviewRow::application;
        std::ranges::stable_sort(rows, [&](const OverviewRow& a, const OverviewRow& b)
                                 { return is_descending ? b.*field < a.*field : a.*field < b.*field; });
    }
    else
        recordings::sort_by_value(rows, key, is_descending);
}

} // namespace

std::vector<std::string> overview_keys_except_latencies()
{
    std::vector<std::string> keys;
    for (const recordings::OverviewColumn& column : recordings::overview_columns_except_latencies())
        keys.emplace_back(column.key);
    return keys;
}

void print_overview(const OverviewOptions& options, bool quiet)
{
    auto [rows, errors, skipped_file_count] = read_overview(options, quiet);
    sort_rows(rows, options.sort_key, options.is_descending);
    if (options.prints_csv)
        print_overview_csv(rows);
    else if (!rows.empty())
    {
        print_overview_table(rows);
        for (const recordings::OverviewGroup& group : application_groups(rows)) print_application_group(group, rows);
    }
    if (skipped_file_count > 0 && !quiet)
        base::print_error("timestep_lab", fmt::format("{} other {} in the folders cannot be read as a recording",
                                                      skipped_file_count, skipped_file_count == 1 ? "file" : "files"));
    for (std::size_t i = 0; i + 1 < errors.size(); ++i) base::print_error("timestep_lab", errors[i]);
    if (!errors.empty()) throw BadInput{base::Verbatim{errors.back()}};
    if (rows.empty()) throw BadInput{"none of these files is a recording that can be read"};
    if (!std::ranges::all_of(rows, &OverviewRow::is_replayable)) throw ExitWithCode{exit_code_check_failed};
}

} // namespace timestep_lab
