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

// Power of ten from a tick of Windows' performance counter to nanoseconds (10 MHz since Windows 10).
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

// Time stamp columns in the order of the search; columns with a known unit come first. Any column may contain dates.
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
    // In ms from PresentMon's console tool, in seconds from PresentMon's capture application.
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

// The first column names of PresentMon 1.x and PresentMon's service. No name is a prefix of another name.
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

// Splits `text` into known column names; empty if that is impossible. The split is unique, because no name is a prefix
// of another name.
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

constexpr std::array<std::string_view, 15> latency_names{
    "msuntilrendercomplete",
    "msuntildisplayed",
    "msrenderpresentlatency",
    "mspclatency",
    "gpulatency",
    "msgpulatency",
    "displaylatency",
    "mssinceinput",
    "allinputtophotonlatency",
    "msallinputtophotonlatency",
    "clicktophotonlatency",
    "msclicktophotonlatency",
    "instrumentedlatency",
    "msinstrumentedlatency",
    "pclatency",
};

constexpr std::array<std::string_view, 13> other_names{
    "msbetweendisplaychange", "displayedtime", "msanimationerror", "animationerror", "msbetweensimulationstart",
    "msbetweenappstart",      "frametime",     "cpubusy",          "cpuwait",        "mscpubusy",
    "msuntildisplayed",       "msgpubusy",     "gpubusy"};

// Largest absolute value of the sums of frame times in Motion, in ns. A larger sum is reset to 0, so that sums fit into
// 64 bits.
constexpr std::int64_t farthest = 1'000 * max_frame_ns;

// Returns `number` if its absolute value is at most max_frame_ns, otherwise a missing Number.
Number if_possible(const Number& number)
{
    const bool possible = number.ok() && number.value <= max_frame_ns && number.value >= -max_frame_ns;
    return possible ? number : Number{};
}

