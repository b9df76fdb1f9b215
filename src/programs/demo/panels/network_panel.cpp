// Draws the panel "Over a network": the four set-ups, the question, the result, and the controls of the network.
#include "lab/settings/controls.hpp"
#include "programs/demo/panels/panels.hpp"
#include "programs/demo/panels/theme.hpp"
#include "views/network.hpp"

#include <fmt/format.h>

#include <array>

namespace demo
{

namespace
{

void kinds(const Context& c)
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
}

// Draws one answer as a button. After the run (`right` is set), the right answer and a wrong guess are marked.
void answer(const Context& c, lab::LessonStage& stage, std::size_t i, std::optional<std::size_t> right)
{
    const bool chosen = stage.guess() == i;
    draw::Colour back = chosen ? draw::mix(c.theme.panel, c.theme.accent, 0.28F) : c.theme.raised;
    if (right && i == *right) back = draw::mix(c.theme.panel, good, 0.35F);
    if (right && chosen && i != *right) back = draw::mix(c.theme.panel, c.theme.alarm, 0.30F);
    ImGui::PushStyleColor(ImGuiCol_Button, colour(back));
    ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0.0F, 0.5F});
    const std::string label = fmt::format("{}  {}", i + 1, stage.lesson().answers[i]);
    if (button(label.c_str(), fmt::format("Key {}.", i + 1).c_str(), c.log, ImGui::GetContentRegionAvail().x))
        stage.guess_at(i);
    log_item(c.log, fmt::format("network.answer.{}", i + 1), stage.guess() == i ? "chosen" : "");
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

void run_button(const Context& c, lab::LessonStage& stage)
{
    ImGui::PushStyleColor(ImGuiCol_Button, colour(draw::mix(c.theme.raised, c.theme.accent, 0.55F)));
    if (button("Run it  Space", "Choose an answer first, and see whether you were right.", c.log,
               ImGui::GetContentRegionAvail().x))
        stage.run();
    ImGui::PopStyleColor();
}

std::string headline(const lab::LessonStage& stage)
{
    const timestep::Nanos left = *stage.lesson().length.time - stage.network_run()->now();
    if (stage.verdict() == nullptr) return fmt::format("{:.0f} s to go ...", timestep::to_seconds(left) + 0.5);
    return stage.verdict()->holds() ? verdict_on(stage) : "Not so with what was turned";
}

// Returns the lesson's explanation. If this run contradicts some of the lesson's assertions, returns these assertions
// with the run's own numbers instead.
std::string why(const lab::LessonVerdict& verdict)
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

void question(const Context& c)
{
    lab::LessonStage& stage           = *c.lab.lesson();
    const lab::Lesson& lesson         = stage.lesson();
    const lab::LessonVerdict* verdict = stage.verdict();
    const bool holds                  = verdict != nullptr && verdict->holds();
    paragraph(lesson.question, c.theme.ink);
    for (std::size_t i = 0; i < lesson.answers.size(); ++i)
        answer(c, stage, i, holds ? std::optional{lesson.right} : std::nullopt);
    ImGui::Spacing();
    if (stage.phase() == lab::LessonStage::Phase::asking) return run_button(c, stage);
    const std::string said = headline(stage);
    const bool wrong       = holds && stage.guess() && *stage.guess() != lesson.right;
    ImGui::PushFont(bold());
    paragraph(said, wrong ? c.theme.alarm : c.theme.ink);
    ImGui::PopFont();
    log_item(c.log, "network.verdict", said);
    if (verdict == nullptr) return;
    const std::string text = why(*verdict);
    paragraph(text, c.theme.ink);
    log_item(c.log, "network.why", text);
}

} // namespace

void network_panel(const Context& c)
{
    heading("Over a network");
    kinds(c);
    paragraph(std::string{scenes::row_of(c.lab.settings.network.kind).tip}, c.theme.quiet);
    paragraph("Watch: " + c.lab.lesson()->lesson().watch, c.theme.quiet);
    ImGui::Spacing();
    question(c);
    ImGui::Spacing();
    heading("The network");
    for (const lab::Control& row : lab::controls())
        if (row.path.starts_with("network.") && &row != &lab::control<"network.kind">) edit(c.lab.settings, row, c.log);
    edit(c.lab.settings, lab::control<"loop.preset">, c.log);
    ImGui::Spacing();
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    if (button("Reset  R", "The game from its start.", c.log, width)) c.lab.apply(*lab::find_key("R"));
    ImGui::SameLine();
    if (button("Ask again", "The question, from the start.", c.log, width))
    {
        c.lab.lesson()->forget_answer();
        c.lab.apply(*lab::find_key("R"));
    }
}

} // namespace demo
