#include "base/message.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace recordings
{
namespace
{

struct Version
{
    int scale; // power of ten from the unit of the column frametime to nanoseconds
    std::string_view version;
};
constexpr std::array versions{Version{millis, "0.6.9 or newer"}, Version{micros, "0.6.2-0.6.8"},
                              Version{nanos, "0.6.0-0.6.1"}};

constexpr std::string_view fps_column = "fps", frame_column = "frametime";

// The first frame began before the log, so its frame time is wrong: about 0.4 ms (2300 fps) in a real file.
constexpr std::size_t skipped_rows = 1;

// The unit of one row's frame time as an index into `versions`: fps * frametime is about 1e3 (ms), 1e6 (us) or 1e9
// (ns). std::nullopt if the row lacks one of the numbers.
std::optional<std::size_t> vote(std::string_view fps_text, std::string_view frame_text, char decimal_mark)
{
    const Number fps   = parse_scaled(fps_text, micros, decimal_mark);
    const Number frame = parse_scaled(frame_text, micros, decimal_mark);
    if (!fps.ok() || !frame.ok() || fps.value <= 0 || frame.value <= 0) return std::nullopt;
    const double product = static_cast<double>(fps.value) * static_cast<double>(frame.value) * 1e-6;
    return static_cast<std::size_t>(std::clamp(std::round(std::log10(product) / 3), 1.0, 3.0)) - 1;
}

// The median, in the order ms, us, ns, of the rows' units from vote().
Version infer_unit(const Header& header)
{
    const std::size_t fps = *header.find(fps_column), frame = *header.find(frame_column), last = std::max(fps, frame);
    std::array<std::size_t, versions.size()> votes{};
    Fields fields{last + 1};
    std::size_t rows = 0;
    for (Lines lines{header.body}; lines.next();)
    {
        if (lines.text().empty() || rows++ < skipped_rows) continue;
        fields.split(lines.text(), header.dialect.separator);
        if (fields.size() <= last) continue;
        if (const auto unit = vote(fields[fps], fields[frame], header.dialect.decimal_mark)) ++votes[*unit];
    }
    const std::size_t all = std::accumulate(votes.begin(), votes.end(), std::size_t{0});
    if (votes[0] * 2 >= all) return versions[0];
    return (votes[0] + votes[1]) * 2 >= all ? versions[1] : versions[2];
}

// MangoHud's name and version. With the option log_versioning, the file begins with "v1" and the version. Otherwise the
// unit of the frame times implies a range of versions.
std::string tool_name(const Source& source, Version unit)
{
    Lines lines{source.text};
    if (lines.next() && lines.text() == "v1" && lines.next()) return base::message("MangoHud {}", lines.text());
    return fmt::format("MangoHud {}", unit.version);
}

// Refuses a sampled recording. By default MangoHud writes one row per time interval instead of one row per frame.
std::optional<Refusal> refuse_sampled(const Source& source, const Header& header, const Stream& stream)
{
    const double coverage  = stream.coverage().value_or(1.0);
    const std::size_t rows = stream.frames.size() + stream.missing + stream.invalid;
    if (coverage >= min_coverage || rows < 2) return std::nullopt;
    const double interval = timestep::to_millis(*stream.span) / static_cast<double>(rows - 1);
    return source.refuse(
        header.line,
        fmt::format("sampled, not per frame: one row every {:.0f} ms, and the frame times cover {:.0f} % "
                    "of the time",
                    interval, coverage * 100),
        "MangoHud: set log_interval=0 and record again");
}

bool is_mangohud(const Header& header) { return header.has(fps_column) && header.has(frame_column); }

Result read_mangohud(const ReadTask& task)
{
    const Version unit     = infer_unit(task.header);
    const std::string tool = tool_name(task.source, unit);
    Result result          = read_frames({.format       = Format::mangohud,
                                          .tool         = tool,
                                          .side         = TimingSide::display,
                                          .frame        = {frame_column, unit.scale},
                                          .clock        = {"elapsed", nanos, true},
                                          .skipped_rows = skipped_rows},
                                         task.source, task.header);
    if (const auto* const read = std::get_if<Recording>(&result))
        if (auto refusal = refuse_sampled(task.source, task.header, read->streams.front())) return *std::move(refusal);
    return result;
}

} // namespace

constinit const Format Format::mangohud{.name = "MangoHud", .has_header = is_mangohud, .read = read_mangohud};

} // namespace recordings
