// Reads tables with one row per frame. Has the formats of Unity, Unreal Engine, Godot and FRAPS.
#include "recordings/formats/table.hpp"

#include "recordings/formats/formats.hpp"

#include <algorithm>

namespace recordings
{
namespace
{

constexpr auto too_many_fields_error = "more fields than columns: commas are both decimal marks and separators";

ParsedNumber parse_time(std::string_view text, const TimeColumnFormat& column, const Header& header)
{
    return parse_scaled(text, column.exponent, column.always_uses_decimal_point ? '.' : header.dialect.decimal_mark);
}

} // namespace

RecordingOrError read_table_frames(const TableFormat& table, const RecordingSource& source, const Header& header)
{
    const std::size_t frame_time_index = *header.find(table.frame_time_column.name);
    const std::size_t timestamp_index = header.find(table.timestamp_column.name).value_or(frame_time_index);
    const bool rejects_extra_fields = !table.extra_fields_remedy.empty();
    RecordingBuilder recording_builder{TimestampMeaning{table.timestamp_event}, header.text_below};
    FieldSplitter fields{rejects_extra_fields ? header.normalised_names.size() + 1
                                              : std::max(frame_time_index, timestamp_index) + 1};
    std::size_t row_count = 0;
    for (LineReader lines{header.text_below, header.line_number + 1}; lines.next();)
    {
        if (lines.line().empty() || row_count++ < table.skipped_row_count) continue;
        fields.split(lines.line(), header.dialect.separator);
        if (rejects_extra_fields && fields.size() > header.normalised_names.size())
            return source.error_at(lines.line_number(), too_many_fields_error, std::string{table.extra_fields_remedy});
        if (table.is_metadata && table.is_metadata(fields[0])) continue;
        const std::string_view frame_time_text = fields[frame_time_index];
        RowWithFrameTimeField row{
            parse_time(frame_time_text, table.frame_time_column, header), {}, lines.line_number(), frame_time_text};
        if (fields.size() <= frame_time_index)
        {
            recording_builder.count_truncated_row(lines.line_number());
            continue;
        }
        if (row.frame_time.kind == ParsedNumber::Kind::unreadable && table.has_repeated_header &&
            header.is_name_of_column(frame_time_index, frame_time_text))
            continue;
        if (timestamp_index != frame_time_index)
            row.timestamp = parse_time(fields[timestamp_index], table.timestamp_column, header);
        recording_builder.add_row(recording_builder.open_only_stream(), row);
    }
    return recording_builder.finish(source, header,
                                    {.format = &table.format,
                                     .tool = std::string{table.tool},
                                     .frame_time_column = header.original_names[frame_time_index],
                                     .frame_boundary = table.frame_boundary,
                                     .remark = std::string{table.remark}});
}

// The format of Unity's Profile Analyzer. The time stamp of a frame is the sum of all earlier frame times.

namespace
{

constexpr TableFormat unity_table{.format = Format::unity_profile_analyzer,
                                  .tool = "Unity Profile Analyzer",
                                  .frame_boundary = FrameBoundary::frame_start,
                                  .frame_time_column = {"frametime(ms)"},
                                  .timestamp_column = {"timefromfirstframe(ms)"},
                                  .timestamp_event = TimestampMeaning::Event::frame_start,
                                  .extra_fields_remedy = "export again with a decimal point, or with ; as separator"};

bool is_unity_header(const Header& header)
{
    // Cyberpunk 2077's frames.csv has a frame index and a frame time, too.
    return header.has(unity_table.frame_time_column.name) &&
           (header.has("frameoffset") || header.has(unity_table.timestamp_column.name));
}

RecordingOrError read_unity(const ReadInput& input)
{
    return read_table_frames(unity_table, input.source, input.header);
}

// Unreal Engine's CSV profiler can add columns while it records. The complete header is near the end of the file.
// The last line has names and values, as in "[Platform],Windows,[TargetFramerate],60". A row's first field has events.

constexpr TableFormat unreal_table{.format = Format::unreal_csv,
                                   .tool = "Unreal Engine CSV profiler",
                                   .frame_boundary = FrameBoundary::frame_start,
                                   .frame_time_column = {"frametime"},
                                   .is_metadata = [](std::string_view first_field)
                                   { return first_field.starts_with('[') && first_field.ends_with(']'); }};

bool is_unreal_header(const Header& header)
{
    return header.normalised_names.front() == "events" ||
           (header.has(unreal_table.frame_time_column.name) && header.has("gamethreadtime"));
}

// The last `line_count` non-empty lines of `text`, last line first.
std::vector<std::string_view> last_lines(std::string_view text, std::size_t line_count)
{
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < line_count)
    {
        const std::size_t last_character = text.find_last_not_of("\r\n");
        if (last_character == text.npos) break;
        text = text.substr(0, last_character + 1);
        const std::size_t line_break = text.find_last_of("\r\n");
        lines.push_back(text.substr(line_break == text.npos ? 0 : line_break + 1));
        text = text.substr(0, line_break == text.npos ? 0 : line_break);
    }
    return lines;
}

// The header among the last lines of the file, which has all columns; `top_header` if the file ends without one.
Header unreal_header(const Header& top_header)
{
    for (const std::string_view line : last_lines(top_header.text_below, 3))
    {
        if (line.size() > max_header_bytes || !line.starts_with(top_header.original_names.front())) continue;
        Header bottom_header = parse_header_guessing_dialect(line, top_header.text_below, top_header.line_number);
        if (bottom_header.has(unreal_table.frame_time_column.name)) return bottom_header;
    }
    return top_header;
}

RecordingOrError read_unreal(const ReadInput& input)
{
    const Header header = unreal_header(input.header);
    if (!header.has(unreal_table.frame_time_column.name))
        return input.source.error_at(header.line_number, "there is no FrameTime column",
                                     "record again with csvprofile start");
    return read_table_frames(unreal_table, input.source, header);
}

// The CSV of Godot's editor: a table with one row a second, and below it the profiler's table with one row a frame.
// Sources: script_editor_debugger.cpp (SAVE_MONITORS_CSV) and editor_profiler.cpp in github.com/godotengine/godot.

constexpr TableFormat godot_table{
    .format = Format::godot,
    .tool = "Godot's profiler",
    .frame_boundary = FrameBoundary::frame_start,
    .frame_time_column = {.name = "categoryframetime", .exponent = s_exponent, .always_uses_decimal_point = true},
    .remark = "Godot's frame times include waits for VSYNC, but not for a frame cap: record without a cap",
    .has_repeated_header = false};

bool is_godot_header(const Header& header)
{
    return header.has(godot_table.frame_time_column.name) || header.has("time/fps");
}

// Finds the header of Godot's table of frame times, below the table of performance monitors; empty if there is none.
std::optional<Header> find_profiler_header(const Header& monitors_header)
{
    LineReader lines{monitors_header.text_below, monitors_header.line_number + 1};
    while (lines.next())
    {
        if (lines.line().size() > max_header_bytes ||
            lines.line().find("category_frame_time") == std::string_view::npos)
            continue;
        Header header = parse_header_guessing_dialect(lines.line(), lines.remaining_text(), lines.line_number());
        if (header.has(godot_table.frame_time_column.name)) return header;
    }
    return std::nullopt;
}

RecordingOrError read_godot(const ReadInput& input)
{
    if (input.header.has(godot_table.frame_time_column.name))
        return read_table_frames(godot_table, input.source, input.header);
    if (const auto profiler_header = find_profiler_header(input.header))
        return read_table_frames(godot_table, input.source, *profiler_header);
    return input.source.error_at(input.header.line_number,
                                 "Godot's performance monitors: one row a second instead of one row a frame",
                                 "start Godot's profiler, and export again");
}

// FRAPS may write commas both as separators and as decimal marks: "2, 16,667" is frame 2 at 16.667 ms.

bool is_fraps_header(const Header& header)
{
    // Accepts more than two columns, because users add some in a spreadsheet: "Frame;Time (ms);Time (s);Delta".
    return header.normalised_names.size() >= 2 && header.normalised_names[0] == "frame" &&
           header.normalised_names[1] == "time(ms)";
}

ParsedNumber fraps_timestamp(std::string_view line, const FieldSplitter& fields, const Header& header)
{
    if (fields.size() < 2) return {};
    const auto [separator, decimal_mark] = header.dialect;
    const bool is_last_column = header.normalised_names.size() == 2;
    const std::string_view timestamp = is_last_column ? line.substr(fields[0].size() + 1) : fields[1];
    const bool has_decimal_comma = is_last_column && separator == ',' && timestamp.find(',') != timestamp.npos;
    return parse_scaled(timestamp, ms_exponent, has_decimal_comma ? ',' : decimal_mark);
}

RecordingOrError read_fraps(const ReadInput& input)
{
    const Header& header = input.header;
    RecordingBuilder recording_builder;
    TimestampDifferencer differencer;
    FieldSplitter fields{2};
    for (LineReader lines{header.text_below, header.line_number + 1}; lines.next();)
    {
        if (lines.line().empty()) continue;
        if (header.normalised_names.size() > 2 &&
            count_fields(lines.line(), header.dialect.separator) > header.normalised_names.size())
            return input.source.error_at(lines.line_number(), too_many_fields_error,
                                         "write the file again with a decimal point, or with ; as separator");
        fields.split(lines.line(), header.dialect.separator);
        differencer.add_timestamp(recording_builder, recording_builder.open_only_stream(),
                                  fraps_timestamp(lines.line(), fields, header), lines.line_number(), lines.line());
    }
    return recording_builder.finish(input.source, header,
                                    {.format = &Format::fraps,
                                     .tool = "FRAPS",
                                     .frame_time_column = header.original_names[1],
                                     .frame_boundary = FrameBoundary::present});
}

} // namespace

constinit const Format Format::unity_profile_analyzer{
    .name = "Unity Profile Analyzer", .matches_header = is_unity_header, .read = read_unity};
constinit const Format Format::unreal_csv{
    .name = "Unreal CSV profiler", .matches_header = is_unreal_header, .read = read_unreal};
constinit const Format Format::godot{
    .name = "Godot profiler CSV", .matches_header = is_godot_header, .read = read_godot};
constinit const Format Format::fraps{.name = "FRAPS", .matches_header = is_fraps_header, .read = read_fraps};

} // namespace recordings
