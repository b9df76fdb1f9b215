#include "base/message.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

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
    int scale; // power of ten from the unit of the column frametime to nanoseconds, such as 6 for ms
    std::string_view version;
};
constexpr std::array versions{Version{millis, "0.6.9 or newer"}, Version{micros, "0.6.2-0.6.8"},
                              Version{nanos, "0.6.0-0.6.1"}};

struct MangoHudColumns
{
    std::size_t fps;
    std::size_t frame;
    std::size_t elapsed; ///< equal to `frame` if the file has no column of this name

    std::size_t wanted() const { return std::max({fps, frame, elapsed}) + 1; }
};

// Reads all rows except the first. The first frame began before the log started, so its frame time is wrong: in a real
// file it was as short as at 2300 frames a second.
class Rows
{
public:
    Rows(const Header& header, const MangoHudColumns& columns)
        : lines_(header.body, header.line + 1)
        , fields_(columns.wanted())
        , separator_(header.dialect.separator)
    {
        next_line();
    }

    bool next()
    {
        if (!next_line()) return false;
        fields_.split(lines_.text(), separator_);
        return true;
    }

    const Fields& fields() const { return fields_; }
    std::size_t line() const { return lines_.line(); }

private:
    bool next_line()
    {
        while (lines_.next())
            if (!lines_.text().empty()) return true;
        return false;
    }

    Lines lines_;
    Fields fields_;
    char separator_;
};

// Returns the unit of one row's frame time as an index into `versions`: fps * frametime is about 1e3 (ms), 1e6 (us) or
// 1e9 (ns). Returns nothing if the row does not have these numbers.
std::optional<std::size_t> vote(const Fields& fields, const MangoHudColumns& columns, char decimal_mark)
{
    if (fields.size() <= std::max(columns.fps, columns.frame)) return std::nullopt;
    const Number fps   = parse_scaled(fields[columns.fps], micros, decimal_mark);
    const Number frame = parse_scaled(fields[columns.frame], micros, decimal_mark);
    if (!fps.ok() || !frame.ok() || fps.value <= 0 || frame.value <= 0) return std::nullopt;
    const double product = static_cast<double>(fps.value) * static_cast<double>(frame.value) * 1e-6;
    return static_cast<std::size_t>(std::clamp(std::round(std::log10(product) / 3), 1.0, 3.0)) - 1;
}

// Returns the unit of the file's frame times. vote() determines a unit from each row; the result is the median of these
// units in the order ms, us, ns.
Version infer_unit(const Header& header, const MangoHudColumns& columns)
{
    std::array<std::size_t, versions.size()> votes{};
    for (Rows rows{header, columns}; rows.next();)
        if (const auto unit = vote(rows.fields(), columns, header.dialect.decimal_mark)) ++votes[*unit];
    const std::size_t all = std::accumulate(votes.begin(), votes.end(), std::size_t{0});
    if (votes[0] * 2 >= all) return versions[0];
    return (votes[0] + votes[1]) * 2 >= all ? versions[1] : versions[2];
}

Tracks read_rows(const Header& header, const MangoHudColumns& columns, Version unit)
{
    Tracks tracks;
    for (Rows rows{header, columns}; rows.next();)
    {
        const Fields& fields = rows.fields();
        if (fields.size() <= columns.frame)
        {
            tracks.add_cut_row(rows.line());
            continue;
        }
        const std::string_view text = fields[columns.frame];
        Row row{parse_scaled(text, unit.scale, header.dialect.decimal_mark), {}, rows.line(), text};
        if (row.frame.kind == Number::Kind::unreadable && header.repeats(columns.frame, text)) continue;
        if (columns.elapsed != columns.frame && columns.elapsed < fields.size())
            row.time = parse_scaled(fields[columns.elapsed], nanos); // nanoseconds in every version of MangoHud
        tracks.add(tracks.only(), row);
    }
    return tracks;
}

// Returns MangoHud's name and version. With the option log_versioning, the file begins with "v1" and the version.
// Otherwise the unit of the frame times shows a range of versions.
std::string tool_name(const Source& source, Version unit)
{
    Lines lines{source.text};
    if (lines.next() && lines.text() == "v1" && lines.next()) return base::message("MangoHud {}", lines.text());
    return fmt::format("MangoHud {}", unit.version);
}

// Refuses a sampled recording. By default MangoHud writes one row in each interval of time instead of one row a frame.
std::optional<Refusal> refuse_sampled(const Source& source, const Header& header, const Stream& stream)
{
    const double coverage  = stream.coverage().value_or(1.0);
    const std::size_t rows = stream.frames.size() + stream.missing + stream.invalid;
    if (coverage >= least_coverage || rows < 2) return std::nullopt;
    const double interval = timestep::to_millis(*stream.span) / static_cast<double>(rows - 1);
    return source.refuse(
        header.line,
        fmt::format("sampled, not per frame: one row every {:.0f} ms, and the frame times cover {:.0f} % "
                    "of the time",
                    interval, coverage * 100),
        "MangoHud: set log_interval=0 and record again");
}

bool is_mangohud(const Header& header) { return header.has("fps") && header.has("frametime"); }

Result read_mangohud(const ReadTask& task)
{
    const std::size_t frame = *task.header.find("frametime");
    const MangoHudColumns columns{*task.header.find("fps"), frame, task.header.find("elapsed").value_or(frame)};
    const Version unit = infer_unit(task.header, columns);

    Recording recording;
    recording.format            = &Format::mangohud;
    recording.tool              = tool_name(task.source, unit);
    recording.frame_time_column = task.header.written[columns.frame];
    recording.side              = TimingSide::display;
    Result result = read_rows(task.header, columns, unit).finish(task.source, task.header, std::move(recording));
    if (const auto* const read = std::get_if<Recording>(&result))
        if (auto refusal = refuse_sampled(task.source, task.header, read->streams.front())) return *std::move(refusal);
    return result;
}

} // namespace

constinit const Format Format::mangohud{.name = "MangoHud", .has_header = is_mangohud, .read = read_mangohud};

} // namespace recordings
