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

struct PlotCanvas
{
    draw::Picture& picture;
    const PlotsData& data;
    const draw::Style& style;
    PlotPlace place;
    draw::Rect area; ///< area of the curve in pixels
    ValueRange range;
    /// Indices of the frames in the visible span: from `first` to before `last`.
    std::size_t first = 0, last = 0;

    float px(float points) const { return points * style.scale; }
    float y(double value) const
    {
        const double share = (value - range.low) / (range.high - range.low);
        return area.bottom() - static_cast<float>(std::clamp(share, -0.02, 1.02)) * area.h;
    }
    double value(std::size_t i) const { return place.plot->value(data.frames, i); }
};

std::vector<timestep::Nanos> counted_frame_times(const PlotCanvas& plot)
{
    std::vector<timestep::Nanos> times;
    for (std::size_t i = plot.first; i < plot.last; ++i)
        if (telemetry::counts(plot.data.frames[i])) times.push_back(plot.data.frames[i].measured);
    return times;
}

void draw_histogram(const PlotCanvas& plot, const std::vector<double>& sorted, draw::Rect area)
{
    const float bin = plot.px(4);
    const auto bins = static_cast<std::size_t>(std::max(area.h / bin, 1.0F));
    std::vector<std::size_t> counts(bins);
    for (const double ms : sorted)
    {
        const double share = std::clamp((ms - plot.range.low) / (plot.range.high - plot.range.low), 0.0, 1.0);
        ++counts[std::min(static_cast<std::size_t>(share * static_cast<double>(bins)), bins - 1)];
    }
    const auto max_count = static_cast<float>(std::max<std::size_t>(std::ranges::max(counts), 1));
    for (std::size_t i = 0; i < bins; ++i)
    {
        if (counts[i] == 0) continue;
        const float width = std::max(area.w * static_cast<float>(counts[i]) / max_count, plot.px(1.5F));
        const float low   = area.bottom() - static_cast<float>(i + 1) * area.h / static_cast<float>(bins);
        plot.picture.box({area.x, low, width, area.h / static_cast<float>(bins) - plot.px(0.7F)}, 0,
                         draw::faded(plot.style.loop, 0.55F));
    }
}

void draw_quantile_line(const PlotCanvas& plot, double value, draw::Rect area)
{
    const float y = plot.y(value);
    for (float x = plot.area.x; x < area.right(); x += plot.px(7))
        plot.picture.box({x, y - plot.px(0.5F), plot.px(3.5F), plot.px(1)}, 0,
                         draw::faded(plot.style.theme.ink, 0.45F));
}

// Draws the histogram to the right of the curve, and the percentiles above it.
void draw_frame_times(const PlotCanvas& plot)
{
    const std::vector<timestep::Nanos> times = counted_frame_times(plot);
    if (times.empty()) return;
    std::vector<double> sorted;
    sorted.reserve(times.size());
    for (const timestep::Nanos t : times) sorted.push_back(timestep::to_millis(t));
    std::ranges::sort(sorted);
    const float left = plot.area.right() + plot.px(8);
    const draw::Rect histogram{left, plot.area.y, plot.place.area.right() - left, plot.area.h};
    const auto quantile = [&](double point) { return telemetry::quantile_of_sorted(sorted, point); };
    draw_histogram(plot, sorted, histogram);
    draw_quantile_line(plot, quantile(0.5), histogram);
    draw_quantile_line(plot, quantile(0.99), histogram);

    constexpr auto low = telemetry::Low::integral;
    const std::string name{telemetry::all_lows[static_cast<std::size_t>(low)].label};
    const std::string percentiles_text =
        fmt::format("half below {:.1f}  95 % {:.1f}  99 % {:.1f} ms", quantile(0.5), quantile(0.95), quantile(0.99));
    const std::array texts_longest_first{
        fmt::format("{}   1% {} {:.0f} fps", percentiles_text, name, telemetry::low_fps(times, low, 0.01)),
        percentiles_text, fmt::format("half {:.1f}  99 % {:.1f} ms", quantile(0.5), quantile(0.99))};
    const auto fits = [&](const std::string& text)
    { return width_of(text, draw::Font::figures, plot.style.scale) <= plot.place.area.w; };
    const auto text = std::ranges::find_if(texts_longest_first, fits);
    plot.picture.write_figures({plot.place.area.x, plot.place.area.y + plot.px(17)},
                               text != texts_longest_first.end() ? *text
                                                                 : fmt::format("99 % below {:.1f} ms", quantile(0.99)),
                               plot.style.theme.quiet);
}

