// view/scene_view.hpp -- how each scene is looked at; a new one is a file in scenes/ and a line at the end of this one
#pragma once

#include "telemetry/frames.hpp"
#include "view/stage.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace view
{

/// How a motion to hold the picture against is drawn: a perfect PC's, or exact mathematics.
enum class Edge : std::uint8_t
{
    solid,
    dashed,
};

/// What a scene's drawer is given.
struct Stage
{
    Picture& picture;
    const lab::Lane& lane;
    const lab::Moment& moment;
    const Trace& trace;
    const lab::ViewSettings& show;
    const StageStyle& style;
    Rect area;
    Camera camera;
    double zoomed_out = 1.0;   ///< how many times further away than usual the camera is
    bool stutters     = false; ///< as its verdict says

    const Theme& theme() const { return style.theme; }
    Colour loop() const { return style.loop; }
    float px(float points) const { return points * style.scale; }
    Point at(physics::Vec2 metres) const { return camera.at(metres); }
    /// The lane's frames up to the moment that is drawn, which need not be the newest.
    telemetry::Frames samples() const
    {
        const telemetry::Frames all{lane.samples()};
        return all.first(all.first_from(moment.sample.wall + timestep::Nanos{1}));
    }
    /// How many of the trace's sightings are not later than that.
    std::size_t sighted() const;
    /// How often something had happened by then since the reset, as the world counts it: `&physics::Events::tunnelled`.
    int count(int physics::Events::*kind) const { return trace.count(moment.events, kind); }
    /// Is there room for words, and for time to run down the page? Not in a strip of many lanes.
    bool roomy() const { return area.h >= px(230); }

    /// Stills of the last pictures are at its foot, instead of what explains the scene.
    bool has_film() const { return stutters && roomy() && has_perfect(show.rings); }
    /// What stands for the scene's bodies in a state, in metres: what can be grabbed, or else what leaves a trace.
    std::vector<physics::Vec2> bodies(const physics::AnyState& state) const;

    /// Where the scene ends, above the caption.
    float foot() const { return area.bottom() - (roomy() ? px(34) : 0); }

    template <physics::Scene S>
    const S& scene() const
    {
        return lane.world().scene<S>();
    }
    /// The state that the picture shows.
    template <physics::Scene S>
    const typename S::State& shown() const
    {
        return std::get<typename S::State>(moment.shown);
    }
    /// The exact motion, on the game's clock.
    template <physics::Scene S>
    const typename S::State& exact() const
    {
        return std::get<typename S::State>(moment.mathematics);
    }
    bool has_rings() const { return show.rings != lab::Rings::off; }
    /// Calls `draw(state, edge)` for each motion that the picture is to be held against.
    template <physics::Scene S, class Draw>
    void for_each_ring(Draw&& draw) const
    {
        if (has_perfect(show.rings)) draw(std::get<typename S::State>(moment.perfect), Edge::solid);
        if (has_mathematics(show.rings)) draw(exact<S>(), Edge::dashed);
    }
    /// What `mark` and the line are, for a caption; only where there are any.
    std::string ring_words(std::string_view mark = "ring") const;
};

/// Something that a hand can grab, in metres.
struct Handle
{
    physics::Vec2 at;
    double radius = 0.0;
};

struct SceneView
{
    float aspect; ///< width over height of a stage that suits it
    Camera (*camera)(const physics::World& world, Rect area);
    void (*draw)(const Stage& stage);
    /// What leaves a trace; null where nothing does.
    Followed (*followed)(const physics::World& world, const physics::AnyState& shown) = nullptr;
    /// What can be grabbed; null where nothing can.
    std::vector<Handle> (*handles)(const physics::World& world, const physics::AnyState& shown) = nullptr;
    /// What a guess is drawn by, where nothing is followed or grabbed; null where something is.
    std::vector<Handle> (*guessed)(const physics::World& world, const physics::AnyState& shown) = nullptr;
    /// Whether the camera steps back when the body of the probe leaves the stage.
    bool steps_back = false;
};

const SceneView& view_of(const physics::World& world);

/// Of a scene: each is defined in its own file of scenes/. A scene without a line below does not compile.
template <physics::Scene S>
SceneView view_of() = delete;

template <>
SceneView view_of<physics::SpringAndBall>();
template <>
SceneView view_of<physics::BulletAndWall>();
template <>
SceneView view_of<physics::BouncingBall>();
template <>
SceneView view_of<physics::UniformMotion>();
template <>
SceneView view_of<physics::SpinningBody>();
template <>
SceneView view_of<physics::Smoke>();
template <>
SceneView view_of<physics::Chain>();
template <>
SceneView view_of<physics::Chaos>();
template <>
SceneView view_of<physics::Orbit>();
template <>
SceneView view_of<physics::Storm>();
template <>
SceneView view_of<physics::FloatClock>();
template <>
SceneView view_of<physics::Player>();

} // namespace view
