#include "capture/readers.hpp"
#include "capture/tracks.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numeric>

namespace capture
{
namespace
{

constexpr int nano              = 0; // the unit of `elapsed` in every version
constexpr double least_coverage = 0.95;

struct Unit
{
    int scale; // power of ten to nanoseconds
    std::string_view version;
};
constexpr std::array units{Unit{6, "0.6.9 or newer"}, Unit{3, "0.6.2-0.6.8"}, Unit{0, "0.6.0-0.6.1"}};

struct Columns
{
    std::size_t fps;
    std::size_t frame;
    std::optional<std::size_t> elapsed;

    std::size_t wanted() const { return std::max({fps, frame, elapsed.value_or(0)}) + 1; }
};

// Calls `each(fields, line)` for every row but the first, whose frame began before the log did: a real one shows
// 2300 frames a second.
template <typename Each>
void for_each_row(const Header& header, const Columns& columns, Each each)
{
    Lines lines{header.body, header.line + 1};
    Fields fields{columns.wanted()};
    for (bool first = true; lines.next();)
    {
        if (lines.text().empty()) continue;
        if (!first)
        {
            fields.split(lines.text(), header.dialect.separator);
            each(fields, lines.line());
        }
        first = false;
    }
}

// What frame times are counted in: frames per second times frame time is 1e3, 1e6 or 1e9, whichever the median is
// closest to. Snapping keeps the order, so the median of the snapped products is the snapped median.
Unit infer_unit(const Header& header, const Columns& columns)
{
    std::array<std::size_t, units.size()> votes{};
    for_each_row(header, columns,
                 [&](const Fields& fields, std::size_t)
                 {
                     if (fields.size() <= std::max(columns.fps, columns.frame)) return;
                     const Number fps   = parse_scaled(fields[columns.fps], 6, header.dialect.decimal_mark);
                     const Number frame = parse_scaled(fields[columns.frame], 6, header.dialect.decimal_mark);
                     if (!fps.ok() || !frame.ok() || fps.value <= 0 || frame.value <= 0) return;
                     const double product   = static_cast<double>(fps.value) * static_cast<double>(frame.value) * 1e-12;
                     const double thousands = std::round(std::log10(product) / 3);
                     ++votes[static_cast<std::size_t>(std::clamp(thousands, 1.0, 3.0)) - 1];
                 });
    const std::size_t all = std::accumulate(votes.begin(), votes.end(), std::size_t{0});
    if (votes[0] * 2 >= all) return units[0];
    return (votes[0] + votes[1]) * 2 >= all ? units[1] : units[2];
}

// With log_versioning the file begins with "v1" and the version; otherwise the unit tells roughly.
std::string tool_name(const Source& source, Unit unit)
{
    Lines lines{source.text};
    if (lines.next() && lines.text() == "v1" && lines.next()) return fmt::format("MangoHud {}", quotable(lines.text()));
    return fmt::format("MangoHud {}", unit.version);
}

} // namespace

bool is_mangohud(const Header& header) { return header.has("fps") && header.has("frametime"); }

Result read_mangohud(const Source& source, const Header& header)
{
    const Columns columns{*header.find("fps"), *header.find("frametime"), header.find("elapsed")};
    const Unit unit = infer_unit(header, columns);
    Tracks tracks;
    for_each_row(header, columns,
                 [&](const Fields& fields, std::size_t line)
                 {
                     if (fields.size() <= columns.frame) return tracks.add_cut_row(line);
                     const std::string_view text = fields[columns.frame];
                     Row row{parse_scaled(text, unit.scale, header.dialect.decimal_mark), {}, line, text};
                     if (row.frame.kind == Number::Kind::unreadable && header.repeats(columns.frame, text)) return;
                     if (columns.elapsed && *columns.elapsed < fields.size())
                         row.time = parse_scaled(fields[*columns.elapsed], nano);
                     tracks.add(tracks.only(), row);
                 });

    Capture capture;
    capture.format            = Format::mangohud;
    capture.tool              = tool_name(source, unit);
    capture.frame_time_column = header.written[columns.frame];
    capture.side              = Side::display;
    Result result             = tracks.finish(source, header, std::move(capture));
    const auto* const read    = std::get_if<Capture>(&result);
    if (!read) return result;
    const Stream& stream   = read->streams.front();
    const std::size_t rows = stream.frames.size() + stream.missing + stream.invalid;
    if (stream.coverage().value_or(1.0) >= least_coverage || rows < 2) return result;
    return source.refuse(
        header.line,
        fmt::format("sampled, not per frame: one row every {:.0f} ms, and the frame times cover {:.0f} % "
                    "of the time",
                    timestep::to_millis(*stream.span) / static_cast<double>(rows - 1), *stream.coverage() * 100),
        "MangoHud: set log_interval=0 and record again");
}

} // namespace capture