bool is_latency(std::string_view name) { return std::ranges::find(latency_names, name) != latency_names.end(); }
bool is_wanted(std::string_view name)
{
    return is_latency(name) || std::ranges::find(other_names, name) != other_names.end();
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

    // Prefers time stamps of the same side (CPU or display) as the frame time. Time stamps of the other side differ by
    // a latency, which changes the coverage (sum of the frame times / time span) of a short recording.
    std::array<std::span<const TimeColumn>, 2> sides{present_times, work_times};
    if (columns.side == TimingSide::cpu) std::swap(sides[0], sides[1]);
    if (!find_time(header, sides[0], columns)) find_time(header, sides[1], columns);
    // PresentMon 2.3.1 and newer can write milliseconds of the performance counter (QPC), and then also writes
    // milliseconds into the column TimeInSeconds.
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

DisplayTimingColumns::DisplayTimingColumns(const Header& header)
{
    for (std::size_t i = 0; i < header.names.size(); ++i)
    {
        if (!is_wanted(header.names[i])) continue;
        if (is_latency(header.names[i])) latencies_.push_back({columns_.size(), header.written[i]});
        columns_.push_back(i);
    }
    displayed_       = named(header, {"msbetweendisplaychange", "displayedtime"});
    told_            = named(header, {"msanimationerror", "animationerror"});
    simulation_step_ = first_sum(header, {{"msbetweensimulationstart"}});
    frame_step_      = first_sum(header, {{"msbetweenappstart"}, {"frametime"}, {"cpubusy", "cpuwait"}});
    cpu_busy_        = first_sum(header, {{"mscpubusy"}, {"cpubusy"}});
    gpu_busy_        = first_sum(header, {{"msgpubusy"}, {"gpubusy"}});
    until_shown_     = first_sum(header, {{"displaylatency"}, {"mscpubusy", "msuntildisplayed"}});
}

std::size_t DisplayTimingColumns::place_of(std::size_t column) const
{
    return static_cast<std::size_t>(std::ranges::find(columns_, column) - columns_.begin());
}

DisplayTimingColumns::Sum DisplayTimingColumns::first_sum(const Header& header, SumNames sums) const
{
    for (const auto& names : sums)
    {
        if (!std::ranges::all_of(names, [&](std::string_view name) { return header.has(name); })) continue;
        Sum sum;
        for (const std::string_view name : names) sum.push_back(place_of(*header.find(name)));
        return sum;
    }
    return {};
}

DisplayTimingColumns::Named DisplayTimingColumns::named(const Header& header,
                                                        std::initializer_list<std::string_view> names) const
{
    for (const std::string_view name : names)
        if (const auto column = header.find(name)) return {place_of(*column), header.written[*column]};
    return {};
}

Number DisplayTimingColumns::value(std::span<const Number> row, const Sum& sum)
{
    Number all{sum.empty() ? Number::Kind::missing : Number::Kind::value, 0};
    for (const std::size_t column : sum)
    {
        const Number number = if_possible(row[column]);
        if (!number.ok()) return {};
        all.value += number.value;
    }
    return all;
}

void DisplayTimingColumns::add(std::span<const Number> row, Track& track, const RowFacts& facts) const
{
    track.timing.latencies.resize(latencies_.size());
    DisplayTiming ignored;
    if (!facts.counts) ignored.latencies.resize(latencies_.size());
    DisplayTiming& timing = facts.counts ? track.timing : ignored;
    const bool dropped    = facts.dropped.value_or(false);
    const bool generated  = facts.generated.value_or(false);
    if (facts.dropped) timing.dropped = timing.dropped.value_or(0) + (dropped ? 1 : 0);
    if (facts.generated) timing.generated = timing.generated.value_or(0) + (generated ? 1 : 0);
    for (std::size_t i = 0; i < latencies_.size(); ++i)
    {
        timing.latencies[i].column = latencies_[i].name;
        const Number number        = if_possible(row[latencies_[i].column]);
        if (number.ok() && !(dropped && number.value == 0)) timing.latencies[i].all.emplace_back(number.value);
    }
    timing.displayed_column      = displayed_.name;
    timing.recorded_error_column = told_.name;
    // PresentMon writes 0 for the first displayed frame, because the display time of the frame before is unknown.
    const Number shown = displayed_.name.empty() ? Number{} : if_possible(row[displayed_.column]);
    if (!dropped && shown.ok() && shown.value > 0) timing.displayed.emplace_back(shown.value);
    const Number told = told_.name.empty() ? Number{} : if_possible(row[told_.column]);
    if (told.ok()) timing.recorded_animation_errors.emplace_back(told.value);
    if (generated) return;
    add_busy(row, timing);
    add_motion(row, track.motion, !dropped, timing);
}

void DisplayTimingColumns::add_busy(std::span<const Number> row, DisplayTiming& timing) const
{
    const Number frame = value(row, frame_step_), cpu = value(row, cpu_busy_), gpu = value(row, gpu_busy_);
    if (!frame.ok() || !cpu.ok() || !gpu.ok() || frame.value <= 0) return;
    const auto is_busy = [&](const Number& n)
    { return static_cast<double>(n.value) >= 0.95 * static_cast<double>(frame.value); };
    ++timing.busy_known;
    if (is_busy(gpu))
        ++timing.gpu_bound;
    else if (is_busy(cpu))
        ++timing.cpu_bound;
}

// Computes the animation error of the row's frame. A frame starts at the sum of the frame times in all earlier rows;
// the start times in the file are not read.
void DisplayTimingColumns::add_motion(std::span<const Number> row, Motion& m, bool shown, DisplayTiming& timing) const
{
    const Number simulated   = value(row, simulation_step_);
    const Number step        = value(row, frame_step_);
    const Number until_shown = value(row, until_shown_);
    m.simulated += simulated.ok() ? simulated.value : m.step;
    if (shown && until_shown.ok())
    {
        const Motion::Picture picture{m.simulated, m.started + until_shown.value};
        if (m.last)
        {
            const std::int64_t moved = picture.simulated - m.last->simulated;
            timing.animation_errors.emplace_back(moved - (picture.shown - m.last->shown));
            timing.repeats.push_back(moved <= 0);
        }
        m.last = picture;
    }
    m.step = step.value;
    m.started += step.value;
    const auto is_far = [](std::int64_t time) { return time > farthest || time < -farthest; };
    // Restarts all times at 0, without an animation error for the next displayed frame, if the start of the next frame
    // is unknown or a sum exceeds `farthest`.
    if (!step.ok() || is_far(m.started) || is_far(m.simulated)) m = {};
}

} // namespace recordings
