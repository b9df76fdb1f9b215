#include "scenes/uniform_motion/uniform_motion.hpp"

#include "scenes/drawing/ball.hpp"
#include "scenes/drawing/notes.hpp"
#include "scenes/drawing/page.hpp"
#include "scenes/drawing/scene_view.hpp"
#include "scenes/scene_type.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{
constexpr std::array uniform_motion_knobs{
    knob<&UniformMotion::Knobs::speed>("speed", "m/s", 0.0, 64.0, "How fast everything moves: the stage is 16 m wide."),
    knob<&UniformMotion::Knobs::bars>(
        "bars", "", 1.0, 32.0, "Number of bars, evenly spaced. If your eye follows one, you see the others shake."),
};
} // namespace

void UniformMotion::step(State& state, const Step& step, const sim::Input&, sim::Events&) const
{
    state.teleported = false;
    state.v          = knobs.speed;
    state.travel += step.h * knobs.speed;
}

double UniformMotion::on_stage(const State& state, double start_x)
{
    const double x = start_x + state.travel;
    return x - stage_width * std::floor(x / stage_width);
}

namespace
{

// The scene is a row of moving bars. In an area with a height of at least 230 pixels, the row is further up, so that
// the plot of the positions in past frames has room below the bars.
Camera uniform_motion_camera(const World&, draw::Rect area)
{
    constexpr float high = 230;
    Camera camera        = along(area, 0.0, UniformMotion::stage_width);
    camera.origin.y      = area.y + (area.h >= high ? 0.39F : 0.515F) * area.h;
    return camera;
}

double on_stage(double travel) { return UniformMotion::on_stage({.travel = travel}, 0.0); }

// Calls draw(x) for the position x of a body in pixels, and again for the position one area width further, so that a
// body at one edge of the area is drawn at the other edge, too.
template <class Draw>
void draw_wrapped(const SceneCanvas& s, double metres, Draw draw)
{
    const float x     = s.camera.x(metres);
    const float width = s.camera.length(UniformMotion::stage_width);
    draw(x);
    draw(metres < 0.5 * UniformMotion::stage_width ? x + width : x - width);
}

void draw_bars(const SceneCanvas& s, float top, float bottom)
{
    const auto& scene = s.scene<UniformMotion>();
    const float width = std::min(s.camera.length(0.2), 0.3F * s.area.w / static_cast<float>(scene.knobs.bars));
    for (int i = 1; i < scene.knobs.bars; ++i)
    {
        const double from = UniformMotion::stage_width * i / scene.knobs.bars;
        draw_wrapped(s, UniformMotion::on_stage(s.shown<UniformMotion>(), from),
                     [&](float x) {
                         s.picture.box({x - width / 2, top, width, bottom - top}, width / 2, s.theme().metal);
                     });
    }
}

// Draws a ruler that does not move, as a background for the moving bars.
void draw_ruler(const SceneCanvas& s, float y)
{
    for (int i = 0; i <= 32; ++i)
    {
        const float x = s.camera.x(0.5 * i);
        s.picture.line({x, y}, {x, y - s.px(i % 2 == 0 ? 9 : 5)}, s.px(1), s.theme().shade);
    }
    s.picture.line({s.area.x, y}, {s.area.right(), y}, s.px(1), s.theme().shade);
}

void draw_uniform_motion_caption(const SceneCanvas& s)
{
    const double speed     = s.scene<UniformMotion>().knobs.speed * s.camera.pixels_per_m;
    const std::string text = fmt::format("{:.0f} pixels a second", speed);
    const std::string dots = text + "; dots at even distances are smooth motion";
    caption(s, {dots + s.ring_words(), text});
}

void draw_uniform_motion(const SceneCanvas& s)
{
    const float middle = s.camera.y(0.0);
    const float half   = (s.roomy() ? 0.19F : 0.225F) * s.area.h;
    const float top    = middle - half;
    const float bottom = middle + half;
    const float radius = std::min(s.camera.length(0.64), 0.3F * (bottom - top));
    const double disc  = on_stage(s.shown<UniformMotion>().travel);

    TimePage{s, TimePage::Way::down, bottom + s.px(18), s.foot(), on_stage}.draw();
    draw_bars(s, top, bottom);
    draw_ruler(s, bottom + s.px(14));
    draw_wrapped(s, disc, [&](float x) { draw_ball(s, {x, middle}, radius, s.loop()); });
    s.for_each_ring<UniformMotion>(
        [&](const UniformMotion::State& held, Edge edge) {
            draw_wrapped(s, on_stage(held.travel), [&](float x) { draw_ring(s, {x, middle}, radius, edge); });
        });
    draw_uniform_motion_caption(s);
}

Followed uniform_motion_followed(const World&, const AnyState& shown)
{
    return {sim::Vec2{on_stage(shown.as<UniformMotion::State>().travel), 0.0}, nowhere};
}

constexpr SceneView uniform_motion_view{
    .aspect = 8.0F, .camera = uniform_motion_camera, .draw = draw_uniform_motion, .followed = uniform_motion_followed};

} // namespace

constinit const SceneType uniform_motion = scene_type<UniformMotion>(
    {.name  = "uniform-motion",
     .title = "Uniform motion",
     .watch = "The bars should glide; where steps and frames do not match, they stutter, shake or show double.",
     .knobs = uniform_motion_knobs,
     .view  = &uniform_motion_view,
     .uses_integrator = false});

} // namespace scenes