using telemetry::Frames;
using telemetry::FrameSample;

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

double if_counted(const FrameSample& s, double value) { return telemetry::counts(s) ? value : no_value; }

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
    return error ? timestep::to_millis(*error) : no_value;
}

std::string drift_text(double ms)
{
    if (std::abs(ms) < 0.05) return "on time";
    return base::time_text(timestep::from_seconds(std::abs(ms) / 1e3)) + (ms < 0 ? " behind" : " ahead");
}

constexpr std::array plot_table{
    Plot{"frame-time", "frame_time_ms", "frame time", "ms",
         "Frame time: wall time since the last frame, as the loop measured it.", 1.0, frame_time},
    Plot{"steps", "steps", "steps per frame", "", "Number of steps that the simulation ran in each frame.", 1.0, steps},
    Plot{"drift", "drift_ms", "drift: the game is", "ms",
         "How far the simulated clock is ahead of the game clock; negative values are behind.", 0.1, drift, drift_text},
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
static_assert(std::ranges::equal(plot_table, lab::plot_names, {}, &Plot::name, &lab::PlotName::name),
              "plot_table here and plot_names in lab/settings/settings.hpp must have the same plots in the same order");

constexpr float min_plot_width     = 172.0F; // in points
constexpr float plot_gap           = 14.0F;
constexpr float axis_numbers_width = 34.0F; // in points, left of a curve
constexpr float row_gap            = 6.0F;
constexpr float title_height       = 17.0F;
constexpr float time_scale_height  = 17.0F; // in points, below the lowest plots
// Share of the width for the plot of the frame times if there are other plots.
constexpr float frame_time_plot_share = 0.37F;
constexpr float histogram_share       = 0.22F; // share of the frame time plot's width

constexpr float column_width = 1.0F; // width in points of a column of a band
constexpr float frame_width  = 1.0F; // in points; narrower frames are drawn as a band, not a line
constexpr float line_width   = 1.4F;
constexpr double infinity    = std::numeric_limits<double>::infinity();

constexpr bool is_frame_time_plot(const Plot& plot) { return plot.name == "frame-time"; }

// The area of the curve: below the title, right of the axis numbers. The frame times also have a second line of text
// above and a histogram on the right.
draw::Rect curve_area(const Plot& plot, draw::Rect cell, float scale)
{
    const float top  = title_height * scale * (is_frame_time_plot(plot) ? 2.0F : 1.0F) + 2 * scale;
    const float left = axis_numbers_width * scale;
    const float w    = is_frame_time_plot(plot) ? cell.w * (1.0F - histogram_share) : cell.w;
    return {cell.x + left, cell.y + top, w - left, std::max(cell.h - top, 4 * scale)};
}

void add_place(std::vector<PlotPlace>& places, const Plot& plot, draw::Rect cell, draw::TimeSpan span, float scale)
{
    const draw::Rect curve = curve_area(plot, cell, scale);
    places.push_back({&plot, cell, draw::TimeAxis{span, curve.x, curve.right()}});
}

// Index of the frame whose value is written: at the crosshair or, without one, the newest frame with a value.
std::size_t pointed_frame(const PlotCanvas& plot)
{
    if (!plot.data.crosshair)
    {
        // Number of newest frames that can lack a value because they have not reached the screen yet.
        constexpr std::size_t unknown_yet = 4;
        for (std::size_t i = plot.last; i-- > plot.first && i + unknown_yet >= plot.last;)
            if (std::isfinite(plot.value(i))) return i;
        return plot.last > plot.first ? plot.last - 1 : plot.data.frames.size();
    }
    return std::min(plot.data.frames.first_from(*plot.data.crosshair), plot.data.frames.size());
}

void draw_title(const PlotCanvas& plot)
{
    const draw::Rect a            = plot.place.area;
    const Plot& shown_plot        = *plot.place.plot;
    const std::size_t i           = pointed_frame(plot);
    const std::string value_label = i < plot.data.frames.size() ? value_text(plot.value(i), shown_plot) : "";
    const float title_width       = a.w - width_of(value_label, draw::Font::figures, plot.style.scale) - plot.px(6);
    const auto fits               = [&](std::string_view text)
    { return width_of(text, draw::Font::words, plot.style.scale) <= title_width; };
    // In a narrow plot, the title is cut at its colon, so that the value has room.
    const std::string_view title =
        fits(shown_plot.title) ? shown_plot.title : shown_plot.title.substr(0, shown_plot.title.find(':'));
    plot.picture.write({{a.x, a.y}, std::string{title}, plot.style.theme.quiet});
    if (fits(title))
        plot.picture.write_figures({a.right(), a.y}, value_label, plot.style.theme.ink, draw::Align::right);
}

void draw_frame(const PlotCanvas& plot)
{
    const draw::Colour line         = plot.style.theme.line;
    const auto draw_horizontal_line = [&](float y, draw::Colour ink) {
        plot.picture.box({plot.area.x, y - plot.px(0.5F), plot.area.w, plot.px(1)}, 0, ink);
    };
    draw_horizontal_line(plot.area.y, draw::faded(line, 0.6F));
    draw_horizontal_line(plot.area.bottom(), line);
    if (plot.range.low < 0.0 && plot.range.high > 0.0) draw_horizontal_line(plot.y(0.0), plot.style.theme.shade);
    const auto label = [&](double value, float y)
    {
        const std::string text = std::abs(value) < 1e5 ? fmt::format("{:g}", value) : value_text(value, "");
        if (width_of(text, draw::Font::figures, plot.style.scale) > axis_numbers_width * plot.style.scale)
            return; // the text does not fit; the title has the value
        plot.picture.write_figures({plot.area.x - plot.px(4), y}, text, plot.style.theme.quiet, draw::Align::right);
    };
    if (plot.area.h < plot.px(12)) return;
    label(plot.range.high, plot.area.y - plot.px(2));
    if (plot.area.h >= plot.px(24)) label(plot.range.low, plot.area.bottom() - plot.px(12));
}

// Draws a line for each change, with a label if `with_texts`, and a short line for each other mark. Only the plot of
// the frame times is wide enough for labels.
void draw_marks(const PlotCanvas& plot, bool with_texts)
{
    float next_free_x         = plot.area.x;
    float last                = -1e9F;
    const auto& all           = plot.data.marks;
    const draw::TimeSpan span = plot.place.axis.span();
    for (auto mark = std::ranges::lower_bound(all, span.from, {}, &TimeMark::at);
         mark != all.end() && mark->at <= span.to; ++mark)
    {
        const float x     = plot.place.axis.x(mark->at);
        const bool change = mark->kind == TimeMark::Kind::change;
        if (!change && x - last < plot.px(3)) continue;
        last                   = x;
        const draw::Colour ink = colour_of(mark->kind, plot.style.theme);
        plot.picture.box({x - plot.px(0.5F), plot.area.y, plot.px(1), change ? plot.area.h : plot.px(5)}, 0,
                         draw::faded(ink, 0.75F));
        const float width = width_of(mark->text, draw::Font::words, plot.style.scale) + plot.px(6);
        if (!change || !with_texts || x < next_free_x || x + width > plot.place.area.right()) continue;
        plot.picture.write({{x + plot.px(3), plot.area.y + plot.px(3)}, mark->text, ink});
        next_free_x = x + width;
    }
}

void draw_pointers(const PlotCanvas& plot)
{
    const auto line = [&](timestep::Nanos at, draw::Colour ink)
    {
        const float x = plot.place.axis.x(at);
        if (x >= plot.area.x && x <= plot.area.right())
            plot.picture.box({x - plot.px(0.5F), plot.area.y, plot.px(1), plot.area.h}, 0, ink);
    };
    if (plot.data.frozen && *plot.data.frozen < plot.data.frames.size())
        line(plot.data.frames[*plot.data.frozen].wall, plot.style.theme.accent);
    const std::size_t i = pointed_frame(plot);
    if (!plot.data.crosshair || i >= plot.data.frames.size()) return;
    line(plot.data.frames[i].wall, draw::faded(plot.style.theme.ink, 0.6F));
    const double value = plot.value(i);
    const float x      = plot.place.axis.x(plot.data.frames[i].wall);
    if (std::isfinite(value) && x <= plot.area.right())
        plot.picture.disc({x, plot.y(value)}, plot.px(2.6F), plot.style.theme.ink);
}

void draw_time_scale_of_plot(const PlotCanvas& plot)
{
    const draw::Ticks ticks = draw::ticks_of(plot.place.axis, plot.px(66));
    for (const draw::Tick& tick : ticks.ticks)
    {
        const float x    = plot.place.axis.x(tick.at);
        const float half = width_of(tick.text, draw::Font::figures, plot.style.scale) / 2;
        plot.picture.box({x - plot.px(0.5F), plot.area.bottom(), plot.px(1), plot.px(tick.text.empty() ? 2 : 4)}, 0,
                         plot.style.theme.shade);
        if (x - half < plot.area.x - plot.px(4) || x + half > plot.place.area.right()) continue;
        plot.picture.write_figures({x, plot.area.bottom() + plot.px(3)}, tick.text, plot.style.theme.quiet,
                                   draw::Align::centre);
    }
}

double round_axis_limit(double value)
{
    if (!(value > 0.0)) return 0.0;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 1.5, 2.0, 3.0, 5.0, 7.0})
        if (factor * power >= value) return factor * power;
    return 10.0 * power;
}

