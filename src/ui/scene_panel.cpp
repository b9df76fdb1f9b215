// The scene's own knobs, and how far its spring is from blowing up.
#include "ui/panels.hpp"

#include <fmt/format.h>

#include <algorithm>

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
void stability(const Context& c)
{
    const double limit = c.lab.lane().world().scene().largest_stable_step();
    const double share = step_now(c.lab.lane()) / limit;
    row("largest stable step", fmt::format("{:.1f} ms", limit * 1e3),
        "Of this spring under semi-implicit Euler; with a longer step it gains energy without end.");
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

} // namespace

void scene_panel(const Context& c)
{
    heading("Spring and ball");
    for (const char* path :
         {"scene.stiffness", "scene.damping", "scene.mass", "scene.wall_x", "scene.wall_thickness", "scene.radius"})
        edit(c.lab.settings, path, c.log);
    stability(c);
}

} // namespace ui
