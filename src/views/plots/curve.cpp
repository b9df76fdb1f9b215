// Draws a value over time: as a line from frame to frame, or as a band if there are more frames than pixels.
#include "views/plots/plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace views::plots
{

namespace
{

constexpr float column_width = 1.0F; // width in points of the columns in which a band is drawn
constexpr float frame_width  = 1.0F; // in points; if frames are narrower than this, a band is drawn, not a line
constexpr float line_width   = 1.4F;
constexpr double endless     = std::numeric_limits<double>::infinity();

double round_up(double value)
{
    if (!(value > 0.0)) return 0.0;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double m : {1.0, 1.5, 2.0, 3.0, 5.0, 7.0})
        if (m * power >= value) return m * power;
    return 10.0 * power;
}

void draw_line(const Canvas& c)
{
    draw::Point last{};
    bool joined = false;
    for (std::size_t i = c.first; i < c.last; ++i)
    {
        const double value = c.value(i);
        if (breaks_before(c, i)) joined = false;
        if (!std::isfinite(value))
        {
            if (telemetry::is_paused(c.data.frames[i])) joined = false;
            continue;
        }
        const draw::Point p{c.place.axis.x(c.data.frames[i].wall), c.y(value)};
        if (joined)
            c.picture.line(last, p, c.px(line_width), c.style.loop);
        else
            c.picture.disc(p, c.px(line_width * 0.5F), c.style.loop);
        last   = p;
        joined = true;
    }
}

struct ValueBand
{
    float column = -1.0F;
    double low   = endless;
    double high  = -endless;
    double last  = endless; // last value in the column to the left; the band includes it, so that columns are connected
};

void draw_column(const Canvas& c, const ValueBand& band)
{
    if (band.low > band.high) return;
    const float width = c.px(column_width);
    const float left  = std::max(c.area.x, c.place.axis.left() + band.column * width);
    const float top   = c.y(band.high) - c.px(line_width / 2);
    const float foot  = c.y(band.low) + c.px(line_width / 2);
    c.picture.box({left, top, std::min(width, c.area.right() - left), foot - top}, 0, c.style.loop);
}

void draw_band(const Canvas& c)
{
    ValueBand band;
    draw::Point last{};
    for (std::size_t i = c.first; i < c.last; ++i)
    {
        const double value = c.value(i);
        if (!std::isfinite(value)) continue;
        const float x      = c.place.axis.x(c.data.frames[i].wall) - c.place.axis.left();
        const float column = std::floor(x / c.px(column_width));
        if (column < 0.0F) continue;
        const bool breaks = breaks_before(c, i);
        if (column != band.column)
        {
            draw_column(c, band);
            const draw::Point p{c.place.axis.x(c.data.frames[i].wall), c.y(value)};
            if (!breaks && band.column >= 0.0F && column > band.column + 1.0F)
                c.picture.line(last, p, c.px(line_width), c.style.loop);
            band.column = column;
            band.low    = breaks ? endless : band.last;
            band.high   = breaks || band.last == endless ? -endless : band.last;
        }
        band.low  = std::min(band.low, value);
        band.high = std::max(band.high, value);
        band.last = value;
        last      = {c.place.axis.x(c.data.frames[i].wall), c.y(value)};
    }
    draw_column(c, band);
}

} // namespace

float Canvas::y(double value) const
{
    const double share = (value - range.low) / (range.high - range.low);
    return area.bottom() - static_cast<float>(std::clamp(share, -0.02, 1.02)) * area.h;
}

ValueRange range_of(const Canvas& c)
{
    double low  = 0.0;
    double high = 0.0;
    for (std::size_t i = c.first; i < c.last; ++i)
    {
        const double value = c.value(i);
        if (!std::isfinite(value)) continue;
        low  = std::min(low, value);
        high = std::max(high, value);
    }
    const ValueRange range{0.0 - round_up(-low * 1.02), round_up(high * 1.02)};
    const double least = c.place.plot->least;
    if (range.high - range.low >= least) return range;
    return {low < -least / 100 ? -least : 0.0, least};
}

bool breaks_before(const Canvas& c, std::size_t i)
{
    if (i == 0) return true;
    const auto& marks          = c.data.marks;
    const timestep::Nanos from = c.data.frames[i - 1].wall;
    for (auto mark = std::ranges::upper_bound(marks, from, {}, &TimeMark::at);
         mark != marks.end() && mark->at <= c.data.frames[i].wall; ++mark)
        if (mark->kind == TimeMark::Kind::change) return true;
    return false;
}

void draw_curve(const Canvas& c)
{
    const auto frames = static_cast<float>(c.last - c.first);
    frames* c.px(frame_width) <= c.area.w ? draw_line(c) : draw_band(c);
}

} // namespace views::plots
