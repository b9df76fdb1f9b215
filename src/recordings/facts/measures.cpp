#include "recordings/facts/measures.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "recordings/facts/inspection.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace recordings
{

namespace
{

// A measurement is one number that a game prints. A measure is all measurements with one name.
constexpr std::string_view measure_key = "measure:", rate_name = "frames_per_second";

// Splits the text after `measure:` into words; std::nullopt if the line does not contain this word.
std::optional<std::vector<std::string_view>> words_after_key(std::string_view line)
{
    const auto position = line.find(measure_key);
    if (position == line.npos) return std::nullopt;
    if (position > 0 && base::white_space.find(line[position - 1]) == base::white_space.npos) return std::nullopt;
    return base::words_of(line.substr(position + measure_key.size()));
}

// The error in a line `measure: NAME NUMBER` of a game's log; empty if it is valid. `words` are those after the colon.
std::string measure_line_error(const std::vector<std::string_view>& words, bool is_rate_known)
{
    if (words.size() != 2) return "after `measure:` stand one name and one number, without spaces and units in them";
    const auto value = base::parse_number<double>(words[1]);
    if (!value) return base::message("'{}' is not a finite number", words[1]);
    if (words[0] == rate_name && !(*value > 0.0 && *value < 1e6))
        return base::message("a frame rate is above 0 and below 1e6, not '{}'", words[1]);
    if (words[0] == rate_name || is_rate_known) return "";
    return base::message("the frame rate of '{}' is unknown: print `measure: frames_per_second NUMBER` before it, or "
                         "give RATE=FILE",
                         words[0]);
}

double last_digit_resolution_of(std::string_view number_text)
{
    if (number_text.find_first_of("eE") != number_text.npos) return 0.0;
    const auto point = number_text.find('.');
    return std::pow(0.1, point == number_text.npos ? 0.0 : static_cast<double>(number_text.size() - point - 1));
}

// Least-squares fit of y = a + b x, where x is (dt^p - 1) / p or, if p is 0, log(dt). dt is in ms. Source: G. E. P. Box
// and D. R. Cox, "An analysis of transformations", 1964.
struct PowerFit
{
    double residual_sum_of_squares = 0.0; // sum of the squared residuals
    double value_at_zero_dt        = 0.0; // a - b / p, if p > 0
};
PowerFit fit_power(const std::vector<MeasureSummary::MeanAtRate>& means_by_rate, double power)
{
    std::vector<double> x, y;
    for (const MeasureSummary::MeanAtRate& mean_at_rate : means_by_rate)
    {
        const double log_dt_ms = std::log(1000.0 / mean_at_rate.fps);
        x.push_back(power == 0.0 ? log_dt_ms : std::expm1(power * log_dt_ms) / power);
        y.push_back(mean_at_rate.mean);
    }
    const double mean_x = mean_of(x), mean_y = mean_of(y);
    double xy = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) xy += (x[i] - mean_x) * (y[i] - mean_y);
    const double slope = xy / sum_of_squared_deviations(x);
    for (std::size_t i = 0; i < x.size(); ++i) sum += std::pow(y[i] - mean_y - slope * (x[i] - mean_x), 2);
    return {sum, mean_y - slope * mean_x - slope / power};
}

// Fits value = a + b dt^p, with p from -3 to 5, where dt is the frame time.
void set_power_and_dependence(MeasureSummary& measure, double min_variance)
{
    constexpr int min_hundredths = -300, max_hundredths = 500; // range of the tested powers, times 100
    std::vector<double> residual_sums_of_squares;
    for (int i = min_hundredths; i <= max_hundredths; ++i)
        residual_sums_of_squares.push_back(fit_power(measure.means_by_rate, i / 100.0).residual_sum_of_squares);
    const auto best                 = std::ranges::min_element(residual_sums_of_squares);
    const double degrees_of_freedom = static_cast<double>(measure.means_by_rate.size()) - 3.0;
    const double t                  = two_sided_t_critical_value(0.05, degrees_of_freedom);
    const double max_sum            = *best + t * t * std::max(*best / degrees_of_freedom, min_variance);
    const auto power_at             = [&](auto position) // `position` is an iterator
    { return static_cast<double>(position - residual_sums_of_squares.begin() + min_hundredths) / 100.0; };
    const auto is_possible      = [=](double sum) { return sum <= max_sum; };
    measure.power               = power_at(best);
    measure.power_interval.low  = power_at(std::ranges::find_if(residual_sums_of_squares, is_possible));
    measure.power_interval.high = power_at(
        std::find_if(residual_sums_of_squares.rbegin(), residual_sums_of_squares.rend(), is_possible).base() - 1);
    measure.value_at_zero_dt = fit_power(measure.means_by_rate, *measure.power).value_at_zero_dt;
    for (const auto& [power, dependence] : {std::pair{-1.0, DtDependence::inverse_dt}, std::pair{1.0, DtDependence::dt},
                                            std::pair{2.0, DtDependence::dt_squared}})
        if (measure.power_interval.is_within(power - 0.495, power + 0.495)) measure.dt_dependence = dependence;
}

// `resolution` is the value of one unit of the last digit in the printed values, such as 0.01.
MeasureSummary make_measure_summary(const std::string& name, const std::map<double, std::vector<double>>& values_by_fps,
                                    double resolution)
{
    MeasureSummary measure{.name = name, .means_by_rate = {}};
    double squared_deviation_sum = 0.0, degrees_of_freedom = 0.0, value_count = 0.0;
    for (const auto& [fps, values] : values_by_fps)
    {
        measure.means_by_rate.push_back({fps, mean_of(values), values.size()});
        squared_deviation_sum += sum_of_squared_deviations(values);
        degrees_of_freedom += static_cast<double>(values.size() - 1);
        value_count += static_cast<double>(values.size());
    }
    const auto rate_count = static_cast<double>(measure.means_by_rate.size());
    const double variance =
        degrees_of_freedom > 0.0 ? squared_deviation_sum / degrees_of_freedom * rate_count / value_count : 0.0;
    if (rate_count > 1.0 &&
        measure.range_of_means_by_frame_rate() <= std::max(1.001 * resolution, 2.0 * std::sqrt(2.0 * variance)))
        measure.dt_dependence = DtDependence::none;
    else if (rate_count >= 4.0)
        set_power_and_dependence(measure,
                                 variance + resolution * resolution /
                                                12.0); // a rounding error has the variance resolution^2 / 12
    return measure;
}

} // namespace

