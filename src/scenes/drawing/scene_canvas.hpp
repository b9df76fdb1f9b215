// scenes/drawing/scene_canvas.hpp -- everything that the drawing of a scene uses: its world, one frame of a lane, the
// camera and the pen
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

/// The line style of a reference motion.
enum class Edge : std::uint8_t
{
    solid,  ///< the motion on a perfect PC (a PC without lag)
    dashed, ///< the exact motion
};

/// References to the objects from which a picture is drawn; valid while that picture is drawn.
struct SceneCanvas : draw::Pen
{
    const World& world;
    const Moment& moment;
    telemetry::Frames frames; ///< the lane's frames up to the drawn moment, which may be older than the newest frame
    const Trail& trace;
    /// The positions of the first motion that `rings` shows; null if no motion is shown.
    const telemetry::Ring<ReferenceDot>* reference;
    view::Rings rings;
    bool has_trail; ///< true if past frames are drawn
    Camera camera;
    double zoomed_out = 1.0;   ///< factor by which the camera has zoomed out; 1 is the scene's usual view
    bool stutters     = false; ///< true if the verdict on the lane is STUTTERS

    draw::Point at(sim::Vec2 metres) const { return camera.at(metres); }
    /// Returns the number of sightings in `trace` that are not later than the moment.
    std::size_t sighted() const;
    /// Returns the number of events of a kind since the reset: `count(&sim::Events::tunnelled)`.
    int count(int sim::Events::*kind) const { return trace.count(moment.events, kind); }
    /// Returns true if a film strip, stills of the last pictures, takes the place of the caption.
    bool has_film() const { return stutters && roomy() && view::has_perfect(rings); }
    /// Returns the positions of the scene's bodies in a state, in metres; empty for a state of another scene.
    std::vector<sim::Vec2> bodies(const AnyState& state) const;

    template <Scene S>
    const S& scene() const
    {
        return world.scene<S>();
    }
    /// Returns the state that the picture shows.
    template <Scene S>
    const typename S::State& shown() const
    {
        return std::get<typename S::State>(moment.shown);
    }
    /// Returns the exact motion at the time of the game clock.
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
    /// Returns the caption's words for the shown reference motions, which are drawn as `mark` and as a line. Requires
    /// has_rings().
    std::string ring_words(std::string_view mark = "ring") const;
};

} // namespace scenes
