#include "views/plots.hpp"

#include "base/number.hpp"
#include "lab/settings/settings.hpp"
#include "telemetry/frame_times.hpp"
#include "telemetry/metrics.hpp"
#include "telemetry/quantile.hpp"
#include "telemetry/recent.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace views
{

namespace
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
    float y(double value) const
    {
        const double share = (value - range.low) / (range.high - range.low);
        return area.bottom() - static_cast<float>(std::clamp(share, -0.02, 1.02)) * area.h;
    }
    double value(std::size_t i) const { return place.plot->value(data.frames, i); }
};

std::vector<timestep::Nanos> times_of(const Canvas& c)
{
    std::vector<timestep::Nanos> times;
    for (std::size_t i = c.first; i < c.last; ++i)
        if (telemetry::counts(c.data.frames[i])) times.push_back(c.data.frames[i].measured);
    return times;
}

void draw_histogram(const Canvas& c, const std::vector<double>& sorted, draw::Rect area)
{
    const float bin = c.px(4);
    const auto bins = static_cast<std::size_t>(std::max(area.h / bin, 1.0F));
    std::vector<std::size_t> counts(bins);
    for (const double ms : sorted)
    {
        const double share = std::clamp((ms - c.range.low) / (c.range.high - c.range.low), 0.0, 1.0);
        ++counts[std::min(static_cast<std::size_t>(share * static_cast<double>(bins)), bins - 1)];
    }
    const auto most = static_cast<float>(std::max<std::size_t>(std::ranges::max(counts), 1));
    for (std::size_t i = 0; i < bins; ++i)
    {
        if (counts[i] == 0) continue;
        const float width = std::max(area.w * static_cast<float>(counts[i]) / most, c.px(1.5F));
        const float low   = area.bottom() - static_cast<float>(i + 1) * area.h / static_cast<float>(bins);
        c.picture.box({area.x, low, width, area.h / static_cast<float>(bins) - c.px(0.7F)}, 0,
                      draw::faded(c.style.loop, 0.55F));
    }
}

void draw_level(const Canvas& c, double value, draw::Rect area)
{
    const float y = c.y(value);
    for (float x = c.area.x; x < area.right(); x += c.px(7))
        c.picture.box({x, y - c.px(0.5F), c.px(3.5F), c.px(1)}, 0, draw::faded(c.style.theme.ink, 0.45F));
}

// Draws the histogram to the right of the curve, and the percentiles above it.
void draw_frame_times(const Canvas& c)
{
    const std::vector<timestep::Nanos> times = times_of(c);
    if (times.empty()) return;
    std::vector<double> sorted;
    sorted.reserve(times.size());
    for (const timestep::Nanos t : times) sorted.push_back(timestep::to_millis(t));
    std::ranges::sort(sorted);
    const float left = c.area.right() + c.px(8);
    const draw::Rect histogram{left, c.area.y, c.place.area.right() - left, c.area.h};
    const auto quantile = [&](double p) { return telemetry::quantile_of_sorted(sorted, p); };
    draw_histogram(c, sorted, histogram);
    draw_level(c, quantile(0.5), histogram);
    draw_level(c, quantile(0.99), histogram);

    constexpr auto low = telemetry::Low::integral;
    const std::string name{telemetry::all_lows[static_cast<std::size_t>(low)].label};
    const std::string more =
        fmt::format("half below {:.1f}  95 % {:.1f}  99 % {:.1f} ms", quantile(0.5), quantile(0.95), quantile(0.99));
    const std::array longest_first{
        fmt::format("{}   1% {} {:.0f} fps", more, name, telemetry::low_fps(times, low, 0.01)), more,
        fmt::format("half {:.1f}  99 % {:.1f} ms", quantile(0.5), quantile(0.99))};
    const auto fits = [&](const std::string& text)
    { return width_of(text, draw::Font::figures, c.style.scale) <= c.place.area.w; };
    const auto text = std::ranges::find_if(longest_first, fits);
    c.picture.write_figures({c.place.area.x, c.place.area.y + c.px(17)},
                            text != longest_first.end() ? *text : fmt::format("99 % below {:.1f} ms", quantile(0.99)),
                            c.style.theme.quiet);
}

