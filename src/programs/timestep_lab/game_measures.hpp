// programs/timestep_lab/game_measures.hpp -- prints the values that a game logged, and compares them between frame
// rates
#pragma once

#include "programs/command_line/options.hpp"
#include "recordings/facts/measures.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace timestep_lab
{

/// How much the value of a measure may differ between runs with different frame rates.
struct FrameRateDependenceTolerance
{
    double max_difference = 0.0;
    bool is_percent = false; ///< true: `max_difference` is in percent of the measure at the highest frame rate
};
CLI::Option& add_tolerance_option(CLI::App& command, std::string& tolerance);
/// Parses "1%", or "0.05" in the unit of the measured value; std::nullopt if empty. Throws BadInput for other strings.
std::optional<FrameRateDependenceTolerance> parse_tolerance(const std::string& text_or_empty);

enum class MeasuresFormat : std::uint8_t
{
    text,
    json,
    csv,
};
/// Prints the measured numbers, then throws ExitWithCode if one differs between frame rates by more than `tolerance`.
/// Throws BadInput if a number is missing at a frame rate, or if there is a tolerance but only one frame rate.
void report_measures(const std::vector<recordings::Measurement>& measurements,
                     const std::optional<FrameRateDependenceTolerance>& tolerance,
                     MeasuresFormat format = MeasuresFormat::text);

} // namespace timestep_lab
