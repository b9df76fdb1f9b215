// Draws the page with the list of keys.
#include "programs/demo/panels/panels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace demo
{

namespace
{

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
        ImGui::PushFont(bold());
        ImGui::TextUnformatted(title);
        ImGui::PopFont();
    }
}

// Draws a key and its help in the column of the present group, which ends at the x coordinate `right` of the window.
void key_row(const Context& c, const lab::Key& key, float right)
{
    ImGui::PushFont(mono());
    ImGui::TextColored(colour(c.theme.accent), "%s", key.name.data());
    ImGui::PopFont();
    ImGui::SameLine(98 * c.scale);
    ImGui::PushTextWrapPos(right);
    ImGui::TextUnformatted(key.help.data(), key.help.data() + key.help.size());
    ImGui::PopTextWrapPos();
}

// Lists the keys in groups, in as many columns as fit into the window, up to three. A group stays in one column.
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

// Draws the list of keys.
void keys_page(const Context& c)
{
    list_keys(c);
    ImGui::TextDisabled(
        "Mouse: a click selects a lane; hold the button, and the ball comes to the pointer; release it to "
        "throw. Ctrl+click on a slider types a value.");
}

// Draws the text `about`, which belongs in a report of an error.
void about_page(const Context& c, const std::string& about)
{
    heading("About Timestep Lab");
    ImGui::PushTextWrapPos(std::min(720 * c.scale, 0.9F * ImGui::GetIO().DisplaySize.x));
    ImGui::TextUnformatted(about.c_str());
    ImGui::PopTextWrapPos();
    if (button("Copy for a bug report", "Puts these lines on the clipboard.", c.log, 0))
        ImGui::SetClipboardText(about.c_str());
}

} // namespace

// Draws a dark transparent layer over the whole window. It is above the panels, because they have the flag
// NoBringToFrontOnFocus, and below windows that are drawn later.
void dim_what_is_behind(const Context& c, ImVec2 size)
{
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour(draw::faded(c.theme.ground, 0.75F)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("behind", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

void help_page(const Context& c, const std::string& about)
{
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    dim_what_is_behind(c, size);
    ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSizeConstraints({0, 0}, size); // in a small window, the page scrolls
    ImGui::SetNextWindowFocus();
    constexpr int flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize;
    if (ImGui::Begin("help", nullptr, flags))
    {
        const ImVec2 low  = ImGui::GetWindowPos();
        const ImVec2 all  = ImGui::GetWindowSize();
        bool& shows_about = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("about"));
        c.log.push_back({"page.help", {low.x, low.y, all.x, all.y}, ""});
        if (button("Show the tour", "A tour of the first screen; your settings return afterwards.", c.log, 0))
        {
            c.lab.settings.view.help = false;
            c.lab.start_tour();
        }
        ImGui::SameLine();
        if (shows_about ? button("Keys", "All keys.", c.log, 0)
                        : button("About", "Version, commit, compiler, libraries and OpenGL driver.", c.log, 0))
            shows_about = !shows_about;
        shows_about ? about_page(c, about) : keys_page(c);
    }
    ImGui::End();
}

} // namespace demo
