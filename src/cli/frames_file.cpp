#include "cli/frames_file.hpp"

#include "capture/column.hpp"
#include "capture/encoding.hpp"
#include "capture/numbers.hpp"
#include "cli/command.hpp"
#include "cli/recording_choice.hpp"
#include "io/mapped_file.hpp"
#include "io/message.hpp"
#include "io/path.hpp"
#include "io/printable.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace cli
{

namespace
{
using timestep::Nanos;

[[noreturn]] void refuse(const std::filesystem::path& path, std::size_t line, std::string_view what)
{
    throw BadInput{"{}:{}: {}", path, line, io::Verbatim{what}};
}

// The power of ten from the column's unit to nanoseconds; nothing for a column that is read as other recordings are.
std::optional<int> scale_of(const capture::Column& column)
{
    static constexpr std::array<std::pair<std::string_view, int>, 3> units{
        {{"framens", capture::nanos}, {"frameus", capture::micros}, {"framems", capture::millis}}};
    for (const auto& [name, scale] : units)
        if (!column.header.names.empty() && column.header.names[column.index] == name) return scale;
    return std::nullopt;
}

Nanos frame_of(const std::filesystem::path& path, std::size_t line, std::string_view text, int scale, char mark)
{
    const capture::Number number = capture::parse_scaled(text, scale, mark);
    if (!number.ok()) refuse(path, line, io::message("'{}' is not a frame time", text));
    if (std::abs(number.value) > Nanos::max().count() / 2)
        refuse(path, line, io::message("a frame of '{}' is longer than 146 years", text));
    return Nanos{number.value};
}

std::vector<Nanos> read_strictly(const std::filesystem::path& path, const capture::Column& column, int scale)
{
    const capture::Header& header = column.header;
    std::vector<Nanos> frames;
    capture::Lines lines{header.body, header.line + 1};
    capture::Fields fields{column.index + 1};
    while (lines.next())
    {
        if (lines.text().empty()) continue;
        if (frames.size() == capture::most_frames)
            refuse(path, lines.line(), fmt::format("more than {} frames; split the file", capture::most_frames));
        fields.split(lines.text(), header.dialect.separator);
        if (fields.size() <= column.index) refuse(path, lines.line(), "the row ends before its frame time");
        frames.push_back(frame_of(path, lines.line(), fields[column.index], scale, header.dialect.decimal_mark));
    }
    if (frames.empty()) throw BadInput{"{}: there is no frame below the header", path};
    return frames;
}
} // namespace

std::vector<Nanos> read_frames(const std::filesystem::path& path, bool quiet)
{
    const io::MappedFile file{path};
    if (!file.error().empty()) throw BadInput{"{}: {}", path, io::Verbatim{file.error()}};
    const std::string name = io::utf8_of(path);
    std::string storage;
    const capture::FoundColumn found = capture::find_column({name, capture::to_utf8(file.bytes(), storage)}, {});
    if (const auto* const column = std::get_if<capture::Column>(&found))
        if (const auto scale = scale_of(*column)) return read_strictly(path, *column, *scale);

    ChosenRecording chosen = replayable(capture::read(file.bytes(), name), {name, ""}, quiet);
    return std::move(chosen.recording.streams[chosen.index].frames);
}

} // namespace cli
