#include "recordings/facts/measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

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

// Returns the root mean square of the residuals.
double set_dt_dependence(MeasureSummary& measure, double noise_variance_of_mean)
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
    return std::sqrt(best.residual_sum_of_squares / static_cast<double>(measure.means_by_rate.size()));
}

// Fits value = a f^fps by least squares of log(value). Sets the factor f if the values differ from the fit only by
// their noise, or by the rounding of single-precision numbers, but from the fit of a power by more.
void set_factor_per_frame(MeasureSummary& measure, double noise_variance_of_mean, double power_fit_error)
{
    const auto tolerance_of = [noise = std::sqrt(noise_variance_of_mean)](double mean)
    {
        constexpr double single_precision_error = 1e-5, max_standard_errors = 3.0;
        return max_standard_errors * noise + single_precision_error * std::abs(mean);
    };
    std::vector<double> fps, logarithms;
    for (const MeasureSummary::MeanAtRate& mean_at_rate : measure.means_by_rate)
    {
        if (mean_at_rate.mean == 0.0) continue; // the value is too small for its digits
        if (mean_at_rate.mean / measure.means_by_rate.front().mean <= 0.0) return;
        fps.push_back(mean_at_rate.fps);
        logarithms.push_back(std::log(std::abs(mean_at_rate.mean)));
    }
    if (fps.size() < 3) return;
    // Weighted by value^2: an error of the value is an error of (error / value) of its logarithm.
    double weight_sum = 0.0, x_sum = 0.0, y_sum = 0.0, xx_sum = 0.0, xy_sum = 0.0;
    const double largest = *std::ranges::max_element(logarithms);
    for (std::size_t i = 0; i < fps.size(); ++i)
    {
        const double weight = std::exp(2.0 * (logarithms[i] - largest)), x = fps[i] - fps.front();
        weight_sum += weight, x_sum += weight * x, y_sum += weight * logarithms[i];
        xx_sum += weight * x * x, xy_sum += weight * x * logarithms[i];
    }
    const double slope = (weight_sum * xy_sum - x_sum * y_sum) / (weight_sum * xx_sum - x_sum * x_sum);
    const double intercept = (y_sum - slope * x_sum) / weight_sum - slope * fps.front();
    const double sign = measure.means_by_rate.front().mean < 0.0 ? -1.0 : 1.0;
    for (const MeasureSummary::MeanAtRate& mean_at_rate : measure.means_by_rate)
    {
        const double fitted = sign * std::exp(intercept + slope * mean_at_rate.fps);
        if (!(std::abs(mean_at_rate.mean - fitted) <= tolerance_of(mean_at_rate.mean))) return;
    }
    const bool fits_power = !(power_fit_error > tolerance_of(std::exp(largest)));
    if (fits_power || !std::isfinite(sign * std::exp(intercept))) return;
    measure.dt_dependence = DtDependence::factor_per_frame;
    measure.factor_per_frame = std::exp(slope);
    measure.value_at_zero_fps = sign * std::exp(intercept);
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
        const double noise_variance = variance_of_mean + rounding_error_variance;
        set_factor_per_frame(measure, noise_variance, set_dt_dependence(measure, noise_variance));
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
    struct Values
    {
        std::map<double, std::vector<double>> by_fps{};
        double resolution = std::numeric_limits<double>::infinity();
    };
    std::unordered_map<std::string_view, Values> values_by_name;
    std::vector<std::string_view> names; // in the order in which they first appear
    for (const Measurement& measurement : measurements)
    {
        const auto [named, is_new] = values_by_name.try_emplace(measurement.name);
        if (is_new) names.push_back(measurement.name);
        Values& values = named->second;
        values.by_fps[measurement.fps].push_back(measurement.value);
        values.resolution = std::min(values.resolution, measurement.resolution);
    }
    std::vector<MeasureSummary> measures;
    measures.reserve(names.size());
    for (const std::string_view name : names)
        measures.push_back(
            make_measure_summary(std::string{name}, values_by_name[name].by_fps, values_by_name[name].resolution));
    return measures;
}

} // namespace recordings
