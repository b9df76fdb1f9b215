// draw/shapes/svg.hpp -- writes a picture as a standalone SVG, for reports and for tests
#pragma once

#include "draw/shapes/picture.hpp"

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
    std::function<std::string(Colour)> css_colour = css_colour_without_alpha;
};

/// Rounds coordinates to 0.01 pixels.
std::string to_svg(const Picture& picture, const SvgOptions& options = {});

} // namespace draw
