#include "recordings/formats/slowed_game.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace recordings
{
namespace
{

constexpr std::array<std::string_view, 6> column_names{"slowformat", "application", "processid",
                                                       "window",     "ends",        "framens"};

bool is_slowed_game(const Header& header)
{
    return std::ranges::all_of(column_names, [&](std::string_view name) { return header.has(name); });
}

RecordingOrError read_slowed_game(const ReadInput& input)
{
    std::array<std::size_t, column_names.size()> columns{};
    std::ranges::transform(column_names, columns.begin(),
                           [&](std::string_view name) { return *input.header.find(name); });
    const auto [format_column, application_column, process_column, window_column, end_column, frame_time_column] =
        columns;
    const std::size_t required_field_count = std::ranges::max(columns) + 1;
    RecordingBuilder recording_builder;
    FieldSplitter fields{required_field_count};
    LineReader lines{input.header.text_below, input.header.line_number + 1};
    while (lines.next())
    {
        if (lines.line().empty()) continue;
        fields.split(lines.line(), input.header.dialect.separator);
        if (fields.size() < required_field_count)
        {
            recording_builder.count_truncated_row(lines.line_number());
            continue;
        }
        if (base::parse_number<int>(fields[format_column]) != slowed_game_format_version)
            return input.source.error_at(
                lines.line_number(), base::message("the table has format {}", fields[format_column]),
                fmt::format("this program reads format {}: read the file with the version that wrote it",
                            slowed_game_format_version));
        StreamBuilder* const stream_builder =
            recording_builder.open_stream(fields[application_column], fields[process_column], fields[window_column]);
        if (!stream_builder)
            return input.source.error_at(lines.line_number(), "there are more than 10,000 game windows",
                                         "check that the rows have the columns of the header");
        recording_builder.add_row(*stream_builder, {.frame_time = parse_scaled(fields[frame_time_column], ns_exponent),
                                                    .timestamp = parse_scaled(fields[end_column], s_exponent),
                                                    .line_number = lines.line_number(),
                                                    .frame_time_text = fields[frame_time_column]});
    }

    return recording_builder.finish(input.source, input.header,
                                    {.format = &Format::slowed_game,
                                     .tool = "timestep_lab slow",
                                     .frame_time_column = input.header.original_names[frame_time_column],
                                     .frame_boundary = FrameBoundary::frame_start});
}

// A program's name without separators and quotation marks, and not as a formula.
std::string sanitized_csv_field(std::string_view text)
{
    std::string field = base::sanitized(text);
    std::ranges::replace_if(
        field, [](char c) { return c == ',' || c == ';' || c == '"'; }, ' ');
    return base::csv_quoted_text(field);
}

} // namespace

std::string slowed_game_csv_row(const SlowedGameRow& row)
{
    constexpr std::string_view empty_probe_cells = ",,,,,,"; // seven cells
    const std::string recorded_ns =
        row.recorded_frame_time < Nanos::zero() ? "" : fmt::format("{}", row.recorded_frame_time.count());
    return fmt::format("{},{},{},{},{},{}.{:09},{},{},{},{},{},{},{}\n", slowed_game_format_version,
                       sanitized_csv_field(row.application), row.process_id, row.window_number, row.presenting_function,
                       row.frame_end.count() / 1'000'000'000, row.frame_end.count() % 1'000'000'000,
                       row.frame_time.count(), (row.frame_time - row.added_time).count(), row.added_time.count(),
                       recorded_ns, row.is_slowed_window ? 1 : 0, sanitized_csv_field(row.event),
                       row.probe_cells.empty() ? empty_probe_cells : row.probe_cells);
}

constinit const Format Format::slowed_game{
    .name = "timestep_lab slow CSV", .matches_header = is_slowed_game, .read = read_slowed_game};

} // namespace recordings
