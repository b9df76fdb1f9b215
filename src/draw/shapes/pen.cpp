#include "draw/shapes/pen.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace draw
{

namespace
{
constexpr float letter = 7.4F; // average width of a letter in points, in a proportional font of 15 points

float width_of(const Pen& pen, const std::string& text) { return pen.px(letter) * static_cast<float>(text.size()); }
} // namespace

bool word_fits(const Pen& pen, std::string_view text, float room)
{
    constexpr float figure = 6.6F; // width of a letter in points, in the monospaced font
    return pen.px(figure) * static_cast<float>(text.size()) <= room;
}

std::string length_text(double metres)
{
    constexpr double most = 1e12;
    const double size     = std::abs(metres);
    if (size < 1000.0) return fmt::format("{:.3g} m", metres);
    if (size >= most) return metres < 0.0 ? "-1 billion km and beyond" : "1 billion km and beyond";
    const double unit = std::pow(10.0, std::max(std::floor(std::log10(size / 1000.0)) - 2.0, -2.0));
    return fmt::format("{:g} km", std::round(metres / 1000.0 / unit) * unit);
}

double round_above(double value)
{
    const double ten = std::pow(10.0, std::floor(std::log10(value)));
    for (const double times : {1.0, 2.0, 5.0})
        if (times * ten >= value) return times * ten;
    return 10.0 * ten;
}

void write_at_foot(const Pen& pen, std::initializer_list<std::string> texts, float right)
{
    const float room = right - pen.area.x - pen.px(24);
    const auto* fits = std::ranges::find_if(texts, [&](const std::string& t) { return width_of(pen, t) <= room; });
    if (!pen.roomy() || fits == texts.end()) return;
    pen.picture.write({{pen.area.x + pen.px(14), pen.area.bottom() - pen.px(27)}, *fits, pen.theme().quiet});
}

void write_word(const Pen& pen, Point at, std::string text, Align align)
{
    if (pen.roomy()) pen.picture.write({at, std::move(text), pen.theme().quiet, align, Font::figures});
}

} // namespace draw
