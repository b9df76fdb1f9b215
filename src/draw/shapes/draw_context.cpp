#include "draw/shapes/draw_context.hpp"

#include "base/number.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace draw
{

float estimated_text_width(std::string_view text, Font font, float pixels_per_point)
{
    constexpr float mean_monospaced_width = 6.4F; // mean width in points, monospaced font
    constexpr float mean_proportional_width = 7.0F; // mean width in points, proportional font
    const auto character_count = std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
    return static_cast<float>(character_count) *
           (font == Font::monospaced ? mean_monospaced_width : mean_proportional_width) * pixels_per_point;
}

float DrawContext::text_width(std::string_view text, Font font) const
{
    return estimated_text_width(text, font, style.pixels_per_point);
}

bool small_label_fits(const DrawContext& context, std::string_view text, float max_width_px)
{
    constexpr float monospaced_letter_width_points = 6.6F;
    return context.to_pixels(monospaced_letter_width_points) * static_cast<float>(text.size()) <= max_width_px;
}

std::string length_text(double metres)
{
    constexpr double max_printed_metres = 1e12;
    const double abs_metres = std::abs(metres);
    if (abs_metres < 1e-7) return "0 m";
    if (abs_metres < 1e-4) return fmt::format("{} mm", base::number_text(1000.0 * metres, 3));
    if (abs_metres < 999.5) return fmt::format("{} m", base::number_text(metres, 3));
    if (abs_metres >= max_printed_metres) return metres < 0.0 ? "-1 billion km and beyond" : "1 billion km and beyond";
    const double rounding_km = std::pow(10.0, std::max(std::floor(std::log10(abs_metres / 1000.0)) - 2.0, -2.0));
    return fmt::format("{} km", base::number_text(std::round(metres / 1000.0 / rounding_km) * rounding_km));
}

double round_number_at_least(double value, std::initializer_list<double> allowed_factors)
{
    const double power_of_ten = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : allowed_factors)
        if (factor * power_of_ten >= value) return factor * power_of_ten;
    return 10.0 * power_of_ten;
}

void draw_bottom_caption(const DrawContext& context, std::initializer_list<std::string> captions_longest_first,
                         float max_x_px)
{
    const float letter_width_px = context.to_pixels(7.4F); // the mean of the proportional font
    const float max_width_px = max_x_px - context.area.x - context.to_pixels(24);
    const auto* first_fitting =
        std::ranges::find_if(captions_longest_first, [&](const std::string& caption)
                             { return letter_width_px * static_cast<float>(caption.size()) <= max_width_px; });
    if (!context.style.has_captions || !context.has_height_for_text() || first_fitting == captions_longest_first.end())
        return;
    context.picture.add_label({{context.area.x + context.to_pixels(14), context.area.bottom() - context.to_pixels(27)},
                               *first_fitting,
                               context.theme().dim_text});
}

void draw_small_label(const DrawContext& context, Point anchor, std::string text, Align align)
{
    if (context.has_height_for_text())
        context.picture.add_label({anchor, std::move(text), context.theme().dim_text, align, Font::monospaced});
}

} // namespace draw
