#include "recordings/formats/column.hpp"

#include "base/message.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace recordings
{
namespace
{

// The unit of a column, and whether it has frame times or time stamps, is decided from at most this many values.
constexpr std::size_t max_sampled_values = 10'000;
// A column is recognised as time stamps only if it has at least this many values and none is smaller than the value
// before it. Among 16 real frame times, at least one is smaller than the frame time before it.
constexpr std::size_t min_values_for_timestamps = 16;
// If the unit is unknown, it is guessed: in the right unit, the median frame time is between min_median_s and
// max_median_s, both in seconds. Only one unit can fit, because max_median_s is less than 1000 times min_median_s.
constexpr double min_median_s = 0.001001;
constexpr double max_median_s = 0.25;
// A median interval of at least this many seconds means a sampled recording: one row per time interval instead of one
// per frame. A playable game has shorter frames, and sampling tools write at most about ten rows a second.
constexpr double min_sampled_interval_s = 0.09;

struct ColumnReading
{
    Unit unit            = Unit::ms;
    bool has_timestamps  = false; // true: time stamps, whose differences are the frame times; false: frame times
    bool is_unit_guessed = false; // true: the unit was guessed from the size of the numbers
};

constexpr int scale_of(Unit unit)
{
    switch (unit)
    {
    case Unit::s: return scale_s;
    case Unit::ms: return scale_ms;
    case Unit::us: return scale_us;
    case Unit::ns: return scale_ns;
    case Unit::hz: break;
    }
    return scale_ms;
}
double seconds_per(Unit unit) { return std::pow(10.0, scale_of(unit) - scale_s); }

// Iterates over the cells of one column, from the first row below the header.
class Cells
{
public:
    explicit Cells(const Column& column)
        : column_(column)
        , lines_(column.header.body, column.header.line_number + 1)
        , fields_(column.index + 1)
    {
        decimal_mark_ = column.header.dialect.decimal_mark;
    }

    bool next()
    {
        while (lines_.next())
            if (lines_.line().find_first_not_of(" \t") != std::string_view::npos && !is_comment()) return split_line();
        return false;
    }

    bool is_cut() const { return is_cut_; }
    std::string_view text() const { return text_; }
    std::size_t line_number() const { return lines_.line_number(); }
    Number number(int scale) const
    {
        const char decimal_mark = !column_.is_only() ? decimal_mark_ : text_.find(',') == text_.npos ? '.' : ',';
        const Number number     = parse_scaled(text_, scale, decimal_mark);
        if (number.kind != Number::Kind::unreadable || text_.find(':') == text_.npos) return number;
        return parse_timestamp_ns(text_); // The unit of the column does not apply to a date or a time of day.
    }
    // True if the cell has a date or a time of day.
    bool is_clock_time() const
    {
        return text_.find(':') != text_.npos &&
               parse_scaled(text_, scale_ns, decimal_mark_).kind == Number::Kind::unreadable &&
               parse_timestamp_ns(text_).ok();
    }
    std::optional<double> approximate_number() const
    {
        if (is_clock_time()) return static_cast<double>(parse_timestamp_ns(text_).value);
        for (const int decimals : {9, 3, 0})
            if (const Number n = number(decimals); n.ok())
                return static_cast<double>(n.value) * std::pow(10.0, -decimals);
        return std::nullopt;
    }

private:
    bool is_comment() const { return lines_.line().starts_with('#'); }
    bool split_line()
    {
        text_ = lines_.line();
        if (column_.is_only()) return true;
        fields_.split(lines_.line(), column_.header.dialect.separator);
        is_cut_ = fields_.size() <= column_.index;
        text_   = is_cut_ ? std::string_view{} : fields_[column_.index];
        return true;
    }

    const Column& column_;
    Lines lines_;
    Fields fields_;
    char decimal_mark_;
    bool is_cut_ = false;
    std::string_view text_;
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
    bool has_decrease    = false;
    bool has_clock_times = false; // true: some cells have dates or times of day

    bool looks_like_timestamps() const
    {
        return !has_decrease && differences.size() > 1 && median_of_values(differences) > 0;
    }
};

ColumnSample sample_of(const Column& column)
{
    ColumnSample sample;
    Cells cells{column};
    while (sample.values.size() < max_sampled_values && cells.next())
    {
        const auto value = cells.approximate_number();
        if (!value) continue;
        sample.has_clock_times = sample.has_clock_times || cells.is_clock_time();
        if (!sample.values.empty()) sample.differences.push_back(*value - sample.values.back());
        sample.has_decrease = sample.has_decrease || (!sample.differences.empty() && sample.differences.back() < 0);
        sample.values.push_back(*value);
    }
    return sample;
}

// The unit in which `median` is a plausible frame time, min_median_s to max_median_s (1.001 to 250 ms).
std::optional<Unit> unit_by_size(double median)
{
    for (const Unit unit : {Unit::s, Unit::ms, Unit::us, Unit::ns})
        if (const double s = median * seconds_per(unit); s >= min_median_s && s <= max_median_s) return unit;
    return std::nullopt;
}

class ColumnDecision
{
public:
    ColumnDecision(const Source& source, const Column& column, const ColumnChoice& choice)
        : source_(source)
        , column_(column)
        , choice_(choice)
        , sample_(sample_of(column))
    {
    }

    // Sets `reading`. Refuses a column whose unit or kind (frame times or time stamps) is unknown or implausible.
    std::optional<Refusal> set_reading(ColumnReading& reading) const
    {
        // A later check refuses a column without numbers, with a message that quotes a row of the table.
        if (sample_.values.empty()) return std::nullopt;
        if (sample_.has_clock_times)
        {
            reading = {.unit = Unit::ns, .has_timestamps = true};
            return refuse_sampled(reading);
        }
        if (auto refusal = set_has_timestamps(reading)) return refusal;
        const auto unit = choice_.unit ? choice_.unit : column_.meaning.unit;
        if (unit) reading.unit = *unit;
        if (!unit)
            if (auto refusal = set_unit(reading)) return refusal;
        if (auto refusal = refuse_implausible_size(reading)) return refusal;
        return refuse_sampled(reading);
    }

private:
    std::optional<Refusal> refusal_of(std::string problem, std::string remedy) const
    {
        return source_.refusal_at(std::max<std::size_t>(column_.header.line_number, 1), std::move(problem),
                                  std::move(remedy));
    }
    double median_of_reading(const ColumnReading& reading) const
    {
        const auto& values = reading.has_timestamps ? sample_.differences : sample_.values;
        return values.empty() ? 0.0 : median_of_values(values);
    }

    std::optional<Refusal> set_has_timestamps(ColumnReading& reading) const
    {
        reading.has_timestamps = choice_.has_timestamps;
        if (choice_.unit == Unit::hz && choice_.has_timestamps)
            return refusal_of("a rate is not a time stamp", "give --unit hz or --absolute, not both");
        if (choice_.has_timestamps || choice_.unit == Unit::hz || !sample_.looks_like_timestamps()) return std::nullopt;
        if (column_.meaning.has_timestamps) return reading.has_timestamps = true, std::nullopt;
        if (is_frame_time_by_name()) return std::nullopt;
        if (sample_.values.size() >= min_values_for_timestamps)
        {
            if (column_.header.normalised_names.empty() && has_commas())
                return refusal_of("the commas can be decimal marks or separators",
                                  "add a header line with the names of the columns");
            return reading.has_timestamps = true, std::nullopt;
        }
        if (choice_.unit) return std::nullopt;
        return refusal_of("the numbers increase in every row, so they can be time stamps or frame times",
                          "use --absolute for time stamps, --unit ms for frame times in milliseconds");
    }
    bool is_frame_time_by_name() const
    {
        const auto meaning = column_.header.normalised_names.empty() ? std::nullopt : meaning_of(column_.name());
        return meaning && !meaning->has_timestamps;
    }
    bool has_commas() const { return column_.header.body.substr(0, 4096).find(',') != std::string_view::npos; }

    std::optional<Refusal> set_unit(ColumnReading& reading) const
    {
        const double median = median_of_reading(reading);
        const auto unit     = unit_by_size(median);
        if (!unit)
            return refusal_of(fmt::format("the unit is unknown, and a median {} of {:g} fits no unit",
                                          reading.has_timestamps ? "interval" : "frame time", median),
                              "set the unit with --unit s, ms, us, ns or hz");
        reading.unit            = *unit;
        reading.is_unit_guessed = true;
        return std::nullopt;
    }

    // Refuses a column whose median frame time is under 0.5 ms or over 1 s, unless the user chose the unit. The point
    // in such numbers can be a separator of thousands: 15.899 can mean 15,899.
    std::optional<Refusal> refuse_implausible_size(const ColumnReading& reading) const
    {
        const double median       = median_of_reading(reading);
        const double frame_time_s = reading.unit == Unit::hz ? 1.0 / median : median * seconds_per(reading.unit);
        if (choice_.unit || sample_.values.size() < min_values_for_timestamps ||
            (frame_time_s >= 0.0005 && frame_time_s <= 1.0))
            return std::nullopt;
        const bool is_small = frame_time_s < 0.0005 && frame_time_s > 0.0;
        return refusal_of(fmt::format("a median frame time of {:g} {} is implausible{}", median, name_of(reading.unit),
                                      is_small ? "; does the point separate thousands?" : ""),
                          "set the unit with --unit s, ms, us, ns or hz, or remove the separators of thousands");
    }

    std::optional<Refusal> refuse_sampled(const ColumnReading& reading) const
    {
        const double interval_s = median_of_reading(reading) * seconds_per(reading.unit);
        if (!reading.has_timestamps || choice_.has_timestamps || interval_s < min_sampled_interval_s)
            return std::nullopt;
        return refusal_of(fmt::format("one row every {:.0f} ms: sampled, not one row a frame", interval_s * 1000),
                          "record every frame; if every row is a frame, add --absolute");
    }

    const Source& source_;
    const Column& column_;
    const ColumnChoice& choice_;
    ColumnSample sample_;
};

Number frame_time_of_rate(const Number& rate)
{
    // `rate` is in units of 1e-6 Hz. The frame time in ns is (1e9 ns per second * 1e6) / rate.
    constexpr std::int64_t scaled_one = 1'000'000'000'000'000;
    if (!rate.ok() || rate.value < 0) return rate;
    if (rate.value == 0) return {Number::Kind::non_finite};
    return {Number::Kind::value, (scaled_one + rate.value / 2) / rate.value};
}

Tracks read_frame_times(const Column& column, const ColumnReading& reading)
{
    Tracks tracks;
    Cells cells{column};
    while (cells.next())
    {
        if (cells.is_cut())
        {
            tracks.add_cut_row(cells.line_number());
            continue;
        }
        const Number number = cells.number(scale_of(reading.unit));
        if (number.kind == Number::Kind::unreadable && !column.header.normalised_names.empty() &&
            column.header.is_name_of_column(column.index, cells.text()))
            continue;
        tracks.add_row(
            tracks.get_or_create_only_track(),
            {reading.unit == Unit::hz ? frame_time_of_rate(number) : number, {}, cells.line_number(), cells.text()});
    }
    return tracks;
}

Tracks read_timestamps(const Column& column, const ColumnReading& reading)
{
    Tracks tracks;
    TimestampDifferences differences;
    Cells cells{column};
    while (cells.next())
    {
        const Number timestamp = cells.is_cut() ? Number{} : cells.number(scale_of(reading.unit));
        if (timestamp.kind == Number::Kind::unreadable && !column.header.normalised_names.empty() &&
            column.header.is_name_of_column(column.index, cells.text()))
            continue;
        differences.add_timestamp(tracks, tracks.get_or_create_only_track(), timestamp, cells.line_number(),
                                  cells.text());
    }
    return tracks;
}

std::string remark_text(const Stream& stream, const ColumnReading& reading)
{
    Nanos total{};
    for (const Nanos frame : stream.frames) total += frame;
    const double mean_ms =
        stream.frames.empty() ? 0.0 : timestep::to_millis(total) / static_cast<double>(stream.frames.size());
    return fmt::format("{} frame{}, read as {}{}{}, mean {:.3g} ms", stream.frames.size(),
                       stream.frames.size() == 1 ? "" : "s",
                       reading.has_timestamps ? "the differences of time stamps in " : "", name_of(reading.unit),
                       reading.is_unit_guessed ? " (guessed)" : "", mean_ms);
}

} // namespace

Result read_column(const Source& source, const Column& column, const ColumnChoice& choice)
{
    ColumnReading reading;
    if (auto refusal = ColumnDecision{source, column, choice}.set_reading(reading)) return *std::move(refusal);

    Tracks tracks = reading.has_timestamps ? read_timestamps(column, reading) : read_frame_times(column, reading);
    Result result =
        tracks.finish(source, column.header,
                      {.format = &Format::column, .tool = "a table", .frame_time_column = std::string{column.name()}});
    if (auto* const read = std::get_if<Recording>(&result)) read->remark = remark_text(read->streams.front(), reading);
    return result;
}

Result read_numbers(const Source& source, const std::string& text, const std::string& name, const ColumnChoice& choice)
{
    const Header header{.line_number      = 0,
                        .dialect          = {},
                        .original_names   = {name},
                        .normalised_names = {normalised_column_name(name)},
                        .body             = text};
    return read_column(source, {header, 0, meaning_of(name).value_or(ColumnMeaning{})}, choice);
}

Result read_log(const Source& source, const ColumnChoice& choice)
{
    const auto placeholder = choice.pattern.find("{}");
    if (placeholder == choice.pattern.npos)
        return source.refusal_at(0, "the pattern has no {} for the number",
                                 "write {} in place of the number, as in --pattern 'frame took {} ms'");
    const std::string_view before                = std::string_view{choice.pattern}.substr(0, placeholder);
    const std::string_view after                 = std::string_view{choice.pattern}.substr(placeholder + 2);
    constexpr std::string_view number_characters = "0123456789.,:+-eETZ";
    std::string text;
    bool has_match = false;
    for (Lines lines{source.text}; lines.next(); text += '\n')
    {
        const auto before_position = lines.line().find(before);
        if (before_position == std::string_view::npos) continue;
        const std::string_view rest = lines.line().substr(before_position + before.size());
        const auto number           = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
        const auto end              = std::min(number.find_first_not_of(number_characters), number.size());
        if (end == 0 || !number.substr(end).starts_with(after)) continue;
        text += number.substr(0, end);
        has_match = true;
    }
    if (!has_match)
        return source.refusal_at(0, base::message("no line contains the pattern \"{}\"", choice.pattern),
                                 "copy a line of the log, and write {} in place of the number");
    // Uses the text around a number as the name of the column, because it can contain the unit, as in "dt={} us".
    return read_numbers(source, text, std::string{before} + " " + std::string{after}, choice);
}

constinit const Format Format::column{.name = "a column of frame times or time stamps"};

} // namespace recordings
