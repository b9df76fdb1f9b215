// Reads the XML of `xctrace export --xpath ...` for one table of an Apple Instruments recording. <schema name=...> has
// a <col> for each column with its <mnemonic> and <engineering-type>. Each row has one element per column, in that
// order. An element with ref="ID" has the value of the earlier element with that id. Times are in nanoseconds since the
// start of the recording; a process has fmt="Name (number)". A frame time is the time between consecutive present
// requests of one process. Sources: xctrace(1); for the format, which Apple does not document,
// ProfileAnalyzer/Docs/InstrumentsTraceXML.md in github.com/sundresh/WindowsProfilingTools.
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

// The position of the '>' that ends the tag at `begin`; npos if there is none. Ignores '>' in quotes.
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

// Iterates over the tags of an XML text. Ignores declarations and never loads other files.
class Tags
{
public:
    explicit Tags(std::string_view text)
        : text_(text)
    {
    }

    // Moves to the next tag. Returns false at the end of the text, and if the tag has no end.
    bool next()
    {
        for (;;)
        {
            begin_ = text_.find('<', at_);
            if (begin_ == text_.npos)
            {
                begin_ = text_.size();
                return false;
            }
            const std::size_t end = end_of_tag(text_, begin_);
            broken_               = end == text_.npos;
            if (broken_) return false;
            at_                   = end + 1;
            std::string_view body = text_.substr(begin_ + 1, end - begin_ - 1);
            if (body.empty() || body.front() == '?' || body.front() == '!') continue;
            opens_  = body.front() != '/';
            closes_ = !opens_ || body.back() == '/';
            if (!opens_) body.remove_prefix(1);
            if (opens_ && closes_) body.remove_suffix(1);
            const std::size_t blank = std::min(body.find_first_of(blanks), body.size());
            name_                   = body.substr(0, blank);
            rest_                   = body.substr(blank);
            return true;
        }
    }
    // True if the text ends inside a tag, so that it is not valid XML.
    bool broken() const { return broken_; }