using telemetry::Frames;
using telemetry::FrameSample;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double if_counted(const FrameSample& s, double value) { return telemetry::counts(s) ? value : none; }

double frame_time(const Frames& f, std::size_t i) { return if_counted(f[i], timestep::to_millis(f[i].measured)); }
double steps(const Frames& f, std::size_t i)
{
    return if_counted(f[i], static_cast<double>(telemetry::steps_of(f[i])));
}
double drift(const Frames& f, std::size_t i)
{
    return if_counted(f[i], timestep::to_millis(f[i].simulated - f[i].game));
}
double energy(const Frames& f, std::size_t i) { return if_counted(f[i], f[i].energy); }
double state_error(const Frames& f, std::size_t i)
{
    return if_counted(f[i], std::abs(f[i].shown_x - f[i].right_x) * 1e3);
}
double age(const Frames& f, std::size_t i)
{
    return if_counted(f[i], timestep::to_millis(telemetry::picture_age(f[i])));
}

double animation_error(const Frames& f, std::size_t i)
{
    const auto error = telemetry::animation_error_at(f, i);
    return error ? timestep::to_millis(*error) : none;
}

std::string drift_said(double ms)
{
    if (std::abs(ms) < 0.05) return "on time";
    return base::time_text(timestep::from_seconds(std::abs(ms) / 1e3)) + (ms < 0 ? " behind" : " ahead");
}

constexpr std::array every_plot{
    Plot{"frame-time", "frame_time_ms", "frame time", "ms",
         "Frame time: wall time since the last frame, as the loop measured it.", 1.0, frame_time},
    Plot{"steps", "steps", "steps per frame", "", "Number of steps that the simulation ran in each frame.", 1.0, steps},
    Plot{"drift", "drift_ms", "drift: the game is", "ms",
         "How far the simulated clock is ahead of the game clock; negative values are behind.", 0.1, drift, drift_said},
    Plot{"energy", "energy_j", "energy", "J",
         "Kinetic and elastic energy of the newest state; an exact spring keeps its energy constant.", 1e-3, energy},
    Plot{"state-error", "state_error_mm", "state error", "mm",
         "Distance between the body in a frame and the reference motion at the game time that the frame shows.", 0.01,
         state_error},
    Plot{"animation-error", "animation_error_ms", "animation error", "ms",
         "Judder: simulated time between two displayed frames - time between them on the screen.", 0.1,
         animation_error},
    Plot{"picture-age", "picture_age_ms", "picture age", "ms",
         "Delay that the loop adds: the loop's clock - the simulated time that the frame shows.", 0.1, age},
};
static_assert(std::ranges::equal(every_plot, lab::plot_names, {}, &Plot::name, &lab::PlotName::name),
              "every_plot here and plot_names in lab/settings/settings.hpp must have the same plots in the same order");

constexpr float cell_width = 172.0F; // smallest width of a plot in points
constexpr float plot_gap   = 14.0F;
constexpr float ends_width = 34.0F; // width in points of the numbers to the left of a curve
constexpr float row_gap    = 6.0F;
constexpr float title_line = 17.0F;
constexpr float clock_line = 17.0F; // height in points of the time scale below the lowest plots
// Share of the whole width that the plot of the frame times gets when there are other plots.
constexpr float first_share = 0.37F;
constexpr float histogram   = 0.22F; // width of the histogram as a share of the frame time plot's width

constexpr float column_width = 1.0F; // width in points of the columns in which a band is drawn
constexpr float frame_width  = 1.0F; // in points; if frames are narrower than this, a band is drawn, not a line
constexpr float line_width   = 1.4F;
constexpr double endless     = std::numeric_limits<double>::infinity();

constexpr bool is_first(const Plot& plot) { return plot.name == "frame-time"; }

