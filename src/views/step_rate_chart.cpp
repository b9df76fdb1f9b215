#include "views/step_rate_chart.hpp"

#include "base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace views
{

namespace
{

using draw::Colour;
using draw::Rect;
using timestep::to_hertz;

constexpr Colour good_colour = draw::rgb(0x009e73);

// The area of the heat map's cells. Its labels are outside: step rates in two rows above, refresh rates on the left.
Rect cells_area(Rect area, float pixels_per_point)
{
    const float left = area.x + 0.54F * area.w + 42 * pixels_per_point;
    return {left, area.y + 46 * pixels_per_point, area.right() - left, area.h - 48 * pixels_per_point};
}

Rect cell_rect(const lab::StepRateMismatchMap& map, Rect cells, std::size_t step_rate_index,
               std::size_t refresh_rate_index)
{
    const float w = cells.w / static_cast<float>(map.step_rates.size());
    const float h = cells.h / static_cast<float>(map.refresh_rates.size());
    return {cells.x + w * static_cast<float>(step_rate_index), cells.y + h * static_cast<float>(refresh_rate_index), w,
            h};
}

// Draws the name of a limit on the step rate, the limit's reason, and a bar of the step rates that the limit allows.
void draw_bound(draw::Picture& picture, const lab::RateBound& bound, std::string_view name_suffix,
                const StepRateScale& rate_scale, Rect row, Colour colour, const draw::ViewStyle& style)
{
    const float pixels_per_point = style.pixels_per_point;
    const Rect track = {row.x, row.y + 16 * pixels_per_point, row.w, 7 * pixels_per_point};
    const std::string_view name = bound.name.starts_with("the ") ? bound.name.substr(4) : bound.name;
    picture.add_label({{row.x, row.y}, fmt::format("{}{}", name, name_suffix), style.theme.text});
    picture.add_label({{row.right(), row.y}, bound.reason, style.theme.dim_text, draw::Align::right});
    picture.add_rectangle(track, 3 * pixels_per_point, style.theme.border);
    const float left = rate_scale.x_of(track, bound.min_hz);
    if (bound.allowed_rates)
    {
        for (const timestep::Rate rate : *bound.allowed_rates)
            if (to_hertz(rate) >= rate_scale.min_hz && to_hertz(rate) <= rate_scale.max_hz)
                picture.add_rectangle(
                    {rate_scale.x_of(track, to_hertz(rate)) - pixels_per_point, track.y, 2 * pixels_per_point, track.h},
                    0, colour);
    }
    else if (bound.min_hz <= bound.max_hz)
        picture.add_rectangle(
            {left, track.y, std::max(rate_scale.x_of(track, bound.max_hz) - left, 3 * pixels_per_point), track.h},
            3 * pixels_per_point, colour);
}

void draw_bars(draw::Picture& picture, const lab::StepRateAdvice& advice, Rect area, const draw::ViewStyle& style)
{
    const StepRateScale rate_scale = step_rate_scale_of(advice);
    const Rect rows{area.x, area.y + 18 * style.pixels_per_point, area.w, area.h - 18 * style.pixels_per_point};
    const float row_height =
        std::min(rows.h / static_cast<float>(advice.bounds.size() + 1), 44 * style.pixels_per_point);
    const auto row_at = [&](std::size_t i) {
        return Rect{rows.x, rows.y + row_height * static_cast<float>(i), rows.w, row_height};
    };
    for (double hz = rate_scale.min_hz; hz < 1.01 * rate_scale.max_hz; hz *= 10.0)
    {
        draw::Align align = hz > 0.9 * rate_scale.max_hz ? draw::Align::right : draw::Align::centre;
        if (hz == rate_scale.min_hz) align = draw::Align::left;
        picture.add_monospaced_label({rate_scale.x_of(area, hz), area.y}, fmt::format("{} Hz", base::number_text(hz)),
                                     style.theme.dim_text, align);
    }
    for (std::size_t i = 0; i < advice.bounds.size(); ++i)
    {
        const lab::RateBound& bound = advice.bounds[i];
        std::string_view name_suffix = advice.max_bound_index == i ? " (max)" : "";
        if (advice.min_bound_index == i) name_suffix = " (min)";
        const bool is_decisive = !name_suffix.empty() || bound.allowed_rates;
        draw_bound(picture, bound, name_suffix, rate_scale, row_at(i),
                   is_decisive ? style.theme.accent : style.theme.dim_metal, style);
    }
    lab::RateBound combined_bound = advice.combined_bound;
    combined_bound.reason =
        advice.advised_rate ? fmt::format("use {} Hz", base::exact_rate_text(*advice.advised_rate)) : "no rate";
    draw_bound(picture, combined_bound, "", rate_scale, row_at(advice.bounds.size()),
               advice.advised_rate ? good_colour : style.theme.alarm, style);
}

void draw_cell(draw::Picture& picture, const lab::StepRateMismatchMap& map, std::size_t step_rate_index,
               std::size_t refresh_rate_index, Rect cell, const draw::ViewStyle& style)
{
    const float pixels_per_point = style.pixels_per_point;
    const sim::StepRateMismatch mismatch = map.mismatch_at(step_rate_index, refresh_rate_index);
    const double lower_hz =
        std::min(to_hertz(map.step_rates[step_rate_index]), to_hertz(map.refresh_rates[refresh_rate_index]));
    // Green if steps and frames alternate in a regular pattern; closer to Theme::alarm, the more often it breaks.
    const auto alarm_share = std::clamp(static_cast<float>(std::sqrt(2.0 * mismatch.beat_hz / lower_hz)), 0.0F, 1.0F);
    const Colour even_colour = draw::mix(good_colour, style.theme.background, 0.35F);
    picture.add_rectangle({cell.x + pixels_per_point, cell.y + pixels_per_point, cell.w - 2 * pixels_per_point,
                           cell.h - 2 * pixels_per_point},
                          2 * pixels_per_point, draw::mix(even_colour, style.theme.alarm, alarm_share));
    const std::string beat = base::number_text(mismatch.beat_hz, 2);
    if (mismatch.beat_hz > 0.0 && cell.w > static_cast<float>(beat.size()) * 7 * pixels_per_point &&
        cell.h > 13 * pixels_per_point)
        picture.add_monospaced_label({cell.x + cell.w / 2, cell.y + cell.h / 2 - 7 * pixels_per_point}, beat,
                                     style.theme.text, draw::Align::centre);
}

void draw_heat_map(draw::Picture& picture, const lab::GameProperties& game, const lab::StepRateAdvice& advice,
                   const lab::StepRateMismatchMap& map, Rect cells, const draw::ViewStyle& style)
{
    const float pixels_per_point = style.pixels_per_point;
    const auto step_rate_label_colour = [&](timestep::Rate step_rate)
    {
        if (advice.advised_rate && to_hertz(*advice.advised_rate) == to_hertz(step_rate)) return good_colour;
        const bool is_allowed =
            to_hertz(step_rate) >= advice.combined_bound.min_hz && to_hertz(step_rate) <= advice.combined_bound.max_hz;
        return is_allowed ? style.theme.text : style.theme.dim_text;
    };
    picture.add_label({{cells.x - 42 * pixels_per_point, cells.y - 46 * pixels_per_point},
                       game.is_interpolated ? "beat in Hz, if not interpolated" : "beat in Hz",
                       style.theme.text});
    picture.add_monospaced_label({cells.x - 4 * pixels_per_point, cells.y - 28 * pixels_per_point}, "steps",
                                 style.theme.dim_text, draw::Align::right);
    for (std::size_t step_rate_index = 0; step_rate_index < map.step_rates.size(); ++step_rate_index)
    {
        const Rect top_cell = cell_rect(map, cells, step_rate_index, 0);
        const float label_offset_y = step_rate_index % 2 == 0 ? 28 * pixels_per_point : 16 * pixels_per_point;
        picture.add_monospaced_label({top_cell.x + top_cell.w / 2, cells.y - label_offset_y},
                                     base::exact_rate_text(map.step_rates[step_rate_index]),
                                     step_rate_label_colour(map.step_rates[step_rate_index]), draw::Align::centre);
        for (std::size_t refresh_rate_index = 0; refresh_rate_index < map.refresh_rates.size(); ++refresh_rate_index)
            draw_cell(picture, map, step_rate_index, refresh_rate_index,
                      cell_rect(map, cells, step_rate_index, refresh_rate_index), style);
    }
    for (std::size_t refresh_rate_index = 0; refresh_rate_index < map.refresh_rates.size(); ++refresh_rate_index)
    {
        const Rect left_cell = cell_rect(map, cells, 0, refresh_rate_index);
        const bool is_display_rate =
            std::ranges::find(game.display_rates, map.refresh_rates[refresh_rate_index]) != game.display_rates.end();
        picture.add_monospaced_label(
            {cells.x - 4 * pixels_per_point, left_cell.y + left_cell.h / 2 - 7 * pixels_per_point},
            base::exact_rate_text(map.refresh_rates[refresh_rate_index]) + " Hz",
            is_display_rate ? style.theme.text : style.theme.dim_text, draw::Align::right);
    }
}

} // namespace

float StepRateScale::x_of(draw::Rect area, double hz) const
{
    const double position = std::log(std::clamp(hz, min_hz, max_hz) / min_hz) / std::log(max_hz / min_hz);
    return area.x + static_cast<float>(position) * area.w;
}

StepRateScale step_rate_scale_of(const lab::StepRateAdvice& advice)
{
    StepRateScale rate_scale;
    for (const lab::RateBound& bound : advice.bounds)
    {
        while (bound.min_hz > rate_scale.max_hz && rate_scale.max_hz < 1e9) rate_scale.max_hz *= 10.0;
        while (bound.max_hz < rate_scale.min_hz && rate_scale.min_hz > 1e-3) rate_scale.min_hz *= 0.1;
    }
    return rate_scale;
}

void redraw_step_rate_chart(draw::Picture& picture, const lab::GameProperties& game, const lab::StepRateAdvice& advice,
                            const lab::StepRateMismatchMap& map, Rect area, const draw::ViewStyle& style)
{
    picture.reset(area, style.theme.background);
    draw_bars(picture, advice, {area.x, area.y, 0.52F * area.w, area.h}, style);
    draw_heat_map(picture, game, advice, map, cells_area(area, style.pixels_per_point), style);
}

std::optional<RateMapCell> map_cell_at(const lab::StepRateMismatchMap& map, Rect area, draw::Point point,
                                       float pixels_per_point)
{
    for (std::size_t step_rate_index = 0; step_rate_index < map.step_rates.size(); ++step_rate_index)
        for (std::size_t refresh_rate_index = 0; refresh_rate_index < map.refresh_rates.size(); ++refresh_rate_index)
            if (cell_rect(map, cells_area(area, pixels_per_point), step_rate_index, refresh_rate_index).contains(point))
                return RateMapCell{step_rate_index, refresh_rate_index};
    return std::nullopt;
}

} // namespace views
