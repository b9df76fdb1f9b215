#include "scenes/player/player.hpp"

#include "draw/shapes/scene_objects.hpp"
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

using sim::EventCounts;
using sim::Vec2;

void draw_ground(const CanvasOf<Player>& canvas, double from_x, double to_x)
{
    const float left = std::max(canvas.camera.pixel_x(from_x), canvas.area.x - canvas.to_pixels(20));
    const float right = std::min(canvas.camera.pixel_x(to_x), canvas.area.right() + canvas.to_pixels(20));
    const float top_y = canvas.camera.pixel_y(0.0);
    const float thickness = canvas.camera.pixel_length(0.75);
    canvas.picture.add_rectangle({left, top_y, right - left, thickness}, canvas.to_pixels(8),
                                 draw::mix(canvas.theme().background, canvas.theme().dim_metal, 0.45F));
    canvas.picture.add_rectangle({left, top_y, right - left, canvas.to_pixels(7)}, canvas.to_pixels(3.5F),
                                 draw::mix(canvas.theme().dim_metal, canvas.theme().metal, 0.35F));
}

void draw_goal(const CanvasOf<Player>& canvas)
{
    const draw::Point pole_foot = canvas.pixel_at({Player::goal_x, 0.0});
    const float pole_height = canvas.camera.pixel_length(1.9);
    const float flag_width = canvas.camera.pixel_length(0.62);
    canvas.picture.add_line(pole_foot, {pole_foot.x, pole_foot.y - pole_height}, canvas.to_pixels(3),
                            canvas.theme().metal);
    canvas.picture.add_triangle({pole_foot.x, pole_foot.y - pole_height},
                                {pole_foot.x + flag_width, pole_foot.y - pole_height + 0.3F * flag_width},
                                {pole_foot.x, pole_foot.y - pole_height + 0.62F * flag_width}, canvas.theme().accent);
}

void draw_fall_tally(const CanvasOf<Player>& canvas)
{
    const auto& scene = canvas.scene;
    const int fall_count = canvas.event_count(&EventCounts::fell_into_gap);
    const double gap_middle = 0.5 * (Player::gap_left + scene.gap_right());
    constexpr int max_crosses = 10;
    const int cross_count = std::min(fall_count, max_crosses);
    for (int i = 0; i < cross_count; ++i)
    {
        const draw::Point cross_centre = canvas.pixel_at({gap_middle + 0.34 * (i - 0.5 * (cross_count - 1)), -2.2});
        const float cross_half_size = canvas.to_pixels(5);
        for (const float side : {-1.0F, 1.0F})
            canvas.picture.add_line({cross_centre.x - cross_half_size, cross_centre.y - side * cross_half_size},
                                    {cross_centre.x + cross_half_size, cross_centre.y + side * cross_half_size},
                                    canvas.to_pixels(2.4F), canvas.theme().alarm);
    }
    const draw::Point count_position = canvas.pixel_at({0.5 * (scene.gap_right() + Player::visible_width), -0.95});
    draw::draw_small_label(
        canvas, count_position,
        fmt::format("crossed {}, fell {}", canvas.event_count(&EventCounts::crossed_gap), fall_count),
        draw::Align::centre);
}

void draw_dash_lines(const CanvasOf<Player>& canvas, const draw::Person& person)
{
    if (canvas.shown_state.dash_seconds_left <= 0.0) return;
    const auto x_behind = [&](float person_heights)
    { return person.feet.x - person.facing_sign * person_heights * person.height; };
    for (int i = 0; i < 4; ++i)
    {
        const float y = person.feet.y - (0.2F + 0.2F * static_cast<float>(i)) * person.height;
        canvas.picture.add_line({x_behind(0.3F), y}, {x_behind(i % 2 == 0 ? 1.3F : 0.9F), y}, canvas.to_pixels(2),
                                draw::faded(canvas.loop_colour(), 0.6F));
    }
}

void draw_player(const CanvasOf<Player>& canvas)
{
    const Player::State& state = canvas.shown_state;
    const bool is_running = state.is_grounded && std::abs(state.vx) > 0.3;
    const draw::Person person{.feet = canvas.pixel_at({state.x, state.y}),
                              .height = canvas.camera.pixel_length(Player::height),
                              .facing_sign = static_cast<float>(state.facing_sign),
                              .front_leg_angle =
                                  is_running ? 0.85F * static_cast<float>(std::sin(state.x * sim::tau / 1.5)) : 0.0F,
                              .is_airborne = !state.is_grounded,
                              .colour = canvas.loop_colour()};
    draw_dash_lines(canvas, person);
    draw::draw_person(canvas, person);
}

void draw_reference(const CanvasOf<Player>& canvas, const Player::State& reference_state, LineStyle line_style)
{
    const draw::Point top_left =
        canvas.pixel_at({reference_state.x - Player::half_width, reference_state.y + Player::height});
    const float width = canvas.camera.pixel_length(2.0 * Player::half_width);
    const float height = canvas.camera.pixel_length(Player::height);
    draw_reference_box(canvas, {top_left.x, top_left.y, width, height}, 0.4F * width, line_style);
}

