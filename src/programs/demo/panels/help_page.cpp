// Draws the page with the list of keys.
#include "programs/demo/panels/panels.hpp"

#include <algorithm>

namespace demo
{

namespace
{

void key_cells(const Context& c, const lab::Key& key)
{
    ImGui::TableNextColumn();
    ImGui::PushFont(mono());
    ImGui::TextColored(colour(c.theme.accent), "%s", key.name.data());
    ImGui::PopFont();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(key.help.data());
}

float width_of(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

// Returns true if the window is wide enough for two columns of keys.
bool two_columns_fit(const Context& c)
{
    float names = 0;
    float helps = 0;
    for (const lab::Key& key : lab::keys())
    {
        helps = std::max(helps, width_of(key.help));
        ImGui::PushFont(mono());
        names = std::max(names, width_of(key.name));
        ImGui::PopFont();
    }
    return 2 * (names + helps + 36 * c.scale) + 4 * ImGui::GetStyle().WindowPadding.x < ImGui::GetIO().DisplaySize.x;
}

// Lists the keys in two columns, or in one if two are wider than the window.
void list_keys(const Context& c)
{
    const auto keys        = lab::keys();
    const std::size_t half = two_columns_fit(c) ? (keys.size() + 1) / 2 : keys.size();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {9 * c.scale, 2 * c.scale});
    const bool open = ImGui::BeginTable("keys", half < keys.size() ? 4 : 2,
                                        ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoPadOuterX);
    ImGui::PopStyleVar();
    if (!open) return;
    for (std::size_t i = 0; i < half; ++i)
    {
        key_cells(c, keys[i]);
        if (half + i < keys.size()) key_cells(c, keys[half + i]);
    }
    ImGui::EndTable();
}

// Draws the list of keys.
void keys_page(const Context& c)
{
    heading("Keys");
    list_keys(c);
    ImGui::TextDisabled("The mouse grabs the ball and throws it. Ctrl+click on a slider types a value.");
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
        if (button("Show the tour", "Five cards about the first screen; what is set now comes back at its end.", c.log,
                   0))
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
