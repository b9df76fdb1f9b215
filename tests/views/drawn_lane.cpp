#include "views/drawn_lane.hpp"

#include "views/says.hpp"
#include "views/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <variant>

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

// Of an explosion, the camera that the numbers of its grid imply; else the scene's camera.
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

namespace
{

// Positions on a road that wraps, such as that of uniform-motion, are from 0 to 16 m.
double on_road(double x) { return x - 16 * std::floor(x / 16); }

// Returns the end of the hand of the float's dial (0) or the double's (1) after so many turns.
Vec2 hand_end(int dial, double turns)
{
    const double angle = 2 * std::numbers::pi * turns;
    return {(dial == 0 ? -1.15 : 1.15) + 0.86 * std::sin(angle), 0.1 + 0.86 * std::cos(angle)};
}

// Returns the lower end of a rod that begins at `from`.
Vec2 rod_end(Vec2 from, double length, double angle)
{
    return {from.x + length * std::sin(angle), from.y - length * std::cos(angle)};
}
std::array<Vec2, 2> joints_of(const World& world, const Chaos::Pendulum& p)
{
    const auto& knobs = world.scene<Chaos>().knobs;
    const Vec2 middle = rod_end({0, 0}, knobs.length1, p.angle.x);
    return {middle, rod_end(middle, knobs.length2, p.angle.y)};
}

// The bodies of a state that are balls in the loop's colour, and where rings are if it is the perfect PC's state.
struct Bodies
{
    std::vector<Vec2> balls;
    std::vector<Vec2> rings = balls;
};
template <class State>
Bodies bodies_of_state(const World&, const State&)
{
    return {};
}
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
    return std::visit([&](const auto& s) { return bodies_of_state(world, s); }, state);
}

void check_bodies(const DrawnLane& d)
{
    const auto shown = bodies_of_any(d.world(), d.moment.shown).balls;
    const auto rings = bodies_of_any(d.world(), d.moment.perfect).rings;
    for (std::size_t i = 0; i < shown.size(); ++i)
    {
        CAPTURE(shown[i].x);
        CAPTURE(shown[i].y);
        const Point at       = d.camera.at(shown[i]);
        const Point ought    = d.camera.at(rings[i]);
        const bool is_inside = sim::is_finite(shown[i]) && d.area.contains(at);
        const Box* ball      = box_at(d.picture, at, [&](const Box& b) { return b.lit && b.colour == d.loop; });
        const Box* ring      = box_at(d.picture, ought,
                                      [&](const Box& b) { return b.ring == 1.6F && b.colour == faded(d.theme.ink, 0.75F); });
        CHECK((ball != nullptr) == is_inside);
        CHECK((ring != nullptr) == (sim::is_finite(rings[i]) && d.area.contains(ought)));
        if (ball != nullptr && ring != nullptr) CHECK(ring->radius == ball->radius);
        const bool is_pointed_at =
            std::ranges::any_of(d.picture.labels(), [&](const Label& l)
                                { return l.text.find(" at ") != l.text.npos && l.colour == d.theme.alarm; });
        CHECK(is_pointed_at == !is_inside);
    }
}

// Returns "120 ms behind" or "1.5 s ahead"; empty below 10 ms.
std::string lateness(timestep::Nanos late)
{
    const double ms = std::abs(timestep::to_millis(late));
    if (ms < 10) return {};
    const char* side = late > timestep::Nanos::zero() ? "behind" : "ahead";
    return ms < 1000 ? fmt::format("{:.0f} ms {}", ms, side) : fmt::format("{:.1f} s {}", ms / 1000, side);
}

// Checks that a thread joins a ball to its ring where the two do not touch, and says how late the picture is.
void check_thread(const DrawnLane& d)
{
    const auto shown = bodies_of_any(d.world(), d.moment.shown).balls;
    const auto rings = bodies_of_any(d.world(), d.moment.perfect).rings;
    if (shown.size() != 1 || d.world().name() == "uniform-motion" || !sim::is_finite(shown[0])) return;
    const Point ball = d.camera.at(shown[0]);
    const Point ring = d.camera.at(rings[0]);
    const Box* edge  = box_at(d.picture, ring, [](const Box& b) { return b.ring == 1.6F; });
    if (edge == nullptr || !d.area.contains(ball)) return;
    const float apart = std::hypot(ball.x - ring.x, ball.y - ring.y) - 2 * edge->radius;
    const Point middle{(ball.x + ring.x) / 2, (ball.y + ring.y) / 2};
    const Box* thread =
        box_at(d.picture, middle, [&](const Box& b) { return is_line(b) && b.colour == faded(d.theme.ink, 0.5F); });
    REQUIRE((thread != nullptr) == (apart > 0));
    if (thread != nullptr) CHECK(2 * thread->half_w == doctest::Approx(apart).epsilon(1e-3));
    const std::string late = lateness(d.moment.sample.late);
    const float wide       = thread == nullptr ? 0 : 2 * thread->half_w * std::abs(thread->cos);
    if (!late.empty() && wide >= 90 && d.is_roomy()) CHECK(says(d.picture, late));
}

