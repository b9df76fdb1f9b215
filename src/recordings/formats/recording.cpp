#include "recordings/formats/recording.hpp"

#include "base/mapped_file.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/unsupported_reasons.hpp"
#include "recordings/formats/column.hpp"
#include "recordings/formats/csv.hpp"
#include "recordings/formats/parsed_number.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/text_encoding.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <system_error>

namespace recordings
{
namespace
{

constexpr int max_lines_before_header = 40;
constexpr int max_rows_for_decimal_mark = 20;
constexpr std::size_t max_fields_for_decimal_mark = 1000;
constexpr std::size_t max_searched_bytes = 4096; // for words that tell what an unknown file is

// Returns a RecordingError for a file of averages or other statistics, which has no frame times.
std::optional<RecordingError> statistics_file_error(const RecordingSource& source, const Header& header)
{
    // FRAPS writes "GAME DATE TIME fps.csv" and "GAME DATE TIME minmaxavg.csv".
    const auto has_fraps_name = [&](std::string_view last_word)
    { return base::ascii_lower_case(source.name).ends_with(" " + std::string{last_word} + ".csv"); };
    const std::vector<std::string>& names = header.normalised_names;
    const auto error_of = [&](std::string problem, std::string remedy)
    { return source.error_at(header.line_number, std::move(problem), std::move(remedy)); };
    const auto has_name_with = [&](std::string_view name_part)
    { return std::ranges::any_of(names, [&](const std::string& name) { return name.find(name_part) != name.npos; }); };
    if (has_name_with("pmmetric"))
        return error_of("statistics of the PresentMon service, not one row a frame",
                        "record with PresentMon's console tool or its capture application");
    if (names == std::vector<std::string>{"frames", "time(ms)", "min", "max", "avg"} || has_name_with("avgfps") ||
        has_name_with("averagefps") || has_name_with("minfps"))
        return error_of("a summary of recordings, not one row a frame", "use the recording itself");
    if ((names == std::vector<std::string>{"fps"} && has_fraps_name("fps")) || has_fraps_name("minmaxavg"))
        return error_of("FRAPS's list of frame rates, with one row a second instead of one row a frame",
                        "tick Frametimes in FRAPS and record again");
    return std::nullopt;
}

RecordingError unknown_format_error(const RecordingSource& source)
{
    if (source.text.empty()) return source.error_at(0, "the file is empty", "record again");
    if (source.text.substr(0, max_searched_bytes).find('\0') != source.text.npos)
        return source.error_at(0, "not a text file", "unpack it, or export it as CSV");
    if (source.text.find("frameStartNanos=") != source.text.npos)
        return source.error_at(
            0, "a log of AndroidX JankStats",
            "read the starts of its frames with --pattern 'frameStartNanos={}' --unit ns --absolute");
    std::string format_names;
    for (const Format* format : all_formats)
    {
        if (!format_names.empty()) format_names += format == all_formats.back() ? " or " : ", ";
        format_names += format->name;
    }
    return source.error_at(
        0, fmt::format("no header of a known frame-time recording in its first {} lines", max_lines_before_header),
        "for a log with one frame a line, give --pattern 'frame took {} ms' with the text of its lines; the readable "
        "formats are " +
            format_names);
}

// The decimal mark, '.' or ',', of the first number with decimals below a table's header; ',' if there is none. Between
// commas a decimal comma is quoted, as in "16,7": it is the mark if no number has a point.
char decimal_mark_of(std::string_view text_below, char separator)
{
    char default_mark = separator == ',' ? '.' : ',';
    LineReader lines{text_below};
    FieldSplitter fields{max_fields_for_decimal_mark};
    for (int tried_row_count = 0; tried_row_count < max_rows_for_decimal_mark && lines.next(); ++tried_row_count)
    {
        fields.split(lines.line(), separator);
        for (std::size_t i = 0; i < fields.size(); ++i)
            for (const char mark : {',', '.'})
                if (fields[i].find(mark) != std::string_view::npos &&
                    parse_scaled(split_unit(fields[i]).number, ns_exponent, mark).ok())
                {
                    if (separator != ',' || mark == '.') return mark;
                    default_mark = ',';
                }
    }
    return default_mark;
}

RecordingOrError with_format_known_flag(RecordingOrError recording_or_error, const RecordingSource& source,
                                        const Format& format = Format::column)
{
    if (auto* const error = std::get_if<RecordingError>(&recording_or_error))
        error->is_format_known = // other programs write JSON, too
            &format != &Format::json_arrays &&
            (&format != &Format::capframex_json || source.text.find("\"Runs\"") != source.text.npos);
    return recording_or_error;
}

RecordingOrError read_table(const RecordingSource& source, const ReadOptions& options)
{
    ColumnSearch found_column = find_column(source, options);
    if (auto* const error = std::get_if<RecordingError>(&found_column)) return std::move(*error);
    if (const auto* const column = std::get_if<Column>(&found_column))
        return with_format_known_flag(read_column(source, *column, options), source);
    return unknown_format_error(source);
}

// The words of a line between `min_blanks` or more blanks.
std::vector<std::string_view> words_between_blanks(std::string_view line, std::size_t min_blanks)
{
    std::vector<std::string_view> words;
    const std::string_view separator = std::string_view{"  "}.substr(0, min_blanks);
    for (line = base::trimmed(line); !line.empty(); line = base::trimmed(line))
    {
        words.push_back(line.substr(0, line.find(separator)));
        line.remove_prefix(words.back().size());
    }
    return words;
}

// Blanks separate the columns of a table if its header and its first row have two or more words each, equally many. In
// a header, two blanks can separate names that have blanks themselves. Returns the number of blanks in the header; 0 if
// another character can be the separator.
std::size_t blanks_between_names(std::string_view header, std::string_view row)
{
    const auto is_number = [](std::string_view word)
    { return parse_scaled(word, ns_exponent).ok() || parse_scaled(word, ns_exponent, ',').ok(); };
    if (header.find_first_of(",;|\t") != header.npos || row.find_first_of(";|\t") != row.npos || split_unit(row).unit)
        return 0;
    const std::vector<std::string_view> cells = words_between_blanks(row, 1);
    if (cells.size() < 2 || std::ranges::none_of(cells, is_number)) return 0;
    for (const std::size_t min_blanks : {1U, 2U})
        if (const auto names = words_between_blanks(without_comment_mark(header), min_blanks);
            names.size() == cells.size() &&
            (std::ranges::none_of(names, is_number) || std::ranges::all_of(names, is_number)))
            return min_blanks;
    return 0;
}

// The text with tabs between the columns, if blanks separate them; otherwise an empty string.
std::string table_with_tabs(std::string_view text)
{
    std::string_view last_line;
    LineReader lines{text};
    std::size_t header_blanks = 0;
    while (lines.line_number() < max_lines_before_header && header_blanks == 0 && lines.next())
    {
        if (lines.line().size() > max_header_bytes) return "";
        if (!is_ignored_line(lines.line())) header_blanks = blanks_between_names(last_line, lines.line());
        if (header_blanks == 0 && (!is_ignored_line(lines.line()) || is_comment_line(lines.line())))
            last_line = lines.line();
    }
    if (header_blanks == 0) return "";
    std::string table;
    table.reserve(text.size());
    for (LineReader all_lines{text}; all_lines.next(); table += '\n')
    {
        const bool is_header = all_lines.line().data() == last_line.data();
        const std::string_view line = is_header ? without_comment_mark(all_lines.line()) : all_lines.line();
        for (const std::string_view word : words_between_blanks(line, is_header ? header_blanks : 1))
        {
            if (!table.empty() && table.back() != '\n') table += '\t';
            table += word;
        }
    }
    return table;
}

RecordingOrError read_in_detected_format(std::string_view bytes, std::string_view name, const ReadOptions& options,
                                         const base::MappedFile* file, bool has_blanks_for_tabs = false)
{
    std::string utf8_buffer;
    RecordingSource source{name, to_utf8(bytes, utf8_buffer), has_blanks_for_tabs};
    if (utf8_buffer.empty()) source.file = file;
    if (!options.pattern.empty()) return read_log(source, options);
    for (const Format* format : all_formats)
        if (format->matches_text && (format->reads_chosen_column || !options.overrides_format()) &&
            format->matches_text(source.text))
            return with_format_known_flag(format->read({source, {}, options}), source, *format);
    if (const std::string table = table_with_tabs(source.text); !table.empty())
        return read_in_detected_format(table, name, options, nullptr, true);
    if (options.overrides_format()) return read_table(source, options);
    constexpr const char* remedy = "record with PresentMon, CapFrameX or FrameView";
    if (source.text.substr(0, max_searched_bytes).find("benchmark completed, ") != source.text.npos)
        return source.error_at(1, "RTSS's benchmark.txt: averages of a whole benchmark, without frame times", remedy);
    const std::string_view first_line = source.text.substr(0, source.text.find_first_of("\r\n"));
    if (first_line.find("Hardware monitoring log v") != first_line.npos)
        return source.error_at(1, "an Afterburner hardware log: one row a second, not one a frame", remedy);

    LineReader lines{source.text};
    int tried_line_count = 0;
    while (tried_line_count < max_lines_before_header && lines.next())
    {
        if (lines.line().starts_with("//"))
        {
            source.has_comment_lines = true;
            continue;
        }
        ++tried_line_count;
        if (lines.line().size() > max_header_bytes) continue;
        const Header header = parse_header_guessing_dialect(lines.line(), lines.remaining_text(), lines.line_number());
        for (const Format* format : all_formats)
            if (format->matches_header && format->matches_header(header))
                return with_format_known_flag(format->read({source, header, options}), source, *format);
        if (is_comment_line(lines.line())) continue;
        if (auto error = statistics_file_error(source, header)) return *std::move(error);
    }
    return read_table(source, options);
}

RecordingOrError with_never_displayed_shares(RecordingOrError recording_or_error)
{
    if (auto* const recording = std::get_if<Recording>(&recording_or_error))
        for (Stream& stream : recording->streams)
            if (stream.dropped_count && !stream.frame_times.empty())
                stream.never_displayed_share = std::min(
                    static_cast<double>(*stream.dropped_count) / static_cast<double>(stream.frame_times.size()), 1.0);
    return recording_or_error;
}

std::string coverage_text(const Stream& stream, double coverage)
{
    return fmt::format("the frame times add up to {:.3f} s in {:.3f} s ({:.1f} %)",
                       timestep::to_seconds(stream.frame_time_sum_in_span),
                       timestep::to_seconds(*stream.timestamp_span), coverage * 100);
}

} // namespace

Header parse_header_guessing_dialect(std::string_view line, std::string_view text_below, std::size_t line_number)
{
    Header header{.line_number = line_number, .text_below = text_below};
    line = without_comment_mark(line);
    for (const char separator : {';', '\t', '|'})
        if (count_fields(line, separator) > count_fields(line, header.dialect.separator))
            header.dialect.separator = separator;
    header.dialect.decimal_mark = decimal_mark_of(text_below, header.dialect.separator);
    FieldSplitter fields{count_fields(line, header.dialect.separator)};
    fields.split(line, header.dialect.separator);
    for (std::size_t i = 0; i < fields.size(); ++i)
    {
        header.original_names.push_back(base::printable_excerpt(unquoted(fields[i])));
        header.normalised_names.push_back(normalised_column_name(fields[i]));
    }
    return header;
}

RecordingOrError read(std::string_view bytes, std::string_view name, const ReadOptions& options)
{
    return with_never_displayed_shares(read_in_detected_format(bytes, name, options, nullptr));
}

RecordingOrError read_file(const std::filesystem::path& path, const ReadOptions& options)
{
    using Access = base::MappedFile::Access;
    const base::MappedFile file{path, options.keeps_first_part ? Access::copy : Access::map};
    const std::string name = base::path_to_utf8(path);
    if (file.error() == std::make_error_code(std::errc::not_enough_memory).message())
        return RecordingError{name, 0, "there is not enough memory for this file", "close other programs, or split it"};
    if (!file.error().empty()) return RecordingError{name, 0, "cannot be read: " + file.error(), "check the path"};
    const bool is_first_part = options.keeps_first_part && file.has_become_shorter();
    std::string_view bytes = file.bytes();
    if (is_first_part) bytes = bytes.substr(0, bytes.find_last_of("\r\n") + 1);
    RecordingOrError recording_or_error =
        with_never_displayed_shares(read_in_detected_format(bytes, name, options, &file));
    auto* const recording = std::get_if<Recording>(&recording_or_error);
    if (recording != nullptr) recording->is_first_part = is_first_part;
    if (file.has_become_shorter() && (recording == nullptr || !is_first_part))
        return RecordingError{name, 0, "the file became shorter while it was read",
                              "read it when no program writes it"};
    return recording_or_error;
}

std::string first_part_text(const Recording& recording)
{
    if (!recording.is_first_part) return "";
    return fmt::format("the file became shorter while it was read: these are its first {} frames",
                       recording.streams[recording.default_stream_index].frame_times.size());
}

std::optional<RecordingError> use_display_intervals(Recording& recording)
{
    const auto error_of = [&](std::string problem) {
        return RecordingError{recording.name, 0, std::move(problem), "leave out --timing displayed"};
    };
    std::size_t interval_count = 0;
    for (const Stream& stream : recording.streams)
    {
        std::int64_t total_ns = 0;
        for (const Nanos interval : stream.timing.display_intervals)
            if (__builtin_add_overflow(total_ns, interval.count(), &total_ns))
                return error_of("the times between displayed frames add up to more than 292 years");
        interval_count += stream.timing.display_intervals.size();
    }
    if (interval_count == 0) return error_of("the recording has no times of displayed frames");
    for (Stream& stream : recording.streams)
    {
        stream.frame_times = stream.timing.display_intervals;
        stream.missing_count = stream.invalid_count = stream.first_invalid_line = 0;
        stream.timestamp_span = {};
        if (!stream.timing.display_interval_column.empty())
            recording.frame_time_column = stream.timing.display_interval_column;
    }
    recording.frame_boundary = FrameBoundary::present;
    return std::nullopt;
}

std::vector<std::size_t> frames_after_gaps_from(const std::vector<std::size_t>& frames_after_gaps,
                                                std::size_t first_frame)
{
    std::vector<std::size_t> shifted;
    for (const std::size_t frame : frames_after_gaps)
        if (frame > first_frame) shifted.push_back(frame - first_frame);
    return shifted;
}

bool has_many_impossible_rows(const Stream& stream)
{
    return stream.invalid_count > (stream.frame_times.size() + stream.invalid_count) / 100;
}

bool has_rows_of_presents(const Recording& recording)
{
    return recording.frame_boundary == FrameBoundary::present || recording.format == &Format::presentmon ||
           recording.format == &Format::frameview || recording.format == &Format::ocat ||
           recording.format == &Format::capframex_csv;
}

std::string_view spelled_out_name_of(Unit unit)
{
    constexpr std::array<std::string_view, 5> names{"seconds", "milliseconds", "microseconds", "nanoseconds",
                                                    "frames a second"};
    return names[static_cast<std::size_t>(unit)];
}

std::string_view meaning_of(FrameBoundary boundary)
{
    constexpr std::array<std::string_view, 3> meanings{
        "from the start of a frame to the start of the next", "from one call of Present to the next",
        "from an unknown point of a frame to the same point of the next"};
    return meanings[static_cast<std::size_t>(boundary)];
}

std::optional<double> Stream::coverage() const
{
    if (!timestamp_span || *timestamp_span <= Nanos::zero()) return std::nullopt;
    return timestep::to_seconds(frame_time_sum_in_span) / timestep::to_seconds(*timestamp_span);
}

std::string to_string(const RecordingError& error)
{
    std::string_view remedy = error.remedy;
    std::string problem = error.problem;
    if (base::unsupported_reasons.options != nullptr)
    {
        // The programs with which a recording is exported have options, too.
        const bool needs_option = remedy.find("--") != remedy.npos && remedy.find("adb ") == remedy.npos &&
                                  remedy.find("xctrace ") == remedy.npos;
        const std::size_t last_part = remedy.rfind("; ");
        const bool is_usable = last_part != remedy.npos && remedy.find("--", last_part) == remedy.npos;
        if (needs_option) remedy = is_usable ? remedy.substr(last_part + 2) : base::unsupported_reasons.options;
        if (const std::size_t option = problem.find(" (--"); option != problem.npos)
            problem.erase(option, problem.find(')', option) + 1 - option);
    }
    const std::string line = error.line == 0 ? "" : fmt::format(":{}", error.line);
    return base::message("{}{}: {}; {}", error.file, line, base::Verbatim{problem},
                         base::Verbatim{std::string{remedy}});
}

std::string to_string_with_command(const RecordingError& error)
{
    constexpr auto convert_hint = " (options of `timestep_lab convert`; then open its output)";
    const std::string text = to_string(error);
    return text + (text.find("--") == text.npos ? "" : convert_hint);
}

std::optional<RecordingError> replay_rejection(const Recording& recording, std::size_t stream_index)
{
    const auto error_at = [&](std::size_t line, std::string problem, std::string remedy) {
        return RecordingError{recording.name, line, std::move(problem), std::move(remedy)};
    };
    if (stream_index >= recording.streams.size())
        return error_at(0, fmt::format("there is no stream {}", stream_index),
                        fmt::format("choose one from 0 to {}", recording.streams.size() - 1));

    const Stream& stream = recording.streams[stream_index];
    if (stream.invalid_count > 0)
        return error_at(stream.first_invalid_line,
                        fmt::format("frame time \"{}\" is impossible (rows with such a time: {})",
                                    stream.first_invalid_text, stream.invalid_count),
                        "remove the rows, or record again");
    if (stream.frame_times.empty()) return error_at(0, "the stream has no frames", "choose another stream");
    if (stream.timestamp_span && *stream.timestamp_span < Nanos::zero())
        return error_at(0, "time runs backwards in the time column", "the file has several recordings: split it");
    if (const auto coverage = stream.coverage(); coverage && *coverage < min_coverage)
        return error_at(0, coverage_text(stream, *coverage) + ": frames are missing, or the recording was sampled",
                        "record every frame, without a pause");
    else if (coverage && *coverage > max_coverage)
        return error_at(
            0, coverage_text(stream, *coverage) + ": some frames occur twice, or the file has several recordings",
            "split the file, or record again");
    return std::nullopt;
}

} // namespace recordings
