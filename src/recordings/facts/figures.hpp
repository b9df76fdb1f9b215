// recordings/facts/figures.hpp -- the figures by which recordings are compared
#pragma once

#include "telemetry/frame_times.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace recordings
{

using timestep::Nanos;

/// The kind of statistic; decides how its confidence interval is computed.
enum class FigureKind : std::uint8_t
{
    mean,
    root,          ///< of a mean of squares
    slowest,       ///< the mean of the slowest share, as a rate
    quantile,      ///< of the frame times
    rate,          ///< that quantile as a rate
    time_rate,     ///< the quantile of the time, as a rate
    share_of_time, ///< percent
};

/// What is compared.
struct ComparedRow
{
    std::string_view key; ///< as in JSON
    std::string_view title;
    std::string_view unit;
    std::string_view what; ///< one sentence: its definition
    FigureKind kind     = FigureKind::mean;
    double share        = 0.0; ///< of the slowest, where one is looked at
    bool more_is_better = false;
    bool smoothness     = true; ///< or how fast the game is
};
inline constexpr std::size_t compared_count = 12;
std::span<const ComparedRow> all_compared();

using Figures = std::array<double, compared_count>; ///< in that order
/// Of at least one frame, as `inspect` says them.
Figures figures_of(std::span<const Nanos> frames);

/// How much a frame counts in a figure, so that the mean of it is as uncertain as the figure's own: of means the
/// values, of quantiles whether a frame is above, of shares of the time the time itself.
class Counted
{
public:
    explicit Counted(std::span<const Nanos> frames);

    std::span<const double> ms() const { return ms_; }
    /// For each frame; `value` is the figure.
    std::vector<double> in(std::size_t row, double value) const;
    /// Whether a frame is longer; as long counts half.
    std::vector<double> above(double limit_ms) const;

private:
    std::vector<double> changes(double power) const;
    std::vector<double> of_time(const std::vector<double>& in, double share, double percent) const;

    std::vector<double> ms_;
    std::vector<double> stutters_; // 1 for each of them, else 0
    double mean_ms_ = 0.0;
};

} // namespace recordings
