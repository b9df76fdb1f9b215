#include "draw/shapes/svg.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

namespace draw
{

namespace
{

// Returns the number with at most two decimals, no trailing zeros and no "-0".
std::string svg_number(float value)
{
    std::string text = fmt::format("{:.2f}", value);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string opacity_attribute(std::string_view prefix, float alpha)
{
    return alpha < 0.995F ? fmt::format(" {}-opacity=\"{}\"", prefix, svg_number(alpha)) : "";
}

using CssColour = std::function<std::string(Colour)>;

struct RadialGradient
{
    std::string attributes, stop_elements;
    friend bool operator==(const RadialGradient&, const RadialGradient&) = default;
};

class SvgWriter
{
public:
    SvgWriter(const Picture& picture, const SvgOptions& options, CssColour css_colour)
        : picture_{picture}
        , options_{options}
        , css_colour_{std::move(css_colour)}
    {
    }

    std::string generate_svg()
    {
        for (const Shape& shape : picture_.shapes()) std::visit(*this, shape);
        for (const Label& label : picture_.labels()) append_text_element(label);
        const Rect area = picture_.area();
        const std::string background = rectangle_element(area, 0, fill_attributes(picture_.background()));
        const std::string title = markup_escaped(options_.title);
        std::string svg = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\"{4} width=\"{2}\" height=\"{3}\" "
                                      "viewBox=\"{0} {1} {2} {3}\">\n{5}",
                                      svg_number(area.x), svg_number(area.y), svg_number(area.w), svg_number(area.h),
                                      title.empty() ? "" : fmt::format(" role=\"img\" aria-label=\"{}\"", title),
                                      title.empty() ? "" : fmt::format("<title>{}</title>\n", title));
        for (std::size_t i = 0; i < gradients_.size(); ++i)
            svg += fmt::format("<radialGradient id=\"{}{}\" {}>{}</radialGradient>\n", options_.id_prefix, i,
                               gradients_[i].attributes, gradients_[i].stop_elements);
        return svg + background + elements_ + "</svg>\n";
    }

    // A RoundedBox without height is a line, and without width and height a disc.
    void operator()(const RoundedBox& box)
    {
        if (box.is_disc())
            elements_ +=
                fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", svg_number(box.x), svg_number(box.y),
                            svg_number(box.radius + (box.outline_width > 0 ? 0 : 0.5F * box.blur_width)),
                            make_disc_attributes(box));
        else if (box.half_h == 0 && box.outline_width == 0)
            elements_ += line_element(box);
        else
            elements_ += rotated_rectangle_element(box);
    }

    void operator()(const Quad& quad)
    {
        std::string point_list;
        for (std::size_t i = 0; i < quad.corners.size(); ++i)
            if (i == 0 || !(quad.corners[i] == quad.corners[i - 1]))
                point_list += fmt::format("{}{},{}", i == 0 ? "" : " ", svg_number(quad.corners[i].x),
                                          svg_number(quad.corners[i].y));
        elements_ += fmt::format("<polygon points=\"{}\" {}/>\n", point_list, fill_attributes(quad.colour));
    }

private:
    std::string fill_attributes(Colour c) const
    {
        return fmt::format("fill=\"{}\"{}", css_colour_(c), opacity_attribute("fill", c.a));
    }

