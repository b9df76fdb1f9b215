#include "views/drawn_lane.hpp"

#include "lab/metrics/lane_verdict.hpp"
#include "scenes/drawing/scene_view.hpp"
#include "telemetry/metrics.hpp"

#include "scenes/bouncing_ball/bouncing_ball.hpp"
#include "scenes/chain/chain.hpp"
#include "scenes/chaos/chaos.hpp"
#include "scenes/float_clock/float_clock.hpp"
#include "scenes/orbit/orbit.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"
#include "scenes/uniform_motion/uniform_motion.hpp"
#include "views/says.hpp"
#include "views/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numbers>
#include <optional>
#include <variant>
#include <vector>

using namespace draw;
using namespace scenes;
using sim::Vec2;

std::vector<std::pair<double, Label>> DrawnLane::grid() const
{
    std::vector<std::pair<double, Label>> found;
    for (const Label& label : picture.labels())
        if (const auto metres = length_in(label.text); metres && label.font == Font::words)
            found.emplace_back(*metres, label);
    return found;
}

std::vector<telemetry::FrameSample> DrawnLane::past() const
{
    std::vector<telemetry::FrameSample> found;
    const telemetry::Frames all{lane.samples()};
    for (std::size_t i = all.size(); i-- > 0 && (all[i].events & telemetry::reset) == 0;)
        if (all[i].wall <= moment.sample.wall) found.push_back(all[i]);
    return found;
}

// Returns the camera that follows from the numbers of the grid if the motion has exploded; else the scene's camera.
Camera DrawnLane::camera_of_picture() const
{
    Camera found       = views::camera_for(lane.world(), lane_area);
    const auto numbers = grid();
    if (numbers.size() < 2) return found;
    const auto& [left, first] = numbers.front();
    const auto& [right, last] = numbers.back();
    const double scale        = static_cast<double>(last.at.x - first.at.x) / (right - left);
    const float middle        = area.y + area.h / 2;
    const auto share          = static_cast<float>(scale / found.pixels_per_m);
    found.origin = {first.at.x - 4 - static_cast<float>(left * scale), middle + (found.origin.y - middle) * share};
    found.pixels_per_m = scale;
    return found;
}

double on_road(double x) { return x - 16 * std::floor(x / 16); }

Vec2 hand_end(int dial, double turns, double radius)
{
    const double angle = 2 * std::numbers::pi * turns;
    return {(dial == 0 ? -1.15 : 1.15) + radius * std::sin(angle), 0.1 + radius * std::cos(angle)};
}

std::array<Vec2, 2> joints_of(const World& world, const Chaos::Pendulum& pendulum)
{
    const auto& knobs  = world.scene().as<Chaos>().knobs;
    const auto rod_end = [](Vec2 from, double length, double angle) {
        return Vec2{from.x + length * std::sin(angle), from.y - length * std::cos(angle)};
    };
    const Vec2 middle = rod_end({0, 0}, knobs.length1, pendulum.angle.x);
    return {middle, rod_end(middle, knobs.length2, pendulum.angle.y)};
}

