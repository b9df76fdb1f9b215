// Draws the page "Phase" at the bottom of the window: position against velocity for all lanes (loops with their
// worlds), and the step sizes with which the integrator is stable.
#include "programs/demo/panels/canvas.hpp"
#include "programs/demo/panels/panels.hpp"
#include "programs/demo/panels/save_menu.hpp"
#include "views/phase.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace demo
{

void phase_tools(const Context& c)
{
    const float button = 24 * c.scale;
    ImGui::SameLine();
    ImGui::SetCursorPosX(std::max(ImGui::GetContentRegionMax().x - button - 4 * c.scale, ImGui::GetCursorPosX()));
    ImGui::Dummy({0, 0});
    menu_button(c, nullptr);
}

void phase(const Context& c)
{
    const ImVec2 at   = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::GetContentRegionAvail();
    if (size.x < 120 || size.y < 60) return;
    const draw::Rect area{at.x, at.y, size.x, size.y};

    std::vector<views::PhaseLane> lanes;
    for (std::size_t i = 0; i < c.lab.lanes(); ++i)
    {
        const telemetry::Frames all = c.lab.lane(i).samples();
        const std::size_t shown = c.lab.frozen() ? all.first_from(*c.lab.frozen() + timestep::Nanos{1}) : all.size();
        lanes.push_back({all.first(shown), colour_of_lane(c.lab, i), i == c.lab.selected()});
    }
    const views::PhaseData data{lanes, &c.lab.lane().world()};
    const views::PhaseStyle style{c.theme, c.scale};
    save_what_was_asked(c, {.stem = "phase", .area = area, .draw = [&](draw::Picture& picture) {
                                views::draw_phase(picture, data, area, style);
                            }});
    static draw::Picture picture; // static, so that its memory is reused in the next frame
    views::draw_phase(picture, data, area, style);
    draw_picture(picture, *ImGui::GetWindowDrawList());
    const auto spring = c.lab.lane().world().stiffness();
    const double hw   = spring ? views::newest_step(lanes[c.lab.selected()].frames) * spring->w : 0.0;
    c.log.push_back({"phase", area, fmt::format("{:.3f}", hw)});
}

} // namespace demo
