// Reads JSON lines (jsonlines.org): one JSON object per line, such as {"frame": 1, "dt_ms": 16.7}. Reads any other JSON
// with an array of frames, such as {"frames": [{"dt": 0.016}, ...]} or [16.6, 16.7, ...].
#include "base/message.hpp"
#include "recordings/formats/clock_time.hpp"
#include "recordings/formats/column.hpp"
#include "recordings/formats/csv.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/json_reader.hpp"

#include <fmt/format.h>

namespace recordings
{
namespace
{

constexpr std::size_t max_line_bytes = 16'000'000;
constexpr std::size_t max_line_depth = 200; // maximum nesting depth of a line's values
constexpr std::size_t max_table_members = 64;
constexpr std::size_t max_elements = 50'000'000; // of an array; an element needs up to 80 bytes of memory

// Reads the object in one line. Calls use(name, text) for each of its members that is a number or a string.
template <class Use>
class ObjectReader : public JsonReader
{
public:
    ObjectReader(std::string_view line, Use use)
        : JsonReader(line, max_line_depth, "log")
        , use_(std::move(use))
    {
        parse(*this);
        if (!problem.empty() && !is_too_deep()) problem = "this line is not a JSON object";
    }

    // Also true for an object that is nested too deeply to be read.
    bool is_json_object() const { return problem.empty() || is_too_deep(); }

    bool number_integer(std::int64_t value) { return depth() != 1 || add(fmt::format_int(value).str()); }
    bool number_unsigned(std::uint64_t value) { return depth() != 1 || add(fmt::format_int(value).str()); }
    bool number_float(double, std::string text)
    {
        std::replace(text.begin(), text.end(), ',', '.'); // the JSON library writes the decimal mark of the C locale
        return add(text);
    }
    bool string(const std::string& text) { return add(text); }
    bool key(const std::string& name)
    {
        if (depth() == 1) name_ = name;
        return true;
    }
    bool start_array(std::size_t) { return depth() > 1; }

private:
    bool add(const std::string& text)
    {
        if (depth() == 1) use_(name_, text);
        return depth() > 0;
    }

    Use use_;
    std::string name_; // of the current member of the line's object
};

// A line that is too long for a log can be the only line of a trace or of a CapFrameX record.
bool is_whole_json(std::string_view text)
{
    constexpr std::size_t max_searched_bytes = 1'000'000;
    return text.substr(0, max_searched_bytes).find("\"Runs\"") != text.npos || Format::trace.matches_text(text);
}

bool is_json_lines(std::string_view text)
{
    bool has_object = false;
    for (LineReader lines{text, 1, max_line_bytes + 1}; lines.next();)
    {
        const std::size_t first = lines.line().find_first_not_of(" \t");
        if (first == std::string_view::npos) continue;
        if (lines.line()[first] != '{' || has_object) return lines.line()[first] == '{';
        if (lines.line().size() > max_line_bytes) // in a log, another line follows
            return text.find('\n') < text.find_last_not_of(json_blanks) && !is_whole_json(text);
        has_object = ObjectReader{lines.line(), [](const auto&, const auto&) {}}.is_json_object();
        if (!has_object) return false;
    }
    return false;
}

// Finds the member with the frame times or time stamps among the numbers and times of one object.
struct MemberSearch
{
    const std::string& chosen_name; // of the user's choice; empty if there is none
    std::string frame_time_member{}, timestamp_member{};
    std::vector<std::string> names{}; // the first ones
    std::size_t name_count = 0;

    void add(const std::string& name, const std::string& text)
    {
        if (!parse_scaled(text, ns_exponent).ok() && !parse_clock_time_ns(text).ok()) return;
        if (++name_count <= max_table_members) names.push_back(name);
        if (!chosen_name.empty())
        {
            if (normalised_column_name(name) == normalised_column_name(chosen_name))
                keep_first(frame_time_member, name);
        }
        else if (const auto meaning = column_meaning_of(name))
            keep_first(meaning->has_timestamps ? timestamp_member : frame_time_member, name);
    }
    static void keep_first(std::string& member, const std::string& name)
    {
        if (member.empty()) member = name;
    }
    const std::string& found() const { return frame_time_member.empty() ? timestamp_member : frame_time_member; }
};

// JSON objects as a table, whose columns are their members. The first one has the frame times or time stamps.
struct MemberTable
{
    std::vector<std::string> names, cells;
    std::string rows{};
    std::optional<char> decimal_mark{}; // of the first frame time

