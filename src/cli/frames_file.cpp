#include "cli/frames_file.hpp"

#include "capture/mapped_file.hpp"
#include "capture/numbers.hpp"
#include "capture/source.hpp"
#include "cli/command.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace cli
{

namespace
{
using timestep::Nanos;

struct Column
{
    std::size_t index;
    int scale; ///< power of ten from the column's unit to nanoseconds
};

[[noreturn]] void refuse(const std::filesystem::path& path, std::size_t line, std::string_view what)
{
    throw BadInput{fmt::format("{}:{}: {}", path.string(), line, what)};
}

Column frame_column(const std::filesystem::path& path, std::size_t line, const capture::Header& header)
{
    static constexpr std::array<std::pair<std::string_view, int>, 3> units{
        {{"framens", capture::nanos}, {"frameus", capture::micros}, {"framems", capture::millis}}};
    for (const auto& [name, scale] : units)
        if (const auto index = header.find(name)) return {*index, scale};
    refuse(path, line, "none of the columns is frame_ns, frame_us or frame_ms");
}

Nanos frame_of(const std::filesystem::path& path, std::size_t line, std::string_view text, int scale, char mark)
{
    const capture::Number number = capture::parse_scaled(text, scale, mark);
    if (!number.ok()) refuse(path, line, fmt::format("'{}' is not a frame time", text));
    if (std::abs(number.value) > Nanos::max().count() / 2)
        refuse(path, line, fmt::format("a frame of '{}' is longer than 146 years", text));
    return Nanos{number.value};
}
} // namespace

std::vector<Nanos> read_frames(const std::filesystem::path& path)
{
    const capture::MappedFile file{path};
    if (!file.error().empty()) throw BadInput{fmt::format("{}: {}", path.string(), file.error())};
    std::string_view text = file.bytes();
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);

    capture::Lines lines{text};
    do {
        if (!lines.next()) throw BadInput{path.string() + ": there is no header line"};
    } while (lines.text().empty() || lines.text().front() == '#');
    const capture::Header header = capture::parse_header(lines.text());
    const Column column          = frame_column(path, lines.line(), header);

    std::vector<Nanos> frames;
    capture::Fields fields{column.index + 1};
    while (lines.next())
    {
        if (lines.text().empty()) continue;
        fields.split(lines.text(), header.dialect.separator);
        if (fields.size() <= column.index) refuse(path, lines.line(), "the row ends before its frame time");
        frames.push_back(frame_of(path, lines.line(), fields[column.index], column.scale, header.dialect.decimal_mark));
    }
    if (frames.empty()) throw BadInput{path.string() + ": there is no frame below the header"};
    return frames;
}

} // namespace cli