namespace
{

// The bodies of a state. They are drawn as balls in the loop's colour, or, in the state of a PC that is never late, as
// rings.
struct Bodies
{
    std::vector<Vec2> balls;
    std::vector<Vec2> rings = balls;
};
Bodies bodies_of_state(const World&, const SpringAndBall::State& s) { return {{{s.x, 0}}}; }
Bodies bodies_of_state(const World&, const BouncingBall::State& s) { return {{{0, s.y}}}; }
Bodies bodies_of_state(const World&, const UniformMotion::State& s) { return {{{on_road(s.travel), 0}}}; }
Bodies bodies_of_state(const World&, const Chain::State& s) { return {{s.x.at.back()}}; }
Bodies bodies_of_state(const World&, const Orbit::State& s) { return {{s.x}}; }
Bodies bodies_of_state(const World& world, const Chaos::State& s) { return {{joints_of(world, s.run[0])[1]}}; }
Bodies bodies_of_state(const World&, const FloatClock::State& s)
{
    return {{hand_end(0, s.turns_float), hand_end(1, s.turns_double)},
            {hand_end(0, s.turns_double), hand_end(1, s.turns_double)}};
}
Bodies bodies_of_any(const World& world, const AnyState& state)
{
    Bodies bodies;
    with_state<SpringAndBall, BouncingBall, UniformMotion, Chain, Orbit, Chaos, FloatClock>(
        state, [&](const auto& s) { bodies = bodies_of_state(world, s); });
    return bodies;
}

void check_bodies(const DrawnLane& d)
{
    const auto shown = bodies_of_any(d.world(), d.moment.shown).balls;
    const auto rings = bodies_of_any(d.world(), d.moment.ring).rings;
    for (std::size_t i = 0; i < shown.size(); ++i)
    {
        CAPTURE(shown[i].x);
        CAPTURE(shown[i].y);
        const Point at       = d.camera.at(shown[i]);
        const Point ought    = d.camera.at(rings[i]);
        const bool is_inside = sim::is_finite(shown[i]) && d.area.contains(at);
        const Box* ball      = box_at(d.picture, at, [&](const Box& b) { return b.lit && b.colour == d.loop; });
        const Box* ring =
            box_at(d.picture, ought, [&](const Box& b) { return b.ring == 3.0F && b.colour == d.theme.ink; });
        CHECK((ball != nullptr) == is_inside);
        CHECK((ring != nullptr) == (sim::is_finite(rings[i]) && d.area.contains(ought)));
        if (ball != nullptr && ring != nullptr) CHECK(ring->radius == doctest::Approx(1.2F * ball->radius));
        const bool is_pointed_at =
            std::ranges::any_of(d.picture.labels(), [&](const Label& l)
                                { return l.text.find(" at ") != l.text.npos && l.colour == d.theme.alarm; });
        CHECK(is_pointed_at == !is_inside);
    }
}

// Returns the number of straight lines of one colour, up to how transparent they are, with these ends.
std::ptrdiff_t lines_between(const DrawnLane& d, Point a, Point b, Colour ink, float half_width)
{
    return std::ssize(boxes_where(d.picture,
                                  [&](const Box& box)
                                  {
                                      if (!is_line(box) || !is_same_ink(box.colour, ink)) return false;
                                      if (box.radius != doctest::Approx(half_width)) return false;
                                      const auto ends   = ends_of(box);
                                      const auto is_end = [&](Point p)
                                      { return is_near(ends[0], p) || is_near(ends[1], p); };
                                      return is_end(a) && is_end(b);
                                  }));
}

// The mark of a picture that shows its body at a wrong place.
struct WrongMark
{
    Point cross;  // middle of the cross on the body
    Point circle; // middle of the circle where the body ought to be
    float alpha;
};

// Returns the marks of wrong pictures: each has a red circle, and a red cross of two lines that have the same middle.
std::vector<WrongMark> wrong_marks(const DrawnLane& d)
{
    const Colour red = d.theme.alarm;
    const auto arms =
        boxes_where(d.picture, [&](const Box& b)
                    { return is_line(b) && is_same_ink(b.colour, red) && b.radius == 1.5F && std::abs(b.sin) > 0.7F; });
    const auto circles =
        boxes_where(d.picture, [&](const Box& b) { return b.is_disc() && b.ring == 2 && is_same_ink(b.colour, red); });
    std::vector<WrongMark> marks;
    REQUIRE(arms.size() == 2 * circles.size());
    for (std::size_t i = 0; i < circles.size(); ++i)
    {
        CHECK(is_near({arms[2 * i].x, arms[2 * i].y}, {arms[2 * i + 1].x, arms[2 * i + 1].y}));
        CHECK(arms[2 * i].sin * arms[2 * i + 1].sin < 0);
        marks.push_back({{arms[2 * i].x, arms[2 * i].y}, {circles[i].x, circles[i].y}, circles[i].colour.a});
    }
    return marks;
}

// Checks the marks of a lane with one body against its numbers. A lane that is wrong in the last two seconds has one
// red mark: of this picture or, if this picture is right, a paler one of the worst. Others have none.
void check_wrong_mark(const DrawnLane& d, Point ball, Point due)
{
    const auto marks            = wrong_marks(d);
    const lab::StateError error = lab::state_error(d.lane, d.moment.sample);
    if (!error.is_wrong()) CHECK(marks.empty());
    if (!error.is_wrong()) return;
    const double apart = std::hypot(ball.x - due.x, ball.y - due.y) / d.camera.pixels_per_m;
    const bool is_now  = apart > error.limit && !telemetry::is_estimate(d.moment.sample);
    CAPTURE(apart);
    CAPTURE(error.limit);
    if (is_now)
    {
        REQUIRE(marks.size() == 1);
        CHECK(is_near(marks[0].cross, ball));
        CHECK(is_near(marks[0].circle, due));
        CHECK(marks[0].alpha == 1);
        const float side = 2.2F;
        CHECK(lines_between(d, {ball.x, ball.y + side}, {due.x, due.y + side}, d.theme.alarm, 0.9F) +
                  (ball.y == due.y ? 0 : 1) >=
              1);
        return;
    }
    const double worst_px = error.worst * d.camera.pixels_per_m;
    if (marks.empty()) CHECK(worst_px > d.area.w / 4); // the worst picture was outside of the area
    if (marks.empty()) return;
    REQUIRE(marks.size() == 1);
    CHECK(marks[0].alpha < 1);
    const auto [cross, circle, alpha] = marks[0];
    CHECK(std::hypot(cross.x - circle.x, cross.y - circle.y) == doctest::Approx(worst_px).epsilon(0.01));
}

// Checks the marks between a ball, the place where it ought to be at the time that the picture shows, and its ring: a
// red cross and a red circle if the picture is wrong, and a grey line from the right place to the ring. Both have
// labels.
void check_gap(const DrawnLane& d)
{
    const auto shown = bodies_of_any(d.world(), d.moment.shown).balls;
    const auto right = bodies_of_any(d.world(), d.moment.right).rings;
    const auto rings = bodies_of_any(d.world(), d.moment.ring).rings;
    if (scenes::view_of(d.world()).handles == nullptr || shown.size() != 1 || !sim::is_finite(shown[0])) return;
    const Point ball = d.camera.at(shown[0]);
    const Point due  = d.camera.at(right[0]);
    const Point ring = d.camera.at(rings[0]);
    const auto apart = [](Point a, Point b) { return std::hypot(b.x - a.x, b.y - a.y); };
    if (!d.area.contains(ball) || !d.area.contains(ring) || !d.area.contains(due)) return;
    check_wrong_mark(d, ball, due);
    const lab::StateError error = lab::state_error(d.lane, d.moment.sample);
    if (error.is_different() && apart(ball, due) > error.limit * d.camera.pixels_per_m) return; // another course
    const auto marks    = wrong_marks(d);
    const bool is_wrong = !marks.empty() && marks[0].alpha == 1;
    const Point from    = is_wrong ? due : ball;
    const double late   = std::abs(timestep::to_millis(d.moment.sample.late));
    const bool is_late  = apart(from, ring) > 3;
    const auto is_delay = [&](const Box& b)
    {
        return is_line(b) && b.colour == d.theme.quiet && b.radius == doctest::Approx(1.2F) &&
               2 * b.half_w == doctest::Approx(apart(from, ring)).epsilon(1e-3);
    };
    CAPTURE(apart(from, ring));
    if (is_late) CHECK(!boxes_where(d.picture, is_delay).empty());
    if (!d.is_roomy()) return;
    if (is_late && late >= 2 && label_that_begins(d.picture, "last 12 frames") == nullptr)
    {
        const bool behind = d.moment.sample.late > timestep::Nanos::zero();
        const bool lost   = std::abs(timestep::to_millis(d.moment.sample.lost)) >= 2;
        CHECK(says(d.picture, lost ? behind ? " behind" : " ahead" : behind ? " late" : " early"));
    }
}

// A page (a plot of past frames): time runs from the pixel `now` to `then`. If there is no room for a page, a tape (one
// row of dots) is drawn at its end.
struct PastPage
{
    const DrawnLane& d;
    float now;
    float then;
    bool left = false; // time runs to the left, not down

