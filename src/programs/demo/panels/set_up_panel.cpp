// Draws two buttons: one copies all settings as a command line, the other restores the default settings.
#include "programs/demo/panels/panels.hpp"

#include "lab/settings/set_up.hpp"

namespace demo
{

bool set_up_side_by_side() { return ImGui::GetContentRegionMax().x > 11 * ImGui::GetFontSize(); }

void set_up_panel(const Context& c)
{
    const ImGuiStyle& style = ImGui::GetStyle();
    // Width of the buttons in points; equal to the width of the controls in the panels above them.
    const float room  = ImGui::GetContentRegionAvail().x - style.ScrollbarSize;
    const float width = set_up_side_by_side() ? (room - style.ItemSpacing.x) / 2 : room;
    if (button("Copy set-up", "All of this as one command line, to be pasted into a terminal by a friend.", c.log,
               width))
    {
        ImGui::SetClipboardText(lab::command_line(c.lab.settings).c_str());
        c.lab.requests.emplace_back(lab::request::Notice{"copied: paste it into a terminal"});
    }
    if (set_up_side_by_side()) ImGui::SameLine();
    if (button("Defaults", "Loop, machine and scene as they were when you first came; theme and panels stay.", c.log,
               width))
        lab::forget(c.lab.settings);
}

} // namespace demo
