#include "recordings/formats/row_evidence.hpp"

#include "recordings/formats/column_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace recordings
{
namespace
{

constexpr std::size_t max_compared_rows = 10'000;
constexpr std::size_t min_conclusive_rows = 16;
constexpr std::size_t max_tried_clocks = 4;
constexpr double max_rows_per_tick = 10.0;
constexpr std::array<std::string_view, 8> count_names{"frames",   "framecount",     "numframes", "numberofframes",
                                                      "frame(s)", "framesrendered", "count",     "framesdrawn"};
constexpr std::array<std::string_view, 7> index_names{"frame",   "frameindex", "framenumber", "frameno",
                                                      "framenr", "frameid",    "frame#"};

Column column_at(const Column& other, std::size_t index)
{
    return {other.header, index, column_meaning_of(other.header.original_names[index]).value_or(ColumnMeaning{})};
}

template <class Condition>
std::optional<Column> find_other_column(const Column& frame_times, Condition condition)
{
    for (std::size_t i = 0; i < frame_times.header.normalised_names.size(); ++i)
        if (i != frame_times.index && condition(i)) return column_at(frame_times, i);
    return std::nullopt;
}

bool is_count_name(std::string_view name) { return std::ranges::find(count_names, name) != count_names.end(); }

bool is_rate_name(std::string_view name)
{
    const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
    constexpr std::array<std::string_view, 9> statistics{"low",    "min",   "max", "avg", "average",
                                                         "target", "limit", "cap", "%"};
    return std::ranges::any_of(frame_rate_names, has) && std::ranges::none_of(statistics, has);
}

double frame_seconds(double value, Unit unit)
{
    if (unit == Unit::hz) return value > 0.0 ? 1.0 / value : 0.0;
    return value * seconds_per(unit);
}

bool are_equal_or_few(const std::vector<double>& values)
{
    return values.size() < min_conclusive_rows ||
           std::ranges::all_of(values, [&](double value) { return value == values.front(); });
}

// Pearson's correlation of the values with those of another column `lag` rows below; 0 if a column is constant.
double correlation_of(const std::vector<double>& a, const std::vector<double>& b, std::size_t lag = 0)
{
    const std::size_t count = a.size() - lag;
    double sum_a = 0.0, sum_b = 0.0, sum_aa = 0.0, sum_bb = 0.0, sum_ab = 0.0;
    for (std::size_t i = 0; i < count; ++i)
    {
        const double x = a[i] - a.front(), y = b[i + lag] - b.front();
        sum_a += x, sum_b += y, sum_aa += x * x, sum_bb += y * y, sum_ab += x * y;
    }
    const auto n = static_cast<double>(count);
    const double variances = (sum_aa - sum_a * sum_a / n) * (sum_bb - sum_b * sum_b / n);
    return variances > 0.0 ? (sum_ab - sum_a * sum_b / n) / std::sqrt(variances) : 0.0;
}

// Rates of single frames fall when the frame times rise, or are means over some frames and change slowly.
bool may_be_rates_of_one_frame(const std::vector<double>& values, const std::vector<double>& rates)
{
    constexpr double min_correlation = 0.5, min_deviation = 0.005;
    const double median = median_of_values(rates);
    std::vector<double> deviations;
    for (const double rate : rates) deviations.push_back(std::abs(rate - median));
    return rates.size() < min_conclusive_rows || median_of_values(deviations) < min_deviation * median ||
           correlation_of(values, rates) < -min_correlation || correlation_of(values, rates, 1) < -min_correlation ||
           correlation_of(rates, rates, 1) > min_correlation;
}

// One pass over the rows of a column of frame times and a column of time stamps.
class ClockPass
{
public:
    ClockPass(const Column& frame_times, Unit unit, const Column& clock)
        : frame_cells_{frame_times}
        , clock_cells_{clock}
        , unit_(unit)
    {
    }

    // Moves to the next row with a time stamp. Returns false at the end of the table.
    bool next()
    {
        while (frame_cells_.next() && clock_cells_.next())
        {
            ++row_count;
            previous_frame_s =
                std::exchange(frame_s_, frame_seconds(frame_cells_.approximate_number().value_or(0.0), unit_));
            const bool is_first = std::isnan(time);
            if (!is_first) frame_sum_s += frame_s_;
            if (!is_first) frame_sum_since_tick_s += frame_s_;
            const auto stamp = clock_cells_.approximate_number();
            if (!stamp) continue;
            constexpr double hour_ns = 3.6e12;
            is_clock_time = is_clock_time || clock_cells_.is_clock_time();
            if (is_clock_time && *stamp + midnight_ns_ + 23 * hour_ns < time) midnight_ns_ += 24 * hour_ns;
            step = is_first ? 0.0 : *stamp + midnight_ns_ - time;
            time = *stamp + midnight_ns_;
            if (is_first) first_time = time;
            return true;
        }
        return false;
    }
    std::size_t line_number() const { return frame_cells_.lines.line_number(); }

    std::size_t row_count = 0;
    double time = std::numeric_limits<double>::quiet_NaN(), first_time = 0.0, step = 0.0; // in the unit of the clock
    double frame_sum_s = 0.0, frame_sum_since_tick_s = 0.0, previous_frame_s = 0.0;
    bool is_clock_time = false; // true: the unit of the clock is ns

private:
    ColumnCells frame_cells_, clock_cells_;
    Unit unit_;
    double frame_s_ = 0.0, midnight_ns_ = 0.0;
};

// The unit of a clock: that of its name, otherwise the smallest unit in which the frame times do not exceed its span.
std::optional<double> seconds_per_clock_unit(const ClockPass& pass, const Column& clock)
{
    if (pass.is_clock_time) return seconds_per(Unit::ns);
    if (clock.meaning.unit) return seconds_per(*clock.meaning.unit);
    for (const Unit unit : {Unit::ns, Unit::us, Unit::ms, Unit::s})
        if (pass.frame_sum_s <= max_coverage * (pass.time - pass.first_time) * seconds_per(unit))
            return seconds_per(unit);
    return std::nullopt;
}

std::vector<std::size_t> find_lines_after_gaps(const Column& frame_times, Unit unit, const Column& clock,
                                               double seconds_per_unit, double min_gap_s)
{
    std::vector<std::size_t> lines;
    for (ClockPass pass{frame_times, unit, clock}; pass.next();)
    {
        if (pass.step <= 0.0) continue;
        // A time stamp marks the start or the end of its frame: the step includes this or the previous frame.
        const double frames_s = pass.frame_sum_since_tick_s + pass.previous_frame_s;
        if (pass.step * seconds_per_unit > frames_s + min_gap_s) lines.push_back(pass.line_number());
        pass.frame_sum_since_tick_s = 0.0;
    }
    return lines;
}

std::optional<ClockEvidence> evidence_of_clock(const Column& frame_times, Unit unit, const Column& clock)
{
    ClockEvidence evidence{.column = clock.header.original_names[clock.index]};
    std::size_t tick_count = 0;
    double min_step = std::numeric_limits<double>::infinity();
    std::vector<double> steps, frames_s; // of the rows with time stamps
    double frame_sum_before_s = 0.0;
    ClockPass pass{frame_times, unit, clock};
    while (pass.next())
    {
        if (pass.step < 0.0 && evidence.line_going_back == 0) evidence.line_going_back = pass.line_number();
        if (pass.row_count > 1 && steps.size() < max_compared_rows)
        {
            steps.push_back(pass.step);
            frames_s.push_back(pass.frame_sum_s - frame_sum_before_s);
        }
        frame_sum_before_s = pass.frame_sum_s;
        if (pass.step <= 0.0) continue;
        ++tick_count;
        min_step = std::min(min_step, pass.step);
    }
    if (evidence.line_going_back > 0) return evidence;
    const auto seconds_per_unit = seconds_per_clock_unit(pass, clock);
    if (!seconds_per_unit || tick_count < 2 || pass.row_count < min_conclusive_rows || pass.frame_sum_s <= 0.0)
        return std::nullopt;
    const double span_s = (pass.time - pass.first_time) * *seconds_per_unit;
    const auto row_count = static_cast<double>(pass.row_count - 1);
    const double tick_s = span_s / static_cast<double>(tick_count), mean_frame_s = pass.frame_sum_s / row_count;
    evidence.interval_s = span_s / row_count;
    evidence.is_coarse = row_count > max_rows_per_tick * static_cast<double>(tick_count);
    if (const double median_s = median_of_values(frames_s); median_s > 0.0 && !evidence.is_coarse)
        evidence.median_step_ratio = median_of_values(steps) * *seconds_per_unit / median_s;
    // The first and the last tick of a coarse clock are incomplete.
    evidence.coverage = pass.frame_sum_s / (evidence.is_coarse ? span_s - tick_s : span_s);
    if (!evidence.is_coarse && evidence.coverage >= min_gap_coverage && evidence.coverage < min_frame_coverage)
        evidence.lines_after_gaps = find_lines_after_gaps(frame_times, unit, clock, *seconds_per_unit,
                                                          std::max(3.0 * mean_frame_s, min_step * *seconds_per_unit));
    return evidence;
}

} // namespace

bool RateEvidence::is_one_frame_in(Unit unit) const
{
    const double frame_count = median_product * seconds_per(unit);
    return unit != Unit::hz && frame_count > 0.7 && frame_count < 1.4;
}

std::optional<Unit> RateEvidence::unit() const
{
    for (const Unit unit : {Unit::s, Unit::ms, Unit::us, Unit::ns})
        if (is_one_frame_in(unit)) return unit;
    for (const Unit unit : {Unit::s, Unit::ms, Unit::us, Unit::ns})
        if (const double frame_count = median_product * seconds_per(unit);
            has_counts && min_count > 2.0 && frame_count > 0.7 * min_count && frame_count < 1.4 * max_count)
            return unit;
    return std::nullopt;
}

std::optional<RateEvidence> rate_evidence_of(const Column& times, bool has_timestamps)
{
    const std::vector<std::string>& names = times.header.normalised_names;
    const auto rates = find_other_column(times, [&](std::size_t i) { return is_rate_name(names[i]); });
    const auto counts = find_other_column(times, [&](std::size_t i) { return is_count_name(names[i]); });
    if (!rates) return std::nullopt;
    std::vector<double> values, products, rate_values, count_values;
    ColumnCells time_cells{times}, rate_cells{*rates};
    std::optional<ColumnCells> count_cells;
    if (counts) count_cells.emplace(*counts);
    std::optional<double> previous;
    while (products.size() < max_compared_rows && time_cells.next() && rate_cells.next())
    {
        if (count_cells && count_cells->next())
            if (const auto count = count_cells->approximate_number()) count_values.push_back(*count);
        auto value = time_cells.approximate_number();
        const auto rate = rate_cells.approximate_number(), time_before = std::exchange(previous, value);
        if (value && has_timestamps) value = time_before ? *value - *time_before : 0.0;
        if (!value || !rate || *rate <= 0.0 || (has_timestamps && *value <= 0.0)) continue;
        values.push_back(*value);
        products.push_back(*value * *rate);
        rate_values.push_back(*rate);
    }
    if (products.empty()) return std::nullopt;
    RateEvidence evidence{.column = rates->header.original_names[rates->index]};
    const std::vector<double>& frame_counts = count_values.empty() ? products : count_values;
    evidence.has_counts = !count_values.empty();
    evidence.min_count = std::ranges::min(frame_counts);
    evidence.max_count = std::ranges::max(frame_counts);
    evidence.median_product = median_of_values(products);
    evidence.median_rate = median_of_values(rate_values);
    evidence.is_constant = are_equal_or_few(rate_values);
    evidence.may_be_of_one_frame = may_be_rates_of_one_frame(values, rate_values);
    return evidence;
}

bool has_frame_counts(const Header& header) { return std::ranges::any_of(header.normalised_names, is_count_name); }

std::optional<CountEvidence> count_evidence_of(const Column& frame_times)
{
    const std::vector<std::string>& names = frame_times.header.normalised_names;
    const auto is_index = [&](std::size_t i) { return std::ranges::find(index_names, names[i]) != index_names.end(); };
    auto counts = find_other_column(frame_times, [&](std::size_t i) { return is_count_name(names[i]); });
    if (!counts) counts = find_other_column(frame_times, is_index);
    if (!counts) return std::nullopt;
    std::vector<double> values, differences;
    for (ColumnCells cells{*counts}; values.size() < max_compared_rows && cells.next();)
        if (const auto count = cells.approximate_number())
        {
            if (!values.empty()) differences.push_back(*count - values.back());
            values.push_back(*count);
        }
    if (differences.empty()) return std::nullopt;
    const bool is_total = std::ranges::min(differences) >= 0.0 && median_of_values(differences) > 0.0;
    if (!is_total && is_index(counts->index)) return std::nullopt;
    const std::vector<double>& row_counts = is_total ? differences : values;
    return CountEvidence{.median = median_of_values(row_counts),
                         .min = std::ranges::min(row_counts),
                         .max = std::ranges::max(row_counts),
                         .is_constant = are_equal_or_few(values),
                         .may_count_other_things = names[counts->index] == "count"};
}

std::optional<ClockEvidence> clock_evidence_of(const Column& frame_times, Unit unit)
{
    // A name such as "unix time" or "time since start". A column of other times, such as "GPU time", goes back.
    constexpr std::array<std::string_view, 5> clock_words{"time", "elapsed", "epoch", "stamp", "utc"};

    const Header& header = frame_times.header;
    FieldSplitter fields{header.normalised_names.size()};
    ColumnCells rows{frame_times};
    if (!rows.next()) return std::nullopt;
    fields.split(rows.lines.line(), header.dialect.separator);
    std::optional<ClockEvidence> evidence;
    std::array<std::size_t, 2> tried_counts{}; // of columns that can be clocks, and of clocks
    for (std::size_t i = 0; i < fields.size() && !evidence; ++i)
    {
        const auto meaning = column_meaning_of(header.original_names[i]);
        const bool has_clock_time =
            fields[i].find(':') != std::string_view::npos && parse_clock_time_ns(fields[i]).ok();
        const bool is_clock = has_clock_time || (meaning && meaning->has_timestamps);
        const auto is_in_name = [&name = header.normalised_names[i]](std::string_view word)
        { return name.find(word) != name.npos; };
        const bool may_be_clock = (meaning && meaning->is_only_unit) || std::ranges::any_of(clock_words, is_in_name);
        if (i == frame_times.index || (!is_clock && !may_be_clock)) continue;
        if (++tried_counts[is_clock ? 1 : 0] > max_tried_clocks) continue;
        evidence = evidence_of_clock(frame_times, unit, column_at(frame_times, i));
        if (!is_clock && evidence && evidence->line_going_back > 0) evidence.reset();
        if (evidence) evidence->is_named = is_clock;
    }
    return evidence;
}

} // namespace recordings
