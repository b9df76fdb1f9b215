#include "base/message.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/json_reader.hpp"
#include "recordings/formats/presentmon_columns.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

#include <fmt/format.h>

namespace recordings
{
namespace
{

constexpr std::size_t deepest_json = 32; // maximum nesting depth; a CapFrameX record has 7 levels
constexpr std::size_t most_runs    = 10'000;
// Maximum number of frames in all runs of a file: 11 hours at 120 frames a second. It is lower than for other formats,
// because reading JSON needs more memory per frame.
constexpr std::size_t most_frames_here = 5'000'000;
// Maximum number of values in all display timing columns: two hours of twelve columns at 240 frames a second.
constexpr std::size_t most_timing_numbers = 20'000'000;

struct Run
{
    std::vector<Number> frames;
    std::vector<Number> clock;
    std::optional<std::size_t> dropped;
    std::vector<bool> was_dropped;           // for each frame, true if it was never displayed
    Header header;                           // names of the display timing columns
    std::vector<std::vector<Number>> timing; // for each column of `header`, its values
    std::size_t invalid_line = 0;            // line of the first invalid frame time in the file; 0 if all are valid
    std::string invalid_text;                // first invalid frame time as written in the file
};

// Reads Runs[].CaptureData.{MsBetweenPresents,TimeInSeconds,Dropped} and some members of Info from a CapFrameX record;
// `with_timing` also reads the display timing columns of CaptureData. Skips everything else, mostly sensor data. The
// names are those of SessionCaptureData in github.com/CXWorld/CapFrameX.
class JsonRecord : public JsonReader
{
public:
    JsonRecord(std::string_view text, bool with_timing)
        : JsonReader(text)
        , with_timing_(with_timing)
    {
        parse(*this);
    }

    std::vector<Run> runs;
    std::string process_name;
    std::string game_name;
    std::string app_version;

    bool null() { return number({}, "null"); }
    bool boolean(bool value)
    {
        if (into_ == Into::dropped) add_dropped(value);
        return true;
    }
    bool number_integer(std::int64_t value) { return whole(fmt::format_int(value).str()); }
    bool number_unsigned(std::uint64_t value) { return whole(fmt::format_int(value).str()); }
    bool number_float(double, const std::string& text)
    {
        return number(parse_scaled(text, scale(), decimal_mark_in(text)), text);
    }
    bool string(const std::string& text)
    {
        if (path_.size() == 2 && path_[0] == "Info")
        {
            if (path_[1] == "ProcessName") process_name = text;
            if (path_[1] == "GameName") game_name = text;
            if (path_[1] == "AppVersion") app_version = text;
        }
        // a number in quotes: CapFrameX writes NaN as a string
        return number(parse_scaled(text, scale()), text);
    }
    bool key(const std::string& name)
    {
        path_.back() = name;
        return true;
    }
    bool start_object(std::size_t)
    {
        if (path_.size() == 2 && path_[0] == "Runs" && path_[1] == element) runs.emplace_back();
        if (runs.size() > most_runs) problem = fmt::format("there are more than {} runs", most_runs);
        return open("");
    }
    bool end_object() { return close(); }
    bool start_array(std::size_t)
    {
        into_ = Into::nothing;
        if (path_.size() == 4 && path_[0] == "Runs" && path_[1] == element && path_[2] == "CaptureData" &&
            !runs.empty())
            into_ = target(path_[3]);
        return open(element);
    }
    bool end_array()
    {
        into_ = Into::nothing;
        return close();
    }

private:
    enum class Into : std::uint8_t
    {
        nothing,
        frames,
        clock,
        dropped,
        timing,
    };

    static constexpr const char* element = "[]"; // key in `path_` of an array element, which has no name

    Into target(const std::string& name)
    {
        if (name == "MsBetweenPresents") return Into::frames;
        if (name == "TimeInSeconds") return Into::clock;
        if (name == "Dropped")
        {
            runs.back().dropped = 0;
            return Into::dropped;
        }
        return with_timing_ ? timing_target(name) : Into::nothing;
    }
    // Returns Into::nothing for other than display timing columns, to save memory.
    Into timing_target(const std::string& name)
    {
        Run& run = runs.back();
        Header alone;
        alone.written.push_back(base::printable(name));
        alone.names.push_back(normalised(name));
        if (DisplayTimingColumns{alone}.columns().empty() || run.header.has(alone.names.front())) return Into::nothing;
        run.header.written.push_back(std::move(alone.written.front()));
        run.header.names.push_back(std::move(alone.names.front()));
        run.timing.emplace_back();
        return Into::timing;
    }

