// The scene's own knobs, and how far its spring is from blowing up.
#include "ui/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

double step_now(const lab::Lane& lane)
{
    if (lane.samples().empty()) return 0.0;
    const timestep::StepPlan& plan = lane.samples().back().plan;
    return std::max(plan.steps > 0 ? plan.dt_seconds : 0.0, timestep::to_seconds(plan.tail));
}

// A bar from nothing to the largest stable step, filled up to the step of the last frame.
void stability(const Context& c, double limit)
{
    const double share     = step_now(c.lab.lane()) / limit;
    const std::string text = limit <= 0.0 ? "none" : std::isinf(limit) ? "any" : fmt::format("{:.1f} ms", limit * 1e3);
    row("largest stable step", text,
        "Of this spring under this integrator; with a longer step it gains energy without end.");
    if (const auto spring = c.lab.lane().world().stiffness())
        row("h*w now", fmt::format("{:.3f} of {:.3f}", step_now(c.lab.lane()) * spring->w, limit * spring->w),
            "The last step times the spring's angular frequency, and the product beyond which it explodes.");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, 7 * c.scale};
    const float filled     = size.x * static_cast<float>(std::clamp(share, 0.0, 1.0));
    const view::Colour bar = share > 1.0 ? c.theme.alarm : share > 0.7 ? c.theme.warning : view::rgb(0x009e73);
    ImDrawList& ink        = *ImGui::GetWindowDrawList();
    ink.AddRectFilled(at, {at.x + size.x, at.y + size.y}, packed(c.theme.raised), size.y / 2);
    ink.AddRectFilled(at, {at.x + std::max(filled, size.y), at.y + size.y}, packed(bar), size.y / 2);
    ImGui::Dummy(size);
    tooltip(fmt::format("The last step took {:.0f} % of the largest stable one.", share * 100));
}

// What a step of so many balls costs here, and how many would be too many.
void cost(const Context& c)
{
    const auto cost = c.lab.lane().world().step_cost(timestep::hertz(c.lab.settings.loop.rate()));
    if (!cost) return;
    row("cost of a step", fmt::format("{:.3f} ms", cost->seconds * 1e3), "Measured on this machine, smoothed.");
    row("spirals from", fmt::format("{:.3g} balls", cost->spiral_count),
        "The count at which this machine's steps alone fill the second, at this step rate.");
}

} // namespace

void scene_panel(const Context& c)
{
    heading("Scene");
    edit(c.lab.settings, lab::control<"scene.name">, c.log);
    edit(c.lab.settings, lab::control<"scene.integrator">, c.log);
    if (const auto limit = c.lab.lane().world().largest_stable_step()) stability(c, *limit);
    cost(c);
    if (c.lab.lane().world().runs<physics::Player>()) edit(c.lab.settings, lab::control<"scene.keys">, c.log);
    for (const lab::Control& row : lab::scene_controls(c.lab.settings)) edit(c.lab.settings, row, c.log);
}

} // namespace ui
