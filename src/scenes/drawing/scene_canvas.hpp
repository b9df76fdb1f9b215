// scenes/drawing/scene_canvas.hpp -- what a scene is drawn from and on: its world, one frame of a lane, the camera and
// the pen
#pragma once

#include "draw/shapes/pen.hpp"
#include "scenes/drawing/camera.hpp"
#include "scenes/drawing/rings.hpp"
#include "scenes/drawing/trail.hpp"
#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "telemetry/frames.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scenes
{

/// How the outline of a reference motion is drawn.
enum class Edge : std::uint8_t
{
    solid,  ///< a perfect PC's
    dashed, ///< exact mathematics
};

/// Refers to what it is made of; valid while one picture is drawn.
struct SceneCanvas : draw::Pen
{
    const World& world;
    const Moment& moment;
    telemetry::Frames frames; ///< the lane's frames up to the moment, which need not be the newest
    const Trail& trace;
    const telemetry::Ring<ReferenceDot>* reference; ///< of the first motion that `rings` shows; null for none
    view::Rings rings;
    bool has_trail; ///< past frames are drawn
    Camera camera;
    double zoomed_out = 1.0;   ///< how many times further away than usual the camera is
    bool stutters     = false; ///< the lane's verdict

    draw::Point at(sim::Vec2 metres) const { return camera.at(metres); }
    /// Returns how many of the trace's sightings are not later than the moment.
    std::size_t sighted() const;
    /// Returns how often an event had happened since the reset: `count(&sim::Events::tunnelled)`.
    int count(int sim::Events::*kind) const { return trace.count(moment.events, kind); }
    /// Whether stills of the last pictures take the place of the caption.
    bool has_film() const { return stutters && roomy() && view::has_perfect(rings); }
    /// Returns the positions of the scene's bodies in a state, in metres; none for a state of another scene.
    std::vector<sim::Vec2> bodies(const AnyState& state) const;

    template <Scene S>
    const S& scene() const
    {
        return world.scene<S>();
    }
    /// The state that the picture shows.
    template <Scene S>
    const typename S::State& shown() const
    {
        return std::get<typename S::State>(moment.shown);
    }
    /// The exact motion at the game's time.
    template <Scene S>
    const typename S::State& exact() const
    {
        return std::get<typename S::State>(moment.mathematics);
    }
    bool has_rings() const { return rings != view::Rings::off; }
    /// Calls `draw(state, edge)` for each reference motion that is shown.
    template <Scene S, class Draw>
    void for_each_ring(Draw&& draw) const
    {
        if (view::has_perfect(rings)) draw(std::get<typename S::State>(moment.perfect), Edge::solid);
        if (view::has_mathematics(rings)) draw(exact<S>(), Edge::dashed);
    }
    /// Returns the caption's words for the reference motions, drawn as `mark` and as a line. Only where there are any.
    std::string ring_words(std::string_view mark = "ring") const;
};

} // namespace scenes
