#include "capture/readers.hpp"
#include "capture/tracks.hpp"

namespace capture
{
namespace
{

constexpr std::string_view frame_column = "frametime(ms)";
constexpr std::string_view clock_name   = "timefromfirstframe(ms)"; // the sum of the frames before: their start

} // namespace

bool is_unity(const Header& header)
{
    return header.has(frame_column) && (header.has("frameindex") || header.has(clock_name));
}

Result read_unity(const Source& source, const Header& header)
{
    const std::size_t frame              = *header.find(frame_column);
    const auto clock                     = header.find(clock_name);
    const auto [separator, decimal_mark] = header.dialect;

    Tracks tracks{Clock{Clock::Mark::frame_start}};
    Fields fields{header.names.size() + 1};
    Lines lines{header.body, header.line + 1};
    while (lines.next())
    {
        if (lines.text().empty()) continue;
        fields.split(lines.text(), separator);
        // A whole 16 and a 16,7 cannot be told apart among separating commas.
        if (fields.size() > header.names.size())
            return source.refuse(lines.line(), "more fields than columns: decimal commas between separating commas",
                                 "export again with a decimal point, or with ; between the columns");
        if (fields.size() <= frame)
        {
            tracks.add_cut_row(lines.line());
            continue;
        }
        Row row{parse_scaled(fields[frame], millis, decimal_mark), {}, lines.line(), fields[frame]};
        if (row.frame.kind == Number::Kind::unreadable && header.repeats(frame, fields[frame])) continue;
        if (clock && *clock < fields.size()) row.time = parse_scaled(fields[*clock], millis, decimal_mark);
        tracks.add(tracks.only(), row);
    }

    Recording recording;
    recording.format            = Format::unity_profile_analyzer;
    recording.tool              = "Unity Profile Analyzer";
    recording.frame_time_column = header.written[frame];
    recording.side              = Side::cpu;
    return tracks.finish(source, header, std::move(recording));
}

} // namespace capture
