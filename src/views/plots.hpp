// views/plots.hpp -- draws small plots of a loop's values, such as its frame time, over a span of wall time
#pragma once

#include "lab/metrics/metric_table.hpp"
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
    std::string_view name; ///< name in kebab-case, such as frame-time
    std::string_view csv_column; ///< column name in CSV files, with the unit
    std::string_view title; ///< title in the window
    std::string_view unit;
    std::string_view tooltip;
    double min_axis_range; ///< smallest range of the vertical axis, so that rounding errors are not magnified
    /// The value of frame `i`; NaN if the frame has no value.
    double (*value_of_frame)(const telemetry::Frames& frames, std::size_t i);
    /// Writes the value as a phrase, such as "412 ms behind". Null if the plot shows only the number with its unit.
    std::string (*format_value_phrase)(double value) = nullptr;
};

/// All plots, in display order. Bit i of a plot mask selects all_plots()[i].
std::span<const Plot> all_plots();
std::vector<const Plot*> selected_plots(std::uint32_t plot_mask);

/// The data of a loop's plots. `frames` and `marks` refer to data that must outlive this object.
struct PlotsData
{
    telemetry::Frames frames{};
    std::span<const TimeMark> marks{}; ///< the lane's marks in order of time
    std::uint32_t plot_mask = lab::all_plots_mask; ///< bit i is plot i of all_plots()
    /// Each plot shows its value at this wall time as text. If empty, it shows the value of the newest frame.
    std::optional<timestep::Nanos> crosshair_time{};
    std::optional<std::size_t> frozen_frame_index{}; ///< the displayed frame while the user has frozen the display
    lab::FramePredicate highlight_filter{}; ///< selects the frames to highlight; empty if none
};

/// Clears `picture` and draws the selected plots, one above the other.
void redraw_plots(draw::Picture& picture, const PlotsData& data, draw::TimeSpan span, draw::Rect area,
                  const draw::ViewStyle& style);

struct PlacedPlot
{
    const Plot* plot; ///< never null
    draw::Rect area; ///< with the title and the numbers
    draw::TimeAxis axis;
};
/// Where redraw_plots() draws each selected plot. Bit i of `plot_mask` selects all_plots()[i].
std::vector<PlacedPlot> placed_plots(std::uint32_t plot_mask, draw::TimeSpan span, draw::Rect area,
                                     float pixels_per_point);

/// CSV text: a line of column names, then one line per frame in `span`. The field of a missing value is empty.
std::string plots_csv(const telemetry::Frames& frames, std::uint32_t plot_mask, draw::TimeSpan span);

/// The value in a short form, such as "16.7 ms" or "1.2 billion J"; "-" for NaN.
std::string value_text(double value, std::string_view unit);
/// The value as the plot shows it beside its title, such as "16.7 ms" or "412 ms behind".
std::string plot_value_text(double value, const Plot& plot);

} // namespace views
