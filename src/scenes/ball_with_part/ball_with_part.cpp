#include "scenes/ball_with_part/ball_with_part.hpp"

#include "scenes/drawing/parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{

// Draws the part as a disc on a small spring, and labels it if it is outside the ball. Clamps the disc to at most one
// view width beyond the view. Draws nothing if the camera has zoomed out or the ball is outside the view.
void draw_part(const CanvasOf<BallWithPart>& canvas, const DrawnSpring& drawn_spring, double part_x)
{
    const double stretch = part_x - drawn_spring.shown.x;
    if (!std::isfinite(stretch)) return;
    if (is_zoomed_out(canvas) || !canvas.area.contains(drawn_spring.ball_centre())) return;
    const float radius            = std::max(0.3F * drawn_spring.ball_radius(), canvas.px(3));
    const draw::Point ball_centre = drawn_spring.ball_centre();
    const float part_pixel_x      = std::clamp(ball_centre.x + canvas.camera.length(std::clamp(stretch, -1e6, 1e6)),
                                               canvas.area.x - canvas.area.w, canvas.area.right() + canvas.area.w);
    const bool is_outside         = std::abs(stretch) > drawn_spring.scene.knobs.radius;
    constexpr int bend_count      = 8;
    const float spring_left       = ball_centre.x - 0.85F * drawn_spring.ball_radius();
    const auto bend_point         = [&](int i)
    {
        const bool is_end = i == 0 || i == bend_count;
        const float side  = is_end ? 0.0F : 0.22F * static_cast<float>(2 * (i % 2) - 1);
        return draw::Point{spring_left + (part_pixel_x - spring_left) * static_cast<float>(i) / bend_count,
                           ball_centre.y + side * drawn_spring.ball_radius()};
    };
    for (int i = 0; i < bend_count; ++i)
        canvas.picture.line(bend_point(i), bend_point(i + 1), canvas.px(1.6F), canvas.theme().ink);
    canvas.picture.disc({part_pixel_x, ball_centre.y}, radius, canvas.theme().metal);
    canvas.picture.ring({part_pixel_x, ball_centre.y}, radius, canvas.px(1.4F), canvas.theme().ink);
    if (canvas.has_text_room() && is_outside)
        draw::draw_small_label(canvas, {part_pixel_x, ball_centre.y + radius + canvas.px(4)}, "light part",
                               draw::Align::centre);
}

struct BallWithPartView : ViewOf<BallWithPart>
{
    static constexpr auto knobs = joined_knobs(
        std::array{
            knob<&Knobs::stiffness, Knobs>("stiffness", "N/m", 1.0, 10'000.0, {.is_logarithmic = true},
                                           "Stiffness of the spring: with a stiffer spring, the ball swings faster."),
            knob<&Knobs::mass, Knobs>("mass", "kg", 0.1, 10.0, {.is_logarithmic = true},
                                      "Mass of the ball; a lighter ball swings faster."),
            knob<&Knobs::part_stiffness>(
                "part-stiffness", "N/m", 1.0, 10'000.0, {.label = "part's stiffness", .is_logarithmic = true},
                "Stiffness of the part's spring; a stiffer spring needs shorter steps, or it explodes."),
            knob<&Knobs::part_mass>(
                "part-mass", "kg", 0.001, 1.0, {.label = "part's mass", .is_logarithmic = true},
                "Mass of the small part inside the ball; a lighter part needs shorter steps, or its spring explodes."),
            knob<&Knobs::part_damping>("part-damping", "", 0.0, 1.0, {.label = "part's damping"},
                                       "Damping ratio of the part's spring: at 0 the part swings for ever, at 1 it "
                                       "comes to rest without overshoot."),
        },
        ball_and_wall_knobs<Knobs>);
    static constexpr float aspect   = 8.0F;
    static constexpr bool zooms_out = true;

    static Camera camera(const BallWithPart& scene, draw::Rect area)
    {
        return camera_of_spring(scene.without_part(), area);
    }
    static GrabHandle handles(const BallWithPart& scene, const State& shown)
    {
        return {{shown.x, 0.0}, scene.knobs.radius};
    }
    static void draw(const Canvas& canvas)
    {
        const SpringAndBall ball_scene = canvas.scene.without_part();
        const DrawnSpring drawn_spring{canvas, ball_scene, canvas.shown,
                                       "in the ball: a light part, unstable with long steps"};
        drawn_spring.draw();
        draw_part(canvas, drawn_spring, canvas.shown.part_x);
        canvas.for_each_shown_reference([&](const State& reference_state, LineStyle line_style)
                                        { drawn_spring.draw_reference(reference_state, line_style); });
        drawn_spring.draw_labels_over_references();
    }
};

} // namespace

extern constinit const SceneType ball_with_part = scene_type<BallWithPart, BallWithPartView>(
    {.name          = "ball-with-part",
     .title         = "Spring and ball with a light part",
     .what_to_watch = "A light part hangs on a stiff spring inside the ball: long "
                      "steps make this spring explode, and the ball flies away."});

} // namespace scenes