    void add_dropped(bool dropped)
    {
        *runs.back().dropped += dropped ? 1 : 0;
        if (with_timing_) runs.back().was_dropped.push_back(dropped);
    }

    bool open(const char* name)
    {
        if (path_.size() == deepest_json) problem = "the JSON has more levels than any recording";
        path_.emplace_back(name);
        return problem.empty();
    }
    bool close()
    {
        path_.pop_back();
        return true;
    }

    int scale() const { return into_ == Into::clock ? seconds : millis; }

    bool whole(const std::string& text)
    {
        if (into_ == Into::dropped) add_dropped(text == "1");
        return number(parse_scaled(text, scale()), text);
    }

    bool number(const Number& value, const std::string& text)
    {
        if (into_ == Into::timing) return timing_number(value);
        if (into_ != Into::clock && into_ != Into::frames) return true;
        Run& run = runs.back();
        if (++numbers_ > 2 * most_frames_here)
        {
            problem = fmt::format("there are more than {} frames", most_frames_here);
            return false;
        }
        if (into_ == Into::clock) return run.clock.push_back(value), true;
        run.frames.push_back(value);
        if (run.invalid_line == 0 && value.kind != Number::Kind::missing && !is_frame_time(value))
        {
            run.invalid_line = line();
            run.invalid_text = text;
        }
        return true;
    }

    bool timing_number(const Number& value)
    {
        if (++timing_numbers_ > most_timing_numbers)
            problem = fmt::format("there are more than {} values of display timing", most_timing_numbers);
        else
            runs.back().timing.back().push_back(value);
        return problem.empty();
    }

    bool with_timing_;
    std::size_t timing_numbers_ = 0;
    // Keys from the root of the JSON to the current value.
    std::vector<std::string> path_;
    Into into_           = Into::nothing;
    std::size_t numbers_ = 0;
};

Stream stream_of(const Run& run)
{
    Track track;
    for (std::size_t i = 0; i < run.frames.size(); ++i)
    {
        const Number clock = i < run.clock.size() ? run.clock[i] : Number{};
        track.add({run.frames[i], clock, run.invalid_line, run.invalid_text}, StreamClock::Mark::frame_end);
    }
    track.stream.dropped = run.dropped;
    return track.take_stream();
}

// Computes the display timing of the run's frames in `part`. If a column is shorter than the others, its values for the
// last frames are missing.
DisplayTiming timing_of(const Run& run, const Part& part)
{
    const DisplayTimingColumns columns{run.header};
    std::vector<Number> row(columns.columns().size());
    Tracks tracks;
    Nanos begin{};
    for (std::size_t frame = 0; frame < run.frames.size(); ++frame)
    {
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            const std::vector<Number>& column = run.timing[columns.columns()[i]];
            row[i]                            = frame < column.size() ? column[frame] : Number{};
        }
        columns.add(
            row, tracks.only_track(),
            {.dropped = frame < run.was_dropped.size() ? std::optional{bool{run.was_dropped[frame]}} : std::nullopt,
             .counts  = part.contains(begin)});
        if (is_frame_time(run.frames[frame])) begin += Nanos{run.frames[frame].value};
    }
    std::vector<DisplayTiming> all = tracks.take_display_timings();
    return all.empty() ? DisplayTiming{} : std::move(all.front());
}

Result read_record(const ReadTask& task)
{
    const auto& source    = task.source;
    auto* const timings   = task.timings;
    constexpr auto remedy = "save the record again with CapFrameX";
    JsonRecord record{source.text, timings != nullptr};
    if (!record.problem.empty()) return source.refuse(record.line(), record.problem, remedy);

    Recording recording;
    recording.format = &Format::capframex_json;
    recording.tool   = record.app_version.empty() ? "CapFrameX" : "CapFrameX " + base::printable(record.app_version);
    recording.frame_time_column = "MsBetweenPresents";
    recording.side              = TimingSide::display;
    const std::string application =
        base::printable(record.process_name.empty() ? record.game_name : record.process_name);
    for (const Run& run : record.runs)
    {
        recording.streams.push_back(stream_of(run));
        if (timings) timings->push_back(timing_of(run, task.choice.timed));
        recording.streams.back().application = application;
        recording.streams.back().swap_chain  = fmt::format("run {}", recording.streams.size());
    }
    return complete(source, std::move(recording), 0);
}

bool is_json(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && text[first] == '{';
}

// True if the text is a CapFrameX record; false for other JSON, such as a Chrome trace.
bool is_record(std::string_view text)
{
    return is_json(text) && !Format::trace.has_text(text) && !Format::json_lines.has_text(text);
}

} // namespace

constinit const Format Format::capframex_json{.name = "CapFrameX JSON", .has_text = is_record, .read = read_record};

} // namespace recordings
