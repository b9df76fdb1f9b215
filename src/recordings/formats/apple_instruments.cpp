// Reads the XML of `xctrace export` for the present requests of an Apple Instruments recording.
// An element with ref="42" repeats the value of the earlier element with id="42".
// Sources: xctrace(1); ProfileAnalyzer/Docs/InstrumentsTraceXML.md in github.com/sundresh/WindowsProfilingTools.
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace recordings
{
namespace
{

constexpr std::string_view blanks = " \t\r\n";

// The position of the '>' that ends the tag at `begin`, ignoring '>' in quotes; npos if the tag has no end.
std::size_t closing_bracket_of_tag(std::string_view text, std::size_t begin)
{
    if (text.substr(begin).starts_with("<!--"))
    {
        const std::size_t end = text.find("-->", begin + 4);
        return end == text.npos ? end : end + 2;
    }
    char quote = 0;
    for (std::size_t i = begin; i < text.size(); ++i)
    {
        const char c = text[i];
        if (quote == 0 && c == '>') return i;
        if (quote == 0 && (c == '"' || c == '\''))
            quote = c;
        else if (c == quote)
            quote = 0;
    }
    return text.npos;
}

// Iterates over the tags of an XML text. Skips declarations, and never loads external entities.
struct TagReader
{
    std::string_view xml;
    std::string_view name{}, attributes{};
    bool is_opening = false; // true for <a> and <a/>
    bool is_closing = false; // true for </a> and <a/>
    bool ends_inside_tag = false;
    std::size_t begin = 0; // start of the current tag
    std::size_t end = 0; // end of the current tag
    std::size_t counted_end = 0; // line feeds before this position are counted in `line_count`
    std::size_t line_count = 1;

    // Moves to the next tag. Returns false at the end of the text or if the next tag is incomplete.
    bool next()
    {
        for (;;)
        {
            begin = xml.find('<', end);
            if (begin == xml.npos)
            {
                begin = xml.size();
                return false;
            }
            const std::size_t closing_bracket = closing_bracket_of_tag(xml, begin);
            ends_inside_tag = closing_bracket == xml.npos;
            if (ends_inside_tag) return false;
            count_examined_bytes(closing_bracket + 1 - end);
            end = closing_bracket + 1;
            std::string_view body = xml.substr(begin + 1, closing_bracket - begin - 1);
            if (body.empty() || body.front() == '?' || body.front() == '!') continue;
            is_opening = body.front() != '/';
            is_closing = !is_opening || body.back() == '/';
            if (!is_opening) body.remove_prefix(1);
            if (is_opening && is_closing) body.remove_suffix(1);
            const std::size_t name_end = std::min(body.find_first_of(blanks), body.size());
            name = body.substr(0, name_end);
            attributes = body.substr(name_end);
            return true;
        }
    }
    // Returns an attribute's value without decoding entities such as &amp;. Empty if there is no such attribute.
    std::string_view attribute(std::string_view attribute_name) const
    {
        count_examined_bytes(attributes.size());
        for (std::string_view remaining_attributes = attributes; !remaining_attributes.empty();)
        {
            const std::size_t equals = remaining_attributes.find('=');
            if (equals == remaining_attributes.npos || equals + 1 == remaining_attributes.size()) return {};
            std::string_view key = remaining_attributes.substr(0, equals);
            key.remove_prefix(std::min(key.find_first_not_of(blanks), key.size()));
            const std::size_t closing_quote = remaining_attributes.find(remaining_attributes[equals + 1], equals + 2);
            if (closing_quote == remaining_attributes.npos) return {};
            if (key == attribute_name) return remaining_attributes.substr(equals + 2, closing_quote - equals - 2);
            remaining_attributes.remove_prefix(closing_quote + 1);
        }
        return {};
    }
    // The text from this tag to the next tag.
    std::string_view text() const { return xml.substr(end, std::min(xml.find('<', end), xml.size()) - end); }
    // The line in the XML text where the current tag starts, counted from 1.
    std::size_t line_number()
    {
        for (; counted_end < begin; ++counted_end) line_count += xml[counted_end] == '\n' ? 1 : 0;
        return line_count;
    }
};

// Decodes &amp; &lt; &gt; &quot; and &apos;. Leaves numeric references, such as &#38;, as they are.
std::string with_decoded_entities(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, char>, 5> entities{
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    count_examined_bytes(text.size());
    std::string decoded;
    while (!text.empty())
    {
        const auto* const entity =
            std::ranges::find_if(entities, [&](const auto& candidate) { return text.starts_with(candidate.first); });
        decoded += entity == entities.end() ? text.front() : entity->second;
        text.remove_prefix(entity == entities.end() ? 1 : entity->first.size());
    }
    return decoded;
}

constexpr std::string_view root_tag = "<trace-query-result";
constexpr std::size_t max_head_bytes = 4096;
constexpr std::string_view present_schema = "ca-client-present-request";
constexpr std::string_view time_column = "timestamp";
constexpr std::string_view process_column = "process";
constexpr std::size_t max_schema_columns = 1000;
constexpr std::size_t max_row_depth = 100; // maximum nesting depth of a row's elements
constexpr std::size_t max_process_bytes =
    1000; // maximum length of a process's name: each row can refer to the same name
constexpr auto export_remedy = "export the present requests: xctrace export --input FILE.trace --xpath "
                               "'/trace-toc/run/data/table[@schema=\"ca-client-present-request\"]'";

struct SchemaColumn
{
    std::string_view mnemonic, type;
};

struct InstrumentsTableReader
{
    struct Cell
    {
        std::string_view text, fmt_attribute;
    };

    const RecordingSource& source;
    TagReader tag_reader{source.text};
    std::vector<SchemaColumn> columns{};
    std::unordered_map<std::string_view, Cell> cells_by_id{};
    bool is_present_table = false, has_found_present_table = false;
    FrameStarts frame_starts{};

    /// Reads all rows of the table. Returns the error if a row or the table is invalid, and std::nullopt on success.
    std::optional<RecordingError> read()
    {
        while (tag_reader.next())
        {
            if (tag_reader.name == "schema" && tag_reader.is_opening)
                if (auto error = read_schema()) return error;
            if (tag_reader.name == "row" && tag_reader.is_opening && is_present_table)
                if (auto error = read_row()) return error;
        }
        if (tag_reader.ends_inside_tag) return error_here("the XML is invalid or incomplete here");
        if (!has_found_present_table)
            return source.error_at(0, "the file has no table of present requests", export_remedy);
        return std::nullopt;
    }

    RecordingError error_here(std::string problem)
    {
        return source.error_at(tag_reader.line_number(), std::move(problem), export_remedy);
    }

    std::optional<RecordingError> read_schema()
    {
        is_present_table = tag_reader.attribute("name") == present_schema;
        if (!is_present_table) return std::nullopt;
        has_found_present_table = true;
        columns.clear();
        while (tag_reader.next() && !(tag_reader.name == "schema" && tag_reader.is_closing))
        {
            if (tag_reader.name == "col" && tag_reader.is_opening) columns.emplace_back();
            if (columns.size() > max_schema_columns) return error_here("there are more than 1000 columns");
            if (columns.empty() || !tag_reader.is_opening) continue;
            if (tag_reader.name == "mnemonic") columns.back().mnemonic = tag_reader.text();
            if (tag_reader.name == "engineering-type") columns.back().type = tag_reader.text();
        }
        for (const std::string_view required : {time_column, process_column})
            if (std::ranges::find(columns, required, &SchemaColumn::mnemonic) == columns.end())
                return error_here(fmt::format("the table has no column {}", required));
        return std::nullopt;
    }

    // Reads a row with all nested XML elements, because later rows can refer to any of these elements by its id.
    std::optional<RecordingError> read_row()
    {
        Cell time_cell, process_cell;
        std::size_t column = 0, depth = 1;
        while (depth > 0 && tag_reader.next())
        {
            if (tag_reader.is_closing && !tag_reader.is_opening)
            {
                --depth;
                continue;
            }
            const Cell cell = read_cell();
            if (depth == 1)
            {
                const std::string_view name = column < columns.size() ? columns[column].mnemonic : std::string_view{};
                if (name == time_column) time_cell = cell;
                if (name == process_column) process_cell = cell;
                ++column;
            }
            depth += tag_reader.is_closing ? 0 : 1;
            if (depth > max_row_depth) return error_here("the XML has more levels than any recording");
        }
        if (tag_reader.ends_inside_tag) return std::nullopt; // the text ends inside a tag; read() reports this error
        const ParsedNumber timestamp = parse_scaled(time_cell.text, ns_exponent);
        if (!timestamp.ok()) return error_here("this present request has no time stamp");
        if (process_cell.fmt_attribute.size() > max_process_bytes)
            return error_here("the name of this request's process is too long");
        const auto [process_name, process_id] = parse_process(process_cell.fmt_attribute);
        std::string error =
            frame_starts.add_start(process_name, process_id, {}, timestamp.value, tag_reader.line_number());
        return error.empty() ? std::nullopt : std::optional{error_here(std::move(error))};
    }

    Cell read_cell()
    {
        if (const auto ref = tag_reader.attribute("ref"); !ref.empty())
        {
            const auto found = cells_by_id.find(ref);
            return found == cells_by_id.end() ? Cell{} : found->second;
        }
        const Cell cell{tag_reader.text(), tag_reader.attribute("fmt")};
        const auto is_used = [&](const SchemaColumn& c)
        { return c.type == tag_reader.name && (c.mnemonic == time_column || c.mnemonic == process_column); };
        if (const auto id = tag_reader.attribute("id"); !id.empty() && std::ranges::any_of(columns, is_used))
            cells_by_id.emplace(id, cell);
        return cell;
    }

    // Splits "Name (42)" into the name and the number of a process.
    static std::pair<std::string, std::string> parse_process(std::string_view fmt_attribute)
    {
        const std::string text = with_decoded_entities(fmt_attribute);
        const std::size_t id_start = text.rfind(" (");
        if (id_start == text.npos || !text.ends_with(')')) return {text, {}};
        return {text.substr(0, id_start), text.substr(id_start + 2, text.size() - id_start - 3)};
    }
};

bool is_instruments(std::string_view text)
{
    return text.starts_with('<') && text.substr(0, max_head_bytes).find(root_tag) != text.npos;
}

RecordingOrError read_instruments(const ReadInput& input)
{
    InstrumentsTableReader reader{input.source};
    if (auto error = reader.read()) return *std::move(error);

    return reader.frame_starts.make_recording_builder(1).finish(input.source, {},
                                                                {.format = &Format::instruments,
                                                                 .tool = "Apple Instruments",
                                                                 .frame_time_column = std::string{present_schema},
                                                                 .frame_boundary = FrameBoundary::present});
}

} // namespace

constinit const Format Format::instruments{
    .name = "Apple Instruments XML", .matches_text = is_instruments, .read = read_instruments};

} // namespace recordings
