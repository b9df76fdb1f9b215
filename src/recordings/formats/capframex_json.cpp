#include "base/message.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/json_reader.hpp"
#include "recordings/formats/presentmon_columns.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <fmt/format.h>

namespace recordings
{
namespace
{

constexpr std::size_t max_record_depth = 32; // maximum nesting depth; a CapFrameX record has 7 levels
constexpr std::size_t max_record_runs  = 10'000;
// Maximum number of frames with time stamps in a file, to limit the memory of the parsed JSON: 11 hours at 120 fps.
constexpr std::size_t max_record_frames  = 5'000'000;
constexpr std::size_t max_record_numbers = 2 * max_record_frames; // a frame time and a time stamp for each frame
// Maximum number of values in all display timing columns: about two hours of twelve columns at 240 frames a second.
constexpr std::size_t max_timing_values = 20'000'000;

struct RecordedRun
{
    std::vector<ParsedNumber> frame_times;
    std::vector<ParsedNumber> timestamps;
    std::optional<std::size_t> dropped_count;
    std::vector<bool> was_dropped;                        // one entry per frame; true if the frame was never displayed
    Header header;                                        // names of the display timing columns
    std::vector<std::vector<ParsedNumber>> timing_values; // values of each column of `header`
    std::size_t invalid_line = 0; // line number of the first invalid frame time; 0 if all are valid
    std::string invalid_text;
};

// Reads the frames of a CapFrameX record, and their display timing if `reads_timing` is true.
// Source of the member names: SessionCaptureData in github.com/CXWorld/CapFrameX.
class CapFrameXReader : public JsonReader
{
public:
    CapFrameXReader(std::string_view text, bool reads_timing)
        : JsonReader(text)
        , reads_timing_(reads_timing)
    {
        parse(*this);
    }

    std::vector<RecordedRun> runs;
    std::string process_name;
    std::string game_name;
    std::string app_version;

    // The functions that the JSON parser calls, from null() to end_array(). They return false to stop the parser.
    bool null() { return add_number({}, "null"); }
    bool boolean(bool value)
    {
        if (target_ == ValueTarget::dropped) add_dropped(value);
        return true;
    }
    bool number_integer(std::int64_t value) { return add_integer(fmt::format_int(value).str()); }
    bool number_unsigned(std::uint64_t value) { return add_integer(fmt::format_int(value).str()); }
    bool number_float(double, const std::string& text)
    {
        return add_number(parse_scaled_and_rounded(text, unit_exponent(), decimal_mark_in(text)), text);
    }
    bool string(const std::string& text)
    {
        if (path_.size() == 2 && path_[0] == "Info")
        {
            if (path_[1] == "ProcessName") process_name = text;
            if (path_[1] == "GameName") game_name = text;
            if (path_[1] == "AppVersion") app_version = text;
        }
        // A string can stand for a number, too: CapFrameX writes NaN as a string.
        return add_number(parse_scaled_and_rounded(text, unit_exponent()), text);
    }
    bool key(const std::string& name)
    {
        path_.back() = name;
        return true;
    }
    bool start_object(std::size_t)
    {
        if (path_.size() == 2 && path_[0] == "Runs" && path_[1] == array_element_key) runs.emplace_back();
        if (runs.size() > max_record_runs) problem = fmt::format("there are more than {} runs", max_record_runs);
        return push_key("");
    }
    bool end_object() { return pop_key(); }
    bool start_array(std::size_t)
    {
        target_ = ValueTarget::nothing;
        if (path_.size() == 4 && path_[0] == "Runs" && path_[1] == array_element_key && path_[2] == "CaptureData" &&
            !runs.empty())
            target_ = prepare_value_target(path_[3]);
        return push_key(array_element_key);
    }
    bool end_array()
    {
        target_ = ValueTarget::nothing;
        return pop_key();
    }

private:
    enum class ValueTarget : std::uint8_t
    {
        nothing,
        frame_times,
        timestamps,
        dropped,
        timing,
    };

    static constexpr const char* array_element_key = "[]"; // key in `path_` of an array element, which has no name

    ValueTarget prepare_value_target(const std::string& name)
    {
        if (name == "MsBetweenPresents") return ValueTarget::frame_times;
        if (name == "TimeInSeconds") return ValueTarget::timestamps;
        if (name == "Dropped")
        {
            runs.back().dropped_count = 0;
            return ValueTarget::dropped;
        }
        return reads_timing_ ? add_timing_column(name) : ValueTarget::nothing;
    }
    ValueTarget add_timing_column(const std::string& name)
    {
        RecordedRun& run            = runs.back();
        std::string normalised_name = lower_case_no_space_or_underscore(name);
        if (!is_column_used_for_display_timing(normalised_name) || run.header.has(normalised_name))
            return ValueTarget::nothing;
        run.header.original_names.push_back(base::sanitized_and_shortened(name));
        run.header.normalised_names.push_back(std::move(normalised_name));
        run.timing_values.emplace_back();
        return ValueTarget::timing;
    }

    void add_dropped(bool dropped)
    {
        *runs.back().dropped_count += dropped ? 1 : 0;
        if (reads_timing_) runs.back().was_dropped.push_back(dropped);
    }

