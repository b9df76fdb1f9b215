#include "base/message.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/row_evidence.hpp"
#include "recordings/formats/table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace recordings
{
namespace
{

struct MangoHudUnit
{
    int exponent; // power of ten that converts the unit of the column frametime to nanoseconds
    std::string_view tool_versions; // MangoHud versions that write this unit
};
constexpr std::array mangohud_units{MangoHudUnit{ms_exponent, "0.6.9 or newer"},
                                    MangoHudUnit{us_exponent, "0.6.2-0.6.8"}, MangoHudUnit{ns_exponent, "0.6.0-0.6.1"}};

constexpr std::string_view fps_name = "fps", frame_time_name = "frametime";

// The first row is skipped: its frame began before the log, so its frame time is wrong, such as 0.4 ms.
constexpr std::size_t skipped_row_count = 1;

// Guesses the unit, an index into `mangohud_units`, from fps * frametime. Empty unless both numbers are positive.
std::optional<std::size_t> unit_index_of_row(std::string_view fps_text, std::string_view frame_time_text,
                                             char decimal_mark)
{
    constexpr int three_decimals = 3;
    const ParsedNumber fps = parse_scaled(fps_text, three_decimals, decimal_mark);
    const ParsedNumber frame_time = parse_scaled(frame_time_text, three_decimals, decimal_mark);
    if (!fps.ok() || !frame_time.ok() || fps.value <= 0 || frame_time.value <= 0) return std::nullopt;
    const double product = static_cast<double>(fps.value) * static_cast<double>(frame_time.value) * 1e-6;
    return static_cast<std::size_t>(std::clamp(std::round(std::log10(product) / 3), 1.0, 3.0)) - 1;
}

// Guesses the unit of the column frametime from each row, and returns the middle one of the sorted guesses.
MangoHudUnit inferred_unit(const Header& header)
{
    const std::size_t fps_column = *header.find(fps_name), frame_time_column = *header.find(frame_time_name),
                      last_column = std::max(fps_column, frame_time_column);
    std::array<std::size_t, mangohud_units.size()> row_counts{};
    FieldSplitter fields{last_column + 1};
    std::size_t row_count = 0;
    for (LineReader lines{header.text_below}; lines.next();)
    {
        if (lines.line().empty() || row_count++ < skipped_row_count) continue;
        fields.split(lines.line(), header.dialect.separator);
        if (fields.size() <= last_column) continue;
        if (const auto unit_index =
                unit_index_of_row(fields[fps_column], fields[frame_time_column], header.dialect.decimal_mark))
            ++row_counts[*unit_index];
    }
    const std::size_t total = std::accumulate(row_counts.begin(), row_counts.end(), std::size_t{0});
    if (row_counts[0] * 2 >= total) return mangohud_units[0];
    return (row_counts[0] + row_counts[1]) * 2 >= total ? mangohud_units[1] : mangohud_units[2];
}

// Refuses a sampled recording. By default, MangoHud writes one row per time interval, not one row per frame.
std::optional<RecordingError> sampled_rows_error(const RecordingSource& source, const Header& header,
                                                 const Stream& stream)
{
    const double coverage = stream.coverage().value_or(1.0);
    const std::size_t row_count = stream.frame_times.size() + stream.missing_count + stream.invalid_count;
    if (coverage >= min_coverage || row_count < 2) return std::nullopt;
    const double interval_ms = timestep::to_millis(*stream.timestamp_span) / static_cast<double>(row_count - 1);
    return source.error_at(
        header.line_number,
        fmt::format("sampled, not per frame: one row every {:.0f} ms, and the frame times cover {:.0f} % "
                    "of the time",
                    interval_ms, coverage * 100),
        "MangoHud: set log_interval=0 and record again");
}

bool is_mangohud(const Header& header)
{
    return header.has(fps_name) && header.has(frame_time_name) && !has_frame_counts(header);
}

RecordingOrError read_mangohud(const ReadInput& input)
{
    const MangoHudUnit unit = inferred_unit(input.header);
    LineReader lines{input.source.text};
    const bool has_version_line = lines.next() && lines.line() == "v1" && lines.next();
    const std::string tool = base::message("MangoHud {}", has_version_line ? lines.line() : unit.tool_versions);
    RecordingOrError recording_or_error = read_table_frames({.format = Format::mangohud,
                                                             .tool = tool,
                                                             .frame_boundary = FrameBoundary::present,
                                                             .frame_time_column = {frame_time_name, unit.exponent},
                                                             .timestamp_column = {"elapsed", ns_exponent, true},
                                                             .skipped_row_count = skipped_row_count},
                                                            input.source, input.header);
    if (const auto* const recording = std::get_if<Recording>(&recording_or_error))
        if (auto error = sampled_rows_error(input.source, input.header, recording->streams.front()))
            return *std::move(error);
    return recording_or_error;
}

} // namespace

constinit const Format Format::mangohud{.name = "MangoHud", .matches_header = is_mangohud, .read = read_mangohud};

} // namespace recordings
