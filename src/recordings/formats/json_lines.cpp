// Reads JSON lines (jsonlines.org): one JSON object per line, such as {"frame": 1, "dt_ms": 16.7}.
#include "base/message.hpp"
#include "recordings/formats/clock_time.hpp"
#include "recordings/formats/column.hpp"
#include "recordings/formats/csv.hpp"
#include "recordings/formats/formats.hpp"

#include <nlohmann/json.hpp>

namespace recordings
{
namespace
{

using Json = nlohmann::ordered_json;

// If the line is not a JSON object, is_discarded() of the result is true.
Json parse_object(std::string_view line)
{
    Json value = Json::parse(line, nullptr, false);
    return value.is_object() ? value : Json(Json::value_t::discarded);
}

bool is_json_lines(std::string_view text)
{
    LineReader lines{text};
    int object_count = 0;
    while (lines.next())
    {
        if (lines.line().find_first_not_of(" \t") == std::string_view::npos) continue;
        if (lines.line().size() > max_header_bytes || parse_object(lines.line()).is_discarded()) return false;
        if (++object_count == 2) return true;
    }
    return false;
}

bool is_number_or_time(const Json& value)
{
    return value.is_number() ||
           (value.is_string() && (parse_scaled_and_rounded(value.get<std::string>(), ns_exponent).ok() ||
                                  parse_clock_time_or_date_ignoring_zone_ns(value.get<std::string>()).ok()));
}

// Name of the JSON member with the frame times or time stamps; empty if there is none.
std::string member_name_to_read(const Json& object, const ReadOptions& options)
{
    std::string timestamp_member;
    for (const auto& [name, value] : object.items())
    {
        if (!is_number_or_time(value)) continue;
        if (!options.column.empty() &&
            lower_case_no_space_or_underscore(name) == lower_case_no_space_or_underscore(options.column))
            return name;
        const auto meaning = options.column.empty() ? column_meaning_of(name) : std::nullopt;
        if (meaning && !meaning->has_timestamps) return name;
        if (meaning && timestamp_member.empty()) timestamp_member = name;
    }
    return timestamp_member;
}

std::string number_text_of(const Json& value)
{
    if (value.is_string()) return value.get<std::string>();
    return value.is_number() ? value.dump() : std::string{};
}

RecordingOrError read_json_lines(const ReadInput& input)
{
    std::string member, member_names, number_lines;
    for (LineReader lines{input.source.text}; lines.next(); number_lines += '\n')
    {
        if (lines.line().find_first_not_of(" \t") == std::string_view::npos) continue;
        const Json object = parse_object(lines.line());
        if (object.is_discarded())
            return input.source.error_at(lines.line_number(), "this line is not a JSON object",
                                         "remove it, or write the log again");
        if (member.empty()) member = member_name_to_read(object, input.options);
        if (member_names.empty())
            for (const auto& [name, value] : object.items())
                if (is_number_or_time(value))
                    member_names += (member_names.empty() ? "" : ", ") + base::sanitized_and_shortened(name);
        if (!member.empty() && object.contains(member)) number_lines += number_text_of(object[member]);
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
        recording->tool   = "JSON lines";
    }
    return recording_or_error;
}

} // namespace

constinit const Format Format::json_lines{
    .name = "JSON lines", .matches_text = is_json_lines, .read = read_json_lines, .reads_chosen_column = true};

} // namespace recordings
