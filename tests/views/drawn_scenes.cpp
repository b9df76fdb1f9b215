// Checks what belongs to one scene in the picture of a lane.
#include "views/drawn_lane.hpp"

#include "scenes/bouncing_ball/bouncing_ball.hpp"
#include "scenes/bullet_and_wall/bullet_and_wall.hpp"
#include "scenes/chain/chain.hpp"
#include "scenes/chaos/chaos.hpp"
#include "scenes/float_clock/float_clock.hpp"
#include "scenes/player/player.hpp"
#include "scenes/smoke/smoke.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"
#include "scenes/uniform_motion/uniform_motion.hpp"
#include "views/says.hpp"
#include "views/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

using namespace draw;
using namespace scenes;
using sim::Vec2;

namespace
{

auto line_of(Colour ink)
{
    return [ink](const Box& b) { return is_line(b) && is_same_ink(b.colour, ink); };
}

template <class Is>
bool has(const DrawnLane& d, Point middle, Is is)
{
    return box_at(d.picture, middle, is) != nullptr;
}

bool has_line_from(const DrawnLane& d, Point end, Colour ink)
{
    const auto ends_there = [&](const Box& b)
    { return line_of(ink)(b) && (is_near(ends_of(b)[0], end) || is_near(ends_of(b)[1], end)); };
    return !boxes_where(d.picture, ends_there).empty();
}

struct Extent
{
    float left, right, top, bottom;
};
std::vector<Extent> extents_of_quads(const Picture& picture)
{
    std::vector<Extent> found;
    for (const Shape& shape : picture.shapes())
        if (const auto* quad = std::get_if<Quad>(&shape))
        {
            const auto [left, right] = std::ranges::minmax(quad->corners, {}, &Point::x);
            const auto [top, bottom] = std::ranges::minmax(quad->corners, {}, &Point::y);
            found.push_back({left.x, right.x, top.y, bottom.y});
        }
    return found;
}

bool has_tunnelled(const DrawnLane& d) { return d.moment.events.tunnelled > d.lane.judged().before.tunnelled; }

bool happened(const telemetry::FrameSample& f, const sim::EventKind& kind)
{
    const auto bit = std::ranges::find(sim::event_kinds, kind.name, &sim::EventKind::name) - sim::event_kinds.begin();
    return (f.events & 1U << static_cast<unsigned>(bit)) != 0;
}

// Checks that the wall is one slab, or two halves with a hole at the ball's height, with a bright mark at the time of
// each bounce.
void check_wall(const DrawnLane& d)
{
    const auto& knobs = d.world().scene().as<SpringAndBall>().knobs;
    const float half  = std::max(d.camera.length(knobs.wall_thickness), 3.0F) / 2;
    const float x     = d.camera.x(knobs.wall_x);
    const float level = d.camera.y(0);
    auto slabs        = extents_of_quads(d.picture);
    std::erase_if(slabs, [&](const Extent& e)
                  { return std::abs(e.left - (x - half)) > 0.1F || std::abs(e.right - (x + half)) > 0.1F; });
    REQUIRE(slabs.size() == (has_tunnelled(d) ? 2 : 1));
    CHECK(slabs.front().top == doctest::Approx(d.area.y + 10));
    CHECK(slabs.back().bottom == doctest::Approx(d.area.bottom() - 10));
    for (const Extent& e : slabs) CHECK((e.top < level && e.bottom > level) == !has_tunnelled(d));
    if (d.foot() - level < 100) return;
    for (const telemetry::FrameSample& f : d.past())
    {
        const auto age = static_cast<float>(timestep::to_seconds(d.moment.sample.game - f.game) / 1.6);
        if (age >= 0.99F || !happened(f, sim::event::bounced)) continue;
        const Colour ink = faded(d.theme.ink, 0.55F * (1 - age));
        CHECK(has(d, {x, level + age * (d.foot() - level)},
                  [&](const Box& b) { return is_same_ink(b.colour, ink) && std::abs(b.colour.a - ink.a) < 1e-3F; }));
    }
}

void check_state(const DrawnLane& d, const SpringAndBall::State& s)
{
    const Colour steel = mix(d.theme.shade, d.theme.metal, 0.5F);
    CHECK(has_line_from(d, d.camera.at({-2.1, 0}), steel));
    if (std::isfinite(s.x) && d.area.contains(d.camera.at({s.x, 0})))
        CHECK(has_line_from(d, d.camera.at({s.x, 0}), steel));
    check_wall(d);
    if (!d.grid().empty()) return;
    for (int i = -4; i <= 4; ++i)
        if (d.area.contains({d.camera.x(0.5 * i), d.area.y}))
            CHECK(has(d, {d.camera.x(0.5 * i), d.area.bottom() - 3}, line_of(d.theme.shade)));
    if (!d.is_roomy()) return;
    CHECK((says(d.picture, "ring: where the ball should be") || says(d.picture, "outlined: ")));
    const float beside = d.camera.length(0.5 * d.world().scene().as<SpringAndBall>().knobs.wall_thickness) + 6;
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

// Checks that there is a bar for each of the last eight bounces. It is as high as the ball can rise; the part that is
// higher than the exact height is red.
void check_bars(const DrawnLane& d, const BouncingBall::State& s)
{
    const double gravity = d.world().scene().as<BouncingBall>().knobs.gravity;
    const float foot     = d.camera.y(0);
    const auto& exact    = d.moment.mathematics.as<BouncingBall::State>();
    for (auto bounce = std::max<std::int64_t>(1, s.bounces - 7); bounce <= s.bounces; ++bounce)
    {
        CAPTURE(bounce);
        const double ought_j = bounce_energy(exact, bounce);
        const bool is_known  = !std::isnan(ought_j);
        const float rise     = d.camera.y(bounce_energy(s, bounce) / gravity);
        const float ought    = is_known ? d.camera.y(ought_j / gravity) : rise;
        const auto has_bar   = [&](Colour colour, float top, float bottom)
        {
            const auto is_bar = [&](const Box& b)
            {
                const float half = b.half_h + b.radius;
                return b.colour == colour && is_near({b.y - half, b.y + half}, {top, bottom});
            };
            return !boxes_where(d.picture, is_bar).empty();
        };
        CHECK(has_bar(faded(d.loop, 0.85F), std::max(rise, ought), foot));
        CHECK(has_bar(d.theme.alarm, rise, ought) == (rise < ought - 1));
        if (is_known) CHECK(has_bar(faded(d.theme.ink, 0.55F), ought - 1, foot));
        if (d.is_roomy()) CHECK(label_that_begins(d.picture, std::to_string(bounce)) != nullptr);
    }
}

void check_state(const DrawnLane& d, const BouncingBall::State& s)
{
    check_bars(d, s);
    const float floor    = d.camera.y(0);
    const auto quads     = extents_of_quads(d.picture);
    const auto is_closed = [&](const Extent& e) {
        return is_near({e.left, e.top}, {d.area.x, floor}) && std::abs(e.right - d.area.right()) < 0.1F;
    };
    CHECK(std::ranges::any_of(quads, is_closed) == !has_tunnelled(d));
    const float height = d.camera.y(d.world().scene().as<BouncingBall>().knobs.height);
    CHECK(has_line_from(d, {d.camera.x(0) + 20, height}, d.theme.quiet));
}

void check_state(const DrawnLane& d, const Chain::State& s)
{
    for (const Vec2 knot : s.x.at)
        if (d.area.contains(d.camera.at(knot))) CHECK(has(d, d.camera.at(knot), [](const Box& b) { return b.lit; }));
}

void check_state(const DrawnLane& d, const BulletAndWall::State& s)
{
    const Point at = d.camera.at({s.x, 0});
    CHECK(has(d, at, [](const Box& b) { return b.lit; }) == d.area.contains(at));
    const int passed = d.moment.events.tunnelled - d.lane.judged().before.tunnelled;
    const int caught = d.moment.events.bounced - d.lane.judged().before.bounced;
    if (d.is_roomy()) CHECK(says(d.picture, fmt::format("{} stopped, {} passed", caught, passed)));
}

void check_state(const DrawnLane& d, const UniformMotion::State& s)
{
    const int bars = d.world().scene().as<UniformMotion>().knobs.bars;
    for (int i = 1; i < bars; ++i)
    {
        CAPTURE(i);
        const auto is_bar = [&](const Box& b) { return b.colour == d.theme.metal && b.half_h > 0; };
        CHECK(has(d, d.camera.at({on_road(s.travel + 16.0 * i / bars), 0}), is_bar));
    }
    const float ruler = d.camera.y(0) + (d.is_roomy() ? 0.19F : 0.225F) * d.area.h + 14;
    for (int metre = 0; metre <= 16; ++metre) CHECK(has_line_from(d, {d.camera.x(metre), ruler - 9}, d.theme.shade));
}

// Checks the marks on the road where puffs were born, and those below them where the puffs of a PC that is never late
// were born.
void check_births(const DrawnLane& d, const Smoke::State& s, float below, Colour ink)
{
    const std::size_t every = 1 + s.puffs.size() / 400;
    for (std::size_t i = 0; i < s.puffs.size(); ++i)
    {
        const std::size_t number = static_cast<std::size_t>(s.emitted) - s.puffs.size() + i;
        if (number % every != 0 || s.puffs[i].age > 2.9) continue;
        CHECK(has(d, {d.camera.x(on_road(s.puffs[i].birth_x)), d.camera.y(0) + below}, line_of(ink)));
    }
}

void check_state(const DrawnLane& d, const Smoke::State& s)
{
    const auto& perfect = d.moment.ring.as<Smoke::State>();
    check_births(d, s, 19, d.loop);
    check_births(d, perfect, 31, d.theme.quiet);
    for (const Smoke::Puff& puff : s.puffs)
    {
        const Point at = d.camera.at({on_road(puff.x), puff.y + 0.32});
        if (puff.age < 2.8 && d.area.contains(at)) CHECK(has(d, at, [](const Box& b) { return b.soft > 0; }));
    }
    const float unit = d.camera.length(0.0176);
    const Point body{d.camera.x(on_road(s.x)) + 26 * unit, d.camera.y(0) - 26 * unit};
    if (d.area.contains(body))
        CHECK(has(d, body, [&](const Box& b) { return b.colour == d.loop && b.ring == 0 && b.half_h > 0; }));
    const Point ought = d.camera.at({on_road(perfect.x) + 0.66, 0.385});
    if (d.area.contains(ought))
        CHECK(has(d, ought, [&](const Box& b) { return b.ring == 1.4F && b.colour == faded(d.theme.ink, 0.6F); }));
}

void check_state(const DrawnLane& d, const Player::State& s)
{
    const Point head = d.camera.at({s.x + s.facing * 0.03 * 0.9, s.y + 0.83 * 0.9});
    CHECK(has(d, head, [&](const Box& b) { return b.lit && b.colour == d.loop; }) == d.area.contains(head));
    const auto& perfect = d.moment.ring.as<Player::State>();
    const Point frame   = d.camera.at({perfect.x, perfect.y + 0.45});
    CHECK(has(d, frame, [](const Box& b) { return b.ring == 1.4F; }) == d.area.contains(frame));

    const auto ground =
        boxes_where(d.picture, [&](const Box& b) { return b.colour == mix(d.theme.ground, d.theme.shade, 0.45F); });
    REQUIRE(ground.size() == 2);
    const float gap_from = ground[0].x + ground[0].half_w + ground[0].radius;
    const float gap_to   = ground[1].x - ground[1].half_w - ground[1].radius;
    CHECK(gap_from == doctest::Approx(d.camera.x(6.5)));
    CHECK(gap_to == doctest::Approx(d.camera.x(6.5 + d.world().scene().as<Player>().knobs.gap)));
    CHECK(has_line_from(d, d.camera.at({15, 0}), d.theme.metal)); // the goal

    const int fell     = d.moment.events.fell - d.lane.judged().before.fell;
    const int crossed  = d.moment.events.crossed - d.lane.judged().before.crossed;
    const auto crosses = boxes_where(d.picture, line_of(d.theme.alarm));
    CHECK(crosses.size() == 2 * static_cast<std::size_t>(std::min(fell, 10)));
    if (d.is_roomy()) CHECK(says(d.picture, fmt::format("crossed {}, fell {}", crossed, fell)));
}

// Checks the chart of the distance: a scale of powers of ten, and a dashed line at the distance from which the two
// runs count as parted.
void check_chart(const DrawnLane& d)
{
    const Label* top = label_that_begins(d.picture, "1 m");
    const Label* low = label_that_begins(d.picture, "1e-5 m");
    if (!d.is_roomy() || d.area.w < 400) return;
    REQUIRE(top != nullptr);
    REQUIRE(low != nullptr);
    const float decade = (low->at.y - top->at.y) / 5;
    const auto dashes  = boxes_where(d.picture, line_of(d.theme.alarm));
    REQUIRE_FALSE(dashes.empty());
    for (const Box& dash : dashes)
        if (dash.sin == 0 && dash.half_w == 2) CHECK(dash.y == doctest::Approx(top->at.y + 8 + decade)); // 0.1 m
    CHECK_FALSE(boxes_where(d.picture, [&](const Box& b)
                            { return line_of(d.theme.line)(b) && std::abs(b.y - low->at.y - 8) < 0.1F; })
                    .empty());
}

void check_state(const DrawnLane& d, const Chaos::State& s)
{
    for (const auto& [run, colour] : {std::pair{s.run[0], d.loop}, {s.run[1], d.theme.quiet}})
    {
        const auto [middle, end] = joints_of(d.world(), run);
        const Colour rod         = mix(colour, d.theme.shade, 0.35F);
        for (const auto& [a, b] : {std::pair{Vec2{0, 0}, middle}, {middle, end}})
        {
            const auto is_rod = [&](const Box& box) { return line_of(rod)(box) && box.radius == 2; };
            const Box* found  = box_at(d.picture, d.camera.at(0.5 * (a + b)), is_rod);
            REQUIRE(found != nullptr);
            CHECK(2 * found->half_w == doctest::Approx(d.camera.length(sim::length(b - a))).epsilon(1e-3));
        }
    }
    check_chart(d);
    if (d.is_roomy()) CHECK(says(d.picture, fmt::format("{:.2g} m", d.world().scene().as<Chaos>().distance(s))));
}

void check_state(const DrawnLane& d, const FloatClock::State& s)
{
    for (const int dial : {0, 1})
        for (int hour = 0; hour < 12; ++hour)
        {
            const Vec2 inner = hand_end(dial, hour / 12.0, 0.90);
            const Vec2 outer = hand_end(dial, hour / 12.0, 0.98);
            CHECK(has(d, d.camera.at(0.5 * (inner + outer)), line_of(d.theme.shade)));
        }
    if (std::abs(s.turns_double - s.turns_float) < 1) // an arc joins the float's hand to the double's
    {
        CHECK(has_line_from(d, d.camera.at(hand_end(0, s.turns_float, 0.62 * 0.86)), d.theme.alarm));
        CHECK(has_line_from(d, d.camera.at(hand_end(0, s.turns_double, 0.62 * 0.86)), d.theme.alarm));
    }
    if (!d.is_roomy()) return;
    CHECK(says(d.picture, fmt::format("float   {:.4f} s", s.by_float)));
    CHECK(says(d.picture, fmt::format("double  {:.4f} s", s.by_double)));
}

} // namespace

void check_scene(const DrawnLane& drawn)
{
    with_state<SpringAndBall, BouncingBall, Chain, BulletAndWall, UniformMotion, Smoke, Player, Chaos, FloatClock>(
        drawn.moment.shown, [&](const auto& s) { check_state(drawn, s); });
}
