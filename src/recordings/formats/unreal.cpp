#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

namespace recordings
{
namespace
{

constexpr std::string_view frame_name = "frametime";

// Returns the last `count` lines of `text` that are not empty; the last line comes first.
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

// Returns the complete header of the table. Columns can appear while Unreal's profiler runs, so the header at the top
// of the file may be incomplete. The complete header is near the end of the file, next to the line of metadata that
// begins with "[".
Header full_header(const Header& top)
{
    for (const std::string_view line : last_lines(top.body, 3))
    {
        if (line.size() > longest_header || !line.starts_with(top.written.front())) continue;
        Header bottom = parse_header(line, top.body);
        if (!bottom.has(frame_name)) continue;
        bottom.line = top.line;
        return bottom;
    }
    return top;
}

bool is_metadata(std::string_view line, const Number& frame) { return line.starts_with('[') && !frame.ok(); }

bool is_unreal(const Header& header)
{
    return header.names.front() == "events" || (header.has(frame_name) && header.has("gamethreadtime"));
}

Result read_unreal(const ReadTask& task)
{
    const Header header = full_header(task.header);
    const auto frame    = header.find(frame_name);
    if (!frame)
        return task.source.refuse(header.line, "there is no FrameTime column", "record again with csvprofile start");

    Tracks tracks;
    Fields fields{*frame + 1};
    Lines lines{header.body, header.line + 1};
    while (lines.next())
    {
        if (lines.text().empty()) continue;
        fields.split(lines.text(), header.dialect.separator);
        const bool is_cut           = fields.size() <= *frame;
        const std::string_view text = is_cut ? std::string_view{} : fields[*frame];
        const Row row{parse_scaled(text, millis, header.dialect.decimal_mark), {}, lines.line(), text};
        if (is_metadata(lines.text(), row.frame) || (!row.frame.ok() && header.repeats(*frame, text))) continue;
        if (is_cut)
            tracks.add_cut_row(lines.line());
        else
            tracks.add(tracks.only(), row);
    }

    Recording recording;
    recording.format            = &Format::unreal_csv;
    recording.tool              = "Unreal Engine CSV profiler";
    recording.frame_time_column = header.written[*frame];
    recording.side              = TimingSide::cpu;
    return tracks.finish(task.source, header, std::move(recording));
}

} // namespace

constinit const Format Format::unreal_csv{.name = "Unreal CSV profiler", .has_header = is_unreal, .read = read_unreal};

} // namespace recordings
