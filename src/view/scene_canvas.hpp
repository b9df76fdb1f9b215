// view/scene_canvas.hpp -- what a scene is drawn from and on: its world, one frame of a lane, the camera and the pen
#pragma once

#include "physics/moment.hpp"
#include "physics/world.hpp"
#include "scene_drawing/rings.hpp"
#include "telemetry/frames.hpp"
#include "view/camera.hpp"
#include "view/pen.hpp"
#include "view/trace.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace view
{

/// How the outline of a reference motion is drawn.
enum class Edge : std::uint8_t
{
    solid,  ///< a perfect PC's
    dashed, ///< exact mathematics
};

/// Refers to what it is made of; valid while one picture is drawn.
struct SceneCanvas : Pen
{
    const physics::World& world;
    const physics::Moment& moment;
    telemetry::Frames frames; ///< the lane's frames up to the moment, which need not be the newest
    const Trace& trace;
    const telemetry::Ring<physics::ReferenceDot>* reference; ///< of the first motion that `rings` shows; null for none
    Rings rings;
    bool has_trail; ///< past frames are drawn
    Camera camera;
    double zoomed_out = 1.0;   ///< how many times further away than usual the camera is
    bool stutters     = false; ///< the lane's verdict

    Point at(physics::Vec2 metres) const { return camera.at(metres); }
    /// Returns how many of the trace's sightings are not later than the moment.
    std::size_t sighted() const;
    /// Returns how often an event had happened since the reset: `count(&physics::Events::tunnelled)`.
    int count(int physics::Events::*kind) const { return trace.count(moment.events, kind); }
    /// Whether stills of the last pictures take the place of the caption.
    bool has_film() const { return stutters && roomy() && has_perfect(rings); }
    /// Returns the positions of the scene's bodies in a state, in metres; none for a state of another scene.
    std::vector<physics::Vec2> bodies(const physics::AnyState& state) const;

    template <physics::Scene S>
    const S& scene() const
    {
        return world.scene<S>();
    }
    /// The state that the picture shows.
    template <physics::Scene S>
    const typename S::State& shown() const
    {
        return std::get<typename S::State>(moment.shown);
    }
    /// The exact motion at the game's time.
    template <physics::Scene S>
    const typename S::State& exact() const
    {
        return std::get<typename S::State>(moment.mathematics);
    }
    bool has_rings() const { return rings != Rings::off; }
    /// Calls `draw(state, edge)` for each reference motion that is shown.
    template <physics::Scene S, class Draw>
    void for_each_ring(Draw&& draw) const
    {
        if (has_perfect(rings)) draw(std::get<typename S::State>(moment.perfect), Edge::solid);
        if (has_mathematics(rings)) draw(exact<S>(), Edge::dashed);
    }
    /// Returns the caption's words for the reference motions, drawn as `mark` and as a line. Only where there are any.
    std::string ring_words(std::string_view mark = "ring") const;
};

} // namespace view
