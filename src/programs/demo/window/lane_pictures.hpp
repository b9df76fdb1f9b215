// programs/demo/window/lane_pictures.hpp -- the pictures of all shown game loops
#pragma once

#include "draw/gl/renderer.hpp"
#include "draw/shapes/picture.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/window/window.hpp"
#include "scenes/drawing/canvas.hpp"
#include "scenes/stability_text.hpp"

#include <imgui.h>

#include <cstddef>
#include <map>
#include <vector>

namespace demo
{

class LanePictures
{
public:
    /// `safe_step_search` must live as long as this object.
    explicit LanePictures(const scenes::SafeStepSearch& safe_step_search)
        : safe_step_search_{safe_step_search}
    {
    }

    /// Shows the newest frames on the lanes' displays, and draws the pictures anew.
    void rebuild(lab::Lab& lab, const Window& window, const draw::Rect& stage_area);
    void draw_shapes(draw::Renderer& renderer) const;
    void draw_labels(ImDrawList& draw_list, float pixel_ratio) const;

    /// In points.
    const draw::Rect& stage_area() const { return stage_area_; }

private:
    /// Draws the lane in `band`, a horizontal part of `area`; both in pixels.
    void add_picture(lab::Lab& lab, std::size_t lane_index, const Window& window, const scenes::Moment& moment,
                     const draw::Rect& area, const draw::Rect& band);

    const scenes::SafeStepSearch& safe_step_search_;
    std::map<int, scenes::Trail> trails_; ///< for each Lab::lane_key(), the body's places in the presented frames
    /// This frame uses the first `used_picture_count_` pictures; the others are kept to reuse their memory.
    std::vector<draw::Picture> pictures_;
    std::size_t used_picture_count_ = 0;
    draw::Rect stage_area_{};
};

} // namespace demo
