// export/pages/shown_run.hpp -- a run of lanes whose pictures stand on a page
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

/// Runs lanes on virtual PCs, and draws what the window would show.
class RunFigures
{
public:
    RunFigures(std::span<const lab::LaneSetup> setups, const lab::RunLength& length);

    /// Computes the frames up to `wall_time`, or up to the end of the run.
    void advance_to(Nanos wall_time);
    std::size_t size() const { return lanes_.size(); }
    const lab::LaneRun& operator[](std::size_t lane) const { return lanes_[lane]; }
    Nanos time() const { return lanes_.time(); }
    std::vector<lab::LaneResult> results() const { return lanes_.results(); }
    /// The moment that the picture of a lane shows: its newest frame.
    scenes::Moment newest_moment(std::size_t lane) const { return lanes_[lane].lane().newest(); }
    /// The verdict on the lane's last second in words, such as "UNEVEN 10 a second".
    std::string verdict_text(std::size_t lane) const;

    /// A figure: the stage of a lane, its name, its verdict and one sentence. With `has_pointer`, an arrow shows the
    /// body.
    std::string stage_html(Document& page, std::size_t lane, bool has_pointer) const;
    /// The stages of all lanes, wide scenes below each other and others side by side.
    std::string stages_html(Document& page, std::optional<std::size_t> pointed_lane) const;
    /// The plots of a lane over a span of the wall clock. `plot_mask` has a bit for each drawn plot; a vertical
    /// line marks the time `crosshair`.
    std::string plots_html(Document& page, std::size_t lane, std::uint32_t plot_mask, draw::TimeSpan span,
                           std::optional<Nanos> crosshair) const;
    std::string timeline_html(Document& page, std::size_t lane, draw::TimeSpan span) const;

private:
    lab::Lanes lanes_;
    std::vector<scenes::Trail> trails_;
};

struct StageFigureOptions
{
    bool shows_rings = true;  ///< false for the PCs of a network game, which have no reference motion
    bool has_pointer = false; ///< true: an arrow shows the body
    bool is_compact  = false; ///< true: a wide stage is lower, because many stages stand below each other
};

/// A figure with the stage of a lane, drawn in the lane's colour.
std::string stage_figure(Document& page, const lab::Lane& lane, const scenes::Trail& trail, std::string_view name,
                         draw::Colour lane_colour, const StageFigureOptions& options);
/// True if the pictures of the scene are so wide that they stand below each other.
bool is_wide(const scenes::World& world);

} // namespace pages
