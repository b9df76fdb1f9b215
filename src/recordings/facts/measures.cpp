#include "recordings/facts/measures.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace recordings
{
namespace
{

// A least-squares fit of y = a + b x, where x is (dt^p - 1) / p or, if p is 0, log(dt). dt is in ms. Source: G. E. P.
// Box and D. R. Cox, "An analysis of transformations", 1964.
struct PowerFit
{
    double power = 0.0; // p
    double residual_sum_of_squares = 0.0;
    double value_at_zero_dt = 0.0; // a - b / p; not a value at dt = 0 unless p > 0, infinite or NaN if p is 0
};
PowerFit fit_with_power(const std::vector<MeasureSummary::MeanAtRate>& means_by_rate, double power)
{
    std::vector<double> x, y;
    for (const MeasureSummary::MeanAtRate& mean_at_rate : means_by_rate)
    {
        const double log_dt_ms = std::log(1000.0 / mean_at_rate.fps);
        x.push_back(power == 0.0 ? log_dt_ms : std::expm1(power * log_dt_ms) / power);
        y.push_back(mean_at_rate.mean);
    }
    const double mean_x = mean_of(x), mean_y = mean_of(y);
    double product_sum = 0.0, residual_sum_of_squares = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) product_sum += (x[i] - mean_x) * (y[i] - mean_y);
    const double slope = product_sum / sum_of_squared_deviations(x);
    for (std::size_t i = 0; i < x.size(); ++i)
        residual_sum_of_squares += std::pow(y[i] - mean_y - slope * (x[i] - mean_x), 2);
    return {power, residual_sum_of_squares, mean_y - slope * mean_x - slope / power};
}

DtDependence dependence_of(const Interval& power_interval)
{
    constexpr double max_distance = 0.495;
    for (const auto& [power, dependence] : {std::pair{-1.0, DtDependence::inverse_dt}, std::pair{1.0, DtDependence::dt},
                                            std::pair{2.0, DtDependence::dt_squared}})
        if (power_interval.is_within(power - max_distance, power + max_distance)) return dependence;
    return DtDependence::unknown;
}

constexpr double fitted_parameter_count = 3.0; // a, b and p in value = a + b dt^p, where dt is the frame time

void set_dt_dependence(MeasureSummary& measure, double noise_variance_of_mean)
{
    constexpr int min_hundredths = -300, max_hundredths = 500; // range of the powers, times 100
    std::vector<PowerFit> fits;
    for (int hundredths = min_hundredths; hundredths <= max_hundredths; ++hundredths)
        fits.push_back(fit_with_power(measure.means_by_rate, hundredths / 100.0));
    const PowerFit& best = *std::ranges::min_element(fits, {}, &PowerFit::residual_sum_of_squares);
    const double degrees_of_freedom = static_cast<double>(measure.means_by_rate.size()) - fitted_parameter_count;
    const double critical_value = two_sided_critical_t(0.05, degrees_of_freedom);
    const double max_sum = best.residual_sum_of_squares +
                           critical_value * critical_value *
                               std::max(best.residual_sum_of_squares / degrees_of_freedom, noise_variance_of_mean);
    const auto is_possible = [&](const PowerFit& fit)
    { return fit.residual_sum_of_squares <= max_sum || std::isnan(max_sum); }; // after an overflow, all are possible
    measure.power = best.power;
    measure.power_interval = {.low = std::ranges::find_if(fits, is_possible)->power,
                              .high = std::ranges::find_if(fits.rbegin(), fits.rend(), is_possible)->power};
    measure.value_at_zero_dt = best.value_at_zero_dt;
    measure.dt_dependence = dependence_of(measure.power_interval);
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
    const double variance_of_mean =
        degrees_of_freedom > 0.0 ? squared_deviation_sum / degrees_of_freedom * rate_count / value_count : 0.0;
    const double two_standard_errors_of_difference = 2.0 * std::sqrt(2.0 * variance_of_mean);
    const double last_digit_tolerance = 1.001 * resolution; // allows for the rounding of double
    if (rate_count > 1.0 &&
        measure.rate_dependence() <= std::max(last_digit_tolerance, two_standard_errors_of_difference))
        measure.dt_dependence = DtDependence::none;
    else if (rate_count > fitted_parameter_count)
    {
        const double rounding_error_variance = resolution * resolution / 12.0;
        set_dt_dependence(measure, variance_of_mean + rounding_error_variance);
    }
    return measure;
}

} // namespace

double MeasureSummary::rate_dependence() const
{
    const auto [low, high] = std::ranges::minmax_element(means_by_rate, {}, &MeanAtRate::mean);
    return high->mean - low->mean;
}

double MeasureSummary::rate_dependence_percent() const
{
    const double range = rate_dependence();
    return range == 0.0 ? 0.0 : 100.0 * range / std::abs(means_by_rate.back().mean);
}

std::vector<MeasureSummary> summarise_frame_rate_dependence(const std::vector<Measurement>& measurements)
{
    std::vector<MeasureSummary> measures;
    for (const Measurement& first : measurements)
    {
        if (std::ranges::find(measures, first.name, &MeasureSummary::name) != measures.end()) continue;
        std::map<double, std::vector<double>> values_by_fps;
        double resolution = first.resolution;
        for (const Measurement& measurement : measurements)
        {
            if (measurement.name != first.name) continue;
            values_by_fps[measurement.fps].push_back(measurement.value);
            resolution = std::min(resolution, measurement.resolution);
        }
        measures.push_back(make_measure_summary(first.name, values_by_fps, resolution));
    }
    return measures;
}

} // namespace recordings
