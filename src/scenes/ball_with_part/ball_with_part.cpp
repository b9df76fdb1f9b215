#include "scenes/ball_with_part/ball_with_part.hpp"

#include "scenes/drawing/scene_drawing.hpp"
#include "scenes/spring_and_ball/spring_view.hpp"
#include "scenes/stability_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace scenes
{

namespace
{

float weight_radius(const SceneCanvas& canvas, float ball_radius)
{
    return std::max(0.3F * ball_radius, canvas.to_pixels(3));
}

// Draws a small weight inside the ball, at x = `weight_x` in pixels, and the spring that holds the weight.
void draw_weight_at(const SceneCanvas& canvas, float weight_x, draw::Point ball_centre, float ball_radius)
{
    constexpr int bend_count = 8;
    const float disc_radius = weight_radius(canvas, ball_radius);
    const float spring_left = ball_centre.x - 0.85F * ball_radius;
    const auto bend_point = [&](int i)
    {
        const bool is_end = i == 0 || i == bend_count;
        const float side = is_end ? 0.0F : 0.22F * static_cast<float>(2 * (i % 2) - 1);
        return draw::Point{spring_left + (weight_x - spring_left) * static_cast<float>(i) / bend_count,
                           ball_centre.y + side * ball_radius};
    };
    for (int i = 0; i < bend_count; ++i)
        canvas.picture.add_line(bend_point(i), bend_point(i + 1), canvas.to_pixels(1.6F), canvas.theme().text);
    canvas.picture.add_disc({weight_x, ball_centre.y}, disc_radius, canvas.theme().metal);
    canvas.picture.add_circle_outline({weight_x, ball_centre.y}, disc_radius, canvas.to_pixels(1.4F),
                                      canvas.theme().text);
}

void draw_weight(const CanvasOf<BallWithPart>& canvas, const SpringSceneDrawing& spring_drawing)
{
    const double stretch = canvas.shown_state.weight_x - canvas.shown_state.x;
    const draw::Point ball_centre = spring_drawing.ball_centre();
    const float weight_x = std::clamp(ball_centre.x + canvas.camera.pixel_length(std::clamp(stretch, -1e6, 1e6)),
                                      canvas.area.x - canvas.area.w, canvas.area.right() + canvas.area.w);
    draw_weight_at(canvas, weight_x, ball_centre, spring_drawing.ball_radius_pixels());
    const float label_y =
        ball_centre.y + weight_radius(canvas, spring_drawing.ball_radius_pixels()) + canvas.to_pixels(4);
    if (canvas.has_height_for_text() && std::abs(stretch) > spring_drawing.scene.knobs.radius)
        draw::draw_small_label(canvas, {weight_x, label_y}, "weight", draw::Align::centre);
}

void draw_weight_legend(const CanvasOf<BallWithPart>& canvas)
{
    const bool has_space = canvas.area.h >= canvas.to_pixels(280) && canvas.area.w >= canvas.to_pixels(640) &&
                           !shows_stopwatches(canvas); // the stopwatches need the same place
    if (!has_space) return;
    const float radius = canvas.to_pixels(22);
    const draw::Point centre{canvas.area.right() - canvas.to_pixels(282), canvas.area.y + canvas.to_pixels(44)};
    canvas.picture.add_disc(centre, radius, canvas.loop_colour());
    draw_weight_at(canvas, centre.x + 0.2F * radius, centre, radius);
    const float text_x = centre.x + radius + canvas.to_pixels(12);
    float text_y = centre.y - canvas.to_pixels(17);
    std::string texts = "inside: a weight on a spring; " + stability_text(canvas.world);
    if (!canvas.safe_step_text.empty()) texts.append("; ").append(canvas.safe_step_text);
    for (std::size_t begin = 0; begin < texts.size(); text_y += canvas.to_pixels(18))
    {
        const std::size_t end = std::min(texts.find("; ", begin), texts.size());
        draw::draw_small_label(canvas, {text_x, text_y}, texts.substr(begin, end - begin));
        begin = end + 2;
    }
}

struct BallWithPartView : ViewOf<BallWithPart>
{
    static constexpr auto knobs = joined_knobs(
        std::array{
            knob<&Knobs::stiffness, Knobs>("stiffness", "N/m", 1.0, 10'000.0, {.is_logarithmic = true},
                                           "Stiffness of the spring: with a stiffer spring, the ball swings faster."),
            knob<&Knobs::mass, Knobs>("mass", "kg", 0.1, 10.0, {.is_logarithmic = true},
                                      "Mass of the ball; a lighter ball swings faster."),
            knob<&Knobs::weight_stiffness>(
                "part-stiffness", "N/m", 1.0, 10'000.0, {.label = "weight's stiffness", .is_logarithmic = true},
                "Stiffness of the weight's spring; a stiffer spring needs shorter steps, or it explodes."),
            knob<&Knobs::weight_mass>(
                "part-mass", "kg", 0.001, 1.0, {.label = "weight's mass", .is_logarithmic = true},
                "Mass of the weight inside the ball; a lighter one needs shorter steps, or its spring explodes."),
            knob<&Knobs::weight_damping_ratio>(
                "part-damping", "", 0.0, 1.0, {.label = "weight's damping"},
                "Damping ratio of the weight's spring: at 0 the weight swings for ever, at 1 it "
                "comes to rest without overshoot."),
        },
        ball_and_wall_knobs<Knobs>);
    static constexpr float aspect = 8.0F;
    static constexpr bool zooms_out = true;

    static Camera camera(const BallWithPart& scene, draw::Rect area)
    {
        return camera_of_spring(scene.ball_alone(), area);
    }
    static std::vector<SceneCircle> grab_circles(const BallWithPart& scene, const State& shown)
    {
        return {SceneCircle{{shown.x, 0.0}, scene.knobs.radius}};
    }
    static void draw(const Canvas& canvas)
    {
        const SpringAndBall ball_scene = canvas.scene.ball_alone();
        const SpringSceneDrawing spring_drawing{canvas, ball_scene, canvas.shown_state,
                                                "inside: a small weight on a stiff spring; long steps tear it off"};
        spring_drawing.draw_scene();
        if (is_automatically_zoomed_out(canvas) || !canvas.area.contains(spring_drawing.ball_centre()))
            draw_weight_legend(canvas);
        else if (std::isfinite(canvas.shown_state.weight_x - canvas.shown_state.x))
            draw_weight(canvas, spring_drawing);
        canvas.for_each_shown_reference([&](const State& reference_state, LineStyle line_style)
                                        { spring_drawing.draw_reference(reference_state, line_style); });
        spring_drawing.draw_annotations_over_references();
    }
};

} // namespace

extern constinit const SceneType ball_with_part = make_scene_type<BallWithPart, BallWithPartView>(
    {.name = "ball-with-part",
     .title = "Ball on a spring, with a weight on a spring inside",
     .what_to_watch = "A small weight hangs on a stiff spring inside the ball: long "
                      "steps make this spring explode, and the ball flies away."});

} // namespace scenes
