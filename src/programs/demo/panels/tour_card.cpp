// Draws the tour: a card over the picture with the next task, and rings around the controls that the task needs.
#include "programs/demo/panels/panels.hpp"

#include "lab/lessons/tour.hpp"

#include <algorithm>
#include <cmath>

namespace demo
{

namespace
{

using Step = lab::Tour::Step;

// Draws one dot for each of the three parts of the tour. The steps `stutter` and `smooth` together are the third part.
void dots(const Context& c, Step step)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float r   = 4 * c.scale;
    for (int i = 0; i < 3; ++i)
    {
        const ImVec2 centre{at.x + r + static_cast<float>(i) * 3.4F * r, at.y + ImGui::GetTextLineHeight() / 2};
        const int now = std::min(static_cast<int>(step), 2);
        if (i < now || step == Step::done)
            ImGui::GetWindowDrawList()->AddCircleFilled(centre, r, packed(draw::rgb(0x009e73)), 20);
        else if (i == now)
            ImGui::GetWindowDrawList()->AddCircleFilled(centre, r, packed(c.theme.accent), 20);
        else
            ImGui::GetWindowDrawList()->AddCircle(centre, r, packed(c.theme.quiet), 20, 1.4F * c.scale);
    }
    ImGui::Dummy({11 * r, ImGui::GetTextLineHeight()});
}

// Draws a ring around each control that the task on the card needs. The rings slowly grow and shrink.
void rings(const Context& c, const lab::Tour::Card& card)
{
    const float breath = 0.5F + 0.5F * std::sin(static_cast<float>(ImGui::GetTime()) * 4.0F);
    for (const std::string_view control : card.controls)
        for (const Widget& widget : c.log)
        {
            if (control.empty() || widget.name != control) continue;
            const float out = 2 + 2 * breath;
            ImGui::GetForegroundDrawList()->AddRect(
                {widget.rect.x - out, widget.rect.y - out}, {widget.rect.right() + out, widget.rect.bottom() + out},
                packed(draw::faded(c.theme.accent, 0.5F + 0.5F * breath)), 5 * c.scale, 0, 2 * c.scale);
        }
}

void contents(const Context& c, const lab::Tour& tour)
{
    dots(c, tour.step());
    ImGui::SameLine(ImGui::GetContentRegionMax().x - 74 * c.scale);
    const bool done = tour.step() == Step::done;
    const bool over =
        button(done ? "Close" : "Skip tour", "The list of keys (F1) starts it again.", c.log, 74 * c.scale);
    ImGui::PushFont(title());
    ImGui::TextUnformatted(tour.card().title.data());
    ImGui::PopFont();
    log_item(c.log, "tour.title", std::string{tour.card().title});
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(tour.card().text.data());
    ImGui::PopTextWrapPos();
    if (over) c.lab.skip_tour();
}

} // namespace

void tour_card(const Context& c, const draw::Rect& stage)
{
    const lab::Tour* tour = c.lab.tour();
    const bool covered    = c.lab.settings.view.help || c.card.state != RecordingCard::State::closed;
    if (tour == nullptr || c.lab.settings.mode != lab::Mode::live || covered) return;
    rings(c, tour->card());
    const float width = std::min(430 * c.scale, stage.w - 24 * c.scale);
    ImGui::SetNextWindowPos({stage.x + stage.w / 2, stage.bottom() - 36 * c.scale}, ImGuiCond_Always, {0.5F, 1.0F});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleColor(ImGuiCol_Border, colour(c.theme.accent));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * c.scale, 12 * c.scale});
    constexpr int flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                          ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::Begin("tour", nullptr, flags)) contents(c, *tour);
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

} // namespace demo
