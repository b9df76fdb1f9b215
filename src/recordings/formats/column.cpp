#include "recordings/formats/column.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "recordings/formats/clock_time.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace recordings
{
namespace
{

// The unit of a column, and whether it has frame times or time stamps, is decided from at most this many values.
constexpr std::size_t max_sampled_values    = 10'000;
constexpr std::size_t min_conclusive_values = 16;
constexpr double min_guessable_median_s = 0.001001, max_guessable_median_s = 0.25;
// Outside this range, the unit in the column's name counts as wrong.
constexpr double min_plausible_median_s = 0.0005, max_plausible_median_s = 1.0;
constexpr double min_sampling_interval_s = 0.09; // rows this far apart are periodic samples, not frames

struct ColumnInterpretation
{
    Unit unit            = Unit::ms;
    bool has_timestamps  = false; // true: time stamps, whose differences are the frame times; false: frame times
    bool is_unit_guessed = false; // true: the unit was guessed from the size of the numbers
};

constexpr int exponent_of(Unit unit)
{
    switch (unit)
    {
    case Unit::s: return s_exponent;
    case Unit::ms: return ms_exponent;
    case Unit::us: return us_exponent;
    case Unit::ns: return ns_exponent;
    case Unit::hz: break;
    }
    return ms_exponent;
}
double seconds_per(Unit unit) { return std::pow(10.0, exponent_of(unit) - s_exponent); }

// Iterates over the cells of one column, from the first row below the header.
struct ColumnCells
{
    const Column& column;
    LineReader lines{column.header.text_below, column.header.line_number + 1};
    FieldSplitter fields{column.index + 1};
    bool is_missing_in_row = false; // true if the row ends before the column
    std::string_view text{};        // text of the current cell

    bool next()
    {
        while (lines.next())
        {
            text = lines.line();
            if (text.find_first_not_of(" \t") == text.npos || text.starts_with('#')) continue;
            if (column.is_only_column()) return true;
            fields.split(text, column.header.dialect.separator);
            is_missing_in_row = fields.size() <= column.index;
            text              = fields[column.index];
            return true;
        }
        return false;
    }

    ParsedNumber parsed_number(int exponent) const
    {
        const char decimal_mark   = text.find(',') == text.npos ? '.' : ',';
        const ParsedNumber number = parse_scaled_and_rounded(
            text, exponent, column.is_only_column() ? decimal_mark : column.header.dialect.decimal_mark);
        if (number.kind != ParsedNumber::Kind::unreadable || text.find(':') == text.npos) return number;
        return parse_clock_time_or_date_ignoring_zone_ns(text); // the unit of the column does not apply to it
    }
    // True if the cell has a date or a time of day.
    bool is_clock_time() const
    {
        return text.find(':') != text.npos &&
               parse_scaled_and_rounded(text, ns_exponent, column.header.dialect.decimal_mark).kind ==
                   ParsedNumber::Kind::unreadable &&
               parse_clock_time_or_date_ignoring_zone_ns(text).ok();
    }
    std::optional<double> approximate_number() const
    {
        if (is_clock_time()) return static_cast<double>(parse_clock_time_or_date_ignoring_zone_ns(text).value);
        for (const int decimals : {9, 3, 0})
            if (const ParsedNumber number = parsed_number(decimals); number.ok())
                return static_cast<double>(number.value) * std::pow(10.0, -decimals);
        return std::nullopt;
    }
};

double median_of_values(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct ColumnSample
{
    std::vector<double> values, differences;
    bool has_clock_times = false; // true: some cells have dates or times of day

    // A clock that was set back makes a few time stamps decrease: these are reported as impossible frame times.
    bool increases_like_timestamps() const
    {
        const auto decrease_count =
            std::ranges::count_if(differences, [](double difference) { return difference < 0; });
        return static_cast<std::size_t>(20 * decrease_count) <= differences.size() && differences.size() > 1 &&
               median_of_values(differences) > 0;
    }
};

ColumnSample sample_of(const Column& column)
{
    ColumnSample sample;
    ColumnCells cells{column};
    while (sample.values.size() < max_sampled_values && cells.next())
    {
        const auto value = cells.approximate_number();
        if (!value) continue;
        sample.has_clock_times = sample.has_clock_times || cells.is_clock_time();
        if (!sample.values.empty()) sample.differences.push_back(*value - sample.values.back());
        sample.values.push_back(*value);
    }
    return sample;
}

std::optional<Unit> guessed_unit_of_median(double median)
{
    for (const Unit unit : {Unit::s, Unit::ms, Unit::us, Unit::ns})
        if (const double median_s = median * seconds_per(unit);
            median_s >= min_guessable_median_s && median_s <= max_guessable_median_s)
            return unit;
    return std::nullopt;
}

struct ColumnInterpreter
{
    const RecordingSource& source;
    const Column& column;
    const ReadOptions& options;
    ColumnSample sample;
    ColumnInterpretation interpretation{};

    std::optional<RecordingError> interpret()
    {
        // A later check refuses a column without numbers, with a message that quotes a row.
        if (sample.values.empty()) return std::nullopt;
        if (sample.has_clock_times)
        {
            interpretation = {.unit = Unit::ns, .has_timestamps = true};
            return error_if_sampled_periodically();
        }
        const auto has_timestamps = has_timestamps_or_error();
        if (const auto* const error = std::get_if<RecordingError>(&has_timestamps)) return *error;
        interpretation.has_timestamps = std::get<bool>(has_timestamps);

        const auto known_unit = options.unit ? options.unit : column.meaning.unit;
        const auto is_in_name = [name = lower_case_no_space_or_underscore(column.name())](std::string_view rate_name)
        { return name.find(rate_name) != name.npos; };
        if (!known_unit && std::ranges::any_of(frame_rate_names, is_in_name))
            return error_at_header(
                fmt::format("{} says frame rates, but not the unit",
                            options.pattern.empty() ? "the column's name" : "the pattern"),
                "add --unit hz if each row is one frame's rate, or --unit s, ms, us or ns for frame times");
        const auto unit = known_unit ? known_unit : guessed_unit_of_median(median_in_column_unit());
        if (!unit)
            return error_at_header(fmt::format("the unit is unknown, and a median {} of {} fits no unit",
                                               interpretation.has_timestamps ? "interval" : "frame time",
                                               base::number_text(median_in_column_unit())),
                                   "set the unit with --unit s, ms, us, ns or hz");
        interpretation.unit            = *unit;
        interpretation.is_unit_guessed = !known_unit;
        if (auto error = error_if_implausible_frame_time()) return error;
        return error_if_sampled_periodically();
    }

    RecordingError error_at_header(std::string problem, std::string remedy) const
    {
        return source.error_at(std::max<std::size_t>(column.header.line_number, 1), std::move(problem),
                               std::move(remedy));
    }
    double median_in_column_unit() const
    {
        // The frame times or rates in the unit of the column; for time stamps, their differences
        const auto& values = interpretation.has_timestamps ? sample.differences : sample.values;
        return values.empty() ? 0.0 : median_of_values(values);
    }

    std::variant<bool, RecordingError> has_timestamps_or_error() const
    {
        if (options.unit == Unit::hz && options.column_has_timestamps)
            return error_at_header("a rate is not a time stamp", "give --unit hz or --absolute, not both");
        if (options.column_has_timestamps) return true;
        if (options.unit == Unit::hz || !sample.increases_like_timestamps()) return false;
        if (column.meaning.has_timestamps) return true;
        if (is_frame_time_by_name()) return false;
        const bool is_conclusive = sample.values.size() >= min_conclusive_values;
        if (is_conclusive && column.header.normalised_names.empty() && has_commas_near_top())
            return error_at_header("the commas can be decimal marks or separators",
                                   "add a header line with the names of the columns");
        if (is_conclusive) return true;
        if (options.unit) return false;
        return error_at_header("the numbers increase in every row, so they can be time stamps or frame times",
                               "use --absolute for time stamps, --unit ms for frame times in milliseconds");
    }
    bool is_frame_time_by_name() const
    {
        const auto meaning = column.header.normalised_names.empty() ? std::nullopt : column_meaning_of(column.name());
        return meaning && !meaning->has_timestamps;
    }
    bool has_commas_near_top() const
    {
        constexpr std::size_t max_searched_characters = 4096;
        return column.header.text_below.substr(0, max_searched_characters).find(',') != std::string_view::npos;
    }

    std::optional<RecordingError> error_if_implausible_frame_time() const
    {
        const double median = median_in_column_unit();
        const double frame_time_s =
            interpretation.unit == Unit::hz ? 1.0 / median : median * seconds_per(interpretation.unit);
        if (options.unit || sample.values.size() < min_conclusive_values ||
            (frame_time_s >= min_plausible_median_s && frame_time_s <= max_plausible_median_s))
            return std::nullopt;
        const bool is_small = frame_time_s < min_plausible_median_s && frame_time_s > 0.0;
        return error_at_header(fmt::format("a median frame time of {} {} is implausible{}", base::number_text(median),
                                           spelled_out_name_of(interpretation.unit),
                                           is_small ? "; does the point separate thousands?" : ""),
                               "set the unit with --unit s, ms, us, ns or hz, or remove the separators of thousands");
    }

    std::optional<RecordingError> error_if_sampled_periodically() const
    {
        const double interval_s = median_in_column_unit() * seconds_per(interpretation.unit);
        if (!interpretation.has_timestamps || options.column_has_timestamps || interval_s < min_sampling_interval_s)
            return std::nullopt;
        return error_at_header(fmt::format("one row every {:.0f} ms: sampled, not one row a frame", interval_s * 1000),
                               "record every frame; if every row is a frame, add --absolute");
    }
};

ParsedNumber frame_time_of_rate(const ParsedNumber& rate)
{
    // `rate` is in units of 1e-6 Hz: the product of frame time and rate is 1e9 ns per second * 1e6.
    constexpr std::int64_t frame_ns_times_micro_hz = 1'000'000'000'000'000;
    if (!rate.ok() || rate.value < 0) return rate;
    if (rate.value == 0) return {ParsedNumber::Kind::unrepresentable};
    return {ParsedNumber::Kind::value, (frame_ns_times_micro_hz + rate.value / 2) / rate.value};
}

RecordingBuilder read_cells(const Column& column, const ColumnInterpretation& interpretation)
{
    RecordingBuilder recording_builder;
    TimestampDifferencer differencer;
    ColumnCells cells{column};
    constexpr std::int64_t hour_ns = 3'600'000'000'000;
    // The last midnight and the last row, in ns since the midnight before the first row; only for times of day.
    std::int64_t midnight_ns = 0, last_time_ns = 0;
    while (cells.next())
    {
        if (cells.is_missing_in_row && !interpretation.has_timestamps)
        {
            recording_builder.count_truncated_row(cells.lines.line_number());
            continue;
        }
        ParsedNumber number = cells.parsed_number(exponent_of(interpretation.unit));
        if (number.ok() && cells.text.find(':') != cells.text.npos && cells.text.find('-') == cells.text.npos)
        {
            // A time of day that goes back by more than 23 hours is past the next midnight. The limit prevents
            // overflow.
            if (number.value + midnight_ns + 23 * hour_ns < last_time_ns && midnight_ns < 100'000 * hour_ns)
                midnight_ns += 24 * hour_ns;
            number.value += midnight_ns;
            last_time_ns = number.value;
        }
        if (number.kind == ParsedNumber::Kind::unreadable && !column.header.normalised_names.empty() &&
            column.header.is_name_of_column(column.index, cells.text))
            continue;
        StreamBuilder& stream_builder = recording_builder.get_or_add_only_stream();
        if (interpretation.has_timestamps)
            differencer.add_time_since_last_call(recording_builder, stream_builder, number, cells.lines.line_number(),
                                                 cells.text);
        else
            recording_builder.add_row(stream_builder,
                                      {interpretation.unit == Unit::hz ? frame_time_of_rate(number) : number,
                                       {},
                                       cells.lines.line_number(),
                                       cells.text});
    }
    return recording_builder;
}

std::string remark_text(const Stream& stream, const ColumnInterpretation& interpretation)
{
    Nanos total{};
    for (const Nanos frame_time : stream.frame_times) total += frame_time;
    const double mean_ms =
        stream.frame_times.empty() ? 0.0 : timestep::to_millis(total) / static_cast<double>(stream.frame_times.size());
    return fmt::format("{} frame{}, read as {}{}{}, mean {} ms", stream.frame_times.size(),
                       stream.frame_times.size() == 1 ? "" : "s",
                       interpretation.has_timestamps ? "the differences of time stamps in " : "",
                       spelled_out_name_of(interpretation.unit), interpretation.is_unit_guessed ? " (guessed)" : "",
                       base::number_text(mean_ms, 3));
}

} // namespace

RecordingOrError read_column(const RecordingSource& source, const Column& column, const ReadOptions& options)
{
    ColumnInterpreter interpreter{source, column, options, sample_of(column)};
    if (auto error = interpreter.interpret()) return *std::move(error);

    RecordingOrError recording_or_error =
        read_cells(column, interpreter.interpretation)
            .finish(source, column.header,
                    {.format = &Format::column, .tool = "a table", .frame_time_column = std::string{column.name()}});
    if (auto* const recording = std::get_if<Recording>(&recording_or_error))
        recording->remark = remark_text(recording->streams.front(), interpreter.interpretation);
    return recording_or_error;
}

RecordingOrError read_number_lines(const RecordingSource& source, const std::string& number_lines,
                                   const std::string& column_name_with_unit, const ReadOptions& options)
{
    const Header header{.original_names   = {column_name_with_unit},
                        .normalised_names = {lower_case_no_space_or_underscore(column_name_with_unit)},
                        .text_below       = number_lines};
    return read_column(source, {header, 0, column_meaning_of(column_name_with_unit).value_or(ColumnMeaning{})},
                       options);
}

RecordingOrError read_log_by_placeholder_pattern(const RecordingSource& source, const ReadOptions& options)
{
    const auto placeholder = options.pattern.find("{}");
    if (placeholder == options.pattern.npos)
        return source.error_at(0, "the pattern has no {} for the number",
                               "write {} in place of the number, as in --pattern 'frame took {} ms'");
    const std::string_view text_before           = std::string_view{options.pattern}.substr(0, placeholder);
    const std::string_view text_after            = std::string_view{options.pattern}.substr(placeholder + 2);
    constexpr std::string_view number_characters = "0123456789.,:+-eETZ";
    std::string number_lines;
    LineReader lines{source.text};
    while (lines.next())
    {
        const auto before_position = lines.line().find(text_before);
        std::string_view number;
        if (before_position != number.npos) number = lines.line().substr(before_position + text_before.size());
        number.remove_prefix(std::min(number.find_first_not_of(' '), number.size()));
        const auto length = std::min(number.find_first_not_of(number_characters), number.size());
        if (number.substr(length).starts_with(text_after)) number_lines += number.substr(0, length);
        number_lines += '\n';
    }
    if (number_lines.find_first_not_of('\n') == number_lines.npos)
        return source.error_at(0, base::message("no line contains the pattern \"{}\"", options.pattern),
                               "copy a line of the log, and write {} in place of the number");
    // The text around a number serves as the column's name, because it can contain the unit, as in "dt={} us".
    return read_number_lines(source, number_lines, std::string{text_before} + " " + std::string{text_after}, options);
}

constinit const Format Format::column{.name = "a column of frame times or time stamps"};

} // namespace recordings
