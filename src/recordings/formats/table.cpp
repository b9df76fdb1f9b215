#include "recordings/formats/table.hpp"

#include "recordings/formats/formats.hpp"

#include <algorithm>

namespace recordings
{
namespace
{

constexpr auto too_many_fields = "more fields than columns: commas are decimal marks and separators";

Number parse_time(std::string_view text, const TimesColumn& column, const Header& header)
{
    return parse_scaled(text, column.scale, column.has_decimal_points ? '.' : header.dialect.decimal_mark);
}

} // namespace

Result read_frames(const TableFormat& format, const Source& source, const Header& header)
{
    const std::size_t frame = *header.find(format.frame.name);
    const std::size_t clock = header.find(format.clock.name).value_or(frame);
    const bool is_strict    = !format.remedy_for_commas.empty();
    Tracks tracks{StreamClock{format.mark}};
    Fields fields{is_strict ? header.names.size() + 1 : std::max(frame, clock) + 1};
    std::size_t rows = 0;
    for (Lines lines{header.body, header.line + 1}; lines.next();)
    {
        if (lines.text().empty() || rows++ < format.skipped_rows) continue;
        fields.split(lines.text(), header.dialect.separator);
        if (is_strict && fields.size() > header.names.size())
            return source.refuse(lines.line(), too_many_fields, std::string{format.remedy_for_commas});
        const bool is_cut           = fields.size() <= frame;
        const std::string_view text = is_cut ? std::string_view{} : fields[frame];
        Row row{parse_time(text, format.frame, header), {}, lines.line(), text};
        if (!row.frame.ok() && format.is_metadata && format.is_metadata(lines.text())) continue;
        if (is_cut)
        {
            tracks.add_cut_row(lines.line());
            continue;
        }
        if (row.frame.kind == Number::Kind::unreadable && format.has_repeated_header && header.repeats(frame, text))
            continue;
        if (clock != frame && clock < fields.size()) row.time = parse_time(fields[clock], format.clock, header);
        tracks.add(tracks.only_track(), row);
    }
    return tracks.finish(source, header,
                         {.format            = &format.format,
                          .tool              = std::string{format.tool},
                          .frame_time_column = header.written[frame],
                          .side              = format.side,
                          .remark            = std::string{format.remark}});
}

// Unity's Profile Analyzer: the time stamp of a frame is the sum of the frame times of all earlier frames.

namespace
{

constexpr TableFormat unity{.format            = Format::unity_profile_analyzer,
                            .tool              = "Unity Profile Analyzer",
                            .side              = TimingSide::cpu,
                            .frame             = {"frametime(ms)"},
                            .clock             = {"timefromfirstframe(ms)"},
                            .mark              = StreamClock::Mark::frame_start,
                            .remedy_for_commas = "export again with a decimal point, or with ; as separator"};

bool is_unity(const Header& header)
{
    return header.has(unity.frame.name) && (header.has("frameindex") || header.has(unity.clock.name));
}

Result read_unity(const ReadTask& task) { return read_frames(unity, task.source, task.header); }

// Unreal Engine's CSV profiler: columns can appear during a recording, so the header at the top may be incomplete. The
// complete header is at the end of the file, next to the line of metadata that begins with "[".

constexpr TableFormat unreal{.format      = Format::unreal_csv,
                             .tool        = "Unreal Engine CSV profiler",
                             .side        = TimingSide::cpu,
                             .frame       = {"frametime"},
                             .is_metadata = [](std::string_view row) { return row.starts_with('['); }};

bool is_unreal(const Header& header)
{
    return header.names.front() == "events" || (header.has(unreal.frame.name) && header.has("gamethreadtime"));
}

// The last `count` lines of `text` that are not empty, in reverse order.
std::vector<std::string_view> last_lines(std::string_view text, std::size_t count)
{
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < count)
    {
        const std::size_t end = text.find_last_not_of("\r\n");
        if (end == text.npos) break;
        text                     = text.substr(0, end + 1);
        const std::size_t before = text.find_last_of("\r\n");
        lines.push_back(text.substr(before == text.npos ? 0 : before + 1));
        text = text.substr(0, before == text.npos ? 0 : before);
    }
    return lines;
}

Header full_header(const Header& top)
{
    for (const std::string_view line : last_lines(top.body, 3))
    {
        if (line.size() > max_header_bytes || !line.starts_with(top.written.front())) continue;
        Header bottom = parse_header(line, top.body);
        if (!bottom.has(unreal.frame.name)) continue;
        bottom.line = top.line;
        return bottom;
    }
    return top;
}

Result read_unreal(const ReadTask& task)
{
    const Header header = full_header(task.header);
    if (!header.has(unreal.frame.name))
        return task.source.refuse(header.line, "there is no FrameTime column", "record again with csvprofile start");
    return read_frames(unreal, task.source, header);
}

// The CSV of Godot's editor: a table of monitors, an empty line, and a table of the profiler's frames in seconds. A
// cell is empty if its value was not measured. A frame time is the time from the start of an iteration to the end of
// its drawing (Main::iteration): it includes the wait for VSYNC, but not the wait of a frame limit. Sources:
// SAVE_MONITORS_CSV in editor/debugger/script_editor_debugger.cpp and get_data_as_csv in editor_profiler.cpp,
// github.com/godotengine/godot.

constexpr TableFormat godot{
    .format = Format::godot,
    .tool   = "Godot's profiler",
    .side   = TimingSide::cpu,
    .frame  = {"categoryframetime", seconds, true},
    .remark = "Godot's frame times do not include the wait of a frame cap: record with VSYNC, or without a cap",
    .has_repeated_header = false};

bool is_godot(const Header& header) { return header.has(godot.frame.name) || header.has("time/fps"); }

// Finds the header of the profiler's table, which is below the table of monitors.
std::optional<Header> profiler_below(const Header& monitors)
{
    Lines lines{monitors.body, monitors.line + 1};
    while (lines.next())
    {
        if (lines.text().size() > max_header_bytes ||
            lines.text().find("category_frame_time") == std::string_view::npos)
            continue;
        Header header = parse_header(lines.text(), lines.rest());
        header.line   = lines.line();
        if (header.has(godot.frame.name)) return header;
    }
    return std::nullopt;
}

Result read_godot(const ReadTask& task)
{
    if (task.header.has(godot.frame.name)) return read_frames(godot, task.source, task.header);
    if (const auto profiler = profiler_below(task.header)) return read_frames(godot, task.source, *profiler);
    return task.source.refuse(task.header.line, "Godot's monitors: one row a second instead of one row a frame",
                              "start Godot's profiler, and export again");
}

// FRAPS writes time stamps. If commas are both separators and decimal marks, the row "2, 16,667" has one field more
// than the header. In a table with two columns, the time stamp is therefore all text after the first comma, because the
// first field is a frame number without a decimal mark.

bool is_fraps(const Header& header)
{
    // A spreadsheet may have added columns: "Frame;Time (ms);Time (s);Delta".
    return header.names.size() >= 2 && header.names[0] == "frame" && header.names[1] == "time(ms)";
}

Number clock_of(std::string_view line, const Header& header)
{
    const auto [separator, decimal_mark] = header.dialect;
    const char* const end                = line.data() + line.size();
    const char* const first              = field_end(line.data(), end, separator);
    if (first == end) return {};
    const bool is_last     = header.names.size() == 2;
    const char* const stop = is_last ? end : field_end(first + 1, end, separator);
    const std::string_view clock{first + 1, static_cast<std::size_t>(stop - first - 1)};
    const bool decimal_comma = is_last && separator == ',' && clock.find(',') != clock.npos;
    return parse_scaled(clock, millis, decimal_comma ? ',' : decimal_mark);
}

Result read_fraps(const ReadTask& task)
{
    const Header& header = task.header;
    Tracks tracks;
    TimestampDifferences differences;
    for (Lines lines{header.body, header.line + 1}; lines.next();)
    {
        if (lines.text().empty()) continue;
        if (header.names.size() > 2 && count_fields(lines.text(), header.dialect.separator) > header.names.size())
            return task.source.refuse(lines.line(), too_many_fields,
                                      "write the file again with a decimal point, or with ; as separator");
        differences.add(tracks, tracks.only_track(), clock_of(lines.text(), header), lines.line(), lines.text());
    }
    return tracks.finish(task.source, header,
                         {.format            = &Format::fraps,
                          .tool              = "FRAPS",
                          .frame_time_column = header.written[1],
                          .side              = TimingSide::display});
}

} // namespace

constinit const Format Format::unity_profile_analyzer{
    .name = "Unity Profile Analyzer", .has_header = is_unity, .read = read_unity};
constinit const Format Format::unreal_csv{.name = "Unreal CSV profiler", .has_header = is_unreal, .read = read_unreal};
constinit const Format Format::godot{.name = "Godot profiler CSV", .has_header = is_godot, .read = read_godot};
constinit const Format Format::fraps{.name = "FRAPS", .has_header = is_fraps, .read = read_fraps};

} // namespace recordings
