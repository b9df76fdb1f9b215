// The stage is the part of the window in which the views of the loops lie side by side. A lane is one of these loops.
// The namespace `view` has the user's settings of the views, `views` draws them.
#include "views/lane_view.hpp"

#include "draw/shapes/scene_objects.hpp"
#include "lab/metrics/lane_verdict.hpp"
#include "scenes/drawing/scene_drawing.hpp"
#include "telemetry/metrics.hpp"
#include "telemetry/recent_frames.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace views
{

namespace
{

using telemetry::SeenFrame;

constexpr std::size_t motion_strip_frame_count = 12;

enum class MotionFault : std::uint8_t
{
    none,
    repeated, ///< less than a tenth of the time between two displayed frames was simulated
    too_little,
    too_much,
};

MotionFault motion_fault(const SeenFrame& frame, timestep::Nanos refresh_period)
{
    if (!frame.is_uneven(refresh_period)) return MotionFault::none;
    if (frame.shown_time_difference > frame.screen_time_difference) return MotionFault::too_much;
    return 10 * frame.shown_time_difference < frame.screen_time_difference ? MotionFault::repeated
                                                                           : MotionFault::too_little;
}

std::vector<SeenFrame> last_displayed_frames(const scenes::SceneCanvas& canvas, timestep::Nanos refresh_period)
{
    std::vector<SeenFrame> frames;
    telemetry::for_each_seen_frame(telemetry::recent_frames(canvas.frames), refresh_period,
                                   [&](const SeenFrame& frame) { frames.push_back(frame); });
    if (frames.size() > motion_strip_frame_count) frames.erase(frames.begin(), frames.end() - motion_strip_frame_count);
    return frames;
}

// Draws the motion since the previous displayed frame as a bar. At the right speed, the bar fills half of `cell`.
void draw_motion_bar(const scenes::SceneCanvas& canvas, const draw::Rect& cell, const SeenFrame& frame,
                     MotionFault fault)
{
    const bool is_even = fault == MotionFault::none;
    canvas.picture.add_rectangle(cell, canvas.to_pixels(3),
                                 is_even ? canvas.theme().control_background
                                         : draw::mix(canvas.theme().background, canvas.theme().warning, 0.22F));
    const double relative_motion = timestep::to_seconds(frame.shown_time_difference) /
                                   std::max(timestep::to_seconds(frame.screen_time_difference), 1e-9);
    const float height = cell.h * static_cast<float>(std::clamp(0.5 * relative_motion, 0.0, 1.0));
    const float inset  = canvas.to_pixels(7);
    canvas.picture.add_rectangle({cell.x + inset, cell.bottom() - height, cell.w - 2 * inset, height}, 0,
                                 canvas.loop_colour());
    if (!is_even)
        canvas.picture.add_rectangle(cell, canvas.to_pixels(3), canvas.theme().warning, canvas.to_pixels(1.6F));
}

void write_motion_strip_caption(const scenes::SceneCanvas& canvas, const std::vector<MotionFault>& faults, float max_x)
{
    const auto has_fault = [&](MotionFault fault) { return std::ranges::find(faults, fault) != faults.end(); };
    std::string faults_text;
    const auto append_fault = [&](MotionFault fault, const char* fault_text)
    {
        if (has_fault(fault)) faults_text += (faults_text.empty() ? "" : ", or ") + std::string{fault_text};
    };
    append_fault(MotionFault::repeated, "shown twice");
    append_fault(MotionFault::too_little, "moved too little");
    append_fault(MotionFault::too_much, "moved too far");
    const std::string caption_start = "last 12 frames";
    const std::string bars_caption  = caption_start + ": bar: distance moved; line: smooth motion";
    if (faults_text.empty())
        draw::draw_bottom_caption_if_height_allows(canvas, {bars_caption, caption_start}, max_x);
    else
        draw::draw_bottom_caption_if_height_allows(canvas,
                                                   {bars_caption + "; outlined: " + faults_text,
                                                    caption_start + "; outlined: " + faults_text,
                                                    "outlined: " + faults_text},
                                                   max_x);
}

// If the motion is uneven, draws a bar for each of the last 12 frames: how far the bodies moved in this frame.
void draw_motion_strip(const scenes::SceneCanvas& canvas, const lab::Lane& lane)
{
    if (!canvas.has_motion_strip()) return;
    const timestep::Nanos refresh_period          = lane.references().refresh_period();
    const std::vector<SeenFrame> displayed_frames = last_displayed_frames(canvas, refresh_period);
    const float cell_gap                          = canvas.to_pixels(3);
    const float cell_width =
        std::min(canvas.to_pixels(44), (canvas.area.w - canvas.to_pixels(28)) / motion_strip_frame_count - cell_gap);
    const draw::Rect strip_area{canvas.area.x + canvas.to_pixels(14),
                                canvas.bottom_y_above_caption() - canvas.to_pixels(40),
                                motion_strip_frame_count * (cell_width + cell_gap), canvas.to_pixels(28)};
    canvas.picture.add_rectangle(
        {strip_area.x - cell_gap, strip_area.y - cell_gap, strip_area.w + cell_gap, strip_area.h + 2 * cell_gap}, 0,
        canvas.theme().background);
    std::vector<MotionFault> faults;
    for (const SeenFrame& frame : displayed_frames)
    {
        const auto cell_index = static_cast<float>(motion_strip_frame_count - displayed_frames.size() + faults.size());
        faults.push_back(motion_fault(frame, refresh_period));
        draw_motion_bar(canvas,
                        {strip_area.x + cell_index * (cell_width + cell_gap), strip_area.y, cell_width, strip_area.h},
                        frame, faults.back());
    }
    const float even_line_y = strip_area.y + 0.5F * strip_area.h;
    canvas.picture.add_line({strip_area.x, even_line_y}, {strip_area.right() - cell_gap, even_line_y},
                            canvas.to_pixels(1), draw::faded(canvas.theme().text, 0.7F));
    write_motion_strip_caption(canvas, faults, canvas.area.x + 0.62F * canvas.area.w);
}

// Draws each body twice: as a circle where it was before the newest step, and as a dot where it is after this step.
void draw_states_around_step(const scenes::SceneCanvas& canvas)
{
    const draw::Colour colour = draw::mix(canvas.loop_colour(), canvas.theme().text, 0.45F);
    for (const sim::Vec2 position : canvas.body_centres_in_metres_if_same_scene(canvas.moment.previous_state))
        canvas.picture.add_circle_outline(canvas.pixel_at(position), canvas.to_pixels(5), canvas.to_pixels(1.6F),
                                          colour);
    for (const sim::Vec2 position : canvas.body_centres_in_metres_if_same_scene(canvas.moment.newest_state))
    {
        canvas.picture.add_disc(canvas.pixel_at(position), canvas.to_pixels(4), canvas.theme().background);
        canvas.picture.add_disc(canvas.pixel_at(position), canvas.to_pixels(3), colour);
    }
}

// Draws the velocity of each body in the last step as an arrow. The arrow shows how far the body moves in 1/30 s.
void draw_velocities(const scenes::SceneCanvas& canvas)
{
    constexpr double arrow_seconds = 1.0 / 30;
    const double step_seconds      = canvas.moment.sample.plan.dt_seconds;
    const auto positions_before    = canvas.body_centres_in_metres_if_same_scene(canvas.moment.previous_state);
    const auto newest_positions    = canvas.body_centres_in_metres_if_same_scene(canvas.moment.newest_state);
    const auto shown_positions     = canvas.body_centres_in_metres_if_same_scene(canvas.moment.shown_state);
    if (step_seconds <= 0.0 || positions_before.size() != newest_positions.size() ||
        shown_positions.size() != newest_positions.size())
        return;
    for (std::size_t i = 0; i < shown_positions.size(); ++i)
        draw::draw_arrow(canvas, canvas.pixel_at(shown_positions[i]),
                         canvas.pixel_at(shown_positions[i] +
                                         (arrow_seconds / step_seconds) * (newest_positions[i] - positions_before[i])),
                         canvas.theme().text);
}

// The bodies that the user can grab. Empty if the scene has no such bodies, or if their states were not stored.
std::vector<scenes::BodyPositions> grabbable_body_positions(const scenes::SceneCanvas& canvas,
                                                            const scenes::Moment& moment)
{
    constexpr std::size_t max_bodies         = 4; // of more bodies, only the last one, to keep the view clear
    const scenes::SceneDrawingFunctions view = scenes::view_of(canvas.world);
    const auto is_missing                    = [&](const scenes::AnyState& state)
    { return !state.has_same_type_as(canvas.moment.shown_state); };
    if (view.grab_circles == nullptr || is_missing(moment.shown_state) || is_missing(moment.reference_at_frame_start) ||
        is_missing(moment.reference_at_shown_time))
        return {};
    const auto shown_circles     = view.grab_circles(canvas.world.scene(), moment.shown_state);
    const auto correct_circles   = view.grab_circles(canvas.world.scene(), moment.reference_at_shown_time);
    const auto reference_circles = view.grab_circles(canvas.world.scene(), moment.reference_at_frame_start);
    std::vector<scenes::BodyPositions> positions;
    for (std::size_t i = shown_circles.size() > max_bodies ? shown_circles.size() - 1 : 0; i < shown_circles.size();
         ++i)
        positions.push_back({canvas.pixel_at(shown_circles[i].centre), canvas.pixel_at(correct_circles[i].centre),
                             canvas.pixel_at(reference_circles[i].centre),
                             canvas.camera.pixel_length(shown_circles[i].radius)});
    return positions;
}

// Marks bodies that are wrong or late. If none is wrong in this frame, shows the largest recent error, faded.
void draw_errors_and_delays(const scenes::SceneCanvas& canvas, const lab::Lane& lane,
                            const lab::StateError& state_error)
{
    const std::vector<scenes::BodyPositions> bodies = grabbable_body_positions(canvas, canvas.moment);
    const auto is_body_wrong                        = [&](const scenes::BodyPositions& body)
    { return has_wrong_position_unless_extrapolated(canvas, body); };
    const bool is_error_visible = std::ranges::any_of(bodies, is_body_wrong);
    if (std::isfinite(canvas.wrong_error_limit) && !is_error_visible && !bodies.empty())
    {
        const scenes::Moment worst_moment = lane.moment_at_or_oldest(state_error.worst_frame->start_wall_time);
        const double age_seconds =
            timestep::to_seconds(canvas.moment.sample.start_wall_time - worst_moment.sample.start_wall_time);
        for (const scenes::BodyPositions& body : grabbable_body_positions(canvas, worst_moment))
            if (canvas.area.contains(body.shown))
                scenes::draw_faded_past_error_and_age_label(canvas, body, age_seconds);
    }
    for (const scenes::BodyPositions& body : bodies) scenes::draw_marks_if_wrong_or_late(canvas, body);
}

// Past positions of the motion that is drawn for comparison; null if there is none.
const telemetry::RingBuffer<scenes::ReferenceSample>* reference_samples(const lab::LaneReferences& references,
                                                                        view::ShownReferences shown_references)
{
    if (view::shows_reference_motion(shown_references)) return &references.frame_start_reference.past_positions();
    return view::shows_exact_solution(shown_references) && references.fine_step_reference
               ? &references.fine_step_reference->past_positions()
               : nullptr;
}

telemetry::Frames frames_until(const lab::Lane& lane, const scenes::Moment& moment)
{
    const telemetry::Frames frames{lane.samples()};
    return frames.first(frames.first_index_from(moment.sample.start_wall_time + timestep::Nanos{1}));
}

double zoom_out_factor_of_lane(const lab::Lane& lane, const telemetry::Frames& frames, draw::Rect area,
                               float pixels_per_point)
{
    if (!scenes::view_of(lane.world()).zooms_out) return 1.0;
    return zoom_out_factor_for_recent_body_x(frames, scene_camera(lane.world(), area, {}, pixels_per_point),
                                             scene_area_beside_labels_if_wide(area, pixels_per_point));
}

// The camera for the frame at `moment`. It zooms out if the body has come near the sides of the normal view, or left
// it, in the last 12 seconds.
scenes::Camera frame_camera(const lab::Lane& lane, const scenes::Moment& moment, draw::Rect area,
                            view::ZoomAndPan zoom_and_pan, float pixels_per_point)
{
    zoom_and_pan.zoom /= zoom_out_factor_of_lane(lane, frames_until(lane, moment), area, pixels_per_point);
    return scenes::camera_at_recorded_position_if_any(scene_camera(lane.world(), area, zoom_and_pan, pixels_per_point),
                                                      moment.sample);
}

scenes::SceneCanvas make_canvas(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                                const scenes::Trail& trail, const lab::ViewSettings& view_settings, draw::Rect area,
                                const draw::ViewStyle& style, const lab::StateError& state_error)
{
    const telemetry::Frames frames = frames_until(lane, moment);
    const double zoom_out_factor   = zoom_out_factor_of_lane(lane, frames, area, style.pixels_per_point);
    view::ZoomAndPan zoom_and_pan  = view_settings.zoom_and_pan;
    zoom_and_pan.zoom /= zoom_out_factor;
    const auto verdict = lab::judge_lane(lane, moment).kind;
    return {{picture, style, scene_area_beside_labels_if_wide(area, style.pixels_per_point)},
            lane.world(),
            moment,
            frames,
            trail,
            reference_samples(lane.references(), view_settings.shown_references),
            view_settings.shown_references,
            view_settings.shows_trail,
            scenes::camera_at_recorded_position_if_any(
                scene_camera(lane.world(), area, zoom_and_pan, style.pixels_per_point), moment.sample),
            zoom_out_factor,
            verdict == lab::LaneVerdict::Kind::uneven,
            state_error.is_visible_with_long_step() && verdict != lab::LaneVerdict::Kind::just_started
                ? state_error.visible_limit_m
                : std::numeric_limits<double>::infinity(),
            state_error.is_visible_without_long_step() ? state_error.visible_limit_m
                                                       : std::numeric_limits<double>::infinity(),
            1.0 / lane.references().step_seconds()}; // SceneCanvas::reference_step_hz
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
        const auto columns       = static_cast<float>(column_count);
        const auto rows          = static_cast<float>(row_count());
        const float cell_width   = whole_pixels((stage_area.w - cell_gap * (columns - 1)) / columns);
        const float cell_height  = whole_pixels((stage_area.h - cell_gap * (rows - 1)) / rows);
        const std::size_t row    = i / column_count;
        const std::size_t column = i % column_count;
        return {stage_area.x + static_cast<float>(column) * (cell_width + cell_gap),
                stage_area.y + static_cast<float>(row) * (cell_height + cell_gap), cell_width, cell_height};
    }
    // In pixels; `aspect` is the scene's width / height.
    float scene_height(float aspect) const { return std::min(cell(0).w / aspect, cell(0).h); }
};

constexpr double max_share_of_half_width   = 0.85; // of half the view's width; the camera zooms out if a body is beyond
constexpr double max_considered_x          = 1e6;  // in metres; bodies farther out are ignored
constexpr double zoom_out_log10_per_second = -0.5; // fall of the zoom-out factor, in powers of ten per second
constexpr double zoom_history_seconds      = 12.0; // older frames have no effect on the camera

} // namespace

