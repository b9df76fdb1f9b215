// views/plots/plot.hpp -- the data that the functions for one plot use
#pragma once

#include "views/plots.hpp"

#include <array>

namespace views::plots
{

/// The range of values on a plot's vertical axis.
struct ValueRange
{
    double low  = 0.0;
    double high = 1.0;
};

struct Canvas
{
    draw::Picture& picture;
    const PlotsData& data;
    const draw::Style& style;
    PlotPlace place;
    draw::Rect area; ///< area of the plot's curve in pixels
    ValueRange range;
    /// The indices of the frames in the shown span: from `first` to before `last`.
    std::size_t first = 0, last = 0;

    float px(float points) const { return points * style.scale; }
    float y(double value) const;
    double value(std::size_t i) const { return place.plot->value(data.frames, i); }
};

/// Returns the range of the plot's axis. It contains zero and all values of the shown frames, and its ends are round
/// numbers.
ValueRange range_of(const Canvas& canvas);
/// Returns true if the curve is interrupted between frame `i` and the frame before: at a reset, a changed setting or
/// the change to another loop. Always true for frame 0.
bool breaks_before(const Canvas& canvas, std::size_t i);

void draw_curve(const Canvas& canvas);
void draw_frame_times(const Canvas& canvas, draw::Rect histogram);

} // namespace views::plots
