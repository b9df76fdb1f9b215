// What the stage shows besides the scene, how large words are, and what can be kept of it.
#include "ui/panels.hpp"

#include <optional>

namespace ui
{

namespace
{

// Words grow when the hand lets go: sooner, the slider would run away from under it.
void font_scale(const Context& c)
{
    static std::optional<double> held;
    double& scale      = c.lab.settings.view.font_scale;
    const double drawn = scale;
    scale              = held.value_or(drawn);
    if (edit(c.lab.settings, "view.font_scale", c.log) && ImGui::IsMouseDown(0)) held = scale;
    if (!held) return;
    scale = ImGui::IsMouseDown(0) ? drawn : *held;
    if (!ImGui::IsMouseDown(0)) held.reset();
}

} // namespace

void view_panel(const Context& c)
{
    lab::Settings& s = c.lab.settings;
    heading("View");
    for (const char* path : {"view.ghost", "view.trail", "view.states", "view.velocity", "view.light"})
        edit(s, path, c.log);
    font_scale(c);
    edit(s, "view.sound", c.log);
    const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    if (button("Picture F12", "The whole window as a PNG file.", c.log, width)) c.requests.screenshot = true;
    ImGui::SameLine();
    if (button("Film F10", "The stage as an animated GIF, until pressed again.", c.log, width)) c.requests.film = true;
    ImGui::SameLine();
    if (button("Camera G", "Back to where it shows all; the wheel zooms, the right button moves.", c.log, width))
        s.view.lens = {};
}

} // namespace ui