void update_trail(scenes::Trail& trail, const lab::Lane& lane, const scenes::Moment& presented)
{
    trail.clear_if_new_run_and_append_if_advanced(lane.world(), lane.judged_period().events_at_start, presented);
}

void update_trail_with_newest_frame(scenes::Trail& trail, const lab::Lane& lane)
{
    if (!lane.samples().empty()) update_trail(trail, lane, lane.newest_moment());
}

void redraw_lane(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                 const scenes::Trail& trail, const lab::ViewSettings& view_settings, draw::Rect area,
                 const draw::ViewStyle& style, const draw::Rect* clip_area)
{
    const draw::Rect scene_area = scene_area_beside_labels_if_wide(area, style.pixels_per_point);
    picture.clear_and_set_area(clip_area != nullptr ? draw::intersection(scene_area, *clip_area) : scene_area,
                               style.theme.background);
    const lab::StateError state_error = lab::compute_recent_state_error(lane, moment.sample);
    const scenes::SceneCanvas canvas =
        make_canvas(picture, lane, moment, trail, view_settings, area, style, state_error);
    scenes::view_of(lane.world()).draw(canvas);
    if (view::shows_reference_motion(view_settings.shown_references))
    {
        scenes::draw_stopwatches_if_late_or_early(canvas);
        draw_motion_strip(canvas, lane);
        draw_errors_and_delays(canvas, lane, state_error);
    }
    if (view_settings.marks_states) draw_states_around_step(canvas);
    if (view_settings.shows_velocity_arrow) draw_velocities(canvas);
}

