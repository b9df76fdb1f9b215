// scenes/drawing/canvas.hpp -- the data for drawing a scene: its world, one frame of a lane, the camera, past positions
// and the drawing context; and the functions of a scene for its drawing
#pragma once

#include "draw/shapes/pen.hpp"
#include "draw/shapes/picture.hpp"
#include "scenes/drawing/lens.hpp"
#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "sim/physics/vectors.hpp"
#include "telemetry/frames.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace scenes
{

/// Converts between metres and pixels. The y coordinate grows upwards in metres and downwards in pixels.
struct Camera
{
    draw::Point origin{}; ///< pixel position of the point (0, 0) of the scene
    double pixels_per_m = 100.0;

    /// The result is limited to +-1,000,000, so that a motion that blew up has a pixel position, too. NaN stays NaN.
    float x(double metres) const;
    float y(double metres) const;
    draw::Point at(sim::Vec2 metres) const { return {x(metres.x), y(metres.y)}; }
    float length(double metres) const { return static_cast<float>(metres * pixels_per_m); }
    sim::Vec2 metres(draw::Point pixel) const;
};

/// Applies the user's zoom and shift. `area` is that of the loop's picture.
Camera zoomed_camera(const view::Lens& lens, const Camera& camera, draw::Rect area);
/// A motion in one dimension, from `left_metres` to `right_metres` metres, on the line axis_y(area).
Camera line_camera(draw::Rect area, double left_metres, double right_metres);
/// A motion in two dimensions, from `min_corner` to `max_corner` in metres, below the texts at the top of the area.
Camera plane_camera(draw::Rect area, sim::Vec2 min_corner, sim::Vec2 max_corner);
/// y coordinate in pixels of the line of a motion in one dimension.
float axis_y(draw::Rect area);

/// The positions in metres of up to two points whose past positions are drawn; NaN for an unused point.
using FollowedPoints = std::array<sim::Vec2, 2>;

inline constexpr sim::Vec2 no_position{std::numeric_limits<double>::quiet_NaN(),
                                       std::numeric_limits<double>::quiet_NaN()};

struct TrailPoint
{
    std::size_t frame = 0;
    timestep::Nanos game{}; ///< time of the frame on the game clock
    FollowedPoints at{};
    bool teleported = false; ///< true if the point was teleported, so that no line joins it with the position before
};

/// The positions of points in the presented frames of a lane. Each frame is recorded once. A reset, a change of
/// the scene, or a step back in time clears the record.
class Trail
{
public:
    /// Thirty seconds at 60 frames a second.
    static constexpr std::size_t capacity = 1800;

    /// `first_events` has the events at the last reset or change of the loop, because a world's numbers are not reset.
    void add(const World& world, const sim::Events& first_events, const Moment& presented);

    const telemetry::Ring<TrailPoint>& trail_points() const { return trail_points_; }
    /// Number of events since the last reset or change of the loop.
    int count(int sim::Events::*kind) const { return count(newest_events_, kind); }
    /// The same number at an earlier frame, up to which `earlier_events` has the numbers of events.
    int count(const sim::Events& earlier_events, int sim::Events::*kind) const
    {
        return earlier_events.*kind - first_events_.*kind;
    }

private:
    bool is_new_run(const World& world, const Moment& presented) const;

    telemetry::Ring<TrailPoint> trail_points_{capacity};
    sim::Events first_events_{};
    sim::Events newest_events_{};
    const SceneType* scene_ = nullptr;
    std::int64_t ticks_     = 0;
    std::int64_t frame_     = -1;
};

/// The line style of a reference motion.
enum class LineStyle : std::uint8_t
{
    solid,  ///< for the ring
    dashed, ///< for the mathematics
};

/// The data from which a scene is drawn. The members refer to objects that must live until the picture is complete.
struct SceneCanvas : draw::Pen
{
    const World& world;
    const Moment& moment;
    telemetry::Frames frames; ///< the loop's frames up to the picture, which need not be the newest one
    const Trail& trail;
    /// The past positions in the reference motion that is drawn as a line: the ring or, if only they are shown, the
    /// mathematics. Null if both are switched off.
    const telemetry::Ring<ReferenceDot>* reference;
    view::ShownReferences rings;
    bool has_trail; ///< true if the positions of past frames are drawn
    Camera camera;
    double zoomed_out = 1.0;   ///< factor by which the camera has zoomed out; 1 shows the scene in its usual size
    bool is_uneven    = false; ///< true if the loop's verdict is UNEVEN
    /// State error in metres beyond which a picture is marked as wrong in red; infinite if the loop is not wrong.
    double wrong_error_limit = std::numeric_limits<double>::infinity();
    /// State error in metres beyond which a picture is of a different run, but not wrong; infinite if it is not.
    double different_error_limit = std::numeric_limits<double>::infinity();
    double ring_hz               = 60.0; ///< rate of the reference motion's steps

    draw::Point at(sim::Vec2 metres) const { return camera.at(metres); }
    /// Number of positions in `trail` that are not later than the picture.
    std::size_t trail_point_count() const;
    /// Number of events since the last reset; `kind` is a member such as `&sim::Events::tunnelled`.
    int count(int sim::Events::*kind) const { return trail.count(moment.events, kind); }
    /// True if a film strip is drawn in place of the caption.
    bool has_film_strip() const { return is_uneven && has_text_room() && view::shows_ring(rings); }
    /// Positions in metres; empty if `state` is of another scene.
    std::vector<sim::Vec2> bodies(const AnyState& state) const;

    bool shows_references() const { return rings != view::ShownReferences::none; }
    /// The end of a caption, "; ring: where it should be", which explains the reference motions and their step rate if
    /// it is not 60 Hz. `mark` is the word for their shape, `body` that for the body. Returns only a step rate, "; ring
    /// at 35 Hz", if the legend of another lane explains the rest.
    std::string reference_caption(std::string_view mark = "ring", std::string_view body = "it") const;
};

template <class S>
struct CanvasOf : SceneCanvas
{
    const S& scene;
    const typename S::State& shown; ///< state of the scene that the picture shows

    /// The exact motion at the present time of the game clock.
    const typename S::State& exact() const { return moment.exact.as<typename S::State>(); }
    /// Calls `draw(state, edge)` for each visible reference motion.
    template <class Draw>
    void for_each_shown_reference(Draw&& draw) const
    {
        if (view::shows_ring(rings)) draw(moment.ring.as<typename S::State>(), LineStyle::solid);
        if (view::shows_exact(rings)) draw(exact(), LineStyle::dashed);
    }
};

/// The base of a struct that describes the knobs of the scene S and draws it: its names of the scene's types. The
/// struct has `knobs`, `aspect`, camera() and draw(), and may have `zooms_out`, followed(), handles() and guessed(), as
/// in SceneView; the functions take the scene and the shown state.
template <class S>
struct ViewOf
{
    using Knobs  = typename S::Knobs;
    using State  = typename S::State;
    using Canvas = CanvasOf<S>;
};

/// A circle that the user can grab with the mouse, in metres.
struct GrabHandle
{
    sim::Vec2 at;
    double radius = 0.0;
};

/// The functions and numbers with which a scene is drawn. scene_type() makes them from a struct of the scene.
struct SceneView
{
    float aspect; ///< width / height of an area into which the scene fits well
    Camera (*camera)(const AnyScene& scene, draw::Rect area);
    void (*draw)(const SceneCanvas& canvas);
    /// Points whose past positions are drawn; null if there are none.
    FollowedPoints (*followed)(const AnyScene& scene, const AnyState& shown) = nullptr;
    /// Circles that the user can grab; null if there are none.
    std::vector<GrabHandle> (*handles)(const AnyScene& scene, const AnyState& shown) = nullptr;
    /// Circles of a wrong answer in a lesson, "your guess". If null, bodies_of() are drawn.
    std::vector<GrabHandle> (*guessed)(const AnyScene& scene, const AnyState& shown) = nullptr;
    /// True if the camera zooms out when the body of scenes::Probe leaves the visible area.
    bool zooms_out = false;
};

inline const SceneView& view_of(const World& world) { return *world.type().view; }

/// The handles, or else the followed points.
std::vector<GrabHandle> bodies_of(const World& world, const AnyState& shown);

} // namespace scenes
