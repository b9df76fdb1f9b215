#include "scenes/float_clock/float_clock.hpp"

#include "base/number.hpp"
#include "scenes/drawing/scene_drawing.hpp"
#include "sim/physics/portable_math.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{

using sim::Vec2;

struct FloatClockView : ViewOf<FloatClock>
{
    static constexpr std::array<std::string_view, 4> start_names{"now", "after-1-h", "after-10-h", "after-100-h"};
    static constexpr std::array knobs{
        knob<&Knobs::speed>("speed", "turns/s", 0.05, 4.0, {.is_logarithmic = true},
                            "Turns per second that both clock hands should make."),
        choice_knob<&Knobs::start>("start", start_names,
                                   {.label = "program started", .effect_time = KnobEffectTime::immediate_reset},
                                   "How long the float and the double clock have run when the scene begins."),
    };
    static constexpr float aspect = 2.0F;
    static constexpr double hand_length = 0.86;
    static constexpr double hand_disc_radius = 0.10; // radius of the disc at the end of a hand, in metres
    // Centres in metres of the two dials: the clock of type `float`, and the clock of type `double`.
    static constexpr std::array<Vec2, 2> dial_centres{{{-1.15, 0.1}, {1.15, 0.1}}};

    // The lowest 0.7 m of the view are left free for the captions.
    static Camera camera(const FloatClock&, draw::Rect area)
    {
        return rectangle_camera_below_labels(area, {-2.2, -1.65}, {2.2, 1.15});
    }
    static TrackedPoints tracked_points(const FloatClock&, const State& shown)
    {
        return {dial_position(dial_centres[0], shown.float_hand_turns),
                dial_position(dial_centres[1], shown.double_hand_turns)};
    }

    // Point of a dial after the given number of turns: 0 turns is at the top, and positive turns are clockwise.
    static Vec2 dial_position(Vec2 dial_centre, double turns, double radius = hand_length)
    {
        const double angle = sim::tau * (turns - std::floor(turns));
        return dial_centre + radius * Vec2{std::sin(angle), std::cos(angle)};
    }

    static void draw_dial_face(const Canvas& canvas, Vec2 dial_centre)
    {
        // The rim is drawn as short lines, because the shader of a circle outline would run for all pixels of the dial.
        constexpr int piece_count = 120;
        const auto rim_point = [&](int i, double distance_beyond_hand_tip)
        {
            return canvas.pixel_at(dial_position(dial_centre, static_cast<double>(i) / piece_count,
                                                 hand_length + distance_beyond_hand_tip));
        };
        for (int i = 0; i < piece_count; ++i)
            canvas.picture.add_line(rim_point(i, 0.16), rim_point(i + 1, 0.16), canvas.to_pixels(2),
                                    canvas.theme().border);
        for (int i = 0; i < piece_count; i += 2)
        {
            const bool is_hour_mark = i % 10 == 0;
            canvas.picture.add_line(rim_point(i, 0.12), rim_point(i, is_hour_mark ? 0.04 : 0.09),
                                    canvas.to_pixels(is_hour_mark ? 1.8F : 1),
                                    is_hour_mark ? canvas.theme().dim_metal : canvas.theme().border);
        }
    }

    static void draw_error_arc(const Canvas& canvas)
    {
        const double error_turns =
            std::clamp(canvas.shown_state.double_hand_turns - canvas.shown_state.float_hand_turns, -1.0, 1.0);
        if (!std::isfinite(error_turns)) return;
        const int piece_count = std::clamp(static_cast<int>(std::abs(error_turns) * 90.0) + 1, 1, 90);
        const auto arc_point = [&](int i)
        {
            return canvas.pixel_at(dial_position(dial_centres[0],
                                                 canvas.shown_state.float_hand_turns + error_turns * i / piece_count,
                                                 0.62 * hand_length));
        };
        for (int i = 0; i < piece_count; ++i)
            canvas.picture.add_line(arc_point(i), arc_point(i + 1), canvas.to_pixels(6),
                                    draw::faded(canvas.theme().alarm, 0.8F));
    }

    static void draw_hand(const Canvas& canvas, Vec2 dial_centre, double turns)
    {
        const draw::Colour colour = canvas.loop_colour();
        canvas.picture.add_line(canvas.pixel_at(dial_centre), canvas.pixel_at(dial_position(dial_centre, turns)),
                                canvas.to_pixels(3), draw::mix(colour, canvas.theme().dim_metal, 0.4F));
        canvas.picture.add_lit_ball(canvas.pixel_at(dial_centre), canvas.to_pixels(6), canvas.theme().metal);
        draw_ball(canvas, canvas.pixel_at(dial_position(dial_centre, turns)),
                  drawn_ball_radius_pixels(canvas, hand_disc_radius), colour);
    }

    static void write_labels(const Canvas& canvas)
    {
        const float label_y = canvas.camera.pixel_y(dial_centres[0].y - hand_length - 0.16) + canvas.to_pixels(6);
        const auto write_under_dial = [&](Vec2 dial_centre, std::string text)
        {
            draw::draw_small_label(canvas, {canvas.camera.pixel_x(dial_centre.x), label_y}, std::move(text),
                                   draw::Align::centre);
        };
        write_under_dial(dial_centres[0], fmt::format("float   {:.4f} s", canvas.shown_state.float_seconds));
        write_under_dial(dial_centres[1], fmt::format("double  {:.4f} s", canvas.shown_state.double_seconds));
        const std::string float_spacing_text =
            fmt::format("neighbouring floats differ by {} ms",
                        base::number_text(1e3 * FloatClock::float_spacing(canvas.shown_state.float_seconds), 3));
        draw_fitting_caption(canvas, {fmt::format("{}; float clock: {:.3f} s counted per second; ring: exact time",
                                                  float_spacing_text, canvas.shown_state.counted_time_ratio),
                                      float_spacing_text});
    }

    static void draw(const Canvas& canvas)
    {
        for (const Vec2 dial_centre : dial_centres) draw_dial_face(canvas, dial_centre);
        draw_error_arc(canvas);
        for (std::size_t i = 0; i < dial_centres.size(); ++i)
            draw_trail(canvas, {.point_index = i, .duration_seconds = 2.2, .dot_radius = canvas.to_pixels(2.8F)});
        draw_hand(canvas, dial_centres[0], canvas.shown_state.float_hand_turns);
        draw_hand(canvas, dial_centres[1], canvas.shown_state.double_hand_turns);
        canvas.for_each_shown_reference(
            [&](const State& reference_state, LineStyle line_style)
            {
                for (const Vec2 dial_centre : dial_centres)
                    draw_reference_ring(canvas,
                                        canvas.pixel_at(dial_position(dial_centre, reference_state.double_hand_turns)),
                                        drawn_ball_radius_pixels(canvas, hand_disc_radius), line_style);
            });
        write_labels(canvas);
    }
};

} // namespace

extern constinit const SceneType float_clock = make_scene_type<FloatClock, FloatClockView>(
    {.name = "float-clock",
     .title = "Float clock",
     .what_to_watch = "The hands of both clocks should turn together. One clock is a 32-bit float: the longer the "
                      "program has run, the larger its error.",
     .uses_integrator = false});

} // namespace scenes
