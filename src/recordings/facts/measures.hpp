// recordings/facts/measures.hpp -- how a number that a game prints depends on the frame rate, such as the jump height
#pragma once

#include "base/message.hpp"
#include "recordings/facts/statistics.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recordings
{

/// A line "measure: NAME NUMBER" of a game's log. Other text, such as an engine's time, can precede the word
/// `measure:`.
struct Measurement
{
    std::string name;
    double fps   = 0.0; ///< frame rate of the run
    double value = 0.0;
    double digit = 0.0; ///< value of the last printed digit: 0.01 for "1.25"; 0 for a number with an exponent
};
/// Reads the lines of a log. The line "measure: frames_per_second NUMBER" sets the frame rate of the lines below it;
/// `fps` is that of the first lines. Returns an error "NAME:LINE: ..." for a line that is not one name and one finite
/// number, for a frame rate that is not above 0 and below 1e6, and for a measure without a frame rate.
base::Result<std::vector<Measurement>> read_measurements(std::string_view log, std::string_view log_name,
                                                         std::optional<double> fps);

/// How the error of a measure depends on dt, the frame time.
enum class ErrorOrder : std::uint8_t
{
    unknown,
    none,      ///< the means differ by no more than the last digit, or than two standard errors
    per_frame, ///< proportional to 1 / dt
    dt,
    dt_squared,
};
std::string_view name_of(ErrorOrder order); ///< name in JSON and CSV, such as "dt^2"

struct Measure
{
    struct AtRate
    {
        double fps        = 0.0;
        double mean       = 0.0; ///< mean of the values of all runs
        std::size_t count = 0;   ///< number of these values
    };

    std::string name;
    std::vector<AtRate> rates; ///< lowest frame rate first
    /// The power p of dt in the fit a + b dt^p, and its 95 % confidence interval within -3 to 5. The order is known if
    /// the interval is less than 0.5 from -1, 1 or 2. Empty if the order is none, and with fewer than four frame rates.
    std::optional<double> power{};
    Interval power_interval{};
    double value_at_zero = 0.0; ///< a: the value for dt = 0, if `power` is above 0
    ErrorOrder order     = ErrorOrder::unknown;

    /// The largest mean minus the smallest, in the measure's unit.
    double difference() const;
    /// difference() in percent of the mean at the highest frame rate; infinite if only this mean is zero.
    double difference_percent() const;
};
/// The measures, in the order of their first lines.
std::vector<Measure> measures_of(const std::vector<Measurement>& measurements);

std::string in_words(const Measure& measure); ///< the order of the error, with the power of dt
nlohmann::ordered_json to_json(const Measure& measure);

} // namespace recordings
