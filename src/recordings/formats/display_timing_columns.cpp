#include "recordings/formats/display_timing_columns.hpp"

#include <algorithm>
#include <array>

namespace recordings
{
namespace
{

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

// Largest absolute value, in ns, of the sums of frame times in Motion, from which animation errors (judder) are
// computed. A sum beyond it is set to 0, so that all sums fit 64 bits.
constexpr std::int64_t farthest = 1'000 * longest_frame;

// Returns `number` if it is a possible time: its absolute value is at most longest_frame. Otherwise returns a missing
// Number.
Number if_possible(const Number& number)
{
    const bool possible = number.ok() && number.value <= longest_frame && number.value >= -longest_frame;
    return possible ? number : Number{};
}

bool is_latency(std::string_view name) { return std::ranges::find(latency_names, name) != latency_names.end(); }
bool is_wanted(std::string_view name)
{
    return is_latency(name) || std::ranges::find(other_names, name) != other_names.end();
}

} // namespace

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
    simulation_step_ = sum_of(header, {"msbetweensimulationstart"});
    for (const auto& names :
         {std::initializer_list<std::string_view>{"msbetweenappstart"}, {"frametime"}, {"cpubusy", "cpuwait"}})
        if (frame_step_.columns.empty()) frame_step_ = sum_of(header, names);
    for (const auto& names : {std::initializer_list<std::string_view>{"mscpubusy"}, {"cpubusy"}})
        if (cpu_busy_.columns.empty()) cpu_busy_ = sum_of(header, names);
    for (const auto& names : {std::initializer_list<std::string_view>{"msgpubusy"}, {"gpubusy"}})
        if (gpu_busy_.columns.empty()) gpu_busy_ = sum_of(header, names);
    for (const auto& names :
         {std::initializer_list<std::string_view>{"displaylatency"}, {"mscpubusy", "msuntildisplayed"}})
        if (until_shown_.columns.empty()) until_shown_ = sum_of(header, names);
}

std::size_t DisplayTimingColumns::place_of(std::size_t column) const
{
    return static_cast<std::size_t>(std::ranges::find(columns_, column) - columns_.begin());
}

// Returns the list of the columns with the given names, whose values are to be added; an empty list if the file lacks
// one of the columns.
DisplayTimingColumns::Sum DisplayTimingColumns::sum_of(const Header& header,
                                                       std::initializer_list<std::string_view> names) const
{
    Sum sum;
    for (const std::string_view name : names)
    {
        const auto column = header.find(name);
        if (!column) return {};
        sum.columns.push_back(place_of(*column));
    }
    return sum;
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
    Number all{sum.columns.empty() ? Number::Kind::missing : Number::Kind::value, 0};
    for (const std::size_t column : sum.columns)
    {
        const Number number = if_possible(row[column]);
        if (!number.ok()) return {};
        all.value += number.value;
    }
    return all;
}

void DisplayTimingColumns::add(std::span<const Number> row, Track& track, bool dropped, bool generated) const
{
    DisplayTiming& timing = track.timing;
    timing.latencies.resize(latencies_.size());
    for (std::size_t i = 0; i < latencies_.size(); ++i)
    {
        timing.latencies[i].column = latencies_[i].name;
        const Number number        = if_possible(row[latencies_[i].column]);
        if (number.ok() && !(dropped && number.value == 0)) timing.latencies[i].all.emplace_back(number.value);
    }
    timing.displayed_column = displayed_.name;
    timing.told_column      = told_.name;
    // PresentMon writes 0 for the first picture, because it does not know when the picture before it came on the
    // screen. The value 0 is therefore left out below.
    const Number shown = displayed_.name.empty() ? Number{} : if_possible(row[displayed_.column]);
    if (!dropped && shown.ok() && shown.value > 0) timing.displayed.emplace_back(shown.value);
    const Number told = told_.name.empty() ? Number{} : if_possible(row[told_.column]);
    if (told.ok()) timing.told_animation_errors.emplace_back(told.value);
    if (generated) return;
    add_busy(row, timing);
    add_motion(row, track, !dropped);
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

// Computes the animation error (judder) of the picture in the row. The times at which frames start are not read: a
// frame starts at the sum of the frame times in all earlier rows.
void DisplayTimingColumns::add_motion(std::span<const Number> row, Track& track, bool shown) const
{
    Motion& m                = track.motion;
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
            track.timing.animation_errors.emplace_back(moved - (picture.shown - m.last->shown));
            track.timing.repeats.push_back(moved <= 0);
        }
        m.last = picture;
    }
    m.step = step.value;
    m.started += step.value;
    const auto is_far = [](std::int64_t time) { return time > farthest || time < -farthest; };
    // If the frame time is unknown, the start of the next frame is unknown, too. Then, and if a sum of frame times is
    // beyond `farthest`, all times in Motion start again at 0, and the next picture gets no animation error (judder).
    if (!step.ok() || is_far(m.started) || is_far(m.simulated)) m = {};
}

} // namespace recordings
