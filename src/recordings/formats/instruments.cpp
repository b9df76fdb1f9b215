// Reads the XML of `xctrace export --xpath ...` for one table of an Apple Instruments recording. In <schema name=...>,
// each <col> declares a column by its <mnemonic> and <engineering-type>; a row has one element per column, in the same
// order. An element with ref="42" repeats the value of the earlier element with id="42". Times are in nanoseconds since
// the start of the recording; a process is written as fmt="Name (number)". A frame time is the time between consecutive
// present requests of one process. Sources: xctrace(1), and ProfileAnalyzer/Docs/InstrumentsTraceXML.md in
// github.com/sundresh/WindowsProfilingTools, because Apple does not document the format.
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

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
std::size_t end_of_tag(std::string_view text, std::size_t begin)
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
class Tags
{
public:
    explicit Tags(std::string_view text)
        : text_(text)
    {
    }

    // Moves to the next tag. Returns false at the end of the text or if the next tag is incomplete.
    bool next()
    {
        for (;;)
        {
            begin_ = text_.find('<', next_);
            if (begin_ == text_.npos)
            {
                begin_ = text_.size();
                return false;
            }
            const std::size_t end = end_of_tag(text_, begin_);
            ends_inside_tag_      = end == text_.npos;
            if (ends_inside_tag_) return false;
            next_                 = end + 1;
            std::string_view body = text_.substr(begin_ + 1, end - begin_ - 1);
            if (body.empty() || body.front() == '?' || body.front() == '!') continue;
            is_opening_ = body.front() != '/';
            is_closing_ = !is_opening_ || body.back() == '/';
            if (!is_opening_) body.remove_prefix(1);
            if (is_opening_ && is_closing_) body.remove_suffix(1);
            const std::size_t blank = std::min(body.find_first_of(blanks), body.size());
            name_                   = body.substr(0, blank);
            attributes_             = body.substr(blank);
            return true;
        }
    }
    bool ends_inside_tag() const { return ends_inside_tag_; }

    std::string_view name() const { return name_; }
    bool is_opening() const { return is_opening_; } // true for <a> and <a/>
    bool is_closing() const { return is_closing_; } // true for </a> and <a/>
    // Returns an attribute's value without decoding entities such as &amp;. Empty if there is no such attribute.
    std::string_view attribute(std::string_view name) const
    {
        for (std::string_view rest = attributes_; !rest.empty();)
        {
            const std::size_t equals = rest.find('=');
            if (equals == rest.npos || equals + 1 == rest.size()) return {};
            std::string_view key = rest.substr(0, equals);
            key.remove_prefix(std::min(key.find_first_not_of(blanks), key.size()));
            const std::size_t end = rest.find(rest[equals + 1], equals + 2);
            if (end == rest.npos) return {};
            if (key == name) return rest.substr(equals + 2, end - equals - 2);
            rest.remove_prefix(end + 1);
        }
        return {};
    }
    // The text from this tag to the next tag.
    std::string_view text() const
    {
        const std::size_t end = std::min(text_.find('<', next_), text_.size());
        return text_.substr(next_, end - next_);
    }
    // The line number of the current tag, from 1.
    std::size_t line_number()
    {
        for (; counted_end_ < begin_; ++counted_end_) line_number_ += text_[counted_end_] == '\n' ? 1 : 0;
        return line_number_;
    }

private:
    std::string_view text_;
    std::size_t next_        = 0;
    std::size_t begin_       = 0;
    std::size_t counted_end_ = 0; // line feeds before this position are counted in `line_number_`
    std::size_t line_number_ = 1;
    std::string_view name_, attributes_;
    bool is_opening_ = false, is_closing_ = false, ends_inside_tag_ = false;
};

