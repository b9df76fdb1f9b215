#include "scenes/spring_and_ball/draw.hpp"
#include "draw/shapes/words.hpp"
#include "scenes/ball_with_part/ball_with_part.hpp"
#include "scenes/drawing/explosion.hpp"
#include "scenes/drawing/scene_view.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

namespace
{

Camera ball_with_part_camera(const World& world, draw::Rect area)
{
    return camera_of_spring(world.scene().as<BallWithPart>().ball(), area);
}

// Draws the part as a disc beside the ball, joined to the ball by a line, if it has left the ball: if its middle is
// outside. Within the ball, and after the camera has zoomed out, it is not drawn. A part that has left the stage is
// drawn at most one width of the stage outside of it.
void draw_part(const SceneCanvas& s, const DrawnSpring& ball, double part_x)
{
    const double stretch = part_x - ball.shown.x;
    if (!std::isfinite(stretch) || std::abs(stretch) <= ball.scene.knobs.radius) return;
    if (is_explosion(s) || !s.area.contains(ball.ball())) return;
    const float radius       = std::max(0.3F * ball.radius(), s.px(3));
    const draw::Point middle = ball.ball();
    const float x = std::clamp(middle.x + s.camera.length(std::clamp(stretch, -1e6, 1e6)), s.area.x - s.area.w,
                               s.area.right() + s.area.w);
    s.picture.line(middle, {x, middle.y}, s.px(2), s.theme().metal);
    s.picture.disc({x, middle.y}, radius, s.theme().metal);
    s.picture.ring({x, middle.y}, radius, s.px(1.4F), s.theme().ink);
    if (s.roomy()) draw::word(s, {x, middle.y + radius + s.px(4)}, "light part", draw::Align::centre);
}

void draw_ball_with_part(const SceneCanvas& s)
{
    const BallWithPart::State& shown = s.shown<BallWithPart>();
    const SpringAndBall scene        = s.scene<BallWithPart>().ball();
    const DrawnSpring drawn{s, scene, shown.ball};
    drawn.draw();
    draw_part(s, drawn, shown.part_x);
    s.for_each_ring<BallWithPart>([&](const BallWithPart::State& held, Edge edge)
                                  { drawn.draw_held(held.ball, edge); });
    drawn.draw_words();
}

std::vector<GrabHandle> ball_with_part_handles(const World& world, const AnyState& shown)
{
    return {{{world.probe(shown).x, 0.0}, world.scene().as<BallWithPart>().knobs.radius}};
}

} // namespace

} // namespace scenes

scenes::SceneView scenes::BallWithPart::view()
{
    return {.aspect    = 8.0F,
            .camera    = scenes::ball_with_part_camera,
            .draw      = scenes::draw_ball_with_part,
            .handles   = scenes::ball_with_part_handles,
            .zooms_out = true};
}
