// scenes/drawing/path.hpp -- the path of a point through the presented frames, drawn over the stage
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

struct TrailPath
{
    std::size_t which = 0;    ///< index into the points that the scene follows (scenes::Followed)
    double seconds    = 1.6;  ///< length of the path in seconds of the game clock
    float line        = 1.4F; ///< width of the line in pixels; 0 draws no line
    float dot         = 3.0F; ///< radius in pixels of the dot for each frame; 0 draws no dots
    draw::Colour colour{};
};

/// Draws the path. Older parts are fainter, and newer parts are drawn over them.
void draw_path(const SceneCanvas& canvas, const TrailPath& path);

} // namespace scenes
