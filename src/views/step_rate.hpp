// views/step_rate.hpp -- draws the bounds of the step rate as bars, and a map of step rates (x) and displays (y)
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"
#include "lab/metrics/step_rate.hpp"

#include <cmath>
#include <optional>
#include <utility>

namespace views
{

/// A logarithmic scale of step rates.
struct RateScale
{
    double min_hz = 10.0;
    double max_hz = 1000.0;

    /// `share`, 0 to 1, is the position on the scale.
    double hz(double share) const { return min_hz * std::pow(max_hz / min_hz, share); }
    /// Clamped to the scale, which is as wide as `area`.
    float x(draw::Rect area, double hz) const;
};
/// The scale is from 10 to 1000 Hz, or longer if a bound is outside.
RateScale scale_of(const lab::StepRateAdvice& advice);

/// Bars are on the left, the map on the right. The map marks the advised rate, other good rates and the displays.
void draw_step_rate(draw::Picture& picture, const lab::GameNumbers& game, const lab::StepRateAdvice& advice,
                    const lab::RateMap& map, draw::Rect area, const draw::Style& style);
/// The step rate and the display (indices) of the map's cell at `point`; empty outside of all cells.
std::optional<std::pair<std::size_t, std::size_t>> map_cell_at(const lab::RateMap& map, draw::Rect area,
                                                               draw::Point point, float scale);

} // namespace views
