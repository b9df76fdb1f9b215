#include "capture/readers.hpp"
#include "capture/tracks.hpp"

namespace capture
{
namespace
{

// The clock of a row. With a decimal comma between separating commas, "2, 16,667" has a field too many; the frame's
// number is whole, so the clock is what follows it.
Number clock_of(std::string_view line, Dialect dialect)
{
    const char* const end   = line.data() + line.size();
    const char* const first = field_end(line.data(), end, dialect.separator);
    if (first == end) return {};
    const std::string_view clock{first + 1, static_cast<std::size_t>(end - first - 1)};
    const bool decimal_comma = dialect.separator == ',' && clock.find(',') != clock.npos;
    return parse_scaled(clock, millis, decimal_comma ? ',' : dialect.decimal_mark);
}

Number difference(const Number& later, const Number& earlier)
{
    Number result{Number::Kind::value};
    if (__builtin_sub_overflow(later.value, earlier.value, &result.value)) result.kind = Number::Kind::non_finite;
    return result;
}

} // namespace

bool is_fraps(const Header& header)
{
    return header.names.size() == 2 && header.names[0] == "frame" && header.names[1] == "time(ms)";
}

Result read_fraps(const Source& source, const Header& header)
{
    Tracks tracks;
    Track& track = tracks.only();
    Number before{Number::Kind::unreadable}; // nothing to subtract from the first row
    bool first = true;
    Lines lines{header.body, header.line + 1};
    while (lines.next())
    {
        if (lines.text().empty()) continue;
        const Number clock = clock_of(lines.text(), header.dialect);
        // Frame times are differences: a missing clock is two missing frame times, the one before it and the one after.
        Row row{{}, clock, lines.line(), lines.text()};
        if (clock.ok() && before.ok()) row.frame = difference(clock, before);
        if (!clock.ok() && clock.kind != Number::Kind::missing) row.frame.kind = clock.kind;
        if (!first) tracks.add(track, row);
        before = clock;
        first  = false;
    }

    Capture capture;
    capture.format            = Format::fraps;
    capture.tool              = "FRAPS";
    capture.frame_time_column = header.written[1];
    capture.side              = Side::display;
    return tracks.finish(source, header, std::move(capture));
}

} // namespace capture