// A range with round limits that contains zero and all values of the visible frames.
ValueRange value_range_of(const PlotCanvas& plot)
{
    double low  = 0.0;
    double high = 0.0;
    for (std::size_t i = plot.first; i < plot.last; ++i)
    {
        const double value = plot.value(i);
        if (!std::isfinite(value)) continue;
        low  = std::min(low, value);
        high = std::max(high, value);
    }
    const ValueRange range{0.0 - round_axis_limit(-low * 1.02), round_axis_limit(high * 1.02)};
    const double min_range = plot.place.plot->min_range;
    if (range.high - range.low >= min_range) return range;
    return {low < -min_range / 100 ? -min_range : 0.0, min_range};
}

// True if the curve is interrupted before frame `i`: at a reset, a changed setting, another loop, and at frame 0.
bool breaks_before(const PlotCanvas& plot, std::size_t i)
{
    if (i == 0) return true;
    const auto& marks          = plot.data.marks;
    const timestep::Nanos from = plot.data.frames[i - 1].wall;
    for (auto mark = std::ranges::upper_bound(marks, from, {}, &TimeMark::at);
         mark != marks.end() && mark->at <= plot.data.frames[i].wall; ++mark)
        if (mark->kind == TimeMark::Kind::change) return true;
    return false;
}

