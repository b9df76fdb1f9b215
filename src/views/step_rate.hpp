// views/step_rate.hpp -- draws the bounds of the step rate as bars, and the map of step rates and displays
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

    /// The rate at `share`, 0 to 1, of the scale's length.
    double hz(double share) const { return min_hz * std::pow(max_hz / min_hz, share); }
    /// The x coordinate of `hz`, clamped to the scale, in an area as wide as the scale.
    float x(draw::Rect area, double hz) const;
};
/// 10 to 1000 Hz, with more decades if a bound is outside.
RateScale scale_of(const lab::StepRateAdvice& advice);

/// Draws the bars in the left half of `area` and the map in the right half. In the map, the advised rate, the other
/// rates that suit the game and the game's displays stand out.
void draw_step_rate(draw::Picture& picture, const lab::GameNumbers& game, const lab::StepRateAdvice& advice,
                    const lab::RateMap& map, draw::Rect area, const draw::Style& style);
/// The indices of the step rate and of the display whose cell of the map contains `point`, if any.
std::optional<std::pair<std::size_t, std::size_t>> map_cell_at(const lab::RateMap& map, draw::Rect area,
                                                               draw::Point point, float scale);

} // namespace views
