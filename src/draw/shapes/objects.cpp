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

constexpr float fine = 13; // smallest radius in pixels at which a coil is drawn with more line segments

struct Helix
{
    const Coil& coil;
    int pieces; // number of line segments in one turn of the coil
    Point from;
    float length; // horizontal length of the coil in pixels; negative if it goes to the left
    float radius;
    float lean; // horizontal slant of each turn in pixels, so that the spring is seen from the side
    // Share of the theme's colour `alarm` in the colour of the wire, 0 to 1; above 0 if the coil is longer than 1.6
    // times its rest length.
    float heat;

    int size() const { return coil.turns * pieces; }

    // The position in pixels of point number `i` of the coil's wire. The radius of the turns is zero at both ends of
    // the coil, and grows to its full size towards the middle.
    Point at(int i) const
    {
        const float turn  = static_cast<float>(i) / static_cast<float>(pieces);
        const float left  = static_cast<float>(coil.turns) - turn;
        const float open  = std::min({turn / 0.6F, left / 0.6F, 1.0F});
        const float wide  = radius * open * open * (3.0F - 2.0F * open);
        const float angle = 2.0F * std::numbers::pi_v<float> * turn;
        const float along = turn / static_cast<float>(coil.turns) * length;
        return {from.x + along + lean * open * std::sin(angle), from.y - wide * std::cos(angle)};
    }
    bool near(int i) const { return i % pieces < pieces / 2; }
};

// The colour of line segment `i` of the wire: bright if it faces the light from above, dark on the far side.
Colour steel(const Theme& theme, const Helix& helix, int i)
{
    const float angle =
        2.0F * std::numbers::pi_v<float> * (static_cast<float>(i) + 0.5F) / static_cast<float>(helix.pieces);
    const float up        = 0.5F + 0.5F * std::cos(angle - 0.5F);
    const bool dark_metal = theme.metal.g < theme.ground.g;
    const Colour below    = dark_metal ? mix(theme.metal, theme.ink, 0.5F) : mix(theme.shade, theme.metal, 0.35F);
    const Colour above    = dark_metal ? mix(theme.metal, theme.shade, 0.7F) : mix(theme.metal, theme.ink, 0.35F);
    if (helix.near(i)) return mix(mix(below, above, up), theme.alarm, helix.heat);
    return mix(mix(theme.ground, theme.shade, 0.55F + 0.40F * up), theme.alarm, 0.5F * helix.heat);
}

Helix helix_of(const Coil& coil, Point from, float to_x)
{
    const float whole   = to_x - from.x;
    const float sign    = whole < 0.0F ? -1.0F : 1.0F;
    const float lead    = std::min(coil.lead, 0.2F * std::abs(whole));
    const float length  = whole - sign * 2.0F * lead;
    const float stretch = std::max(std::abs(whole) / coil.rest, 0.05F);
    const float pitch   = std::abs(length) / static_cast<float>(coil.turns);
    return {coil,
            coil.radius < fine ? 8 : 20,
            {from.x + sign * lead, from.y},
            length,
            coil.radius * std::clamp(std::pow(stretch, -0.35F), 0.62F, 1.18F),
            sign * std::clamp(0.28F * pitch * std::pow(stretch, -1.5F), 0.5F * coil.wire, 0.6F * coil.radius),
            std::clamp((stretch - 1.6F) / 1.6F, 0.0F, 0.75F)};
}

// A pseudo-random number from 0 to 1.
float thrown(int index, int salt)
{
    const float wave = std::sin(static_cast<float>(index) * 12.9898F + static_cast<float>(salt) * 78.233F) * 43758.547F;
    return wave - std::floor(wave);
}

// A wall that was hit, with a coordinate system of its own, in pixels: `along` is the position along the wall, relative
// to the point that was hit; `across` is the distance from the wall's middle line.
struct Solid
{
    const Pen& pen;
    const Wall& wall;
    bool upright;
    float half; // half of the wall's thickness, in pixels
    Colour colour;

    Point at(float along, float across) const
    {
        const Rect& r = wall.rect;
        return upright ? Point{r.x + r.w / 2 + across, wall.struck.y + along}
                       : Point{wall.struck.x + along, r.y + r.h / 2 + across};
    }
    float begin() const { return upright ? wall.rect.y - wall.struck.y : wall.rect.x - wall.struck.x; }
    float end() const { return upright ? wall.rect.bottom() - wall.struck.y : wall.rect.right() - wall.struck.x; }
    void slab(float from, float to) const
    {
        pen.picture.quad({at(from, -half), at(from, half), at(to, half), at(to, -half)}, colour);
        const float rim = std::min(0.3F * half, pen.px(1.5F));
        pen.picture.quad({at(from, -half), at(from, -half + rim), at(to, -half + rim), at(to, -half)},
                         faded(pen.theme().ink, 0.16F));
    }
};

