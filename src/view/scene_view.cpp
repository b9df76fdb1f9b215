#include "view/scene_view.hpp"

#include <array>

namespace view
{

namespace
{
template <physics::Scene... S>
std::array<SceneView, sizeof...(S)> all_views(physics::SceneList<S...>)
{
    return {S::view()...};
}
} // namespace

const SceneView& view_of(const physics::World& world)
{
    static const auto views = all_views(physics::AllScenes{});
    return views[static_cast<std::size_t>(&world.scene_row() - physics::all_scenes().data())];
}

std::vector<Handle> bodies_of(const physics::World& world, const physics::AnyState& shown)
{
    const SceneView& view = view_of(world);
    if (view.handles != nullptr) return view.handles(world, shown);
    std::vector<Handle> bodies;
    if (view.followed != nullptr)
        for (const physics::Vec2 at : view.followed(world, shown)) bodies.push_back({at});
    return bodies;
}

} // namespace view
