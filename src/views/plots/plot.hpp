// views/plots/plot.hpp -- one plot that is being drawn
#pragma once

#include "views/plots.hpp"

#include <array>

namespace views::plots
{

/// From the lowest to the highest value that a plot has room for.
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
    draw::Rect area; ///< of the curve
    ValueRange range;
    std::size_t first = 0, last = 0; ///< frames in the span: [first, last)

    float px(float points) const { return points * style.scale; }
    float y(double value) const;
    double value(std::size_t i) const { return place.plot->value(data.frames, i); }
};

/// Round numbers around all values of the frames; zero is among them.
ValueRange range_of(const Canvas& canvas);
/// Whether no line leads to frame i from the one before.
bool breaks_before(const Canvas& canvas, std::size_t i);

void draw_curve(const Canvas& canvas);
void draw_frame_times(const Canvas& canvas, draw::Rect histogram);

} // namespace views::plots
