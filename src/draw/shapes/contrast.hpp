// draw/shapes/contrast.hpp -- contrast of text on its background
#pragma once

#include "draw/shapes/picture.hpp"

namespace draw
{

/// The lowest contrast ratio for text of this size (WCAG 2.1, success criterion 1.4.3).
inline constexpr float least_contrast = 4.5F;

/// Returns the contrast ratio of two opaque colours, from 1 (equal) to 21 (black on white); WCAG 2.1.
float contrast(Colour a, Colour b);
/// Returns `colour` if its contrast to `ground` is at least `least_contrast`. Otherwise mixes it with just enough `ink`
/// to reach this contrast.
Colour legible(Colour colour, Colour ground, Colour ink);

} // namespace draw
