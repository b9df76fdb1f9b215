#include "views/lane_view.hpp"

#include "draw/shapes/scene_objects.hpp"
#include "lab/metrics/verdict_text.hpp"
#include "scenes/drawing/scene_drawing.hpp"
#include "views/motion_strip.hpp"

#include <algorithm>
#include <cmath>

namespace views
{

using scenes::BodyPositions;
using scenes::Moment;
using scenes::SceneCanvas;
using scenes::SceneCircle;

namespace
{

// Draws outlines of the bodies in the newest two simulated states, between which an interpolated picture stands.
void draw_step_states(const SceneCanvas& canvas)
{
    const draw::Colour colour = draw::mix(canvas.loop_colour(), canvas.theme().text, 0.25F);
    const auto before = canvas.bodies_in(canvas.moment.previous_state);
    const auto newest = canvas.bodies_in(canvas.moment.newest_state);
    const auto shown = canvas.bodies_in(canvas.moment.shown_state);
    for (std::size_t i = 0; i < std::min({before.size(), newest.size(), shown.size()}); ++i)
    {
        const float radius = std::max(canvas.camera.pixel_length(newest[i].radius), canvas.to_pixels(4));
        const draw::Point first = canvas.pixel_at(before[i].centre);
        const draw::Point second = canvas.pixel_at(newest[i].centre);
        const float distance = std::hypot(second.x - first.x, second.y - first.y);
        const draw::Point between = canvas.pixel_at(shown[i].centre);
        if (std::hypot(between.x - second.x, between.y - second.y) <= canvas.to_pixels(1) ||
            !canvas.area.contains(first) || !canvas.area.contains(second))
            continue;
        scenes::draw_dashed_circle(canvas, first, radius, draw::faded(colour, 0.5F));
        scenes::draw_dashed_circle(canvas, second, radius, draw::faded(colour, 0.9F));
        // Below ball and ring; above them while the line of a late game stands below.
        const bool has_delay_line = std::chrono::abs(canvas.moment.sample.lost_time) >= scenes::min_marked_delay;
        const float label_distance = 1.25F * radius + canvas.to_pixels(has_delay_line ? 20 : 2);
        const float label_y = second.y + (has_delay_line ? -label_distance : label_distance);
        const bool fits = label_y >= canvas.area.y && label_y + canvas.to_pixels(16) <= canvas.area.bottom();
        if (distance < canvas.to_pixels(12) || !fits) continue;
        // The labels stand apart from the middle between the two, so that they never overlap.
        const float middle_x = 0.5F * (first.x + second.x);
        const bool is_forward = second.x >= first.x;
        for (const auto& [text, is_left] : {std::pair{"step n-1", is_forward}, std::pair{"step n", !is_forward}})
            canvas.picture.add_label({{middle_x + canvas.to_pixels(is_left ? -5.0F : 5.0F), label_y},
                                      text,
                                      colour,
                                      is_left ? draw::Align::right : draw::Align::left});
    }
}

// Draws the velocity of each body in the last step as an arrow. The arrow shows how far the body moves in 1/30 s.
void draw_velocities(const SceneCanvas& canvas)
{
    constexpr double arrow_seconds = 1.0 / 30;
    const double step_seconds = canvas.moment.sample.plan.dt_seconds;
    const auto positions_before = canvas.bodies_in(canvas.moment.previous_state);
    const auto newest_positions = canvas.bodies_in(canvas.moment.newest_state);
    const auto shown_positions = canvas.bodies_in(canvas.moment.shown_state);
    if (step_seconds <= 0.0 || positions_before.size() != newest_positions.size() ||
        shown_positions.size() != newest_positions.size())
        return;
    for (std::size_t i = 0; i < shown_positions.size(); ++i)
        draw::draw_arrow(
            canvas, canvas.pixel_at(shown_positions[i].centre),
            canvas.pixel_at(shown_positions[i].centre +
                            (arrow_seconds / step_seconds) * (newest_positions[i].centre - positions_before[i].centre)),
            canvas.theme().text);
}

// Empty if the scene has no bodies that the user can grab, or if their states were not stored.
std::vector<BodyPositions> positions_of_grabbable_bodies(const SceneCanvas& canvas, const Moment& moment)
{
    constexpr std::size_t max_bodies = 4; // of more bodies, only the last one, to keep the view clear
    const auto grab_circles_of = scenes::view_of(canvas.world).grab_circles;
    const auto is_stored = [&](const scenes::AnyState& state)
    { return state.has_same_type_as(canvas.moment.shown_state); };
    if (grab_circles_of == nullptr || !is_stored(moment.shown_state) || !is_stored(moment.reference_at_frame_start) ||
        !is_stored(moment.reference_at_shown_time))
        return {};
    const scenes::AnyScene& scene = canvas.world.scene();
    const auto shown = grab_circles_of(scene, moment.shown_state);
    const auto correct = grab_circles_of(scene, moment.reference_at_shown_time);
    const auto at_frame_start = grab_circles_of(scene, moment.reference_at_frame_start);
    std::vector<BodyPositions> positions;
    for (std::size_t i = shown.size() > max_bodies ? shown.size() - 1 : 0; i < shown.size(); ++i)
        positions.push_back({.shown = canvas.pixel_at(shown[i].centre),
                             .correct = canvas.pixel_at(correct[i].centre),
                             .reference_at_frame_start = canvas.pixel_at(at_frame_start[i].centre),
                             .radius = canvas.camera.pixel_length(shown[i].radius)});
    return positions;
}

void draw_body_marks(const SceneCanvas& canvas, const lab::Lane& lane, const lab::StateError& state_error)
{
    const std::vector<BodyPositions> bodies = positions_of_grabbable_bodies(canvas, canvas.moment);
    const auto is_wrong = [&](const BodyPositions& body) { return has_wrong_position(canvas, body); };
    const bool is_error_visible = std::ranges::any_of(bodies, is_wrong);
    if (std::isfinite(canvas.wrong_error_limit) && !is_error_visible && !bodies.empty())
    {
        const Moment worst_moment = lane.moment_at(state_error.worst_frame_start);
        const double seconds_ago =
            timestep::to_seconds(canvas.moment.sample.start_wall_time - worst_moment.sample.start_wall_time);
        for (const BodyPositions& body : positions_of_grabbable_bodies(canvas, worst_moment))
            if (canvas.area.contains(body.shown)) scenes::draw_past_error(canvas, body, seconds_ago);
    }
    for (const BodyPositions& body : bodies) // outside the area: draw_off_screen_arrow() marks the body
        if (canvas.area.contains(body.shown)) scenes::draw_deviation(canvas, body);
}

// Says what the ring means, and how far an interpolated body that is on time is behind it.
void draw_ring_label(const SceneCanvas& canvas)
{
    const std::vector<BodyPositions> bodies = positions_of_grabbable_bodies(canvas, canvas.moment);
    if (bodies.size() != 1 || std::isfinite(canvas.wrong_error_limit)) return;
    const BodyPositions& body = bodies.front();
    const draw::Point ring = body.reference_at_frame_start;
    const bool is_behind = std::chrono::abs(canvas.moment.sample.lost_time) >= scenes::min_marked_delay;
    // Above the labels of the steps, which are above the ball while the line of a late game stands below.
    const bool is_interpolated = canvas.moment.sample.plan.presentation == timestep::Presentation::interpolate;
    const bool is_above_steps = is_interpolated && canvas.shows_step_states && is_behind;
    const float height = scenes::ring_radius_ratio * body.radius + canvas.to_pixels(is_above_steps ? 24 : 5);
    if (!canvas.area.contains(ring) || ring.y - height - canvas.to_pixels(17) < canvas.area.y) return;
    const bool is_step_behind = is_interpolated && !is_behind && body.radius > canvas.to_pixels(16);
    const std::string text = is_step_behind ? "never late; the ball is one step behind" : "never late";
    const float half_width = 0.5F * canvas.text_width(text, draw::Font::proportional) + canvas.to_pixels(8);
    const bool covers_label = // of the game's delay, if the motion is vertical
        is_behind && std::abs(ring.y - body.shown.y) > std::abs(ring.x - body.shown.x);
    if (2 * half_width > canvas.area.w || covers_label) return;
    canvas.picture.add_label({{std::clamp(ring.x, canvas.area.x + half_width, canvas.area.right() - half_width),
                               ring.y - height - canvas.to_pixels(15)},
                              text,
                              canvas.theme().text,
                              draw::Align::centre});
}

telemetry::Frames frames_until(const lab::Lane& lane, const Moment& moment)
{
    const telemetry::Frames frames{lane.samples()};
    return frames.first(frames.first_index_from(moment.sample.start_wall_time + timestep::Nanos{1}));
}

double lane_zoom_out_factor(const lab::Lane& lane, const telemetry::Frames& frames, draw::Rect area,
                            float pixels_per_point)
{
    if (!scenes::view_of(lane.world()).zooms_out) return 1.0;
    return body_zoom_out_factor(frames, scene_camera(lane.world(), area, {}, pixels_per_point),
                                lane_layout(area, pixels_per_point).scene);
}

// The camera for the frame `sample`, the last one of `frames`. If the body went far in recent frames, it zooms out.
scenes::Camera frame_camera(const lab::Lane& lane, const telemetry::Frames& frames,
                            const telemetry::FrameSample& sample, draw::Rect area, view::ZoomAndPan zoom_and_pan,
                            float pixels_per_point)
{
    zoom_and_pan.zoom /= lane_zoom_out_factor(lane, frames, area, pixels_per_point);
    return scenes::recorded_camera(scene_camera(lane.world(), area, zoom_and_pan, pixels_per_point), sample);
}

SceneCanvas make_canvas(draw::Picture& picture, const lab::Lane& lane, const Moment& moment, const scenes::Trail& trail,
                        const lab::ViewSettings& view_settings, draw::Rect area, const draw::ViewStyle& style)
{
    const telemetry::Frames frames = frames_until(lane, moment);
    const lab::StateError& state_error = lane.judgement(moment).state_error;
    // Past positions of the motion that is drawn for comparison; null if there is none.
    const telemetry::RingBuffer<scenes::ReferenceSample>* past_positions = nullptr;
    const lab::LaneReferences& references = lane.references();
    if (view::shows_reference_motion(view_settings.shown_references))
        past_positions = &references.frame_start_reference.past_positions();
    else if (view::shows_exact_solution(view_settings.shown_references) && references.fine_step_reference)
        past_positions = &references.fine_step_reference->past_positions();
    SceneCanvas canvas{
        {picture, style, lane_layout(area, style.pixels_per_point).scene},
        lane.world(),
        moment,
        frames,
        trail,
        past_positions,
        view_settings.shown_references,
        view_settings.shows_trail,
        frame_camera(lane, frames, moment.sample, area, view_settings.zoom_and_pan, style.pixels_per_point)};
    canvas.zoom_out_factor = lane_zoom_out_factor(lane, frames, area, style.pixels_per_point);
    canvas.shows_step_states = view_settings.marks_states || !view_settings.shows_all_panels;
    if (state_error.is_wrong()) canvas.wrong_error_limit = state_error.visible_limit_m;
    if (state_error.is_another_path()) canvas.other_trajectory_error_limit = state_error.visible_limit_m;
    const lab::JudgedPeriod& period = lane.judged_period_at(moment.sample.start_wall_time);
    canvas.reference_step_hz = 1.0 / period.reference_step_seconds;
    canvas.event_counts_at_start = period.events_at_start;
    return canvas;
}

// A grid with one cell for each loop, filled row by row; the last row may have fewer cells.
struct LaneGrid
{
    draw::Rect stage_area;
    std::size_t lane_count;
    std::size_t column_count;
    float cell_gap;

