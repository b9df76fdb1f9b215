// export/pages/drawable_lanes.hpp -- simulates loops and draws their frames, plots and timelines as images in an HTML
// page
#pragma once

#include "draw/shapes/time_axis.hpp"
#include "export/pages/document.hpp"
#include "lab/lane/lane_run.hpp"
#include "lab/lessons/lesson.hpp"
#include "scenes/drawing/canvas.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pages
{

using timestep::Nanos;

/// Runs loops on virtual PCs, and draws images of them as in the window of the interactive program. A lane is one of
/// these loops with its PC and its scene. advance_to() may be called between the images.
class DrawableLanes
{
public:
    DrawableLanes(std::span<const lab::LaneSetup> setups, const lab::RunLimits& limits_of_later_advances);

    /// Simulates up to `wall_time`, but not beyond the end of the run.
    void advance_to(Nanos wall_time);
    const lab::LaneRun& operator[](std::size_t lane_index) const { return lanes_[lane_index]; }
    std::vector<lab::LaneResult> results() const { return lanes_.results(); }
    scenes::Moment newest_moment(std::size_t lane_index) const { return lanes_[lane_index].lane().newest_moment(); }

    /// Draws the newest frame of each lane, with its verdict as the caption.
    std::string draw_lane_figures(Document& css_and_id_owner, std::optional<std::size_t> arrow_lane_index) const;
    /// Returns plots of `span` (wall clock). Bit i of `plot_mask` selects plot i. A line marks `crosshair_time`.
    std::string draw_plots_html(Document& css_and_id_owner, std::size_t lane_index, std::uint32_t plot_mask,
                                draw::TimeSpan span, std::optional<Nanos> crosshair_time) const;
    std::string draw_timeline_html(Document& css_and_id_owner, std::size_t lane_index, draw::TimeSpan span) const;

private:
    lab::LaneRuns lanes_;
    std::vector<scenes::Trail> trails_;
};

struct FrameFigureOptions
{
    bool has_arrow = false; ///< an arrow points at the body
    bool is_compact = false; ///< wide images are lower, because there are many
};

/// Draws the newest frame of `lane`, with its verdict as the caption.
std::string draw_lane_figure(Document& css_and_id_owner, const lab::Lane& lane, const scenes::Trail& trail,
                             std::string_view loop_name, draw::Colour lane_colour, const FrameFigureOptions& options);

} // namespace pages
