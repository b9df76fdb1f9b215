// Reads the output of `adb shell dumpsys gfxinfo PACKAGE framestats`: the last 120 frames of each window.
// Sources: Android's docs/html/training/testing/performance.jd; CanvasContext::dumpFrames in libs/hwui.
#include "base/message.hpp"
#include "base/text.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <tuple>

namespace recordings
{
namespace
{

constexpr std::string_view table_delimiter = "---PROFILEDATA---";
// The first line ---PROFILEDATA--- must lie within this many bytes from the start; other output may precede it.
constexpr std::size_t max_preamble_bytes = 1'000'000;
constexpr std::size_t max_windows = 1000;

struct FrameStatsColumns
{
    std::size_t flags = 0;
    std::size_t completed = 0;
    std::size_t intended_vsync = 0;
    // Android 12 and later write the refresh period in this column. Some versions write the header of this column and
    // of the next one in the other order than their values.
    std::optional<std::size_t> frame_interval{};
    std::size_t required_field_count() const { return std::max({flags, completed, intended_vsync}) + 1; }
};

std::optional<FrameStatsColumns> columns_of(const Header& header)
{
    const auto flags = header.find("flags"), completed = header.find("framecompleted");
    if (!flags || !completed) return std::nullopt;
    return FrameStatsColumns{*flags, *completed, header.find("intendedvsync").value_or(*completed),
                             header.find("frameinterval")};
}

// Android prints an error in place of a table, such as "Failure while dumping the app".
constexpr std::array<std::string_view, 4> failure_words{"Failure while dumping", "Failed to dump",
                                                        "No process found for", "Got a RemoteException while dumping"};
// So does adb, in place of any output of the device, and its shell. Some versions put "adb: " before it.
constexpr std::array<std::string_view, 12> adb_failure_words{
    "no devices/emulators found",
    "more than one device/emulator",
    "device offline",
    "device unauthorized",
    "device still authorizing",
    "device '",
    "closed",
    "insufficient permissions for device",
    "- waiting for device -",
    "Can't find service: ",
    "Permission Denial: can't dump ",
    "/system/bin/sh: dumpsys: ",
};

struct FrameStatsReader
{
    const std::optional<TimeRange>& display_timing_range; // only frames that start in this range get display timing
    bool is_inside_table = false;
    std::optional<FrameStatsColumns> columns{};
    std::string_view process_id{}, package{}, window{}; // of the next table; empty if the output does not have them
    std::deque<std::string> window_names{}; // owns the names to which `recording_builder` refers
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, int> table_counts{}; // of each window
    FieldSplitter fields{0};
    TimestampDifferencer timestamp_differences{};
    RecordingBuilder recording_builder{};

    /// Reads one line. Returns null if the line is valid, or the reason why it is invalid.
    const char* read_line(const LineReader& lines)
    {
        if (lines.line().starts_with(table_delimiter))
        {
            is_inside_table = !is_inside_table;
            columns.reset();
            return nullptr;
        }
        if (!is_inside_table) read_names(base::trimmed(lines.line()));
        if (!is_inside_table || lines.line().empty()) return nullptr;
        if (!columns) return read_table_header(lines);
        add_row(lines);
        return nullptr;
    }

