// views/plots.hpp -- what became of a lane over time: small plots over one stretch of its wall clock
//
// A line breaks where something was changed, and a mark says what. More frames than pixels are drawn as the band from
// their lowest to their highest, so nothing that stuck out is lost.
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

/// One of the plots: what it is of, and its value in a frame.
struct Plot
{
    std::string_view name;   ///< kebab-case, as in files
    std::string_view column; ///< of a CSV, with its unit
    std::string_view title;  ///< for people
    std::string_view unit;
    std::string_view tip;
    double least; ///< of the unit, that the height stands for at least: rounding is not blown up into mountains
    double (*value)(const telemetry::Frames& frames, std::size_t i); ///< NaN where there is none
    std::string (*said)(double value) = nullptr; ///< where a number and its unit would leave a question
};

/// All of them, in the order in which they are shown; a set of them is a mask of bits in this order.
std::span<const Plot> all_plots();

/// What plots are of. Looks at samples and marks that somebody else owns.
struct PlotsData
{
    telemetry::Frames frames{};
    std::span<const TimeMark> marks{};          ///< in the order of time
    std::uint32_t chosen = lab::every_plot;     ///< which plots are shown
    std::optional<timestep::Nanos> crosshair{}; ///< a moment whose values are shown, instead of the newest ones
    std::optional<std::size_t> frozen{};        ///< the frame that the stage shows
    lab::FrameFilter lit{};                     ///< frames that somebody points at by a number; empty for none
};

struct PlotsStyle
{
    const draw::Theme& theme;
    draw::Colour loop;  ///< of the lane
    float scale = 1.0F; ///< pixels to the point
};

/// Draws the chosen plots into `picture`, which is cleared.
void draw_plots(draw::Picture& picture, const PlotsData& data, draw::TimeSpan span, draw::Rect area,
                const PlotsStyle& style);

/// The place of each chosen plot; time runs along its `axis`.
struct PlotPlace
{
    const Plot* plot;
    draw::Rect area;
    draw::TimeAxis axis;
};
std::vector<PlotPlace> plot_places(std::uint32_t chosen, draw::TimeSpan span, draw::Rect area, float scale);

/// The chosen values of the frames in a span, one row a frame, with a line of names; a number that is none is empty.
std::string plots_csv(const telemetry::Frames& frames, std::uint32_t chosen, draw::TimeSpan span);

/// A value with its unit, in as few characters as tell it: "16.7 ms", "1.2 billion J".
std::string value_text(double value, std::string_view unit);
/// The value of a plot as it stands beside its title: "16.7 ms", "412 ms behind".
std::string value_text(double value, const Plot& plot);

} // namespace views