void draw_line(const PlotCanvas& plot)
{
    draw::Point last{};
    bool is_joined = false;
    for (std::size_t i = plot.first; i < plot.last; ++i)
    {
        const double value = plot.value(i);
        if (breaks_before(plot, i)) is_joined = false;
        if (!std::isfinite(value))
        {
            if (telemetry::is_paused(plot.data.frames[i])) is_joined = false;
            continue;
        }
        const draw::Point point{plot.place.axis.x(plot.data.frames[i].wall), plot.y(value)};
        if (is_joined)
            plot.picture.line(last, point, plot.px(line_width), plot.style.loop);
        else
            plot.picture.disc(point, plot.px(line_width * 0.5F), plot.style.loop);
        last      = point;
        is_joined = true;
    }
}

struct ValueBand
{
    float column = -1.0F;
    double low   = infinity;
    double high  = -infinity;
    double last  = infinity; // last value of the previous column, which the band includes so that columns are connected
};

void draw_column(const PlotCanvas& plot, const ValueBand& band)
{
    if (band.low > band.high) return;
    const float width  = plot.px(column_width);
    const float left   = std::max(plot.area.x, plot.place.axis.left() + band.column * width);
    const float top    = plot.y(band.high) - plot.px(line_width / 2);
    const float bottom = plot.y(band.low) + plot.px(line_width / 2);
    plot.picture.box({left, top, std::min(width, plot.area.right() - left), bottom - top}, 0, plot.style.loop);
}

