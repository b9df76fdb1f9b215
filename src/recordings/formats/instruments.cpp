// Reads the XML that `xctrace export --xpath ...` writes for one table of an Apple Instruments recording. <schema
// name=...> has a <col> for each column with its <mnemonic> and <engineering-type>. Each row has one element for each
// column, in that order. An element with ref="ID" has the value of the earlier element with that id. Times are
// nanoseconds since the start of the recording; a process has fmt="Name (number)". Sources: xctrace(1) for the command;
// ProfileAnalyzer/Docs/InstrumentsTraceXML.md in github.com/sundresh/WindowsProfilingTools for the file format, because
// Apple publishes no description. A frame time is the time between successive present requests of the same process.
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/starts.hpp"
#include "recordings/formats/xml_tags.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

namespace recordings
{
namespace
{

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

    /// Reads all rows of the table. Returns nothing, or the reason why the file cannot be read.
    std::optional<Refusal> read()
    {
        while (tags_.next())
        {
            if (tags_.name() == "schema" && tags_.opens())
                if (auto refusal = read_schema()) return refusal;
            if (tags_.name() == "row" && tags_.opens() && is_presents_)
                if (auto refusal = read_row()) return refusal;
        }
        if (tags_.broken()) return refuse("the XML is broken or cut off here");
        if (!seen_presents_) return source_.refuse(0, "there is no table of present requests in it", what_to_export);
        return std::nullopt;
    }

    Starts starts;

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

    // Reads a row of the table. Also reads elements inside of the row's elements, because a later element may refer to
    // them by id.
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
        if (tags_.broken()) return std::nullopt; // the XML ends too early, and read() reports this error
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

    // Splits the text of a process, "Name (42)", into its name and its number.
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

    Recording recording;
    recording.format            = &Format::instruments;
    recording.tool              = "Apple Instruments";
    recording.frame_time_column = presents;
    recording.side              = TimingSide::display;
    return table.starts.tracks(1).finish(task.source, {}, std::move(recording));
}

} // namespace

constinit const Format Format::instruments{
    .name = "Apple Instruments XML", .has_text = is_instruments, .read = read_instruments};

} // namespace recordings