void draw_lesson_arrow(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                       const lab::ViewSettings& view_settings, draw::Rect area, const draw::ViewStyle& style)
{
    const std::vector<scenes::SceneCircle> bodies =
        scenes::grab_circles_or_tracked_points(lane.world(), moment.shown_state);
    if (bodies.empty()) return;
    const scenes::Camera camera  = frame_camera(lane, moment, area, view_settings.zoom_and_pan, style.pixels_per_point);
    const float pixels_per_point = style.pixels_per_point;
    const float radius           = std::max(camera.pixel_length(bodies.front().radius), 12 * pixels_per_point);
    const draw::Point body       = camera.pixel_at(bodies.front().centre);
    const draw::Point tip{body.x, std::max(body.y - radius - 2 * pixels_per_point, area.y + 14 * pixels_per_point)};
    const draw::Colour colour = style.theme.warning;
    picture.add_triangle({tip.x - 7 * pixels_per_point, tip.y - 10 * pixels_per_point},
                         {tip.x + 7 * pixels_per_point, tip.y - 10 * pixels_per_point}, tip, colour);
    picture.add_line({tip.x, tip.y - 22 * pixels_per_point}, {tip.x, tip.y - 8 * pixels_per_point},
                     3 * pixels_per_point, colour);
}

void draw_guessed_bodies(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                         const lab::MisconceptionLane& misconception, const lab::ViewSettings& view_settings,
                         draw::Rect area, const draw::ViewStyle& style)
{
    const scenes::Camera camera = scenes::camera_at_recorded_position_if_any(
        frame_camera(lane, moment, area, view_settings.zoom_and_pan, style.pixels_per_point),
        misconception.moment.sample);
    const scenes::World& misconception_world = misconception.lane.world();
    const auto guess_marks                   = scenes::view_of(misconception_world).guess_marks;
    const std::vector<scenes::SceneCircle> bodies =
        guess_marks != nullptr
            ? guess_marks(misconception_world.scene(), misconception.moment.shown_state)
            : scenes::grab_circles_or_tracked_points(misconception_world, misconception.moment.shown_state);
    const float min_radius = guess_marks != nullptr ? 2.0F : 12.0F; // in points
    for (const scenes::SceneCircle& body : bodies)
    {
        const draw::Point centre = camera.pixel_at(body.centre);
        const float radius       = std::max(camera.pixel_length(body.radius), min_radius * style.pixels_per_point);
        picture.add_disc(centre, radius, draw::faded(style.theme.text, 0.25F));
        picture.add_circle_outline(centre, radius, 1.5F * style.pixels_per_point, style.theme.accent);
    }
    if (bodies.empty()) return;
    const draw::Point first_centre = camera.pixel_at(bodies.front().centre);
    const float radius = std::max(camera.pixel_length(bodies.front().radius), min_radius * style.pixels_per_point);
    picture.add_label_if_anchored_inside(
        {{first_centre.x + radius + 4 * style.pixels_per_point, first_centre.y + radius - 8 * style.pixels_per_point},
         "your guess",
         style.theme.accent});
}

