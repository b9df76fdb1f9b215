// recordings/facts/measurement_log.hpp -- reads the numbers that a game prints in its log, such as the jump height
#pragma once

#include "base/message.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recordings
{

/// A line "measure: NAME NUMBER" in a game's log. Other text, such as a time, can precede it on the line.
struct Measurement
{
    std::string name;
    double fps = 0.0; ///< frame rate of the run
    double value = 0.0;
    /// Value of one unit of the last printed digit, such as 0.01 for "1.25"; 0 for a number with an exponent.
    double resolution = 0.0;
};
/// Reads all measurements in a log. A line "measure: frames_per_second NUMBER" sets the frame rate of the lines below.
/// Returns an error "NAME:LINE: ..." for an invalid line or a missing frame rate.
base::Result<std::vector<Measurement>> parse_measure_lines(std::string_view log, std::string_view log_name,
                                                           std::optional<double> fps_before_first_rate_line);

} // namespace recordings
