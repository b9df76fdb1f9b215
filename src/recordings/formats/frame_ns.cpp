#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace recordings
{
namespace
{

// Parses a frame time into `frame`. Returns why `text` is invalid, or an empty string. The format is strict, so that a
// typing mistake in a hand-edited file is an error.
std::string_view parse_error(std::string_view text, std::int64_t& frame)
{
    const std::errc error = base::read_number(text, frame);
    if (error == std::errc::result_out_of_range) return "does not fit into 64 bits";
    if (error != std::errc{}) return "is not a whole number of nanoseconds";
    return frame < 0 ? "is negative" : "";
}

constexpr auto remedy = "correct the line, or record again with --record-frames";

constexpr std::size_t max_unreleased_bytes = 8'000'000; // read bytes whose memory is not released yet

// Releases the memory of the text that has been read, from the start of `held` to the start of `rest`, if it is at
// least `max_unreleased_bytes`. Then `held` begins at `rest`.
void release_read(const Source& source, std::string_view& held, std::string_view rest)
{
    const std::size_t read = held.size() - rest.size();
    if (read < max_unreleased_bytes) return;
    source.release(held.substr(0, read));
    held = rest;
}

bool is_frame_ns(const Header& header) { return header.names.size() == 1 && header.has("framens"); }

Result read_frame_ns(const ReadTask& task)
{
    Stream stream;
    std::int64_t total = 0;
    // Reserves memory for all frames at once, because a growing vector would copy them. Reserved memory uses no
    // physical memory until it is written.
    stream.frames.reserve(std::min(task.header.body.size() / 2 + 1, max_read_frames));
    std::string_view held = task.header.body;
    Lines lines{task.header.body, task.header.line + 1};
    while (lines.next())
    {
        release_read(task.source, held, lines.rest());
        const std::string_view text = base::trimmed(lines.text());
        if (text.empty()) continue;
        std::int64_t frame = 0;
        if (const auto why = parse_error(text, frame); !why.empty())
            return task.source.refuse(lines.line(), base::message("frame time \"{}\" {}", text, base::Verbatim{why}),
                                      remedy);
        if (frame > std::numeric_limits<std::int64_t>::max() - total)
            return task.source.refuse(lines.line(), "the frame times add up to more than 292 years", remedy);
        if (stream.frames.size() == max_read_frames)
            return task.source.refuse(lines.line(), fmt::format("more than {} frames", max_read_frames),
                                      "split the file");
        total += frame;
        stream.frames.emplace_back(frame);
    }
    if (stream.frames.empty())
        return task.source.refuse(task.header.line, "there is no frame time below the header", remedy);

    Recording recording{.name              = std::string{task.source.name},
                        .format            = &Format::frame_ns,
                        .tool              = "timestep_demo",
                        .frame_time_column = task.header.written.front()};
    recording.streams.push_back(std::move(stream));
    return recording;
}

} // namespace

constinit const Format Format::frame_ns{.name = "frame_ns", .has_header = is_frame_ns, .read = read_frame_ns};

} // namespace recordings
