#include "draw/shapes/theme.hpp"

#include <algorithm>
#include <cmath>

namespace draw
{

namespace
{

float linear_from_srgb(float srgb)
{
    return srgb <= 0.04045F ? srgb / 12.92F : std::pow((srgb + 0.055F) / 1.055F, 2.4F);
}

float luminance(Colour c)
{
    return 0.2126F * linear_from_srgb(c.r) + 0.7152F * linear_from_srgb(c.g) + 0.0722F * linear_from_srgb(c.b);
}

} // namespace

float contrast(Colour a, Colour b)
{
    const auto [darker, brighter] = std::minmax({luminance(a), luminance(b)});
    return (brighter + 0.05F) / (darker + 0.05F);
}

Colour legible(Colour colour, Colour ground, Colour ink)
{
    constexpr float share_step = 0.05F;
    for (float share = 0; share < 1; share += share_step)
        if (const Colour mixed = mix(colour, ink, share); contrast(mixed, ground) >= min_contrast) return mixed;
    return ink;
}

} // namespace draw
