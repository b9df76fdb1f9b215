// What the stage shows besides the scene, how large words are, and what can be kept of it.
#include "ui/panels.hpp"

namespace ui
{

void view_panel(const Context& c)
{
    lab::Settings& s = c.lab.settings;
    heading("View");
    for (const char* path :
         {"view.ghost", "view.trail", "view.states", "view.velocity", "view.light", "view.font_scale", "view.sound"})
        edit(s, path, c.log);
    const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    if (button("Picture F12", "The whole window as a PNG file.", c.log, width)) c.requests.screenshot = true;
    ImGui::SameLine();
    if (button("Film F10", "The stage as an animated GIF, until pressed again.", c.log, width)) c.requests.film = true;
    ImGui::SameLine();
    if (button("Camera G", "Back to where it shows all; the wheel zooms, the right button moves.", c.log, width))
        s.view.lens = {};
}

} // namespace ui