// The area of a plot's curve: below the title, and to the right of the axis numbers. In the plot of the frame times it
// is also below a second line of text, and to the left of a histogram.
draw::Rect curve_area(const Plot& plot, draw::Rect cell, float scale)
{
    const float top  = title_line * scale * (is_first(plot) ? 2.0F : 1.0F) + 2 * scale;
    const float left = ends_width * scale;
    const float w    = is_first(plot) ? cell.w * (1.0F - histogram) : cell.w;
    return {cell.x + left, cell.y + top, w - left, std::max(cell.h - top, 4 * scale)};
}

void add_place(std::vector<PlotPlace>& places, const Plot& plot, draw::Rect cell, draw::TimeSpan span, float scale)
{
    const draw::Rect curve = curve_area(plot, cell, scale);
    places.push_back({&plot, cell, draw::TimeAxis{span, curve.x, curve.right()}});
}

// Without a crosshair, the newest frame that has a value.
std::size_t pointed_at(const Canvas& c)
{
    if (!c.data.crosshair)
    {
        // Newest frames that can be without a value, because their pictures have not reached the screen yet.
        constexpr std::size_t unknown_yet = 4;
        for (std::size_t i = c.last; i-- > c.first && i + unknown_yet >= c.last;)
            if (std::isfinite(c.value(i))) return i;
        return c.last > c.first ? c.last - 1 : c.data.frames.size();
    }
    return std::min(c.data.frames.first_from(*c.data.crosshair), c.data.frames.size());
}

void draw_title(const Canvas& c)
{
    const draw::Rect a    = c.place.area;
    const Plot& plot      = *c.place.plot;
    const std::size_t i   = pointed_at(c);
    const std::string now = i < c.data.frames.size() ? value_text(c.value(i), plot) : "";
    const float room      = a.w - width_of(now, draw::Font::figures, c.style.scale) - c.px(6);
    const auto fits = [&](std::string_view text) { return width_of(text, draw::Font::words, c.style.scale) <= room; };
    // In a narrow plot, the title ends before its colon, so that the value has room.
    const std::string_view title = fits(plot.title) ? plot.title : plot.title.substr(0, plot.title.find(':'));
    c.picture.write({{a.x, a.y}, std::string{title}, c.style.theme.quiet});
    if (fits(title)) c.picture.write_figures({a.right(), a.y}, now, c.style.theme.ink, draw::Align::right);
}

void draw_frame(const Canvas& c)
{
    const draw::Colour line = c.style.theme.line;
    const auto across       = [&](float y, draw::Colour ink) {
        c.picture.box({c.area.x, y - c.px(0.5F), c.area.w, c.px(1)}, 0, ink);
    };
    across(c.area.y, draw::faded(line, 0.6F));
    across(c.area.bottom(), line);
    if (c.range.low < 0.0 && c.range.high > 0.0) across(c.y(0.0), c.style.theme.shade);
    const auto label = [&](double value, float y)
    {
        const std::string text = std::abs(value) < 1e5 ? fmt::format("{:g}", value) : value_text(value, "");
        if (width_of(text, draw::Font::figures, c.style.scale) > ends_width * c.style.scale)
            return; // the text is too wide to be written here; the value is in the title
        c.picture.write_figures({c.area.x - c.px(4), y}, text, c.style.theme.quiet, draw::Align::right);
    };
    if (c.area.h < c.px(12)) return;
    label(c.range.high, c.area.y - c.px(2));
    if (c.area.h >= c.px(24)) label(c.range.low, c.area.bottom() - c.px(12));
}

// Draws a line for each change, with its text if `words` is true, and a short line for each other mark. Only the plot
// of the frame times is wide enough for texts.
void draw_marks(const Canvas& c, bool words)
{
    float free_from           = c.area.x;
    float last                = -1e9F;
    const auto& all           = c.data.marks;
    const draw::TimeSpan span = c.place.axis.span();
    for (auto m = std::ranges::lower_bound(all, span.from, {}, &TimeMark::at); m != all.end() && m->at <= span.to; ++m)
    {
        const float x     = c.place.axis.x(m->at);
        const bool change = m->kind == TimeMark::Kind::change;
        if (!change && x - last < c.px(3)) continue;
        last                   = x;
        const draw::Colour ink = colour_of(m->kind, c.style.theme);
        c.picture.box({x - c.px(0.5F), c.area.y, c.px(1), change ? c.area.h : c.px(5)}, 0, draw::faded(ink, 0.75F));
        const float width = width_of(m->text, draw::Font::words, c.style.scale) + c.px(6);
        if (!change || !words || x < free_from || x + width > c.place.area.right()) continue;
        c.picture.write({{x + c.px(3), c.area.y + c.px(3)}, m->text, ink});
        free_from = x + width;
    }
}

