// Draws the panel "Scene": the scene's controls, and the length of the loop's step compared with the largest stable
// step of the scene. The panel "View": marks in the picture, theme, text size and sound. The buttons below the panels,
// which do not scroll, such as those that reset the world and keep the set-up.
#include "base/abilities.hpp"
#include "base/number.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/set_up.hpp"
#include "programs/demo/panels/panels.hpp"
#include "views/plots.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace demo
{

namespace
{

double step_now(const lab::Lane& lane)
{
    if (lane.samples().empty()) return 0.0;
    const timestep::StepPlan& plan = lane.samples().back().plan;
    const double tail              = timestep::to_seconds(plan.tail);
    return plan.steps > 0 || tail <= 0.0 ? plan.dt_seconds : tail;
}

// Draws a bar for the size of steps: green up to 70 % of the largest stable step, then yellow, and red above the
// largest stable step. A needle shows `share`: the longest step of the last frame, divided by the largest stable step.
void draw_gauge(const Context& c, ImVec2 at, ImVec2 size, double share)
{
    constexpr float limit = 2.0F / 3; // position of the largest stable step on the bar, 0 to 1
    constexpr float well  = 0.7F;     // end of the bar's green part, as a share of the largest stable step
    const auto x          = [&](float part) { return at.x + size.x * std::clamp(part, 0.0F, 1.0F); };
    const float floor     = at.y + size.y;
    ImDrawList& ink       = *ImGui::GetWindowDrawList();
    const auto stretch    = [&](float from, float to, draw::Colour colour) {
        ink.AddRectFilled({x(from), at.y + 4 * c.scale}, {x(to), floor}, packed(draw::faded(colour, 0.75F)));
    };
    stretch(0, well * limit, draw::rgb(0x009e73));
    stretch(well * limit, limit, c.theme.warning);
    stretch(limit, 1, c.theme.alarm);
    const float needle = x(limit * static_cast<float>(std::min(share, 2.0)));
    ink.AddTriangleFilled({needle - 5 * c.scale, at.y - 2 * c.scale}, {needle + 5 * c.scale, at.y - 2 * c.scale},
                          {needle, at.y + 6 * c.scale}, packed(c.theme.ink));
    ink.AddRectFilled({needle - c.scale, at.y}, {needle + c.scale, floor}, packed(c.theme.ink));
}

std::string stability_text(double limit, double step)
{
    const auto ms = [](double seconds) { return base::time_text(timestep::from_seconds(seconds)); };
    if (limit <= 0.0) return fmt::format("step {}; no step is stable with this integrator", ms(step));
    if (std::isinf(limit)) return fmt::format("step {}; every step is stable", ms(step));
    return fmt::format("step {}; stable up to {}", ms(step), ms(limit));
}

void stability(const Context& c, double limit)
{
    const double step      = step_now(c.lab.lane());
    const std::string text = stability_text(limit, step);
    ImGui::TextDisabled("%s", text.c_str());
    tooltip("The last frame's longest step, and the longest step for which this spring is stable with this integrator. "
            "With "
            "longer ones, each swing is larger than the one before.");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, 12 * c.scale};
    // Share of the largest stable step; 2 if the integrator is never stable.
    const double share = limit > 0.0 ? step / limit : 2.0;
    draw_gauge(c, {at.x, at.y + 2 * c.scale}, size, share);
    ImGui::Dummy({size.x, size.y + 4 * c.scale});
    tooltip(fmt::format("The last step took {:.0f} % of the largest stable one.", share * 100));
}

// Shows the measured time of a step, and the number of balls with which the steps would take all the time of this
// machine.
void cost(const Context& c)
{
    const auto cost = c.lab.lane().world().step_cost(timestep::hertz(c.lab.settings.loop.rate));
    if (!cost) return;
    row("cost of a step", fmt::format("{:.3f} ms", cost->seconds * 1e3), "Measured on this machine, smoothed.");
    row("spirals from", views::value_text(std::round(cost->spiral_count), "balls"),
        "The count at which this machine's steps alone fill the second, at this step rate.");
}

} // namespace

void scene_panel(const Context& c)
{
    edit(c.lab.settings, lab::control(lab::ControlId::scene), c.log);
    edit(c.lab.settings, lab::control(lab::ControlId::integrator), c.log);
    if (const auto limit = c.lab.lane().world().largest_stable_step()) stability(c, *limit);
    cost(c);
    if (c.lab.lane().world().type().takes_keys) edit(c.lab.settings, lab::control(lab::ControlId::keys), c.log);
    for (const lab::Control& row : lab::scene_controls(c.lab.settings)) edit(c.lab.settings, row, c.log);
}

namespace
{

// Draws the slider for the text size. Applies the new size when the user releases the mouse button, because the slider
// would otherwise change its own size during the drag.
void size_of_text(const Context& c)
{
    std::optional<double>& held = c.state.dragged_font_scale;
    double& scale               = c.lab.settings.view.font_scale;
    const double drawn          = scale;
    scale                       = held.value_or(drawn);
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
