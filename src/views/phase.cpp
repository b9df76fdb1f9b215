#include "views/phase.hpp"

#include "sim/physics/spring.hpp"
#include "views/phase/portrait.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace views
{

namespace
{

constexpr int bands          = 24; // number of horizontal strips of which the area of stable steps is drawn
constexpr double least_reach = 3.2;
constexpr double most_reach  = 8.0;
constexpr draw::Colour safe  = draw::rgb(0x009e73);

struct StabilityChart
{
    draw::Rect area;
    double reach; // step size times angular frequency (h*w) at the right end of the diagram

    float x(double hw) const { return area.x + static_cast<float>(std::clamp(hw / reach, 0.0, 1.0)) * area.w; }
    float y(double z) const { return area.bottom() - static_cast<float>(std::clamp(z, 0.0, 1.0)) * area.h; }
};

void draw_region(draw::Picture& picture, const StabilityChart& chart, sim::Integrator id, float px)
{
    const auto limit_at = [&](int i)
    {
        const double z = static_cast<double>(i) / bands;
        return draw::Point{chart.x(sim::largest_stable_hw(id, z)), chart.y(z)};
    };
    for (int i = 0; i < bands; ++i)
    {
        const draw::Point low  = limit_at(i);
        const draw::Point high = limit_at(i + 1);
        picture.quad({draw::Point{chart.area.x, low.y}, low, high, draw::Point{chart.area.x, high.y}},
                     draw::faded(safe, 0.22F));
        if (low.x < chart.area.right() || high.x < chart.area.right()) picture.line(low, high, 2 * px, safe);
    }
}

void draw_axes(draw::Picture& picture, const StabilityChart& chart, const draw::Style& style)
{
    const float px = style.scale;
    picture.box(chart.area, 0, style.theme.line, px);
    for (int hw = 0; chart.x(hw) <= chart.area.right() - 34 * px; ++hw)
        picture.write_figures({chart.x(hw), chart.area.bottom() + 2 * px}, fmt::format("{}", hw), style.theme.quiet,
                              draw::Align::centre);
    picture.write_figures({chart.area.right(), chart.area.bottom() + 2 * px}, "h*w", style.theme.quiet,
                          draw::Align::right);
    picture.write_figures({chart.area.x + 4 * px, chart.area.y + 2 * px}, "damping 1", style.theme.quiet);
}

std::string verdict(const scenes::World& world, const scenes::Stiffness& spring, double h)
{
    const double hw    = h * spring.w;
    const double limit = sim::largest_stable_hw(world.integrator(), spring.z);
    const double grows = sim::spectral_radius(sim::step_of_spring(world.integrator(), spring.w, spring.z, h));
    if (h <= 0.0) return "no step yet";
    if (std::isinf(limit)) return fmt::format("h*w {:.3f}: stable at any step", hw);
    if (hw > limit) return fmt::format("h*w {:.3f}: each step grows it by {:.3g} %", hw, (grows - 1.0) * 100.0);
    return fmt::format("h*w {:.3f}, explodes beyond {:.3f}", hw, limit);
}

// Draws the diagram of stable steps. To the right: step size times the spring's angular frequency (h*w). Upwards: the
// damping ratio. The area of stable steps is filled; each lane is a dot.
void draw_stability(draw::Picture& picture, const PhaseData& data, draw::Rect area, const draw::Style& style)
{
    const scenes::World& world = *data.world;
    const auto spring          = *world.stiffness();
    const float px             = style.scale;
    double reach               = least_reach;
    double selected            = 0.0;
    for (const PhaseLane& lane : data.lanes)
    {
        const double step = newest_step(lane.frames);
        reach             = std::max(reach, std::min(step * spring.w * 1.15, most_reach));
        if (lane.selected) selected = step;
    }
    const StabilityChart chart{{area.x, area.y + 38 * px, area.w, area.h - 56 * px}, reach};
    const double limit             = sim::largest_stable_hw(world.integrator(), spring.z);
    const bool explodes            = selected * spring.w > limit;
    const draw::Colour verdict_ink = explodes ? style.theme.alarm : style.theme.ink;
    picture.write({{area.x, area.y},
                   fmt::format("stable steps of {}", sim::row_of(world.integrator()).label),
                   style.theme.quiet});
    picture.write_figures({area.x, area.y + 19 * px}, verdict(world, spring, selected), verdict_ink);
    draw_region(picture, chart, world.integrator(), px);
    draw_axes(picture, chart, style);
    for (const PhaseLane& lane : data.lanes)
    {
        const double step = newest_step(lane.frames);
        if (step <= 0.0) continue;
        const draw::Point at{chart.x(step * spring.w), chart.y(spring.z)};
        picture.disc(at, (lane.selected ? 5.0F : 3.5F) * px, lane.colour);
        if (lane.selected) picture.ring(at, 6.5F * px, 1.2F * px, style.theme.ink);
    }
}

// Largest width in points of the stability diagram, which shows the steps with which the integrator is stable.
constexpr float stability_width = 300.0F;
// Smallest width in points of the phase portrait when the stability diagram is beside it.
constexpr float least_portrait = 220.0F;
constexpr float plane_gap      = 24.0F; // distance in points between the phase portrait and the stability diagram
} // namespace

double newest_step(const telemetry::Frames& frames)
{
    constexpr std::size_t look_back = 600;
    for (std::size_t i = frames.size(), n = 0; i-- > 0 && n < look_back; ++n)
    {
        const timestep::StepPlan& plan = frames[i].plan;
        const double step = std::max(plan.steps > 0 ? plan.dt_seconds : 0.0, timestep::to_seconds(plan.tail));
        if (step > 0.0) return step;
    }
    return 0.0;
}

void draw_phase(draw::Picture& picture, const PhaseData& data, draw::Rect area, const draw::Style& style)
{
    picture.clear(area, style.theme.panel);
    if (data.world == nullptr) return;
    const float px      = style.scale;
    const float side    = std::min(stability_width * px, area.w * 0.46F);
    const bool beside   = data.world->stiffness().has_value() && area.w - side - plane_gap * px >= least_portrait * px;
    draw::Rect portrait = area;
    if (beside)
    {
        portrait.w -= side + plane_gap * px;
        draw_stability(picture, data, {area.right() - side, area.y, side, area.h}, style);
    }
    phase::draw_portrait(picture, data, portrait, style);
}

} // namespace views
