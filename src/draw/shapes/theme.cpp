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

float contrast_ratio(Colour a, Colour b)
{
    const auto [darker, brighter] = std::minmax({luminance(a), luminance(b)});
    return (brighter + 0.05F) / (darker + 0.05F);
}

Colour legible_colour(Colour colour, Colour background, Colour text_colour)
{
    constexpr float share_step = 0.05F;
    for (float text_share = 0; text_share < 1; text_share += share_step)
        if (const Colour mixed = mix(colour, text_colour, text_share);
            contrast_ratio(mixed, background) >= min_contrast_ratio)
            return mixed;
    return text_colour;
}

Colour Theme::legible(Colour colour) const { return legible_colour(colour, background, text); }
Colour Theme::legible_on_panel(Colour colour) const { return legible_colour(colour, panel_background, text); }

} // namespace draw
