// views/plots.hpp -- small plots of a lane's values over a span of its wall clock
//
// A line breaks where a setting was changed, and a mark names the change. If there are more frames than pixels, a plot
// shows the band from the lowest to the highest value, so that extreme values stay visible.
#pragma once

#include "lab/metrics/frame_filter.hpp"
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

/// One plot: its texts and its value in a frame.
struct Plot
{
    std::string_view name;   ///< kebab-case name in files
    std::string_view column; ///< column name in a CSV file, with the unit
    std::string_view title;  ///< shown to the user
    std::string_view unit;
    std::string_view tip;
    double least; ///< smallest range of the axis in the plot's unit, so that rounding errors look small
    double (*value)(const telemetry::Frames& frames, std::size_t i); ///< NaN if the frame has no value
    /// Writes the value in words, if a number with its unit would be unclear.
    std::string (*said)(double value) = nullptr;
};

/// Returns all plots in the order in which they are shown. A set of plots is a mask of bits in this order.
std::span<const Plot> all_plots();

/// The data of plots. Refers to samples and marks of other objects.
struct PlotsData
{
    telemetry::Frames frames{};
    std::span<const TimeMark> marks{};          ///< sorted by time
    std::uint32_t chosen = lab::every_plot;     ///< mask of the shown plots
    std::optional<timestep::Nanos> crosshair{}; ///< a time whose values are shown; empty for the newest values
    std::optional<std::size_t> frozen{};        ///< index of the frame at which the stage stands still
    lab::FrameFilter lit{};                     ///< selects the frames to highlight; empty for no frame
};

struct PlotsStyle
{
    const draw::Theme& theme;
    draw::Colour loop;  ///< colour of the lane
    float scale = 1.0F; ///< pixels per point
};

/// Clears `picture` and draws the chosen plots into it.
void draw_plots(draw::Picture& picture, const PlotsData& data, draw::TimeSpan span, draw::Rect area,
                const PlotsStyle& style);

/// The area of a chosen plot and its time axis.
struct PlotPlace
{
    const Plot* plot;
    draw::Rect area;
    draw::TimeAxis axis;
};
std::vector<PlotPlace> plot_places(std::uint32_t chosen, draw::TimeSpan span, draw::Rect area, float scale);

/// Returns the chosen values of the frames in a span as CSV: a line of names, then one row per frame. A value of NaN is
/// empty.
std::string plots_csv(const telemetry::Frames& frames, std::uint32_t chosen, draw::TimeSpan span);

/// Returns a value with its unit in a short form: "16.7 ms", "1.2 billion J".
std::string value_text(double value, std::string_view unit);
/// Returns the value of a plot as its title shows it: "16.7 ms", "412 ms behind".
std::string value_text(double value, const Plot& plot);

} // namespace views
