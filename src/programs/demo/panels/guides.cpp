// What guides a new user: the demonstrations of "Show me", the tour, and the page with the list of keys.
#include "lab/lessons/tour.hpp"
#include "lab/stage/demonstration_stage.hpp"
#include "programs/demo/panels/panels.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace demo
{

namespace
{

constexpr float padding      = 10;  // space between the card's edge and its contents, in points
constexpr float button_width = 64;  // in points
constexpr float narrow       = 520; // width in points below which the buttons have a row of their own

void ring(const Context& c, std::string_view control)
{
    const float breath = 0.5F + 0.5F * std::sin(static_cast<float>(ImGui::GetTime()) * 4.0F);
    for (const Widget& widget : c.log)
    {
        if (control.empty() || widget.name != control) continue;
        const float out = 2 + 2 * breath;
        ImGui::GetForegroundDrawList()->AddRect(
            {widget.rect.x - out, widget.rect.y - out}, {widget.rect.right() + out, widget.rect.bottom() + out},
            to_imu32(draw::faded(c.theme.accent, 0.5F + 0.5F * breath)), 5 * c.scale, 0, 2 * c.scale);
    }
}

void turning_buttons(const Context& c, const lab::Tour& tour)
{
    const bool last   = tour.place() + 1 == lab::Tour::cards().size();
    const float width = button_width * c.scale;
    ImGui::BeginDisabled(tour.place() == 0);
    const bool back = draw_button("Back", "Left arrow.", c.log, width);
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::BeginDisabled(last);
    const bool next = draw_button("Next", "Enter, or right arrow.", c.log, width);
    ImGui::EndDisabled();
    ImGui::SameLine();
    const bool end = draw_button("End", "Ends the tour and restores your settings. Key: Escape.", c.log, width);
    const bool enter =
        is_key_pressed(ImGuiKey_Enter) && !ImGui::GetIO().WantTextInput && !c.lab.settings.view.panel_keys;
    if (end)
        c.lab.end_tour();
    else if (back || next || enter)
        c.lab.turn_tour(next || enter ? 1 : -1);
}

void contents(const Context& c, const lab::Tour& tour)
{
    const float wide   = ImGui::GetContentRegionMax().x;
    const float row    = 3 * button_width * c.scale + 2 * ImGui::GetStyle().ItemSpacing.x;
    const bool aside   = wide > narrow * c.scale;
    const auto& card   = tour.card();
    const auto heading = fmt::format("{} of {}: {}", tour.place() + 1, lab::Tour::cards().size(), card.title);
    ImGui::AlignTextToFramePadding();
    draw_text_in_font(bold_font(), heading.c_str());
    log_item(c.log, "tour.title", std::string{card.title});
    if (aside) ImGui::SameLine(wide - row);
    const std::string text{card.text}; // a copy, because the button End deletes the tour and its cards
    turning_buttons(c, tour);
    draw_paragraph(text);
    log_item(c.log, "tour.text", "");
}

// The groups of the list, each by its first key in lab::keys().
constexpr std::array<std::pair<std::string_view, const char*>, 7> groups{{{"1", "Loop"},
                                                                          {"V", "This PC"},
                                                                          {"Space", "Time"},
                                                                          {"S", "What is shown"},
                                                                          {"Ctrl+Z", "Set-up"},
                                                                          {"F9", "Files"},
                                                                          {"Tab", "Window"}}};

void group_heading(const lab::Key& key)
{
    for (const auto& [first, title] : groups)
    {
        if (first != key.name) continue;
        ImGui::Spacing();
        draw_text_in_font(bold_font(), title);
    }
}

// `right`: x coordinate in the window at which the column ends, in points.
void key_row(const Context& c, const lab::Key& key, float right)
{
    ImGui::PushFont(mono_font());
    ImGui::TextColored(to_imvec4(c.theme.accent), "%s", key.name.data());
    ImGui::PopFont();
    ImGui::SameLine(98 * c.scale);
    ImGui::PushTextWrapPos(right);
    ImGui::TextUnformatted(key.help.data(), key.help.data() + key.help.size());
    ImGui::PopTextWrapPos();
}

// Up to three columns. A group of keys stays in one column.
void list_keys(const Context& c)
{
    const auto keys    = lab::keys();
    const float room   = ImGui::GetIO().DisplaySize.x - 4 * ImGui::GetStyle().WindowPadding.x;
    const float least  = 330 * c.scale;
    const auto columns = static_cast<std::size_t>(std::clamp(std::floor(room / least), 1.0F, 3.0F));
    const float width  = std::min(room / static_cast<float>(columns), 460 * c.scale);
    const ImVec2 start = ImGui::GetCursorPos();
    float bottom       = start.y;
    std::size_t i      = 0;
    for (std::size_t column = 0; column < columns; ++column)
    {
        const float left = start.x + static_cast<float>(column) * width;
        ImGui::SetCursorPos({left, start.y});
        ImGui::BeginGroup();
        const auto is_first = [&](const lab::Key& key)
        { return std::ranges::find(groups, key.name, [](const auto& g) { return g.first; }) != groups.end(); };
        // A column ends before the first group that begins in the next share of the keys.
        const std::size_t share = (column + 1) * keys.size() / columns;
        for (const std::size_t first = i; i < keys.size(); ++i)
        {
            if (i > first && i + 3 >= share && column + 1 < columns && is_first(keys[i])) break;
            group_heading(keys[i]);
            key_row(c, keys[i], left + width - 16 * c.scale);
        }
        ImGui::EndGroup();
        bottom = std::max(bottom, ImGui::GetItemRectMax().y - ImGui::GetWindowPos().y + ImGui::GetScrollY());
    }
    ImGui::SetCursorPos({start.x, bottom});
    ImGui::Dummy({static_cast<float>(columns) * width, ImGui::GetStyle().ItemSpacing.y});
}

void draw_keys_page(const Context& c)
{
    list_keys(c);
    ImGui::TextDisabled("Mouse: a click selects a lane. Hold the button to pull the ball to the pointer, release the "
                        "button to throw the ball. Ctrl+click on a slider to type a value.");
}

void draw_about_page(const Context& c, const std::string& about)
{
    draw_heading("About Timestep Lab");
    ImGui::PushTextWrapPos(std::min(720 * c.scale, 0.9F * ImGui::GetIO().DisplaySize.x));
    ImGui::TextUnformatted(about.c_str());
    ImGui::PopTextWrapPos();
    if (draw_button("Copy for a bug report", "Copies these lines to the clipboard.", c.log, 0))
        ImGui::SetClipboardText(about.c_str());
}

} // namespace

void draw_show_me_button(const Context& c, timestep::LoopId loop, float width)
{
    const std::string_view name = preset_of(loop).name;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4 * c.scale, 2 * c.scale});
    const bool pressed = ImGui::Button(fmt::format("Show me###show-me.{}", name).c_str(), {width, 0});
    ImGui::PopStyleVar();
    log_with_tooltip(
        c.log, fmt::format("show-me.{}", name), "",
        "Shows this loop on a virtual PC for ten seconds, then restores your settings (key D: the chosen loop).");
    if (pressed) c.lab.start_demonstration(*lab::find_demonstration(loop));
}