    std::string_view name() const { return name_; }
    bool opens() const { return opens_; }   // true for <a> and <a/>
    bool closes() const { return closes_; } // true for </a> and <a/>
    // The value of an attribute as written, with entities such as &amp;; empty if the tag does not have the attribute.
    std::string_view attribute(std::string_view name) const
    {
        for (std::string_view rest = rest_; !rest.empty();)
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
    // The text between this tag and the next tag.
    std::string_view text() const
    {
        const std::size_t end = std::min(text_.find('<', at_), text_.size());
        return text_.substr(at_, end - at_);
    }
    // Number of the line in which the tag begins, from 1.
    std::size_t line()
    {
        for (; counted_ < begin_; ++counted_) line_ += text_[counted_] == '\n' ? 1 : 0;
        return line_;
    }

private:
    std::string_view text_;
    std::size_t at_      = 0; // position after the current tag
    std::size_t begin_   = 0; // position of the current tag
    std::size_t counted_ = 0; // line feeds before this position are counted in `line_`
    std::size_t line_    = 1;
    std::string_view name_, rest_;
    bool opens_ = false, closes_ = false, broken_ = false;
};

// Replaces the five named entities of XML by their characters. Keeps numeric character references.
std::string without_entities(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, char>, 5> entities{
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    std::string plain;
    for (std::size_t i = 0; i < text.size();)
    {
        const auto* const found =
            std::ranges::find_if(entities, [&](const auto& e) { return text.substr(i).starts_with(e.first); });
        plain += found == entities.end() ? text[i] : found->second;
        i += found == entities.end() ? 1 : found->first.size();
    }
    return plain;
}

constexpr std::string_view root           = "<trace-query-result";
constexpr std::size_t longest_head        = 4096;
constexpr std::string_view presents       = "ca-client-present-request";
constexpr std::string_view time_column    = "timestamp";
constexpr std::string_view process_column = "process";
constexpr std::size_t most_columns        = 1000;
constexpr auto what_to_export             = "export the present requests: xctrace export --input FILE.trace --xpath "
                                            "'/trace-toc/run/data/table[@schema=\"ca-client-present-request\"]'";

struct SchemaColumn
{
    std::string_view mnemonic, type;
};

class Table
{
public:
    explicit Table(const Source& source)
        : source_(source)
        , tags_(source.text)
    {
    }

    /// Reads all rows of the table. Returns std::nullopt, or why the file cannot be read.
    std::optional<Refusal> read()
    {
        while (tags_.next())
        {
            if (tags_.name() == "schema" && tags_.opens())
                if (auto refusal = read_schema()) return refusal;
            if (tags_.name() == "row" && tags_.opens() && is_presents_)
                if (auto refusal = read_row()) return refusal;
        }
        if (tags_.broken()) return refuse("the XML is invalid or incomplete here");
        if (!seen_presents_) return source_.refuse(0, "the file has no table of present requests", what_to_export);
        return std::nullopt;
    }

    FrameStarts starts;

private:
    struct Cell
    {
        std::string_view text, shown;
    };

    Refusal refuse(std::string what) { return source_.refuse(tags_.line(), std::move(what), what_to_export); }

    std::optional<Refusal> read_schema()
    {
        is_presents_ = tags_.attribute("name") == presents;
        if (!is_presents_) return std::nullopt;
        seen_presents_ = true;
        columns_.clear();
        while (tags_.next() && !(tags_.name() == "schema" && tags_.closes()))
        {
            if (tags_.name() == "col" && tags_.opens()) columns_.emplace_back();
            if (columns_.size() > most_columns) return refuse("there are more than 1000 columns");
            if (columns_.empty() || !tags_.opens()) continue;
            if (tags_.name() == "mnemonic") columns_.back().mnemonic = tags_.text();
            if (tags_.name() == "engineering-type") columns_.back().type = tags_.text();
        }
        for (const std::string_view wanted : {time_column, process_column})
            if (std::ranges::find(columns_, wanted, &SchemaColumn::mnemonic) == columns_.end())
                return refuse(fmt::format("the table has no column {}", wanted));
        return std::nullopt;
    }

    // Reads a row of the table, including nested elements, because later elements may refer to them by id.
    std::optional<Refusal> read_row()
    {
        Cell time, process;
        std::size_t column = 0, depth = 1;
        while (depth > 0 && tags_.next())
        {
            if (tags_.closes() && !tags_.opens())
            {
                --depth;
                continue;
            }
            const Cell cell = this_cell();
            if (depth == 1)
            {
                const std::string_view name = column < columns_.size() ? columns_[column].mnemonic : std::string_view{};
                if (name == time_column) time = cell;
                if (name == process_column) process = cell;
                ++column;
            }
            depth += tags_.closes() ? 0 : 1;
        }
        if (tags_.broken()) return std::nullopt; // the XML ends too early; read() reports the error
        const Number number = parse_scaled(time.text, nanos);
        if (!number.ok()) return refuse("this present request has no time stamp");
        const auto [name, id] = who(process.shown);
        std::string why       = starts.add(name, id, {}, number.value, tags_.line());
        return why.empty() ? std::nullopt : std::optional{refuse(std::move(why))};
    }

    Cell this_cell()
    {
        if (const auto ref = tags_.attribute("ref"); !ref.empty())
        {
            const auto found = known_.find(ref);
            return found == known_.end() ? Cell{} : found->second;
        }
        const Cell cell{tags_.text(), tags_.attribute("fmt")};
        const auto is_wanted = [&](const SchemaColumn& c)
        { return c.type == tags_.name() && (c.mnemonic == time_column || c.mnemonic == process_column); };
        if (const auto id = tags_.attribute("id"); !id.empty() && std::ranges::any_of(columns_, is_wanted))
            known_.emplace(id, cell);
        return cell;
    }

    // Splits a process such as "Name (42)" into its name and its number.
    static std::pair<std::string, std::string> who(std::string_view shown)
    {
        const std::string text   = without_entities(shown);
        const std::size_t number = text.rfind(" (");
        if (number == text.npos || !text.ends_with(')')) return {text, {}};
        return {text.substr(0, number), text.substr(number + 2, text.size() - number - 3)};
    }

    const Source& source_;
    Tags tags_;
    std::vector<SchemaColumn> columns_;
    std::unordered_map<std::string_view, Cell> known_;
    bool is_presents_ = false, seen_presents_ = false;
};

bool is_instruments(std::string_view text)
{
    return text.starts_with('<') && text.substr(0, longest_head).find(root) != text.npos;
}

Result read_instruments(const ReadTask& task)
{
    Table table{task.source};
    if (auto refusal = table.read()) return *std::move(refusal);

    return table.starts.tracks(1).finish(task.source, {},
                                         {.format            = &Format::instruments,
                                          .tool              = "Apple Instruments",
                                          .frame_time_column = std::string{presents},
                                          .side              = TimingSide::display});
}

} // namespace

constinit const Format Format::instruments{
    .name = "Apple Instruments XML", .has_text = is_instruments, .read = read_instruments};

} // namespace recordings
