#include "views/plots.hpp"

#include "base/number.hpp"
#include "draw/shapes/draw_context.hpp"
#include "telemetry/frame_times.hpp"
#include "telemetry/metrics.hpp"
#include "telemetry/quantile.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace views
{

namespace
{

struct ValueRange
{
    double low = 0.0;
    double high = 1.0;
};

/// Draws one plot. Its DrawContext::area is the area of the curve, without the title and the numbers beside it.
struct PlotCanvas : draw::DrawContext
{
    const PlotsData& data;
    PlacedPlot placed;
    ValueRange range;
    /// The frames in the visible span, from `first_frame` to before `end_frame`.
    std::size_t first_frame = 0, end_frame = 0;

    float y(double value) const
    {
        const double share = (value - range.low) / (range.high - range.low);
        return area.bottom() - static_cast<float>(std::clamp(share, -0.02, 1.02)) * area.h;
    }
    float frame_x(std::size_t i) const { return placed.axis.x_clamped_with_overhang(data.frames[i].start_wall_time); }
    double frame_value(std::size_t i) const { return placed.plot->value_of_frame(data.frames, i); }
};

void draw_histogram(const PlotCanvas& canvas, const std::vector<double>& sorted_ms, draw::Rect area)
{
    const float bin_height = canvas.to_pixels(4);
    const auto bin_count = static_cast<std::size_t>(std::max(area.h / bin_height, 1.0F));
    std::vector<std::size_t> bin_counts(bin_count);
    for (const double ms : sorted_ms)
    {
        const double axis_share =
            std::clamp((ms - canvas.range.low) / (canvas.range.high - canvas.range.low), 0.0, 1.0);
        ++bin_counts[std::min(static_cast<std::size_t>(axis_share * static_cast<double>(bin_count)), bin_count - 1)];
    }
    const auto max_count = static_cast<float>(std::max<std::size_t>(std::ranges::max(bin_counts), 1));
    for (std::size_t i = 0; i < bin_count; ++i)
    {
        if (bin_counts[i] == 0) continue;
        const float bar_width =
            std::max(area.w * static_cast<float>(bin_counts[i]) / max_count, canvas.to_pixels(1.5F));
        const float top_y = area.bottom() - static_cast<float>(i + 1) * area.h / static_cast<float>(bin_count);
        canvas.picture.add_rectangle(
            {area.x, top_y, bar_width, area.h / static_cast<float>(bin_count) - canvas.to_pixels(0.7F)}, 0,
            draw::faded(canvas.loop_colour(), 0.55F));
    }
}

// Writes the longest text about the frame times that fits above their curve.
void write_percentiles(const PlotCanvas& canvas, const std::vector<timestep::Nanos>& frame_times,
                       const std::vector<double>& sorted_ms)
{
    const auto quantile = [&](double fraction) { return telemetry::quantile_of_sorted(sorted_ms, fraction); };
    constexpr auto low_definition = telemetry::LowFpsDefinition::low_integral;
    const std::string definition_label{
        telemetry::all_low_fps_definitions[static_cast<std::size_t>(low_definition)].label};
    const std::string percentiles_text =
        fmt::format("half below {:.1f}  95 % {:.1f}  99 % {:.1f} ms", quantile(0.5), quantile(0.95), quantile(0.99));
    const std::array labels_longest_first{fmt::format("{}   1% {} {:.0f} fps", percentiles_text, definition_label,
                                                      telemetry::low_fps(frame_times, low_definition, 0.01)),
                                          percentiles_text,
                                          fmt::format("half {:.1f}  99 % {:.1f} ms", quantile(0.5), quantile(0.99))};
    const auto fits = [&](const std::string& label)
    { return canvas.text_width(label, draw::Font::monospaced) <= canvas.placed.area.w; };
    const auto fitting_label = std::ranges::find_if(labels_longest_first, fits);
    canvas.picture.add_monospaced_label({canvas.placed.area.x, canvas.placed.area.y + canvas.to_pixels(17)},
                                        fitting_label != labels_longest_first.end()
                                            ? *fitting_label
                                            : fmt::format("99 % below {:.1f} ms", quantile(0.99)),
                                        canvas.theme().dim_text);
}

// Draws the histogram of the frame times on the right of their curve, and writes their percentiles above the curve.
void draw_frame_time_distribution(const PlotCanvas& canvas)
{
    std::vector<timestep::Nanos> frame_times;
    for (std::size_t i = canvas.first_frame; i < canvas.end_frame; ++i)
        if (telemetry::counts_in_metrics(canvas.data.frames[i]))
            frame_times.push_back(canvas.data.frames[i].measured_frame_time);
    if (frame_times.empty()) return;
    std::vector<double> sorted_ms;
    sorted_ms.reserve(frame_times.size());
    for (const timestep::Nanos frame_time : frame_times) sorted_ms.push_back(timestep::to_millis(frame_time));
    std::ranges::sort(sorted_ms);
    const float left = canvas.area.right() + canvas.to_pixels(8);
    const draw::Rect histogram_area{left, canvas.area.y, canvas.placed.area.right() - left, canvas.area.h};
    draw_histogram(canvas, sorted_ms, histogram_area);
    for (const double fraction : {0.5, 0.99}) // dashed lines at two quantiles
    {
        const float y = canvas.y(telemetry::quantile_of_sorted(sorted_ms, fraction)) - canvas.to_pixels(0.5F);
        for (float x = canvas.area.x; x < histogram_area.right(); x += canvas.to_pixels(7))
            canvas.picture.add_rectangle({x, y, canvas.to_pixels(3.5F), canvas.to_pixels(1)}, 0,
                                         draw::faded(canvas.theme().text, 0.45F));
    }
    write_percentiles(canvas, frame_times, sorted_ms);
}

constexpr float min_plot_width = 172.0F; // in points
constexpr float plot_gap = 14.0F;
constexpr float axis_numbers_width = 34.0F; // in points, left of a curve
constexpr float row_gap = 6.0F;
constexpr float title_height = 17.0F;
constexpr float time_scale_height = 17.0F; // in points, below the lowest plots
constexpr float frame_time_plot_share = 0.37F; // share of the width if there are other plots, too
constexpr float histogram_share = 0.22F; // share of the frame time plot's width

constexpr float band_column_width = 1.0F; // in points, of a column of a band
constexpr float min_frame_width_for_line = 1.0F; // in points; narrower frames are drawn as a band, not a line
constexpr float curve_line_width = 1.4F;
constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr bool is_frame_time_plot(const Plot& plot) { return plot.name == "frame-time"; }

// The area of the curve in `cell`; the title, the axis numbers and the histogram are outside.
draw::Rect curve_area(const Plot& plot, draw::Rect cell, float pixels_per_point)
{
    const float top = title_height * pixels_per_point * (is_frame_time_plot(plot) ? 2.0F : 1.0F) + 2 * pixels_per_point;
    const float left = axis_numbers_width * pixels_per_point;
    const float width_with_numbers = is_frame_time_plot(plot) ? cell.w * (1.0F - histogram_share) : cell.w;
    return {cell.x + left, cell.y + top, width_with_numbers - left, std::max(cell.h - top, 4 * pixels_per_point)};
}

// The frame whose value is shown as text: the frame at the crosshair. Without a crosshair, it is the newest of the last
// four frames that has a value, or the newest frame if none of them has one.
std::size_t labelled_frame_index(const PlotCanvas& canvas)
{
    const std::size_t end = canvas.data.frames.size();
    if (canvas.data.crosshair_time)
        return std::min(canvas.data.frames.first_index_from(*canvas.data.crosshair_time), end);
    constexpr std::size_t max_undisplayed_frames = 4; // newest frames that may not have reached the screen yet
    const std::size_t oldest_candidate =
        std::max(canvas.first_frame, canvas.end_frame - std::min(canvas.end_frame, max_undisplayed_frames));
    for (std::size_t i = canvas.end_frame; i-- > oldest_candidate;)
        if (std::isfinite(canvas.frame_value(i))) return i;
    return canvas.end_frame > canvas.first_frame ? canvas.end_frame - 1 : end;
}

void draw_plot_title(const PlotCanvas& canvas)
{
    const draw::Rect area = canvas.placed.area;
    const Plot& plot = *canvas.placed.plot;
    const std::size_t frame_index = labelled_frame_index(canvas);
    const std::string value_label =
        frame_index < canvas.data.frames.size() ? plot_value_text(canvas.frame_value(frame_index), plot) : "";
    const float title_width = area.w - canvas.text_width(value_label, draw::Font::monospaced) - canvas.to_pixels(6);
    const auto does_title_fit = [&](std::string_view text)
    { return canvas.text_width(text, draw::Font::proportional) <= title_width; };
    // In a narrow plot, the title is cut at its colon to leave room for the value.
    const std::string_view title = does_title_fit(plot.title) ? plot.title : plot.title.substr(0, plot.title.find(':'));
    canvas.picture.add_label({{area.x, area.y}, std::string{title}, canvas.theme().dim_text});
    if (does_title_fit(title))
        canvas.picture.add_monospaced_label({area.right(), area.y}, value_label, canvas.theme().text,
                                            draw::Align::right);
}

void draw_value_axis(const PlotCanvas& canvas)
{
    const draw::Colour line_colour = canvas.theme().border;
    canvas.draw_horizontal_line(canvas.area.x, canvas.area.y, canvas.area.w, draw::faded(line_colour, 0.6F));
    canvas.draw_horizontal_line(canvas.area.x, canvas.area.bottom(), canvas.area.w, line_colour);
    if (canvas.range.low < 0.0 && canvas.range.high > 0.0)
        canvas.draw_horizontal_line(canvas.area.x, canvas.y(0.0), canvas.area.w, canvas.theme().dim_metal);
    const auto draw_axis_number = [&](double value, float y)
    {
        const std::string text = std::abs(value) < 1e5 ? base::number_text(value) : value_text(value, "");
        if (canvas.text_width(text, draw::Font::monospaced) > canvas.to_pixels(axis_numbers_width))
            return; // the text does not fit; the title has the value
        canvas.picture.add_monospaced_label({canvas.area.x - canvas.to_pixels(4), y}, text, canvas.theme().dim_text,
                                            draw::Align::right);
    };
    if (canvas.area.h < canvas.to_pixels(12)) return;
    draw_axis_number(canvas.range.high, canvas.area.y - canvas.to_pixels(2));
    if (canvas.area.h >= canvas.to_pixels(24))
        draw_axis_number(canvas.range.low, canvas.area.bottom() - canvas.to_pixels(12));
}

void draw_marks(const PlotCanvas& canvas)
{
    float next_free_x = canvas.area.x;
    float last_line_x = -1e9F;
    const auto& marks = canvas.data.marks;
    const draw::TimeSpan span = canvas.placed.axis.span();
    for (auto mark = std::ranges::lower_bound(marks, span.from, {}, &TimeMark::wall_time);
         mark != marks.end() && mark->wall_time <= span.to; ++mark)
    {
        const float x = canvas.placed.axis.x_clamped_with_overhang(mark->wall_time);
        const bool is_change = mark->kind == TimeMark::Kind::change;
        if (!is_change && x - last_line_x < canvas.to_pixels(3)) continue;
        last_line_x = x;
        const draw::Colour colour = mark_colour(mark->kind, canvas.theme());
        canvas.draw_vertical_line(x, canvas.area.y, is_change ? canvas.area.h : canvas.to_pixels(5),
                                  draw::faded(colour, 0.75F));
        const float label_width = canvas.text_width(mark->label, draw::Font::proportional) + canvas.to_pixels(6);
        if (!is_change || !is_frame_time_plot(*canvas.placed.plot) || x < next_free_x ||
            x + label_width > canvas.placed.area.right())
            continue;
        canvas.picture.add_label({{x + canvas.to_pixels(3), canvas.area.y + canvas.to_pixels(3)}, mark->label, colour});
        next_free_x = x + label_width;
    }
}

void draw_frame_lines(const PlotCanvas& canvas)
{
    const auto draw_line_at_frame = [&](std::size_t frame_index, draw::Colour colour)
    {
        const float x = canvas.frame_x(frame_index);
        if (x >= canvas.area.x && x <= canvas.area.right())
            canvas.draw_vertical_line(x, canvas.area.y, canvas.area.h, colour);
    };
    if (canvas.data.frozen_frame_index && *canvas.data.frozen_frame_index < canvas.data.frames.size())
        draw_line_at_frame(*canvas.data.frozen_frame_index, canvas.theme().accent);
    const std::size_t i = labelled_frame_index(canvas);
    if (!canvas.data.crosshair_time || i >= canvas.data.frames.size()) return;
    draw_line_at_frame(i, draw::faded(canvas.theme().text, 0.6F));
    const double value = canvas.frame_value(i);
    const float x = canvas.frame_x(i);
    if (std::isfinite(value) && x <= canvas.area.right())
        canvas.picture.add_disc({x, canvas.y(value)}, canvas.to_pixels(2.6F), canvas.theme().text);
}

void draw_time_ticks(const PlotCanvas& canvas)
{
    const draw::AxisTicks ticks = draw::axis_ticks(canvas.placed.axis, canvas.to_pixels(66));
    for (const draw::AxisTick& tick : ticks.ticks)
    {
        const float x = canvas.placed.axis.x_clamped_with_overhang(tick.time);
        const float half_width = canvas.text_width(tick.label, draw::Font::monospaced) / 2;
        canvas.draw_vertical_line(x, canvas.area.bottom(), canvas.to_pixels(tick.label.empty() ? 2 : 4),
                                  canvas.theme().dim_metal);
        if (x - half_width < canvas.area.x - canvas.to_pixels(4) || x + half_width > canvas.placed.area.right())
            continue;
        canvas.picture.add_monospaced_label({x, canvas.area.bottom() + canvas.to_pixels(3)}, tick.label,
                                            canvas.theme().dim_text, draw::Align::centre);
    }
}

double round_axis_limit(double value)
{
    return value > 0.0 ? draw::round_number_at_least(value, {1.0, 1.5, 2.0, 3.0, 5.0, 7.0}) : 0.0;
}

// The range of the vertical axis: it has round limits and contains zero and all values of the visible frames.
ValueRange value_range_of(const PlotCanvas& canvas)
{
    double low = 0.0;
    double high = 0.0;
    for (std::size_t i = canvas.first_frame; i < canvas.end_frame; ++i)
    {
        const double value = canvas.frame_value(i);
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    const ValueRange range{0.0 - round_axis_limit(-low * 1.02), round_axis_limit(high * 1.02)};
    const double min_axis_range = canvas.placed.plot->min_axis_range;
    if (range.high - range.low >= min_axis_range) return range;
    return {low < -min_axis_range / 100 ? -min_axis_range : 0.0, min_axis_range};
}

// True for frame 0, and if a reset, restart of a recording, changed setting or changed loop came since frame i - 1.
bool is_interrupted_before(const PlotCanvas& canvas, std::size_t i)
{
    if (i == 0) return true;
    const auto& marks = canvas.data.marks;
    const timestep::Nanos previous_wall_time = canvas.data.frames[i - 1].start_wall_time;
    for (auto mark = std::ranges::upper_bound(marks, previous_wall_time, {}, &TimeMark::wall_time);
         mark != marks.end() && mark->wall_time <= canvas.data.frames[i].start_wall_time; ++mark)
        if (mark->kind == TimeMark::Kind::change) return true;
    return false;
}

void draw_curve(const PlotCanvas& canvas)
{
    std::optional<draw::Point> previous_point; // empty where the curve begins
    for (std::size_t i = canvas.first_frame; i < canvas.end_frame; ++i)
    {
        const double value = canvas.frame_value(i);
        if (is_interrupted_before(canvas, i) || telemetry::is_paused(canvas.data.frames[i])) previous_point.reset();
        if (!std::isfinite(value)) continue;
        const draw::Point point{canvas.frame_x(i), canvas.y(value)};
        if (previous_point)
            canvas.picture.add_line(*previous_point, point, canvas.to_pixels(curve_line_width), canvas.loop_colour());
        else
            canvas.picture.add_disc(point, canvas.to_pixels(curve_line_width * 0.5F), canvas.loop_colour());
        previous_point = point;
    }
}

struct BandColumn
{
    float index = -1.0F;
    double low = infinity;
    double high = -infinity;
    double previous_value = infinity; // the newest value; the next column includes it, so that the band has no gaps
};

void draw_band_column(const PlotCanvas& canvas, const BandColumn& column)
{
    if (column.low > column.high) return;
    const float width = canvas.to_pixels(band_column_width);
    const float left = std::max(canvas.area.x, canvas.placed.axis.left() + column.index * width);
    const float top = canvas.y(column.high) - canvas.to_pixels(curve_line_width / 2);
    const float bottom = canvas.y(column.low) + canvas.to_pixels(curve_line_width / 2);
    canvas.picture.add_rectangle({left, top, std::min(width, canvas.area.right() - left), bottom - top}, 0,
                                 canvas.loop_colour());
}

// For a plot with more frames than columns of pixels: draws the range of the values in each column.
void draw_value_band(const PlotCanvas& canvas)
{
    BandColumn column;
    draw::Point previous_point{};
    for (std::size_t i = canvas.first_frame; i < canvas.end_frame; ++i)
    {
        const double value = canvas.frame_value(i);
        if (!std::isfinite(value)) continue;
        const draw::Point point{canvas.frame_x(i), canvas.y(value)};
        const float column_index =
            std::floor((point.x - canvas.placed.axis.left()) / canvas.to_pixels(band_column_width));
        if (column_index < 0.0F) continue;
        const bool is_interrupted = is_interrupted_before(canvas, i);
        if (column_index != column.index)
        {
            draw_band_column(canvas, column);
            if (!is_interrupted && column.index >= 0.0F && column_index > column.index + 1.0F)
                canvas.picture.add_line(previous_point, point, canvas.to_pixels(curve_line_width),
                                        canvas.loop_colour());
            column.index = column_index;
            column.low = is_interrupted ? infinity : column.previous_value;
            column.high = is_interrupted || column.previous_value == infinity ? -infinity : column.previous_value;
        }
        column.low = std::min(column.low, value);
        column.high = std::max(column.high, value);
        column.previous_value = value;
        previous_point = point;
    }
    draw_band_column(canvas, column);
}

bool is_lowest_plot(const PlacedPlot& placed, const std::vector<PlacedPlot>& all_placed)
{
    return std::ranges::none_of(
        all_placed, [&](const PlacedPlot& other)
        { return other.area.y > placed.area.bottom() && std::abs(other.area.x - placed.area.x) < 1.0F; });
}

} // namespace

// Places the frame time plot on the left in full height, and the other plots in a grid on the right.
std::vector<PlacedPlot> placed_plots(std::uint32_t plot_mask, draw::TimeSpan span, draw::Rect area,
                                     float pixels_per_point)
{
    std::vector<PlacedPlot> placed;
    const auto place = [&](const Plot* plot, draw::Rect cell)
    {
        const draw::Rect curve = curve_area(*plot, cell, pixels_per_point);
        placed.push_back({plot, cell, draw::TimeAxis{span, curve.x, curve.right()}});
    };
    std::vector<const Plot*> plots = selected_plots(plot_mask);
    draw::Rect remaining_area = {area.x, area.y, area.w, area.h - time_scale_height * pixels_per_point};
    if (!plots.empty() && is_frame_time_plot(*plots.front()))
    {
        const float left_plot_width = plots.size() == 1 ? remaining_area.w : frame_time_plot_share * remaining_area.w;
        place(plots.front(), {remaining_area.x, remaining_area.y, left_plot_width, remaining_area.h});
        remaining_area.x = remaining_area.x + left_plot_width + plot_gap * pixels_per_point;
        remaining_area.w = remaining_area.w - left_plot_width - plot_gap * pixels_per_point;
        plots.erase(plots.begin());
    }
    if (plots.empty()) return placed;
    const auto max_columns =
        static_cast<std::size_t>(std::max(remaining_area.w / (min_plot_width * pixels_per_point), 1.0F));
    const auto row_count =
        (plots.size() + std::min(max_columns, plots.size()) - 1) / std::min(max_columns, plots.size());
    const auto column_count = (plots.size() + row_count - 1) / row_count;
    const float plot_width = (remaining_area.w - plot_gap * pixels_per_point * static_cast<float>(column_count - 1)) /
                             static_cast<float>(column_count);
    const float plot_height = (remaining_area.h - row_gap * pixels_per_point * static_cast<float>(row_count - 1)) /
                              static_cast<float>(row_count);
    for (std::size_t i = 0; i < plots.size(); ++i)
    {
        const auto column = static_cast<float>(i % column_count);
        const std::size_t row_index = i / column_count;
        const auto row = static_cast<float>(row_index);
        place(plots[i], {remaining_area.x + column * (plot_width + plot_gap * pixels_per_point),
                         remaining_area.y + row * (plot_height + row_gap * pixels_per_point), plot_width, plot_height});
    }
    return placed;
}

void redraw_plots(draw::Picture& picture, const PlotsData& data, draw::TimeSpan span, draw::Rect area,
                  const draw::ViewStyle& style)
{
    picture.reset(area, style.theme.panel_background);
    const auto all_placed = placed_plots(data.plot_mask, span, area, style.pixels_per_point);
    const std::size_t first_frame = data.frames.first_index_from(span.from);
    const std::size_t end_frame = data.frames.first_index_from(span.to + timestep::Nanos{1});
    for (const PlacedPlot& placed : all_placed)
    {
        PlotCanvas canvas{{picture, style, curve_area(*placed.plot, placed.area, style.pixels_per_point)},
                          data,
                          placed,
                          {},
                          first_frame,
                          end_frame};
        canvas.range = value_range_of(canvas);
        draw_highlight_bands(picture, data.frames, data.highlight_filter, first_frame, end_frame, placed.axis,
                             canvas.area, canvas.to_pixels(2), style.theme.accent);
        draw_value_axis(canvas);
        draw_marks(canvas);
        if (is_frame_time_plot(*placed.plot)) draw_frame_time_distribution(canvas);
        if (static_cast<float>(end_frame - first_frame) * canvas.to_pixels(min_frame_width_for_line) <= canvas.area.w)
            draw_curve(canvas);
        else
            draw_value_band(canvas);
        draw_frame_lines(canvas);
        draw_plot_title(canvas);
        if (is_lowest_plot(placed, all_placed)) draw_time_ticks(canvas);
    }
}

} // namespace views
