// views/plots/plot.hpp -- the data that the functions for one plot use
#pragma once

#include "views/plots.hpp"

#include <array>

namespace views::plots
{

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
    /// Frames in the shown span: from `first` to before `last`.
    std::size_t first = 0, last = 0;

    float px(float points) const { return points * style.scale; }
    float y(double value) const;
    double value(std::size_t i) const { return place.plot->value(data.frames, i); }
};

/// Writes the percentiles above the curve, too.
void draw_frame_times(const Canvas& canvas, draw::Rect histogram);

} // namespace views::plots
