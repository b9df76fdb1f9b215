#include "scenes/smoke/smoke.hpp"

#include "scenes/drawing/parts.hpp"
#include "sim/physics/portable_math.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace scenes
{

namespace
{

constexpr std::size_t most_drawn_puffs = 400;
constexpr double van_length            = 1.32; // length of the van in metres
constexpr double van_height            = 0.77;

// Every n-th puff is drawn. Its number decides, so that puffs do not flicker from frame to frame.
std::int64_t stride(const Smoke::State& state)
{
    return 1 + static_cast<std::int64_t>(state.puffs.size() / most_drawn_puffs);
}

// Calls draw(puff, age) for each puff that is drawn, oldest first. The age is a share of the puff's lifetime, 0 to 1.
template <class Draw>
void for_each_puff(const Smoke& scene, const Smoke::State& state, Draw draw)
{
    const auto every = stride(state);
    const auto first = state.emitted - static_cast<std::int64_t>(state.puffs.size());
    for (std::size_t i = 0; i < state.puffs.size(); ++i)
        if ((first + static_cast<std::int64_t>(i)) % every == 0)
            draw(state.puffs[i], static_cast<float>(state.puffs[i].age / scene.knobs.life));
}

// A puff at one end of the visible area is drawn at the other end, too.
void draw_puff(const CanvasOf<Smoke>& s, draw::Point at, float radius, draw::Colour colour)
{
    const float width = s.camera.length(Smoke::stage_width);
    const float reach = 1.5F * radius;
    s.picture.disc(at, radius, colour, 0.9F * radius);
    if (at.x < s.area.x + reach) s.picture.disc({at.x + width, at.y}, radius, colour, 0.9F * radius);
    if (at.x > s.area.right() - reach) s.picture.disc({at.x - width, at.y}, radius, colour, 0.9F * radius);
}

void draw_cloud(const CanvasOf<Smoke>& s)
{
    const draw::Colour fresh = draw::mix(s.loop_colour(), s.theme().ink, 0.35F);
    const auto draw          = [&](const Smoke::Puff& puff, float age)
    {
        if (age > 0.94F) return; // the puff is too pale to be visible, but takes long to draw because it is large
        const float radius     = s.camera.length(0.08) + s.camera.length(0.15) * std::sqrt(age);
        const draw::Colour ink = draw::faded(draw::mix(fresh, s.theme().shade, age), 0.62F * (1.0F - age));
        draw_puff(s, s.at({Smoke::on_stage(puff.x), puff.y + 0.32}), radius, ink);
    };
    for_each_puff(s.scene, s.shown, draw);
}

// Draws a line on the road for each birth, and below them the births in each reference motion.
void draw_births(const CanvasOf<Smoke>& s)
{
    const float road = s.camera.y(0.0);
    const auto born  = [&](const Smoke::Puff& puff, float age)
    {
        const float x = s.camera.x(Smoke::on_stage(puff.birth_x));
        s.picture.line({x, road + s.px(13)}, {x, road + s.px(25)}, s.px(2),
                       draw::faded(s.loop_colour(), 1.0F - 0.8F * age));
    };
    const auto ought = [&](const Smoke::Puff& puff, float age)
    {
        const float x = s.camera.x(Smoke::on_stage(puff.birth_x));
        s.picture.line({x, road + s.px(28)}, {x, road + s.px(34)}, s.px(1.2F),
                       draw::faded(s.theme().quiet, 0.8F * (1.0F - age)));
    };
    for_each_puff(s.scene, s.shown, born);
    s.for_each_shown_reference([&](const Smoke::State& reference_state, LineStyle)
                               { for_each_puff(s.scene, reference_state, ought); });
}

void draw_wheel(const CanvasOf<Smoke>& s, draw::Point at, float radius, float angle)
{
    s.picture.disc(at, radius, s.theme().shade);
    s.picture.disc(at, radius * 0.55F, s.theme().metal);
    for (int i = 0; i < 3; ++i)
    {
        const float a = angle + static_cast<float>(i) * 2.0F * std::numbers::pi_v<float> / 3.0F;
        s.picture.line(at, {at.x + radius * 0.8F * std::cos(a), at.y + radius * 0.8F * std::sin(a)}, 0.2F * radius,
                       s.theme().ground);
    }
}

// `at` is the exhaust pipe at the van's left end.
void draw_van(const CanvasOf<Smoke>& s, draw::Point at, double travel)
{
    const float u           = s.camera.length(0.0176);
    const float road        = at.y;
    const draw::Colour body = s.loop_colour();
    const auto box          = [&](float x, float y, float w, float h, float r, draw::Colour c) {
        s.picture.box({at.x + x * u, road + y * u, w * u, h * u}, r * u, c);
    };
    box(-8, -13, 10, 4, 2, s.theme().shade);
    box(0, -44, 52, 36, 5, body);
    box(44, -31, 30, 23, 5, body);
    s.picture.quad({draw::Point{at.x + 50 * u, road - 44 * u},
                    {at.x + 58 * u, road - 42 * u},
                    {at.x + 70 * u, road - 29 * u},
                    {at.x + 50 * u, road - 29 * u}},
                   body);
    s.picture.quad({draw::Point{at.x + 53 * u, road - 39 * u},
                    {at.x + 58 * u, road - 39 * u},
                    {at.x + 65 * u, road - 29 * u},
                    {at.x + 53 * u, road - 29 * u}},
                   draw::faded(s.theme().ground, 0.75F));
    box(0, -20, 74, 3, 1, draw::faded(s.theme().ground, 0.35F));
    box(70, -22, 5, 6, 2, s.theme().warning);
    const auto angle = static_cast<float>(std::fmod(travel / 0.14, sim::tau));
    draw_wheel(s, {at.x + 15 * u, road - 8 * u}, 8 * u, angle);
    draw_wheel(s, {at.x + 59 * u, road - 8 * u}, 8 * u, angle);
}

void draw_road(const CanvasOf<Smoke>& s)
{
    const float y = s.camera.y(0.0);
    s.picture.line({s.area.x, y + s.px(2)}, {s.area.right(), y + s.px(2)}, s.px(4),
                   draw::mix(s.theme().ground, s.theme().shade, 0.7F));
    for (int i = 0; i <= 16; ++i)
        s.picture.line({s.camera.x(i), y + s.px(6)}, {s.camera.x(i), y + s.px(10)}, s.px(1), s.theme().shade);
}

void draw_smoke_caption(const CanvasOf<Smoke>& s)
{
    const auto& state      = s.shown;
    const double gap       = s.scene.unevenness(state);
    const std::string text = fmt::format("the widest gap between two puffs is {:.1f} times what it ought to be", gap);
    if (stride(state) > 1)
        write_caption(s, {fmt::format("{}; 1 puff in {} is drawn", text, stride(state)), text});
    else
        write_caption(s, {"ticks: where puffs were born, and where they ought to be; " + text, text});
}

struct SmokeView : ViewOf<Smoke>
{
    static constexpr std::array knobs{
        knob<&Knobs::speed>("speed", "m/s", 0.5, 20.0, {}, "Speed of the vehicle; the stage is 16 m wide."),
        knob<&Knobs::rate>(
            "rate", "puffs/s", 1.0, 1000.0, {.logarithmic = true},
            "Puffs per second; with more puffs than steps per second, the puffs clump unless they are spread."),
        knob<&Knobs::life>("life", "s", 0.5, 4.0, {}, "Time for which a puff is visible."),
        toggle<&Knobs::spread>("spread", {.label = "even spread"},
                               "Gives each puff its own time and place within the step, which prevents clumps."),
    };
    static constexpr float aspect = 7.0F;

    static Camera camera(const Smoke&, draw::Rect area)
    {
        Camera wide   = line_camera(area, 0.0, Smoke::stage_width);
        wide.origin.y = area.y + (area.h > 0.3F * area.w ? 0.52F : 0.72F) * area.h;
        return wide;
    }
    // Places where puffs would be born, in a row above the van, newest first.
    static std::vector<GrabHandle> guessed(const Smoke& scene, const State& shown)
    {
        std::vector<GrabHandle> row;
        for_each_puff(scene, shown,
                      [&](const Smoke::Puff& puff, float) {
                          row.push_back({{Smoke::on_stage(puff.birth_x), 1.6 * van_height}, 0.03});
                      });
        std::ranges::reverse(row);
        return row;
    }
    static void draw(const Canvas& s)
    {
        const auto& state     = s.shown;
        const float width     = s.camera.length(Smoke::stage_width);
        const draw::Point van = s.at({Smoke::on_stage(state.x), 0.0});
        draw_road(s);
        MotionPlot{s, MotionPlot::Direction::down, van.y + s.px(44), s.scene_bottom(), Smoke::on_stage}.draw();
        if (s.has_trail) draw_births(s);
        draw_cloud(s);
        draw_van(s, van, state.x);
        draw_van(s, {van.x - width, van.y}, state.x);
        s.for_each_shown_reference(
            [&](const State& reference_state, LineStyle line_style)
            {
                const draw::Point at = s.at({Smoke::on_stage(reference_state.x), van_height});
                draw_reference_box(s, {at.x, at.y, s.camera.length(van_length), s.camera.length(van_height)}, s.px(6),
                                   line_style);
            });
        draw_smoke_caption(s);
    }
};

} // namespace

extern constinit const SceneType smoke = scene_type<Smoke, SmokeView>(
    {.name  = "smoke",
     .title = "Smoke",
     .what_to_watch =
         "The puffs should be evenly spaced; after a lag spike, one long step puts all its puffs in one place.",
     .uses_integrator = false});

} // namespace scenes