    void add(std::string_view member, std::string_view text)
    {
        const auto name = std::ranges::find(names, member);
        if (name == names.end()) return;
        std::string& cell = cells[static_cast<std::size_t>(name - names.begin())];
        cell = text.substr(0, max_number_length + 1);
        std::ranges::replace_if(
            cell, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
        if (name == names.begin() && !decimal_mark) decimal_mark = cell.find(',') == cell.npos ? '.' : ',';
    }
    // The row stays empty if the object has no frame time.
    void end_row()
    {
        if (!cells.front().empty()) rows += fmt::format("{}", fmt::join(cells, "\t"));
        rows += '\n';
        for (std::string& cell : cells) cell.clear();
    }
    RecordingOrError read(const RecordingSource& source, const ReadOptions& options) const
    {
        Header header{.dialect = {'\t', decimal_mark.value_or('.')}, .text_below = rows};
        for (const std::string& name : names)
        {
            header.original_names.push_back(base::printable_excerpt(name));
            header.normalised_names.push_back(normalised_column_name(name));
        }
        return read_column(source, {header, 0, column_meaning_of(names.front()).value_or(ColumnMeaning{})}, options);
    }
};

RecordingOrError read_json_lines(const ReadInput& input)
{
    std::optional<MemberTable> table; // from the first object on that has a member with frame times or time stamps
    std::size_t empty_row_count = 0;
    std::string member_names;
    for (LineReader lines{input.source.text, 1, max_line_bytes + 1}; lines.next();)
    {
        if (lines.line().size() > max_line_bytes)
            return input.source.error_at(lines.line_number(), "this line is longer than 16 MB",
                                         "write one object of some numbers a frame");
        const bool is_blank_line = lines.line().find_first_not_of(" \t") == std::string_view::npos;
        if (!table && !is_blank_line)
        {
            MemberSearch search{input.options.column};
            const ObjectReader numbers{lines.line(),
                                       [&](const auto& name, const auto& text) { search.add(name, text); }};
            if (member_names.empty())
            {
                std::vector<std::string> shown_names;
                for (const std::string& name : search.names) shown_names.push_back(base::printable_excerpt(name));
                member_names = listed(shown_names, search.name_count);
            }
            if (const std::string found = search.found(); !found.empty())
            {
                std::erase(search.names, found);
                search.names.insert(search.names.begin(), found);
                table.emplace(MemberTable{search.names, std::vector<std::string>(search.names.size())});
            }
            for (; table && empty_row_count > 0; --empty_row_count) table->end_row();
        }
        if (!is_blank_line)
        {
            const ObjectReader object{lines.line(), [&](const auto& name, const auto& text)
                                      {
                                          if (table) table->add(name, text);
                                      }};
            if (!object.problem.empty())
                return input.source.error_at(lines.line_number(), object.problem, "remove it, or write the log again");
        }
        if (table) table->end_row();
        if (!table) ++empty_row_count;
    }
    if (member_names.empty())
        return input.source.error_at(1, "no member of the objects is a number or a time",
                                     "write the frame time as a member of its own, as in {\"dt_ms\": 16.7}");
    if (!table)
        return input.source.error_at(1, "no member has a known name for frame times; the members are " + member_names,
                                     "choose one with --column NAME, and its unit with --unit s, ms, us, ns or hz");
    RecordingOrError recording_or_error = table->read(input.source, input.options);
    if (auto* const recording = std::get_if<Recording>(&recording_or_error))
    {
        recording->format = &Format::json_lines;
        recording->tool = "JSON lines";
    }
    return recording_or_error;
}

// Finds the array of the most frames in a JSON text.
class ArraySearch : public JsonReader
{
public:
    struct Array
    {
        std::string name{}; // such as "data.frames"; empty if the array is the whole text
        const char* begin = nullptr; // behind its first bracket
        const char* end = nullptr; // behind its last bracket
        std::size_t object_count = 0, number_count = 0; // of its elements

        // Objects, and numbers in an array with a known name, come before other numbers.
        std::pair<bool, std::size_t> suitability() const
        {
            const bool has_known_name = column_meaning_of(name.substr(name.rfind('.') + 1)).has_value();
            return {object_count > number_count || (number_count > 0 && has_known_name),
                    std::max(object_count, number_count)};
        }
    };

    explicit ArraySearch(std::string_view text)
        : JsonReader(text, max_line_depth, "recording")
    {
        parse(*this);
    }

    Array best;

    bool number_integer(std::int64_t) { return count_number(); }
    bool number_unsigned(std::uint64_t) { return count_number(); }
    bool number_float(double, const std::string&) { return count_number(); }
    bool string(const std::string& text) { return !parse_scaled(text, ns_exponent).ok() || count_number(); }
    bool key(const std::string& name)
    {
        names_.back() = name.empty() ? "\"\"" : base::printable_excerpt(name);
        return true;
    }
    bool start_object(std::size_t)
    {
        if (!arrays_.empty() && names_.back().empty()) ++arrays_.back().object_count;
        names_.emplace_back("?"); // until its first key
        return true;
    }
    bool end_object()
    {
        names_.pop_back();
        return true;
    }
    bool start_array(std::size_t)
    {
        std::string name;
        for (const std::string& part : names_)
            if (!part.empty()) name += (name.empty() ? "" : ".") + part;
        arrays_.push_back({.name = name, .begin = position()});
        names_.emplace_back(); // its elements have no name
        return true;
    }
    bool end_array()
    {
        arrays_.back().end = position();
        if (best.begin == nullptr || arrays_.back().suitability() > best.suitability()) best = arrays_.back();
        arrays_.pop_back();
        return end_object();
    }

private:
    bool count_number()
    {
        if (!names_.empty() && names_.back().empty()) ++arrays_.back().number_count;
        return true;
    }

