#include "programs/timestep_lab/frames_file.hpp"

#include "base/mapped_file.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/formats/column.hpp"
#include "recordings/formats/encoding.hpp"
#include "recordings/formats/numbers.hpp"

#include <fmt/core.h>

#include <array>
#include <optional>
#include <utility>

namespace timestep_lab
{

namespace
{
using timestep::Nanos;

[[noreturn]] void refuse(const std::filesystem::path& path, std::size_t line, std::string_view what)
{
    throw BadInput{"{}:{}: {}", path, line, base::Verbatim{what}};
}

// Returns n if the column's values times 10^n are nanoseconds: 0 for frame_ns, 3 for frame_us, 6 for frame_ms. Returns
// nothing for other column names.
std::optional<int> scale_of(const recordings::Column& column)
{
    static constexpr std::array<std::pair<std::string_view, int>, 3> units{
        {{"framens", recordings::nanos}, {"frameus", recordings::micros}, {"framems", recordings::millis}}};
    for (const auto& [name, scale] : units)
        if (!column.header.names.empty() && column.header.names[column.index] == name) return scale;
    return std::nullopt;
}

Nanos frame_of(const std::filesystem::path& path, std::size_t line, std::string_view text, int scale, char mark)
{
    const recordings::Number number = recordings::parse_scaled(text, scale, mark);
    if (!number.ok()) refuse(path, line, base::message("'{}' is not a frame time", text));
    if (std::abs(number.value) > Nanos::max().count() / 2)
        refuse(path, line, base::message("a frame of '{}' is longer than 146 years", text));
    return Nanos{number.value};
}

// Reads a column named frame_ns, frame_us or frame_ms. Throws BadInput if a row is not a number.
std::vector<Nanos> read_strictly(const std::filesystem::path& path, const recordings::Column& column, int scale)
{
    const recordings::Header& header = column.header;
    std::vector<Nanos> frames;
    recordings::Lines lines{header.body, header.line + 1};
    recordings::Fields fields{column.index + 1};
    while (lines.next())
    {
        if (lines.text().empty()) continue;
        if (frames.size() == recordings::most_frames_read)
            refuse(path, lines.line(),
                   fmt::format("more than {} frames; split the file", recordings::most_frames_read));
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
    const base::MappedFile file{path};
    if (!file.error().empty()) throw BadInput{"{}: {}", path, base::Verbatim{file.error()}};
    const std::string name = base::utf8_of(path);
    std::string storage;
    const recordings::FoundColumn found =
        recordings::find_column({name, recordings::to_utf8(file.bytes(), storage)}, {});
    if (const auto* const column = std::get_if<recordings::Column>(&found))
        if (const auto scale = scale_of(*column)) return read_strictly(path, *column, *scale);

    ChosenRecording chosen = replayable(recordings::read(file.bytes(), name), {name, ""}, quiet);
    return std::move(chosen.recording.streams[chosen.index].frames);
}

} // namespace timestep_lab
