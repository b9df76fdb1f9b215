// scenes/drawing/scene_view.hpp -- the functions that draw a scene, place its camera, and list the points to follow and
// to grab
#pragma once

#include "scenes/drawing/camera.hpp"
#include "scenes/drawing/scene_canvas.hpp"
#include "scenes/drawing/trail.hpp"
#include "scenes/world.hpp"

#include <vector>

namespace scenes
{

/// A circle that the mouse can grab, in metres.
struct GrabHandle
{
    sim::Vec2 at;
    double radius = 0.0;
};

/// The functions and numbers with which the stage shows a scene. Each scene's struct has a static member function
/// `view()` that returns them, defined in the scene's drawing source.
struct SceneView
{
    float aspect; ///< width over height of a stage that fits the scene
    Camera (*camera)(const World& world, draw::Rect area);
    void (*draw)(const SceneCanvas& canvas);
    /// Returns the points that leave a trace; null if the scene has no such points.
    Followed (*followed)(const World& world, const AnyState& shown) = nullptr;
    /// Returns the circles that can be grabbed; null if nothing can be grabbed.
    std::vector<GrabHandle> (*handles)(const World& world, const AnyState& shown) = nullptr;
    /// Returns the points that show a user's guess; null if the scene has followed points or circles to grab, which are
    /// used instead.
    std::vector<GrabHandle> (*guessed)(const World& world, const AnyState& shown) = nullptr;
    /// True if the camera zooms out when the body of the probe leaves the stage.
    bool steps_back = false;
};

const SceneView& view_of(const World& world);

/// Returns the moving bodies: the circles that can be grabbed, or else the points that leave a trace.
std::vector<GrabHandle> bodies_of(const World& world, const AnyState& shown);

} // namespace scenes
