// Draws the panel "Over a network": buttons for the four kinds of network games, the lesson's question, its result, and
// the controls of the simulated network.
#include "lab/settings/controls.hpp"
#include "lab/stage/lesson_stage.hpp"
#include "programs/demo/panels/panels.hpp"
#include "programs/demo/panels/theme.hpp"
#include "views/network.hpp"

#include <fmt/core.h>

#include <array>

namespace demo
{

void network_kinds(const Context& c)
{
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    for (std::size_t i = 0; i < scenes::all_kinds.size(); ++i)
    {
        const scenes::NetworkKindRow& row = scenes::all_kinds[i];
        const bool chosen                 = static_cast<std::size_t>(c.lab.settings.network.kind) == i;
        if (i % 2 == 1) ImGui::SameLine();
        ImGui::PushStyleColor(ImGuiCol_Button,
                              colour(chosen ? draw::mix(c.theme.raised, c.theme.accent, 0.45F) : c.theme.raised));
        if (button(std::string{row.title}.c_str(), std::string{row.tip}.c_str(), c.log, width))
            c.lab.settings.network.kind = static_cast<scenes::NetworkKind>(i);
        ImGui::PopStyleColor();
    }
    paragraph(std::string{scenes::row_of(c.lab.settings.network.kind).tip}, c.theme.quiet);
    ImGui::Spacing();
}

std::string network_headline(const lab::LessonStage& stage)
{
    const timestep::Nanos left = *stage.lesson().length.time - stage.network_run()->now();
    if (stage.verdict() == nullptr) return fmt::format("{:.0f} s to go ...", timestep::to_seconds(left) + 0.5);
    return stage.verdict()->holds() ? verdict_on(stage) : "Not true with these settings";
}

std::string network_explanation(const lab::LessonVerdict& verdict)
{
    std::string text;
    for (const lab::LessonVerdict::Line& line : verdict.lines)
        if (!line.checked.holds)
            text += fmt::format("{}{}, but it is {:.4g} now", text.empty() ? "The lesson says " : "; ",
                                line.assertion.text, line.checked.left);
    if (text.empty()) text = verdict.explanation.text;
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

void network_controls(const Context& c)
{
    heading("The network");
    for (const lab::Control& row : lab::controls())
        if (lab::scope_of(row.path) == lab::scope::network && row.id != lab::ControlId::network)
            edit(c.lab.settings, row, c.log);
    edit(c.lab.settings, lab::control(lab::ControlId::loop_preset), c.log);
}

void network_buttons(const Context& c, lab::LessonStage& stage)
{
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    if (button("Reset  R", "The game from its start.", c.log, width)) c.lab.apply(*lab::find_key("R"));
    ImGui::SameLine();
    if (button("Ask again", "The question, from the start.", c.log, width))
    {
        stage.forget_answer();
        c.lab.apply(*lab::find_key("R"));
    }
}

} // namespace demo
