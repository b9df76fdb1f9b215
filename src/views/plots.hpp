// views/plots.hpp -- draws small plots of the values of a lane over a span of the wall clock
//
// A curve is interrupted where a setting was changed, and a label names the change. With more frames than pixels, a
// plot shows the band between the lowest and the highest value, so that extreme values stay visible.
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
    std::string_view name;   ///< name in kebab-case, such as frame-time
    std::string_view column; ///< column name in CSV files, with the unit
    std::string_view title;  ///< title in the window
    std::string_view unit;
    std::string_view tip;
    /// Smallest range of the vertical axis, so that rounding errors are not magnified to the height of the plot.
    double min_range;
    /// The value of frame `i`; NaN if it has none.
    double (*value)(const telemetry::Frames& frames, std::size_t i);
    /// The value as a phrase, such as "412 ms behind"; null if the number with its unit is enough.
    std::string (*value_phrase)(double value) = nullptr;
};

/// All plots in display order. In a mask of plots, bit i is plot i of this list.
std::span<const Plot> all_plots();

/// The owners of the frames and marks must outlive this object.
struct PlotsData
{
    telemetry::Frames frames{};
    std::span<const TimeMark> marks{};             ///< the lane's marks in order of time
    std::uint32_t plot_mask = lab::all_plots_mask; ///< the plots to draw; bit i is plot i of all_plots()
    /// time on the wall clock whose values are written; empty for the newest frame
    std::optional<timestep::Nanos> crosshair{};
    std::optional<std::size_t> frozen{}; ///< index of the displayed frame while the user has frozen the display
    lab::FrameFilter highlighted{};      ///< selects the frames to highlight; empty if none
};

void draw_plots(draw::Picture& picture, const PlotsData& data, draw::TimeSpan span, draw::Rect area,
                const draw::Style& style);

struct PlacedPlot
{
    const Plot* plot;
    draw::Rect area;
    draw::TimeAxis axis;
};
std::vector<PlacedPlot> placed_plots(std::uint32_t plot_mask, draw::TimeSpan span, draw::Rect area, float scale);

/// CSV: a line of column names, then one line per frame. A field is empty if the value is NaN.
std::string plots_csv(const telemetry::Frames& frames, std::uint32_t plot_mask, draw::TimeSpan span);

/// A value in short form, such as "16.7 ms" or "1.2 billion J".
std::string value_text(double value, std::string_view unit);
/// A value as in the title of the plot, such as "16.7 ms" or "412 ms behind".
std::string value_text(double value, const Plot& plot);

} // namespace views
