// recordings/facts/measures.hpp -- how a number that a game prints, such as the jump height, depends on the frame rate
#pragma once

#include "recordings/facts/measurement_log.hpp"
#include "recordings/facts/statistics.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recordings
{

/// How a value that a game prints depends on dt, the frame time.
enum class DtDependence : std::uint8_t
{
    unknown,
    none, ///< the means differ by at most the last printed digit or two standard errors
    inverse_dt, ///< proportional to 1 / dt, as for an action once a frame
    dt,
    dt_squared,
    factor_per_frame, ///< value = a f^fps: something is multiplied by the same factor in each frame, without dt
};
std::string_view name_of(DtDependence dependence); ///< name in JSON and CSV, such as "dt^2"

/// How a logged value depends on the frame rate.
struct MeasureSummary
{
    struct MeanAtRate
    {
        double fps = 0.0;
        double mean = 0.0; ///< mean of all values at this frame rate
        std::size_t value_count = 0;
    };

    std::string name;
    std::vector<MeanAtRate> means_by_rate; ///< lowest frame rate first
    /// The exponent p in value = a + b dt^p, from -3 to 5; empty if unknown.
    std::optional<double> power{};
    Interval power_interval{}; ///< 95 % confidence interval of `power`
    double value_at_zero_dt = 0.0; ///< the value for dt = 0, a in the fit; known only if `power` is above 0
    DtDependence dt_dependence = DtDependence::unknown; ///< a power if `power_interval` is within 0.5 of it
    /// f in value = a f^fps, and a; known only for DtDependence::factor_per_frame.
    double factor_per_frame = 0.0, value_at_zero_fps = 0.0;

    /// The largest minus the smallest mean in `means_by_rate`, in the unit of the measured value.
    double rate_dependence() const;
    /// rate_dependence() in percent of the mean at the highest frame rate.
    double rate_dependence_percent() const;
};
/// One summary for each Measurement::name, in the order in which the names first appear.
std::vector<MeasureSummary> summarise_frame_rate_dependence(const std::vector<Measurement>& measurements);

std::string dt_dependence_text(const MeasureSummary& measure); ///< names the dependence on dt, with the power of dt
nlohmann::ordered_json to_json(const MeasureSummary& measure);

} // namespace recordings
