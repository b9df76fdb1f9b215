#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

namespace recordings
{
namespace
{

constexpr std::string_view frame_column = "frametime(ms)";
// Name of the column with the start time of each frame: the sum of the frame times of all earlier frames.
constexpr std::string_view clock_name = "timefromfirstframe(ms)";

bool is_unity(const Header& header)
{
    return header.has(frame_column) && (header.has("frameindex") || header.has(clock_name));
}

Result read_unity(const ReadTask& task)
{
    const std::size_t frame              = *task.header.find(frame_column);
    const auto clock                     = task.header.find(clock_name);
    const auto [separator, decimal_mark] = task.header.dialect;

    Tracks tracks{StreamClock{StreamClock::Mark::frame_start}};
    Fields fields{task.header.names.size() + 1};
    Lines lines{task.header.body, task.header.line + 1};
    while (lines.next())
    {
        if (lines.text().empty()) continue;
        fields.split(lines.text(), separator);
        // Refuses a file in which a row has more fields than the header. Commas are then probably both separators and
        // decimal marks, and "16,7" cannot be distinguished from two fields 16 and 7.
        if (fields.size() > task.header.names.size())
            return task.source.refuse(lines.line(),
                                      "more fields than columns: decimal commas between separating commas",
                                      "export again with a decimal point, or with ; between the columns");
        if (fields.size() <= frame)
        {
            tracks.add_cut_row(lines.line());
            continue;
        }
        Row row{parse_scaled(fields[frame], millis, decimal_mark), {}, lines.line(), fields[frame]};
        if (row.frame.kind == Number::Kind::unreadable && task.header.repeats(frame, fields[frame])) continue;
        if (clock && *clock < fields.size()) row.time = parse_scaled(fields[*clock], millis, decimal_mark);
        tracks.add(tracks.only(), row);
    }

    Recording recording;
    recording.format            = &Format::unity_profile_analyzer;
    recording.tool              = "Unity Profile Analyzer";
    recording.frame_time_column = task.header.written[frame];
    recording.side              = TimingSide::cpu;
    return tracks.finish(task.source, task.header, std::move(recording));
}

} // namespace

constinit const Format Format::unity_profile_analyzer{
    .name = "Unity Profile Analyzer", .has_header = is_unity, .read = read_unity};

} // namespace recordings