    std::string stroke_attributes(Colour c, float width) const
    {
        return fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}", css_colour_(c), svg_number(width),
                           opacity_attribute("stroke", c.a));
    }

    static std::string rectangle_element(Rect rect, float corner_radius, const std::string& attributes)
    {
        const std::string corner_attribute =
            corner_radius > 0 ? fmt::format(" rx=\"{}\"", svg_number(corner_radius)) : "";
        return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{} {}/>\n", svg_number(rect.x),
                           svg_number(rect.y), svg_number(rect.w), svg_number(rect.h), corner_attribute, attributes);
    }

    std::string line_element(const RoundedBox& box) const
    {
        const float half_dx = box.cos * box.half_w;
        const float half_dy = box.sin * box.half_w;
        return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\" "
                           "stroke-linecap=\"round\"{}/>\n",
                           svg_number(box.x - half_dx), svg_number(box.y - half_dy), svg_number(box.x + half_dx),
                           svg_number(box.y + half_dy), css_colour_(box.colour), svg_number(2 * box.radius),
                           opacity_attribute("stroke", box.colour.a));
    }

    std::string rotated_rectangle_element(const RoundedBox& box) const
    {
        const float half_width = box.half_w + box.radius;
        const float half_height = box.half_h + box.radius;
        std::string attributes =
            box.outline_width > 0 ? stroke_attributes(box.colour, box.outline_width) : fill_attributes(box.colour);
        if (box.sin != 0)
            attributes += fmt::format(" transform=\"rotate({} {} {})\"",
                                      svg_number(std::atan2(box.sin, box.cos) * 180 / std::numbers::pi_v<float>),
                                      svg_number(box.x), svg_number(box.y));
        return rectangle_element({box.x - half_width, box.y - half_height, 2 * half_width, 2 * half_height}, box.radius,
                                 attributes);
    }

    // May add a gradient to gradients_, to which the attributes refer.
    std::string make_disc_attributes(const RoundedBox& disc)
    {
        if (disc.outline_width > 0) return stroke_attributes(disc.colour, disc.outline_width);
        if (disc.is_lit_ball) return add_gradient_fill(lit_ball_gradient(disc.colour), disc.colour.a);
        if (disc.blur_width > 0) return add_gradient_fill(blurred_edge_gradient(disc), disc.colour.a);
        return fill_attributes(disc.colour);
    }

    // The gradient is given in units of the disc's bounding box, whose width is 1, so the radius of the disc is 0.5.
    RadialGradient lit_ball_gradient(Colour ball_colour) const
    {
        std::string stop_elements;
        const std::string attributes =
            fmt::format("cx=\"{}\" cy=\"{}\" r=\"{}\"", svg_number(0.5F + 0.5F * lit_ball_highlight.x),
                        svg_number(0.5F + 0.5F * lit_ball_highlight.y), svg_number(0.5F * lit_ball_gradient_radius));
        for (const LitBallGradientStop& stop : lit_ball_gradient_stops)
            stop_elements += fmt::format(
                "<stop offset=\"{}\" stop-color=\"{}\"/>", svg_number(stop.distance),
                css_colour_(mix(mix(ball_colour, rgb(0xffffff), stop.white_share), rgb(0x000000), stop.black_share)));
        return {attributes, stop_elements};
    }

    // Half of the blurred edge of the disc is inside of its radius, the other half outside.
    RadialGradient blurred_edge_gradient(const RoundedBox& disc) const
    {
        const float opaque_radius_share =
            (disc.radius - 0.5F * disc.blur_width) / (disc.radius + 0.5F * disc.blur_width);
        // The opacity at the centre of the disc. It is below 1 if the blurred edge reaches over the centre.
        const float centre_opacity = std::fmin(0.5F + disc.radius / disc.blur_width, 1.0F);
        return {"", fmt::format("<stop offset=\"{0}\" stop-color=\"{1}\"{2}/><stop offset=\"1\" stop-color=\"{1}\" "
                                "stop-opacity=\"0\"/>",
                                svg_number(std::fmax(opaque_radius_share, 0.0F)), css_colour_(disc.colour),
                                opacity_attribute("stop", centre_opacity))};
    }

    std::string add_gradient_fill(const RadialGradient& gradient, float alpha)
    {
        const auto found = std::ranges::find(gradients_, gradient);
        const auto gradient_index = found - gradients_.begin();
        if (found == gradients_.end()) gradients_.push_back(gradient);
        return fmt::format("fill=\"url(#{}{})\"{}", options_.id_prefix, gradient_index,
                           opacity_attribute("fill", alpha));
    }

    void append_text_element(const Label& label)
    {
        const bool is_monospaced = label.font == Font::monospaced;
        std::string_view anchor_attribute;
        if (label.align == Align::centre) anchor_attribute = " text-anchor=\"middle\"";
        if (label.align == Align::right) anchor_attribute = " text-anchor=\"end\"";
        const float line_height = is_monospaced ? 13.5F : 15.0F; // in pixels, as in the window
        const float font_size = is_monospaced ? 10.3F : 12.4F; // in pixels; gives this line height
        elements_ += fmt::format(
            "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{}\"{} {}>{}</text>\n", svg_number(label.anchor.x),
            svg_number(label.anchor.y + 0.8F * line_height),
            is_monospaced ? "JetBrains Mono, DejaVu Sans Mono, monospace" : "Inter, DejaVu Sans, sans-serif",
            svg_number(font_size), anchor_attribute, fill_attributes(label.colour), markup_escaped(label.text));
    }

    const Picture& picture_;
    const SvgOptions& options_;
    CssColour css_colour_;
    std::string elements_;
    std::vector<RadialGradient> gradients_; // without duplicates
};

} // namespace

std::string markup_escaped(std::string_view text)
{
    std::string markup;
    // XML does not allow most control characters except line feed and tab.
    const auto is_valid = [](char c)
    { return (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) || c == '\n' || c == '\t'; };
    for (const char c : text) switch (c)
        {
        case '&': markup += "&amp;"; break;
        case '<': markup += "&lt;"; break;
        case '>': markup += "&gt;"; break;
        case '"': markup += "&quot;"; break;
        default: markup += is_valid(c) ? c : '?';
        }
    return markup;
}

std::string css_colour_without_alpha(Colour c)
{
    const auto byte = [](float component) { return std::lround(std::fmin(std::fmax(component, 0.0F), 1.0F) * 255.0F); };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(c.r), byte(c.g), byte(c.b));
}

std::string to_svg(const Picture& picture, const SvgOptions& options)
{
    return SvgWriter{picture, options, css_colour_without_alpha}.generate_svg();
}

std::string to_themed_svg(const std::function<void(Picture&, const Theme&)>& draw_picture, const SvgOptions& options)
{
    const auto draw_with = [&](const Theme& theme, const CssColour& css_colour)
    {
        Picture picture;
        draw_picture(picture, theme);
        return SvgWriter{picture, options, css_colour}.generate_svg();
    };
    std::vector<std::string> dark_colours; // in the order in which the writer asks for them
    draw_with(dark_theme, [&](Colour colour) { return dark_colours.emplace_back(css_colour_without_alpha(colour)); });
    std::size_t i = 0;
    return draw_with(light_theme,
                     [&](Colour colour)
                     {
                         std::string light = css_colour_without_alpha(colour);
                         const std::string& dark = dark_colours.at(i++);
                         return light == dark ? light : fmt::format("light-dark({},{})", light, dark);
                     });
}

} // namespace draw
