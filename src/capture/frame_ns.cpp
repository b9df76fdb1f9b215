#include "capture/frame_ns.hpp"

#include "capture/formats.hpp"
#include "capture/source.hpp"
#include "io/message.hpp"
#include "io/number.hpp"
#include "io/output_files.hpp"
#include "io/path.hpp"
#include "io/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace capture
{
namespace
{

// Why `text` is no frame time of ours; empty when it is one, and then `frame` holds it. Our own format is strict:
// whoever edits it by hand wants to hear of a slip.
std::string_view fault(std::string_view text, std::int64_t& frame)
{
    const std::errc error = io::read_number(text, frame);
    if (error == std::errc::result_out_of_range) return "does not fit 64 bits";
    if (error != std::errc{}) return "is not a whole number of nanoseconds";
    return frame < 0 ? "is negative" : "";
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    return text;
}

constexpr auto remedy = "correct the line, or record again with --record-frames";

bool is_frame_ns(const Header& header) { return header.names.size() == 1 && header.has("framens"); }

Result read_frame_ns(const ReadTask& task)
{
    Stream stream;
    std::int64_t total = 0;
    // Sized at once: a vector that grows would hold a gigabyte of frames twice. Frames of 1 ms and more take 8 bytes.
    const auto lines_below =
        static_cast<std::size_t>(std::count(task.header.body.begin(), task.header.body.end(), '\n'));
    stream.frames.reserve(std::min({lines_below + 1, task.header.body.size() / 8, most_frames}));
    Lines lines{task.header.body, task.header.line + 1};
    while (lines.next())
    {
        const std::string_view text = trimmed(lines.text());
        if (text.empty()) continue;
        std::int64_t frame = 0;
        if (const auto why = fault(text, frame); !why.empty())
            return task.source.refuse(lines.line(), io::message("frame time \"{}\" {}", text, io::Verbatim{why}),
                                      remedy);
        if (frame > std::numeric_limits<std::int64_t>::max() - total)
            return task.source.refuse(lines.line(), "the frame times add up to more than 292 years", remedy);
        if (stream.frames.size() == most_frames)
            return task.source.refuse(lines.line(), fmt::format("more than {} frames", most_frames), "split the file");
        total += frame;
        stream.frames.emplace_back(frame);
    }
    if (stream.frames.empty())
        return task.source.refuse(task.header.line, "there is no frame time below the task.header", remedy);

    Recording recording = own_recording(std::string{task.source.name}, task.header.written.front());
    recording.streams.push_back(std::move(stream));
    return recording;
}

} // namespace

constinit const Format Format::frame_ns{.name = "frame_ns", .has_header = is_frame_ns, .read = read_frame_ns};

Recording own_recording(std::string name, std::string frame_time_column)
{
    Recording recording;
    recording.name              = std::move(name);
    recording.format            = &Format::frame_ns;
    recording.tool              = "timestep_demo";
    recording.frame_time_column = std::move(frame_time_column);
    return recording;
}

std::optional<std::string> write_frame_ns(const std::filesystem::path& path, std::span<const Nanos> frames)
{
    for (const Nanos frame : frames)
        if (frame < Nanos::zero()) return io::message("{}: a frame time of {} ns", path, frame.count());

    io::WholeFile file{path};
    file.add("frame_ns\n");
    for (const Nanos frame : frames) file.add_line("{}", frame.count());
    return file.finish();
}

} // namespace capture
