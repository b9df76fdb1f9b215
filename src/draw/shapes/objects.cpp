#include "draw/shapes/objects.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace draw
{

void draw_arrow(const Pen& pen, Point from, Point to, Colour ink)
{
    const float dx   = to.x - from.x;
    const float dy   = to.y - from.y;
    const float size = std::hypot(dx, dy);
    if (!(size > pen.px(2))) return;
    const float ux   = dx / size;
    const float uy   = dy / size;
    const float head = std::min(pen.px(8), size);
    pen.picture.line(from, {to.x - ux * head, to.y - uy * head}, pen.px(2), ink);
    pen.picture.triangle(to, {to.x - ux * head - uy * head / 2, to.y - uy * head + ux * head / 2},
                         {to.x - ux * head + uy * head / 2, to.y - uy * head - ux * head / 2}, ink);
}

namespace
{

constexpr float fine_coil_radius = 13; // smallest radius in pixels of a coil with 20 line segments per turn

struct Helix
{
    const Coil& coil;
    int segments_per_turn;
    Point from;
    float length; // horizontal length of the coil in pixels; negative if it goes to the left
    float radius;
    float slant; // horizontal slant of each turn in pixels
    // Share, 0 to 1, of the colour `alarm` in the wire's colour; above 0 beyond 1.6 times the coil's rest length.
    float alarm_share;

    int size() const { return coil.turns * segments_per_turn; }

    // Position in pixels of point `i` of the wire. The turns' radius is zero at the ends and full near the middle.
    Point at(int i) const
    {
        const float turn       = static_cast<float>(i) / static_cast<float>(segments_per_turn);
        const float turns_left = static_cast<float>(coil.turns) - turn;
        const float ramp       = std::min({turn / 0.6F, turns_left / 0.6F, 1.0F});
        const float wide       = radius * ramp * ramp * (3.0F - 2.0F * ramp);
        const float angle      = 2.0F * std::numbers::pi_v<float> * turn;
        const float along      = turn / static_cast<float>(coil.turns) * length;
        return {from.x + along + slant * ramp * std::sin(angle), from.y - wide * std::cos(angle)};
    }
    bool is_front(int i) const { return i % segments_per_turn < segments_per_turn / 2; }
};

// The colour of line segment `i` of the wire: bright if it faces the light from above, dark on the far side.
Colour wire_colour(const Theme& theme, const Helix& helix, int i)
{
    const float angle =
        2.0F * std::numbers::pi_v<float> * (static_cast<float>(i) + 0.5F) / static_cast<float>(helix.segments_per_turn);
    const float up        = 0.5F + 0.5F * std::cos(angle - 0.5F);
    const bool dark_metal = theme.metal.g < theme.ground.g;
    const Colour below    = dark_metal ? mix(theme.metal, theme.ink, 0.5F) : mix(theme.shade, theme.metal, 0.35F);
    const Colour above    = dark_metal ? mix(theme.metal, theme.shade, 0.7F) : mix(theme.metal, theme.ink, 0.35F);
    if (helix.is_front(i)) return mix(mix(below, above, up), theme.alarm, helix.alarm_share);
    return mix(mix(theme.ground, theme.shade, 0.55F + 0.40F * up), theme.alarm, 0.5F * helix.alarm_share);
}

Helix make_helix(const Coil& coil, Point from, float to_x)
{
    const float full_length  = to_x - from.x;
    const float sign         = full_length < 0.0F ? -1.0F : 1.0F;
    const float straight_end = std::min(coil.straight_end_length, 0.2F * std::abs(full_length));
    const float length       = full_length - sign * 2.0F * straight_end;
    const float stretch      = std::max(std::abs(full_length) / coil.rest_length, 0.05F);
    const float pitch        = std::abs(length) / static_cast<float>(coil.turns);
    return {coil,
            coil.radius < fine_coil_radius ? 8 : 20,
            {from.x + sign * straight_end, from.y},
            length,
            coil.radius * std::clamp(std::pow(stretch, -0.35F), 0.62F, 1.18F),
            sign * std::clamp(0.28F * pitch * std::pow(stretch, -1.5F), 0.5F * coil.wire_thickness, 0.6F * coil.radius),
            std::clamp((stretch - 1.6F) / 1.6F, 0.0F, 0.75F)};
}

// A pseudo-random number from 0 to 1.
float pseudo_random(int index, int salt)
{
    const float wave = std::sin(static_cast<float>(index) * 12.9898F + static_cast<float>(salt) * 78.233F) * 43758.547F;
    return wave - std::floor(wave);
}

// A wall in its own coordinates in pixels, relative to the point that was hit: `along` is the position along the wall,
// `across` the distance from its centre line.
struct WallShape
{
    const Pen& pen;
    const Wall& wall;
    bool is_vertical;
    float half_thickness; // half of the wall's thickness, in pixels
    Colour colour;

    Point at(float along, float across) const
    {
        const Rect& r = wall.rect;
        return is_vertical ? Point{r.x + r.w / 2 + across, wall.hit_point.y + along}
                           : Point{wall.hit_point.x + along, r.y + r.h / 2 + across};
    }
    float begin() const { return is_vertical ? wall.rect.y - wall.hit_point.y : wall.rect.x - wall.hit_point.x; }
    float end() const
    {
        return is_vertical ? wall.rect.bottom() - wall.hit_point.y : wall.rect.right() - wall.hit_point.x;
    }
    void draw_slab(float from, float to) const
    {
        pen.picture.quad(
            {at(from, -half_thickness), at(from, half_thickness), at(to, half_thickness), at(to, -half_thickness)},
            colour);
        const float rim_width = std::min(0.3F * half_thickness, pen.px(1.5F));
        pen.picture.quad({at(from, -half_thickness), at(from, -half_thickness + rim_width),
                          at(to, -half_thickness + rim_width), at(to, -half_thickness)},
                         faded(pen.theme().ink, 0.16F));
    }
};

// Draws two cracks from `root`, at the hole, at most to `edge` (pixels along the wall), longer after more passes.
// `side` is -1 above or left of the hole, otherwise 1.
void draw_cracks(const WallShape& shape, float side, float root, float edge)
{
    const float reach =
        shape.wall.hole_half_width * std::min(1.0F + 0.35F * static_cast<float>(shape.wall.pass_count), 4.0F);
    for (int crack = 0; crack < 2; ++crack)
    {
        Point from = shape.at(root, shape.half_thickness * (crack == 0 ? -0.5F : 0.45F));
        for (int i = 1; i <= 4; ++i)
        {
            const float along = root + side * reach * static_cast<float>(i) / 4.0F * (crack == 0 ? 1.0F : 0.6F);
            if (along * side > edge * side) break;
            const Point to = shape.at(
                along, shape.half_thickness * (2.0F * pseudo_random(i + 5 * crack, static_cast<int>(side) + 3) - 1.0F));
            shape.pen.picture.line(from, to, shape.pen.px(1.4F), shape.pen.theme().ground);
            from = to;
        }
    }
}

// Draws one half of a wall with a jagged edge at the hole. `side` is -1 for the half above or left of the hole, else 1.
void draw_broken_half(const WallShape& shape, float side)
{
    constexpr int tooth_count = 3;
    const float edge          = side < 0.0F ? shape.begin() : shape.end();
    const float hole          = shape.wall.hole_half_width;
    if (edge * side <= hole) return;
    const float root = std::min(hole * 1.3F, edge * side) * side;
    shape.draw_slab(std::min(root, edge), std::max(root, edge));
    for (int i = 0; i < tooth_count; ++i)
    {
        const float from = shape.half_thickness * (2.0F * static_cast<float>(i) / tooth_count - 1.0F);
        const float to   = shape.half_thickness * (2.0F * static_cast<float>(i + 1) / tooth_count - 1.0F);
        const float tip  = side * hole * (0.75F + 0.45F * pseudo_random(i, static_cast<int>(side)));
        shape.pen.picture.triangle(shape.at(root, from), shape.at(root, to),
                                   shape.at(tip, from + (to - from) * pseudo_random(i, 7)), shape.colour);
    }
    draw_cracks(shape, side, root, edge);
}

// Draws pieces of the wall that fly in the direction of the pass.
void draw_shards(const WallShape& shape)
{
    constexpr float flight_seconds = 0.9F; // duration of the flight in seconds
    constexpr int shard_count      = 9;
    const float t                  = shape.wall.seconds_since_pass;
    if (t > flight_seconds) return;
    for (int i = 0; i < shard_count; ++i)
    {
        const float speed = shape.pen.px(90.0F + 320.0F * pseudo_random(i, 1));
        const float wide  = shape.pen.px(180.0F * (pseudo_random(i, 2) - 0.5F));
        const Point dir   = shape.wall.pass_direction;
        const Point at{shape.wall.hit_point.x + (speed * dir.x + wide * dir.y) * t,
                       shape.wall.hit_point.y + (speed * dir.y + wide * dir.x) * t + shape.pen.px(420) * t * t};
        const float size = shape.pen.px(3.0F + 4.0F * pseudo_random(i, 3));
        const float turn = 6.0F * pseudo_random(i, 4) + 9.0F * t * (pseudo_random(i, 5) - 0.5F);
        const auto tip   = [&](float angle) {
            return Point{at.x + size * std::cos(turn + angle), at.y + size * std::sin(turn + angle)};
        };
        shape.pen.picture.triangle(tip(0.0F), tip(1.9F), tip(4.0F), faded(shape.colour, 1.0F - t / flight_seconds));
    }
}

} // namespace

void draw_coil(const Pen& pen, const Coil& coil, Point from, float to_x)
{
    const Helix helix  = make_helix(coil, from, to_x);
    const Theme& theme = pen.theme();
    Picture& picture   = pen.picture;
    std::vector<Point> points;
    for (int i = 0; i <= helix.size(); ++i) points.push_back(helix.at(i));
    const auto draw = [&](int i, float width, Colour colour)
    { picture.line(points[static_cast<std::size_t>(i)], points[static_cast<std::size_t>(i) + 1], width, colour); };

    for (int i = 0; i < helix.size(); ++i)
        if (!helix.is_front(i)) draw(i, 0.85F * coil.wire_thickness, wire_colour(theme, helix, i));
    const Colour end = mix(theme.shade, theme.metal, 0.5F);
    picture.line(from, points.front(), coil.wire_thickness, end);
    picture.line(points.back(), {to_x, from.y}, coil.wire_thickness, end);
    for (int turn = 0; turn < coil.turns; ++turn)
    {
        const int first     = turn * helix.segments_per_turn;
        const int front_end = first + helix.segments_per_turn / 2;
        for (int i = first; i < front_end && coil.radius >= fine_coil_radius; ++i)
            draw(i, coil.wire_thickness + pen.px(2), faded(theme.ground, 0.75F));
        for (int i = first; i < front_end; ++i) draw(i, coil.wire_thickness, wire_colour(theme, helix, i));
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
        wall_shape.draw_slab(wall_shape.begin(), wall_shape.end());
        return;
    }
    draw_broken_half(wall_shape, -1.0F);
    draw_broken_half(wall_shape, 1.0F);
    draw_shards(wall_shape);
}

} // namespace draw
