#include "scenes/ball_with_part/ball_with_part.hpp"

#include "scenes/drawing/parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{

// Draws the part as a disc on a small spring, with a label if the part is outside of the ball. A part outside of the
// visible area is drawn at most one width of the area away; after the camera has zoomed out, none is drawn.
void draw_part(const CanvasOf<BallWithPart>& canvas, const DrawnSpring& ball, double part_x)
{
    const double stretch = part_x - ball.shown.x;
    if (!std::isfinite(stretch)) return;
    if (is_zoomed_out(canvas) || !canvas.area.contains(ball.ball())) return;
    const float radius           = std::max(0.3F * ball.radius(), canvas.px(3));
    const draw::Point ball_pixel = ball.ball();
    const float part_pixel_x     = std::clamp(ball_pixel.x + canvas.camera.length(std::clamp(stretch, -1e6, 1e6)),
                                              canvas.area.x - canvas.area.w, canvas.area.right() + canvas.area.w);
    const bool is_outside        = std::abs(stretch) > ball.scene.knobs.radius;
    constexpr int bend_count     = 8;
    const float spring_begin     = ball_pixel.x - 0.85F * ball.radius();
    const auto bend_point        = [&](int i)
    {
        const bool is_end = i == 0 || i == bend_count;
        const float side  = is_end ? 0.0F : 0.22F * static_cast<float>(2 * (i % 2) - 1);
        return draw::Point{spring_begin + (part_pixel_x - spring_begin) * static_cast<float>(i) / bend_count,
                           ball_pixel.y + side * ball.radius()};
    };
    for (int i = 0; i < bend_count; ++i)
        canvas.picture.line(bend_point(i), bend_point(i + 1), canvas.px(1.6F), canvas.theme().ink);
    canvas.picture.disc({part_pixel_x, ball_pixel.y}, radius, canvas.theme().metal);
    canvas.picture.ring({part_pixel_x, ball_pixel.y}, radius, canvas.px(1.4F), canvas.theme().ink);
    if (canvas.has_text_room() && is_outside)
        draw::write_small_label(canvas, {part_pixel_x, ball_pixel.y + radius + canvas.px(4)}, "small spring",
                                draw::Align::centre);
}

struct BallWithPartView : ViewOf<BallWithPart>
{
    static constexpr auto knobs = joined(
        std::array{
            knob<&Knobs::stiffness, Knobs>("stiffness", "N/m", 1.0, 10'000.0, {.logarithmic = true},
                                           "Stiffness of the spring: with a stiffer spring, the ball swings faster."),
            knob<&Knobs::mass, Knobs>("mass", "kg", 0.1, 10.0, {.logarithmic = true},
                                      "Mass of the ball; a lighter ball swings faster."),
            knob<&Knobs::part_stiffness>(
                "part-stiffness", "N/m", 1.0, 10'000.0, {.label = "part's stiffness", .logarithmic = true},
                "Stiffness of the part's spring; a stiffer spring needs shorter steps, or it explodes."),
            knob<&Knobs::part_mass>(
                "part-mass", "kg", 0.001, 1.0, {.label = "part's mass", .logarithmic = true},
                "Mass of the part in the ball; a lighter part needs shorter steps, or its spring explodes."),
            knob<&Knobs::part_damping>("part-damping", "", 0.0, 1.0, {.label = "part's damping"},
                                       "Damping ratio of the part's spring: at 0 the part swings for ever, at 1 it "
                                       "comes to rest without overshoot."),
        },
        ball_and_wall_knobs<Knobs>);
    static constexpr float aspect   = 8.0F;
    static constexpr bool zooms_out = true;

    static Camera camera(const BallWithPart& scene, draw::Rect area) { return camera_of_spring(scene.ball(), area); }
    static GrabHandle handles(const BallWithPart& scene, const State& shown)
    {
        return {{shown.x, 0.0}, scene.knobs.radius};
    }
    static void draw(const Canvas& canvas)
    {
        const SpringAndBall ball = canvas.scene.ball();
        const DrawnSpring drawn{canvas, ball, canvas.shown, "in the ball: a small spring, which explodes first"};
        drawn.draw();
        draw_part(canvas, drawn, canvas.shown.part_x);
        canvas.for_each_shown_reference([&](const State& reference_state, LineStyle line_style)
                                        { drawn.draw_reference(reference_state, line_style); });
        drawn.draw_texts_over_references();
    }
};

} // namespace

extern constinit const SceneType ball_with_part = scene_type<BallWithPart, BallWithPartView>(
    {.name          = "ball-with-part",
     .title         = "Spring and ball with a light part",
     .what_to_watch = "A light part hangs on a stiff spring inside the ball: long "
                      "steps make this spring explode, and the ball flies away."});

} // namespace scenes
