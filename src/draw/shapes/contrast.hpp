// draw/shapes/contrast.hpp -- whether words can be read on their ground
#pragma once

#include "draw/shapes/picture.hpp"

namespace draw
{

/// What words need at least, as large as they are here (WCAG 2.1, success criterion 1.4.3).
inline constexpr float least_contrast = 4.5F;

/// Of two opaque colours: 1, the same, to 21, black on white (WCAG 2.1, "contrast ratio").
float contrast(Colour a, Colour b);
/// The colour, or as much of it mixed into `ink` as still stands out from `ground` by `least_contrast`.
Colour legible(Colour colour, Colour ground, Colour ink);

} // namespace draw
