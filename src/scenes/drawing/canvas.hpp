// scenes/drawing/canvas.hpp -- the data from which a scene is drawn, and the table of its drawing functions
#pragma once

#include "draw/shapes/draw_context.hpp"
#include "draw/shapes/picture.hpp"
#include "scenes/drawing/zoom_and_pan.hpp"
#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "sim/physics/vectors.hpp"
#include "telemetry/frames.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scenes
{

/// Converts between metres and pixels. The y coordinate grows upwards in metres and downwards in pixels.
struct Camera
{
    draw::Point origin{}; ///< pixel position of the scene's point (position_x, 0)
    double pixels_per_m = 100.0;
    double position_x = 0.0; ///< coordinate in metres at origin.x: the position of the following camera

    /// Pixel coordinate, clamped to +-1,000,000, so that a motion that has blown up can be drawn. NaN stays NaN.
    float pixel_x(double metres) const;
    float pixel_y(double metres) const;
    draw::Point pixel_at(sim::Vec2 metres) const { return {pixel_x(metres.x), pixel_y(metres.y)}; }
    float pixel_length(double metres) const { return static_cast<float>(metres * pixels_per_m); }
    sim::Vec2 metres_at(draw::Point pixel) const;
};

/// Moves `camera` to `sample.camera_x`, the position of a camera that follows the body; NaN does not move it.
Camera recorded_camera(Camera camera, const telemetry::FrameSample& sample);
/// Applies the user's zoom and pan to `camera`. `area` is the rectangle of the view in pixels.
Camera zoomed_camera(const view::ZoomAndPan& zoom_and_pan, const Camera& camera, draw::Rect area);
/// `line_y_share` places the line y = 0: at the area's top for 0, at its bottom for 1.
Camera x_range_camera(draw::Rect area, double left_metres, double right_metres, std::optional<float> line_y_share = {});
/// Camera that fits the rectangle from `min_corner` to `max_corner` (metres) below the labels at the top of the area.
Camera rectangle_camera_below_labels(draw::Rect area, sim::Vec2 min_corner, sim::Vec2 max_corner);

/// Up to two points of a scene, in metres, whose past positions are drawn; an unused point is NaN.
using TrackedPoints = std::array<sim::Vec2, 2>;

inline constexpr sim::Vec2 no_position{std::numeric_limits<double>::quiet_NaN(),
                                       std::numeric_limits<double>::quiet_NaN()};

struct TrailPoint
{
    std::size_t frame_number = 0;
    timestep::Nanos game_time{};
    TrackedPoints positions{};
    bool is_teleported = false; ///< the body was teleported; no line joins this point with the previous one
};

/// Past positions of a scene's tracked points. A reset, another scene, or a jump back in time clears them.
struct Trail
{
    /// Maximum number of trail points: 30 s at 60 fps.
    static constexpr std::size_t capacity = 1800;

    telemetry::RingBuffer<TrailPoint> points{capacity};
    const SceneType* scene_type = nullptr;
    std::int64_t newest_step_count = 0;
    std::int64_t newest_frame_number = -1;

    /// Ignores a frame that is paused or already appended.
    void append_frame(const World& world, const Moment& presented_frame);
};

enum class LineStyle : std::uint8_t
{
    solid, ///< for the reference motion, drawn as a ring
    dashed, ///< for the exact solution
};

/// A circle in a scene, in metres.
struct SceneCircle
{
    sim::Vec2 centre;
    double radius = 0.0;
};

/// All data from which a scene is drawn. The referenced objects must live until the drawing is complete.
struct SceneCanvas : draw::DrawContext
{
    const World& world;
    const Moment& moment; ///< the drawn frame: its telemetry and its states of the world
    telemetry::Frames frames; ///< the loop's frames up to the drawn frame, which need not be the newest
    const Trail& trail;
    /// Past positions where the body should have been; null if they are not drawn.
    const telemetry::RingBuffer<ReferenceSample>* reference_samples;
    view::ShownReferences shown_references;
    bool shows_trail; ///< true if the trail of past positions is drawn
    Camera camera;
    double zoom_out_factor = 1.0; ///< 1 shows the scene in its usual size; 2 shows twice the width
    bool shows_step_states = false; ///< true: outlines of the newest two simulated states are drawn
    /// Position error in metres above which a frame is marked in red as wrong. If infinity, no frame is marked.
    double wrong_error_limit = std::numeric_limits<double>::infinity();
    double other_trajectory_error_limit = std::numeric_limits<double>::infinity();
    double reference_step_hz = 60.0; ///< step rate of the reference motion in Hz
    sim::EventCounts event_counts_at_start{}; ///< at the start of the drawn frame's judged period
    std::string_view safe_step_text{}; ///< steps that were tried in this scene (SafeStepSearch::text()); may be empty

    draw::Point pixel_at(sim::Vec2 metres) const { return camera.pixel_at(metres); }
    /// Number of points in `trail.points` up to the drawn frame; the trail can contain points of later frames.
    std::size_t trail_point_count() const;
    /// Number of events of one kind in the judged period, up to the drawn frame.
    int event_count(int sim::EventCounts::*kind) const
    {
        return moment.event_counts.*kind - event_counts_at_start.*kind;
    }
    /// Empty if `state` belongs to another scene or was not stored.
    std::vector<SceneCircle> bodies_in(const AnyState& state) const;

    bool shows_references() const { return shown_references != view::ShownReferences::none; }
    /// Text such as "; ring: where the ball should be", with `mark_name` = "ring" and `body_name` = "the ball".
    std::string reference_caption_suffix(std::string_view mark_name = "ring", std::string_view body_name = "it") const;
};

template <class Scene>
struct CanvasOf : SceneCanvas
{
    const Scene& scene;
    const typename Scene::State& shown_state; ///< displayed state of the scene

    const typename Scene::State& fine_step_state() const { return moment.fine_step_state.as<typename Scene::State>(); }
    /// Calls draw(state, line_style) for each of the 0 to 2 states that are drawn for comparison.
    void for_each_shown_reference(auto&& draw) const
    {
        if (view::shows_reference_motion(shown_references))
            draw(moment.reference_at_frame_start.as<typename Scene::State>(), LineStyle::solid);
        if (view::shows_exact_solution(shown_references)) draw(fine_step_state(), LineStyle::dashed);
    }
};

/// Base class of the struct that draws a scene (docs/add-a-scene.md).
template <class Scene>
struct ViewOf
{
    using Knobs = typename Scene::Knobs;
    using State = typename Scene::State;
    using Canvas = CanvasOf<Scene>;
};

/// The drawing functions of one scene, as function pointers. The variable template scene_view creates this table.
struct SceneDrawingFunctions
{
    float aspect; ///< preferred aspect ratio of the scene's area: width / height
    Camera (*camera)(const AnyScene& scene, draw::Rect area);
    void (*draw)(const SceneCanvas& canvas);
    /// Returns the points that leave a trail. The function pointer is null if the scene has no trail.
    TrackedPoints (*tracked_points)(const AnyScene& scene, const AnyState& shown) = nullptr;
    /// Returns the circles that the user can grab. This function pointer is null if the scene has no such circles.
    std::vector<SceneCircle> (*grab_circles)(const AnyScene& scene, const AnyState& shown) = nullptr;
    /// Circles that mark the user's guess in a lesson; can be null.
    std::vector<SceneCircle> (*guess_marks)(const AnyScene& scene, const AnyState& shown) = nullptr;
    /// True if the camera zooms out when Observables::x, the body's position, leaves the visible area.
    bool zooms_out = false;
};

inline const SceneDrawingFunctions& view_of(const World& world) { return *world.type().view; }

/// Circles that the mouse can grab, in metres. In a scene without them: points that leave a trail, with radius 0.
std::vector<SceneCircle> body_circles(const World& world, const AnyState& shown);

} // namespace scenes
