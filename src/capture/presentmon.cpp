#include "capture/readers.hpp"
#include "capture/tracks.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

namespace capture
{
namespace
{

constexpr int millis  = 6; // powers of ten to nanoseconds
constexpr int seconds = 9;
constexpr int ticks   = 2; // Windows' performance counter runs at 10 MHz since Windows 10

struct TimeColumn
{
    std::string_view name;
    int scale;
    Clock clock;
};

constexpr Clock at_end{Clock::Mark::frame_end};
constexpr Clock at_start{Clock::Mark::frame_start};

// In order of preference: what says its unit comes first.
constexpr std::array present_times{
    TimeColumn{"timeinseconds", seconds, at_end},
    TimeColumn{"timeinms", millis, at_end},
    TimeColumn{"timeinqpc", ticks, at_end},
    TimeColumn{"qpctime", ticks, at_end},
};
constexpr std::array cpu_times{
    TimeColumn{"cpustarttime", seconds, {Clock::Mark::frame_start, true}},
    TimeColumn{"cpustartqpc", ticks, at_start},
};

// Where everything is; `none` where the file has no such column.
struct Columns
{
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::size_t application     = none;
    std::size_t process_id      = none;
    std::size_t swap_chain      = none;
    std::size_t frame           = none;
    std::size_t frame_rest      = none; // to be added to `frame`
    std::size_t time            = none;
    std::size_t dropped         = none; // says 1 for a frame that was not shown
    std::size_t displayed       = none; // says NA for a frame that was not shown
    std::size_t animation_error = none;

    int time_scale = 0;
    Clock clock;
    Side side = Side::display;

    std::size_t last_needed() const { return frame_rest == none ? frame : std::max(frame, frame_rest); }
    std::size_t wanted() const
    {
        std::size_t last = 0;
        for (const std::size_t c :
             {application, process_id, swap_chain, frame, frame_rest, time, dropped, displayed, animation_error})
            if (c != none) last = std::max(last, c);
        return last + 1;
    }
};

std::size_t first_of(const Header& header, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        if (const auto column = header.find(name)) return *column;
    return Columns::none;
}

void find_frame_time(const Header& header, Columns& columns)
{
    columns.frame = first_of(header, {"msbetweenpresents"});
    if (columns.frame != Columns::none) return;
    columns.side  = Side::cpu;
    columns.frame = first_of(header, {"frametime", "msbetweenappstart"});
    if (columns.frame != Columns::none) return;
    columns.frame_rest = first_of(header, {"cpuwait"});
    if (columns.frame_rest != Columns::none) columns.frame = first_of(header, {"cpubusy"});
}

bool find_time(const Header& header, std::span<const TimeColumn> candidates, Columns& columns)
{
    for (const TimeColumn& candidate : candidates)
    {
        columns.time       = first_of(header, {candidate.name});
        columns.time_scale = candidate.scale;
        columns.clock      = candidate.clock;
        if (columns.time != Columns::none) return true;
    }
    return false;
}

Columns find_columns(const Header& header)
{
    Columns columns;
    columns.application     = first_of(header, {"application"});
    columns.process_id      = first_of(header, {"processid"});
    columns.swap_chain      = first_of(header, {"swapchainaddress", "swapchain"});
    columns.dropped         = first_of(header, {"dropped"});
    columns.displayed       = first_of(header, {"displayedtime", "msuntildisplayed"});
    columns.animation_error = first_of(header, {"msanimationerror", "animationerror"});
    find_frame_time(header, columns);
    // The stamps of the frame time's own side: the other side's differ by a frame in flight, which a short log shows.
    std::array<std::span<const TimeColumn>, 2> sides{present_times, cpu_times};
    if (columns.side == Side::cpu) std::swap(sides[0], sides[1]);
    if (!find_time(header, sides[0], columns)) find_time(header, sides[1], columns);
    return columns;
}

std::string_view generation(const Header& header)
{
    if (header.has("cpubusy"))
        return header.has("frametime") ? "PresentMon 2.1-2.3.0 or --v2_metrics" : "PresentMon 2.0";
    if (header.has("msbetweenappstart")) return "PresentMon 2.3.1 or newer";
    return header.has("msuntilrenderstart") || header.has("msgpuactive") ? "PresentMon 1.6-1.10 or --v1_metrics"
                                                                         : "PresentMon 1.5 or older";
}

class PresentLog
{
public:
    PresentLog(const Header& header, const Columns& columns)
        : header_(header)
        , columns_(columns)
        , mark_(header.dialect.decimal_mark)
        , tracks_(columns.clock)
        , fields_(columns.wanted())
    {
    }

    // False when the file holds more streams than a recording can.
    bool add(std::string_view line, std::size_t number)
    {
        fields_.split(line, header_.dialect.separator);
        if (fields_.size() <= columns_.last_needed())
        {
            tracks_.add_cut_row(number);
            return true;
        }
        const Row row{frame_time(), time(), number, fields_[columns_.frame]};
        if (row.frame.kind == Number::Kind::unreadable && is_repeated_header()) return true;
        Track* const track =
            tracks_.find(field(columns_.application), field(columns_.process_id), field(columns_.swap_chain));
        if (!track) return false;
        tracks_.add(*track, row);
        return true;
    }

    Result finish(const Source& source, Capture capture) { return tracks_.finish(source, header_, std::move(capture)); }

private:
    std::string_view field(std::size_t column) const
    {
        return column < fields_.size() ? fields_[column] : std::string_view{};
    }

    Number frame_time() const
    {
        Number frame = parse_scaled(fields_[columns_.frame], millis, mark_);
        if (columns_.frame_rest == Columns::none || !frame.ok()) return frame;
        const Number rest = parse_scaled(fields_[columns_.frame_rest], millis, mark_);
        if (!rest.ok()) return rest;
        if (__builtin_add_overflow(frame.value, rest.value, &frame.value)) frame.kind = Number::Kind::non_finite;
        return frame;
    }

    Number time() const { return parse_scaled(field(columns_.time), columns_.time_scale, mark_); }

    bool is_repeated_header() const { return normalised(fields_[columns_.frame]) == header_.names[columns_.frame]; }

    const Header& header_;
    Columns columns_;
    char mark_;
    Tracks tracks_;
    Fields fields_;
};

} // namespace

bool is_presentmon(const Header& header)
{
    return header.has("application") && (header.has("processid") || header.has("msbetweenpresents"));
}

Result read_presentmon(const Source& source, const Header& header)
{
    const Columns columns = find_columns(header);
    if (columns.frame == Columns::none)
        return source.refuse(header.line, "there is no frame-time column (MsBetweenPresents, FrameTime or CPUBusy)",
                             "record again with the tool's default columns");

    PresentLog log{header, columns};
    Lines lines{header.body, header.line + 1};
    while (lines.next())
        if (!lines.text().empty() && !log.add(lines.text(), lines.line()))
            return source.refuse(lines.line(), "there are more than 10,000 streams",
                                 "this is not a frame-time recording");

    Capture capture;
    capture.format            = Format::presentmon;
    capture.tool              = generation(header);
    capture.frame_time_column = header.written[columns.frame];
    capture.side              = columns.side;
    return log.finish(source, std::move(capture));
}

} // namespace capture