base::Result<std::vector<Measurement>> parse_measure_lines(std::string_view log, std::string_view log_name,
                                                           std::optional<double> initial_fps)
{
    std::vector<Measurement> measurements;
    std::optional<double> fps = initial_fps;
    std::size_t line_number   = 0;
    for (const std::string_view line : base::split_at_each(log, "\n"))
    {
        ++line_number;
        const auto words = words_after_key(line);
        if (!words) continue;
        if (const std::string error = measure_line_error(*words, fps.has_value()); !error.empty())
            return base::message("{}:{}: {}", log_name, line_number, base::Verbatim{error});
        const double value = *base::parse_number<double>((*words)[1]);
        if ((*words)[0] == rate_name)
            fps = value;
        else
            measurements.push_back({std::string{(*words)[0]}, *fps, value, last_digit_resolution_of((*words)[1])});
    }
    return measurements;
}

std::string_view name_of(DtDependence dependence)
{
    constexpr std::array<std::string_view, 5> names{"unknown", "none", "1/dt", "dt", "dt^2"};
    return names[static_cast<std::size_t>(dependence)];
}

double MeasureSummary::range_of_means_by_frame_rate() const
{
    const auto [low, high] = std::ranges::minmax_element(means_by_rate, {}, &MeanAtRate::mean);
    return high->mean - low->mean;
}

double MeasureSummary::range_of_means_percent_of_highest_rate_mean() const
{
    return range_of_means_by_frame_rate() == 0.0
               ? 0.0
               : 100.0 * range_of_means_by_frame_rate() / std::abs(means_by_rate.back().mean);
}

std::vector<MeasureSummary> summarise_frame_rate_dependence(const std::vector<Measurement>& measurements)
{
    std::vector<MeasureSummary> measures;
    for (const Measurement& first : measurements)
    {
        if (std::ranges::find(measures, first.name, &MeasureSummary::name) != measures.end()) continue;
        std::map<double, std::vector<double>> values_by_fps;
        double resolution = first.resolution;
        for (const Measurement& m : measurements)
        {
            if (m.name != first.name) continue;
            values_by_fps[m.fps].push_back(m.value);
            resolution = std::min(resolution, m.resolution);
        }
        measures.push_back(make_measure_summary(first.name, values_by_fps, resolution));
    }
    return measures;
}

std::string power_of_dt_text(const MeasureSummary& measure)
{
    if (measure.dt_dependence == DtDependence::none)
        return "none: the values differ only by their last digit or their noise";
    if (!measure.power)
        return fmt::format("cannot tell from {} frame rates, at least four are needed", measure.means_by_rate.size());
    std::string text = measure.dt_dependence == DtDependence::unknown ? "cannot tell"
                       : measure.dt_dependence == DtDependence::inverse_dt
                           ? "proportional to the frame rate: something happens once a frame, without dt"
                           : fmt::format("proportional to {}", name_of(measure.dt_dependence));
    text += fmt::format("; the power of dt is {:.2f}, 95 % interval {:.2f} to {:.2f}", *measure.power,
                        measure.power_interval.low, measure.power_interval.high);
    if (measure.dt_dependence >= DtDependence::dt)
        text += fmt::format("; the value for dt = 0 is {:.6g}", measure.value_at_zero_dt);
    return text;
}

nlohmann::ordered_json to_json(const MeasureSummary& measure)
{
    nlohmann::ordered_json json{
        {"name", measure.name},
        {"rates", nlohmann::ordered_json::array()},
        {"order", name_of(measure.dt_dependence)}, // the power of dt, such as "dt^2"
        {"power", nullptr},
        {"power_interval", nullptr},
        {"text", power_of_dt_text(measure)},
        {"difference", measure.range_of_means_by_frame_rate()},
        {"difference_percent", number_or_null(measure.range_of_means_percent_of_highest_rate_mean())}};
    for (const auto& [fps, mean, value_count] : measure.means_by_rate)
        json["rates"].push_back({{"fps", fps}, {"mean", mean}, {"values", value_count}});
    if (!measure.power) return json;
    json["power"]          = *measure.power;
    json["power_interval"] = {measure.power_interval.low, measure.power_interval.high};
    return json;
}

} // namespace recordings