// Draws a band from the lowest to the highest value in each column, because there are more frames than pixels.
void draw_band(const PlotCanvas& plot)
{
    ValueBand band;
    draw::Point last{};
    for (std::size_t i = plot.first; i < plot.last; ++i)
    {
        const double value = plot.value(i);
        if (!std::isfinite(value)) continue;
        const float x      = plot.place.axis.x(plot.data.frames[i].wall) - plot.place.axis.left();
        const float column = std::floor(x / plot.px(column_width));
        if (column < 0.0F) continue;
        const bool is_interrupted = breaks_before(plot, i);
        if (column != band.column)
        {
            draw_column(plot, band);
            const draw::Point point{plot.place.axis.x(plot.data.frames[i].wall), plot.y(value)};
            if (!is_interrupted && band.column >= 0.0F && column > band.column + 1.0F)
                plot.picture.line(last, point, plot.px(line_width), plot.style.loop);
            band.column = column;
            band.low    = is_interrupted ? infinity : band.last;
            band.high   = is_interrupted || band.last == infinity ? -infinity : band.last;
        }
        band.low  = std::min(band.low, value);
        band.high = std::max(band.high, value);
        band.last = value;
        last      = {plot.place.axis.x(plot.data.frames[i].wall), plot.y(value)};
    }
    draw_column(plot, band);
}

// True if no plot below this one has the same time axis.
bool is_lowest(const PlotPlace& place, const std::vector<PlotPlace>& places)
{
    return std::ranges::none_of(
        places, [&](const PlotPlace& other)
        { return other.area.y > place.area.bottom() && std::abs(other.area.x - place.area.x) < 1.0F; });
}

} // namespace

std::span<const Plot> all_plots() { return plot_table; }

std::string plots_csv(const Frames& frames, std::uint32_t plot_mask, draw::TimeSpan span)
{
    std::string text = "frame,wall_s";
    for (std::size_t plot_index = 0; plot_index < plot_table.size(); ++plot_index)
        if ((plot_mask & 1U << plot_index) != 0) text += fmt::format(",{}", plot_table[plot_index].column);
    text += "\n";
    for (std::size_t i = frames.first_from(span.from); i < frames.size() && frames[i].wall <= span.to; ++i)
    {
        text += fmt::format("{},{:.9f}", frames[i].frame, timestep::to_seconds(frames[i].wall));
        for (std::size_t plot_index = 0; plot_index < plot_table.size(); ++plot_index)
        {
            if ((plot_mask & 1U << plot_index) == 0) continue;
            const double value = plot_table[plot_index].value(frames, i);
            text += std::isnan(value) ? "," : fmt::format(",{}", value);
        }
        text += "\n";
    }
    return text;
}

std::string value_text(double value, const Plot& plot)
{
    return plot.text != nullptr && std::isfinite(value) ? plot.text(value) : value_text(value, plot.unit);
}

