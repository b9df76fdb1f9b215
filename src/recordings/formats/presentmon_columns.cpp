#include "recordings/formats/presentmon_columns.hpp"

#include "recordings/formats/formats.hpp"

#include <array>
#include <cstdlib>
#include <utility>

namespace recordings
{
namespace
{

// Exponent of ten that converts ticks of Windows' performance counter to ns: since Windows 10, a tick is 100 ns.
constexpr int qpc_tick_exponent = 2;

constexpr TimestampMeaning at_frame_end{TimestampMeaning::Event::frame_end};
constexpr TimestampMeaning at_frame_start{TimestampMeaning::Event::frame_start};
constexpr TimestampMeaning at_ambiguous_frame_start{TimestampMeaning::Event::frame_start, true};

struct TimestampColumn
{
    std::string_view name;
    int exponent;
    TimestampMeaning timestamp_meaning;
};

// Columns with frame end times or frame start times, in order of preference: columns with an uncertain unit come last.
constexpr std::array frame_end_columns{
    TimestampColumn{"timeinseconds", s_exponent, at_frame_end},
    TimestampColumn{"timeinms", ms_exponent, at_frame_end},
    TimestampColumn{"timeindatetime", s_exponent, at_frame_end},
    TimestampColumn{"timeinqpc", qpc_tick_exponent, at_frame_end},
    TimestampColumn{"qpctime", qpc_tick_exponent, at_frame_end},
};
constexpr std::array frame_start_columns{
    TimestampColumn{"cpustarttimeinseconds", s_exponent, at_frame_start},
    TimestampColumn{"cpustarttimeinms", ms_exponent, at_frame_start},
    TimestampColumn{"cpustartqpctimeinms", ms_exponent, at_frame_start},
    TimestampColumn{"cpustartqpctime", ms_exponent, at_frame_start},
    TimestampColumn{"cpustartdatetime", s_exponent, at_frame_start},
    TimestampColumn{"cpustartqpc", qpc_tick_exponent, at_frame_start},
    // In this column, PresentMon's console tool writes milliseconds, and its capture application writes seconds.
    TimestampColumn{"cpustarttime", s_exponent, at_ambiguous_frame_start},
};

std::size_t first_found_column(const Header& header, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        if (const auto column = header.find(name)) return *column;
    return PresentMonColumns::no_column;
}

void set_frame_time_columns(const Header& header, PresentMonColumns& columns)
{
    columns.frame_time = first_found_column(header, {"msbetweenpresents"});
    if (columns.frame_time != PresentMonColumns::no_column) return;
    columns.frame_boundary = FrameBoundary::frame_start;
    columns.frame_time = first_found_column(header, {"frametime", "msbetweenappstart"});
    if (columns.frame_time != PresentMonColumns::no_column) return;
    columns.cpu_wait = first_found_column(header, {"cpuwait"});
    if (columns.cpu_wait != PresentMonColumns::no_column) columns.frame_time = first_found_column(header, {"cpubusy"});
}

// Returns false if the header has none of the candidates.
bool set_timestamp_column(const Header& header, std::span<const TimestampColumn> candidates, PresentMonColumns& columns)
{
    for (const TimestampColumn& candidate : candidates)
    {
        columns.timestamp = first_found_column(header, {candidate.name});
        columns.timestamp_exponent = candidate.exponent;
        columns.timestamp_meaning = candidate.timestamp_meaning;
        if (columns.timestamp != PresentMonColumns::no_column) return true;
    }
    return false;
}

// Column names in headers of PresentMon 1.x and of PresentMon's service, which omits some commas between them.
constexpr std::array<std::string_view, 20> v1_column_names{
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

// Splits joined column names, such as "runtimedropped"; empty if impossible. No known name is a prefix of another.
std::vector<std::string_view> split_into_known_names(std::string_view text)
{
    std::vector<std::string_view> names;
    while (!text.empty())
    {
        const auto is_prefix = [&](std::string_view candidate) { return text.starts_with(candidate); };
        const auto known_name = std::find_if(v1_column_names.begin(), v1_column_names.end(), is_prefix);
        if (known_name == v1_column_names.end()) return {};
        names.push_back(*known_name);
        text.remove_prefix(known_name->size());
    }
    return names;
}

constexpr std::array<std::string_view, 15> latency_column_names{
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

constexpr std::array<std::string_view, 13> display_timing_column_names{
    "msbetweendisplaychange", "displayedtime", "msanimationerror", "animationerror", "msbetweensimulationstart",
    "msbetweenappstart",      "frametime",     "cpubusy",          "cpuwait",        "mscpubusy",
    "msuntildisplayed",       "msgpubusy",     "gpubusy"};

// If the absolute value of a sum of times exceeds this limit in ns, the sum restarts at 0 to stay within 64 bits.
constexpr std::int64_t max_time_sum_ns = 1'000 * max_frame_time_ns;

// Returns `number` if it is valid and within +-max_frame_time_ns. If not, returns a missing ParsedNumber.
ParsedNumber plausible_number(const ParsedNumber& number)
{
    const bool is_plausible = number.ok() && number.value <= max_frame_time_ns && number.value >= -max_frame_time_ns;
    return is_plausible ? number : ParsedNumber{};
}

bool is_latency(std::string_view name)
{
    return std::ranges::find(latency_column_names, name) != latency_column_names.end();
}

} // namespace

bool is_display_timing_column(std::string_view name)
{
    return is_latency(name) ||
           std::ranges::find(display_timing_column_names, name) != display_timing_column_names.end();
}

std::size_t PresentMonColumns::needed_field_count() const
{
    std::size_t last_column = 0;
    for (const std::size_t column : {application, process_id, swap_chain, frame_time, cpu_wait, timestamp, dropped_flag,
                                     display_time, any_display_data, animation_error, frame_type, present_mode})
        if (column != no_column) last_column = std::max(last_column, column);
    return last_column + 1;
}

PresentMonColumns find_presentmon_columns(const Header& header)
{
    PresentMonColumns columns;
    columns.application = first_found_column(header, {"application"});
    columns.process_id = first_found_column(header, {"processid"});
    columns.swap_chain = first_found_column(header, {"swapchainaddress", "swapchain"});
    columns.dropped_flag = first_found_column(header, {"dropped"});
    columns.display_time = first_found_column(header, {"displayedtime", "msuntildisplayed"});
    columns.any_display_data =
        first_found_column(header, {"displayedtime", "msuntildisplayed", "msbetweendisplaychange"});
    columns.animation_error = first_found_column(header, {"msanimationerror", "animationerror"});
    columns.frame_type = first_found_column(header, {"frametype"});
    columns.present_mode = first_found_column(header, {"presentmode"});
    set_frame_time_columns(header, columns);

    std::array<std::span<const TimestampColumn>, 2> timestamp_columns_by_preference{frame_end_columns,
                                                                                    frame_start_columns};
    if (columns.frame_boundary == FrameBoundary::frame_start)
        std::swap(timestamp_columns_by_preference[0], timestamp_columns_by_preference[1]);
    if (!set_timestamp_column(header, timestamp_columns_by_preference[0], columns))
        set_timestamp_column(header, timestamp_columns_by_preference[1], columns);
    // PresentMon 2.3.1 and newer, which write the column CPUStartQPCTimeInMs, can have milliseconds in TimeInSeconds.
    if (header.has("cpustartqpctimeinms"))
        columns.timestamp_meaning.may_be_milliseconds = columns.timestamp == header.find("timeinseconds");
    return columns;
}

RecordingTool recording_tool_of(const Header& header, const PresentMonColumns& columns)
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
    const std::string& frame_time = header.original_names[columns.frame_time];
    if (header.original_names[columns.application].starts_with('a')) return {&Format::presentmon, "PresentMon service"};
    return {&Format::presentmon,
            frame_time.starts_with('m') ? "PresentMon 1.6-1.10, or --v1_metrics" : "PresentMon 1.5 or older"};
}

Header with_split_names(Header header)
{
    LineReader lines{header.text_below};
    if (!lines.next() || count_fields(lines.line(), header.dialect.separator) <= header.normalised_names.size())
        return header;

    std::vector<std::string> normalised_names, original_names;
    for (std::size_t i = 0; i < header.normalised_names.size(); ++i)
    {
        auto known_names = split_into_known_names(header.normalised_names[i]);
        if (known_names.size() < 2)
        {
            normalised_names.push_back(header.normalised_names[i]);
            original_names.push_back(header.original_names[i]);
            continue;
        }
        normalised_names.insert(normalised_names.end(), known_names.begin(), known_names.end());
        original_names.insert(original_names.end(), known_names.begin(), known_names.end());
    }
    header.normalised_names = std::move(normalised_names);
    header.original_names = std::move(original_names);
    return header;
}

DisplayTimingReader::DisplayTimingReader(const Header& header)
{
    for (std::size_t i = 0; i < header.normalised_names.size(); ++i)
    {
        if (!is_display_timing_column(header.normalised_names[i])) continue;
        if (is_latency(header.normalised_names[i])) latencies_.push_back({columns_.size(), header.original_names[i]});
        columns_.push_back(i);
    }
    display_interval_ = first_found_value_index(header, {"msbetweendisplaychange", "displayedtime"});
    recorded_error_ = first_found_value_index(header, {"msanimationerror", "animationerror"});
    simulation_step_ = first_found_value_indices(header, {{"msbetweensimulationstart"}});
    frame_time_ = first_found_value_indices(header, {{"msbetweenappstart"}, {"frametime"}, {"cpubusy", "cpuwait"}});
    cpu_busy_ = first_found_value_indices(header, {{"mscpubusy"}, {"cpubusy"}});
    gpu_busy_ = first_found_value_indices(header, {{"msgpubusy"}, {"gpubusy"}});
    is_interval_before_row_ = header.has("msbetweendisplaychange");
}

std::size_t DisplayTimingReader::value_index_of(std::size_t column) const
{
    return static_cast<std::size_t>(std::ranges::find(columns_, column) - columns_.begin());
}

DisplayTimingReader::SummedValueIndices DisplayTimingReader::first_found_value_indices(
    const Header& header, SummedColumnGroups alternatives) const
{
    for (const auto& names : alternatives)
    {
        if (!std::ranges::all_of(names, [&](std::string_view name) { return header.has(name); })) continue;
        SummedValueIndices value_indices;
        for (const std::string_view name : names) value_indices.push_back(value_index_of(*header.find(name)));
        return value_indices;
    }
    return {};
}

DisplayTimingReader::NamedValueIndex DisplayTimingReader::first_found_value_index(
    const Header& header, std::initializer_list<std::string_view> names) const
{
    for (const std::string_view name : names)
        if (const auto column = header.find(name)) return {value_index_of(*column), header.original_names[*column]};
    return {};
}

ParsedNumber DisplayTimingReader::sum_of(std::span<const ParsedNumber> row, const SummedValueIndices& value_indices)
{
    ParsedNumber total{value_indices.empty() ? ParsedNumber::Kind::missing : ParsedNumber::Kind::value, 0};
    for (const std::size_t value_index : value_indices)
    {
        const ParsedNumber number = plausible_number(row[value_index]);
        if (!number.ok()) return {};
        total.value += number.value;
    }
    return total;
}

void DisplayTimingReader::start_timing(DisplayTiming& timing, std::size_t capacity) const
{
    for (const NamedValueIndex& latency : latencies_)
        timing.latencies.emplace_back(DisplayTiming::LatencyColumn{latency.name, {}}).values.reserve(capacity);
    timing.display_interval_column = display_interval_.name;
    timing.recorded_animation_error_column = recorded_error_.name;
    timing.display_intervals.reserve(display_interval_.name.empty() ? 0 : capacity);
    timing.recorded_animation_errors.reserve(recorded_error_.name.empty() ? 0 : capacity);
    timing.animation_errors.reserve(capacity);
}

void DisplayTimingReader::add_timed_frame(std::span<const ParsedNumber> row, StreamBuilder& stream_builder,
                                          const RowFlags& flags) const
{
    std::optional<DisplayTiming> ignored_timing;
    DisplayTiming& timing = flags.is_in_display_timing_range ? stream_builder.stream.timing : ignored_timing.emplace();
    if (timing.latencies.empty())
        start_timing(timing, ignored_timing ? 0 : stream_builder.stream.frame_times.capacity());
    const bool is_dropped = flags.is_dropped.value_or(false);
    const bool is_generated = flags.is_generated.value_or(false);
    if (flags.is_dropped) timing.dropped_count = timing.dropped_count.value_or(0) + (is_dropped ? 1 : 0);
    if (flags.is_generated) timing.generated_count = timing.generated_count.value_or(0) + (is_generated ? 1 : 0);
    for (std::size_t i = 0; i < latencies_.size(); ++i)
    {
        const ParsedNumber number = plausible_number(row[latencies_[i].value_index]);
        if (number.ok() && !(is_dropped && number.value == 0)) timing.latencies[i].values.emplace_back(number.value);
    }
    const auto value_in = [row](const NamedValueIndex& column)
    { return column.name.empty() ? ParsedNumber{} : plausible_number(row[column.value_index]); };
    // PresentMon writes 0 as the interval of the first displayed frame, because no displayed frame precedes it.
    const ParsedNumber display_interval = value_in(display_interval_);
    AnimationErrorState& error_state = stream_builder.animation_error_state;
    if (!is_dropped)
    {
        const std::int64_t interval_ns =
            display_interval.ok() && display_interval.value > 0 ? display_interval.value : 0;
        if (interval_ns > 0) timing.display_intervals.emplace_back(interval_ns);
        const std::int64_t interval_before_ns = std::exchange(error_state.last_displayed_time_ns, interval_ns);
        error_state.display_steps_ns.push_back(is_interval_before_row_ ? interval_ns : interval_before_ns);
    }
    const ParsedNumber recorded_error = value_in(recorded_error_);
    if (recorded_error.ok()) timing.recorded_animation_errors.emplace_back(recorded_error.value);
    if (is_generated)
    {
        timing.has_recorded_errors_of_generated |= recorded_error.ok();
        return;
    }
    count_bottleneck(row, timing);
    append_animation_errors(row, error_state, !is_dropped, timing);
}

void DisplayTimingReader::count_bottleneck(std::span<const ParsedNumber> row, DisplayTiming& timing) const
{
    if (cpu_busy_.empty() || gpu_busy_.empty()) return;
    const ParsedNumber frame_time = sum_of(row, frame_time_), cpu_busy = sum_of(row, cpu_busy_),
                       gpu_busy = sum_of(row, gpu_busy_);
    if (!frame_time.ok() || !cpu_busy.ok() || !gpu_busy.ok() || frame_time.value <= 0) return;
    const auto is_busy = [&](const ParsedNumber& busy_time)
    { return static_cast<double>(busy_time.value) >= 0.95 * static_cast<double>(frame_time.value); };
    ++timing.known_busy_time_count;
    if (is_busy(gpu_busy))
        ++timing.gpu_bound_count;
    else if (is_busy(cpu_busy))
        ++timing.cpu_bound_count;
}

// Adds the errors of this frame and of the generated rows before it, as PresentMon's AnimationErrorTracker does.
// `state` has the times of earlier rows.
void DisplayTimingReader::append_animation_errors(std::span<const ParsedNumber> row, AnimationErrorState& state,
                                                  bool is_displayed, DisplayTiming& timing) const
{
    const ParsedNumber simulation_step = sum_of(row, simulation_step_);
    const ParsedNumber frame_time = sum_of(row, frame_time_);
    state.simulated_ns += simulation_step.ok() ? simulation_step.value : state.last_frame_time_ns;
    (simulation_step.ok() ? state.has_simulation_steps : state.has_frame_times) = true;
    if (is_displayed)
    {
        const bool has_source_changed = state.has_simulation_steps && state.has_frame_times;
        const auto row_count = static_cast<std::int64_t>(state.display_steps_ns.size());
        if (state.has_begun && !has_source_changed && state.simulated_ns > 0)
            for (const std::int64_t display_step_ns : state.display_steps_ns)
                if (display_step_ns > 0)
                    timing.animation_errors.emplace_back(state.simulated_ns / row_count - display_step_ns);
        state.restart({.last_displayed_time_ns = state.last_displayed_time_ns,
                       .has_begun = true,
                       .has_simulation_steps = simulation_step.ok()});
    }
    state.last_frame_time_ns = frame_time.value;
    // After an unknown frame time or a too large sum of times, the animation errors start anew, as at the first frame.
    if (!frame_time.ok() || std::abs(state.simulated_ns) > max_time_sum_ns) state.restart({});
}

} // namespace recordings
