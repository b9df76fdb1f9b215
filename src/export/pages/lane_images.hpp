// export/pages/lane_images.hpp -- runs loops and draws their stages, plots and timelines for a page
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"
#include "draw/shapes/time_axis.hpp"
#include "export/pages/pages.hpp"
#include "lab/lane/lane_run.hpp"
#include "scenes/drawing/canvas.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pages
{

using timestep::Nanos;

/// The images of one page, for light and dark.
class PageImages
{
public:
    /// In `draw_image`, only colours may depend on the theme. `title` is for screen readers.
    std::string draw_svg(std::string_view title,
                         const std::function<void(draw::Picture&, const draw::Theme&)>& draw_image);

private:
    std::size_t image_count_ = 0;
};

/// Runs loops on virtual PCs, and draws them as the window does. advance_to() may be called between the images.
class DrawableLanes
{
public:
    DrawableLanes(std::span<const lab::LaneSetup> setups, const lab::RunLimits& limits_of_later_advances);

    /// Simulates up to `wall_time`, but not beyond the end of the run.
    void advance_to(Nanos wall_time);
    const lab::LaneRun& operator[](std::size_t lane_index) const { return lanes_[lane_index]; }
    std::vector<lab::LaneResult> results() const { return lanes_.results(); }
    scenes::Moment newest_moment(std::size_t lane_index) const { return lanes_[lane_index].lane().newest_moment(); }

    /// For each lane {"name", "loop", "colour", "verdict", "severity", "explanation", "svg"}: its newest frame with its
    /// verdict. The severity is "alarm", "warning" or "". An arrow points at the body of the lane `arrow_lane_index`.
    Json stages_json(PageImages& images, std::optional<std::size_t> arrow_lane_index) const;
    /// False if the stages are so wide that they are placed below each other.
    bool fits_beside_others() const;
    /// {"name", "svg"}: plots of `span` (wall clock). Bit i of `plot_mask` selects plot i. A line marks
    /// `crosshair_time`.
    Json plots_json(PageImages& images, std::size_t lane_index, std::uint32_t plot_mask, draw::TimeSpan span,
                    std::optional<Nanos> crosshair_time) const;
    Json timeline_json(PageImages& images, std::size_t lane_index, draw::TimeSpan span) const;

private:
    Json stage_json(PageImages& images, std::size_t lane_index, bool has_arrow) const;

    lab::LaneRuns lanes_;
    std::vector<scenes::Trail> trails_;
};

} // namespace pages
