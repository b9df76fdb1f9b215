// Reads the output of `adb shell dumpsys SurfaceFlinger --latency LAYER`: the refresh period, then the last 127 frames
// of a layer, each with its desired present time, its actual present time and the time when its rendering was complete.
// Source: FrameTracker::dumpStats in Android's frameworks/native/services/surfaceflinger.
#include "base/message.hpp"
#include "base/text.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace recordings
{
namespace
{

constexpr std::size_t max_first_line_bytes = 400;
constexpr std::int64_t min_pending_present_ns = 9'000'000'000'000'000'000;

constexpr bool is_separator(char c) { return is_blank(c) || c == ',' || c == ';'; }

// Splits a line into the numbers between its separators. Returns how many there are; 0 if a word is no number.
std::size_t split_into_numbers(std::string_view line, std::array<ParsedNumber, 3>& numbers)
{
    std::size_t count = 0;
    for (line = trimmed_where(line, is_separator); !line.empty(); line = trimmed_where(line, is_separator))
    {
        const std::string_view word = line.substr(0, line.find_first_of(" \t,;"));
        line.remove_prefix(word.size());
        const ParsedNumber number = parse_scaled(word, ns_exponent);
        if (!number.ok() || count == numbers.size()) return 0;
        numbers[count++] = number;
    }
    return count;
}

// Above the output, a terminal's text has the command, and adb says that its daemon starts.
bool is_dump_heading(std::string_view line)
{
    return line.empty() || line.starts_with('$') || line.starts_with('*') || line.starts_with('>') ||
           line.find("--latency") != line.npos;
}

bool is_surfaceflinger(std::string_view text)
{
    std::array<ParsedNumber, 3> numbers{};
    LineReader lines{text};
    while (lines.next() && lines.line().size() <= max_first_line_bytes)
        if (const std::string_view line = base::trimmed(lines.line()); !is_dump_heading(line))
            return line.find_first_not_of("0123456789") == line.npos && split_into_numbers(line, numbers) == 1 &&
                   is_refresh_period(numbers[0]) &&
                   (base::trimmed(lines.remaining_text()).empty() ||
                    (lines.next() && split_into_numbers(lines.line(), numbers) == 3));
    return false;
}

// Several outputs may follow each other in the file, and have frames in common.
RecordingOrError read_surfaceflinger(const ReadInput& input)
{
    RecordingBuilder recording_builder;
    TimestampDifferencer differencer;
    StreamBuilder& stream_builder = recording_builder.open_only_stream();
    std::array<ParsedNumber, 3> numbers{};
    std::int64_t last_present_ns = 0;
    bool is_output_begin = true, overlaps_earlier_output = false;
    for (LineReader lines{input.source.text}; lines.next();)
    {
        if (is_dump_heading(base::trimmed(lines.line()))) continue;
        const std::size_t count = split_into_numbers(lines.line(), numbers);
        if (count == 1 && is_refresh_period(numbers[0]))
        {
            stream_builder.stream.refresh_period = Nanos{numbers[0].value};
            is_output_begin = true;
            overlaps_earlier_output = false;
            continue;
        }
        if (count != 3)
            return input.source.error_at(
                lines.line_number(),
                base::message("this line does not have three times: \"{}\"", base::trimmed(lines.line())),
                "dump the frames again: adb shell dumpsys SurfaceFlinger --latency LAYER");
        const std::int64_t present_ns = numbers[1].value;
        // A row is all zeros if it is not used yet, and has the largest number if its frame is not displayed yet.
        if (present_ns == 0 || present_ns >= min_pending_present_ns) continue;
        overlaps_earlier_output = overlaps_earlier_output || present_ns <= last_present_ns;
        if (present_ns <= last_present_ns) continue;
        if (is_output_begin && !overlaps_earlier_output) differencer = {}; // frames between the outputs are missing
        is_output_begin = false;
        last_present_ns = present_ns;
        differencer.add_timestamp(recording_builder, stream_builder, numbers[1], lines.line_number(),
                                  base::trimmed(lines.line()));
    }
    if (last_present_ns == 0)
        return input.source.error_at(0, "SurfaceFlinger has no frames of this layer",
                                     "use a name from adb shell dumpsys SurfaceFlinger --list, while the app draws");
    return recording_builder.finish(input.source, {},
                                    {.format = &Format::surfaceflinger,
                                     .tool = "Android's dumpsys SurfaceFlinger --latency",
                                     .frame_time_column = "actual present time",
                                     .frame_boundary = FrameBoundary::present});
}

} // namespace

constinit const Format Format::surfaceflinger{
    .name = "Android SurfaceFlinger latency", .matches_text = is_surfaceflinger, .read = read_surfaceflinger};

} // namespace recordings
