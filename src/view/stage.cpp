#include "view/stage.hpp"

#include "view/scene_view.hpp"

#include <algorithm>

namespace view
{

namespace
{

template <physics::Scene... S>
std::array<SceneView, sizeof...(S)> all_views(physics::SceneList<S...> /*type only*/)
{
    return {view_of<S>()...};
}

std::vector<Handle> handles_of(const lab::Lane& lane)
{
    const SceneView& view = view_of(lane.world());
    return view.handles == nullptr ? std::vector<Handle>{} : view.handles(lane.world(), lane.presented());
}

} // namespace

const SceneView& view_of(const physics::World& world)
{
    static const auto views = all_views(physics::AllScenes{});
    return views[static_cast<std::size_t>(&world.scene_row() - physics::all_scenes().data())];
}

Camera camera_for(const physics::World& world, Rect area) { return view_of(world).camera(world, area); }

std::optional<Grip> grip_of(const lab::Lane& lane, Rect area)
{
    const std::vector<Handle> handles = handles_of(lane);
    if (handles.empty()) return std::nullopt;
    const Camera camera = camera_for(lane.world(), area);
    return Grip{camera.at(handles.front().at), camera.length(handles.front().radius)};
}

bool grabs(const lab::Lane& lane, Rect area, Point hand, float reach)
{
    const Camera camera = camera_for(lane.world(), area);
    return std::ranges::any_of(handles_of(lane),
                               [&](const Handle& handle)
                               {
                                   const Point at  = camera.at(handle.at);
                                   const float far = camera.length(handle.radius) + reach;
                                   const float dx  = hand.x - at.x;
                                   const float dy  = hand.y - at.y;
                                   return dx * dx + dy * dy <= far * far;
                               });
}

void draw_stage(Picture& picture, const lab::Lane& lane, const Trace& trace, const lab::ViewSettings& show, Rect area,
                const StageStyle& style)
{
    picture.clear(area, style.theme.ground);
    view_of(lane.world()).draw({picture, lane, trace, show, style, area, camera_for(lane.world(), area)});
}

} // namespace view
