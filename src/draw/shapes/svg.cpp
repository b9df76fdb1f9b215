#include "draw/shapes/svg.hpp"

#include <fmt/core.h>

#include <cmath>
#include <iterator>
#include <numbers>
#include <string_view>
#include <vector>

namespace draw
{

namespace
{

// At most two decimals, no trailing zeros and no "-0".
std::string number(float value)
{
    std::string text = fmt::format("{:.2f}", value);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string hex(Colour c)
{
    const auto byte = [](float part) { return std::lround(std::fmin(std::fmax(part, 0.0F), 1.0F) * 255.0F); };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(c.r), byte(c.g), byte(c.b));
}

std::string opacity(std::string_view attribute, float alpha)
{
    return alpha < 0.995F ? fmt::format(" {}-opacity=\"{}\"", attribute, number(alpha)) : "";
}

std::string filled(Colour c) { return fmt::format("fill=\"{}\"{}", hex(c), opacity("fill", c.a)); }

std::string stroked(Colour c, float width)
{
    return fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}", hex(c), number(width),
                       opacity("stroke", c.a));
}

class Writer
{
public:
    Writer(const Picture& picture, std::string_view ids)
        : picture_{picture}
        , ids_{ids}
    {
    }

    std::string write()
    {
        for (const Shape& shape : picture_.shapes()) std::visit(*this, shape);
        for (const Label& label : picture_.labels()) add(label);
        const Rect a = picture_.area();
        std::string out =
            fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} "
                        "{3}\">\n",
                        number(a.x), number(a.y), number(a.w), number(a.h));
        for (std::size_t i = 0; i < gradients_.size(); ++i)
            out += fmt::format("<radialGradient id=\"{}{}\" {}</radialGradient>\n", ids_, i, gradients_[i]);
        return out + rectangle(a, 0, filled(picture_.ground())) + body_ + "</svg>\n";
    }

    void operator()(const Box& box)
    {
        if (box.is_disc())
            body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", number(box.x), number(box.y),
                                 number(box.radius + (box.ring > 0 ? 0 : 0.5F * box.soft)), paint_of(box));
        else if (box.half_h == 0 && box.ring == 0)
            body_ += line(box);
        else
            body_ += turned_box(box);
    }

    void operator()(const Quad& quad)
    {
        std::string points;
        for (std::size_t i = 0; i < quad.corners.size(); ++i)
            if (i == 0 || !(quad.corners[i] == quad.corners[i - 1]))
                points +=
                    fmt::format("{}{},{}", i == 0 ? "" : " ", number(quad.corners[i].x), number(quad.corners[i].y));
        body_ += fmt::format("<polygon points=\"{}\" {}/>\n", points, filled(quad.colour));
    }

private:
    static std::string rectangle(Rect r, float rounding, const std::string& paint)
    {
        const std::string corners = rounding > 0 ? fmt::format(" rx=\"{}\"", number(rounding)) : "";
        return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{} {}/>\n", number(r.x), number(r.y),
                           number(r.w), number(r.h), corners, paint);
    }

    static std::string line(const Box& box)
    {
        const float dx = box.cos * box.half_w;
        const float dy = box.sin * box.half_w;
        return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\" "
                           "stroke-linecap=\"round\"{}/>\n",
                           number(box.x - dx), number(box.y - dy), number(box.x + dx), number(box.y + dy),
                           hex(box.colour), number(2 * box.radius), opacity("stroke", box.colour.a));
    }

    static std::string turned_box(const Box& box)
    {
        const float w     = box.half_w + box.radius;
        const float h     = box.half_h + box.radius;
        std::string paint = box.ring > 0 ? stroked(box.colour, box.ring) : filled(box.colour);
        if (box.sin != 0)
            paint += fmt::format(" transform=\"rotate({} {} {})\"",
                                 number(std::atan2(box.sin, box.cos) * 180 / std::numbers::pi_v<float>), number(box.x),
                                 number(box.y));
        return rectangle({box.x - w, box.y - h, 2 * w, 2 * h}, box.radius, paint);
    }

    std::string paint_of(const Box& disc)
    {
        if (disc.ring > 0) return stroked(disc.colour, disc.ring);
        if (disc.lit) return by_gradient(lit(disc.colour), disc.colour.a);
        if (disc.soft > 0) return by_gradient(soft(disc), disc.colour.a);
        return filled(disc.colour);
    }

    // The unit of the coordinates is the width of the disc's bounding box: the disc's radius is 0.5.
    static std::string lit(Colour c)
    {
        std::string text = fmt::format("cx=\"{}\" cy=\"{}\" r=\"{}\">", number(0.5F + 0.5F * lit_highlight.x),
                                       number(0.5F + 0.5F * lit_highlight.y), number(0.5F * lit_reach));
        for (const LitStop& stop : lit_stops)
            text += fmt::format("<stop offset=\"{}\" stop-color=\"{}\"/>", number(stop.at),
                                hex(mix(mix(c, rgb(0xffffff), stop.white), rgb(0x000000), stop.black)));
        return text;
    }

    // Half of the blurred edge lies inside the disc's radius, half outside.
    static std::string soft(const Box& disc)
    {
        const float inner = (disc.radius - 0.5F * disc.soft) / (disc.radius + 0.5F * disc.soft);
        // Opacity at the centre: below 1 if the blurred edge is wider than the disc.
        const float solid = std::fmin(0.5F + disc.radius / disc.soft, 1.0F);
        return fmt::format("><stop offset=\"{0}\" stop-color=\"{1}\"{2}/><stop offset=\"1\" stop-color=\"{1}\" "
                           "stop-opacity=\"0\"/>",
                           number(std::fmax(inner, 0.0F)), hex(disc.colour), opacity("stop", solid));
    }

    std::string by_gradient(std::string gradient, float alpha)
    {
        std::size_t i = 0;
        while (i < gradients_.size() && gradients_[i] != gradient) ++i;
        if (i == gradients_.size()) gradients_.push_back(std::move(gradient));
        return fmt::format("fill=\"url(#{}{})\"{}", ids_, i, opacity("fill", alpha));
    }

    void add(const Label& label)
    {
        const bool figures            = label.font == Font::figures;
        const std::string_view anchor = label.align == Align::left     ? ""
                                        : label.align == Align::centre ? " text-anchor=\"middle\""
                                                                       : " text-anchor=\"end\"";
        const float line = figures ? 13.5F : 15.0F; // line height in pixels, the same as in the program's window
        const float size = figures ? 10.3F : 12.4F; // font size in pixels that gives this line height
        body_ += fmt::format("<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{}\"{} {}>{}</text>\n",
                             number(label.at.x), number(label.at.y + 0.8F * line),
                             figures ? "JetBrains Mono, DejaVu Sans Mono, monospace" : "Inter, DejaVu Sans, sans-serif",
                             number(size), anchor, filled(label.colour), escaped(label.text));
    }

    const Picture& picture_;
    std::string_view ids_;
    std::string body_;
    std::vector<std::string> gradients_; // gradients that the picture uses; equal ones are stored once
};

// True for a character that XML does not allow.
bool is_control(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
}
} // namespace

std::string escaped(std::string_view text)
{
    std::string safe;
    for (const char c : text) switch (c)
        {
        case '&': safe += "&amp;"; break;
        case '<': safe += "&lt;"; break;
        case '>': safe += "&gt;"; break;
        case '"': safe += "&quot;"; break;
        default: safe += is_control(c) ? '?' : c;
        }
    return safe;
}

std::string to_svg(const Picture& picture, std::string_view ids) { return Writer{picture, ids}.write(); }

} // namespace draw
