#include "scenes/drawing/scene_view.hpp"

namespace scenes
{

std::vector<GrabHandle> bodies_of(const World& world, const AnyState& shown)
{
    const SceneView view = view_of(world);
    if (view.handles != nullptr) return view.handles(world, shown);
    std::vector<GrabHandle> bodies;
    if (view.followed != nullptr)
        for (const sim::Vec2 at : view.followed(world, shown)) bodies.push_back({at});
    return bodies;
}

} // namespace scenes
