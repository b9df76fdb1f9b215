// views/plots.hpp -- draws small plots of the values of a lane over a span of the wall clock
//
// A curve is interrupted where a setting was changed, and a mark names the change. If there are more frames than
// pixels, a plot shows the band from the lowest to the highest value, so that extreme values stay visible.
#pragma once

#include "lab/metrics/scoreboard.hpp"
#include "lab/settings/settings.hpp"
#include "views/marks.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace views
{

struct Plot
{
    std::string_view name;   ///< kebab-case name of the plot, such as frame-time
    std::string_view column; ///< column name in a CSV file, with the unit
    std::string_view title;  ///< title of the plot in the window
    std::string_view unit;
    std::string_view tip;
    /// Smallest range of the vertical axis, so that rounding errors do not fill the height of the plot.
    double min_range;
    /// NaN if frame `i` has no value.
    double (*value)(const telemetry::Frames& frames, std::size_t i);
    /// A phrase, such as "412 ms behind"; null if the number with its unit needs no explanation.
    std::string (*text)(double value) = nullptr;
};

/// In the order in which they are shown. In a mask of plots, bit i stands for plot i of this list.
std::span<const Plot> all_plots();

/// The owners of the frames and marks must outlive it.
struct PlotsData
{
    telemetry::Frames frames{};
    std::span<const TimeMark> marks{}; ///< the loop's marks, such as resets, hitches and failures, in order of time
    std::uint32_t plot_mask = lab::all_plots_mask;  ///< mask of the plots to draw; bit i is plot i of all_plots()
    std::optional<timestep::Nanos> crosshair{}; ///< time of the shown values; empty for the newest frame
    std::optional<std::size_t> frozen{}; ///< index of the shown frame if the user stopped the picture, else empty
    lab::FrameFilter highlighted{};      ///< selects the frames to highlight; empty for no frame
};

/// Draws the plots that data.plot_mask selects.
void draw_plots(draw::Picture& picture, const PlotsData& data, draw::TimeSpan span, draw::Rect area,
                const draw::Style& style);

struct PlotPlace
{
    const Plot* plot;
    draw::Rect area;
    draw::TimeAxis axis;
};
std::vector<PlotPlace> plot_places(std::uint32_t plot_mask, draw::TimeSpan span, draw::Rect area, float scale);

/// A line of column names, then one line per frame. A field is empty if the value is NaN.
std::string plots_csv(const telemetry::Frames& frames, std::uint32_t plot_mask, draw::TimeSpan span);

/// A short form: "16.7 ms", "1.2 billion J".
std::string value_text(double value, std::string_view unit);
/// The value as in the plot's title: "16.7 ms", "412 ms behind".
std::string value_text(double value, const Plot& plot);

} // namespace views
