// scenes/drawing/scene_view.hpp -- the functions of a scene for its drawing: they draw it, place its camera, and list
// the points whose past positions are drawn and the points that the user can grab
#pragma once

#include "scenes/drawing/camera.hpp"
#include "scenes/drawing/scene_canvas.hpp"
#include "scenes/drawing/trail.hpp"
#include "scenes/world.hpp"

#include <vector>

namespace scenes
{

/// A circle that the user can grab with the mouse, in metres.
struct GrabHandle
{
    sim::Vec2 at;
    double radius = 0.0;
};

/// The functions and numbers with which a scene is drawn.
struct SceneView
{
    float aspect; ///< width / height of an area into which the scene fits well
    Camera (*camera)(const World& world, draw::Rect area);
    void (*draw)(const SceneCanvas& canvas);
    /// Returns the points of a state whose past positions are recorded and drawn; null if the scene has no such points.
    Followed (*followed)(const World& world, const AnyState& shown) = nullptr;
    /// Returns the circles that the user can grab; null if the user cannot grab anything.
    std::vector<GrabHandle> (*handles)(const World& world, const AnyState& shown) = nullptr;
    /// Returns the circles that are drawn, with the words "your guess", after the user has chosen a wrong answer in a
    /// lesson: they move as this answer predicts. If null, the circles that the user can grab are drawn, or else the
    /// points whose past positions are drawn.
    std::vector<GrabHandle> (*guessed)(const World& world, const AnyState& shown) = nullptr;
    /// True if the camera zooms out when the body leaves the visible area. The body is the one whose coordinate the
    /// scene records (scenes::Probe).
    bool zooms_out = false;
};

inline const SceneView& view_of(const World& world) { return *world.type().view; }

/// Returns the moving bodies of a state: the circles that the user can grab, or else the points whose past positions
/// are drawn.
std::vector<GrabHandle> bodies_of(const World& world, const AnyState& shown);

} // namespace scenes
