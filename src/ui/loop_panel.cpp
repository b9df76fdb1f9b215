// The loops, one row each, and their step rate.
#include "ui/panels.hpp"

#include <fmt/format.h>

namespace ui
{

namespace
{

void loop_row(const Context& c, std::size_t preset)
{
    const timestep::Preset& p = timestep::all_presets[preset];
    const bool chosen         = c.lab.settings.loop.preset == preset;
    ImGui::PushID(static_cast<int>(preset));
    if (ImGui::Selectable("##loop", chosen, 0, {0, ImGui::GetTextLineHeight() + 4 * c.scale}))
        c.lab.settings.loop.choose(preset);
    log_item(c.log, fmt::format("loop.{}", p.name), chosen ? "on" : "off");
    tooltip(fmt::format("{} ({}): {}.", p.name, p.source, p.price));

    const ImVec2 low   = ImGui::GetItemRectMin();
    const float middle = (low.y + ImGui::GetItemRectMax().y) / 2;
    const float text   = middle - ImGui::GetTextLineHeight() / 2;
    ImDrawList& ink    = *ImGui::GetWindowDrawList();
    ink.AddCircleFilled({low.x + 10 * c.scale, middle}, 5 * c.scale, packed(view::loop_colour(preset)), 20);
    ink.AddText({low.x + 24 * c.scale, text}, packed(c.theme.quiet), fmt::format("{}", preset + 1).c_str());
    ink.AddText({low.x + 40 * c.scale, text}, packed(c.theme.ink), p.name.data());
    const ImVec2 price  = ImGui::CalcTextSize(p.price.data());
    const float price_x = ImGui::GetItemRectMax().x - price.x - 6 * c.scale;
    if (price_x > low.x + 124 * c.scale) ink.AddText({price_x, text}, packed(c.theme.quiet), p.price.data());
    ImGui::PopID();
}

} // namespace

void loop_panel(const Context& c)
{
    heading("Loop");
    for (std::size_t i = 0; i < timestep::all_presets.size(); ++i)
        if (timestep::all_presets[i].group == timestep::Group::literature) loop_row(c, i);
    const bool no_rate = !timestep::all_presets[c.lab.settings.loop.preset].has_rate;
    edit(c.lab.settings, "loop.hz", c.log, no_rate ? "This loop has no step rate: a step is a frame." : nullptr);
}

} // namespace ui
