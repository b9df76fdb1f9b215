// draw/shapes/svg.hpp -- writes a picture as a standalone SVG, for reports and for tests
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace draw
{

/// Escapes text for use in SVG and HTML, between tags or in attributes. Control characters become "?".
std::string markup_escaped(std::string_view text);
/// Formats the colour as "#rrggbb", without its opacity.
std::string css_colour_without_alpha(Colour colour);

struct SvgOptions
{
    std::string_view id_prefix = "g"; ///< begins with a letter; must differ between the pictures of a page
    std::string_view title{}; ///< for screen readers and as a tooltip; empty for none
};

/// Rounds coordinates to 0.01 pixels.
std::string to_svg(const Picture& picture, const SvgOptions& options = {});

/// An SVG for a page that is light or dark: CSS light-dark() chooses between the colours of the themes. `draw_picture`
/// is called once for each theme; only colours may depend on it.
std::string to_themed_svg(const std::function<void(Picture&, const Theme&)>& draw_picture, const SvgOptions& options);

} // namespace draw
