#include "scenes/spring_and_ball/spring_and_ball.hpp"

#include "draw/shapes/scene_objects.hpp"
#include "scenes/drawing/scene_drawing.hpp"
#include "sim/physics/spring.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace scenes
{

namespace
{
constexpr double never = std::numeric_limits<double>::infinity();

std::int8_t wall_side_of(double x, double wall_x) { return static_cast<std::int8_t>(x < wall_x ? -1 : 1); }
} // namespace

SpringAndBall::State SpringAndBall::initial_state() const
{
    return {.x             = knobs.start_x,
            .v             = knobs.start_v,
            .wall_side     = wall_side_of(knobs.start_x, knobs.wall_x),
            .is_teleported = true};
}

void SpringAndBall::step(State& state, const Step& step, const sim::Input& input, sim::EventCounts& events) const
{
    if (input.grabbed)
    {
        state.v         = (input.drag_target_x - state.x) / step.h;
        state.x         = input.drag_target_x;
        state.wall_side = wall_side_of(state.x, knobs.wall_x);
        return;
    }
    integrate_motion(state, step);
    if (is_out_of_bounds(state))
        state.has_blown_up = true;
    else
        resolve_collision_or_tunnelling(state, events);
}

void SpringAndBall::integrate_motion(State& state, const Step& step) const
{
    const double squared_frequency = knobs.stiffness / knobs.mass;
    const double angular_frequency = std::sqrt(squared_frequency);
    if (step.integrator == sim::Integrator::exact)
    {
        sim::exact_spring_step(angular_frequency, knobs.damping_ratio, step.h).advance(state.x, state.v);
        return;
    }
    const double damping_rate = 2.0 * knobs.damping_ratio * angular_frequency;
    sim::integrate(step.integrator, state.x, state.v, step.h,
                   [=](double x, double v) { return -squared_frequency * x - damping_rate * v; });
}

void SpringAndBall::resolve_collision_or_tunnelling(State& state, sim::EventCounts& events) const
{
    const double wall_distance    = state.x - knobs.wall_x;
    const double contact_distance = knobs.radius + knobs.wall_thickness / 2.0;
    const bool is_overlapping     = std::abs(wall_distance) < contact_distance;
    const bool is_swept_hit       = knobs.uses_swept_collision && wall_distance * state.wall_side < contact_distance;
    if (is_overlapping || is_swept_hit)
    {
        // Mirrors the position at the contact plane. A ball put onto the plane would triple its energy in 1 s at 60 Hz.
        const double contact_plane_x = contact_x(state.wall_side);
        state.x                      = contact_plane_x + knobs.restitution * (contact_plane_x - state.x);
        if (state.v * state.wall_side < 0.0) state.v = -knobs.restitution * state.v;
        // Counts only hits from the left. The ball hits from the right only after it has passed through the wall.
        if (state.wall_side < 0) ++events.bounced;
    }
    else if (wall_distance * state.wall_side < 0.0)
    {
        state.wall_side = static_cast<std::int8_t>(-state.wall_side);
        ++events.tunnelled;
    }
}

SpringAndBall::ExactMotion::ExactMotion(const SpringAndBall& scene, const State& start)
    : scene_{scene}
    , contact_x_toward_wall_{-start.wall_side * scene.contact_x(start.wall_side)}
    , wall_direction_{-static_cast<double>(start.wall_side)}
    , state_template_{start}
{
    state_template_.is_teleported = false;
    state_template_.has_blown_up  = false;
    // + 0.0 turns a velocity of -0.0 into 0.0, because std::atan2 in first_turning_time() can return -pi for -0.0.
    const SpringArc first_arc{.start_time    = 0.0,
                              .x_toward_wall = std::min(wall_direction_ * start.x, contact_x_toward_wall_),
                              .v             = wall_direction_ * start.v + 0.0};
    arcs_.push_back(first_arc);
    next_hit_time_ = next_wall_hit_time(first_arc);
}

void SpringAndBall::ExactMotion::write_state(double seconds, State& out)
{
    while (next_hit_time_ <= seconds && append_arc_unless_periodic())
    {
    }
    double motion_time = seconds;
    if (period_ > 0.0 && motion_time >= arcs_[1].start_time)
        motion_time = arcs_[1].start_time + std::fmod(motion_time - arcs_[1].start_time, period_);

    const auto next_arc   = std::upper_bound(arcs_.begin(), arcs_.end(), motion_time,
                                             [](double time, const SpringArc& arc) { return time < arc.start_time; });
    const SpringArc& arc  = next_arc == arcs_.begin() ? arcs_.front() : *(next_arc - 1);
    const bool is_resting = arc.x_toward_wall == contact_x_toward_wall_ && arc.v == 0.0 && contact_x_toward_wall_ < 0.0;
    const SpringArc current_arc = is_resting ? arc : arc_after(arc, motion_time - arc.start_time);
    out                         = state_template_;
    out.x                       = wall_direction_ * current_arc.x_toward_wall;
    out.v                       = wall_direction_ * current_arc.v;
}

SpringAndBall::ExactMotion::SpringArc SpringAndBall::ExactMotion::arc_after(const SpringArc& arc, double seconds) const
{
    SpringArc after = arc;
    sim::exact_spring_step(scene_.angular_frequency(), scene_.knobs.damping_ratio, seconds)
        .advance(after.x_toward_wall, after.v);
    return after;
}

bool SpringAndBall::ExactMotion::append_arc_unless_periodic()
{
    if (period_ > 0.0) return false;
    const double hit_speed = arc_after(arcs_.back(), next_hit_time_ - arcs_.back().start_time).v;

    constexpr double max_resting_speed = 1e-9; // in m/s; a slower ball rests against the wall or only touches it
    SpringArc next_arc{.start_time    = next_hit_time_,
                       .x_toward_wall = contact_x_toward_wall_,
                       .v             = -scene_.knobs.restitution * std::max(hit_speed, 0.0)};
    if (-next_arc.v < max_resting_speed) next_arc.v = 0.0;
    const bool is_periodic = scene_.knobs.damping_ratio == 0.0 && scene_.knobs.restitution == 1.0;
    arcs_.push_back(next_arc);
    next_hit_time_ = next_arc.v == 0.0 ? never : next_wall_hit_time(next_arc);
    if (is_periodic && next_hit_time_ < never) period_ = next_hit_time_ - next_arc.start_time;
    return true;
}

// Time of the next wall hit in seconds, or `never`. Tests only the first swing toward the wall, which goes furthest.
double SpringAndBall::ExactMotion::next_wall_hit_time(const SpringArc& arc) const
{
    const double time_of_minimum = arc.v > 0.0 ? 0.0 : time_of_position_minimum(arc);
    double time_of_maximum       = time_of_first_position_maximum(arc);
    if (time_of_minimum == never) return never;
    const auto position_at = [&](double t) { return arc_after(arc, t).x_toward_wall; };
    if (time_of_maximum == never) // critically damped: the ball rises to rest without a maximum
    {
        if (contact_x_toward_wall_ >= 0.0) return never;
        time_of_maximum = time_of_minimum + 1.0 / scene_.angular_frequency();
        while (position_at(time_of_maximum) < contact_x_toward_wall_)
            time_of_maximum += 1.0 / scene_.angular_frequency();
    }
    if (position_at(time_of_maximum) <= contact_x_toward_wall_) return never;
    return arc.start_time + solve_hit_time_since_arc_start(arc, time_of_minimum, time_of_maximum);
}

// Finds the time of the hit by Newton's method; bisects if an iteration leaves the current interval.
double SpringAndBall::ExactMotion::solve_hit_time_since_arc_start(const SpringArc& arc, double min_hit_time,
                                                                  double max_hit_time) const
{
    double t = 0.5 * (min_hit_time + max_hit_time);
    for (int i = 0; i < 100; ++i)
    {
        const SpringArc current_arc = arc_after(arc, t);
        double& bound               = current_arc.x_toward_wall < contact_x_toward_wall_ ? min_hit_time : max_hit_time;
        bound                       = t;
        const double newton_t       = t - (current_arc.x_toward_wall - contact_x_toward_wall_) / current_arc.v;
        const double previous_t     = t;
        t = newton_t > min_hit_time && newton_t < max_hit_time ? newton_t : 0.5 * (min_hit_time + max_hit_time);
        if (std::abs(t - previous_t) <= 1e-16 * t) break;
    }
    return t;
}

// Time in seconds from the start of `arc` to the point where the ball turns; `never` if the ball does not turn.
double SpringAndBall::ExactMotion::first_turning_time(const SpringArc& arc) const
{
    const double w = scene_.angular_frequency();
    const double z = scene_.knobs.damping_ratio;
    if (z >= 1.0) // v(t) = (v - w (v + w x_toward_wall) t) e^(-wt)
    {
        const double t = arc.v / (w * (arc.v + w * arc.x_toward_wall));
        return t > 0.0 ? t : never;
    }
    const double swing_frequency = w * std::sqrt(1.0 - z * z);
    double t = std::atan2(arc.v * swing_frequency, z * w * arc.v + w * w * arc.x_toward_wall) / swing_frequency;
    if (t <= 0.0) t += std::numbers::pi / swing_frequency;
    return t;
}

double SpringAndBall::ExactMotion::time_of_first_position_maximum(const SpringArc& arc) const
{
    const double turning_time = first_turning_time(arc);
    if (arc.v > 0.0 || turning_time == never) return turning_time;
    if (arc.v == 0.0 && arc.x_toward_wall < 0.0) return turning_time;
    const double z = scene_.knobs.damping_ratio;
    return z >= 1.0 ? never : turning_time + std::numbers::pi / (scene_.angular_frequency() * std::sqrt(1.0 - z * z));
}

double SpringAndBall::ExactMotion::time_of_position_minimum(const SpringArc& arc) const
{
    if (arc.v == 0.0 && arc.x_toward_wall < 0.0) return 0.0; // starts at rest at the turning point away from the wall
    return first_turning_time(arc);
}

namespace
{

using sim::EventCounts;

constexpr double anchor_x = -2.1; // position of the spring's fixed end in metres
// Largest distance in metres at which the ball's centre is drawn; also replaces a position of NaN or infinity.
constexpr double max_drawn_x = 1e6;

// Pixel x of the label beside the grid line at `metre`. Leaves space for a wall, which can stand on this line.
float metre_label_x(const SpringSceneDrawing& drawing, int metre)
{
    return drawing.canvas.camera.pixel_x(metre) +
           drawing.canvas.camera.pixel_length(0.5 * drawing.scene.knobs.wall_thickness) + drawing.canvas.to_pixels(6);
}

constexpr const char* cross_legend = "cross: ball off course";

bool has_legend(const SceneCanvas& canvas)
{
    return canvas.style.has_legend && view::shows_reference_motion(canvas.shown_references);
}

// True if the picture of this loop or of another visible loop may contain a red cross, the mark of a ball off course.
bool may_have_cross(const SpringSceneDrawing& drawing)
{
    return !drawing.canvas.style.is_only_visible_lane ||
           (std::isfinite(drawing.canvas.wrong_error_limit) && drawing.canvas.area.contains(drawing.ball_centre()));
}

// True if the legend needs two lines, which leave no space for the metre labels of the grid.
bool needs_two_lines(const SpringSceneDrawing& drawing)
{
    return has_legend(drawing.canvas) &&
           metre_label_x(drawing, 0) - drawing.canvas.area.x < drawing.canvas.to_pixels(460);
}

void draw_grid(const SpringSceneDrawing& drawing)
{
    const SceneCanvas& canvas = drawing.canvas;
    if (is_automatically_zoomed_out(canvas))
    {
        draw_vertical_round_metre_lines_and_labels(canvas);
        return;
    }
    const draw::Rect area    = canvas.area;
    const float path_pixel_y = canvas.camera.pixel_y(0.0);
    for (int i = -4; i <= 4; ++i)
    {
        const float x                  = canvas.camera.pixel_x(i * 0.5);
        const draw::Colour line_colour = draw::faded(canvas.theme().border, 0.6F);
        if (i % 2 == 0) canvas.picture.add_line({x, area.y}, {x, area.bottom()}, canvas.to_pixels(1), line_colour);
        canvas.picture.add_line({x, area.bottom() - canvas.to_pixels(6)}, {x, area.bottom()}, canvas.to_pixels(1),
                                canvas.theme().dim_metal);
    }
    if (!canvas.has_motion_strip() && !needs_two_lines(drawing)) // else the film strip or the legend covers this place
        for (const int metre : {0, 1})
            draw::draw_small_label_if_height_allows(
                canvas, {metre_label_x(drawing, metre), area.bottom() - canvas.to_pixels(21)},
                fmt::format("{} m", metre));
    const float rest_x = canvas.camera.pixel_x(0.0);
    canvas.picture.add_line({rest_x, path_pixel_y - canvas.to_pixels(48)},
                            {rest_x, path_pixel_y + canvas.to_pixels(48)}, canvas.to_pixels(1),
                            draw::faded(canvas.theme().dim_text, 0.35F));
}

// Marks past hits in the plot of past frames: a bright mark for each bounce, a gap in the wall for each tunnelling.
void draw_past_hits(const SceneCanvas& canvas, const MotionPlot& plot, draw::Rect wall_rect)
{
    const auto samples = canvas.frames;
    for (std::size_t i = samples.size(); i-- > 0;)
    {
        const float relative_age = plot.relative_age(samples[i].game_time);
        if (relative_age > 1.0F || (samples[i].events & telemetry::world_reset) != 0) break;
        const float y       = plot.point_at(samples[i].game_time, 0.0).y;
        const float opacity = 1.0F - relative_age;
        if (has_event(samples[i], &EventCounts::bounced))
            canvas.picture.add_rectangle({wall_rect.x, y - canvas.to_pixels(2), wall_rect.w, canvas.to_pixels(4)},
                                         canvas.to_pixels(1), draw::faded(canvas.theme().text, 0.55F * opacity));
        if (!has_event(samples[i], &EventCounts::tunnelled)) continue;
        const float overhang = canvas.to_pixels(9);
        canvas.picture.add_rectangle({wall_rect.x - canvas.to_pixels(0.5F), y - canvas.to_pixels(4),
                                      wall_rect.w + canvas.to_pixels(1), canvas.to_pixels(8)},
                                     0, canvas.theme().background);
        canvas.picture.add_line({wall_rect.x - overhang, y}, {wall_rect.right() + overhang, y}, canvas.to_pixels(2.4F),
                                draw::faded(canvas.theme().alarm, std::min(0.3F + opacity, 1.0F)));
    }
}

void draw_spring_wall(const SpringSceneDrawing& drawing, const MotionPlot& plot)
{
    const SceneCanvas& canvas  = drawing.canvas;
    const SpringAndBall& scene = drawing.scene;
    const double side          = drawing.shown_state.wall_side;
    const float width          = std::max(canvas.camera.pixel_length(scene.knobs.wall_thickness), canvas.to_pixels(3));
    const float wall_pixel_x   = canvas.camera.pixel_x(scene.knobs.wall_x);
    const float path_pixel_y   = canvas.camera.pixel_y(0.0);
    const draw::Rect wall_rect{wall_pixel_x - width / 2, canvas.area.y + canvas.to_pixels(10), width,
                               canvas.area.h - canvas.to_pixels(20)};
    draw::draw_wall(canvas, {.rect               = wall_rect,
                             .hit_point          = {wall_pixel_x, path_pixel_y},
                             .hole_half_width    = std::min(0.9F * drawn_ball_radius_pixels(canvas, scene.knobs.radius),
                                                            0.24F * canvas.area.h),
                             .pass_count         = canvas.event_count(&EventCounts::tunnelled),
                             .seconds_since_pass = seconds_since_recent_event(canvas, &EventCounts::tunnelled),
                             .seconds_since_hit  = seconds_since_recent_event(canvas, &EventCounts::bounced),
                             .pass_direction     = {static_cast<float>(side), 0}});
    if (canvas.shows_trail && !plot.is_dot_row()) draw_past_hits(canvas, plot, wall_rect);
}

void draw_spring(const SceneCanvas& canvas, float ball_x)
{
    const draw::Point anchor = canvas.pixel_at({anchor_x, 0.0});
    const float radius       = std::min(canvas.camera.pixel_length(0.095), 0.15F * canvas.area.h);
    const float overhang     = canvas.to_pixels(300);
    draw::draw_coil_coloured_by_stretch(canvas,
                                        {.rest_length         = canvas.camera.pixel_x(0.0) - anchor.x,
                                         .radius              = radius,
                                         .wire_thickness      = 0.19F * radius,
                                         .straight_end_length = 0.9F * radius},
                                        anchor,
                                        std::clamp(ball_x, canvas.area.x - overhang, canvas.area.right() + overhang));

    const float unit = 0.05F * radius;
    const draw::Rect mount{anchor.x - 11 * unit, anchor.y - 42 * unit, 11 * unit, 84 * unit};
    canvas.picture.add_rectangle(mount, 2 * unit, canvas.theme().dim_metal);
    // Draws the hatching. The counter is an integer, because adding a tiny `unit` to a float might not change it.
    for (int i = 0; i < 7; ++i)
    {
        const float y = mount.y + static_cast<float>(4 + 11 * i) * unit;
        canvas.picture.add_line({mount.x, y + 8 * unit}, {mount.x - 8 * unit, y}, 1.6F * unit,
                                canvas.theme().dim_metal);
    }
}

MotionPlot plot_of_past_frames(const SpringSceneDrawing& drawing)
{
    return {drawing.canvas, MotionPlot::Direction::down, drawing.canvas.camera.pixel_y(0.0),
            drawing.canvas.bottom_y_above_caption()};
}

void write_legend(const SpringSceneDrawing& drawing)
{
    const SceneCanvas& canvas      = drawing.canvas;
    const std::string ring_caption = canvas.reference_caption_suffix("ring", "the ball");
    const auto without_separator   = [](const std::string& text)
    { return text.substr(std::min<std::size_t>(2, text.size())); };
    const auto with_dots_caption = [&](const std::string& text)
    { return canvas.shows_trail ? "one dot per frame" + text : without_separator(text); };
    const std::string inner_part_caption =
        drawing.inner_part_caption.empty() ? "" : fmt::format("; {}", drawing.inner_part_caption);
    if (!has_legend(canvas))
    {
        draw_caption_unless_motion_strip_is_shown(canvas,
                                                  {with_dots_caption(ring_caption + inner_part_caption),
                                                   with_dots_caption(ring_caption), without_separator(ring_caption)},
                                                  metre_label_x(drawing, 0));
        return;
    }
    const std::string cross_caption = may_have_cross(drawing) ? cross_legend : "";
    const std::string legend_text   = cross_caption.empty() ? ring_caption : ring_caption + "; " + cross_caption;
    if (canvas.has_height_for_text() && !needs_two_lines(drawing))
    {
        draw_caption_unless_motion_strip_is_shown(canvas,
                                                  {with_dots_caption(legend_text + inner_part_caption),
                                                   with_dots_caption(legend_text), without_separator(legend_text),
                                                   without_separator(ring_caption)},
                                                  metre_label_x(drawing, 0));
        return;
    }

    constexpr float legend_width = 192.0F; // width of the legend in points
    const float wall_pixel_x     = canvas.camera.pixel_x(drawing.scene.knobs.wall_x);
    const float wall_right_x     = wall_pixel_x + canvas.to_pixels(14);
    const bool is_right_of_wall =
        !canvas.has_height_for_text() && canvas.area.right() - wall_right_x >= canvas.to_pixels(legend_width + 24);
    const float legend_x =
        is_right_of_wall
            ? wall_right_x
            : canvas.area.x + canvas.to_pixels(canvas.has_height_for_text() ? 62 : 14); // right of the time labels
    if (canvas.area.h < canvas.to_pixels(is_right_of_wall ? 80 : 180) || canvas.has_motion_strip() ||
        !canvas.area.contains(drawing.ball_centre()))
        return;
    if (!is_right_of_wall && wall_pixel_x - legend_x < canvas.to_pixels(legend_width)) return;
    const float lower_line_y = canvas.area.bottom() - canvas.to_pixels(26);
    canvas.picture.add_label_if_anchored_inside(
        {{legend_x, cross_caption.empty() ? lower_line_y : lower_line_y - canvas.to_pixels(18)},
         without_separator(ring_caption),
         canvas.theme().dim_text});
    if (!cross_caption.empty())
        canvas.picture.add_label_if_anchored_inside({{legend_x, lower_line_y}, cross_caption, canvas.theme().dim_text});
}

double drawable_x(const SpringAndBall::State& shown)
{
    return std::isfinite(shown.x) ? std::clamp(shown.x, -max_drawn_x, max_drawn_x) : max_drawn_x;
}

struct SpringAndBallView : ViewOf<SpringAndBall>
{
    static constexpr auto knobs = joined_knobs(
        std::array{
            knob<&Knobs::stiffness>(
                "stiffness", "N/m", 1.0, 10'000.0, {.is_logarithmic = true},
                "Stiffness of the spring: with a stiffer spring, the ball swings faster and needs shorter steps."),
            knob<&Knobs::mass>("mass", "kg", 0.1, 10.0, {.is_logarithmic = true},
                               "Mass of the ball; a lighter ball swings faster."),
            knob<&Knobs::damping_ratio>(
                "damping", "", 0.0, 1.0, {},
                "Damping ratio: at 0 the ball swings for ever, at 1 it comes to rest without overshoot."),
        },
        ball_and_wall_knobs<Knobs>);
    static constexpr float aspect   = 8.0F;
    static constexpr bool zooms_out = true;

    static Camera camera(const SpringAndBall& scene, draw::Rect area) { return camera_of_spring(scene, area); }
    static std::vector<SceneCircle> grab_circles(const SpringAndBall& scene, const State& shown)
    {
        return {SceneCircle{{shown.x, 0.0}, scene.knobs.radius}};
    }
    static void draw(const Canvas& canvas)
    {
        const SpringSceneDrawing spring_drawing{canvas, canvas.scene, canvas.shown_state, ""};
        spring_drawing.draw();
        canvas.for_each_shown_reference(
            [&](const State& reference_state, LineStyle line_style)
            { spring_drawing.draw_reference_ring_and_arrow_if_solid(reference_state, line_style); });
        spring_drawing.draw_annotations_over_references();
    }
};

} // namespace

Camera camera_of_spring(const SpringAndBall& scene, draw::Rect area)
{
    const auto& knobs              = scene.knobs;
    const double left_metres       = anchor_x - 0.25;
    const double right_metres      = std::max(1.9, knobs.wall_x + 0.7);
    const double max_pixels_per_m  = 0.94 * static_cast<double>(area.h) / (2.0 * knobs.radius);
    const Camera full_width_camera = x_range_camera(area, left_metres, right_metres);
    if (full_width_camera.pixels_per_m <= max_pixels_per_m) return full_width_camera;
    const double middle_metres = (left_metres + right_metres) / 2.0;
    return {.origin       = {area.x + area.w / 2 - static_cast<float>(middle_metres * max_pixels_per_m),
                             full_width_camera.origin.y},
            .pixels_per_m = max_pixels_per_m};
}

draw::Point SpringSceneDrawing::ball_centre() const
{
    return {canvas.camera.pixel_x(drawable_x(shown_state)), canvas.camera.pixel_y(0.0)};
}

float SpringSceneDrawing::ball_radius() const { return drawn_ball_radius_pixels(canvas, scene.knobs.radius); }

void SpringSceneDrawing::draw() const
{
    const MotionPlot plot = plot_of_past_frames(*this);
    draw_grid(*this);
    plot.draw();
    draw_spring_wall(*this, plot);
    draw_spring(canvas, ball_centre().x);
    if (std::isfinite(shown_state.x)) draw_ball(canvas, ball_centre(), ball_radius(), canvas.loop_colour());
}

void SpringSceneDrawing::draw_reference_ring_and_arrow_if_solid(const SpringAndBall::State& reference_state,
                                                                LineStyle line_style) const
{
    draw_reference_ring(canvas, canvas.pixel_at({reference_state.x, 0.0}), ball_radius(), line_style);
    if (line_style == LineStyle::solid)
        draw_direction_arrow(canvas, canvas.pixel_at({reference_state.x, 0.0}), ball_radius(),
                             {reference_state.v, 0.0});
}

void SpringSceneDrawing::draw_bounce_tally() const
{
    constexpr float min_width_for_left_bounce_count =
        1250.0F; // least area width in points for a bounce count left of the wall
    // In points.
    constexpr float min_width_right_of_wall = 180.0F;
    const float wall_pixel_x                = canvas.camera.pixel_x(scene.knobs.wall_x);
    const float right_edge                  = canvas.area.right() - canvas.to_pixels(4);
    if (!canvas.has_height_for_text() && !is_automatically_zoomed_out(canvas) &&
        right_edge - wall_pixel_x < canvas.to_pixels(min_width_right_of_wall))
        draw_tally_of_made_and_missed_bounces(
            canvas, {wall_pixel_x + canvas.to_pixels(14), canvas.area.bottom() - canvas.to_pixels(34)}, right_edge);
    else if (!canvas.has_height_for_text() || is_automatically_zoomed_out(canvas))
        draw_tally_of_made_and_missed_bounces(
            canvas,
            {canvas.area.right() - canvas.to_pixels(176),
             canvas.area.y + canvas.to_pixels(canvas.area.h < canvas.to_pixels(100) ? 4 : 12)},
            right_edge);
    else if (canvas.area.w >= canvas.to_pixels(min_width_for_left_bounce_count))
        draw_tally_of_made_and_missed_bounces(
            canvas, {wall_pixel_x - canvas.to_pixels(190), canvas.area.y + canvas.to_pixels(12)},
            wall_pixel_x - canvas.to_pixels(8));
    else
        draw_tally_of_made_and_missed_bounces(
            canvas,
            {wall_pixel_x + canvas.to_pixels(14),
             canvas.bottom_y_above_caption() - canvas.to_pixels(canvas.has_motion_strip() ? 76 : 44)},
            right_edge);
}

void SpringSceneDrawing::draw_annotations_over_references() const
{
    draw_off_screen_arrow_and_position(canvas, "ball", {shown_state.x, 0.0});
    const bool is_wide_view = is_automatically_zoomed_out(canvas);
    // Avoids overlapping labels.
    if (canvas.has_height_for_text() || !is_wide_view) draw_bounce_tally();
    if (is_wide_view)
        draw_trail_and_swing_growth_label(canvas, plot_of_past_frames(*this), ball_centre(), ball_radius());
    else
        write_legend(*this);
}

extern constinit const SceneType spring_and_ball = make_scene_type<SpringAndBall, SpringAndBallView>(
    {.name           = "spring-and-ball",
     .title          = "Spring and ball",
     .what_to_watch  = "A step that is too long lets the ball pass through the wall, or makes the spring explode.",
     .has_exact_step = true});

} // namespace scenes
