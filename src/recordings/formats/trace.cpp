// Reads a trace of Chrome, of Perfetto's converter or of an engine's profiler, or only its array of events:
//  {"traceEvents": [{"name": ..., "ph": ..., "ts": ..., "pid": ..., "tid": ...}, ...]}
// Source: "Trace Event Format", docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU.
#include "base/message.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/json_reader.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <unordered_map>

namespace recordings
{
namespace
{

constexpr std::string_view events_key = "\"traceEvents\"";
constexpr std::size_t max_trace_preamble_bytes = 1'000'000; // DevTools writes its metadata first
// Maximum nesting depth of the JSON. Events are at depth 3; their arguments can be nested more deeply.
constexpr std::size_t max_trace_depth = 200;
constexpr std::int64_t ns_per_microsecond = 1000;
// Names that begin a frame in Chrome's traces, also in those of its DevTools; the first is once a displayed frame.
constexpr std::array<std::string_view, 3> chrome_frame_names{"DrawFrame", "BeginFrame", "FireAnimationFrame"};
constexpr std::size_t max_counted_names = 10'000, max_counted_name_bytes = 80, max_listed_events = 6;

struct TraceEvent
{
    std::string name, phase, process, thread;
    ParsedNumber time;
};

// Reads the start times of frames from a JSON trace, in which a frame is an event with a certain name.
class FrameStartReader : public JsonReader
{
public:
    /// If `event_name` is empty, reads the events named "frame", ignoring case.
    FrameStartReader(std::string_view text, std::string_view event_name)
        : JsonReader(text, max_trace_depth, "trace")
        , event_name_(event_name)
    {
        parse(*this);
    }

    FrameStarts frame_starts;
    std::unordered_map<std::string, std::size_t> event_counts; // of other events that can begin a frame, by name

    bool number_integer(std::int64_t value) { return set_event_field(fmt::format_int(value).str()); }
    bool number_unsigned(std::uint64_t value) { return set_event_field(fmt::format_int(value).str()); }
    bool number_float(double, const std::string& text) { return set_event_field(text); }
    bool string(const std::string& text)
    {
        if (!is_directly_in_event()) return true;
        if (event_key_ == "name") event_.name = text;
        if (event_key_ == "ph") event_.phase = text;
        return set_event_field(text); // some tools write time stamps as strings
    }
    bool key(const std::string& name)
    {
        if (depth() == 1) top_level_key_ = name;
        if (is_directly_in_event()) event_key_ = name;
        return true;
    }
    bool start_object(std::size_t)
    {
        if (is_in_events_ && depth() == event_depth)
        {
            event_ = {};
            is_in_event_ = true;
        }
        return true;
    }
    bool end_object()
    {
        const bool may_continue = !is_directly_in_event() || add_frame_start();
        if (depth() == event_depth) is_in_event_ = false;
        return may_continue;
    }
    bool start_array(std::size_t)
    {
        const bool is_bare_array = depth() == 1; // true: the file is only the array of events
        if (is_bare_array) set_depth(event_depth - 1);
        if (is_bare_array || (depth() == event_depth - 1 && top_level_key_ == "traceEvents")) is_in_events_ = true;
        return true;
    }
    bool end_array()
    {
        if (depth() == event_depth - 1) is_in_events_ = false;
        return true;
    }

private:
    static constexpr std::size_t event_depth = 3; // nesting depth of an event: {"traceEvents": [{...}]}

    bool is_directly_in_event() const { return is_in_event_ && depth() == event_depth; }
    // Keeps the time stamp, process or thread of the event. Always returns true: the parser continues.
    bool set_event_field(const std::string& text)
    {
        if (!is_directly_in_event()) return true;
        if (event_key_ == "ts") event_.time = parse_scaled(text, us_exponent, decimal_mark_in(text));
        if (event_key_ == "pid") event_.process = text;
        if (event_key_ == "tid") event_.thread = text;
        return true;
    }
    // Adds the event if it is a frame, else counts its name. Returns false after an error, which stops the parser.
    bool add_frame_start()
    {
        static constexpr std::string_view phases_with_start = "XBbniI";
        if (event_.phase.size() != 1 || phases_with_start.find(event_.phase) == phases_with_start.npos) return true;
        const bool is_frame =
            event_name_.empty() ? normalised_column_name(event_.name) == "frame" : event_.name == event_name_;
        if (!is_frame && event_.name.size() <= max_counted_name_bytes &&
            (event_counts.size() < max_counted_names || event_counts.contains(event_.name)))
            ++event_counts[event_.name];
        if (!is_frame) return true;
        problem = event_.time.ok()
                      ? frame_starts.add_start({}, event_.process, event_.thread, event_.time.value, line_number())
                      : "this event has no time stamp";
        return problem.empty();
    }

    std::string_view event_name_;
    TraceEvent event_;
    std::string event_key_, top_level_key_;
    bool is_in_events_ = false;
    bool is_in_event_ = false;
};

bool is_trace(std::string_view text)
{
    const std::size_t first_character = text.find_first_not_of(" \t\r\n");
    if (first_character == text.npos) return false;
    const std::string_view head = text.substr(first_character, max_trace_preamble_bytes);
    return (head.front() == '{' && head.find(events_key) != head.npos) ||
           (head.front() == '[' && head.find("\"ph\"") != head.npos && head.find("\"ts\"") != head.npos);
}

// The known names of frames in the trace, then the most frequent other names, each with its count.
std::string listed_events(const std::unordered_map<std::string, std::size_t>& counts)
{
    std::vector<std::pair<std::string, std::size_t>> events(counts.begin(), counts.end());
    std::ranges::sort(events,
                      [](const auto& a, const auto& b)
                      {
                          const auto rank = [](const auto& event)
                          { return std::ranges::find(chrome_frame_names, event.first) - chrome_frame_names.begin(); };
                          return std::tuple{rank(a), b.second, a.first} < std::tuple{rank(b), a.second, b.first};
                      });
    std::vector<std::string> names;
    for (const auto& [name, count] : std::span{events}.first(std::min(events.size(), max_listed_events)))
        names.push_back(base::message("{} ({})", name, count));
    return fmt::format("{}", fmt::join(names, ", "));
}

RecordingOrError read_trace(const ReadInput& input)
{
    if (input.options.unit || input.options.column_has_timestamps)
        return input.source.error_at(0, "a trace's time stamps are in microseconds", "leave out --unit and --absolute");
    const std::string shown_event_name = input.options.column.empty() ? "Frame" : input.options.column;
    FrameStartReader reader{input.source.text, input.options.column};
    if (!reader.problem.empty())
        return input.source.error_at(reader.line_number(), reader.problem, "write the trace again");
    if (reader.frame_starts.empty())
        return input.source.error_at(0, base::message("no event of the trace is named \"{}\"", shown_event_name),
                                     reader.event_counts.empty()
                                         ? "record again with the events of frames"
                                         : "choose the event that occurs once a frame with --column NAME: " +
                                               listed_events(reader.event_counts));

    return reader.frame_starts.make_recording_builder(ns_per_microsecond)
        .finish(input.source, {},
                {.format = &Format::trace,
                 .tool = "a trace",
                 .frame_time_column = base::message("starts of {}", shown_event_name),
                 .frame_boundary = FrameBoundary::frame_start});
}

} // namespace

constinit const Format Format::trace{
    .name = "Chrome or Perfetto JSON trace", .matches_text = is_trace, .read = read_trace, .reads_chosen_column = true};

} // namespace recordings