    bool is_tape() const { return !left && then - now < 100; }
    // Returns the age of a time on the game clock: 0 at the present, 1 at the end of the page.
    float age(timestep::Nanos game) const
    {
        return static_cast<float>(timestep::to_seconds(d.moment.sample.game - game) / (is_tape() ? 0.5 : 1.6));
    }
    Point at(timestep::Nanos game, double metres) const
    {
        const float along = now + age(game) * (then - now);
        if (left) return {along, d.camera.y(metres)};
        return {d.camera.x(metres), is_tape() ? then - 9 : along};
    }
};

std::optional<PastPage> page_of(const DrawnLane& d)
{
    const float level            = d.camera.y(0);
    const float half             = (d.is_roomy() ? 0.19F : 0.225F) * d.area.h; // of the bars of uniform-motion
    const std::string_view scene = d.world().name();
    if (scene == "spring-and-ball" || scene == "ball-with-part") return PastPage{d, level, d.foot()};
    if (scene == "uniform-motion") return PastPage{d, level + half + 18, d.foot()};
    if (scene == "smoke") return PastPage{d, level + 44, d.foot()};
    if (scene == "bouncing-ball") return PastPage{d, d.camera.x(0), d.area.x, true};
    return std::nullopt;
}

// Returns whether the picture keeps a disc of this radius: whether a part of it, or of a pixel around it, is inside.
bool is_kept(const DrawnLane& d, Point p, float radius)
{
    const Rect& a = d.area;
    return p.x >= a.x - radius - 1 && p.x <= a.right() + radius + 1 && p.y >= a.y - radius - 1 &&
           p.y <= a.bottom() + radius + 1;
}

void check_dots(const DrawnLane& d, const PastPage& page, bool wraps)
{
    const auto is_dot = [&](const Box& b) {
        return b.is_disc() && !b.lit && b.ring == 0 && b.soft == 0 && b.radius == 3.2F && is_same_ink(b.colour, d.loop);
    };
    const auto is_repeat = [&](const Box& b)
    { return b.ring == 1.2F && b.radius == 6 && is_same_ink(b.colour, d.loop); };
    std::size_t dots    = 0;
    std::size_t repeats = 0;
    const auto past     = d.past();
    for (std::size_t i = 0; i < past.size() && page.age(past[i].game) < 1; ++i)
    {
        if (telemetry::is_paused(past[i])) continue;
        const float age              = page.age(past[i].game);
        const Point at               = page.at(past[i].game, wraps ? on_road(past[i].shown_x) : past[i].shown_x);
        const bool is_repeat_of_last = i + 1 < past.size() && past[i].shown == past[i + 1].shown && !page.is_tape();
        dots += is_kept(d, at, 3.2F) ? 1 : 0;
        repeats += is_repeat_of_last && is_kept(d, at, 6.6F) ? 1 : 0;
        if (!d.area.contains(at)) continue;
        CAPTURE(age);
        const auto is_faded = [&](const Box& b) { return is_dot(b) && std::abs(b.colour.a - (1 - age)) < 1e-3F; };
        CHECK(box_at(d.picture, at, is_faded) != nullptr);
        CHECK((box_at(d.picture, at, is_repeat) != nullptr) == is_repeat_of_last);
    }
    CHECK(boxes_where(d.picture, is_dot).size() == dots);
    CHECK(boxes_where(d.picture, is_repeat).size() == repeats);
}

void check_ring_line(const DrawnLane& d, const PastPage& page)
{
    const auto line =
        boxes_where(d.picture, [](const Box& b) { return is_line(b) && b.radius == 0.6F && b.colour.a == 1; });
    const auto& dots = d.lane.references().ring.dots();
    for (std::size_t i = 0; i < dots.size(); ++i)
    {
        const float age = page.age(dots[i].game);
        const Point p   = page.at(dots[i].game, dots[i].x);
        if (age < 0 || age > 0.9F || !d.area.contains(p)) continue;
        CAPTURE(age);
        CHECK(std::ranges::any_of(line, [&](const Box& piece) { return distance_to(piece, p) < 0.5F; }));
    }
}

// Checks that "0.5 s" is beside the place of frames that are half a second old.
void check_time_scale(const DrawnLane& d, const PastPage& page)
{
    if (page.is_tape() || !d.is_roomy()) return;
    for (const double ago : {0.5, 1.0})
    {
        const float along  = page.now + static_cast<float>(ago / 1.6) * (page.then - page.now);
        const Label* label = label_that_begins(d.picture, fmt::format("{:g} s", ago));
        REQUIRE(label != nullptr);
        CHECK((page.left ? label->at.x : label->at.y + 8) == doctest::Approx(along));
    }
}

void check_past(const DrawnLane& d)
{
    const auto page = page_of(d);
    if (!page) return;
    const bool wraps = d.world().name() == "uniform-motion" || d.world().name() == "smoke";
    check_dots(d, *page, wraps);
    check_time_scale(d, *page);
    if (!page->is_tape() && !wraps) check_ring_line(d, *page);
}

void check_dials(const DrawnLane& d)
{
    const double late   = timestep::to_seconds(d.moment.sample.late);
    const double game   = timestep::to_seconds(d.moment.sample.shown);
    const bool is_shown = d.is_roomy() && d.area.w >= 480 && std::abs(late) >= 0.1;
    const auto wedges =
        std::ranges::count_if(d.picture.shapes(),
                              [&](const Shape& shape)
                              {
                                  const auto* quad = std::get_if<Quad>(&shape);
                                  return quad != nullptr && quad->colour == faded(d.theme.warning, 0.5F);
                              });
    if (std::abs(late) < 9.9) CHECK(wedges == (is_shown ? std::ceil(std::abs(late) / 0.25) : 0));
    for (const auto& [clock, seconds] : {std::pair{"real ", game + late}, {"game ", game}})
    {
        CAPTURE(clock);
        const Label* label = label_that_begins(d.picture, clock);
        CHECK((label != nullptr) == is_shown);
        if (label == nullptr) continue;
        CHECK(label->text == fmt::format("{}{:.1f} s", clock, seconds));
        const Point dial{label->at.x, label->at.y - 30};
        const double angle = 2 * std::numbers::pi * seconds / 10;
        const Point half_hand{dial.x + 9.84F * static_cast<float>(std::sin(angle)),
                              dial.y - 9.84F * static_cast<float>(std::cos(angle))};
        CHECK(box_at(d.picture, dial, [](const Box& b) { return b.ring > 0 && b.radius == 24; }) != nullptr);
        CHECK(box_at(d.picture, half_hand, [](const Box& b) { return is_line(b) && b.radius == 1; }) != nullptr);
    }
}

void check_grid(const DrawnLane& d)
{
    for (const auto& [metres, label] : d.grid())
    {
        CAPTURE(label.text);
        const Point middle{d.camera.x(metres), d.area.y + d.area.h / 2};
        CHECK(std::abs(label.at.x - 4 - middle.x) < 0.1F);
        CHECK(box_at(d.picture, middle,
                     [&](const Box& b) { return is_line(b) && is_same_ink(b.colour, d.theme.line); }) != nullptr);
    }
}

} // namespace

void check_drawn(const DrawnLane& drawn)
{
    CAPTURE(drawn.world().name());
    check_sound(drawn.picture);
    check_words(drawn.picture);
    check_bodies(drawn);
    check_gap(drawn);
    check_past(drawn);
    check_dials(drawn);
    check_grid(drawn);
    check_scene(drawn);
}
