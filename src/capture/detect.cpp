#include "capture/mapped_file.hpp"
#include "capture/readers.hpp"

#include <algorithm>
#include <array>

namespace capture
{
namespace
{

constexpr std::size_t lines_before_header = 40;

struct Reader
{
    bool (*recognises)(const Header&);
    Result (*read)(const Source&, const Header&);
};

constexpr std::array readers{
    Reader{is_frame_ns, read_frame_ns},
    Reader{is_presentmon, read_presentmon},
};

Header header_from(const Lines& lines)
{
    Header header;
    header.line                 = lines.line();
    header.body                 = lines.rest();
    const std::string_view text = lines.text();
    if (std::count(text.begin(), text.end(), ';') > std::count(text.begin(), text.end(), ','))
        header.dialect = {';', ','};

    Fields fields{static_cast<std::size_t>(std::count(text.begin(), text.end(), header.dialect.separator)) + 1};
    fields.split(text, header.dialect.separator);
    for (std::size_t i = 0; i < fields.size(); ++i)
    {
        header.written.push_back(unquoted(fields[i]));
        header.names.push_back(normalised(fields[i]));
    }
    return header;
}

} // namespace

Result read(std::string_view bytes, std::string_view name)
{
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    const Source source{name, bytes};
    Lines lines{source.text};
    for (std::size_t i = 0; i < lines_before_header && lines.next(); ++i)
    {
        const Header header = header_from(lines);
        for (const Reader& reader : readers)
            if (reader.recognises(header)) return reader.read(source, header);
    }
    return source.refuse(0, "no header of a known frame-time capture in the first 40 lines",
                         "record with PresentMon, CapFrameX, OCAT, FrameView, MangoHud or --record");
}

Result read_file(const std::filesystem::path& path)
{
    const MappedFile file{path};
    const std::string name = path.string();
    if (!file.error().empty()) return Refusal{name, 0, "cannot be read: " + file.error(), "check the path"};
    return read(file.bytes(), name);
}

} // namespace capture
