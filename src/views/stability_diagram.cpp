#include "views/stability_diagram.hpp"

#include "base/number.hpp"
#include "draw/shapes/draw_context.hpp"
#include "sim/physics/spring.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace views
{

namespace
{

constexpr int band_count = 24; // horizontal bands of the stable area
constexpr double min_chart_radians_per_step = 3.2;
constexpr double max_chart_radians_per_step = 8.0;
constexpr draw::Colour stable_colour = draw::rgb(0x009e73);

// Draws the diagram in DrawContext::area: to the right the step size * angular frequency, upwards the damping ratio.
struct StabilityChart : draw::DrawContext
{
    double max_radians_per_step; // at the right end

    float x(double radians_per_step) const
    {
        return area.x + static_cast<float>(std::clamp(radians_per_step / max_radians_per_step, 0.0, 1.0)) * area.w;
    }
    float y(double damping_ratio) const
    {
        return area.bottom() - static_cast<float>(std::clamp(damping_ratio, 0.0, 1.0)) * area.h;
    }
};

void draw_stable_region(const StabilityChart& chart, sim::Integrator integrator)
{
    const auto limit_point = [&](int i)
    {
        const double damping_ratio = static_cast<double>(i) / band_count;
        return draw::Point{chart.x(sim::stability_limit(integrator, damping_ratio)), chart.y(damping_ratio)};
    };
    for (int i = 0; i < band_count; ++i)
    {
        const draw::Point lower = limit_point(i);
        const draw::Point upper = limit_point(i + 1);
        chart.picture.add_quad({draw::Point{chart.area.x, lower.y}, lower, upper, draw::Point{chart.area.x, upper.y}},
                               draw::faded(stable_colour, 0.22F));
        if (lower.x < chart.area.right() || upper.x < chart.area.right())
            chart.picture.add_line(lower, upper, chart.to_pixels(2), stable_colour);
    }
}

std::string stability_text(const scenes::World& world, const scenes::FastestVibration& spring, double step_seconds)
{
    const double radians_per_step = step_seconds * spring.angular_frequency;
    const double limit = world.stable_step_limit().value() * spring.angular_frequency;
    if (step_seconds <= 0.0) return "no step yet";
    if (std::isinf(limit)) return fmt::format("h*w {:.3f}: stable at any step", radians_per_step);
    if (!(radians_per_step > limit)) return fmt::format("h*w {:.3f}, explodes beyond {:.3f}", radians_per_step, limit);
    const double growth = std::expm1(world.growth_rate(step_seconds) * step_seconds);
    return fmt::format("h*w {:.3f}: each step grows x by {} %", radians_per_step, base::number_text(100.0 * growth, 3));
}

} // namespace

double newest_step_seconds(const telemetry::Frames& frames)
{
    constexpr std::size_t max_searched_frames = 600;
    const std::size_t oldest_searched = frames.size() - std::min(frames.size(), max_searched_frames);
    for (std::size_t i = frames.size(); i-- > oldest_searched;)
    {
        const timestep::StepPlan& plan = frames[i].plan;
        const double step_seconds = std::max(plan.steps > 0 ? plan.dt_seconds : 0.0, timestep::to_seconds(plan.tail));
        if (step_seconds > 0.0) return step_seconds;
    }
    return 0.0;
}

void draw_spring_stability_diagram(draw::Picture& picture, const PhaseData& data, draw::Rect area,
                                   const draw::ViewStyle& style)
{
    const scenes::World& world = *data.world;
    const auto spring = *world.fastest_vibration();
    const float pixels_per_point = style.pixels_per_point;
    double max_radians_per_step = min_chart_radians_per_step;
    double selected_step_seconds = 0.0;
    for (const PhaseLane& lane : data.lanes)
    {
        const double step_seconds = newest_step_seconds(lane.frames);
        const double end_with_margin = 1.15 * (step_seconds * spring.angular_frequency);
        max_radians_per_step = std::max(max_radians_per_step, std::min(end_with_margin, max_chart_radians_per_step));
        if (lane.is_selected) selected_step_seconds = step_seconds;
    }
    const bool is_unstable = selected_step_seconds > world.stable_step_limit().value();
    picture.add_label({{area.x, area.y},
                       fmt::format("stable steps of {}", sim::info_of(world.integrator()).label),
                       style.theme.dim_text});
    picture.add_monospaced_label({area.x, area.y + 19 * pixels_per_point},
                                 stability_text(world, spring, selected_step_seconds),
                                 is_unstable ? style.theme.alarm : style.theme.text);
    const StabilityChart chart{
        {picture, style, {area.x, area.y + 38 * pixels_per_point, area.w, area.h - 56 * pixels_per_point}},
        max_radians_per_step};
    draw_stable_region(chart, world.integrator());

    // The axes.
    const float numbers_y = chart.area.bottom() + chart.to_pixels(2);
    picture.add_rectangle(chart.area, 0, style.theme.border, chart.to_pixels(1));
    for (int radians = 0; chart.x(radians) <= chart.area.right() - chart.to_pixels(34); ++radians)
        picture.add_monospaced_label({chart.x(radians), numbers_y}, fmt::format("{}", radians), style.theme.dim_text,
                                     draw::Align::centre);
    picture.add_monospaced_label({chart.area.right(), numbers_y}, "h*w", style.theme.dim_text, draw::Align::right);
    picture.add_monospaced_label({chart.area.x + chart.to_pixels(4), chart.area.y + chart.to_pixels(2)}, "damping 1",
                                 style.theme.dim_text);

    // A dot for each lane.
    for (const PhaseLane& lane : data.lanes)
    {
        const double step_seconds = newest_step_seconds(lane.frames);
        if (step_seconds <= 0.0) continue;
        const draw::Point centre{chart.x(step_seconds * spring.angular_frequency), chart.y(spring.damping_ratio)};
        picture.add_disc(centre, chart.to_pixels(lane.is_selected ? 5.0F : 3.5F), lane.colour);
        if (lane.is_selected)
            picture.add_circle_outline(centre, chart.to_pixels(6.5F), chart.to_pixels(1.2F), style.theme.text);
    }
}

} // namespace views
