#include "base/message.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/json_reader.hpp"
#include "recordings/formats/presentmon_columns.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace recordings
{
namespace
{

constexpr std::size_t max_record_depth = 32; // maximum nesting depth; a CapFrameX record has 7 levels
constexpr std::size_t max_record_runs = 10'000;

// Iterates over the values of a JSON array, whose text is valid and has no nested arrays and objects.
class ArrayValues
{
public:
    explicit ArrayValues(std::string_view text_between_brackets)
        : rest_(text_between_brackets)
    {
    }

    // The next value as written; empty after the last one.
    std::string_view next()
    {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(json_blanks), rest_.size()));
        std::size_t quoted_size = rest_.starts_with('"') ? 1 : 0;
        for (; quoted_size > 0 && quoted_size < rest_.size() && rest_[quoted_size] != '"'; ++quoted_size)
            if (rest_[quoted_size] == '\\') ++quoted_size;
        const std::size_t size = std::min(rest_.find(',', quoted_size), rest_.size());
        std::string_view value = rest_.substr(0, size);
        value.remove_suffix(value.size() - std::min(value.find_last_not_of(json_blanks) + 1, value.size()));
        rest_.remove_prefix(std::min(size + 1, rest_.size()));
        count_examined_bytes(size);
        return value;
    }

private:
    std::string_view rest_;
};

constexpr std::string_view interval_name = "msbetweendisplaychange";

// Arrays of one run, as their text in the file: their values are not stored.
struct RecordedRun
{
    std::string name; // "run 1", "run 2" ...
    std::string_view frame_times{}, timestamps{};
    std::optional<std::string_view> dropped_flags{}; // one flag per frame: true if the frame was never displayed
    Header header{}; // names of the display timing columns
    std::vector<std::string_view> timing_columns{};
};

// Finds the arrays of a CapFrameX record, including those of display timing if `finds_timing` is true.
// Source of the member names: SessionCaptureData in github.com/CXWorld/CapFrameX.
class CapFrameXReader : public JsonReader
{
public:
    CapFrameXReader(std::string_view text, bool finds_timing)
        : JsonReader(text, max_record_depth, "recording")
        , finds_timing_(finds_timing)
    {
        parse(*this);
    }

    std::deque<RecordedRun> runs;
    std::string process_name;
    std::string game_name;
    std::string app_version;

    // The functions that the JSON parser calls, from number_integer() to end_array(). They return false to stop it.
    bool number_integer(std::int64_t) { return true; }
    bool number_unsigned(std::uint64_t) { return true; }
    bool number_float(double, const std::string&) { return true; }
    bool string(const std::string& text)
    {
        if (path_.size() != 2 || path_[0] != "Info") return true;
        if (path_[1] == "ProcessName") process_name = text;
        if (path_[1] == "GameName") game_name = text;
        if (path_[1] == "AppVersion") app_version = text;
        return true;
    }
    bool key(const std::string& name)
    {
        path_.back() = name.substr(0, max_key_bytes);
        return true;
    }
    bool start_object(std::size_t)
    {
        finish_array();
        if (path_.size() == 2 && path_[0] == "Runs" && path_[1] == array_element_key)
            runs.push_back({.name = fmt::format("run {}", runs.size() + 1)});
        if (runs.size() > max_record_runs) problem = fmt::format("there are more than {} runs", max_record_runs);
        path_.emplace_back();
        return problem.empty();
    }
    bool end_object()
    {
        path_.pop_back();
        return true;
    }
    bool start_array(std::size_t)
    {
        finish_array();
        if (path_.size() == 4 && path_[0] == "Runs" && path_[1] == array_element_key && path_[2] == "CaptureData" &&
            !runs.empty())
        {
            array_ = find_array(path_[3]);
            array_begin_ = position();
        }
        path_.emplace_back(array_element_key);
        return true;
    }
    bool end_array()
    {
        finish_array();
        return end_object();
    }

private:
    static constexpr const char* array_element_key = "[]"; // key in `path_` of an array element, which has no name
    static constexpr std::size_t max_key_bytes = 1000;

    // The member of the newest run that holds the text of this array; null if the array is not read.
    std::string_view* find_array(const std::string& name)
    {
        RecordedRun& run = runs.back();
        if (name == "MsBetweenPresents") return &run.frame_times;
        if (name == "TimeInSeconds") return &run.timestamps;
        if (name == "Dropped") return &run.dropped_flags.emplace();
        std::string normalised_name = normalised_column_name(name);
        const bool is_read =
            finds_timing_ ? is_display_timing_column(normalised_name) : normalised_name == interval_name;
        if (!is_read || run.header.has(normalised_name)) return nullptr;
        run.header.original_names.push_back(base::printable_excerpt(name));
        run.header.normalised_names.push_back(std::move(normalised_name));
        return &run.timing_columns.emplace_back();
    }
    // Sets the text of the array that was being read. The parser has just read the bracket behind it.
    void finish_array()
    {
        if (array_) *array_ = {array_begin_, static_cast<std::size_t>(position() - 1 - array_begin_)};
        array_ = nullptr;
    }