void draw_demonstration_panel(const Context& c, lab::DemonstrationStage& stage)
{
    const lab::DemonstrationRun& run = stage.run();
    const double length              = timestep::to_seconds(lab::DemonstrationRun::length);
    const double left                = std::max(length - timestep::to_seconds(run.watched()), 0.0);
    const std::string loop{run.shown().loop};
    const std::string conclusion{run.shown().conclusion};
    const float width = 110 * c.scale;
    draw_text_in_font(bold_font(), loop.c_str());
    log_item(c.log, "show-me.shown", loop);
    ImGui::SameLine();
    draw_grey_text(fmt::format("{:.0f} s more, then everything is as it was before", left));
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    if (draw_button("End  Esc", "Ends the demonstration now and restores your settings.", c.log, width)) stage.end();
    draw_paragraph(conclusion, c.theme.ink, title_font());
    log_item(c.log, "show-me.conclusion", conclusion);
    ImGui::ProgressBar(static_cast<float>(1.0 - left / length), {-1, 6 * c.scale}, "");
}

float tour_card_height(const lab::Lab& lab, float width, float scale)
{
    const lab::Tour* tour = lab.tour();
    if (tour == nullptr || lab.stage_as<lab::DemonstrationStage>() != nullptr) return 0.0F;
    const std::string text{tour->card().text};
    const ImFont* font = ImGui::GetIO().Fonts->Fonts.empty() ? nullptr : ImGui::GetIO().Fonts->Fonts[0];
    if (font == nullptr) return 0.0F;
    const float size  = default_font_size * scale;
    const float room  = std::max(width - 2 * padding * scale, 60 * scale);
    const float lines = font->CalcTextSizeA(size, std::numeric_limits<float>::max(), room, text.c_str()).y;
    const float rows  = width > narrow * scale ? 1 : 2; // one row for title and buttons, or one for each
    return (2 * padding + rows * 26 + 4) * scale + lines;
}

void draw_tour_card(const Context& c, const draw::Rect& place)
{
    const lab::Tour* tour = c.lab.tour();
    const bool covered    = c.lab.settings.view.help || c.card.state != RecordingCard::State::closed;
    if (tour == nullptr || place.h <= 0 || covered) return;
    ring(c, tour->card().control);
    ImGui::SetNextWindowPos({place.x, place.y});
    ImGui::SetNextWindowSize({place.w, place.h});
    ImGui::PushStyleColor(ImGuiCol_Border, to_imvec4(c.theme.accent));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding * c.scale, padding * c.scale});
    if (ImGui::Begin("tour", nullptr, fixed_window_flags | ImGuiWindowFlags_NoFocusOnAppearing)) contents(c, *tour);
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

// Above the panels, which have the flag NoBringToFrontOnFocus, and below windows that are drawn later.
void draw_dimmed_background(const Context& c, ImVec2 size)
{
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, to_imvec4(draw::faded(c.theme.ground, 0.75F)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("behind", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

void draw_help_page(const Context& c, const std::string& about)
{
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    draw_dimmed_background(c, size);
    ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSizeConstraints({0, 0}, size); // in a small window, the page scrolls
    ImGui::SetNextWindowFocus();
    if (ImGui::Begin("help", nullptr, fixed_window_flags | ImGuiWindowFlags_AlwaysAutoResize))
    {
        const ImVec2 low  = ImGui::GetWindowPos();
        const ImVec2 all  = ImGui::GetWindowSize();
        bool& shows_about = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("about"));
        c.log.push_back({"page.help", {low.x, low.y, all.x, all.y}, ""});
        if (draw_button("Show the tour", "A tour of the first screen; your settings are restored afterwards.", c.log,
                        0))
        {
            c.lab.settings.view.help = false;
            c.lab.start_tour();
        }
        ImGui::SameLine();
        if (shows_about
                ? draw_button("Keys", "All keys.", c.log, 0)
                : draw_button("About", "Shows version, commit, compiler, libraries and OpenGL driver.", c.log, 0))
            shows_about = !shows_about;
        if (shows_about)
            draw_about_page(c, about);
        else
            draw_keys_page(c);
    }
    ImGui::End();
}

} // namespace demo