// A page of past frames: time runs from the pixel `now` to `then`. A page without room is a tape at its end.
struct PastPage
{
    const DrawnLane& d;
    float now;
    float then;
    bool left = false; // time runs to the left, not down

    bool is_tape() const { return !left && then - now < 100; }
    // 0 at the moment, 1 at the end of the page.
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
    if (scene == "spring-and-ball") return PastPage{d, level, d.foot()};
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

void check_perfect_line(const DrawnLane& d, const PastPage& page)
{
    const auto line =
        boxes_where(d.picture, [](const Box& b) { return is_line(b) && b.radius == 0.6F && b.colour.a == 1; });
    const auto& dots = d.lane.references().perfect.dots();
    for (std::size_t i = 0; i < dots.size(); ++i)
    {
        const float age = page.age(dots[i].game);
        const Point p   = page.at(dots[i].game, dots[i].x);
        if (age < 0 || age > 0.9F || !d.area.contains(p)) continue;
        CAPTURE(age);
        CHECK(std::ranges::any_of(line, [&](const Box& piece) { return distance_to(piece, p) < 0.5F; }));
    }
}

void check_past(const DrawnLane& d)
{
    const auto page = page_of(d);
    if (!page) return;
    const bool wraps = d.world().name() == "uniform-motion" || d.world().name() == "smoke";
    check_dots(d, *page, wraps);
    if (!page->is_tape() && !wraps) check_perfect_line(d, *page);
}

void check_dials(const DrawnLane& d)
{
    const double late   = timestep::to_seconds(d.moment.sample.late);
    const double game   = timestep::to_seconds(d.moment.sample.shown);
    const bool is_shown = d.is_roomy() && d.area.w >= 480 && std::abs(late) >= 0.1;
    for (const auto& [clock, seconds] : {std::pair{"wall ", game + late}, {"game ", game}})
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

// From left to right and from top to bottom.
struct Extent
{
    float left, right, top, bottom;
};
Extent extent_of(const Quad& q)
{
    const auto [left, right] = std::ranges::minmax(q.corners, {}, &Point::x);
    const auto [top, bottom] = std::ranges::minmax(q.corners, {}, &Point::y);
    return {left.x, right.x, top.y, bottom.y};
}

bool has_line_from(const DrawnLane& d, Point end, Colour ink)
{
    return !boxes_where(d.picture,
                        [&](const Box& b) {
                            return is_line(b) && b.colour == ink &&
                                   (is_near(ends_of(b)[0], end) || is_near(ends_of(b)[1], end));
                        })
                .empty();
}

void check_wall(const DrawnLane& d)
{
    const auto& knobs = d.world().scene<SpringAndBall>().knobs;
    const float half  = std::max(d.camera.length(knobs.wall_thickness), 3.0F) / 2;
    const float x     = d.camera.x(knobs.wall_x);
    const float level = d.camera.y(0);
    std::vector<Extent> slabs;
    for (const Shape& shape : d.picture.shapes())
        if (const auto* quad = std::get_if<Quad>(&shape))
            if (const Extent e = extent_of(*quad);
                std::abs(e.left - (x - half)) < 0.1F && std::abs(e.right - (x + half)) < 0.1F)
                slabs.push_back(e);
    const bool is_open = d.moment.events.tunnelled > d.lane.began().tunnelled;
    REQUIRE(slabs.size() == (is_open ? 2 : 1));
    CHECK(slabs.front().top == doctest::Approx(d.area.y + 10));
    CHECK(slabs.back().bottom == doctest::Approx(d.area.bottom() - 10));
    for (const Extent& e : slabs) CHECK((e.top < level && e.bottom > level) == !is_open);
}

void check_state(const DrawnLane& d, const SpringAndBall::State& s)
{
    const Colour steel = mix(d.theme.shade, d.theme.metal, 0.5F);
    CHECK(has_line_from(d, d.camera.at({-2.1, 0}), steel));
    if (std::isfinite(s.x) && d.area.contains(d.camera.at({s.x, 0})))
        CHECK(has_line_from(d, d.camera.at({s.x, 0}), steel));
    check_wall(d);
    if (!d.is_roomy() || !d.grid().empty()) return;
    CHECK((says(d.picture, "ring and line: a PC that is never late") || says(d.picture, "outlined: ")));
    const float beside = d.camera.length(0.5 * d.world().scene<SpringAndBall>().knobs.wall_thickness) + 6;
    for (const int metre : {0, 1})
    {
        const Label* label = label_that_begins(d.picture, fmt::format("{} m", metre));
        REQUIRE(label != nullptr);
        CHECK(label->at.x == doctest::Approx(d.camera.x(metre) + beside));
    }
}

double bounce_energy(const BouncingBall::State& s, std::int64_t bounce)
{
    constexpr auto kept = static_cast<std::int64_t>(BouncingBall::bounces_kept);
    const bool is_kept  = bounce <= s.bounces && bounce > s.bounces - kept;
    return is_kept ? s.bounce_energy[static_cast<std::size_t>((bounce - 1) % kept)] : std::nan("");
}

// A bar for each of the last eight bounces: as high as the ball can rise, with the part that it ought not to in red.
void check_bars(const DrawnLane& d, const BouncingBall::State& s)
{
    const double gravity = d.world().scene<BouncingBall>().knobs.gravity;
    const float foot     = d.camera.y(0);
    const auto& exact    = std::get<BouncingBall::State>(d.moment.mathematics);
    const auto first     = std::max<std::int64_t>(1, s.bounces - 7);
    for (std::int64_t bounce = first; bounce <= s.bounces; ++bounce)
    {
        CAPTURE(bounce);
        const float rise      = d.camera.y(bounce_energy(s, bounce) / gravity);
        const double ought_j  = bounce_energy(exact, bounce);
        const float ought     = std::isnan(ought_j) ? rise : d.camera.y(ought_j / gravity);
        const float plain_top = std::max(rise, ought);
        const auto spans      = [&](const Box& b, float top, float bottom) {
            return std::abs(b.y - b.half_h - b.radius - top) < 0.1F &&
                   std::abs(b.y + b.half_h + b.radius - bottom) < 0.1F;
        };
        const auto bars = [&](Colour colour, float top, float bottom)
        { return boxes_where(d.picture, [&](const Box& b) { return b.colour == colour && spans(b, top, bottom); }); };
        const auto plain = bars(faded(d.loop, 0.85F), plain_top, foot);
        REQUIRE_FALSE(plain.empty());
        CHECK(bars(d.theme.alarm, rise, ought).empty() == (rise >= ought - 1));
        if (!std::isnan(ought_j)) CHECK_FALSE(bars(faded(d.theme.ink, 0.55F), ought - 1, foot).empty());
        const Label* number = d.is_roomy() ? label_that_begins(d.picture, std::to_string(bounce)) : nullptr;
        CHECK((number != nullptr) == d.is_roomy());
    }
}

void check_state(const DrawnLane& d, const BouncingBall::State& s)
{
    check_bars(d, s);
    const bool is_open = d.moment.events.tunnelled > d.lane.began().tunnelled;
    bool is_closed     = false;
    for (const Shape& shape : d.picture.shapes())
        if (const auto* quad = std::get_if<Quad>(&shape))
        {
            const Extent e = extent_of(*quad);
            is_closed      = is_closed || (e.left == d.area.x && std::abs(e.right - d.area.right()) < 0.1F &&
                                      std::abs(e.top - d.camera.y(0)) < 0.1F);
        }
    CHECK(is_closed == !is_open);
}

void check_state(const DrawnLane& d, const Chain::State& s)
{
    for (const Vec2 knot : s.x.at)
        if (d.area.contains(d.camera.at(knot)))
            CHECK(box_at(d.picture, d.camera.at(knot), [](const Box& b) { return b.lit; }) != nullptr);
}

void check_state(const DrawnLane& d, const BulletAndWall::State& s)
{
    const Point at = d.camera.at({s.x, 0});
    CHECK((box_at(d.picture, at, [](const Box& b) { return b.lit; }) != nullptr) == d.area.contains(at));
    const int passed = d.moment.events.tunnelled - d.lane.began().tunnelled;
    const int caught = d.moment.events.bounced - d.lane.began().bounced;
    if (d.is_roomy()) CHECK(says(d.picture, fmt::format("{} stopped, {} passed", caught, passed)));
}

void check_state(const DrawnLane& d, const UniformMotion::State& s)
{
    const int bars    = d.world().scene<UniformMotion>().knobs.bars;
    const auto is_bar = [&](const Box& b) { return b.colour == d.theme.metal && b.radius > 0 && !b.lit; };
    for (int i = 1; i < bars; ++i)
    {
        CAPTURE(i);
        const Point at = d.camera.at({on_road(s.travel + 16.0 * i / bars), 0});
        CHECK(box_at(d.picture, at, is_bar) != nullptr);
    }
}

void check_state(const DrawnLane& d, const Smoke::State& s)
{
    const float road        = d.camera.y(0);
    const std::size_t every = 1 + s.puffs.size() / 400;
    const auto ticks        = [&](float middle, const Smoke::State& of, Colour ink)
    {
        for (std::size_t i = 0; i < of.puffs.size(); ++i)
        {
            const auto number = static_cast<std::size_t>(of.emitted) - of.puffs.size() + i;
            const Point at{d.camera.x(on_road(of.puffs[i].birth_x)), road + middle};
            if (number % every != 0 || of.puffs[i].age > 2.9) continue;
            CHECK(box_at(d.picture, at, [&](const Box& b) { return is_line(b) && is_same_ink(b.colour, ink); }) !=
                  nullptr);
        }
    };
    ticks(19, s, d.loop);
    ticks(31, std::get<Smoke::State>(d.moment.perfect), d.theme.quiet);
    const auto is_van = [&](const Box& b) { return b.colour == d.loop && b.ring == 0 && !b.is_disc(); };
    const float unit  = d.camera.length(0.0176);
    const Point body{d.camera.x(on_road(s.x)) + 26 * unit, road - 26 * unit};
    CHECK(box_at(d.picture, body, is_van) != nullptr);
    const auto is_frame = [&](const Box& b) { return b.ring == 1.4F && b.colour == faded(d.theme.ink, 0.6F); };
    const Point ought   = d.camera.at({on_road(std::get<Smoke::State>(d.moment.perfect).x) + 0.66, 0.385});
    CHECK((box_at(d.picture, ought, is_frame) != nullptr) == is_kept(d, ought, d.camera.length(0.66)));
}

void check_state(const DrawnLane& d, const Player::State& s)
{
    const double side = s.facing * 0.03 * 0.9;
    const Point head  = d.camera.at({s.x + side, s.y + 0.83 * 0.9});
    CHECK((box_at(d.picture, head, [&](const Box& b) { return b.lit && b.colour == d.loop; }) != nullptr) ==
          d.area.contains(head));
    const auto& perfect = std::get<Player::State>(d.moment.perfect);
    const Point frame   = d.camera.at({perfect.x, perfect.y + 0.45});
    CHECK((box_at(d.picture, frame, [&](const Box& b) { return b.ring == 1.4F; }) != nullptr) ==
          d.area.contains(frame));
    const int fell     = d.moment.events.fell - d.lane.began().fell;
    const auto crosses = boxes_where(d.picture, [&](const Box& b) { return is_line(b) && b.colour == d.theme.alarm; });
    CHECK(crosses.size() == 2 * static_cast<std::size_t>(std::min(fell, 10)));
    const int crossed = d.moment.events.crossed - d.lane.began().crossed;
    if (d.is_roomy()) CHECK(says(d.picture, fmt::format("crossed {}, fell {}", crossed, fell)));
}

void check_state(const DrawnLane& d, const Chaos::State& s)
{
    for (const auto& [run, colour] : {std::pair{s.run[0], d.loop}, {s.run[1], d.theme.quiet}})
    {
        const auto [middle, end] = joints_of(d.world(), run);
        const Colour rod         = mix(colour, d.theme.shade, 0.35F);
        for (const auto& [a, b] : {std::pair{Vec2{0, 0}, middle}, {middle, end}})
        {
            const auto is_rod = [&](const Box& box) { return is_line(box) && box.radius == 2 && box.colour == rod; };
            const Box* found  = box_at(d.picture, d.camera.at(0.5 * (a + b)), is_rod);
            REQUIRE(found != nullptr);
            CHECK(2 * found->half_w == doctest::Approx(d.camera.length(sim::length(b - a))).epsilon(1e-3));
        }
    }
    if (d.is_roomy()) CHECK(says(d.picture, fmt::format("{:.2g} m", d.world().scene<Chaos>().distance(s))));
}

void check_state(const DrawnLane& d, const FloatClock::State& s)
{
    if (!d.is_roomy()) return;
    CHECK(says(d.picture, fmt::format("float   {:.4f} s", s.by_float)));
    CHECK(says(d.picture, fmt::format("double  {:.4f} s", s.by_double)));
}

// The other scenes have no checks of their own here.
template <class State>
void check_state(const DrawnLane&, const State&)
{
}

} // namespace

void check_drawn(const DrawnLane& drawn)
{
    CAPTURE(drawn.world().name());
    check_sound(drawn.picture);
    check_words(drawn.picture);
    check_bodies(drawn);
    check_thread(drawn);
    check_past(drawn);
    check_dials(drawn);
    check_grid(drawn);
    std::visit([&](const auto& s) { check_state(drawn, s); }, drawn.moment.shown);
}
