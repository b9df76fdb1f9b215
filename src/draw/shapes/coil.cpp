#include "draw/shapes/coil.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace draw
{

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

    // Returns the position in pixels of point number `i` of the coil's wire. The radius of the turns is zero at both
    // ends of the coil, and grows to its full size towards the middle.
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

// Returns the colour of line segment `i` of the wire: bright if it faces the light from above, dark on the far side.
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

} // namespace draw
