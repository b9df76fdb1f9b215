#include "scenes/float_clock/float_clock.hpp"

#include "scenes/drawing/parts.hpp"
#include "sim/physics/portable_math.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace scenes
{

namespace
{

using sim::Vec2;

struct FloatClockView : ViewOf<FloatClock>
{
    static constexpr std::array<std::string_view, 4> starts{"now", "after-1-h", "after-10-h", "after-100-h"};
    static constexpr std::array knobs{
        knob<&Knobs::speed>("speed", "turns/s", 0.05, 4.0, {.logarithmic = true},
                            "Turns per second that both hands should make."),
        choice_knob<&Knobs::start>("start", starts, {.label = "program started", .applies = Applies::restarts},
                                   "Time for which both clocks have run when the scene begins."),
    };
    static constexpr float aspect       = 2.0F;
    static constexpr double dial_radius = 0.86;
    static constexpr double disc_radius = 0.10; // radius of the disc at the end of a hand, in metres
    // Centres of the dials in metres: the float clock, the double clock.
    static constexpr std::array<Vec2, 2> dials{{{-1.15, 0.1}, {1.15, 0.1}}};

    // The lowest 0.7 m are left free for the captions.
    static Camera camera(const FloatClock&, draw::Rect area) { return plane_camera(area, {-2.2, -1.65}, {2.2, 1.15}); }
    static FollowedPoints followed(const FloatClock&, const State& shown)
    {
        return {on_dial(dials[0], shown.turns_float), on_dial(dials[1], shown.turns_double)};
    }

    // 0 turns is at the top; turns are clockwise.
    static Vec2 on_dial(Vec2 dial, double turns, double radius = dial_radius)
    {
        const double angle = sim::tau * (turns - std::floor(turns));
        return dial + radius * Vec2{std::sin(angle), std::cos(angle)};
    }

    static void draw_face(const Canvas& canvas, Vec2 dial)
    {
        // Lines are faster to draw than a ring, which covers the whole dial.
        constexpr int part_count = 120;
        const auto rim_point     = [&](int i, double beyond)
        { return canvas.at(on_dial(dial, static_cast<double>(i) / part_count, dial_radius + beyond)); };
        for (int i = 0; i < part_count; ++i)
            canvas.picture.line(rim_point(i, 0.16), rim_point(i + 1, 0.16), canvas.px(2), canvas.theme().line);
        for (int i = 0; i < part_count; i += 2)
        {
            const bool is_hour_mark = i % 10 == 0;
            canvas.picture.line(rim_point(i, 0.12), rim_point(i, is_hour_mark ? 0.04 : 0.09),
                                canvas.px(is_hour_mark ? 1.8F : 1),
                                is_hour_mark ? canvas.theme().shade : canvas.theme().line);
        }
    }

    // Draws the error of the float clock as an arc.
    static void draw_difference(const Canvas& canvas)
    {
        const double difference = std::clamp(canvas.shown.turns_double - canvas.shown.turns_float, -1.0, 1.0);
        if (!std::isfinite(difference)) return;
        const int part_count = std::clamp(static_cast<int>(std::abs(difference) * 90.0) + 1, 1, 90);
        const auto at        = [&](int i) {
            return canvas.at(
                       on_dial(dials[0], canvas.shown.turns_float + difference * i / part_count, 0.62 * dial_radius));
        };
        for (int i = 0; i < part_count; ++i)
            canvas.picture.line(at(i), at(i + 1), canvas.px(6), draw::faded(canvas.theme().alarm, 0.8F));
    }

    static void draw_hand(const Canvas& canvas, Vec2 dial, double turns)
    {
        const draw::Colour colour = canvas.loop_colour();
        canvas.picture.line(canvas.at(dial), canvas.at(on_dial(dial, turns)), canvas.px(3),
                            draw::mix(colour, canvas.theme().shade, 0.4F));
        canvas.picture.ball(canvas.at(dial), canvas.px(6), canvas.theme().metal);
        draw_ball(canvas, canvas.at(on_dial(dial, turns)), ball_radius(canvas, disc_radius), colour);
    }

    static void draw_words(const Canvas& canvas)
    {
        const float label_y         = canvas.camera.y(dials[0].y - dial_radius - 0.16) + canvas.px(6);
        const auto write_under_dial = [&](Vec2 dial, std::string text) {
            draw::write_small_label(canvas, {canvas.camera.x(dial.x), label_y}, std::move(text), draw::Align::centre);
        };
        write_under_dial(dials[0], fmt::format("float   {:.4f} s", canvas.shown.by_float));
        write_under_dial(dials[1], fmt::format("double  {:.4f} s", canvas.shown.by_double));
        const std::string resolution_text =
            fmt::format("neighbouring floats differ by {:.3g} ms", 1e3 * FloatClock::resolution(canvas.shown.by_float));
        write_caption(canvas, {fmt::format("{}; the last step counted {:.3f} s per second; ring: exact time",
                                           resolution_text, canvas.shown.rate),
                               resolution_text});
    }

    static void draw(const Canvas& canvas)
    {
        for (const Vec2 dial : dials) draw_face(canvas, dial);
        draw_difference(canvas);
        for (std::size_t i = 0; i < dials.size(); ++i)
            draw_path(canvas,
                      {.which = i, .seconds = 2.2, .line = 0, .dot = canvas.px(2.8F), .colour = canvas.loop_colour()});
        draw_hand(canvas, dials[0], canvas.shown.turns_float);
        draw_hand(canvas, dials[1], canvas.shown.turns_double);
        canvas.for_each_shown_reference(
            [&](const State& reference_state, LineStyle line_style)
            {
                for (const Vec2 dial : dials)
                    draw_ring(canvas, canvas.at(on_dial(dial, reference_state.turns_double)),
                              ball_radius(canvas, disc_radius), line_style);
            });
        draw_words(canvas);
    }
};

} // namespace

extern constinit const SceneType float_clock = scene_type<FloatClock, FloatClockView>(
    {.name            = "float-clock",
     .title           = "Float clock",
     .what_to_watch   = "Both hands should turn together; the longer the program has run, "
                        "the larger the error of the float clock becomes.",
     .uses_integrator = false});

} // namespace scenes
