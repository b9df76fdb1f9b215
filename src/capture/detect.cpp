#include "capture/encoding.hpp"
#include "capture/mapped_file.hpp"
#include "capture/readers.hpp"

#include <algorithm>
#include <array>

namespace capture
{
namespace
{

constexpr int lines_before_header = 40;

struct Reader
{
    bool (*recognises)(const Header&);
    Result (*read)(const Source&, const Header&);
};

constexpr std::array readers{
    Reader{is_frame_ns, read_frame_ns}, Reader{is_presentmon, read_presentmon}, Reader{is_mangohud, read_mangohud},
    Reader{is_fraps, read_fraps},       Reader{is_unity, read_unity},           Reader{is_unreal, read_unreal},
};

std::string_view first_line(std::string_view text)
{
    Lines lines{text};
    return lines.next() ? lines.text() : std::string_view{};
}

bool is_json(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && text[first] == '{';
}

Refusal refuse_unknown(const Source& source)
{
    if (source.text.empty()) return source.refuse(0, "the file is empty", "record again");
    if (source.text.substr(0, 4096).find('\0') != source.text.npos)
        return source.refuse(0, "not a text file", "unpack it, or export it as CSV");
    return source.refuse(0, "no header of a known frame-time recording in its first 40 lines",
                         "record with PresentMon, CapFrameX, OCAT, FrameView, MangoHud or the demo's --record");
}

} // namespace

Header parse_header(std::string_view line)
{
    Header header;
    if (std::count(line.begin(), line.end(), ';') > std::count(line.begin(), line.end(), ','))
        header.dialect = {';', ','};
    Fields fields{count_fields(line, header.dialect.separator)};
    fields.split(line, header.dialect.separator);
    for (std::size_t i = 0; i < fields.size(); ++i)
    {
        header.written.push_back(printable(unquoted(fields[i])));
        header.names.push_back(normalised(fields[i]));
    }
    return header;
}

Result read(std::string_view bytes, std::string_view name)
{
    std::string storage;
    Source source{name, to_utf8(bytes, storage)};
    if (is_json(source.text)) return read_capframex_json(source);
    if (first_line(source.text).find("Hardware monitoring log v") != std::string_view::npos)
        return source.refuse(1, "an Afterburner hardware log: one row a second, not one a frame",
                             "record with PresentMon, CapFrameX or FrameView");

    Lines lines{source.text};
    for (int tried = 0; tried < lines_before_header && lines.next();)
    {
        if (lines.text().starts_with("//"))
        {
            source.has_comment_lines = true;
            continue;
        }
        ++tried;
        if (lines.text().size() > longest_header) continue;
        Header header = parse_header(lines.text());
        header.line   = lines.line();
        header.body   = lines.rest();
        for (const Reader& reader : readers)
            if (reader.recognises(header)) return reader.read(source, header);
        if (auto refusal = refuse_statistics(source, header)) return *std::move(refusal);
    }
    return refuse_unknown(source);
}

Result read_file(const std::filesystem::path& path)
{
    const MappedFile file{path};
    const std::string name = path.string();
    if (!file.error().empty()) return Refusal{name, 0, "cannot be read: " + file.error(), "check the path"};
    return read(file.bytes(), name);
}

} // namespace capture
