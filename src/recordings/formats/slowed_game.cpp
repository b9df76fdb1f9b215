// Reads the table that `timestep_lab slow --csv` writes. A frame time is the time from the return of one presenting
// call to the return of the next, as a loop measures it if it reads the clock once a frame.
#include "recordings/formats/slowed_game.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace recordings
{
namespace
{

struct SlowedColumns
{
    std::size_t format = 0, application = 0, process = 0, window = 0, end = 0, frame = 0;
    std::size_t wanted() const { return std::max({format, application, process, window, end, frame}) + 1; }
};

bool is_slowed_game(const Header& header)
{
    const auto has = [&](std::string_view name) { return header.has(name); };
    return has("slowformat") && has("application") && has("processid") && has("window") && has("ends") &&
           has("framens");
}

Result read_slowed_game(const ReadTask& task)
{
    const auto at = [&](std::string_view name) { return *task.header.find(name); };
    const SlowedColumns columns{at("slowformat"), at("application"), at("processid"),
                                at("window"),     at("ends"),        at("framens")};
    Tracks tracks;
    Fields fields{columns.wanted()};
    Lines lines{task.header.body, task.header.line + 1};
    while (lines.next())
    {
        if (lines.text().empty()) continue;
        fields.split(lines.text(), task.header.dialect.separator);
        if (fields.size() < columns.wanted())
        {
            tracks.add_cut_row(lines.line());
            continue;
        }
        if (base::number<int>(fields[columns.format]) != slowed_game_format)
            return task.source.refuse(
                lines.line(), base::message("the table has format {}", fields[columns.format]),
                fmt::format("this program reads format {}: read the file with the version that wrote it",
                            slowed_game_format));
        Track* const track = tracks.find(fields[columns.application], fields[columns.process], fields[columns.window]);
        if (!track)
            return task.source.refuse(lines.line(), "there are more than 10,000 game windows",
                                      "check the order of the columns");
        tracks.add(*track, {parse_scaled(fields[columns.frame], nanos), parse_scaled(fields[columns.end], seconds),
                            lines.line(), fields[columns.frame]});
    }

    return tracks.finish(task.source, task.header,
                         {.format            = &Format::slowed_game,
                          .tool              = "timestep_lab slow",
                          .frame_time_column = task.header.written[columns.frame],
                          .side              = TimingSide::cpu});
}

// A program's name as one field of the CSV table.
std::string field_of(std::string_view text)
{
    std::string field = base::without_controls(text);
    std::ranges::replace_if(
        field, [](char c) { return c == ',' || c == ';' || c == '"'; }, ' ');
    return field;
}

} // namespace

std::string slowed_game_row(const SlowedGameRow& row)
{
    const std::string recorded = row.recorded < Nanos::zero() ? "" : fmt::format("{}", row.recorded.count());
    return fmt::format("{},{},{},{},{},{}.{:09},{},{},{},{},{},{},{}\n", slowed_game_format, field_of(row.application),
                       row.process_id, row.window, row.call, row.end.count() / 1'000'000'000,
                       row.end.count() % 1'000'000'000, row.frame.count(), (row.frame - row.added).count(),
                       row.added.count(), recorded, row.slowed ? 1 : 0, field_of(row.event),
                       row.probed.empty() ? ",,,," : row.probed);
}

constinit const Format Format::slowed_game{
    .name = "timestep_lab slow CSV", .has_header = is_slowed_game, .read = read_slowed_game};

} // namespace recordings
