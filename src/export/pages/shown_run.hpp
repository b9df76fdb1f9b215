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
class ShownRun
{
public:
    ShownRun(std::span<const lab::LaneSetup> setups, const lab::RunLength& length);

    /// Computes the frames up to the wall time `at`, or up to the end of the run.
    void advance_to(Nanos at);
    std::size_t size() const { return lanes_.size(); }
    const lab::LaneRun& operator[](std::size_t lane) const { return lanes_[lane]; }
    Nanos time() const { return lanes_.time(); }
    std::vector<lab::LaneResult> results() const { return lanes_.results(); }
    /// The moment that the picture of a lane shows: its newest frame.
    scenes::Moment moment(std::size_t lane) const { return lanes_[lane].lane().newest(); }
    /// The verdict on the lane's last second in words, such as "UNEVEN 10 a second".
    std::string verdict(std::size_t lane) const;

    /// A figure: the stage of a lane, its name, its verdict and one sentence. With `points`, an arrow shows the body.
    std::string stage(Document& page, std::size_t lane, bool points) const;
    /// The stages of all lanes, wide scenes below each other and others side by side.
    std::string stages(Document& page, std::optional<std::size_t> pointed) const;
    /// The plots of a lane over a span of the wall clock. `chosen` is a mask of plots.
    std::string plots(Document& page, std::size_t lane, std::uint32_t chosen, draw::TimeSpan span,
                      std::optional<Nanos> at) const;
    std::string timeline(Document& page, std::size_t lane, draw::TimeSpan span) const;

private:
    lab::Lanes lanes_;
    std::vector<scenes::Trail> trails_;
};

/// A figure with the stage of a lane. `lane` is drawn in the colour `ink`; `rings` is false for PCs of a network game,
/// which have no reference motion.
std::string stage_figure(Document& page, const lab::Lane& lane, const scenes::Trail& trail, std::string_view name,
                         draw::Colour ink, bool rings, bool points, bool many);
/// True if the pictures of the scene are so wide that they stand below each other.
bool is_wide(const scenes::World& world);

} // namespace pages