void draw_pointers(const Canvas& c)
{
    const auto line = [&](timestep::Nanos at, draw::Colour ink)
    {
        const float x = c.place.axis.x(at);
        if (x >= c.area.x && x <= c.area.right()) c.picture.box({x - c.px(0.5F), c.area.y, c.px(1), c.area.h}, 0, ink);
    };
    if (c.data.frozen && *c.data.frozen < c.data.frames.size())
        line(c.data.frames[*c.data.frozen].wall, c.style.theme.accent);
    const std::size_t i = pointed_at(c);
    if (!c.data.crosshair || i >= c.data.frames.size()) return;
    line(c.data.frames[i].wall, draw::faded(c.style.theme.ink, 0.6F));
    const double value = c.value(i);
    const float x      = c.place.axis.x(c.data.frames[i].wall);
    if (std::isfinite(value) && x <= c.area.right()) c.picture.disc({x, c.y(value)}, c.px(2.6F), c.style.theme.ink);
}

void draw_clock(const Canvas& c)
{
    const draw::Ticks ticks = draw::ticks_of(c.place.axis, c.px(66));
    for (const draw::Tick& tick : ticks.ticks)
    {
        const float x    = c.place.axis.x(tick.at);
        const float half = width_of(tick.text, draw::Font::figures, c.style.scale) / 2;
        c.picture.box({x - c.px(0.5F), c.area.bottom(), c.px(1), c.px(tick.text.empty() ? 2 : 4)}, 0,
                      c.style.theme.shade);
        if (x - half < c.area.x - c.px(4) || x + half > c.place.area.right()) continue;
        c.picture.write_figures({x, c.area.bottom() + c.px(3)}, tick.text, c.style.theme.quiet, draw::Align::centre);
    }
}

double round_up(double value)
{
    if (!(value > 0.0)) return 0.0;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double m : {1.0, 1.5, 2.0, 3.0, 5.0, 7.0})
        if (m * power >= value) return m * power;
    return 10.0 * power;
}

// Round numbers that contain zero and all values of the shown frames.
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

// True at a reset, a changed setting or another loop, and for frame 0.
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

// Draws a band, because there are more frames than pixels.
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

// True if no plot below this one has the same time axis.
bool is_lowest(const PlotPlace& place, const std::vector<PlotPlace>& places)
{
    return std::ranges::none_of(
        places, [&](const PlotPlace& other)
        { return other.area.y > place.area.bottom() && std::abs(other.area.x - place.area.x) < 1.0F; });
}

} // namespace

std::span<const Plot> all_plots() { return every_plot; }

std::string plots_csv(const Frames& frames, std::uint32_t chosen, draw::TimeSpan span)
{
    std::string text = "frame,wall_s";
    for (std::size_t k = 0; k < every_plot.size(); ++k)
        if ((chosen & 1U << k) != 0) text += fmt::format(",{}", every_plot[k].column);
    text += "\n";
    for (std::size_t i = frames.first_from(span.from); i < frames.size() && frames[i].wall <= span.to; ++i)
    {
        text += fmt::format("{},{:.9f}", frames[i].frame, timestep::to_seconds(frames[i].wall));
        for (std::size_t k = 0; k < every_plot.size(); ++k)
        {
            if ((chosen & 1U << k) == 0) continue;
            const double value = every_plot[k].value(frames, i);
            text += std::isnan(value) ? "," : fmt::format(",{}", value);
        }
        text += "\n";
    }
    return text;
}

