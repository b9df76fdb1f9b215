// draw/shapes/contrast.hpp -- computes the contrast of a text with its background, and improves it
#pragma once

#include "draw/shapes/picture.hpp"

namespace draw
{

/// The lowest contrast ratio of text and background that WCAG 2.1 accepts for text of normal size (success criterion
/// 1.4.3).
inline constexpr float least_contrast = 4.5F;

/// Returns the contrast ratio of two opaque colours, from 1 (equal) to 21 (black on white); WCAG 2.1.
float contrast(Colour a, Colour b);
/// Returns `colour` if its contrast to the background `ground` is at least `least_contrast`. Otherwise returns `colour`
/// mixed with the smallest amount of `ink` that gives this contrast.
Colour legible(Colour colour, Colour ground, Colour ink);

} // namespace draw
