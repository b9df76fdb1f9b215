#include "scenes/drawing/scene_view.hpp"

#include <array>

namespace scenes
{

namespace
{
template <Scene... S>
std::array<SceneView, sizeof...(S)> all_views(SceneList<S...>)
{
    return {S::view()...};
}
} // namespace

const SceneView& view_of(const World& world)
{
    static const auto views = all_views(AllScenes{});
    return views[static_cast<std::size_t>(&world.scene_row() - all_scenes().data())];
}

std::vector<GrabHandle> bodies_of(const World& world, const AnyState& shown)
{
    const SceneView& view = view_of(world);
    if (view.handles != nullptr) return view.handles(world, shown);
    std::vector<GrabHandle> bodies;
    if (view.followed != nullptr)
        for (const sim::Vec2 at : view.followed(world, shown)) bodies.push_back({at});
    return bodies;
}

} // namespace scenes