    // Lines such as "** Graphics info for pid 4711 [org.example.game] **" and "Window: StatusBar" above a table
    void read_names(std::string_view line)
    {
        constexpr std::string_view process_mark = "** Graphics info for pid ", window_mark = "Window: ";
        if (line.starts_with(window_mark)) window = line.substr(window_mark.size());
        if (!line.starts_with(process_mark)) return;
        line.remove_prefix(process_mark.size());
        process_id = line.substr(0, line.find(' '));
        const std::size_t begin = std::min(line.find('['), line.size() - 1) + 1;
        package = line.substr(begin, line.find_last_of(']') - begin);
        window = {};
    }
    const char* read_table_header(const LineReader& lines)
    {
        if (lines.line().size() > max_header_bytes) return "the header line is too long";
        columns = columns_of(parse_header_guessing_dialect(lines.line(), {}, lines.line_number()));
        if (!columns) return "there are no columns Flags and FrameCompleted";
        if (window_names.size() == max_windows) return "there are more than 1000 windows";
        const int table_count = ++table_counts[{package, process_id, window}];
        std::string name = window.empty() ? fmt::format("window {}", window_names.size() + 1) : std::string{window};
        if (!window.empty() && table_count > 1) name += fmt::format(" ({})", table_count);
        window_names.push_back(std::move(name));
        fields = FieldSplitter{std::max(columns->required_field_count(), columns->frame_interval.value_or(0) + 2)};
        timestamp_differences = {};
        return nullptr;
    }
    void add_row(const LineReader& lines)
    {
        fields.split(lines.line(), ',');
        if (fields.size() < columns->required_field_count())
        {
            recording_builder.count_truncated_row(lines.line_number());
            return;
        }
        const std::string_view completed_text = fields[columns->completed];
        const ParsedNumber flags = parse_scaled(fields[columns->flags], ns_exponent);
        const bool is_valid_frame = flags.ok() && flags.value == 0;
        const ParsedNumber completed = is_valid_frame ? parse_scaled(completed_text, ns_exponent) : ParsedNumber{};
        const ParsedNumber intended_vsync = parse_scaled(fields[columns->intended_vsync], ns_exponent);
        StreamBuilder& stream_builder = *recording_builder.open_stream(package, process_id, window_names.back());
        if (columns->frame_interval)
            for (const std::size_t column : {*columns->frame_interval, *columns->frame_interval + 1})
                if (const ParsedNumber period = parse_scaled(fields[column], ns_exponent); is_refresh_period(period))
                    stream_builder.stream.refresh_period = Nanos{period.value};
        timestamp_differences.add_timestamp(recording_builder, stream_builder, completed, lines.line_number(),
                                            completed_text);
        const bool has_render_time =
            completed.ok() && intended_vsync.ok() && intended_vsync.value > 0 && completed.value > intended_vsync.value;
        if (has_render_time && display_timing_range &&
            display_timing_range->contains(Nanos{stream_builder.frame_start_ns}))
            stream_builder.stream.timing.render_times.emplace_back(completed.value - intended_vsync.value);
    }
};

struct FailedDump
{
    std::size_t line_number;
    std::string_view adb_message; // empty if Android says it, and not adb
};

// The line in which Android or adb says that it cannot dump the frames, among the first lines.
std::optional<FailedDump> find_failed_dump(std::string_view text)
{
    constexpr std::size_t max_searched_lines = 40;
    LineReader lines{text.substr(0, max_preamble_bytes)};
    while (lines.line_number() < max_searched_lines && lines.next())
    {
        std::string_view line = base::trimmed(lines.line());
        const auto begins_line = [&](std::string_view words) { return line.starts_with(words); };
        if (std::ranges::any_of(failure_words, begins_line)) return FailedDump{lines.line_number(), {}};
        const std::string_view message = line;
        for (const std::string_view program : {"adb: ", "adb.exe: ", "error: "})
            if (line.starts_with(program)) line.remove_prefix(program.size());
        if (std::ranges::any_of(adb_failure_words, begins_line)) return FailedDump{lines.line_number(), message};
    }
    return std::nullopt;
}

bool is_gfxinfo(std::string_view text)
{
    const std::size_t delimiter_position = text.substr(0, max_preamble_bytes).find(table_delimiter);
    return (delimiter_position != text.npos && (delimiter_position == 0 || text[delimiter_position - 1] == '\n' ||
                                                text[delimiter_position - 1] == '\r')) ||
           find_failed_dump(text) || text.starts_with("Applications Graphics Acceleration Info:");
}

RecordingOrError read_gfxinfo(const ReadInput& input)
{
    constexpr auto remedy = "dump the frames again: adb shell dumpsys gfxinfo PACKAGE framestats";
    FrameStatsReader reader{input.options.display_timing_range};
    if (input.source.text.find(table_delimiter) == std::string_view::npos)
    {
        const auto failed_dump = find_failed_dump(input.source.text);
        if (!failed_dump)
            return input.source.error_at(0, "gfxinfo without the table of frames (---PROFILEDATA---)", remedy);
        if (failed_dump->adb_message.empty())
            return input.source.error_at(failed_dump->line_number,
                                         "Android could not dump the frames: the app does not run, or did not answer",
                                         "start the app, and dump the frames while it draws");
        return input.source.error_at(failed_dump->line_number,
                                     base::message("adb could not dump the frames: \"{}\"", failed_dump->adb_message),
                                     "connect one device, allow debugging on it, and dump the frames again");
    }
    LineReader lines{input.source.text};
    while (lines.next())
        if (const char* const error = reader.read_line(lines))
            return input.source.error_at(lines.line_number(), error, remedy);

    return reader.recording_builder.finish(input.source, {},
                                           {.format = &Format::gfxinfo,
                                            .tool = "Android's dumpsys gfxinfo",
                                            .frame_time_column = "FrameCompleted",
                                            .frame_boundary = FrameBoundary::present});
}

} // namespace

constinit const Format Format::gfxinfo{
    .name = "Android gfxinfo framestats", .matches_text = is_gfxinfo, .read = read_gfxinfo};

} // namespace recordings