// Decodes the five named entities of XML, such as &amp;. Leaves numeric character references as they are.
std::string with_decoded_entities(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, char>, 5> entities{
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    std::string decoded;
    for (std::size_t i = 0; i < text.size();)
    {
        const auto* const found =
            std::ranges::find_if(entities, [&](const auto& e) { return text.substr(i).starts_with(e.first); });
        decoded += found == entities.end() ? text[i] : found->second;
        i += found == entities.end() ? 1 : found->first.size();
    }
    return decoded;
}

constexpr std::string_view root_tag       = "<trace-query-result";
constexpr std::size_t max_head_bytes      = 4096;
constexpr std::string_view present_schema = "ca-client-present-request";
constexpr std::string_view time_column    = "timestamp";
constexpr std::string_view process_column = "process";
constexpr std::size_t max_schema_columns  = 1000;
constexpr auto export_remedy              = "export the present requests: xctrace export --input FILE.trace --xpath "
                                            "'/trace-toc/run/data/table[@schema=\"ca-client-present-request\"]'";

struct SchemaColumn
{
    std::string_view mnemonic, type;
};

class InstrumentsTable
{
public:
    explicit InstrumentsTable(const Source& source)
        : source_(source)
        , tags_(source.text)
    {
    }

    /// Reads all rows of the table. Returns the error if a row or the table is invalid, and std::nullopt on success.
    std::optional<Refusal> read()
    {
        while (tags_.next())
        {
            if (tags_.name() == "schema" && tags_.is_opening())
                if (auto refusal = read_schema()) return refusal;
            if (tags_.name() == "row" && tags_.is_opening() && is_present_table_)
                if (auto refusal = read_row()) return refusal;
        }
        if (tags_.ends_inside_tag()) return refusal_here("the XML is invalid or incomplete here");
        if (!has_seen_presents_)
            return source_.refusal_at(0, "the file has no table of present requests", export_remedy);
        return std::nullopt;
    }

    FrameStarts frame_starts;

private:
    struct Cell
    {
        std::string_view text, fmt_attribute;
    };

    Refusal refusal_here(std::string problem)
    {
        return source_.refusal_at(tags_.line_number(), std::move(problem), export_remedy);
    }

    std::optional<Refusal> read_schema()
    {
        is_present_table_ = tags_.attribute("name") == present_schema;
        if (!is_present_table_) return std::nullopt;
        has_seen_presents_ = true;
        columns_.clear();
        while (tags_.next() && !(tags_.name() == "schema" && tags_.is_closing()))
        {
            if (tags_.name() == "col" && tags_.is_opening()) columns_.emplace_back();
            if (columns_.size() > max_schema_columns) return refusal_here("there are more than 1000 columns");
            if (columns_.empty() || !tags_.is_opening()) continue;
            if (tags_.name() == "mnemonic") columns_.back().mnemonic = tags_.text();
            if (tags_.name() == "engineering-type") columns_.back().type = tags_.text();
        }
        for (const std::string_view required : {time_column, process_column})
            if (std::ranges::find(columns_, required, &SchemaColumn::mnemonic) == columns_.end())
                return refusal_here(fmt::format("the table has no column {}", required));
        return std::nullopt;
    }

    // Reads a row, including nested elements, because elements of later rows can refer to them by id.
    std::optional<Refusal> read_row()
    {
        Cell time, process;
        std::size_t column = 0, depth = 1;
        while (depth > 0 && tags_.next())
        {
            if (tags_.is_closing() && !tags_.is_opening())
            {
                --depth;
                continue;
            }
            const Cell cell = read_cell();
            if (depth == 1)
            {
                const std::string_view name = column < columns_.size() ? columns_[column].mnemonic : std::string_view{};
                if (name == time_column) time = cell;
                if (name == process_column) process = cell;
                ++column;
            }
            depth += tags_.is_closing() ? 0 : 1;
        }
        if (tags_.ends_inside_tag()) return std::nullopt; // the text ends inside a tag; read() reports this error
        const Number number = parse_scaled(time.text, scale_ns);
        if (!number.ok()) return refusal_here("this present request has no time stamp");
        const auto [name, id] = process_name_and_id(process.fmt_attribute);
        std::string error     = frame_starts.add(name, id, {}, number.value, tags_.line_number());
        return error.empty() ? std::nullopt : std::optional{refusal_here(std::move(error))};
    }

    Cell read_cell()
    {
        if (const auto ref = tags_.attribute("ref"); !ref.empty())
        {
            const auto found = cells_by_id_.find(ref);
            return found == cells_by_id_.end() ? Cell{} : found->second;
        }
        const Cell cell{tags_.text(), tags_.attribute("fmt")};
        const auto is_used = [&](const SchemaColumn& c)
        { return c.type == tags_.name() && (c.mnemonic == time_column || c.mnemonic == process_column); };
        if (const auto id = tags_.attribute("id"); !id.empty() && std::ranges::any_of(columns_, is_used))
            cells_by_id_.emplace(id, cell);
        return cell;
    }

    // Splits "Name (42)" into the name and the number of a process.
    static std::pair<std::string, std::string> process_name_and_id(std::string_view fmt_attribute)
    {
        const std::string text     = with_decoded_entities(fmt_attribute);
        const std::size_t id_start = text.rfind(" (");
        if (id_start == text.npos || !text.ends_with(')')) return {text, {}};
        return {text.substr(0, id_start), text.substr(id_start + 2, text.size() - id_start - 3)};
    }

    const Source& source_;
    Tags tags_;
    std::vector<SchemaColumn> columns_;
    std::unordered_map<std::string_view, Cell> cells_by_id_;
    bool is_present_table_ = false, has_seen_presents_ = false;
};

bool is_instruments(std::string_view text)
{
    return text.starts_with('<') && text.substr(0, max_head_bytes).find(root_tag) != text.npos;
}

Result read_instruments(const ReadTask& task)
{
    InstrumentsTable table{task.source};
    if (auto refusal = table.read()) return *std::move(refusal);

    return table.frame_starts.make_tracks(1).finish(task.source, {},
                                                    {.format            = &Format::instruments,
                                                     .tool              = "Apple Instruments",
                                                     .frame_time_column = std::string{present_schema},
                                                     .side              = TimingSide::display});
}

} // namespace

constinit const Format Format::instruments{
    .name = "Apple Instruments XML", .matches_text = is_instruments, .read = read_instruments};

} // namespace recordings
