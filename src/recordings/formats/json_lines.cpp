// Reads JSON lines (jsonlines.org): one JSON object per line, such as {"frame": 1, "dt_ms": 16.7}.
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
        if (lines.line().size() > max_line_bytes) return !is_whole_json(text);
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
    std::vector<std::string> listed_names{}; // for messages
    std::size_t name_count = 0;

    void add(const std::string& name, const std::string& text)
    {
        if (!parse_scaled(text, ns_exponent).ok() && !parse_clock_time_ns(text).ok()) return;
        if (++name_count <= max_listed_names) listed_names.push_back(base::printable_excerpt(name));
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

RecordingOrError read_json_lines(const ReadInput& input)
{
    std::string member, member_names, value, number_lines;
    const auto keep_value = [&](const std::string& name, const std::string& text)
    {
        if (name == member) value = text.substr(0, max_number_length + 1);
    };
    for (LineReader lines{input.source.text, 1, max_line_bytes + 1}; lines.next(); number_lines += '\n')
    {
        if (lines.line().find_first_not_of(" \t") == std::string_view::npos) continue;
        if (lines.line().size() > max_line_bytes)
            return input.source.error_at(lines.line_number(), "this line is longer than 16 MB",
                                         "write one object of some numbers a frame");
        if (member.empty())
        {
            MemberSearch search{input.options.column};
            const ObjectReader numbers{lines.line(),
                                       [&](const auto& name, const auto& text) { search.add(name, text); }};
            member = search.found();
            if (member_names.empty()) member_names = listed(search.listed_names, search.name_count);
        }
        value.clear();
        const ObjectReader object{lines.line(), keep_value};
        if (!object.problem.empty())
            return input.source.error_at(lines.line_number(), object.problem, "remove it, or write the log again");
        number_lines += value;
    }
    if (member_names.empty())
        return input.source.error_at(1, "no member of the objects is a number or a time",
                                     "write the frame time as a member of its own, as in {\"dt_ms\": 16.7}");
    if (member.empty())
        return input.source.error_at(1, "no member has a known name for frame times; the members are " + member_names,
                                     "choose one with --column NAME, and its unit with --unit s, ms, us, ns or hz");
    RecordingOrError recording_or_error = read_number_lines(input.source, number_lines, member, input.options);
    if (auto* const recording = std::get_if<Recording>(&recording_or_error))
    {
        recording->format = &Format::json_lines;
        recording->tool = "JSON lines";
    }
    return recording_or_error;
}

} // namespace

constinit const Format Format::json_lines{
    .name = "JSON lines", .matches_text = is_json_lines, .read = read_json_lines, .reads_chosen_column = true};

} // namespace recordings
