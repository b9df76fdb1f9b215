#include "programs/demo/panels/save_menu.hpp"

#include "draw/shapes/svg.hpp"

namespace demo
{

namespace
{

enum class SaveAction : std::uint8_t
{
    nothing,
    csv,
    svg,
    png,
};

// The user's choice in the menu that saves a page as a file. A PNG is saved two frames after the choice, because the
// menu must first disappear from the screen.
struct PendingSave
{
    SaveAction action = SaveAction::nothing;
    int frames        = 0; // frames to wait before the choice is carried out
};
PendingSave pending;

void line(const Context& c, const char* label, const char* name, const char* tip, SaveAction action)
{
    if (ImGui::Selectable(label)) pending = {action, action == SaveAction::png ? 2 : 0};
    log_item(c.log, name, "");
    tooltip(tip);
}

} // namespace

void menu_button(const Context& c, void (*more)(const Context& context))
{
    ImGui::SameLine(0, 4 * c.scale);
    if (ImGui::Button("\u2026", {24 * c.scale, 0})) ImGui::OpenPopup("picture");
    log_item(c.log, "dock.menu", ImGui::IsPopupOpen("picture") ? "open" : "");
    tooltip("What is shown, and what can be copied and saved.");
    if (!ImGui::BeginPopup("picture")) return;
    if (more != nullptr)
    {
        more(c);
        ImGui::Separator();
    }
    line(c, "Copy CSV", "dock.copy-csv", "The numbers in sight, a row for each frame, to the clipboard.",
         SaveAction::csv);
    line(c, "Save SVG", "dock.save-svg", "The picture as shapes, into the folder that the program was started in.",
         SaveAction::svg);
    line(c, "Save PNG", "dock.save-png", "The picture as pixels, into the folder that the program was started in.",
         SaveAction::png);
    ImGui::EndPopup();
}

void save_what_was_asked(const Context& c, const Saveable& what)
{
    if (pending.action == SaveAction::nothing || pending.frames-- > 0) return;
    switch (pending.action)
    {
    case SaveAction::csv:
        if (what.csv) ImGui::SetClipboardText(what.csv().c_str());
        break;
    case SaveAction::png:
        c.lab.requests.emplace_back(
            lab::request::PartOfWindow{what.stem, what.area.x, what.area.y, what.area.w, what.area.h});
        break;
    case SaveAction::svg:
    {
        draw::Picture picture;
        what.draw(picture);
        c.lab.requests.emplace_back(lab::request::Drawing{what.stem, draw::to_svg(picture)});
        break;
    }
    case SaveAction::nothing: break;
    }
    pending = {};
}

bool about_to_save() { return pending.action == SaveAction::png; }

} // namespace demo