    std::size_t row_count() const { return (lane_count + column_count - 1) / column_count; }
    // Whole pixels make borders sharp.
    static float whole_pixels(float length) { return std::max(std::floor(length), 1.0F); }
    draw::Rect cell(std::size_t i) const
    {
        const auto columns = static_cast<float>(column_count);
        const auto rows = static_cast<float>(row_count());
        const float cell_width = whole_pixels((stage_area.w - cell_gap * (columns - 1)) / columns);
        const float cell_height = whole_pixels((stage_area.h - cell_gap * (rows - 1)) / rows);
        const std::size_t row = i / column_count;
        const std::size_t column = i % column_count;
        return {stage_area.x + static_cast<float>(column) * (cell_width + cell_gap),
                stage_area.y + static_cast<float>(row) * (cell_height + cell_gap), cell_width, cell_height};
    }
    // In pixels; `aspect` is the scene's width / height.
    float scene_height(float aspect) const { return std::min(cell(0).w / aspect, cell(0).h); }
};

constexpr double max_share_of_half_width = 0.85; // of half the view's width; the camera zooms out if a body is beyond
constexpr double max_considered_x = 1e6; // in metres; bodies farther out are ignored
constexpr double zoom_out_log10_per_second = -0.5; // fall of the zoom-out factor, in powers of ten per second
constexpr double zoom_history_seconds = 12.0; // older frames have no effect on the camera

} // namespace

void extend_trail(scenes::Trail& trail, const lab::Lane& lane)
{
    if (!lane.samples().empty()) trail.append_frame(lane.world(), lane.newest_moment());
}

void redraw_lane(draw::Picture& picture, const lab::Lane& lane, const Moment& moment, const scenes::Trail& trail,
                 const lab::ViewSettings& view_settings, draw::Rect area, const draw::ViewStyle& style,
                 const draw::Rect* clip_area, std::string_view safe_step_text)
{
    const LaneLayout layout = lane_layout(area, style.pixels_per_point);
    const draw::Rect drawn{layout.scene.x, layout.scene.y, layout.scene.w, layout.scene.h + layout.strip.h};
    picture.reset(clip_area != nullptr ? draw::intersection(drawn, *clip_area) : drawn, style.theme.background);
    const lab::Judgement& judgement = lane.judgement(moment);
    SceneCanvas canvas = make_canvas(picture, lane, moment, trail, view_settings, area, style);
    canvas.safe_step_text = safe_step_text;
    scenes::view_of(lane.world()).draw(canvas);
    if (view::shows_reference_motion(view_settings.shown_references))
    {
        if (scenes::shows_stopwatches(canvas)) scenes::draw_stopwatches(canvas);
        draw_body_marks(canvas, lane, judgement.state_error);
        if (!style.has_captions) draw_ring_label(canvas);
    }
    if (canvas.shows_step_states) draw_step_states(canvas);
    if (layout.strip.h > 0) draw_picture_strip({picture, style, layout.strip}, lane, moment.sample, judgement);
    if (view_settings.shows_velocity_arrow) draw_velocities(canvas);
}

void draw_body_arrow(draw::Picture& picture, const lab::Lane& lane, const Moment& moment,
                     const view::ZoomAndPan& zoom_and_pan, draw::Rect area, const draw::ViewStyle& style)
{
    const std::vector<SceneCircle> bodies = scenes::body_circles(lane.world(), moment.shown_state);
    if (bodies.empty()) return;
    const float pixels_per_point = style.pixels_per_point;
    const scenes::Camera camera =
        frame_camera(lane, frames_until(lane, moment), moment.sample, area, zoom_and_pan, pixels_per_point);
    const float radius = std::max(camera.pixel_length(bodies.front().radius), 12 * pixels_per_point);
    const draw::Point body = camera.pixel_at(bodies.front().centre);
    const draw::Point tip{body.x, std::max(body.y - radius - 2 * pixels_per_point, area.y + 14 * pixels_per_point)};
    const draw::Colour colour = style.theme.warning;
    picture.add_triangle({tip.x - 7 * pixels_per_point, tip.y - 10 * pixels_per_point},
                         {tip.x + 7 * pixels_per_point, tip.y - 10 * pixels_per_point}, tip, colour);
    picture.add_line({tip.x, tip.y - 22 * pixels_per_point}, {tip.x, tip.y - 8 * pixels_per_point},
                     3 * pixels_per_point, colour);
}

void draw_guessed_bodies(draw::Picture& picture, const lab::Lane& lane, const Moment& moment,
                         const lab::MisconceptionLane& misconception, const view::ZoomAndPan& zoom_and_pan,
                         draw::Rect area, const draw::ViewStyle& style)
{
    const scenes::Camera camera = scenes::recorded_camera(
        frame_camera(lane, frames_until(lane, moment), moment.sample, area, zoom_and_pan, style.pixels_per_point),
        misconception.moment.sample);
    const scenes::World& misconception_world = misconception.lane.world();
    const auto guess_marks = scenes::view_of(misconception_world).guess_marks;
    const std::vector<SceneCircle> bodies =
        guess_marks != nullptr ? guess_marks(misconception_world.scene(), misconception.moment.shown_state)
                               : scenes::body_circles(misconception_world, misconception.moment.shown_state);
    const float min_radius = style.pixels_per_point * (guess_marks != nullptr ? 2.0F : 12.0F);
    const auto radius_of = [&](const SceneCircle& body)
    { return std::max(camera.pixel_length(body.radius), min_radius); };
    for (const SceneCircle& body : bodies)
    {
        const draw::Point centre = camera.pixel_at(body.centre);
        picture.add_disc(centre, radius_of(body), draw::faded(style.theme.text, 0.25F));
        picture.add_circle_outline(centre, radius_of(body), 1.5F * style.pixels_per_point, style.theme.accent);
    }
    if (bodies.empty()) return;
    const draw::Point centre = camera.pixel_at(bodies.front().centre);
    const float radius = radius_of(bodies.front());
    picture.add_label({{centre.x + radius + 4 * style.pixels_per_point, centre.y + radius - 8 * style.pixels_per_point},
                       "your guess",
                       style.theme.accent});
}

LaneLayout lane_layout(draw::Rect lane_area, float pixels_per_point)
{
    // Smallest width / height of a lane with a heading above its scene, and of a low one with labels on its left.
    constexpr float min_aspect_of_row = 2.6F;
    constexpr float min_aspect_of_column = 4.5F;
    constexpr float heading_points = 38.0F;
    constexpr float narrow_points = 480.0F; // a narrower lane has its explanation below its name
    constexpr float narrow_heading_points = 68.0F;
    constexpr float labels_points = 200.0F;
    constexpr float strip_points = 26.0F;
    const float height_points = lane_area.h / pixels_per_point;
    const bool has_row = lane_area.w >= min_aspect_of_row * lane_area.h && height_points >= 104.0F;
    LaneLayout layout{.scene = lane_area};
    if (has_row || (lane_area.w < narrow_points * pixels_per_point && height_points >= 150.0F))
    {
        const float heading_height = (has_row ? heading_points : narrow_heading_points) * pixels_per_point;
        layout.heading = {lane_area.x, lane_area.y, lane_area.w, heading_height};
        layout.scene.y += layout.heading.h;
        layout.scene.h -= layout.heading.h;
    }
    else if (lane_area.w >= min_aspect_of_column * lane_area.h)
    {
        const float width = std::clamp(labels_points * pixels_per_point, 0.17F * lane_area.w, 0.5F * lane_area.w);
        layout.heading = {lane_area.x, lane_area.y, width, lane_area.h};
        layout.scene = {lane_area.x + width, lane_area.y, lane_area.w - width, lane_area.h};
    }
    if (height_points < (has_row ? 150.0F : 230.0F)) return layout;
    layout.scene.h -= strip_points * pixels_per_point;
    layout.strip = {layout.scene.x, layout.scene.bottom(), layout.scene.w, strip_points * pixels_per_point};
    return layout;
}

scenes::Camera scene_camera(const scenes::World& world, draw::Rect area, const view::ZoomAndPan& zoom_and_pan,
                            float pixels_per_point)
{
    const draw::Rect scene_area = lane_layout(area, pixels_per_point).scene;
    return scenes::zoomed_camera(zoom_and_pan, scenes::view_of(world).camera(world.scene(), scene_area), scene_area);
}

double body_zoom_out_factor(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area)
{
    if (frames.empty() || !(std::abs(frames.back().shown_x) < max_considered_x)) return 1.0;
    const double left_metres = camera.metres_at({area.x, 0}).x;
    const double right_metres = camera.metres_at({area.right(), 0}).x;
    const double middle_metres = 0.5 * (left_metres + right_metres);
    const double max_distance = max_share_of_half_width * 0.5 * (right_metres - left_metres);
    double zoom_out_factor = 1.0;
    for (std::size_t i = frames.size(); i-- > 0;)
    {
        const telemetry::FrameSample& frame = frames[i];
        const double age_seconds = timestep::to_seconds(frames.back().start_wall_time - frame.start_wall_time);
        if (age_seconds > zoom_history_seconds) break;
        const double distance_ratio =
            std::abs(frame.shown_x) < max_considered_x ? std::abs(frame.shown_x - middle_metres) / max_distance : 0.0;
        // This condition only saves calls of pow().
        if (distance_ratio > zoom_out_factor)
            zoom_out_factor =
                std::max(zoom_out_factor, distance_ratio * std::pow(10.0, zoom_out_log10_per_second * age_seconds));
        if ((frame.events & telemetry::period_start_events) != 0) break;
    }
    return zoom_out_factor;
}

scenes::Camera newest_frame_camera(const lab::Lane& lane, draw::Rect area, view::ZoomAndPan zoom_and_pan,
                                   float pixels_per_point)
{
    const telemetry::Frames frames{lane.samples()};
    if (frames.empty()) return scene_camera(lane.world(), area, zoom_and_pan, pixels_per_point);
    return frame_camera(lane, frames, frames.back(), area, zoom_and_pan, pixels_per_point);
}

std::vector<draw::Rect> lane_areas(draw::Rect stage_area, std::size_t lane_count, const scenes::World& world,
                                   float cell_gap)
{
    const float aspect = scenes::view_of(world).aspect;
    LaneGrid best_grid{stage_area, lane_count, 1, cell_gap};
    for (std::size_t column_count = 2; column_count <= lane_count; ++column_count)
    {
        const LaneGrid grid{stage_area, lane_count, column_count, cell_gap};
        if (grid.scene_height(aspect) > best_grid.scene_height(aspect)) best_grid = grid;
    }
    std::vector<draw::Rect> areas;
    for (std::size_t i = 0; i < lane_count; ++i) areas.push_back(best_grid.cell(i));
    return areas;
}

bool is_out_of_reach(const lab::Lane& lane, draw::Rect area, float pixels_per_point)
{
    const telemetry::Frames frames{lane.samples()};
    return !frames.empty() &&
           (lab::is_body_gone(frames.back()) || lane_zoom_out_factor(lane, frames, area, pixels_per_point) > 1.0);
}

std::optional<GrabCircle> grab_circle_of(const lab::Lane& lane, draw::Rect area, const view::ZoomAndPan& zoom_and_pan,
                                         float pixels_per_point)
{
    const auto grab_circles_of = scenes::view_of(lane.world()).grab_circles;
    if (grab_circles_of == nullptr) return std::nullopt;
    const std::vector<SceneCircle> grab_circles = grab_circles_of(lane.world().scene(), lane.shown_state());
    if (grab_circles.empty()) return std::nullopt;
    const scenes::Camera camera = newest_frame_camera(lane, area, zoom_and_pan, pixels_per_point);
    return GrabCircle{camera.pixel_at(grab_circles.front().centre), camera.pixel_length(grab_circles.front().radius)};
}

} // namespace views
