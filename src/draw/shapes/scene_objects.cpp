#include "draw/shapes/scene_objects.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace draw
{

void draw_arrow(const DrawContext& context, Point from, Point to, Colour colour)
{
    const float dx = to.x - from.x;
    const float dy = to.y - from.y;
    const float length = std::hypot(dx, dy);
    if (!(length > context.to_pixels(2))) return;
    const float direction_x = dx / length;
    const float direction_y = dy / length;
    const float head_length = std::min(context.to_pixels(8), length);
    const Point head_base{to.x - direction_x * head_length, to.y - direction_y * head_length};
    context.picture.add_line(from, head_base, context.to_pixels(2), colour);
    context.picture.add_triangle(
        to, {head_base.x - direction_y * head_length / 2, head_base.y + direction_x * head_length / 2},
        {head_base.x + direction_y * head_length / 2, head_base.y - direction_x * head_length / 2}, colour);
}

namespace
{

constexpr float min_round_coil_radius = 13; // in pixels; a smaller coil is a zigzag of two lines per turn

struct CoilHelix
{
    const Coil& coil;
    int segments_per_turn;
    Point from;
    float length; // horizontal length of the coil in pixels; negative if it goes to the left
    float radius;
    float slant; // horizontal slant of each turn in pixels
    // Share of the warning colour in the spring's colour, from 0 to 0.75. It grows with the length of the spring.
    float alarm_share;

    int segment_count() const { return coil.turn_count * segments_per_turn; }

    // Returns the start in pixels of `segment` of the helix. The helix narrows to a point at each end of the spring.
    Point point_at(int segment) const
    {
        const float turn = static_cast<float>(segment) / static_cast<float>(segments_per_turn);
        const float remaining_turns = static_cast<float>(coil.turn_count) - turn;
        constexpr float end_turns = 0.6F; // turns at each end over which the radius grows
        const float radius_share = std::min({turn / end_turns, remaining_turns / end_turns, 1.0F});
        const float drawn_radius = radius * radius_share * radius_share * (3.0F - 2.0F * radius_share);
        const float angle = 2.0F * std::numbers::pi_v<float> * turn;
        const float distance_along = turn / static_cast<float>(coil.turn_count) * length;
        return {from.x + distance_along + slant * radius_share * std::sin(angle),
                from.y - drawn_radius * std::cos(angle)};
    }
    bool is_front(int segment) const { return segment % segments_per_turn < segments_per_turn / 2; }
};

// Returns the colour of `segment`: bright where the wire faces the light from above, dark on the far side.
Colour wire_colour(const Theme& theme, const CoilHelix& helix, int segment)
{
    const float angle = 2.0F * std::numbers::pi_v<float> * (static_cast<float>(segment) + 0.5F) /
                        static_cast<float>(helix.segments_per_turn);
    constexpr float light_angle = 0.5F; // in radians, from above
    const float upward_share = 0.5F + 0.5F * std::cos(angle - light_angle);
    const bool is_metal_dark = theme.metal.g < theme.background.g;
    const Colour lower_colour =
        is_metal_dark ? mix(theme.metal, theme.text, 0.5F) : mix(theme.dim_metal, theme.metal, 0.35F);
    const Colour upper_colour =
        is_metal_dark ? mix(theme.metal, theme.dim_metal, 0.7F) : mix(theme.metal, theme.text, 0.35F);
    if (helix.is_front(segment))
        return mix(mix(lower_colour, upper_colour, upward_share), theme.alarm, helix.alarm_share);
    return mix(mix(theme.background, theme.dim_metal, 0.55F + 0.40F * upward_share), theme.alarm,
               0.5F * helix.alarm_share);
}

CoilHelix make_helix(const Coil& coil, Point from, float to_x)
{
    constexpr float max_straight_end_share = 0.2F, min_stretch = 0.05F;
    constexpr float radius_exponent = -0.35F, min_radius_factor = 0.62F, max_radius_factor = 1.18F;
    constexpr float slant_per_pitch = 0.28F, slant_exponent = -1.5F, alarm_stretch = 1.6F, max_alarm_share = 0.75F;
    const float full_length = to_x - from.x;
    const float direction = full_length < 0.0F ? -1.0F : 1.0F;
    const float end_length = std::min(coil.straight_end_length, max_straight_end_share * std::abs(full_length));
    const float coil_length = full_length - direction * 2.0F * end_length;
    const float stretch = std::max(std::abs(full_length) / coil.rest_length, min_stretch);
    const float pitch = std::abs(coil_length) / static_cast<float>(coil.turn_count);
    return {.coil = coil,
            .segments_per_turn = coil.radius < min_round_coil_radius ? 2 : 16,
            .from = {from.x + direction * end_length, from.y},
            .length = coil_length,
            .radius =
                coil.radius * std::clamp(std::pow(stretch, radius_exponent), min_radius_factor, max_radius_factor),
            .slant = direction * std::clamp(slant_per_pitch * pitch * std::pow(stretch, slant_exponent),
                                            0.5F * coil.wire_thickness, 0.6F * coil.radius),
            .alarm_share = std::clamp((stretch - alarm_stretch) / alarm_stretch, 0.0F, max_alarm_share)};
}

// Returns a number from 0 to 1 that looks random, but depends only on the arguments.
float pseudo_random(int index, int seed)
{
    const float scaled_sine =
        std::sin(static_cast<float>(index) * 12.9898F + static_cast<float>(seed) * 78.233F) * 43758.547F;
    return scaled_sine - std::floor(scaled_sine);
}

struct WallPainter
{
    const DrawContext& context;
    const BreakableWall& wall;
    bool is_vertical;
    float half_thickness; // half of the wall's thickness, in pixels
    Colour colour;

    Point point_at(float along_wall, float across_wall) const
    {
        const Rect& rect = wall.rect;
        return is_vertical ? Point{rect.x + rect.w / 2 + across_wall, wall.hit_point.y + along_wall}
                           : Point{wall.hit_point.x + along_wall, rect.y + rect.h / 2 + across_wall};
    }
    float wall_begin_along() const
    {
        return is_vertical ? wall.rect.y - wall.hit_point.y : wall.rect.x - wall.hit_point.x;
    }
    float wall_end_along() const
    {
        return is_vertical ? wall.rect.bottom() - wall.hit_point.y : wall.rect.right() - wall.hit_point.x;
    }
    void draw_slab(float begin_along, float end_along) const
    {
        context.picture.add_quad({point_at(begin_along, -half_thickness), point_at(begin_along, half_thickness),
                                  point_at(end_along, half_thickness), point_at(end_along, -half_thickness)},
                                 colour);
        const float rim_width = std::min(0.3F * half_thickness, context.to_pixels(1.5F));
        context.picture.add_quad(
            {point_at(begin_along, -half_thickness), point_at(begin_along, -half_thickness + rim_width),
             point_at(end_along, -half_thickness + rim_width), point_at(end_along, -half_thickness)},
            faded(context.theme().text, 0.16F));
    }
};

// Draws cracks from the hole towards `wall_end`. `side_sign` is -1 above or left of the hole, 1 below or right of it.
void draw_cracks(const WallPainter& painter, float side_sign, float hole_edge, float wall_end)
{
    constexpr float growth_per_pass = 0.35F, max_growth = 4.0F; // of the cracks' length, relative to the hole
    const float crack_length =
        painter.wall.hole_half_width *
        std::min(1.0F + growth_per_pass * static_cast<float>(painter.wall.pass_count), max_growth);
    for (int crack = 0; crack < 2; ++crack)
    {
        Point from = painter.point_at(hole_edge, painter.half_thickness * (crack == 0 ? -0.5F : 0.45F));
        for (int segment = 1; segment <= 4; ++segment)
        {
            const float along_wall =
                hole_edge + side_sign * crack_length * static_cast<float>(segment) / 4.0F * (crack == 0 ? 1.0F : 0.6F);
            if (along_wall * side_sign > wall_end * side_sign) break;
            const Point to = painter.point_at(
                along_wall, painter.half_thickness *
                                (2.0F * pseudo_random(segment + 5 * crack, static_cast<int>(side_sign) + 3) - 1.0F));
            painter.context.picture.add_line(from, to, painter.context.to_pixels(1.4F),
                                             painter.context.theme().background);
            from = to;
        }
    }
}

void draw_broken_half(const WallPainter& painter, float side_sign)
{
    constexpr int tooth_count = 3;
    const float wall_end = side_sign < 0.0F ? painter.wall_begin_along() : painter.wall_end_along();
    const float hole_half_width = painter.wall.hole_half_width;
    if (wall_end * side_sign <= hole_half_width) return;
    const float tooth_base_along = std::min(hole_half_width * 1.3F, wall_end * side_sign) * side_sign;
    painter.draw_slab(std::min(tooth_base_along, wall_end), std::max(tooth_base_along, wall_end));
    for (int i = 0; i < tooth_count; ++i)
    {
        const float from_across = painter.half_thickness * (2.0F * static_cast<float>(i) / tooth_count - 1.0F);
        const float to_across = painter.half_thickness * (2.0F * static_cast<float>(i + 1) / tooth_count - 1.0F);
        const float tip_along =
            side_sign * hole_half_width * (0.75F + 0.45F * pseudo_random(i, static_cast<int>(side_sign)));
        painter.context.picture.add_triangle(
            painter.point_at(tooth_base_along, from_across), painter.point_at(tooth_base_along, to_across),
            painter.point_at(tip_along, from_across + (to_across - from_across) * pseudo_random(i, 7)), painter.colour);
    }
    draw_cracks(painter, side_sign, tooth_base_along, wall_end);
}

// Draws pieces of the wall that fly in the direction in which a body has passed through the wall.
void draw_shards(const WallPainter& painter)
{
    constexpr float max_flight_seconds = 0.9F, half_gravity = 420; // half of the gravity, in points per second squared
    constexpr int shard_count = 9;
    const float flight_seconds = painter.wall.seconds_since_pass;
    if (flight_seconds > max_flight_seconds) return;
    for (int i = 0; i < shard_count; ++i)
    {
        const float forward_speed = painter.context.to_pixels(90.0F + 320.0F * pseudo_random(i, 1));
        const float sideways_speed = painter.context.to_pixels(180.0F * (pseudo_random(i, 2) - 0.5F));
        const Point direction = painter.wall.pass_direction;
        const Point centre{
            painter.wall.hit_point.x + (forward_speed * direction.x + sideways_speed * direction.y) * flight_seconds,
            painter.wall.hit_point.y + (forward_speed * direction.y + sideways_speed * direction.x) * flight_seconds +
                painter.context.to_pixels(half_gravity) * flight_seconds * flight_seconds};
        const float radius = painter.context.to_pixels(3.0F + 4.0F * pseudo_random(i, 3));
        const float rotation = 6.0F * pseudo_random(i, 4) + 9.0F * flight_seconds * (pseudo_random(i, 5) - 0.5F);
        const auto corner_at = [&](float angle) {
            return Point{centre.x + radius * std::cos(rotation + angle),
                         centre.y + radius * std::sin(rotation + angle)};
        };
        painter.context.picture.add_triangle(corner_at(0.0F), corner_at(1.9F), corner_at(4.0F),
                                             faded(painter.colour, 1.0F - flight_seconds / max_flight_seconds));
    }
}

} // namespace

void draw_coil(const DrawContext& context, const Coil& coil, Point from, float to_x)
{
    const CoilHelix helix = make_helix(coil, from, to_x);
    const Theme& theme = context.theme();
    Picture& picture = context.picture;
    std::vector<Point> points;
    for (int i = 0; i <= helix.segment_count(); ++i) points.push_back(helix.point_at(i));
    const auto draw_segment = [&](int i, float width, Colour colour)
    { picture.add_line(points[static_cast<std::size_t>(i)], points[static_cast<std::size_t>(i) + 1], width, colour); };

    for (int i = 0; i < helix.segment_count(); ++i)
        if (!helix.is_front(i)) draw_segment(i, 0.85F * coil.wire_thickness, wire_colour(theme, helix, i));
    const Colour end_colour = mix(theme.dim_metal, theme.metal, 0.5F);
    picture.add_line(from, points.front(), coil.wire_thickness, end_colour);
    picture.add_line(points.back(), {to_x, from.y}, coil.wire_thickness, end_colour);
    const bool outlines_front = coil.radius >= min_round_coil_radius;
    for (int turn = 0; turn < coil.turn_count; ++turn)
    {
        const int first_segment = turn * helix.segments_per_turn;
        const int end_of_front = first_segment + helix.segments_per_turn / 2;
        if (outlines_front)
            for (int i = first_segment; i < end_of_front; i += 2)
                picture.add_line(points[static_cast<std::size_t>(i)], points[static_cast<std::size_t>(i) + 2],
                                 coil.wire_thickness + context.to_pixels(2), faded(theme.background, 0.75F));
        for (int i = first_segment; i < end_of_front; ++i)
            draw_segment(i, coil.wire_thickness, wire_colour(theme, helix, i));
    }
}

void draw_wall(const DrawContext& context, const BreakableWall& wall)
{
    constexpr float hit_flash_seconds = 0.07F, pass_flash_seconds = 0.25F; // until a flash has faded to 1 / e
    const Theme& theme = context.theme();
    const bool is_vertical = wall.rect.h > wall.rect.w;
    const float hit_flash = std::exp(-wall.seconds_since_hit / hit_flash_seconds);
    const float pass_flash = std::exp(-wall.seconds_since_pass / pass_flash_seconds);
    const Colour base_colour = mix(theme.dim_metal, theme.metal, 0.15F);
    const Colour flash_colour = mix(base_colour, theme.text, 0.75F * hit_flash);
    const WallPainter painter{.context = context,
                              .wall = wall,
                              .is_vertical = is_vertical,
                              .half_thickness = 0.5F * (is_vertical ? wall.rect.w : wall.rect.h),
                              .colour = mix(flash_colour, theme.alarm, pass_flash)};
    if (wall.pass_count == 0)
    {
        painter.draw_slab(painter.wall_begin_along(), painter.wall_end_along());
        return;
    }
    draw_broken_half(painter, -1.0F);
    draw_broken_half(painter, 1.0F);
    draw_shards(painter);
}

namespace
{

struct PersonPainter
{
    const DrawContext& context;
    const Person& person;

    // Converts a position to pixels: `x` forwards, `y` upwards from the feet, in units of the person's height.
    Point pixel_at(float x, float y) const
    {
        return {person.feet.x + person.facing_sign * x * person.height, person.feet.y - y * person.height};
    }
    void draw_limb(Point from, float angle, Colour colour) const
    {
        constexpr float length = 0.26F, width = 0.10F; // in units of the person's height
        context.picture.add_line(from,
                                 {from.x + person.facing_sign * std::sin(angle) * length * person.height,
                                  from.y + std::cos(angle) * length * person.height},
                                 width * person.height, colour);
    }
};

} // namespace

void draw_person(const DrawContext& context, const Person& person)
{
    constexpr float hip_y = 0.30F, shoulder_y = 0.62F, head_y = 0.83F; // in units of the person's height
    const PersonPainter painter{context, person};
    const Colour far_limb_colour = mix(person.colour, rgb(0x000000), 0.35F);
    const bool is_airborne = person.is_airborne;
    const float leg_angle = is_airborne ? 0.75F : person.front_leg_angle;
    painter.draw_limb(painter.pixel_at(0.04F, hip_y), leg_angle, far_limb_colour);
    painter.draw_limb(painter.pixel_at(-0.04F, hip_y), is_airborne ? -0.55F : -leg_angle, far_limb_colour);
    painter.draw_limb(painter.pixel_at(0.0F, shoulder_y), is_airborne ? 2.4F : -0.9F * leg_angle, far_limb_colour);
    context.picture.add_line(painter.pixel_at(0, 0.36F), painter.pixel_at(0.02F, 0.58F), 0.25F * person.height,
                             person.colour);
    context.picture.add_lit_ball(painter.pixel_at(0.03F, head_y), 0.17F * person.height, person.colour);
    context.picture.add_disc(painter.pixel_at(0.11F, 0.85F), 0.035F * person.height, context.theme().background);
    painter.draw_limb(painter.pixel_at(0.02F, 0.60F), is_airborne ? 2.0F : 0.9F * leg_angle,
                      mix(person.colour, rgb(0x000000), 0.15F));
}

} // namespace draw
