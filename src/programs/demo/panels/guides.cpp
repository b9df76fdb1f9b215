// Draws what guides a new user: "Show me", which are the buttons that start the demonstration of a loop and the panel
// with its conclusion, and the tour, which is a card above the stage and a ring around the control of its text.
#include "lab/lessons/tour.hpp"
#include "lab/stage/demonstration_stage.hpp"
#include "programs/demo/panels/panels.hpp"
#include "programs/demo/panels/theme.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
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