std::string value_text(double value, const Plot& plot)
{
    return plot.said != nullptr && std::isfinite(value) ? plot.said(value) : value_text(value, plot.unit);
}

std::string value_text(double value, std::string_view unit)
{
    if (std::isnan(value)) return "-";
    const double size = std::abs(value) < 5e-3 ? 0.0 : std::abs(value); // a value below 0.005 is shown as 0
    if (size == 0.0) value = 0.0;
    std::string text = fmt::format("{:.2f}", value);
    if (size >= 10) text = fmt::format("{:.1f}", value);
    if (size >= 100 || value == std::round(value)) text = fmt::format("{:.0f}", value);
    if (size >= 1e6) text = fmt::format("{:.3g} million", value / 1e6);
    if (size >= 1e9) text = fmt::format("{:.3g} billion", value / 1e9);
    if (size >= 1e12) text = "over a trillion";
    return unit.empty() ? text : fmt::format("{} {}", text, unit);
}

// The areas of the plots. The plot of the frame times is on the left over the whole height, the other plots are in a
// grid to the right.
std::vector<PlotPlace> plot_places(std::uint32_t chosen, draw::TimeSpan span, draw::Rect area, float scale)
{
    std::vector<PlotPlace> places;
    draw::Rect rest   = {area.x, area.y, area.w, area.h - clock_line * scale};
    std::size_t count = static_cast<std::size_t>(std::popcount(chosen & lab::every_plot));
    for (std::size_t k = 0; k < all_plots().size(); ++k)
    {
        const Plot& plot = all_plots()[k];
        if ((chosen & 1U << k) == 0 || !is_first(plot)) continue;
        const float w = count == 1 ? rest.w : first_share * rest.w;
        add_place(places, plot, {rest.x, rest.y, w, rest.h}, span, scale);
        rest = {rest.x + w + plot_gap * scale, rest.y, rest.w - w - plot_gap * scale, rest.h};
        --count;
    }
    if (count == 0) return places;
    const auto fit    = static_cast<std::size_t>(std::max(rest.w / (cell_width * scale), 1.0F));
    const auto rows   = (count + std::min(fit, count) - 1) / std::min(fit, count);
    const auto across = (count + rows - 1) / rows;
    const float w     = (rest.w - plot_gap * scale * static_cast<float>(across - 1)) / static_cast<float>(across);
    const float h     = (rest.h - row_gap * scale * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    std::size_t n     = 0;
    for (std::size_t k = 0; k < all_plots().size(); ++k)
    {
        const Plot& plot = all_plots()[k];
        if ((chosen & 1U << k) == 0 || is_first(plot)) continue;
        const std::size_t above = n / across;
        const auto column       = static_cast<float>(n % across);
        const auto row          = static_cast<float>(above);
        add_place(places, plot, {rest.x + column * (w + plot_gap * scale), rest.y + row * (h + row_gap * scale), w, h},
                  span, scale);
        ++n;
    }
    return places;
}

void draw_plots(draw::Picture& picture, const PlotsData& data, draw::TimeSpan span, draw::Rect area,
                const draw::Style& style)
{
    picture.clear(area, style.theme.panel);
    const auto places       = plot_places(data.chosen, span, area, style.scale);
    const std::size_t first = data.frames.first_from(span.from);
    const std::size_t after = data.frames.first_from(span.to + timestep::Nanos{1});
    for (const PlotPlace& place : places)
    {
        Canvas c{picture, data, style, place, curve_area(*place.plot, place.area, style.scale), {}, first, after};
        c.range          = range_of(c);
        const bool broad = is_first(*place.plot);
        highlight_frames(picture, data.frames, data.highlighted, first, after, place.axis, c.area, c.px(2),
                         style.theme.accent);
        draw_frame(c);
        draw_marks(c, broad);
        if (broad) draw_frame_times(c);
        if (static_cast<float>(after - first) * c.px(frame_width) <= c.area.w)
            draw_line(c);
        else
            draw_band(c);
        draw_pointers(c);
        draw_title(c);
        if (is_lowest(place, places)) draw_clock(c);
    }
}

} // namespace views
