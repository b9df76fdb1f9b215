#include "programs/demo/panels/discs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace demo
{

namespace
{

constexpr float step         = 0.5F; // difference in pixels between the radii of two successive stored images
constexpr std::size_t number = 16;

struct Disc
{
    float pixels = 0; // width and height of the image in pixels
    ImVec2 low{};     // upper left corner of the image in the texture; coordinates from 0 to 1
    ImVec2 high{};    // lower right corner of the image in the texture; coordinates from 0 to 1
};
std::array<Disc, number> discs;
float ratio = 1.0F;

float radius_of(std::size_t i) { return step * static_cast<float>(i + 1); }
int side_of(std::size_t i) { return 2 * static_cast<int>(std::ceil(radius_of(i) + 0.5F)); }

// Returns the share of the pixel (`x`, `y`) that the image of disc number `i` covers: 1 inside, 0 outside. At the edge,
// the share changes from 1 to 0 over the width of one pixel.
float coverage(int x, int y, std::size_t i)
{
    const float middle = static_cast<float>(side_of(i)) / 2 - 0.5F;
    const float far    = std::hypot(static_cast<float>(x) - middle, static_cast<float>(y) - middle);
    return std::clamp(0.5F + radius_of(i) - far, 0.0F, 1.0F);
}

void draw(std::size_t i, const ImFontAtlasCustomRect& place, unsigned char* pixels, int width)
{
    for (int y = 0; y < side_of(i); ++y)
        for (int x = 0; x < side_of(i); ++x)
        {
            const std::ptrdiff_t at = (static_cast<std::ptrdiff_t>(place.Y) + y) * width + place.X + x;
            std::fill_n(pixels + 4 * at, 3, static_cast<unsigned char>(255));
            pixels[4 * at + 3] = static_cast<unsigned char>(std::lround(255 * coverage(x, y, i)));
        }
}

} // namespace

void make_discs(ImFontAtlas& atlas, float pixel_ratio)
{
    ratio = pixel_ratio;
    std::array<int, number> names{};
    for (std::size_t i = 0; i < number; ++i) names[i] = atlas.AddCustomRectRegular(side_of(i), side_of(i));
    unsigned char* pixels = nullptr;
    int width             = 0;
    atlas.GetTexDataAsRGBA32(&pixels, &width, nullptr);
    for (std::size_t i = 0; i < number; ++i)
    {
        const ImFontAtlasCustomRect& place = *atlas.GetCustomRectByIndex(names[i]);
        draw(i, place, pixels, width);
        discs[i].pixels = static_cast<float>(side_of(i));
        atlas.CalcCustomRectUV(&place, &discs[i].low, &discs[i].high);
    }
}

bool add_disc(ImDrawList& ink, ImVec2 at, float radius, ImU32 colour)
{
    const float halves = std::max(std::round(radius * ratio / step), 1.0F);
    if (!(halves <= static_cast<float>(number))) return false;
    const Disc& disc = discs[static_cast<std::size_t>(halves) - 1];
    const auto whole = [](float points, float side) { return std::round(points * ratio - side / 2) / ratio; };
    const ImVec2 low{whole(at.x, disc.pixels), whole(at.y, disc.pixels)};
    ink.PrimReserve(6, 4);
    ink.PrimRectUV(low, {low.x + disc.pixels / ratio, low.y + disc.pixels / ratio}, disc.low, disc.high, colour);
    return true;
}

} // namespace demo
