// Draws the buttons below the panels, which do not scroll: they make a long frame or reset the world, copy the set-up,
// restore the defaults, keep the set-up, and compare the kept one with the present one.
#include "programs/demo/panels/panels.hpp"

#include "lab/settings/set_up.hpp"

namespace demo
{

namespace
{

// Draws three buttons: one makes the next frame 500 ms longer, one stops everything for 3 s as a debugger does, and one
// moves the world back to its state at the start.
void hand_buttons(const Context& c, float room)
{
    const float width = (room - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    if (button("Hitch  H", "Makes the next frame 500 ms longer.", c.log, width)) c.lab.apply(*lab::find_key("H"));
    ImGui::SameLine();
    if (button("Break  B", "Everything stops for 3 s, as in a debugger.", c.log, width))
        c.lab.apply(*lab::find_key("B"));
    ImGui::SameLine();
    if (button("Reset  R", "Restarts the scene; loop and settings stay.", c.log, width))
        c.lab.apply(*lab::find_key("R"));
}

} // namespace

bool set_up_side_by_side() { return ImGui::GetContentRegionMax().x > 14 * ImGui::GetFontSize(); }

void set_up_panel(const Context& c)
{
    const ImGuiStyle& style = ImGui::GetStyle();
    lab::Settings& s        = c.lab.settings;
    // Width of the buttons in points; equal to the width of the controls in the panels above them.
    const float room = ImGui::GetContentRegionAvail().x - style.ScrollbarSize;
    hand_buttons(c, room);
    const float width = set_up_side_by_side() ? (room - style.ItemSpacing.x) / 2 : room;
    if (button("Copy set-up",
               "All of this as one command line, to be pasted into a terminal; Ctrl+C copies it as text "
               "for another window.",
               c.log, width))
        c.lab.requests.emplace_back(
            lab::request::Copy{lab::command_line(c.lab.settings), "copied: paste it into a terminal"});
    if (set_up_side_by_side()) ImGui::SameLine();
    if (button("Defaults", "Loop, machine and scene as on your first visit; theme and panels stay.", c.log, width))
        c.lab.take_set_up(set_up_text(lab::first_settings()));
    if (button("Keep this one", "Remembers this set-up, to compare it with another.", c.log, width))
    {
        lab::Settings kept = s;
        kept.race.kept.clear();
        if (kept.mode == lab::Mode::compare) kept.mode = lab::Mode::live;
        s.race.kept = lab::set_up_text(kept);
        c.lab.requests.emplace_back(lab::request::Notice{"kept: change something, then compare"});
    }
    if (set_up_side_by_side()) ImGui::SameLine();
    const bool compares = s.mode == lab::Mode::compare;
    ImGui::BeginDisabled(s.race.kept.empty());
    if (button(compares ? "End comparing" : "Compare with it",
               s.race.kept.empty() ? "Keep a set-up first."
                                   : "The kept set-up and the present one side by side, each on a virtual PC.",
               c.log, width))
        s.mode = compares ? lab::Mode::live : lab::Mode::compare;
    ImGui::EndDisabled();
}

} // namespace demo
