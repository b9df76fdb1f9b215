#include "recordings/formats/presentmon_columns.hpp"

#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

namespace recordings
{
namespace
{

// Power of ten from a tick of Windows' performance counter to nanoseconds (10 MHz, since Windows 10).
constexpr int ticks = 2;

constexpr StreamClock present{StreamClock::Mark::frame_end};
constexpr StreamClock work{StreamClock::Mark::frame_start};
constexpr StreamClock work_s_or_ms{StreamClock::Mark::frame_start, true};

struct TimeColumn
{
    std::string_view name;
    int scale;
    StreamClock clock;
};

// The columns with time stamps in the order in which they are searched. Columns with a known unit come first. The
// values of every column may also be dates.
constexpr std::array present_times{
    TimeColumn{"timeinseconds", seconds, present},  TimeColumn{"timeinms", millis, present},
    TimeColumn{"timeindatetime", seconds, present}, TimeColumn{"timeinqpc", ticks, present},
    TimeColumn{"qpctime", ticks, present},
};
constexpr std::array work_times{
    TimeColumn{"cpustarttimeinseconds", seconds, work},
    TimeColumn{"cpustarttimeinms", millis, work},
    TimeColumn{"cpustartqpctimeinms", millis, work},
    TimeColumn{"cpustartqpctime", millis, work},
    TimeColumn{"cpustartdatetime", seconds, work},
    TimeColumn{"cpustartqpc", ticks, work},
    // This column is in ms from PresentMon's console tool, in seconds from PresentMon's application.
    TimeColumn{"cpustarttime", seconds, work_s_or_ms},
};

std::size_t first_of(const Header& header, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        if (const auto column = header.find(name)) return *column;
    return PresentColumns::none;
}

void find_frame_time(const Header& header, PresentColumns& columns)
{
    columns.frame = first_of(header, {"msbetweenpresents"});
    if (columns.frame != PresentColumns::none) return;
    columns.side  = TimingSide::cpu;
    columns.frame = first_of(header, {"frametime", "msbetweenappstart"});
    if (columns.frame != PresentColumns::none) return;
    columns.frame_rest = first_of(header, {"cpuwait"});
    if (columns.frame_rest != PresentColumns::none) columns.frame = first_of(header, {"cpubusy"});
}

bool find_time(const Header& header, std::span<const TimeColumn> candidates, PresentColumns& columns)
{
    for (const TimeColumn& candidate : candidates)
    {
        columns.time       = first_of(header, {candidate.name});
        columns.time_scale = candidate.scale;
        columns.clock      = candidate.clock;
        if (columns.time != PresentColumns::none) return true;
    }
    return false;
}

// Names of the first columns in files of PresentMon 1.x and of PresentMon's service. No name is the start of another
// name.
constexpr std::array<std::string_view, 20> service_names{
    "application",
    "processid",
    "swapchainaddress",
    "runtime",
    "syncinterval",
    "presentflags",
    "dropped",
    "timeinseconds",
    "msinpresentapi",
    "msbetweenpresents",
    "allowstearing",
    "presentmode",
    "msuntildisplayed",
    "msuntilrendercomplete",
    "msbetweendisplaychange",
    "qpctime",
    "msuntilrenderstart",
    "msgpuactive",
    "msgpuvideoactive",
    "mssinceinput",
};

// Splits `text` into known column names. Returns nothing if `text` contains anything else. There is at most one way to
// split, because no name is the start of another name.
std::vector<std::string_view> known_parts(std::string_view text)
{
    std::vector<std::string_view> parts;
    while (!text.empty())
    {
        const auto fits = [&](std::string_view name) { return text.starts_with(name); };
        const auto part = std::find_if(service_names.begin(), service_names.end(), fits);
        if (part == service_names.end()) return {};
        parts.push_back(*part);
        text.remove_prefix(part->size());
    }
    return parts;
}

} // namespace

std::size_t PresentColumns::wanted() const
{
    std::size_t last = 0;
    for (const std::size_t column : {application, process_id, swap_chain, frame, frame_rest, time, dropped, displayed,
                                     animation_error, frame_type})
        if (column != none) last = std::max(last, column);
    return last + 1;
}

PresentColumns present_columns(const Header& header)
{
    PresentColumns columns;
    columns.application     = first_of(header, {"application"});
    columns.process_id      = first_of(header, {"processid"});
    columns.swap_chain      = first_of(header, {"swapchainaddress", "swapchain"});
    columns.dropped         = first_of(header, {"dropped"});
    columns.displayed       = first_of(header, {"displayedtime", "msuntildisplayed"});
    columns.animation_error = first_of(header, {"msanimationerror", "animationerror"});
    columns.frame_type      = first_of(header, {"frametype"});
    find_frame_time(header, columns);

    // Prefers a time column measured at the same place (CPU or display) as the frame time. Time stamps of the other
    // place differ by the time between CPU and display, which changes the coverage (sum of the frame times / time span)
    // of a short recording.
    std::array<std::span<const TimeColumn>, 2> sides{present_times, work_times};
    if (columns.side == TimingSide::cpu) std::swap(sides[0], sides[1]);
    if (!find_time(header, sides[0], columns)) find_time(header, sides[1], columns);
    // On request, PresentMon 2.3.1 and newer writes milliseconds of the performance counter (QPC). It then writes
    // milliseconds into the column TimeInSeconds, too.
    if (header.has("cpustartqpctimeinms"))
        columns.clock.seconds_or_millis = columns.time == header.find("timeinseconds");
    return columns;
}

PresentTool present_tool(const Header& header, const PresentColumns& columns)
{
    if (header.has("gpu") && header.has("cpu") && header.has("resolution")) return {&Format::frameview, "FrameView"};
    if (header.has("motherboard") || header.has("basedriverversion")) return {&Format::ocat, "OCAT"};
    if (header.has("gpupower") && header.has("presentruntime"))
        return {&Format::presentmon, "PresentMon capture application"};
    if (header.has("cpubusy"))
        return {&Format::presentmon,
                header.has("frametime") ? "PresentMon 2.1-2.3.0, or --v2_metrics" : "PresentMon 2.0"};
    if (header.has("msbetweenappstart") || header.has("presentruntime"))
        return {&Format::presentmon, "PresentMon 2.3.1 or newer"};
    const std::string& frame_time = header.written[columns.frame];
    if (header.written[columns.application].starts_with('a')) return {&Format::presentmon, "PresentMon service"};
    return {&Format::presentmon,
            frame_time.starts_with('m') ? "PresentMon 1.6-1.10, or --v1_metrics" : "PresentMon 1.5 or older"};
}

Header with_missing_commas(Header header)
{
    Lines lines{header.body};
    if (!lines.next() || count_fields(lines.text(), header.dialect.separator) <= header.names.size()) return header;

    std::vector<std::string> names;
    std::vector<std::string> written;
    for (std::size_t i = 0; i < header.names.size(); ++i)
    {
        auto parts = known_parts(header.names[i]);
        if (parts.size() < 2)
        {
            names.push_back(header.names[i]);
            written.push_back(header.written[i]);
            continue;
        }
        names.insert(names.end(), parts.begin(), parts.end());
        written.insert(written.end(), parts.begin(), parts.end());
    }
    header.names   = std::move(names);
    header.written = std::move(written);
    return header;
}

} // namespace recordings