draw::Rect scene_area_beside_labels_if_wide(draw::Rect lane_area, float pixels_per_point)
{
    constexpr float min_wide_aspect = 4.5F;   // smallest width / height of an area with labels on its left
    constexpr float text_width      = 200.0F; // in points, beside the scene
    if (lane_area.w < min_wide_aspect * lane_area.h) return lane_area;
    const float text_area_width = std::clamp(text_width * pixels_per_point, 0.17F * lane_area.w, 0.5F * lane_area.w);
    return {lane_area.x + text_area_width, lane_area.y, lane_area.w - text_area_width, lane_area.h};
}

scenes::Camera scene_camera(const scenes::World& world, draw::Rect area, const view::ZoomAndPan& zoom_and_pan,
                            float pixels_per_point)
{
    const draw::Rect scene_area = scene_area_beside_labels_if_wide(area, pixels_per_point);
    return scenes::zoomed_camera(zoom_and_pan, scenes::view_of(world).camera(world.scene(), scene_area), scene_area);
}

double zoom_out_factor_for_recent_body_x(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area)
{
    if (frames.empty() || !(std::abs(frames.back().shown_x) < max_considered_x)) return 1.0;
    const double left_metres   = camera.metres_at({area.x, 0}).x;
    const double right_metres  = camera.metres_at({area.right(), 0}).x;
    const double middle_metres = 0.5 * (left_metres + right_metres);
    const double max_distance  = max_share_of_half_width * 0.5 * (right_metres - left_metres);
    double zoom_out_factor     = 1.0;
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
        if ((frame.events & (telemetry::world_reset | telemetry::loop_changed)) != 0) break;
    }
    return zoom_out_factor;
}

