// scenes/drawing/scene_view.hpp -- how a scene is drawn, framed by the camera, followed and grabbed
#pragma once

#include "scenes/drawing/camera.hpp"
#include "scenes/drawing/scene_canvas.hpp"
#include "scenes/drawing/trail.hpp"
#include "scenes/world.hpp"

#include <vector>

namespace scenes
{

/// Something that a hand can grab, in metres.
struct GrabHandle
{
    sim::Vec2 at;
    double radius = 0.0;
};

/// Each scene has one: the static member function `view()` of its struct, defined in its drawing source.
struct SceneView
{
    float aspect; ///< width over height of a stage that suits it
    Camera (*camera)(const World& world, draw::Rect area);
    void (*draw)(const SceneCanvas& canvas);
    /// Returns what leaves a trace; null where nothing does.
    Followed (*followed)(const World& world, const AnyState& shown) = nullptr;
    /// Returns what can be grabbed; null where nothing can.
    std::vector<GrabHandle> (*handles)(const World& world, const AnyState& shown) = nullptr;
    /// Returns what a guess is drawn by, where nothing is followed or grabbed; null where something is.
    std::vector<GrabHandle> (*guessed)(const World& world, const AnyState& shown) = nullptr;
    /// Whether the camera steps back when the body of the probe leaves the stage.
    bool steps_back = false;
};

const SceneView& view_of(const World& world);

/// Returns what moves: what can be grabbed, or else what leaves a trace.
std::vector<GrabHandle> bodies_of(const World& world, const AnyState& shown);

} // namespace scenes
