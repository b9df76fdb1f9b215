#include "views/drawn_lane.hpp"

#include "scenes/bouncing_ball/bouncing_ball.hpp"
#include "scenes/chain/chain.hpp"
#include "scenes/drawing/canvas.hpp"
#include "scenes/orbit/orbit.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"
#include "scenes/uniform_motion/uniform_motion.hpp"
#include "telemetry/metrics.hpp"

using namespace scenes;
using sim::Vec2;

namespace
{

double on_road(double x) { return x - 16 * std::floor(x / 16); } // the road of uniform-motion wraps

Vec2 body_in(const SpringAndBall::State& s) { return {s.x, 0}; }
Vec2 body_in(const BouncingBall::State& s) { return {0, s.y}; }
Vec2 body_in(const UniformMotion::State& s) { return {on_road(s.travelled_distance), 0}; }
Vec2 body_in(const Chain::State& s) { return s.x.values.back(); }
Vec2 body_in(const Orbit::State& s) { return s.x; }

template <class... S>
std::optional<Vec2> body_of_one(const AnyState& any)
{
    std::optional<Vec2> body;
    ((any.is<typename S::State>() ? void(body = body_in(any.as<typename S::State>())) : void()), ...);
    return body;
}
std::optional<Vec2> body_of(const AnyState& any)
{
    return body_of_one<SpringAndBall, BouncingBall, UniformMotion, Chain, Orbit>(any);
}

// Returns the metres and the places of the grid that an explosion has; empty without an explosion.
std::vector<std::pair<double, Point>> grid_of(const Picture& picture)
{
    std::vector<std::pair<double, Point>> found;
    for (const Label& label : picture.labels())
        if (const auto metres = length_in(label.text); metres && label.font == Font::proportional)
            found.emplace_back(*metres, label.anchor);
    return found;
}

// Returns the camera that follows from the numbers of the grid if the motion has exploded; else the scene's camera.
Camera camera_of(const DrawnLane& d)
{
    const Rect area = views::lane_layout(d.lane_area).scene;
    const Camera unzoomed = views::scene_camera(d.lane.world(), d.lane_area);
    const telemetry::Frames all{d.lane.samples()};
    const telemetry::Frames frames =
        all.first(all.first_index_from(d.moment.sample.start_wall_time + timestep::Nanos{1}));
    const double zoom_out =
        view_of(d.lane.world()).zooms_out ? views::body_zoom_out_factor(frames, unzoomed, area) : 1.0;
    Camera found = zoomed_camera({.zoom = 1.0 / zoom_out}, unzoomed, area);
    const auto grid = grid_of(d.picture);
    if (grid.size() < 2) return found;
    found = unzoomed;
    const auto& [left, first] = grid.front();
    const auto& [right, last] = grid.back();
    const double scale = static_cast<double>(last.x - first.x) / (right - left);
    const float middle = area.y + area.h / 2;
    const auto share = static_cast<float>(scale / found.pixels_per_m);
    found.origin = {first.x - 4 - static_cast<float>(left * scale), middle + (found.origin.y - middle) * share};
    found.pixels_per_m = scale;
    for (const auto& [metres, at] : grid) CHECK(std::abs(at.x - 4 - found.pixel_x(metres)) < 0.1F);
    return found;
}

void check_body(const DrawnLane& d, const Camera& camera)
{
    const auto shown = body_of(d.moment.shown_state);
    if (!shown) return;
    const Vec2 reference = *body_of(d.moment.reference_at_frame_start);
    const Rect& area = d.picture.area();
    const Point at = camera.pixel_at(*shown);
    const Point ought = camera.pixel_at(reference);
    const bool is_inside = sim::is_finite(*shown) && area.contains(at);
    INFO("shown->x ", shown->x, ", shown->y ", shown->y);
    const RoundedBox* ball = box_at(d.picture, at, [&](const auto& b) { return b.is_lit_ball && b.colour == d.loop; });
    const RoundedBox* ring =
        box_at(d.picture, ought, [&](const auto& b) { return b.outline_width == 3.0F && b.colour == d.theme.text; });
    CHECK((ball != nullptr) == is_inside);
    CHECK((ring != nullptr) == (sim::is_finite(reference) && area.contains(ought)));
    if (ball != nullptr && ring != nullptr) CHECK(ring->radius == doctest::Approx(1.2F * ball->radius));
    const bool is_pointed_at =
        std::ranges::any_of(d.picture.labels(), [&](const Label& l)
                            { return l.text.find(" at ") != l.text.npos && l.colour == d.theme.alarm; });
    CHECK(is_pointed_at == !is_inside);
}

// Checks that only a picture at a wrong place has a red cross on its body and a red circle where the body should be.
// A right picture of a lane that was wrong in the last two seconds has a paler mark of the worst one.
void check_wrong_mark(const DrawnLane& d, const Camera& camera)
{
    const auto shown = body_of(d.moment.shown_state);
    if (!shown || view_of(d.lane.world()).grab_circles == nullptr || !sim::is_finite(*shown)) return;
    const Point ball = camera.pixel_at(*shown);
    const Point due = camera.pixel_at(*body_of(d.moment.reference_at_shown_time));
    if (!d.picture.area().contains(ball) || !d.picture.area().contains(due)) return;
    const lab::StateError error = d.lane.judgement(d.moment).state_error;
    const double apart = std::hypot(ball.x - due.x, ball.y - due.y) / camera.pixels_per_m;
    const bool is_wrong =
        error.is_wrong() && apart > error.visible_limit_m && !telemetry::shows_estimated_state(d.moment.sample);
    const auto is_red = [&](const auto& b) { return b.colour == d.theme.alarm; };
    INFO("apart ", apart, ", error.visible_limit_m ", error.visible_limit_m);
    const auto is_arm = [&](const auto& b) { return is_red(b) && is_line(b) && b.radius == 1.5F; };
    const auto is_circle = [&](const auto& b) { return is_red(b) && b.is_disc() && b.outline_width == 2; };
    CHECK((box_at(d.picture, ball, is_arm) != nullptr) == is_wrong);
    CHECK((box_at(d.picture, due, is_circle) != nullptr) == is_wrong);
}

// Checks that each frame of the last 1.6 s, or 0.5 s in a strip, has a dot at its position, paler with age. The dots
// of a strip are in one row.
void check_dots(const DrawnLane& d, const Camera& camera)
{
    const std::string_view scene = d.lane.world().name();
    const bool is_upright = scene == "bouncing-ball";
    if (!is_upright && scene != "spring-and-ball" && scene != "ball-with-part" && scene != "uniform-motion") return;
    const auto dots = boxes_where(d.picture,
                                  [&](const auto& b)
                                  {
                                      return b.is_disc() && !b.is_lit_ball && b.outline_width == 0 &&
                                             b.blur_width == 0 && b.radius == 3.2F && is_same_ink(b.colour, d.loop);
                                  });
    const auto is_in_row = [&](const auto& b) { return b.y == dots.front().y; };
    const double length = !is_upright && std::ranges::all_of(dots, is_in_row) ? 0.5 : 1.6; // seconds
    const telemetry::Frames all{d.lane.samples()};
    std::size_t frames = 0;
    for (std::size_t i = all.size(); i-- > 0 && (all[i].events & telemetry::world_reset) == 0;)
    {
        const double age = timestep::to_seconds(d.moment.sample.game_time - all[i].game_time) / length;
        if (all[i].start_wall_time > d.moment.sample.start_wall_time || telemetry::is_paused(all[i])) continue;
        if (age >= 1) break;
        ++frames;
        const double metres = scene == "uniform-motion" ? on_road(all[i].shown_x) : all[i].shown_x;
        const float across = is_upright ? camera.pixel_y(metres) : camera.pixel_x(metres);
        const Rect& area = d.picture.area();
        const bool is_seen =
            is_upright ? across > area.y && across < area.bottom() : across > area.x && across < area.right();
        const auto is_of_frame = [&](const auto& b)
        { return std::abs((is_upright ? b.y : b.x) - across) < 0.1F && std::abs(b.colour.a - (1 - age)) < 1e-3; };
        CAPTURE(age);
        if (is_seen) CHECK(std::ranges::any_of(dots, is_of_frame));
    }
    CHECK(dots.size() <= frames);
}

} // namespace

void check_drawn(const DrawnLane& drawn)
{
    CAPTURE(drawn.lane.world().name());
    check_sound(drawn.picture);
    check_words(drawn.picture);
    const Camera camera = camera_of(drawn);
    check_body(drawn, camera);
    check_wrong_mark(drawn, camera);
    check_dots(drawn, camera);
}
