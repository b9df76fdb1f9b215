#include "ui/panels.hpp"

namespace ui
{

void help_page(const Context& c)
{
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowFocus();
    constexpr int flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize;
    if (ImGui::Begin("help", nullptr, flags))
    {
        heading("Keys");
        if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit))
        {
            for (const lab::Key& key : lab::keys())
            {
                ImGui::TableNextColumn();
                ImGui::PushFont(mono());
                ImGui::TextColored(colour(c.theme.accent), "%s", key.name.data());
                ImGui::PopFont();
                ImGui::TableNextColumn();
                ImGui::TextUnformatted(key.help.data());
            }
            ImGui::EndTable();
        }
        ImGui::TextDisabled("The mouse grabs the ball and throws it. Ctrl+click on a slider types a value.");
        if (button("Show the tour", "The three things of the first start, from the defaults.", c.log, 0))
        {
            c.lab.settings.view.help = false;
            c.lab.start_tour();
        }
    }
    ImGui::End();
}

} // namespace ui
