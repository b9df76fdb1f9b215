#include "scenes/stack/stack.hpp"

#include "scenes/drawing/scene_drawing.hpp"

#include <fmt/core.h>

#include <array>

namespace scenes
{

namespace
{

// Draws a rotated box. Normalises its direction, because interpolation makes the direction shorter than 1.
void draw_turned_box(const CanvasOf<Stack>& canvas, const RigidBox& box, draw::Colour colour, float outline_width = 0)
{
    const float rounding = canvas.to_pixels(3);
    const double inverse_length = 1.0 / sim::length(box.direction);
    const draw::Point centre = canvas.pixel_at(box.centre);
    canvas.picture.add_rounded_box({.x = centre.x,
                                    .y = centre.y,
                                    .half_w = std::max(canvas.camera.pixel_length(box.half_size.x) - rounding, 0.0F),
                                    .half_h = std::max(canvas.camera.pixel_length(box.half_size.y) - rounding, 0.0F),
                                    .cos = static_cast<float>(inverse_length * box.direction.x),
                                    .sin = static_cast<float>(-inverse_length * box.direction.y),
                                    .radius = rounding,
                                    .outline_width = outline_width,
                                    .colour = colour});
}

struct StackView : ViewOf<Stack>
{
    static constexpr std::array knobs{
        knob<&Knobs::iterations>("iterations", "", 1.0, 80.0, {.is_logarithmic = true},
                                 "Passes of the solver over all contacts in a substep; the time of a step is "
                                 "proportional to iterations times substeps."),
        knob<&Knobs::substeps>("substeps", "", 1.0, 16.0, {},
                               "Number of equal parts into which a step is divided; each part detects contacts again."),
        toggle_knob<&Knobs::uses_warm_start>("warm-starting", {.label = "warm starting"},
                                             "Start the solver with the impulses of the last step instead of zero."),
        knob<&Knobs::friction>("friction", "", 0.0, 1.0, {}, "Coefficient of friction between the boxes."),
        knob<&Knobs::top_mass>(
            "top-mass", "kg", 0.1, 20.0,
            {.label = "top mass", .is_logarithmic = true, .effect_time = KnobEffectTime::immediate_reset},
            "Mass of the top box; the other boxes have 1 kg each. The heavier the top box, the more iterations the "
            "solver needs."),
    };
    static constexpr float aspect = 1.5F;

    static Camera camera(const Stack&, draw::Rect area)
    {
        return rectangle_camera_below_labels(area, {-3.8, -0.35}, {3.8, 5.2});
    }
    static sim::Vec2 tracked_point(const Stack&, const State& shown) { return shown.boxes.back().centre; }

    static void draw(const Canvas& canvas)
    {
        const float ground_y = canvas.camera.pixel_y(0.0);
        canvas.picture.add_rectangle({canvas.area.x, ground_y, canvas.area.w, canvas.to_pixels(6)}, 0,
                                     canvas.theme().dim_metal);
        draw_trail(canvas, {.line_width = canvas.to_pixels(1)});
        const auto& boxes = canvas.shown_state.boxes;
        for (std::size_t i = 1; i < boxes.size(); ++i)
            draw_turned_box(canvas, boxes[i],
                            draw::mix(canvas.loop_colour(), canvas.theme().dim_metal, i % 2 == 0 ? 0.45F : 0.2F));
        canvas.for_each_shown_reference(
            [&](const State& reference_state, LineStyle)
            {
                for (std::size_t i = 1; i < reference_state.boxes.size(); ++i)
                    draw_turned_box(canvas, reference_state.boxes[i], draw::faded(canvas.theme().text, 0.6F),
                                    canvas.to_pixels(1.4F));
            });
        draw_off_screen_arrow(canvas, "top box", canvas.shown_state.boxes.back().centre);
        const std::string state_caption = canvas.shown_state.has_collapsed
                                              ? "the column has collapsed"
                                              : fmt::format("top box {:+.0f} mm; the column leans by {:.0f} mm",
                                                            1000.0 * canvas.scene.observables(canvas.shown_state).x,
                                                            1000.0 * Stack::max_horizontal_offset(canvas.shown_state));
        draw_fitting_caption(canvas, {state_caption + "; outlines: where the boxes should be", state_caption});
    }
};

} // namespace

extern constinit const SceneType stack = make_scene_type<Stack, StackView>(
    {.name = "stack",
     .title = "Stack of boxes",
     .what_to_watch = "The column of boxes should stand still; long steps make the column "
                      "collapse, unless each step is divided into substeps.",
     .uses_integrator = false});

} // namespace scenes