    bool push_key(const char* name)
    {
        if (path_.size() == max_record_depth) problem = "the JSON has more levels than any recording";
        path_.emplace_back(name);
        return problem.empty();
    }
    bool pop_key()
    {
        path_.pop_back();
        return true;
    }

    int unit_exponent() const { return target_ == ValueTarget::timestamps ? s_exponent : ms_exponent; }

    bool add_integer(const std::string& text)
    {
        if (target_ == ValueTarget::dropped) add_dropped(text == "1");
        return add_number(parse_scaled_and_rounded(text, unit_exponent()), text);
    }

    bool add_number(const ParsedNumber& number, const std::string& text)
    {
        if (target_ == ValueTarget::timing) return add_timing_value(number);
        if (target_ != ValueTarget::timestamps && target_ != ValueTarget::frame_times) return true;
        RecordedRun& run = runs.back();
        if (++number_count_ > max_record_numbers)
        {
            problem = fmt::format("there are more than {} frames", max_record_frames);
            return false;
        }
        if (target_ == ValueTarget::timestamps)
        {
            run.timestamps.push_back(number);
            return true;
        }
        run.frame_times.push_back(number);
        if (run.invalid_line == 0 && number.kind != ParsedNumber::Kind::missing &&
            !is_frame_time_from_zero_to_max(number))
        {
            run.invalid_line = line_number();
            run.invalid_text = text;
        }
        return true;
    }

    bool add_timing_value(const ParsedNumber& number)
    {
        if (++timing_value_count_ > max_timing_values)
            problem = fmt::format("there are more than {} values of display timing", max_timing_values);
        else
            runs.back().timing_values.back().push_back(number);
        return problem.empty();
    }

    bool reads_timing_;
    std::size_t timing_value_count_ = 0;
    std::vector<std::string> path_; // keys from the root of the JSON to the current value
    ValueTarget target_       = ValueTarget::nothing;
    std::size_t number_count_ = 0;
};

Stream stream_of(const RecordedRun& run)
{
    StreamBuilder stream_builder;
    for (std::size_t i = 0; i < run.frame_times.size(); ++i)
    {
        const ParsedNumber timestamp = i < run.timestamps.size() ? run.timestamps[i] : ParsedNumber{};
        stream_builder.add_row({run.frame_times[i], timestamp, run.invalid_line, run.invalid_text},
                               TimestampMeaning::Event::frame_end);
    }
    stream_builder.stream.dropped_count = run.dropped_count;
    return stream_builder.finish_stream();
}

// Converts the display timing columns of a run. If a column is shorter than the others, the last frames have no value.
DisplayTiming timing_of(const RecordedRun& run, const TimeRange& display_timing_range)
{
    const DisplayTimingReader timing_reader{run.header};
    std::vector<ParsedNumber> timing_row(timing_reader.column_indices().size());
    StreamBuilder stream_builder;
    Nanos frame_start{};
    for (std::size_t frame_index = 0; frame_index < run.frame_times.size(); ++frame_index)
    {
        for (std::size_t i = 0; i < timing_row.size(); ++i)
        {
            const std::vector<ParsedNumber>& column = run.timing_values[timing_reader.column_indices()[i]];
            timing_row[i] = frame_index < column.size() ? column[frame_index] : ParsedNumber{};
        }
        timing_reader.add_frame_to_display_timing(
            timing_row, stream_builder,
            {.is_dropped = frame_index < run.was_dropped.size() ? std::optional{bool{run.was_dropped[frame_index]}}
                                                                : std::nullopt,
             .is_in_display_timing_range = display_timing_range.contains(frame_start)});
        if (is_frame_time_from_zero_to_max(run.frame_times[frame_index]))
            frame_start += Nanos{run.frame_times[frame_index].value};
    }
    return stream_builder.finish_stream().timing;
}

RecordingOrError read_record(const ReadInput& input)
{
    const auto& source    = input.source;
    constexpr auto remedy = "save the record again with CapFrameX";
    CapFrameXReader reader{source.text, input.options.display_timing_range.has_value()};
    if (!reader.problem.empty()) return source.error_at(reader.line_number(), reader.problem, remedy);

    Recording recording{.format            = &Format::capframex_json,
                        .tool              = reader.app_version.empty()
                                                 ? "CapFrameX"
                                                 : "CapFrameX " + base::sanitized_and_shortened(reader.app_version),
                        .frame_time_column = "MsBetweenPresents",
                        .frame_boundary    = FrameBoundary::present};
    const std::string application =
        base::sanitized_and_shortened(reader.process_name.empty() ? reader.game_name : reader.process_name);
    for (const RecordedRun& run : reader.runs)
    {
        recording.streams.push_back(stream_of(run));
        if (input.options.display_timing_range)
            recording.streams.back().timing = timing_of(run, *input.options.display_timing_range);
        recording.streams.back().application = application;
        recording.streams.back().swap_chain  = fmt::format("run {}", recording.streams.size());
    }
    return finish_recording(source, std::move(recording), 0);
}

bool begins_with_brace(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && text[first] == '{';
}

bool may_be_capframex_json(std::string_view text)
{
    return begins_with_brace(text) && !Format::trace.matches_text(text) && !Format::json_lines.matches_text(text);
}

} // namespace

constinit const Format Format::capframex_json{
    .name = "CapFrameX JSON", .matches_text = may_be_capframex_json, .read = read_record};

} // namespace recordings
