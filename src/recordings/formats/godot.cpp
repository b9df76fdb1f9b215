// Reads the CSV that Godot's editor saves: a table of monitors, an empty line, and a table of the profiler's frames in
// seconds. A cell is empty if its value was not measured. Source: SAVE_MONITORS_CSV in
// editor/debugger/script_editor_debugger.cpp, and get_data_as_csv in editor_profiler.cpp in the same folder, in
// github.com/godotengine/godot. A frame time is the time from the start of an iteration to the end of its drawing
// (Main::iteration). It contains the wait for VSYNC, but not the wait of a frame limit.
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

namespace recordings
{
namespace
{

constexpr std::string_view frame_signature = "category_frame_time";
constexpr std::string_view frame_category  = "categoryframetime";
constexpr std::string_view first_monitor   = "time/fps";

// Finds the header of the table with the profiler's frames, which is below the table with the monitors.
std::optional<Header> profiler_below(const Header& monitors)
{
    Lines lines{monitors.body, monitors.line + 1};
    while (lines.next())
    {
        if (lines.text().size() > longest_header || lines.text().find(frame_signature) == std::string_view::npos)
            continue;
        Header header = parse_header(lines.text(), lines.rest());
        header.line   = lines.line();
        if (header.has(frame_category)) return header;
    }
    return std::nullopt;
}

Result read_frames(const Source& source, const Header& header)
{
    const std::size_t frame = *header.find(frame_category);
    Tracks tracks;
    Fields fields{frame + 1};
    Lines lines{header.body, header.line + 1};
    while (lines.next())
    {
        if (lines.text().empty()) continue;
        fields.split(lines.text(), header.dialect.separator);
        if (fields.size() <= frame)
            tracks.add_cut_row(lines.line());
        else
            tracks.add(tracks.only(), {parse_scaled(fields[frame], seconds), {}, lines.line(), fields[frame]});
    }

    Recording recording;
    recording.format            = &Format::godot;
    recording.tool              = "Godot's profiler";
    recording.frame_time_column = header.written[frame];
    recording.side              = TimingSide::cpu;
    recording.remark = "Godot's frame times have no wait of a frame cap in them: record with VSYNC, or without a cap";
    return tracks.finish(source, header, std::move(recording));
}

bool is_godot(const Header& header) { return header.has(frame_category) || header.has(first_monitor); }

Result read_godot(const ReadTask& task)
{
    if (task.header.has(frame_category)) return read_frames(task.source, task.header);
    if (const auto profiler = profiler_below(task.header)) return read_frames(task.source, *profiler);
    return task.source.refuse(task.header.line, "Godot's monitors: one row a second, not one a frame",
                              "start Godot's profiler, and export again");
}

} // namespace

constinit const Format Format::godot{.name = "Godot profiler CSV", .has_header = is_godot, .read = read_godot};

} // namespace recordings
