#include "capture/frame_ns.hpp"

#include "capture/encoding.hpp"
#include "capture/readers.hpp"

#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>
#include <memory>
#include <system_error>

namespace capture
{
namespace
{

// Why `text` is no frame time of ours; empty when it is one, and then `frame` holds it. Our own format is strict:
// whoever edits it by hand wants to hear of a slip.
std::string_view fault(std::string_view text, std::int64_t& frame)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), frame);
    if (error == std::errc::result_out_of_range) return "does not fit 64 bits";
    if (error != std::errc{} || end != text.data() + text.size()) return "is not a whole number of nanoseconds";
    return frame < 0 ? "is negative" : "";
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    return text;
}

constexpr auto remedy = "correct the line, or record again with --record";

struct CloseFile
{
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string last_error() { return std::generic_category().message(errno); }

bool write_lines(std::FILE* file, std::span<const Nanos> frames)
{
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text), "frame_ns\n");
    for (const Nanos frame : frames)
    {
        fmt::format_to(std::back_inserter(text), "{}\n", frame.count());
        if (text.size() < 60'000) continue;
        if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) return false;
        text.clear();
    }
    return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

} // namespace

bool is_frame_ns(const Header& header) { return header.names.size() == 1 && header.has("framens"); }

Result read_frame_ns(const Source& source, const Header& header)
{
    Stream stream;
    std::int64_t total = 0;
    // Sized at once: a vector that grows would hold a gigabyte of frames twice. Frames of 1 ms and more take 8 bytes.
    const auto lines_below = static_cast<std::size_t>(std::count(header.body.begin(), header.body.end(), '\n'));
    stream.frames.reserve(std::min(lines_below + 1, header.body.size() / 8));
    Lines lines{header.body, header.line + 1};
    while (lines.next())
    {
        const std::string_view text = trimmed(lines.text());
        if (text.empty()) continue;
        std::int64_t frame = 0;
        if (const auto why = fault(text, frame); !why.empty())
            return source.refuse(lines.line(), fmt::format("frame time \"{}\" {}", quotable(text), why), remedy);
        if (frame > std::numeric_limits<std::int64_t>::max() - total)
            return source.refuse(lines.line(), "the frame times add up to more than 292 years", remedy);
        total += frame;
        stream.frames.emplace_back(frame);
    }
    if (stream.frames.empty()) return source.refuse(header.line, "there is no frame time below the header", remedy);

    Capture capture;
    capture.name              = source.name;
    capture.format            = Format::frame_ns;
    capture.tool              = "timestep_demo";
    capture.frame_time_column = header.written.front();
    capture.streams.push_back(std::move(stream));
    return capture;
}

std::optional<std::string> write_frame_ns(const std::filesystem::path& path, std::span<const Nanos> frames)
{
    for (const Nanos frame : frames)
        if (frame < Nanos::zero()) return fmt::format("{}: a frame time of {} ns", path.string(), frame.count());

    // A pipe or a device is written straight: there is nothing to rename, and nothing to keep whole.
    std::error_code error;
    const bool in_place = std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error);
    const std::filesystem::path target = in_place ? path : std::filesystem::path{path.string() + ".part"};

    const auto failed = [&](std::string why)
    {
        if (!in_place) std::filesystem::remove(target, error);
        return fmt::format("{}: cannot be written: {}", path.string(), std::move(why));
    };
    File file{std::fopen(target.c_str(), "wb")};
    if (!file) return fmt::format("{}: cannot be written: {}", path.string(), last_error());
    if (!write_lines(file.get(), frames)) return failed(last_error());
    if (std::fclose(file.release()) != 0) return failed(last_error());
    if (in_place) return std::nullopt;
    std::filesystem::rename(target, path, error);
    if (error) return failed(error.message());
    return std::nullopt;
}

} // namespace capture
