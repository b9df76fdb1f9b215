// views/step_rate_chart.hpp -- charts of the step rates that suit a game and its displays
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"
#include "lab/metrics/step_rate_advice.hpp"

#include <cmath>
#include <optional>

namespace views
{

/// A logarithmic scale of step rates.
struct StepRateScale
{
    double min_hz = 10.0;
    double max_hz = 1000.0;

    /// The step rate in Hz at `position` on the scale, 0 (min_hz) to 1 (max_hz).
    double hz_at(double position) const { return min_hz * std::pow(max_hz / min_hz, position); }
    /// The x coordinate of `hz` in pixels. The scale is as wide as `area`. Clamps `hz` to min_hz and max_hz.
    float x_of(draw::Rect area, double hz) const;
};
/// From 10 to 1000 Hz, or wider if `advice` needs it.
StepRateScale step_rate_scale_of(const lab::StepRateAdvice& advice);

/// Clears `picture`. Draws bars of the step rates that suit the game, and a heat map: which rates suit which displays.
void redraw_step_rate_chart(draw::Picture& picture, const lab::GameProperties& game, const lab::StepRateAdvice& advice,
                            const lab::StepRateMismatchMap& map, draw::Rect area, const draw::ViewStyle& style);
struct RateMapCell
{
    std::size_t step_rate_index = 0; ///< index in StepRateMismatchMap::step_rates
    std::size_t refresh_rate_index = 0; ///< index in StepRateMismatchMap::refresh_rates
};
/// The cell of the heat map at `point`, or empty. Pass the `area` with which the heat map was drawn.
std::optional<RateMapCell> map_cell_at(const lab::StepRateMismatchMap& map, draw::Rect area, draw::Point point,
                                       float pixels_per_point);

} // namespace views