// Draws the simulated user's jump key: bright for 80 ms after a press; red, with "lost", if no step has read the press.
void draw_tapped_key(const CanvasOf<Player>& canvas)
{
    const float seconds_since_tap = seconds_since_recent_event(canvas, &EventCounts::tapped);
    if (canvas.event_count(&EventCounts::tapped) == 0) return;
    const float seconds_since_loss = seconds_since_recent_event(canvas, &EventCounts::lost_presses);
    const bool is_lost = std::isfinite(seconds_since_loss) && seconds_since_loss <= seconds_since_tap;
    const draw::Point key_top = canvas.pixel_at({3.0, 1.6});
    const draw::Colour idle_colour = is_lost ? canvas.theme().alarm : canvas.theme().metal;
    canvas.picture.add_rectangle(
        {key_top.x - canvas.to_pixels(26), key_top.y, canvas.to_pixels(52), canvas.to_pixels(24)}, canvas.to_pixels(5),
        seconds_since_tap < 0.08F ? canvas.theme().accent : draw::faded(idle_colour, 0.45F));
    canvas.picture.add_label({{key_top.x, key_top.y + canvas.to_pixels(4)},
                              is_lost ? "lost" : "jump",
                              seconds_since_tap < 0.08F ? canvas.theme().background : canvas.theme().text,
                              draw::Align::centre});
}

struct PlayerView : ViewOf<Player>
{
    static constexpr std::array<std::string_view, 3> dt_scaling_names{"forces", "nothing", "everything"};
    static constexpr std::array knobs{
        knob<&Knobs::gap_width>("gap", "m", 2.0, 6.0, {},
                                "Width of the gap; to cross 4 m, the player must jump at the very edge."),
        knob<&Knobs::run_speed>("run", "m/s", 2.0, 12.0, {.label = "run speed"}, "Speed of the player on the ground."),
        knob<&Knobs::jump_speed>("jump", "m/s", 4.0, 15.0, {.label = "jump speed"},
                                 "Upward speed at the start of a jump."),
        knob<&Knobs::gravity>("gravity", "m/s^2", 10.0, 40.0, {},
                              "Acceleration of gravity; games use more than the Earth's 9.81 m/s^2."),
        knob<&Knobs::jump_buffer>(
            "buffer", "s", 0.0, 0.3, {.label = "jump buffer"},
            "If jump is pressed in the air at most this long before the landing, the player jumps on landing."),
        knob<&Knobs::coyote_time>("coyote", "s", 0.0, 0.3, {.label = "coyote time"},
                                  "Time after running over the edge in which a jump is still allowed."),
        toggle_knob<&Knobs::autopilot>("autopilot", {}, "The player runs and jumps by itself until you press a key."),
        choice_knob<&Knobs::dt_scaling>(
            "times-dt", dt_scaling_names, {.label = "times dt"},
            "Which values the game multiplies by dt. The right choice is forces only, because a jump is an impulse. In "
            "steps of 1/60 s, the wrong choices move the player as the right choice does."),
    };
    static constexpr float aspect = 3.0F;

    static Camera camera(const Player&, draw::Rect area)
    {
        return rectangle_camera_below_labels(area, {0.0, -2.4}, {Player::visible_width, 3.6});
    }
    static Vec2 tracked_point(const Player&, const State& shown) { return {shown.x, shown.y + 0.5 * Player::height}; }
    static void draw(const Canvas& canvas)
    {
        draw_ground(canvas, -10.0, Player::gap_left);
        draw_ground(canvas, canvas.scene.gap_right(), Player::visible_width + 10.0);
        draw_goal(canvas);
        draw_fall_tally(canvas);
        draw_trail(canvas,
                   {.duration_seconds = 2.0, .line_width = canvas.to_pixels(1), .dot_radius = canvas.to_pixels(2.8F)});
        canvas.for_each_shown_reference([&](const State& reference_state, LineStyle line_style)
                                        { draw_reference(canvas, reference_state, line_style); });
        draw_player(canvas);
        draw_tapped_key(canvas);
        const int tap_count = canvas.event_count(&EventCounts::tapped);
        const int jump_count = canvas.event_count(&EventCounts::jumped);
        const std::string jumps_caption = tap_count > 0 ? fmt::format("taps: {}, jumps: {}", tap_count, jump_count)
                                                        : fmt::format("jumps: {}, presses in the air: {}", jump_count,
                                                                      canvas.event_count(&EventCounts::in_air));
        draw_fitting_caption(
            canvas, {jumps_caption + "; dots: the presented frames" + canvas.reference_caption_suffix("outline"),
                     jumps_caption});
    }
};

} // namespace

extern constinit const SceneType player = make_scene_type<Player, PlayerView>(
    {.name = "player",
     .title = "Player",
     .what_to_watch = "Run, jump and dash with the keys: with long steps, jumps are too short "
                      "for the gap; a loop that reads keys once a frame loses presses.",
     .uses_integrator = false,
     .has_player_keys = true});

} // namespace scenes