scenes::Camera newest_frame_camera(const lab::Lane& lane, draw::Rect area, view::ZoomAndPan zoom_and_pan,
                                   float pixels_per_point)
{
    zoom_and_pan.zoom /= zoom_out_factor_of_lane(lane, lane.samples(), area, pixels_per_point);
    const scenes::Camera camera = scene_camera(lane.world(), area, zoom_and_pan, pixels_per_point);
    return lane.samples().empty() ? camera : scenes::camera_at_recorded_position_if_any(camera, lane.samples().back());
}

std::vector<draw::Rect> lane_areas(draw::Rect stage_area, std::size_t lane_count, const scenes::World& world,
                                   float cell_gap)
{
    const float aspect = scenes::view_of(world).aspect;
    LaneGrid best_grid{stage_area, lane_count, 1, cell_gap};
    for (std::size_t column_count = 2; column_count <= lane_count; ++column_count)
        if (const LaneGrid grid{stage_area, lane_count, column_count, cell_gap};
            grid.scene_height(aspect) > best_grid.scene_height(aspect))
            best_grid = grid;
    std::vector<draw::Rect> areas;
    for (std::size_t i = 0; i < lane_count; ++i) areas.push_back(best_grid.cell(i));
    return areas;
}

std::optional<GrabCircle> grab_circle_of(const lab::Lane& lane, draw::Rect area, const view::ZoomAndPan& zoom_and_pan,
                                         float pixels_per_point)
{
    const auto grab_circles_of = scenes::view_of(lane.world()).grab_circles;
    if (grab_circles_of == nullptr) return std::nullopt;
    const std::vector<scenes::SceneCircle> grab_circles = grab_circles_of(lane.world().scene(), lane.shown_state());
    if (grab_circles.empty()) return std::nullopt;
    const scenes::Camera camera = newest_frame_camera(lane, area, zoom_and_pan, pixels_per_point);
    return GrabCircle{camera.pixel_at(grab_circles.front().centre), camera.pixel_length(grab_circles.front().radius)};
}

} // namespace views
