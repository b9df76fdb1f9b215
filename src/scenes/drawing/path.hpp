// scenes/drawing/path.hpp -- draws the path of a moving point: its positions in the last presented frames
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

struct TrailPath
{
    std::size_t which = 0;    ///< number, 0 or 1, of the point whose path is drawn (scenes::Followed)
    double seconds    = 1.6;  ///< length of the path, in seconds of the game clock
    float line        = 1.4F; ///< width of the line in pixels; 0 draws no line
    float dot         = 3.0F; ///< radius in pixels of the dot for each frame; 0 draws no dots
    draw::Colour colour{};
};

/// Draws the path of a point. Older parts are paler; newer parts are drawn over older parts.
void draw_path(const SceneCanvas& canvas, const TrailPath& path);

} // namespace scenes
