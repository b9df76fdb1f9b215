// Draws "Show me": the buttons that start the demonstration of a loop, and the panel with its conclusion while it runs.
#include "programs/demo/panels/panels.hpp"

#include "lab/stage/demonstration_stage.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace demo
{

bool has_demonstration(std::size_t preset)
{
    return lab::find_demonstration(timestep::all_presets[preset].name) != nullptr;
}

void show_me_button(const Context& c, std::size_t preset, float width)
{
    const std::string_view loop = timestep::all_presets[preset].name;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4 * c.scale, 2 * c.scale});
    const bool pressed = ImGui::Button(fmt::format("Show me###show-me.{}", loop).c_str(), {width, 0});
    ImGui::PopStyleVar();
    log_item(c.log, fmt::format("show-me.{}", loop), "");
    tooltip("Ten seconds about this loop, on a virtual PC; then everything is as it is now (D shows the chosen loop).");
    if (pressed) c.lab.show_me(*lab::find_demonstration(loop));
}

void demonstration_panel(const Context& c, lab::DemonstrationStage& stage)
{
    const lab::DemonstrationRun& run = stage.run();
    const double length              = timestep::to_seconds(lab::DemonstrationRun::length);
    const double left                = std::max(length - timestep::to_seconds(run.watched()), 0.0);
    const std::string loop{run.shown().loop};
    const std::string conclusion{run.shown().conclusion};
    const float width = 110 * c.scale;
    ImGui::PushFont(bold());
    ImGui::TextUnformatted(loop.c_str());
    ImGui::PopFont();
    log_item(c.log, "show-me.shown", loop);
    ImGui::SameLine();
    ImGui::TextDisabled("%s", fmt::format("{:.0f} s more, then everything is as it was before", left).c_str());
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    if (button("End  Esc", "Ends it now; everything is as it was before.", c.log, width)) stage.end();
    ImGui::PushFont(title());
    paragraph(conclusion, c.theme.ink);
    ImGui::PopFont();
    log_item(c.log, "show-me.conclusion", conclusion);
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, colour(c.theme.accent));
    ImGui::ProgressBar(static_cast<float>(1.0 - left / length), {-1, 6 * c.scale}, "");
    ImGui::PopStyleColor();
}

} // namespace demo
