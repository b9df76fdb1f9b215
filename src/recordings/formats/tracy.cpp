// Reads the output of `tracy-csvexport -u -f NAME`: one row for each run of a zone that runs once per frame.
// Source: csvexport/src/csvexport.cpp in github.com/wolfpld/tracy.
#include "base/message.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <algorithm>

namespace recordings
{
namespace
{

constexpr int max_separators_in_zone_name = 8;

struct TracyColumns
{
    std::size_t name = 0, source_line = 0, start = 0, duration = 0, thread = 0;
    std::size_t required_field_count() const { return std::max({name, source_line, start, duration, thread}) + 1; }
};

std::optional<std::uint64_t> parse_whole_number(std::string_view field)
{
    const ParsedNumber number = parse_scaled(field, ns_exponent);
    if (!number.ok() || number.value < 0 || field.find_first_not_of("0123456789") != field.npos) return std::nullopt;
    return static_cast<std::uint64_t>(number.value);
}

struct ZoneRunReader
{
    TracyColumns columns;
    char separator;
    FieldSplitter fields{columns.required_field_count()};
    std::string_view zone_name{};
    FrameStarts starts{};

    /// Reads a row. Returns the reason if the row is invalid; empty if it is valid.
    std::string add_row(std::string_view line, std::size_t line_number)
    {
        if (!split_row(line)) return "the row is not a zone";
        const std::string_view row_name = fields[columns.name];
        if (starts.empty()) zone_name = row_name;
        if (row_name != zone_name)
            return base::message("a zone \"{}\" after \"{}\": which of them runs once a frame?", row_name, zone_name);
        return starts.add_start(zone_name, {}, fields[columns.thread],
                                static_cast<std::int64_t>(*parse_whole_number(fields[columns.start])), line_number);
    }

    // Tracy does not quote the zone's name. Tries 0 to 8 separators in the name until the row's numbers are valid.
    bool split_row(std::string_view line)
    {
        for (int extra_separators = 0; extra_separators <= max_separators_in_zone_name; ++extra_separators)
        {
            fields.split(line, separator, extra_separators);
            if (fields.size() < columns.required_field_count()) return false;
            const auto is_whole = [&](std::size_t column) { return parse_whole_number(fields[column]).has_value(); };
            if (is_whole(columns.source_line) && is_whole(columns.start) && is_whole(columns.duration) &&
                is_whole(columns.thread))
                return true;
        }
        return false;
    }
};

bool is_tracy(const Header& header)
{
    return header.has("nssincestart") && header.has("exectimens") && header.has("srcline") && header.has("thread") &&
           header.normalised_names.front() == "name";
}

RecordingOrError read_tracy(const ReadInput& input)
{
    const TracyColumns columns{.source_line = *input.header.find("srcline"),
                               .start = *input.header.find("nssincestart"),
                               .duration = *input.header.find("exectimens"),
                               .thread = *input.header.find("thread")};
    ZoneRunReader zone_run_reader{columns, input.header.dialect.separator};
    LineReader lines{input.header.text_below, input.header.line_number + 1};
    while (lines.next())
    {
        if (lines.line().empty()) continue;
        if (std::string error = zone_run_reader.add_row(lines.line(), lines.line_number()); !error.empty())
            return input.source.error_at(lines.line_number(), std::move(error),
                                         "export every run of one zone: tracy-csvexport -u -f NAME FILE.tracy");
    }

    return zone_run_reader.starts.make_recording_builder(1).finish(input.source, input.header,
                                                                   {.format = &Format::tracy,
                                                                    .tool = "Tracy's csvexport",
                                                                    .frame_time_column = "ns_since_start",
                                                                    .frame_boundary = FrameBoundary::frame_start});
}

} // namespace

constinit const Format Format::tracy{.name = "Tracy CSV export", .matches_header = is_tracy, .read = read_tracy};

} // namespace recordings