// Draws two cracks from `root`, at the hole, at most to `edge`, in pixels along the wall. `side` is -1 above or left of
// the hole, else 1. The cracks grow with the number of passes.
void draw_cracks(const Solid& f, float side, float root, float edge)
{
    const float reach = f.wall.hole * std::min(1.0F + 0.35F * static_cast<float>(f.wall.passes), 4.0F);
    for (int crack = 0; crack < 2; ++crack)
    {
        Point from = f.at(root, f.half * (crack == 0 ? -0.5F : 0.45F));
        for (int i = 1; i <= 4; ++i)
        {
            const float along = root + side * reach * static_cast<float>(i) / 4.0F * (crack == 0 ? 1.0F : 0.6F);
            if (along * side > edge * side) break;
            const Point to = f.at(along, f.half * (2.0F * thrown(i + 5 * crack, static_cast<int>(side) + 3) - 1.0F));
            f.pen.picture.line(from, to, f.pen.px(1.4F), f.pen.theme().ground);
            from = to;
        }
    }
}

// The edge at the hole is jagged. `side` is -1 for the half above or left of the hole, else 1.
void draw_broken_half(const Solid& f, float side)
{
    constexpr int teeth = 3;
    const float edge    = side < 0.0F ? f.begin() : f.end();
    const float hole    = f.wall.hole;
    if (edge * side <= hole) return;
    const float root = std::min(hole * 1.3F, edge * side) * side;
    f.slab(std::min(root, edge), std::max(root, edge));
    for (int i = 0; i < teeth; ++i)
    {
        const float from = f.half * (2.0F * static_cast<float>(i) / teeth - 1.0F);
        const float to   = f.half * (2.0F * static_cast<float>(i + 1) / teeth - 1.0F);
        const float tip  = side * hole * (0.75F + 0.45F * thrown(i, static_cast<int>(side)));
        f.pen.picture.triangle(f.at(root, from), f.at(root, to), f.at(tip, from + (to - from) * thrown(i, 7)),
                               f.colour);
    }
    draw_cracks(f, side, root, edge);
}

// The pieces fly in the direction in which the body passed through the wall.
void draw_shards(const Solid& f)
{
    constexpr float life = 0.9F; // time in seconds for which the pieces of the wall fly
    constexpr int shards = 9;
    const float t        = f.wall.since;
    if (t > life) return;
    for (int i = 0; i < shards; ++i)
    {
        const float speed = f.pen.px(90.0F + 320.0F * thrown(i, 1));
        const float wide  = f.pen.px(180.0F * (thrown(i, 2) - 0.5F));
        const Point dir   = f.wall.towards;
        const Point at{f.wall.struck.x + (speed * dir.x + wide * dir.y) * t,
                       f.wall.struck.y + (speed * dir.y + wide * dir.x) * t + f.pen.px(420) * t * t};
        const float size = f.pen.px(3.0F + 4.0F * thrown(i, 3));
        const float turn = 6.0F * thrown(i, 4) + 9.0F * t * (thrown(i, 5) - 0.5F);
        const auto tip   = [&](float angle) {
            return Point{at.x + size * std::cos(turn + angle), at.y + size * std::sin(turn + angle)};
        };
        f.pen.picture.triangle(tip(0.0F), tip(1.9F), tip(4.0F), faded(f.colour, 1.0F - t / life));
    }
}

} // namespace

void draw_coil(const Pen& pen, const Coil& coil, Point from, float to_x)
{
    const Helix helix  = helix_of(coil, from, to_x);
    const Theme& theme = pen.theme();
    Picture& picture   = pen.picture;
    std::vector<Point> points;
    for (int i = 0; i <= helix.size(); ++i) points.push_back(helix.at(i));
    const auto draw = [&](int i, float width, Colour colour)
    { picture.line(points[static_cast<std::size_t>(i)], points[static_cast<std::size_t>(i) + 1], width, colour); };

    for (int i = 0; i < helix.size(); ++i)
        if (!helix.near(i)) draw(i, 0.85F * coil.wire, steel(theme, helix, i));
    const Colour end = mix(theme.shade, theme.metal, 0.5F);
    picture.line(from, points.front(), coil.wire, end);
    picture.line(points.back(), {to_x, from.y}, coil.wire, end);
    for (int turn = 0; turn < coil.turns; ++turn)
    {
        const int first = turn * helix.pieces;
        const int half  = first + helix.pieces / 2;
        for (int i = first; i < half && coil.radius >= fine; ++i)
            draw(i, coil.wire + pen.px(2), faded(theme.ground, 0.75F));
        for (int i = first; i < half; ++i) draw(i, coil.wire, steel(theme, helix, i));
    }
}

void draw_wall(const Pen& pen, const Wall& wall)
{
    const Theme& theme = pen.theme();
    const bool upright = wall.rect.h > wall.rect.w;
    const float flash  = std::exp(-wall.since_hit / 0.07F);
    const float wound  = std::exp(-wall.since / 0.25F);
    const Colour plain = mix(theme.shade, theme.metal, 0.15F);
    const Colour lit   = mix(plain, theme.ink, 0.75F * flash);
    const Solid solid{pen, wall, upright, 0.5F * (upright ? wall.rect.w : wall.rect.h), mix(lit, theme.alarm, wound)};
    if (wall.passes == 0)
    {
        solid.slab(solid.begin(), solid.end());
        return;
    }
    draw_broken_half(solid, -1.0F);
    draw_broken_half(solid, 1.0F);
    draw_shards(solid);
}

} // namespace draw
