// view/scene_view.hpp -- how a scene is drawn, framed by the camera, followed and grabbed
#pragma once

#include "physics/world.hpp"
#include "view/camera.hpp"
#include "view/scene_canvas.hpp"
#include "view/trace.hpp"

#include <vector>

namespace view
{

/// Something that a hand can grab, in metres.
struct Handle
{
    physics::Vec2 at;
    double radius = 0.0;
};

/// Each scene has one: the static member function `view()` of its struct, defined in its drawing source.
struct SceneView
{
    float aspect; ///< width over height of a stage that suits it
    Camera (*camera)(const physics::World& world, Rect area);
    void (*draw)(const SceneCanvas& canvas);
    /// Returns what leaves a trace; null where nothing does.
    Followed (*followed)(const physics::World& world, const physics::AnyState& shown) = nullptr;
    /// Returns what can be grabbed; null where nothing can.
    std::vector<Handle> (*handles)(const physics::World& world, const physics::AnyState& shown) = nullptr;
    /// Returns what a guess is drawn by, where nothing is followed or grabbed; null where something is.
    std::vector<Handle> (*guessed)(const physics::World& world, const physics::AnyState& shown) = nullptr;
    /// Whether the camera steps back when the body of the probe leaves the stage.
    bool steps_back = false;
};

const SceneView& view_of(const physics::World& world);

/// Returns what moves: what can be grabbed, or else what leaves a trace.
std::vector<Handle> bodies_of(const physics::World& world, const physics::AnyState& shown);

} // namespace view
