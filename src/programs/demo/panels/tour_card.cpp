// Draws the tour: a card above the stage with a text and the buttons Back, Next and End, and a ring around the control
// that the text mentions.
#include "programs/demo/panels/panels.hpp"

#include "lab/lessons/tour.hpp"
#include "lab/stage/demonstration_stage.hpp"
#include "programs/demo/panels/theme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace demo
{

namespace
{

constexpr float padding      = 10;  // space between the card's edge and its contents, in points
constexpr float button_width = 64;  // in points
constexpr float narrow       = 520; // width in points below which the buttons have a row of their own

// Draws a ring around the control that the card mentions. The ring slowly grows and shrinks.
void ring(const Context& c, std::string_view control)
{
    const float breath = 0.5F + 0.5F * std::sin(static_cast<float>(ImGui::GetTime()) * 4.0F);
    for (const Widget& widget : c.log)
    {
        if (control.empty() || widget.name != control) continue;
        const float out = 2 + 2 * breath;
        ImGui::GetForegroundDrawList()->AddRect(
            {widget.rect.x - out, widget.rect.y - out}, {widget.rect.right() + out, widget.rect.bottom() + out},
            packed(draw::faded(c.theme.accent, 0.5F + 0.5F * breath)), 5 * c.scale, 0, 2 * c.scale);
    }
}

void turning_buttons(const Context& c, const lab::Tour& tour)
{
    const bool last   = tour.place() + 1 == lab::Tour::cards().size();
    const float width = button_width * c.scale;
    ImGui::BeginDisabled(tour.place() == 0);
    const bool back = button("Back", "Left arrow.", c.log, width);
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::BeginDisabled(last);
    const bool next = button("Next", "Enter, or right arrow.", c.log, width);
    ImGui::EndDisabled();
    ImGui::SameLine();
    const bool end   = button("End", "Escape: your settings come back.", c.log, width);
    const bool enter = pressed(ImGuiKey_Enter) && !ImGui::GetIO().WantTextInput && !c.lab.settings.view.panel_keys;
    if (end)
        c.lab.end_tour();
    else if (back || next || enter)
        c.lab.turn_tour(next || enter);
}

void contents(const Context& c, const lab::Tour& tour)
{
    const float wide   = ImGui::GetContentRegionMax().x;
    const float row    = 3 * button_width * c.scale + 2 * ImGui::GetStyle().ItemSpacing.x;
    const bool aside   = wide > narrow * c.scale;
    const auto& card   = tour.card();
    const auto heading = fmt::format("{} of {}: {}", tour.place() + 1, lab::Tour::cards().size(), card.title);
    ImGui::AlignTextToFramePadding();
    ImGui::PushFont(bold());
    ImGui::TextUnformatted(heading.c_str());
    ImGui::PopFont();
    log_item(c.log, "tour.title", std::string{card.title});
    if (aside) ImGui::SameLine(wide - row);
    const std::string text{card.text}; // a copy, because the button End deletes the tour and its cards
    turning_buttons(c, tour);
    paragraph(text);
    log_item(c.log, "tour.text", "");
}

} // namespace

float tour_height(const lab::Lab& lab, float width, float scale)
{
    const lab::Tour* tour = lab.tour();
    if (tour == nullptr || lab.stage_as<lab::DemonstrationStage>() != nullptr) return 0.0F;
    const std::string text{tour->card().text};
    const ImFont* font = ImGui::GetIO().Fonts->Fonts.empty() ? nullptr : ImGui::GetIO().Fonts->Fonts[0];
    if (font == nullptr) return 0.0F;
    const float size  = usual_font * scale;
    const float room  = std::max(width - 2 * padding * scale, 60 * scale);
    const float lines = font->CalcTextSizeA(size, std::numeric_limits<float>::max(), room, text.c_str()).y;
    const float rows  = width > narrow * scale ? 1 : 2; // one row for title and buttons, or one for each
    return (2 * padding + rows * 26 + 4) * scale + lines;
}

void tour_card(const Context& c, const draw::Rect& place)
{
    const lab::Tour* tour = c.lab.tour();
    const bool covered    = c.lab.settings.view.help || c.card.state != RecordingCard::State::closed;
    if (tour == nullptr || place.h <= 0 || covered) return;
    ring(c, tour->card().control);
    ImGui::SetNextWindowPos({place.x, place.y});
    ImGui::SetNextWindowSize({place.w, place.h});
    ImGui::PushStyleColor(ImGuiCol_Border, colour(c.theme.accent));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding * c.scale, padding * c.scale});
    constexpr int flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::Begin("tour", nullptr, flags)) contents(c, *tour);
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

} // namespace demo