std::string value_text(double value, std::string_view unit)
{
    if (std::isnan(value)) return "-";
    const double size = std::abs(value) < 5e-3 ? 0.0 : std::abs(value); // values below 0.005 are shown as 0
    if (size == 0.0) value = 0.0;
    std::string text = fmt::format("{:.2f}", value);
    if (size >= 10) text = fmt::format("{:.1f}", value);
    if (size >= 100 || value == std::round(value)) text = fmt::format("{:.0f}", value);
    if (size >= 1e6) text = fmt::format("{:.3g} million", value / 1e6);
    if (size >= 1e9) text = fmt::format("{:.3g} billion", value / 1e9);
    if (size >= 1e12) text = "over a trillion";
    return unit.empty() ? text : fmt::format("{} {}", text, unit);
}

// The plots with their areas: the frame times on the left in full height, the others in a grid on the right.
std::vector<PlotPlace> plot_places(std::uint32_t plot_mask, draw::TimeSpan span, draw::Rect area, float scale)
{
    std::vector<PlotPlace> places;
    draw::Rect remaining_area = {area.x, area.y, area.w, area.h - time_scale_height * scale};
    std::size_t count         = static_cast<std::size_t>(std::popcount(plot_mask & lab::all_plots_mask));
    for (std::size_t plot_index = 0; plot_index < all_plots().size(); ++plot_index)
    {
        const Plot& plot = all_plots()[plot_index];
        if ((plot_mask & 1U << plot_index) == 0 || !is_frame_time_plot(plot)) continue;
        const float w = count == 1 ? remaining_area.w : frame_time_plot_share * remaining_area.w;
        add_place(places, plot, {remaining_area.x, remaining_area.y, w, remaining_area.h}, span, scale);
        remaining_area = {remaining_area.x + w + plot_gap * scale, remaining_area.y,
                          remaining_area.w - w - plot_gap * scale, remaining_area.h};
        --count;
    }
    if (count == 0) return places;
    const auto max_columns  = static_cast<std::size_t>(std::max(remaining_area.w / (min_plot_width * scale), 1.0F));
    const auto rows         = (count + std::min(max_columns, count) - 1) / std::min(max_columns, count);
    const auto column_count = (count + rows - 1) / rows;
    const float w =
        (remaining_area.w - plot_gap * scale * static_cast<float>(column_count - 1)) / static_cast<float>(column_count);
    const float h = (remaining_area.h - row_gap * scale * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    std::size_t plot_number = 0;
    for (std::size_t plot_index = 0; plot_index < all_plots().size(); ++plot_index)
    {
        const Plot& plot = all_plots()[plot_index];
        if ((plot_mask & 1U << plot_index) == 0 || is_frame_time_plot(plot)) continue;
        const std::size_t row_index = plot_number / column_count;
        const auto column           = static_cast<float>(plot_number % column_count);
        const auto row_offset       = static_cast<float>(row_index);
        add_place(places, plot,
                  {remaining_area.x + column * (w + plot_gap * scale),
                   remaining_area.y + row_offset * (h + row_gap * scale), w, h},
                  span, scale);
        ++plot_number;
    }
    return places;
}

void draw_plots(draw::Picture& picture, const PlotsData& data, draw::TimeSpan span, draw::Rect area,
                const draw::Style& style)
{
    picture.clear(area, style.theme.panel);
    const auto places       = plot_places(data.plot_mask, span, area, style.scale);
    const std::size_t first = data.frames.first_from(span.from);
    const std::size_t after = data.frames.first_from(span.to + timestep::Nanos{1});
    for (const PlotPlace& place : places)
    {
        PlotCanvas plot{picture, data,  style, place, curve_area(*place.plot, place.area, style.scale),
                        {},      first, after};
        plot.range         = value_range_of(plot);
        const bool is_wide = is_frame_time_plot(*place.plot);
        highlight_frames(picture, data.frames, data.highlighted, first, after, place.axis, plot.area, plot.px(2),
                         style.theme.accent);
        draw_frame(plot);
        draw_marks(plot, is_wide);
        if (is_wide) draw_frame_times(plot);
        if (static_cast<float>(after - first) * plot.px(frame_width) <= plot.area.w)
            draw_line(plot);
        else
            draw_band(plot);
        draw_pointers(plot);
        draw_title(plot);
        if (is_lowest(place, places)) draw_time_scale_of_plot(plot);
    }
}

} // namespace views