    std::vector<Array> arrays_; // that contain the current value
    std::vector<std::string> names_; // of the members that contain it; empty for an element of an array
};

// Calls use(character, is_separator) for the characters of an array's elements. `text` is valid JSON from behind the
// array's first bracket to its last one.
template <class Use>
void scan_elements(std::string_view text, Use use)
{
    std::size_t depth = 0;
    bool is_in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        const char c = text[i];
        if (c == '"') is_in_string = !is_in_string;
        if (!is_in_string && (c == '[' || c == '{')) ++depth;
        if (!is_in_string && (c == ']' || c == '}') && depth-- == 0) break;
        use(c, c == ',' && depth == 0 && !is_in_string);
        if (c == '\\' && i + 1 < text.size()) use(text[++i], false);
    }
    count_examined_bytes(text.size());
}

// The elements of an array, each in a line.
std::string elements_in_lines(std::string_view text)
{
    std::string lines;
    scan_elements(text,
                  [&](char c, bool is_separator)
                  {
                      if (c != '\n' && c != '\r') lines += is_separator ? '\n' : c;
                  });
    return lines;
}

// The number of line ends before an element of an array, whose elements are numbered from 1.
std::size_t line_ends_before_element(std::string_view text, std::size_t element)
{
    std::size_t begun = 1, line_ends = 0;
    bool is_found = false;
    scan_elements(text,
                  [&](char c, bool is_separator)
                  {
                      const bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
                      if (begun == element && !is_blank) is_found = true;
                      if (is_separator) ++begun;
                      if (c == '\n' && !is_found) ++line_ends;
                  });
    return line_ends;
}

// The other formats in JSON are tried before.
bool is_json_with_arrays(std::string_view text)
{
    const std::size_t first = std::min(text.find_first_not_of(json_blanks), text.size());
    if (text.substr(first).starts_with('{')) return true;
    if (!text.substr(first).starts_with('[')) return false;
    // "[12:00] text" and "[info] text" are lines of a log.
    const std::size_t second = std::min(text.find_first_not_of(json_blanks, first + 1), text.size());
    const std::size_t number_end = std::min(text.find_first_not_of("0123456789+-.eE", second), text.size());
    const std::string_view next = text.substr(std::min(text.find_first_not_of(json_blanks, number_end), text.size()));
    return text.substr(second).starts_with('{') || text.substr(second).starts_with('[') || next.starts_with(',');
}

RecordingOrError read_json_arrays(const ReadInput& input)
{
    ArraySearch search{input.source.text};
    if (!search.problem.empty())
        return input.source.error_at(search.line_number(), search.problem, "write the file again");
    const ArraySearch::Array& array = search.best;
    if (array.object_count + array.number_count == 0)
        return input.source.error_at(0, "the JSON has no array of frames",
                                     "write the frame times as an array, as in {\"frames\": [{\"dt_ms\": 16.7}]}");
    if (array.object_count + array.number_count > max_elements)
        return input.source.error_at(0, fmt::format("the array has more than {} elements", max_elements),
                                     "split the file");
    const bool has_objects = array.object_count >= array.number_count;
    const std::string_view array_text{array.begin, static_cast<std::size_t>(array.end - array.begin)};
    const std::string elements = elements_in_lines(array_text);
    RecordingOrError recording_or_error =
        has_objects
            ? read_json_lines({{input.source.name, elements}, {}, input.options})
            : read_number_lines(input.source, elements, array.name.substr(array.name.rfind('.') + 1), input.options);
    const std::string shown_name = array.name.empty() ? "the only array" : array.name;
    if (auto* const error = std::get_if<RecordingError>(&recording_or_error))
    {
        error->line = 0; // it counts elements
        error->problem = base::message("in the array {}: {}", shown_name, base::Verbatim{error->problem});
    }
    if (auto* const recording = std::get_if<Recording>(&recording_or_error))
    {
        recording->format = &Format::json_arrays;
        recording->tool = "JSON";
        recording->frame_time_column = shown_name + (has_objects ? "[]." + recording->frame_time_column : "");
        const auto first_line = 1 + std::count(input.source.text.data(), array.begin, '\n');
        for (Stream& stream : recording->streams)
            if (stream.first_invalid_line > 0) // it counts elements
                stream.first_invalid_line = static_cast<std::size_t>(first_line) +
                                            line_ends_before_element(array_text, stream.first_invalid_line);
    }
    return recording_or_error;
}

} // namespace

constinit const Format Format::json_arrays{.name = "JSON array of frames",
                                           .matches_text = is_json_with_arrays,
                                           .read = read_json_arrays,
                                           .reads_chosen_column = true};
constinit const Format Format::json_lines{
    .name = "JSON lines", .matches_text = is_json_lines, .read = read_json_lines, .reads_chosen_column = true};

} // namespace recordings
