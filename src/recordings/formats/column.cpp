#include "recordings/formats/column.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "recordings/formats/column_cells.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/row_evidence.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace recordings
{
namespace
{

// The unit of a column, and whether it has frame times or time stamps, is decided from at most this many values.
constexpr std::size_t max_sampled_values = 10'000;
constexpr std::size_t min_conclusive_values = 16;
constexpr double min_guessable_median_s = 0.001001, max_guessable_median_s = 0.25;
// Outside this range, the unit in the column's name counts as wrong.
constexpr double min_plausible_median_s = 0.0005, max_plausible_median_s = 1.0;
constexpr double min_sampling_interval_s = 0.09; // rows this far apart are periodic samples, not frames
// Time stamps without a unit that are this far apart or less, from min_guessable_median_s on, can be in seconds.
constexpr double max_ambiguous_interval = 2.5;
constexpr double near_zero_share = 0.1; // of other frame times, up to which a frame time is close to zero
constexpr double max_plausible_fps = 2000.0;
constexpr auto unit_remedy = "set the unit with --unit s, ms, us, ns or hz";

struct ColumnInterpretation
{
    Unit unit = Unit::ms;
    bool has_timestamps = false; // true: time stamps, whose differences are the frame times; false: frame times
    bool is_unit_guessed = false; // true: the unit was guessed from the size of the numbers
};

bool has_rate_name(std::string_view name)
{
    const std::string normalised = normalised_column_name(name);
    return std::ranges::any_of(frame_rate_names, [&](std::string_view rate_name)
                               { return normalised.find(rate_name) != normalised.npos; });
}

// True for a name such as "fps.txt" or "my-game_fps.csv", false for "60 fps.csv" and "fpsgame.csv".
bool is_file_name_of_rates(std::string_view path)
{
    const std::string_view name = path.substr(path.find_last_of("/\\") + 1);
    bool follows_number = false;
    for (const std::string_view word : base::split(name.substr(0, name.rfind('.')), " _-.()[]"))
    {
        if (!follows_number &&
            std::ranges::find(frame_rate_names, base::ascii_lower_case(word)) != frame_rate_names.end())
            return true;
        follows_number = !word.empty() && std::ranges::all_of(word, base::is_ascii_digit);
    }
    return false;
}

struct ColumnInterpreter
{
    const RecordingSource& source;
    const Column& column;
    const ReadOptions& options;
    ColumnSample sample;
    ColumnInterpretation interpretation{};
    std::optional<RateEvidence> rates{};
    std::optional<CountEvidence> counts{};
    std::optional<ClockEvidence> clock{}; // only for frame times

    std::optional<RecordingError> interpret()
    {
        // A later check refuses a column without numbers, with a message that quotes a row.
        if (sample.values.empty()) return std::nullopt;
        if (sample.has_clock_times)
        {
            interpretation = {.unit = Unit::ns, .has_timestamps = true};
            rates = rate_evidence_of(column, true);
            if (auto error = interval_rows_error()) return error;
            return periodic_sampling_error();
        }
        const auto has_timestamps = detect_timestamps();
        if (const auto* const error = std::get_if<RecordingError>(&has_timestamps)) return *error;
        interpretation.has_timestamps = std::get<bool>(has_timestamps);

        const auto known_unit = options.unit ? options.unit : column.meaning.unit;
        if (!known_unit && says_frame_rates())
            return error_at_header(
                base::message("{} says frame rates: one a frame (--unit hz) or one a second?", naming_place()),
                "add --unit hz if each row is one frame's rate, or --unit ms (or s, us, ns) for frame times; if each "
                "row "
                "is one second, record every frame");
        if (!column.is_only_column())
        {
            rates = rate_evidence_of(column, interpretation.has_timestamps);
            counts = count_evidence_of(column);
        }
        const auto unit_by_rates = rates ? rates->unit() : std::nullopt;
        const auto unit = known_unit ? known_unit : unit_by_rates ? unit_by_rates : guessed_unit_of(typical_value());
        if (!unit)
            return error_at_header(fmt::format("the unit is unknown, and a median {} of {} fits no unit",
                                               interpretation.has_timestamps ? "interval" : "frame time",
                                               base::number_text(median_in_column_unit())),
                                   unit_remedy);
        interpretation.unit = *unit;
        interpretation.is_unit_guessed = !known_unit;
        if (!interpretation.has_timestamps && !column.is_only_column()) clock = clock_evidence_of(column, *unit);
        if (interpretation.is_unit_guessed && *unit == Unit::ms)
            if (auto error = ambiguous_unit_error()) return error;
        if (auto error = interval_rows_error()) return error;
        if (auto error = contradiction_error()) return error;
        if (auto error = sampled_rows_error()) return error;
        if (auto error = plausibility_error()) return error;
        return periodic_sampling_error();
    }

    bool has_known_name() const
    {
        return !column.header.normalised_names.empty() && column_meaning_of(column.name()).has_value();
    }
    // What has the name of the numbers: the pattern of a log, the column, or, for numbers without a known name, the
    // file.
    std::string_view naming_place() const
    {
        if (!options.pattern.empty()) return "the pattern";
        return has_rate_name(column.name()) ? "the column's name" : "the file's name";
    }
    bool says_frame_rates() const
    {
        if (has_rate_name(column.name())) return true;
        return options.pattern.empty() && column.is_only_column() && !interpretation.has_timestamps &&
               !has_known_name() && is_file_name_of_rates(source.name);
    }

    // Numbers that are read as milliseconds without a unit can be frame rates, or time stamps in seconds.
    std::optional<RecordingError> ambiguous_unit_error()
    {
        const double value = median_in_column_unit();
        const bool is_one_frame_by_rates =
            rates && !rates->is_constant && rates->is_one_frame_in(Unit::ms) && rates->may_be_of_one_frame;
        const bool is_one_frame_by_counts = counts && counts->is_one_frame();
        if (!interpretation.has_timestamps)
        {
            const bool is_clear = has_known_name() || has_unit_word(column.name()) || is_one_frame_by_rates || clock ||
                                  value < min_ambiguous_ms || value > max_ambiguous_ms;
            if (is_clear) return std::nullopt;
            return error_at_header(fmt::format("numbers of about {} without a unit can be frame rates or frame times",
                                               base::number_text(value, 3)),
                                   "add --unit hz for one rate a frame, or --unit ms for frame times in milliseconds; "
                                   "if each row is the rate of a second, record every frame");
        }
        const double frame_count = // in a row, by rates
            rates && !rates->is_constant ? rates->median_product * seconds_per(Unit::ms) : 0.0;
        const bool can_be_seconds =
            sample.values.size() >= min_conclusive_values && (frame_count > 0.0 || value <= max_ambiguous_interval);
        if (frame_count > max_agreeing_ratio) return std::nullopt; // samples in any unit
        if (frame_count > 0.0 && frame_count * max_agreeing_ratio < 1.0)
            interpretation.unit = Unit::s; // no game draws more frames in a second than it shows
        else if (counts && !is_one_frame_by_counts && !counts->is_constant)
            interpretation.unit =
                value * seconds_per(Unit::ms) * max_plausible_fps < counts->median ? Unit::s : Unit::ms;
        else if (can_be_seconds && !is_one_frame_by_counts && !is_one_frame_by_rates)
            return error_at_header(fmt::format("the time stamps have no unit: a row every {} ms or every {} s?",
                                               base::number_text(value, 4), base::number_text(value, 4)),
                                   "add --unit ms if each row is a frame; rows of seconds are samples: record every "
                                   "frame");
        return std::nullopt;
    }

    std::optional<RecordingError> interval_rows_error() const
    {
        constexpr double min_interval_frames = 3.0;
        const double seconds = seconds_per(interpretation.unit), interval_s = median_in_column_unit() * seconds;
        if (interpretation.unit == Unit::hz) return std::nullopt;
        // Equal numbers in all rows, such as those of a limit, are evidence only for rows that no frame is as long as.
        const auto is_interval = [&](double frame_count, bool is_constant)
        {
            if (!is_constant && frame_count > max_agreeing_ratio) return true;
            return !interpretation.has_timestamps && interval_s >= min_sampling_interval_s &&
                   frame_count >= min_interval_frames;
        };
        CountEvidence found;
        double rate = 0.0;
        if (rates && is_interval(rates->median_product * seconds, rates->is_constant))
        {
            const double scale = rates->has_counts ? 1.0 : seconds;
            found = {.min = rates->min_count * scale, .max = rates->max_count * scale};
            rate = rates->median_rate;
        }
        else if (counts && is_interval(counts->median, counts->is_constant || counts->may_count_other_things) &&
                 interval_s > 0.0)
        {
            found = *counts;
            rate = found.median / interval_s;
        }
        if (rate == 0.0) return std::nullopt;
        const bool may_be_seconds = interpretation.is_unit_guessed && interpretation.unit == Unit::ms;
        if (interpretation.has_timestamps)
            return error_at_header(base::message("the rows are samples: one row every {} ms{} by the column {}, with "
                                                 "about {:.0f} frames each ({} fps)",
                                                 base::number_text(interval_s * 1000, 4),
                                                 may_be_seconds ? " (or s)" : "", column.name(), rate * interval_s,
                                                 base::number_text(rate, 3)),
                                   "record every frame");
        return error_at_header(fmt::format("the rows are intervals of about {} s with {:.0f} to {:.0f} frames each "
                                           "({} fps), not frames",
                                           base::number_text(interval_s, 2), found.min, found.max,
                                           base::number_text(rate, 3)),
                               "record every frame");
    }
    std::optional<RecordingError> contradiction_error() const
    {
        const double interval_s = median_in_column_unit() * seconds_per(interpretation.unit);
        const auto error_of = [&](const std::string& other, double other_ms)
        {
            return error_at_header(
                base::message("two columns contradict each other: by {}, a row lasts {} ms, but by {}, {} ms",
                              column.name(), base::number_text(interval_s * 1000, 4), other,
                              base::number_text(other_ms, 4)),
                interpretation.is_unit_guessed ? std::string{unit_remedy} + ", or remove the wrong column"
                                               : "remove the wrong column, or correct the unit in its name");
        };
        if (interpretation.unit == Unit::hz || typical_value() > median_in_column_unit()) return std::nullopt;
        if (rates && !rates->is_constant && rates->median_product > 0.0 &&
            rates->median_product * seconds_per(interpretation.unit) * max_agreeing_ratio < 1.0)
            return error_of(rates->column, 1000.0 / rates->median_rate);
        if (clock && clock->is_named && clock->line_going_back == 0 && clock->coverage > max_coverage &&
            clock->median_step_ratio > 0.0 && clock->median_step_ratio * max_agreeing_ratio < 1.0)
            return error_of(clock->column, clock->interval_s * 1000);
        return std::nullopt;
    }
    std::optional<RecordingError> sampled_rows_error() const
    {
        if (!clock || clock->line_going_back > 0) return std::nullopt;
        const bool has_longer_rows =
            clock->coverage < min_frame_coverage && clock->median_step_ratio > max_agreeing_ratio;
        if (clock->coverage >= min_gap_coverage && !has_longer_rows) return std::nullopt;
        return error_at_header(base::message("the rows are samples: one row every {:.0f} ms by the column {}, and the "
                                             "frame times cover {} % of the time",
                                             clock->interval_s * 1000, clock->column,
                                             base::number_text(clock->coverage * 100, 3)),
                               "record every frame");
    }

    RecordingError error_at_header(std::string problem, std::string remedy) const
    {
        return source.error_at(std::max<std::size_t>(column.header.line_number, 1), std::move(problem),
                               std::move(remedy));
    }
    // The median; but if it is close to zero, as when a loop updates two times in a row, that of the other values.
    double typical_value() const
    {
        constexpr double typical_rank = 0.85;
        const double median = median_in_column_unit();
        std::vector<double> values = interpretation.has_timestamps ? sample.differences : sample.values;
        if (values.size() < min_conclusive_values) return median;
        const auto high =
            values.begin() + static_cast<std::ptrdiff_t>(typical_rank * static_cast<double>(values.size()));
        std::nth_element(values.begin(), high, values.end());
        // Where a point separates thousands, numbers below 1000 are integers, and the others seem to be from 1 to 1000.
        const bool may_have_thousands = median >= 1.0 && *high < 1000.0 && std::abs(*high - std::round(*high)) < 1e-6;
        return median >= 0.0 && median < near_zero_share * *high && !may_have_thousands ? *high : median;
    }
    double median_in_column_unit() const
    {
        // The frame times or rates in the unit of the column; for time stamps, their differences
        const auto& values = interpretation.has_timestamps ? sample.differences : sample.values;
        return values.empty() ? 0.0 : median_of_values(values);
    }

    // True for time stamps, false for frame times or rates; an error if the column can be either.
    std::variant<bool, RecordingError> detect_timestamps() const
    {
        if (options.unit == Unit::hz && options.column_has_timestamps)
            return error_at_header("a rate is not a time stamp", "give --unit hz or --absolute, not both");
        if (options.column_has_timestamps) return true;
        if (options.unit == Unit::hz || !sample.increases_like_timestamps()) return false;
        if (column.meaning.has_timestamps) return true;
        const bool has_names = !column.header.normalised_names.empty();
        const auto meaning = has_names ? column_meaning_of(column.name()) : std::nullopt;
        if (meaning && !meaning->has_timestamps && !meaning->is_only_unit) return false; // named a frame time
        constexpr std::size_t max_searched_characters = 4096;
        const std::string_view first_rows = column.header.text_below.substr(0, max_searched_characters);
        const bool is_conclusive = sample.values.size() >= min_conclusive_values;
        if (is_conclusive && !has_names && first_rows.find(',') != first_rows.npos)
            return error_at_header("the commas can be decimal marks or separators",
                                   header_advice(column.header.text_below, ',', ','));
        if (is_conclusive) return true;
        if (options.unit) return false;
        return error_at_header("the numbers increase in every row, so they can be time stamps or frame times",
                               "use --absolute for time stamps, --unit ms for frame times in milliseconds");
    }

    std::optional<RecordingError> plausibility_error() const
    {
        const double median = typical_value();
        const double frame_time_s =
            interpretation.unit == Unit::hz ? 1.0 / median : median * seconds_per(interpretation.unit);
        if (options.unit || sample.values.size() < min_conclusive_values ||
            (frame_time_s >= min_plausible_median_s && frame_time_s <= max_plausible_median_s))
            return std::nullopt;
        const bool is_small = frame_time_s < min_plausible_median_s && frame_time_s > 0.0;
        const bool is_unit_confirmed = // by other columns
            (rates && rates->is_one_frame_in(interpretation.unit)) ||
            (clock && clock->line_going_back == 0 && clock->coverage <= max_coverage);
        if (is_small && is_unit_confirmed) return std::nullopt;
        return error_at_header(fmt::format("a median frame time of {} {} is implausible{}", base::number_text(median),
                                           spelled_out_name_of(interpretation.unit),
                                           is_small ? "; does the point separate thousands?" : ""),
                               "set the unit with --unit s, ms, us, ns or hz, or remove the separators of thousands");
    }

    std::optional<RecordingError> periodic_sampling_error() const
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

RecordingBuilder read_cells(const Column& column, const ColumnInterpretation& interpretation,
                            std::span<const std::size_t> lines_after_gaps)
{
    RecordingBuilder recording_builder{{}, column.header.text_below};
    StreamBuilder& stream_builder = recording_builder.open_only_stream();
    Stream& stream = stream_builder.stream;
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
        for (; !lines_after_gaps.empty() && cells.lines.line_number() >= lines_after_gaps.front();
             lines_after_gaps = lines_after_gaps.subspan(1))
            if (!stream.frame_times.empty()) stream.frames_after_gaps.push_back(stream.frame_times.size());
        if (interpretation.has_timestamps)
            differencer.add_timestamp(recording_builder, stream_builder, number, cells.lines.line_number(), cells.text);
        else
            recording_builder.add_row(stream_builder,
                                      {interpretation.unit == Unit::hz ? frame_time_of_rate(number) : number,
                                       {},
                                       cells.lines.line_number(),
                                       cells.text});
    }
    return recording_builder;
}

std::string clock_remark_text(const ClockEvidence& clock)
{
    if (clock.line_going_back > 0)
        return base::message("; the column {} goes back in line {} and is ignored", clock.column,
                             clock.line_going_back);
    if (clock.coverage >= min_frame_coverage) return "";
    std::string text = base::message("; they cover {} % of the time by the column {}",
                                     base::number_text(clock.coverage * 100, 3), clock.column);
    if (const std::size_t gap_count = clock.lines_after_gaps.size(); gap_count > 0)
        text += fmt::format(", with {} gap{}: rank runs each part between gaps by itself", gap_count,
                            gap_count == 1 ? "" : "s");
    return text;
}

std::string remark_text(const Recording& recording, const ColumnInterpretation& interpretation)
{
    double total_ms = 0.0;
    const std::vector<Nanos>& frame_times = recording.streams.front().frame_times;
    const std::size_t frame_count = frame_times.size();
    for (const Nanos frame_time : frame_times) total_ms += timestep::to_millis(frame_time);
    return fmt::format("{} frame{}, read as {}{}{}, mean {} ms", frame_count, frame_count == 1 ? "" : "s",
                       interpretation.has_timestamps ? "the differences of time stamps in " : "",
                       spelled_out_name_of(interpretation.unit), interpretation.is_unit_guessed ? " (guessed)" : "",
                       base::number_text(frame_count == 0 ? 0.0 : total_ms / static_cast<double>(frame_count), 3));
}

} // namespace

bool ColumnSample::increases_like_timestamps() const
{
    const auto decrease_count = std::ranges::count_if(differences, [](double difference) { return difference < 0; });
    return static_cast<std::size_t>(20 * decrease_count) <= differences.size() && differences.size() > 1 &&
           median_of_values(differences) > 0;
}

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

std::optional<Unit> guessed_unit_of(double typical_value)
{
    for (const Unit unit : {Unit::s, Unit::ms, Unit::us, Unit::ns})
        if (const double typical_s = typical_value * seconds_per(unit);
            typical_s >= min_guessable_median_s && typical_s <= max_guessable_median_s)
            return unit;
    return std::nullopt;
}

RecordingOrError read_column(const RecordingSource& source, const Column& column, const ReadOptions& options)
{
    ColumnInterpreter interpreter{source, column, options, sample_of(column)};
    if (auto error = interpreter.interpret()) return *std::move(error);

    const std::span<const std::size_t> lines_after_gaps =
        interpreter.clock ? interpreter.clock->lines_after_gaps : std::span<const std::size_t>{};
    RecordingOrError recording_or_error = read_cells(column, interpreter.interpretation, lines_after_gaps)
                                              .finish(source, column.header,
                                                      {.format = &Format::column,
                                                       .tool = "a table",
                                                       .frame_time_column = std::string{column.name()},
                                                       .frame_boundary = FrameBoundary::unknown});
    if (auto* const recording = std::get_if<Recording>(&recording_or_error))
    {
        recording->remark = remark_text(*recording, interpreter.interpretation);
        if (interpreter.clock) recording->remark += clock_remark_text(*interpreter.clock);
        if (!column.summary_rows.empty())
            recording->remark += base::message("; not read at the end: {}", column.summary_rows);
    }
    return recording_or_error;
}

RecordingOrError read_number_lines(const RecordingSource& source, const std::string& number_lines,
                                   const std::string& column_name_with_unit, const ReadOptions& options)
{
    const Header header{.original_names = {column_name_with_unit},
                        .normalised_names = {normalised_column_name(column_name_with_unit)},
                        .text_below = number_lines};
    return read_column(source, {header, 0, column_meaning_of(column_name_with_unit).value_or(ColumnMeaning{})},
                       options);
}

RecordingOrError read_log(const RecordingSource& source, const ReadOptions& options)
{
    const auto placeholder = options.pattern.find("{}");
    if (placeholder == options.pattern.npos)
        return source.error_at(0, "the pattern has no {} for the number",
                               "write {} in place of the number, as in --pattern 'frame took {} ms'");
    const std::string_view text_before = std::string_view{options.pattern}.substr(0, placeholder);
    const std::string_view text_after = std::string_view{options.pattern}.substr(placeholder + 2);
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
