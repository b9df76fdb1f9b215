// Draws the panel "View": marks in the picture, theme, text size and sound, and buttons that save a picture or a film.
#include "base/abilities.hpp"
#include "lab/settings/controls.hpp"
#include "programs/demo/panels/panels.hpp"

#include <optional>

namespace demo
{

namespace
{

// Draws the slider for the text size. Applies the new size when the user releases the mouse button, because the slider
// would otherwise change its own size during the drag.
void size_of_text(const Context& c)
{
    static std::optional<double> held;
    double& scale      = c.lab.settings.view.font_scale;
    const double drawn = scale;
    scale              = held.value_or(drawn);
    if (edit(c.lab.settings, lab::control(lab::ControlId::font_scale), c.log) && ImGui::IsMouseDown(0)) held = scale;
    if (!held) return;
    scale = ImGui::IsMouseDown(0) ? drawn : *held;
    if (!ImGui::IsMouseDown(0)) held.reset();
}

} // namespace

void view_panel(const Context& c)
{
    using enum lab::ControlId;
    lab::Settings& s = c.lab.settings;
    heading("View");
    for (const lab::ControlId mark : {ring, trail, states, velocity, light}) edit(s, lab::control(mark), c.log);
    size_of_text(c);
    edit(s, lab::control(sound), c.log);
    const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    if (button("Picture F12", "The whole window as a PNG file.", c.log, width))
        c.lab.requests.emplace_back(lab::request::Screenshot{});
    ImGui::SameLine();
    ImGui::BeginDisabled(base::missing.film != nullptr);
    const char* tip =
        base::missing.film != nullptr ? base::missing.film : "The stage as an animated GIF, until pressed again.";
    if (button("Film F10", tip, c.log, width)) c.lab.requests.emplace_back(lab::request::ToggleFilm{});
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (button("Camera G", "Back to where it shows all; the wheel zooms, the right button moves.", c.log, width))
        s.view.lens = {};
}

} // namespace demo
