#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace recordings
{
namespace
{

// Parses a frame time into `frame_ns`. Returns the reason if `text` is invalid, otherwise an empty string.
std::string_view parse_frame_time_into(std::string_view text, std::int64_t& frame_ns)
{
    const std::errc error = base::parse_number_into(text, frame_ns);
    if (error == std::errc::result_out_of_range) return "does not fit into 64 bits";
    if (error != std::errc{}) return "is not a whole number of nanoseconds";
    if (frame_ns > max_frame_time_ns) return "is longer than a day";
    return frame_ns < 0 ? "is negative" : "";
}

// Appends the frame times of the lines at the start of `text` that have only digits. Returns the number of bytes of
// these lines, which other lines end, and the last lines of the text.
std::size_t append_plain_frame_times(std::string_view text, std::vector<Nanos>& frame_times, std::int64_t& total_ns)
{
    constexpr std::size_t max_plain_digits = 14; // as many as max_frame_time_ns has
    std::size_t byte_count = 0;
    while (text.size() - byte_count > max_plain_digits + 1 && frame_times.size() < max_read_frames)
    {
        const char* const line = text.data() + byte_count;
        const auto first_characters = load_characters<std::uint64_t>(line);
        std::size_t digit_count = first_digit_count(first_characters);
        if (digit_count == 0) break;
        auto frame_ns = static_cast<std::int64_t>(first_digits_value(first_characters, digit_count));
        if (digit_count == 8)
            for (; digit_count < max_plain_digits && base::is_ascii_digit(line[digit_count]); ++digit_count)
                frame_ns = 10 * frame_ns + (line[digit_count] - '0');
        if (line[digit_count] != '\n' || frame_ns > max_frame_time_ns ||
            frame_ns > std::numeric_limits<std::int64_t>::max() - total_ns)
            break;
        total_ns += frame_ns;
        frame_times.emplace_back(frame_ns);
        byte_count += digit_count + 1;
    }
    return byte_count;
}

constexpr auto frame_ns_remedy = "correct the line, or record again";

// Memory of text that is already parsed is released in parts of at least this size.
constexpr std::size_t min_released_bytes = 8'000'000;

// Releases the physical memory of the text before `remaining`. A later access to this text reads the file again.
void release_parsed_text(const RecordingSource& source, std::string_view& unreleased, std::string_view remaining)
{
    const std::size_t parsed_byte_count = unreleased.size() - remaining.size();
    if (parsed_byte_count < min_released_bytes) return;
    if (source.file) source.file->release_pages_overlapping(unreleased.substr(0, parsed_byte_count));
    unreleased = remaining;
}

bool is_frame_ns(const Header& header) { return header.normalised_names.size() == 1 && header.has("framens"); }

RecordingOrError read_frame_ns(const ReadInput& input)
{
    Stream stream;
    std::int64_t total_ns = 0;
    // Avoids copies by reserving for all possible frames. Reserved memory is physical only after it is written.
    stream.frame_times.reserve(std::min(input.header.text_below.size() / 2 + 1, max_read_frames));
    std::string_view unreleased = input.header.text_below;
    LineReader lines{input.header.text_below, input.header.line_number + 1};
    while (true)
    {
        const std::size_t frame_count = stream.frame_times.size();
        const std::size_t byte_count = append_plain_frame_times(lines.remaining_text().substr(0, min_released_bytes),
                                                                stream.frame_times, total_ns);
        lines.skip_lines(stream.frame_times.size() - frame_count, byte_count);
        release_parsed_text(input.source, unreleased, lines.remaining_text());
        if (!lines.next()) break;
        const std::string_view text = base::trimmed(lines.line());
        if (text.empty()) continue;
        std::int64_t frame_ns = 0;
        if (const auto error = parse_frame_time_into(text, frame_ns); !error.empty())
            return input.source.error_at(lines.line_number(),
                                         base::message("frame time \"{}\" {}", text, base::Verbatim{error}),
                                         frame_ns_remedy);
        if (frame_ns > std::numeric_limits<std::int64_t>::max() - total_ns)
            return input.source.error_at(lines.line_number(), "the frame times add up to more than 292 years",
                                         frame_ns_remedy);
        if (stream.frame_times.size() == max_read_frames)
            return input.source.error_at(lines.line_number(), fmt::format("more than {} frames", max_read_frames),
                                         "split the file");
        total_ns += frame_ns;
        stream.frame_times.emplace_back(frame_ns);
    }
    if (stream.frame_times.empty())
        return input.source.error_at(input.header.line_number, "there is no frame time below the header",
                                     frame_ns_remedy);

    Recording recording{.name = std::string{input.source.name},
                        .format = &Format::frame_ns,
                        .tool = "timestep_demo",
                        .frame_time_column = input.header.original_names.front()};
    recording.streams.push_back(std::move(stream));
    return recording;
}

} // namespace

constinit const Format Format::frame_ns{.name = "frame_ns", .matches_header = is_frame_ns, .read = read_frame_ns};

} // namespace recordings