    bool finds_timing_;
    std::vector<std::string> path_; // keys from the root of the JSON to the current value
    std::string_view* array_ = nullptr;
    const char* array_begin_ = nullptr;
};

// Adds the frames of a run. An array that is shorter than that of the frame times has no values for the last frames.
// Returns an error if there are too many frames with display timing.
std::optional<RecordingError> add_run(const ReadInput& input, CapFrameXReader& reader, const RecordedRun& run,
                                      std::size_t& frame_count, RecordingBuilder& recording_builder)
{
    const std::string& application = reader.process_name.empty() ? reader.game_name : reader.process_name;
    StreamBuilder& stream_builder = *recording_builder.open_stream(application, {}, run.name);
    stream_builder.stream.frame_times.reserve(
        static_cast<std::size_t>(std::count(run.frame_times.begin(), run.frame_times.end(), ',')) + 1);
    const DisplayTimingReader timing_reader{run.header};
    std::vector<ArrayValues> timing_columns;
    for (const std::size_t column : timing_reader.column_indices())
        timing_columns.emplace_back(run.timing_columns[column]);
    std::vector<ParsedNumber> timing_row(timing_columns.size());
    ArrayValues frame_times{run.frame_times}, timestamps{run.timestamps},
        dropped_flags{run.dropped_flags.value_or(std::string_view{})};
    if (run.dropped_flags) stream_builder.stream.dropped_count = 0;

    for (std::string_view text = frame_times.next(); !text.empty(); text = frame_times.next())
    {
        const std::size_t line_number = reader.line_number_at(text.data());
        if (input.options.display_timing_range && ++frame_count > max_display_timing_rows)
            return input.source.error_at(
                line_number, fmt::format("more than {} frames with display timing", max_display_timing_rows),
                "split the file");
        recording_builder.add_row(stream_builder,
                                  {parse_scaled(text, ms_exponent), parse_scaled(timestamps.next(), s_exponent),
                                   line_number, trimmed_where(text, is_field_padding)});
        const std::string_view flag = dropped_flags.next();
        std::optional<bool> is_dropped;
        if (!flag.empty() && flag != "null") is_dropped = flag == "true" || flag == "1";
        if (is_dropped.value_or(false)) ++*stream_builder.stream.dropped_count;
        if (!input.options.display_timing_range) continue;
        std::ranges::transform(timing_columns, timing_row.begin(),
                               [](ArrayValues& column) { return parse_scaled(column.next(), ms_exponent); });
        const Nanos frame_start{stream_builder.frame_start_ns};
        timing_reader.add_timed_frame(
            timing_row, stream_builder,
            {.is_dropped = is_dropped,
             .is_in_display_timing_range = input.options.display_timing_range->contains(frame_start)});
    }
    Stream& stream = stream_builder.stream;
    if (const auto interval_column = run.header.find(interval_name))
        stream.has_display_times =
            run.timing_columns[*interval_column].find_first_of("123456789") != std::string_view::npos;
    // Zeros in all rows: the run was recorded without display data.
    if (!stream.has_display_times && run.header.has(interval_name) && stream.dropped_count == 0)
        stream.dropped_count = stream.timing.dropped_count = std::nullopt;
    return std::nullopt;
}

RecordingOrError read_record(const ReadInput& input)
{
    const auto& source = input.source;
    CapFrameXReader reader{source.text, input.options.display_timing_range.has_value()};
    if (!reader.problem.empty())
        return source.error_at(reader.line_number(), reader.problem, "save the record again with CapFrameX");

    RecordingBuilder recording_builder;
    std::size_t frame_count = 0;
    for (const RecordedRun& run : reader.runs)
        if (auto error = add_run(input, reader, run, frame_count, recording_builder)) return *std::move(error);
    return recording_builder.finish(
        source, {},
        {.format = &Format::capframex_json,
         .tool = reader.app_version.empty() ? "CapFrameX" : "CapFrameX " + base::printable_excerpt(reader.app_version),
         .frame_time_column = "MsBetweenPresents",
         .frame_boundary = FrameBoundary::present});
}

bool may_be_capframex_json(std::string_view text)
{
    return text.substr(std::min(text.find_first_not_of(json_blanks), text.size())).starts_with('{') &&
           (text.find("\"Runs\"") != text.npos || text.find("\"Info\"") != text.npos) &&
           !Format::trace.matches_text(text) && !Format::json_lines.matches_text(text);
}

} // namespace

constinit const Format Format::capframex_json{
    .name = "CapFrameX JSON", .matches_text = may_be_capframex_json, .read = read_record};

} // namespace recordings
