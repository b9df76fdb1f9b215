#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

namespace recordings
{
namespace
{

// Returns the time stamp of a row. If commas are both separators and decimal marks, the row "2, 16,667" has one field
// more than the header. The first field is a frame number and has no decimal mark. So in a table with two columns, the
// time stamp is all text after the first comma.
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

bool is_fraps(const Header& header)
{
    // The header may have more columns than Fraps writes, because a spreadsheet may have added some: "Frame;Time
    // (ms);Time (s);Delta".
    return header.names.size() >= 2 && header.names[0] == "frame" && header.names[1] == "time(ms)";
}

Result read_fraps(const ReadTask& task)
{
    Tracks tracks;
    Differences differences;
    Lines lines{task.header.body, task.header.line + 1};
    while (lines.next())
    {
        if (lines.text().empty()) continue;
        if (task.header.names.size() > 2 &&
            count_fields(lines.text(), task.header.dialect.separator) > task.header.names.size())
            return task.source.refuse(lines.line(),
                                      "more fields than columns: decimal commas between separating commas",
                                      "write it again with a decimal point, or with ; between the columns");
        differences.add(tracks, tracks.only(), clock_of(lines.text(), task.header), lines.line(), lines.text());
    }

    Recording recording;
    recording.format            = &Format::fraps;
    recording.tool              = "FRAPS";
    recording.frame_time_column = task.header.written[1];
    recording.side              = TimingSide::display;
    return tracks.finish(task.source, task.header, std::move(recording));
}

} // namespace

constinit const Format Format::fraps{.name = "FRAPS", .has_header = is_fraps, .read = read_fraps};

} // namespace recordings
