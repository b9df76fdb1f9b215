// scenes/drawing/path.hpp -- where something stood in the frames that were presented, as a path over the stage
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

struct TrailPath
{
    std::size_t which = 0;    ///< of the points that the scene follows
    double seconds    = 1.6;  ///< how far back
    float line        = 1.4F; ///< px; 0 for none
    float dot         = 3.0F; ///< px, the radius of a dot per frame; 0 for none
    draw::Colour colour{};
};

/// Newest on top, fading with age.
void draw_path(const SceneCanvas& canvas, const TrailPath& path);

} // namespace scenes
