// views/plots/plot.hpp -- the data from which one plot is drawn
#pragma once

#include "views/plots.hpp"

#include <array>

namespace views::plots
{

/// The lowest and the highest value that a plot can show.
struct ValueRange
{
    double low  = 0.0;
    double high = 1.0;
};

struct Canvas
{
    draw::Picture& picture;
    const PlotsData& data;
    const PlotsStyle& style;
    PlotPlace place;
    draw::Rect area; ///< area of the curve
    ValueRange range;
    std::size_t first = 0, last = 0; ///< frames in the span: [first, last)

    float px(float points) const { return points * style.scale; }
    float y(double value) const;
    double value(std::size_t i) const { return place.plot->value(data.frames, i); }
};

/// Returns round numbers below and above all values of the frames and zero.
ValueRange range_of(const Canvas& canvas);
/// Returns true if no line joins frame i with the frame before.
bool breaks_before(const Canvas& canvas, std::size_t i);

void draw_curve(const Canvas& canvas);
void draw_frame_times(const Canvas& canvas, draw::Rect histogram);

} // namespace views::plots
