#include "draw/shapes/objects.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace draw
{

void draw_arrow(const Pen& pen, Point from, Point to, Colour ink)
{
    const float dx     = to.x - from.x;
    const float dy     = to.y - from.y;
    const float length = std::hypot(dx, dy);
    if (!(length > pen.px(2))) return;
    const float direction_x = dx / length;
    const float direction_y = dy / length;
    const float head_length = std::min(pen.px(8), length);
    pen.picture.line(from, {to.x - direction_x * head_length, to.y - direction_y * head_length}, pen.px(2), ink);
    pen.picture.triangle(to,
                         {to.x - direction_x * head_length - direction_y * head_length / 2,
                          to.y - direction_y * head_length + direction_x * head_length / 2},
                         {to.x - direction_x * head_length + direction_y * head_length / 2,
                          to.y - direction_y * head_length - direction_x * head_length / 2},
                         ink);
}

namespace
{

constexpr float fine_coil_radius = 13; // in pixels; a smaller coil is a zigzag of two lines per turn

struct Helix
{
    const Coil& coil;
    int segments_per_turn;
    Point from;
    float length; // horizontal length of the coil in pixels; negative if it goes to the left
    float radius;
    float slant; // horizontal slant of each turn in pixels
    // Share of the colour `alarm` in the wire, 0 to 0.75. It is above 0 if the coil is longer than 1.6 rest lengths.
    float alarm_share;

    int segment_count() const { return coil.turns * segments_per_turn; }

    // Returns the start of line segment `i` in pixels. The turns' radius falls to zero at the ends of the coil.
    Point point_at(int i) const
    {
        const float turn            = static_cast<float>(i) / static_cast<float>(segments_per_turn);
        const float remaining_turns = static_cast<float>(coil.turns) - turn;
        const float radius_share    = std::min({turn / 0.6F, remaining_turns / 0.6F, 1.0F});
        const float drawn_radius    = radius * radius_share * radius_share * (3.0F - 2.0F * radius_share);
        const float angle           = 2.0F * std::numbers::pi_v<float> * turn;
        const float distance_along  = turn / static_cast<float>(coil.turns) * length;
        return {from.x + distance_along + slant * radius_share * std::sin(angle),
                from.y - drawn_radius * std::cos(angle)};
    }
    bool is_front(int i) const { return i % segments_per_turn < segments_per_turn / 2; }
};

// Returns the colour of segment `i`: bright where the wire faces the light from above, dark on the far side.
Colour wire_colour(const Theme& theme, const Helix& helix, int i)
{
    const float angle =
        2.0F * std::numbers::pi_v<float> * (static_cast<float>(i) + 0.5F) / static_cast<float>(helix.segments_per_turn);
    const float upward_share = 0.5F + 0.5F * std::cos(angle - 0.5F);
    const bool is_metal_dark = theme.metal.g < theme.ground.g;
    const Colour lower_colour =
        is_metal_dark ? mix(theme.metal, theme.ink, 0.5F) : mix(theme.shade, theme.metal, 0.35F);
    const Colour upper_colour =
        is_metal_dark ? mix(theme.metal, theme.shade, 0.7F) : mix(theme.metal, theme.ink, 0.35F);
    if (helix.is_front(i)) return mix(mix(lower_colour, upper_colour, upward_share), theme.alarm, helix.alarm_share);
    return mix(mix(theme.ground, theme.shade, 0.55F + 0.40F * upward_share), theme.alarm, 0.5F * helix.alarm_share);
}

Helix make_helix(const Coil& coil, Point from, float to_x)
{
    const float full_length  = to_x - from.x;
    const float direction    = full_length < 0.0F ? -1.0F : 1.0F;
    const float straight_end = std::min(coil.straight_end_length, 0.2F * std::abs(full_length));
    const float length       = full_length - direction * 2.0F * straight_end;
    const float stretch      = std::max(std::abs(full_length) / coil.rest_length, 0.05F);
    const float pitch        = std::abs(length) / static_cast<float>(coil.turns);
    return {coil,
            coil.radius < fine_coil_radius ? 2 : 16,
            {from.x + direction * straight_end, from.y},
            length,
            coil.radius * std::clamp(std::pow(stretch, -0.35F), 0.62F, 1.18F),
            direction *
                std::clamp(0.28F * pitch * std::pow(stretch, -1.5F), 0.5F * coil.wire_thickness, 0.6F * coil.radius),
            std::clamp((stretch - 1.6F) / 1.6F, 0.0F, 0.75F)};
}

// Returns a number from 0 to 1 that looks random, but depends only on the arguments.
float pseudo_random(int index, int salt)
{
    const float wave = std::sin(static_cast<float>(index) * 12.9898F + static_cast<float>(salt) * 78.233F) * 43758.547F;
    return wave - std::floor(wave);
}

// A wall with coordinates in pixels: `along` the wall from the hit point, `across` it from its centre line.
struct WallShape
{
    const Pen& pen;
    const Wall& wall;
    bool is_vertical;
    float half_thickness; // half of the wall's thickness, in pixels
    Colour colour;

    Point point_at(float along, float across) const
    {
        const Rect& rect = wall.rect;
        return is_vertical ? Point{rect.x + rect.w / 2 + across, wall.hit_point.y + along}
                           : Point{wall.hit_point.x + along, rect.y + rect.h / 2 + across};
    }
    float begin_along() const { return is_vertical ? wall.rect.y - wall.hit_point.y : wall.rect.x - wall.hit_point.x; }
    float end_along() const
    {
        return is_vertical ? wall.rect.bottom() - wall.hit_point.y : wall.rect.right() - wall.hit_point.x;
    }
    void draw_slab(float from, float to) const
    {
        pen.picture.quad({point_at(from, -half_thickness), point_at(from, half_thickness), point_at(to, half_thickness),
                          point_at(to, -half_thickness)},
                         colour);
        const float rim_width = std::min(0.3F * half_thickness, pen.px(1.5F));
        pen.picture.quad({point_at(from, -half_thickness), point_at(from, -half_thickness + rim_width),
                          point_at(to, -half_thickness + rim_width), point_at(to, -half_thickness)},
                         faded(pen.theme().ink, 0.16F));
    }
};

// Draws two cracks from the edge of the hole, at most to `wall_end`. They are longer after more passes through the
// wall. `side` is -1 for the part of the wall above or left of the hole, 1 for the part below or right of it.
void draw_cracks(const WallShape& shape, float side, float hole_edge, float wall_end)
{
    const float crack_length =
        shape.wall.hole_half_width * std::min(1.0F + 0.35F * static_cast<float>(shape.wall.pass_count), 4.0F);
    for (int crack = 0; crack < 2; ++crack)
    {
        Point from = shape.point_at(hole_edge, shape.half_thickness * (crack == 0 ? -0.5F : 0.45F));
        for (int i = 1; i <= 4; ++i)
        {
            const float along =
                hole_edge + side * crack_length * static_cast<float>(i) / 4.0F * (crack == 0 ? 1.0F : 0.6F);
            if (along * side > wall_end * side) break;
            const Point to = shape.point_at(
                along, shape.half_thickness * (2.0F * pseudo_random(i + 5 * crack, static_cast<int>(side) + 3) - 1.0F));
            shape.pen.picture.line(from, to, shape.pen.px(1.4F), shape.pen.theme().ground);
            from = to;
        }
    }
}

// Draws one half of a broken wall with a jagged edge at the hole. `side` is -1 for the half above or left of the hole,
// 1 for the half below or right of it.
void draw_broken_half(const WallShape& shape, float side)
{
    constexpr int tooth_count   = 3;
    const float wall_end        = side < 0.0F ? shape.begin_along() : shape.end_along();
    const float hole_half_width = shape.wall.hole_half_width;
    if (wall_end * side <= hole_half_width) return;
    const float tooth_base = std::min(hole_half_width * 1.3F, wall_end * side) * side;
    shape.draw_slab(std::min(tooth_base, wall_end), std::max(tooth_base, wall_end));
    for (int i = 0; i < tooth_count; ++i)
    {
        const float from_across = shape.half_thickness * (2.0F * static_cast<float>(i) / tooth_count - 1.0F);
        const float to_across   = shape.half_thickness * (2.0F * static_cast<float>(i + 1) / tooth_count - 1.0F);
        const float tip_along   = side * hole_half_width * (0.75F + 0.45F * pseudo_random(i, static_cast<int>(side)));
        shape.pen.picture.triangle(
            shape.point_at(tooth_base, from_across), shape.point_at(tooth_base, to_across),
            shape.point_at(tip_along, from_across + (to_across - from_across) * pseudo_random(i, 7)), shape.colour);
    }
    draw_cracks(shape, side, tooth_base, wall_end);
}

// Draws pieces of the wall that fly in the direction in which a body has passed through the wall.
void draw_shards(const WallShape& shape)
{
    constexpr float flight_seconds = 0.9F;
    constexpr int shard_count      = 9;
    const float seconds            = shape.wall.seconds_since_pass;
    if (seconds > flight_seconds) return;
    for (int i = 0; i < shard_count; ++i)
    {
        const float forward_speed  = shape.pen.px(90.0F + 320.0F * pseudo_random(i, 1));
        const float sideways_speed = shape.pen.px(180.0F * (pseudo_random(i, 2) - 0.5F));
        const Point direction      = shape.wall.pass_direction;
        const Point centre{
            shape.wall.hit_point.x + (forward_speed * direction.x + sideways_speed * direction.y) * seconds,
            shape.wall.hit_point.y + (forward_speed * direction.y + sideways_speed * direction.x) * seconds +
                shape.pen.px(420) * seconds * seconds};
        const float radius   = shape.pen.px(3.0F + 4.0F * pseudo_random(i, 3));
        const float rotation = 6.0F * pseudo_random(i, 4) + 9.0F * seconds * (pseudo_random(i, 5) - 0.5F);
        const auto corner_at = [&](float angle) {
            return Point{centre.x + radius * std::cos(rotation + angle),
                         centre.y + radius * std::sin(rotation + angle)};
        };
        shape.pen.picture.triangle(corner_at(0.0F), corner_at(1.9F), corner_at(4.0F),
                                   faded(shape.colour, 1.0F - seconds / flight_seconds));
    }
}

} // namespace

void draw_coil(const Pen& pen, const Coil& coil, Point from, float to_x)
{
    const Helix helix  = make_helix(coil, from, to_x);
    const Theme& theme = pen.theme();
    Picture& picture   = pen.picture;
    std::vector<Point> points;
    for (int i = 0; i <= helix.segment_count(); ++i) points.push_back(helix.point_at(i));
    const auto draw_segment = [&](int i, float width, Colour colour)
    { picture.line(points[static_cast<std::size_t>(i)], points[static_cast<std::size_t>(i) + 1], width, colour); };

    for (int i = 0; i < helix.segment_count(); ++i)
        if (!helix.is_front(i)) draw_segment(i, 0.85F * coil.wire_thickness, wire_colour(theme, helix, i));
    const Colour end_colour = mix(theme.shade, theme.metal, 0.5F);
    picture.line(from, points.front(), coil.wire_thickness, end_colour);
    picture.line(points.back(), {to_x, from.y}, coil.wire_thickness, end_colour);
    for (int turn = 0; turn < coil.turns; ++turn)
    {
        const int first_segment = turn * helix.segments_per_turn;
        const int end_of_front  = first_segment + helix.segments_per_turn / 2;
        for (int i = first_segment; i < end_of_front && coil.radius >= fine_coil_radius; i += 2)
            picture.line(points[static_cast<std::size_t>(i)], points[static_cast<std::size_t>(i) + 2],
                         coil.wire_thickness + pen.px(2), faded(theme.ground, 0.75F));
        for (int i = first_segment; i < end_of_front; ++i)
            draw_segment(i, coil.wire_thickness, wire_colour(theme, helix, i));
    }
}

void draw_wall(const Pen& pen, const Wall& wall)
{
    const Theme& theme        = pen.theme();
    const bool is_vertical    = wall.rect.h > wall.rect.w;
    const float hit_flash     = std::exp(-wall.seconds_since_hit / 0.07F);
    const float pass_flash    = std::exp(-wall.seconds_since_pass / 0.25F);
    const Colour base_colour  = mix(theme.shade, theme.metal, 0.15F);
    const Colour flash_colour = mix(base_colour, theme.ink, 0.75F * hit_flash);
    const WallShape wall_shape{pen, wall, is_vertical, 0.5F * (is_vertical ? wall.rect.w : wall.rect.h),
                               mix(flash_colour, theme.alarm, pass_flash)};
    if (wall.pass_count == 0)
    {
        wall_shape.draw_slab(wall_shape.begin_along(), wall_shape.end_along());
        return;
    }
    draw_broken_half(wall_shape, -1.0F);
    draw_broken_half(wall_shape, 1.0F);
    draw_shards(wall_shape);
}

namespace
{

struct PersonPen
{
    const Pen& pen;
    const Person& person;

    // Converts a position to pixels: `x` forwards, `y` upwards from the feet, in units of the person's height.
    Point pixel_at(float x, float y) const
    {
        return {person.feet.x + person.facing * x * person.height, person.feet.y - y * person.height};
    }
    void draw_limb(Point from, float angle, Colour colour) const
    {
        constexpr float length = 0.26F; // in units of the person's height
        pen.picture.line(from,
                         {from.x + person.facing * std::sin(angle) * length * person.height,
                          from.y + std::cos(angle) * length * person.height},
                         0.10F * person.height, colour);
    }
};

} // namespace

void draw_person(const Pen& pen, const Person& person)
{
    const PersonPen figure{pen, person};
    const Colour limb_colour = mix(person.colour, rgb(0x000000), 0.35F);
    const bool in_air        = person.is_airborne;
    const float angle        = in_air ? 0.75F : person.leg_angle;
    figure.draw_limb(figure.pixel_at(0.04F, 0.30F), angle, limb_colour);
    figure.draw_limb(figure.pixel_at(-0.04F, 0.30F), in_air ? -0.55F : -angle, limb_colour);
    figure.draw_limb(figure.pixel_at(0.0F, 0.62F), in_air ? 2.4F : -0.9F * angle, limb_colour);
    pen.picture.line(figure.pixel_at(0, 0.36F), figure.pixel_at(0.02F, 0.58F), 0.25F * person.height, person.colour);
    pen.picture.ball(figure.pixel_at(0.03F, 0.83F), 0.17F * person.height, person.colour);
    pen.picture.disc(figure.pixel_at(0.11F, 0.85F), 0.035F * person.height, pen.theme().ground);
    figure.draw_limb(figure.pixel_at(0.02F, 0.60F), in_air ? 2.0F : 0.9F * angle,
                     mix(person.colour, rgb(0x000000), 0.15F));
}

} // namespace draw
