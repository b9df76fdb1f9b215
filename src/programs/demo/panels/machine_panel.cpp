// The panels of the machine, the scene and the view, and the buttons below them, which reset the world and keep the
// set-up.
#include "base/console.hpp"
#include "base/number.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/set_up.hpp"
#include "programs/demo/panels/panels.hpp"
#include "sim/machine/settings.hpp"
#include "views/plots.hpp"

#include <cmath>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

namespace demo
{

namespace
{

std::string frame_rate(const lab::DisplayReport& d)
{
    return d.settled ? fmt::format("{:.1f} fps", d.measured_hz) : "... fps";
}

void vsync_report(const Context& c)
{
    const std::string state  = vsync_text(c.lab);
    const std::string report = fmt::format("{}; the window shows {}", state, frame_rate(c.lab.display));
    const bool obeyed        = vsync_outcome(c.lab) == VsyncOutcome::applied;
    draw_paragraph("VSYNC " + report,
                   obeyed ? c.theme.quiet : draw::legible(c.theme.warning, c.theme.panel, c.theme.ink));
    log_with_tooltip(c.log, "vsync.report", report,
                     "Whether the driver applies VSYNC, and the number of frames presented in the last second.");
}

// With even frames, the panel of this PC also has the controls of a virtual PC. The cost of drawing is placed before
// the cost of a step.
std::vector<const lab::Control*> shown_controls(lab::ControlPlace where, bool even)
{
    std::vector<const lab::Control*> shown;
    for (const lab::Control& row : lab::controls())
        if (row.panel.shown == where || row.panel.shown == lab::ControlPlace::both ||
            (even && row.panel.shown == lab::ControlPlace::raced))
            shown.push_back(&row);
    const auto drawing = std::ranges::find(shown, &lab::control(lab::ControlId::render_cost));
    const auto step    = std::ranges::find(shown, &lab::control(lab::ControlId::step_cost));
    if (drawing != shown.end()) std::rotate(step, drawing, drawing + 1);
    return shown;
}

// Null if the machine differs from every preset.
const sim::MachinePreset* preset_of(const lab::Settings& settings)
{
    const auto found = std::ranges::find_if(sim::machine_presets(), [&](const sim::MachinePreset& preset)
                                            { return preset.settings == settings.machine; });
    return found == sim::machine_presets().end() ? nullptr : &*found;
}

// Another PC restarts the race: the failures on the PC before would stay on the stage.
void machine_list(const Context& c)
{
    const sim::MachinePreset* chosen = preset_of(c.lab.settings);
    const std::string shown{chosen != nullptr ? chosen->label : "a PC of your own"};
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo("##machines", shown.c_str());
    log_item(c.log, "machine.preset", chosen != nullptr ? std::string{chosen->name} : "");
    if (!open) return;
    for (const sim::MachinePreset& preset : sim::machine_presets())
    {
        if (ImGui::Selectable(std::string{preset.label}.c_str(), &preset == chosen))
        {
            c.lab.settings.machine = preset.settings;
            c.lab.apply(*lab::find_key("R"));
        }
        log_choice(c.log, preset.name, &preset == chosen);
        show_tooltip_if_hovered(preset.what);
    }
    ImGui::EndCombo();
}

void duelling_machines(const Context& c)
{
    draw_heading("The virtual PCs");
    const auto& chosen  = c.lab.settings.race.machines;
    const auto machines = sim::machine_presets();
    for (std::size_t i = 0; i < machines.size(); ++i)
    {
        const bool there        = std::find(chosen.begin(), chosen.end(), i) != chosen.end();
        const std::string inset = fmt::format("  {}", machines[i].label);
        if (ImGui::Selectable(inset.c_str(), there)) lab::choose_machine(c.lab.settings, i);
        log_with_tooltip(c.log, fmt::format("machine.{}", machines[i].name), there ? "on" : "off", machines[i].what);
    }
    ImGui::Spacing();
}

double step_now(const lab::Lane& lane)
{
    if (lane.samples().empty()) return 0.0;
    const timestep::StepPlan& plan = lane.samples().back().plan;
    const double tail              = timestep::to_seconds(plan.tail);
    return plan.steps > 0 || tail <= 0.0 ? plan.dt_seconds : tail;
}

// Green up to 70 % of the largest stable step, then yellow, and red above it. `share` is the longest step of the last
// frame divided by the largest stable step.
void draw_gauge(const Context& c, ImVec2 at, ImVec2 size, double share)
{
    constexpr float limit = 2.0F / 3; // position of the largest stable step on the bar, 0 to 1
    constexpr float well  = 0.7F;     // end of the bar's green part, as a share of the largest stable step
    const auto x          = [&](float part) { return at.x + size.x * std::clamp(part, 0.0F, 1.0F); };
    const float floor     = at.y + size.y;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const auto stretch    = [&](float from, float to, draw::Colour colour) {
        draw_list.AddRectFilled({x(from), at.y + 4 * c.scale}, {x(to), floor}, to_imu32(draw::faded(colour, 0.75F)));
    };
    stretch(0, well * limit, draw::rgb(0x009e73));
    stretch(well * limit, limit, c.theme.warning);
    stretch(limit, 1, c.theme.alarm);
    const float needle = x(limit * static_cast<float>(std::min(share, 2.0)));
    draw_list.AddTriangleFilled({needle - 5 * c.scale, at.y - 2 * c.scale}, {needle + 5 * c.scale, at.y - 2 * c.scale},
                                {needle, at.y + 6 * c.scale}, to_imu32(c.theme.ink));
    draw_list.AddRectFilled({needle - c.scale, at.y}, {needle + c.scale, floor}, to_imu32(c.theme.ink));
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
    draw_grey_text(text);
    show_tooltip_if_hovered(
        "The last frame's longest step, and the longest step for which this spring is stable with this integrator. "
        "With a longer step, each swing is larger than the swing before.");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, 12 * c.scale};
    // Share of the largest stable step; 2 if the integrator is never stable.
    const double share = limit > 0.0 ? step / limit : 2.0;
    draw_gauge(c, {at.x, at.y + 2 * c.scale}, size, share);
    ImGui::Dummy({size.x, size.y + 4 * c.scale});
    show_tooltip_if_hovered(
        fmt::format("The last step has {:.0f} % of the length of the longest stable step.", share * 100));
}

// "spirals from" is the number of balls whose steps take all the time of this machine.
void cost(const Context& c)
{
    const auto cost = c.lab.lane().world().step_cost(timestep::hertz(c.lab.settings.loop.rate));
    if (!cost) return;
    draw_value_row("cost of a step", fmt::format("{:.3f} ms", cost->seconds * 1e3),
                   "Time to compute one step, measured on this PC and smoothed.");
    draw_value_row(
        "spirals from", views::value_text(std::round(cost->spiral_count), "balls"),
        "Number of balls at which computing one second's steps takes this PC one second, at this step rate.");
}

// Applied when the user releases the mouse button: the slider would otherwise change its own size during the drag.
void size_of_text(const Context& c)
{
    std::optional<double>& held = c.state.dragged_font_scale;
    double& scale               = c.lab.settings.view.font_scale;
    const double drawn          = scale;
    scale                       = held.value_or(drawn);
    if (edit_control(c.lab.settings, lab::control(lab::ControlId::font_scale), c.log) && ImGui::IsMouseDown(0))
        held = scale;
    if (!held) return;
    scale = ImGui::IsMouseDown(0) ? drawn : *held;
    if (!ImGui::IsMouseDown(0)) held.reset();
}

void hand_buttons(const Context& c, float room)
{
    const float width = (room - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    if (draw_button("Hitch  H", "Makes the next frame 500 ms longer.", c.log, width)) c.lab.apply(*lab::find_key("H"));
    ImGui::SameLine();
    if (draw_button("Break  B", "Stops the game for 3 s, like a breakpoint in a debugger.", c.log, width))
        c.lab.apply(*lab::find_key("B"));
    ImGui::SameLine();
    if (draw_button("Reset  R", "Restarts the scene; loop and settings stay.", c.log, width))
        c.lab.apply(*lab::find_key("R"));
}

} // namespace

VsyncOutcome vsync_outcome(const lab::Lab& lab)
{
    const lab::DisplayReport& d = lab.display;
    switch (lab.settings.machine.vsync)
    {
    case sim::VsyncMode::off: return VsyncOutcome::applied;
    case sim::VsyncMode::vrr: return VsyncOutcome::replaced;
    case sim::VsyncMode::on:
    case sim::VsyncMode::adaptive: break;
    }
    if (!d.accepted) return VsyncOutcome::rejected;
    // If the display reports no refresh rate, a high one is assumed, so that VSYNC is not wrongly called ignored.
    const double refresh = d.refresh_hz > 0.0 ? d.refresh_hz : 300.0;
    return d.settled && d.measured_hz > 1.1 * refresh ? VsyncOutcome::ignored : VsyncOutcome::applied;
}

std::string vsync_text(const lab::Lab& lab)
{
    constexpr std::array<std::string_view, 4> said{"", " (this PC waits as with on)", ": refused by this driver",
                                                   ": ignored by this driver"};
    return fmt::format("{}{}", lab::name_of(lab.settings.machine.vsync),
                       said[static_cast<std::size_t>(vsync_outcome(lab))]);
}

void draw_machine_panel(const Context& c)
{
    using enum lab::Mode;
    using lab::ControlPlace;
    const lab::Mode mode = c.lab.settings.mode;
    if (mode == lesson || mode == network) return; // there, the user does not choose the machine
    if (mode == duel)
    {
        duelling_machines(c);
        return;
    }
    const ControlPlace where = mode == live || mode == replay ? ControlPlace::live : ControlPlace::raced;
    const bool even          = where == ControlPlace::live && c.lab.shows_even_frames();
    draw_heading(where == ControlPlace::live ? "This PC" : "The virtual PC");
    if (mode == live) draw_frames_switch(c);
    if (where == ControlPlace::live)
        vsync_report(c);
    else
        machine_list(c);
    for (const lab::Control* row : shown_controls(where, even))
    {
        const bool idle = even && row->panel.shown == ControlPlace::live;
        edit_control(c.lab.settings, *row, c.log,
                     idle
                         ? "Has an effect only with the frames of this PC: with even frames, the lag is only simulated."
                         : nullptr);
    }
}

void draw_scene_panel(const Context& c)
{
    edit_control(c.lab.settings, lab::control(lab::ControlId::scene), c.log);
    edit_control(c.lab.settings, lab::control(lab::ControlId::integrator), c.log);
    if (const auto limit = c.lab.lane().world().largest_stable_step()) stability(c, *limit);
    cost(c);
    if (c.lab.lane().world().type().takes_keys) edit_control(c.lab.settings, lab::control(lab::ControlId::keys), c.log);
    for (const lab::Control& row : lab::scene_controls(c.lab.settings)) edit_control(c.lab.settings, row, c.log);
}

void draw_view_panel(const Context& c)
{
    using enum lab::ControlId;
    lab::Settings& s = c.lab.settings;
    draw_heading("View");
    for (const lab::ControlId mark : {ring, trail, states, velocity, light}) edit_control(s, lab::control(mark), c.log);
    size_of_text(c);
    edit_control(s, lab::control(sound), c.log);
    const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    if (draw_button("Picture F12", "Saves the whole window as a PNG file.", c.log, width))
        c.lab.requests.emplace_back(lab::request::Screenshot{});
    ImGui::SameLine();
    ImGui::BeginDisabled(base::missing.film != nullptr);
    const char* tip = base::missing.film != nullptr
                          ? base::missing.film
                          : "Films the stage as an animated GIF until you press the button again.";
    if (draw_button("Film F10", tip, c.log, width)) c.lab.requests.emplace_back(lab::request::ToggleFilm{});
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (draw_button("Camera G", "Resets the camera. The mouse wheel zooms, the right mouse button moves the camera.",
                    c.log, width))
        s.view.lens = {};
}

bool has_two_button_columns() { return ImGui::GetContentRegionMax().x > 14 * ImGui::GetFontSize(); }

void draw_set_up_panel(const Context& c)
{
    const ImGuiStyle& style = ImGui::GetStyle();
    lab::Settings& s        = c.lab.settings;
    const float room        = ImGui::GetContentRegionAvail().x - style.ScrollbarSize;
    hand_buttons(c, room);
    const float width = has_two_button_columns() ? (room - style.ItemSpacing.x) / 2 : room;
    if (draw_button(
            "Copy set-up",
            "Copies all settings as one command line for a terminal. Ctrl+C copies the settings as text for another "
            "window.",
            c.log, width))
        c.lab.requests.emplace_back(
            lab::request::Copy{lab::command_line(c.lab.settings), "copied: paste it into a terminal"});
    if (has_two_button_columns()) ImGui::SameLine();
    if (draw_button("Defaults", "Resets loop, machine and scene to the defaults; theme and panels stay.", c.log, width))
        c.lab.apply_set_up(set_up_text(lab::first_settings()));
    if (draw_button("Keep this one", "Keeps this set-up so that you can compare it with another set-up.", c.log, width))
    {
        lab::Settings kept = s;
        kept.race.kept.clear();
        if (kept.mode == lab::Mode::compare) kept.mode = lab::Mode::live;
        s.race.kept = lab::set_up_text(kept);
        c.lab.requests.emplace_back(lab::request::Notice{"kept: change something, then compare"});
    }
    if (has_two_button_columns()) ImGui::SameLine();
    const bool compares = s.mode == lab::Mode::compare;
    ImGui::BeginDisabled(s.race.kept.empty());
    if (draw_button(compares ? "End comparing" : "Compare with it",
                    s.race.kept.empty()
                        ? "Keep a set-up first."
                        : "Shows the kept set-up and the present set-up side by side, each on a virtual PC.",
                    c.log, width))
        s.mode = compares ? lab::Mode::live : lab::Mode::compare;
    ImGui::EndDisabled();
}

} // namespace demo
