#include "base/text.hpp"
#include "recordings/formats/clock_time.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/presentmon_columns.hpp"
#include "recordings/formats/source.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace recordings
{
namespace
{

constexpr int max_commas_in_program_name = 4;

bool is_process_id(std::string_view field)
{
    return std::ranges::all_of(field, [](char c) { return base::is_ascii_digit(c) || c == ' ' || c == '"'; });
}

std::size_t needed_field_count_of(const DisplayTimingReader& timing_reader)
{
    return timing_reader.column_indices().empty() ? 0 : timing_reader.column_indices().back() + 1;
}

struct PresentMonRowReader
{
    const Header& header;
    PresentMonColumns columns;
    const std::optional<TimeRange>& display_timing_range; // only frames that start in this range get display timing
    std::optional<DisplayTimingReader> timing_reader; // empty if display timing is not needed
    char decimal_mark = header.dialect.decimal_mark;
    FieldSplitter fields{
        std::max(columns.needed_field_count(), timing_reader ? needed_field_count_of(*timing_reader) : 0)};
    std::vector<ParsedNumber> timing_values =
        std::vector<ParsedNumber>(timing_reader ? timing_reader->column_indices().size() : 0);
    RecordingBuilder recording_builder{columns.timestamp_meaning, header.text_below};
    std::string_view last_process_id{};

    /// Adds a row of the file. Returns false if the file has more than 10,000 streams (swap chains).
    bool add_row(std::string_view line, std::size_t line_number)
    {
        split_into_fields(line);
        if (fields.size() <= columns.last_frame_time_column())
        {
            recording_builder.count_truncated_row(line_number);
            return true;
        }
        const RowWithFrameTimeField row{.frame_time = frame_time(),
                                        .timestamp = timestamp(),
                                        .line_number = line_number,
                                        .frame_time_text = fields[columns.frame_time]};
        if (row.frame_time.kind == ParsedNumber::Kind::unreadable &&
            header.is_name_of_column(columns.frame_time, fields[columns.frame_time]))
            return true;

        StreamBuilder* const stream_builder = recording_builder.open_stream(
            fields[columns.application], fields[columns.process_id], fields[columns.swap_chain]);
        if (!stream_builder) return false;
        if (has_frame_types())
            add_typed_row(*stream_builder, row);
        else
            recording_builder.add_row(*stream_builder, row);
        Stream& stream = stream_builder->stream;
        if (has_dropped_flags()) stream.dropped_count = stream.dropped_count.value_or(0) + (was_dropped() ? 1 : 0);
        if (columns.any_display_data != PresentMonColumns::no_column && !stream.has_display_times)
            stream.has_display_times =
                parse_scaled(fields[columns.any_display_data], ms_exponent, decimal_mark).value > 0;
        if (columns.animation_error != PresentMonColumns::no_column) count_impossible_error(stream);
        if (columns.present_mode != PresentMonColumns::no_column && !fields[columns.present_mode].empty())
        {
            ++stream.present_mode_count;
            if (fields[columns.present_mode].starts_with("Composed")) ++stream.composed_count;
        }
        if (timing_reader) add_display_timing(*stream_builder);
        return true;
    }

    // A stream without any display time was recorded without display data: its frames did not all stay unseen, and not
    // all reached the screen.
    void finish_display_data(Recording& recording) const
    {
        const bool has_interval_column = header.has("msbetweendisplaychange") || header.has("displayedtime");
        for (Stream& stream : recording.streams)
        {
            if (columns.any_display_data != PresentMonColumns::no_column && !stream.has_display_times &&
                (columns.dropped_flag == PresentMonColumns::no_column || stream.dropped_count == 0))
                stream.dropped_count = stream.timing.dropped_count = std::nullopt;
            stream.has_display_times &= has_interval_column;
        }
    }

    void add_display_timing(StreamBuilder& stream_builder)
    {
        for (std::size_t i = 0; i < timing_values.size(); ++i)
            timing_values[i] = parse_scaled(fields[timing_reader->column_indices()[i]], ms_exponent, decimal_mark);
        timing_reader->add_timed_frame(
            timing_values, stream_builder,
            {.is_dropped = has_dropped_flags() ? std::optional{was_dropped()} : std::nullopt,
             .is_generated = is_generated(),
             .is_in_display_timing_range = display_timing_range->contains(Nanos{stream_builder.frame_start_ns})});
    }

    // PresentMon does not quote program names. Tries 0 to 4 commas in the name until the process ID is a number.
    void split_into_fields(std::string_view line)
    {
        fields.split(line, header.dialect.separator);
        if (columns.application != 0 || fields[columns.process_id] == last_process_id) return;
        for (int extra_separators = 1;
             extra_separators <= max_commas_in_program_name && !is_process_id(fields[columns.process_id]);
             ++extra_separators)
            fields.split(line, header.dialect.separator, extra_separators);
        if (!is_process_id(fields[columns.process_id])) fields.split(line, header.dialect.separator);
        last_process_id = fields[columns.process_id];
    }

    bool has_frame_types() const { return columns.frame_type != PresentMonColumns::no_column; }

    // Empty if the row has no type.
    std::optional<bool> is_generated() const
    {
        if (!has_frame_types()) return std::nullopt;
        if (fields[columns.frame_type] == "Application") return false;
        const std::string type = normalised_column_name(fields[columns.frame_type]);
        if (type == "notset" || type == "unspecified" || type == "na" || type.empty()) return std::nullopt;
        return type != "application";
    }

    // Adds the time of frames generated by a driver to the next frame that the game rendered.
    void add_typed_row(StreamBuilder& stream_builder, RowWithFrameTimeField row)
    {
        const ParsedNumber previous_timestamp = std::exchange(stream_builder.newest_row_timestamp, row.timestamp);
        const bool has_new_timestamp =
            row.timestamp.ok() && previous_timestamp.ok() && row.timestamp.value != previous_timestamp.value;
        if (!has_new_timestamp) stream_builder.pending_generated_ns = 0;
        if (is_generated().value_or(false))
        {
            if (has_new_timestamp && is_valid_frame_time(row.frame_time) &&
                stream_builder.pending_generated_ns <= max_frame_time_ns)
                stream_builder.pending_generated_ns += row.frame_time.value;
            return;
        }
        if (is_valid_frame_time(row.frame_time)) row.frame_time.value += stream_builder.pending_generated_ns;
        stream_builder.pending_generated_ns = 0;
        recording_builder.add_row(stream_builder, row);
    }

    bool has_dropped_flags() const
    {
        return columns.display_time != PresentMonColumns::no_column ||
               columns.dropped_flag != PresentMonColumns::no_column;
    }

    ParsedNumber frame_time() const
    {
        ParsedNumber total = parse_scaled(fields[columns.frame_time], ms_exponent, decimal_mark);
        if (columns.cpu_wait == PresentMonColumns::no_column || !total.ok()) return total;
        const ParsedNumber wait_time = parse_scaled(fields[columns.cpu_wait], ms_exponent, decimal_mark);
        if (!wait_time.ok()) return wait_time;
        if (__builtin_add_overflow(total.value, wait_time.value, &total.value))
            total.kind = ParsedNumber::Kind::unrepresentable;
        return total;
    }

    ParsedNumber timestamp() const
    {
        const std::string_view text = fields[columns.timestamp];
        const ParsedNumber number = parse_scaled(text, columns.timestamp_exponent, decimal_mark);
        return number.kind == ParsedNumber::Kind::unreadable ? parse_date_time_ns(text) : number;
    }

    void count_impossible_error(Stream& stream) const
    {
        const ParsedNumber error = parse_scaled(fields[columns.animation_error], ms_exponent, decimal_mark);
        if (error.kind == ParsedNumber::Kind::unrepresentable || error.value > max_frame_time_ns ||
            error.value < -max_frame_time_ns)
            ++stream.impossible_animation_error_count;
    }

    bool was_dropped() const
    {
        if (columns.dropped_flag != PresentMonColumns::no_column)
        {
            const std::string_view flag_text = fields[columns.dropped_flag];
            return flag_text == "1" || flag_text == "true" || flag_text == "True";
        }
        return parse_scaled(fields[columns.display_time], ms_exponent, decimal_mark).kind ==
               ParsedNumber::Kind::missing;
    }
};

bool is_presentmon(const Header& header)
{
    return header.has("application") && (header.has("processid") || header.has("msbetweenpresents"));
}

RecordingOrError read_presentmon(const ReadInput& input)
{
    const RecordingSource& source = input.source;
    const Header& raw_header = input.header;
    const auto& display_timing_range = input.options.display_timing_range;
    const Header header = with_split_names(raw_header);
    const PresentMonColumns columns = find_presentmon_columns(header);
    if (columns.frame_time == PresentMonColumns::no_column)
        return source.error_at(header.line_number,
                               "there is no frame-time column (MsBetweenPresents, FrameTime or CPUBusy)",
                               "record again with the tool's default columns");

    PresentMonRowReader row_reader{header, columns, display_timing_range,
                                   display_timing_range ? std::optional<DisplayTimingReader>{header} : std::nullopt};
    LineReader lines{header.text_below, header.line_number + 1};
    std::size_t row_count = 0;
    while (lines.next())
    {
        if (lines.line().empty()) continue;
        ++row_count;
        if (display_timing_range && row_count > max_display_timing_rows)
            return source.error_at(lines.line_number(),
                                   fmt::format("more than {} frames with display timing", max_display_timing_rows),
                                   "split the file");
        if (!row_reader.add_row(lines.line(), lines.line_number()))
            return source.error_at(lines.line_number(), "there are more than 10,000 streams",
                                   "check that the rows have the columns of the header");
    }

    const RecordingTool tool = source.has_comment_lines ? RecordingTool{&Format::capframex_csv, "CapFrameX"}
                                                        : recording_tool_of(header, columns);
    Recording recording{.format = tool.format,
                        .tool = std::string{tool.name},
                        .frame_time_column = header.original_names[columns.frame_time],
                        .frame_boundary = columns.frame_boundary};
    if (columns.cpu_wait != PresentMonColumns::no_column)
        recording.frame_time_column += " + " + header.original_names[columns.cpu_wait];
    RecordingOrError recording_or_error = row_reader.recording_builder.finish(source, header, std::move(recording));
    if (auto* const finished = std::get_if<Recording>(&recording_or_error)) row_reader.finish_display_data(*finished);
    return recording_or_error;
}

} // namespace

constinit const Format Format::presentmon{
    .name = "PresentMon", .matches_header = is_presentmon, .read = read_presentmon};
constinit const Format Format::ocat{.name = "OCAT"};
constinit const Format Format::capframex_csv{.name = "CapFrameX CSV"};
constinit const Format Format::frameview{.name = "FrameView"};

} // namespace recordings
