// The panels for the PC, the scene and the view, and the buttons below them.
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

std::string measured_fps_text(const lab::DisplayReport& display)
{
    return display.has_settled ? fmt::format("{:.1f} fps", display.measured_fps) : "... fps";
}

// The effect of the chosen VSYNC mode on this PC.
enum class VsyncOutcome : std::uint8_t
{
    applied,
    replaced, // by `on`: only a virtual display can have VRR (swap_interval_of() in window.cpp)
    rejected, // by the graphics driver
    ignored,  // the driver accepted the mode, but presenting does not wait for the display
};

VsyncOutcome vsync_outcome(const lab::Lab& lab)
{
    const lab::DisplayReport& display = lab.display;
    switch (lab.settings.machine.vsync)
    {
    case sim::VsyncMode::off: return VsyncOutcome::applied;
    case sim::VsyncMode::vrr: return VsyncOutcome::replaced;
    case sim::VsyncMode::on:
    case sim::VsyncMode::adaptive: break;
    }
    if (!display.is_vsync_accepted) return VsyncOutcome::rejected;
    // Assumes a high refresh rate if the display reports none, so that VSYNC is not reported as ignored by mistake.
    const double refresh_hz = display.refresh_hz > 0.0 ? display.refresh_hz : 300.0;
    return display.has_settled && display.measured_fps > 1.1 * refresh_hz ? VsyncOutcome::ignored
                                                                          : VsyncOutcome::applied;
}

void draw_vsync_report(const Context& c)
{
    const std::string vsync       = vsync_text(c.lab);
    const std::string report_text = fmt::format("{}; the window shows {}", vsync, measured_fps_text(c.lab.display));
    const bool is_applied         = vsync_outcome(c.lab) == VsyncOutcome::applied;
    draw_paragraph("VSYNC " + report_text,
                   is_applied ? c.theme.quiet : draw::legible(c.theme.warning, c.theme.panel, c.theme.ink));
    log_with_tooltip(c.log, "vsync.report", report_text,
                     "Shows whether the driver applies VSYNC, and how many frames were presented in the last second.");
}

// The controls to show in the panel `place`, with those of virtual PCs if the loops run on virtual PCs with steady
// frame times (`has_even_frames`). The cost of drawing comes before the cost of a step.
std::vector<const lab::Control*> machine_controls(lab::ControlPlace place, bool has_even_frames)
{
    std::vector<const lab::Control*> shown_controls;
    for (const lab::Control& control : lab::controls())
        if (control.appearance.place == place || control.appearance.place == lab::ControlPlace::both ||
            (has_even_frames && control.appearance.place == lab::ControlPlace::virtual_pcs))
            shown_controls.push_back(&control);
    const auto render_cost = std::ranges::find(shown_controls, &lab::control(lab::ControlId::render_cost));
    const auto step_cost   = std::ranges::find(shown_controls, &lab::control(lab::ControlId::step_cost));
    if (render_cost != shown_controls.end()) std::rotate(step_cost, render_cost, render_cost + 1);
    return shown_controls;
}

const sim::MachinePreset* machine_preset_of(const lab::Settings& settings)
{
    const auto found = std::ranges::find_if(sim::machine_presets(), [&](const sim::MachinePreset& preset)
                                            { return preset.settings == settings.machine; });
    return found == sim::machine_presets().end() ? nullptr : &*found;
}

// Draws the list of PCs. A choice restarts the race, so that failures on the previous PC do not stay on the stage.
void draw_machine_list(const Context& c)
{
    const sim::MachinePreset* preset = machine_preset_of(c.lab.settings);
    const std::string shown_label{preset != nullptr ? preset->label : "custom PC"};
    ImGui::SetNextItemWidth(-1);
    const bool is_open = ImGui::BeginCombo("##machines", shown_label.c_str());
    log_item(c.log, "machine.preset", preset != nullptr ? std::string{preset->name} : "");
    if (!is_open) return;
    for (const sim::MachinePreset& entry : sim::machine_presets())
    {
        if (ImGui::Selectable(std::string{entry.label}.c_str(), &entry == preset))
        {
            c.lab.settings.machine = entry.settings;
            c.lab.execute(lab::Action::reset_world);
        }
        log_list_entry(c.log, entry.name, &entry == preset);
        show_tooltip_if_hovered(entry.description);
    }
    ImGui::EndCombo();
}

void draw_duel_machines(const Context& c)
{
    draw_heading("The virtual PCs");
    const auto& chosen_machines = c.lab.settings.race.duel_machines;
    const auto machines         = sim::machine_presets();
    for (std::size_t i = 0; i < machines.size(); ++i)
    {
        const bool is_chosen    = std::find(chosen_machines.begin(), chosen_machines.end(), i) != chosen_machines.end();
        const std::string label = fmt::format("  {}", machines[i].label);
        if (ImGui::Selectable(label.c_str(), is_chosen)) lab::toggle_duel_machine(c.lab.settings, i);
        log_with_tooltip(c.log, fmt::format("machine.{}", machines[i].name), is_chosen ? "on" : "off",
                         machines[i].description);
    }
    ImGui::Spacing();
}

double longest_step_of_last_frame_s(const lab::Lane& lane)
{
    if (lane.samples().empty()) return 0.0;
    const timestep::StepPlan& plan = lane.samples().back().plan;
    const double tail_s            = timestep::to_seconds(plan.tail);
    return plan.steps > 0 || tail_s <= 0.0 ? plan.dt_seconds : tail_s;
}

// Draws a bar that is green up to 70 % of the largest stable step, yellow up to 100 %, and red above. A needle marks
// `limit_fraction`, the step size divided by the largest stable step.
void draw_stability_gauge(const Context& c, ImVec2 top_left, ImVec2 size, double limit_fraction)
{
    constexpr float limit_position = 2.0F / 3; // position of the largest stable step on the bar, 0 to 1
    constexpr float green_end      = 0.7F;     // end of the green part, as a fraction of the largest stable step
    const auto x_at       = [&](float position) { return top_left.x + size.x * std::clamp(position, 0.0F, 1.0F); };
    const float bottom    = top_left.y + size.y;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const auto fill_range = [&](float from, float to, draw::Colour colour)
    {
        draw_list.AddRectFilled({x_at(from), top_left.y + 4 * c.scale}, {x_at(to), bottom},
                                to_imu32(draw::faded(colour, 0.75F)));
    };
    fill_range(0, green_end * limit_position, draw::rgb(0x009e73));
    fill_range(green_end * limit_position, limit_position, c.theme.warning);
    fill_range(limit_position, 1, c.theme.alarm);
    const float needle_x = x_at(limit_position * static_cast<float>(std::min(limit_fraction, 2.0)));
    draw_list.AddTriangleFilled({needle_x - 5 * c.scale, top_left.y - 2 * c.scale},
                                {needle_x + 5 * c.scale, top_left.y - 2 * c.scale},
                                {needle_x, top_left.y + 6 * c.scale}, to_imu32(c.theme.ink));
    draw_list.AddRectFilled({needle_x - c.scale, top_left.y}, {needle_x + c.scale, bottom}, to_imu32(c.theme.ink));
}

std::string stability_text(double limit_s, double step_s)
{
    const auto time_text = [](double seconds) { return base::time_text(timestep::from_seconds(seconds)); };
    if (limit_s <= 0.0) return fmt::format("step {}; no step is stable with this integrator", time_text(step_s));
    if (std::isinf(limit_s)) return fmt::format("step {}; every step is stable", time_text(step_s));
    return fmt::format("step {}; stable up to {}", time_text(step_s), time_text(limit_s));
}

void draw_stability(const Context& c, double limit_s)
{
    const double step_s    = longest_step_of_last_frame_s(c.lab.lane());
    const std::string text = stability_text(limit_s, step_s);
    draw_grey_text(text);
    show_tooltip_if_hovered("Compares the longest step of the last frame with the limit for this spring and this "
                            "integrator. With a step above the limit, each swing is larger than the swing before.");
    const ImVec2 top_left = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, 12 * c.scale};
    // If no step is stable, `limit_s` is 0, and the value 2 puts the needle beyond the end of the gauge.
    const double limit_fraction = limit_s > 0.0 ? step_s / limit_s : 2.0;
    draw_stability_gauge(c, {top_left.x, top_left.y + 2 * c.scale}, size, limit_fraction);
    ImGui::Dummy({size.x, size.y + 4 * c.scale});
    show_tooltip_if_hovered(
        fmt::format("The last step has {:.0f} % of the length of the longest stable step.", limit_fraction * 100));
}

void draw_step_cost(const Context& c)
{
    const auto step_cost = c.lab.lane().world().step_cost(timestep::hertz(c.lab.settings.loop.rate));
    if (!step_cost) return;
    draw_value_row("cost of a step", fmt::format("{:.3f} ms", step_cost->seconds * 1e3),
                   "Time to compute one step, measured on this PC and smoothed.");
    draw_value_row("spiral of death from", views::value_text(std::round(step_cost->max_affordable_bodies), "balls"),
                   "The most balls that this PC can simulate in real time at the chosen step rate. With more balls, "
                   "the frames get longer and longer.");
}

// Applies a dragged text size only at the mouse release, because the slider would change its own size during the drag.
void draw_text_size_control(const Context& c)
{
    std::optional<double>& dragged_font_scale = c.state.dragged_font_scale;
    double& font_scale                        = c.lab.settings.view.font_scale;
    const double drawn_font_scale             = font_scale;
    font_scale                                = dragged_font_scale.value_or(drawn_font_scale);
    if (edit_control(c.lab.settings, lab::control(lab::ControlId::font_scale), c.log) && ImGui::IsMouseDown(0))
        dragged_font_scale = font_scale;
    if (!dragged_font_scale) return;
    font_scale = ImGui::IsMouseDown(0) ? drawn_font_scale : *dragged_font_scale;
    if (!ImGui::IsMouseDown(0)) dragged_font_scale.reset();
}

void draw_disturbance_buttons(const Context& c, float available_width)
{
    const float width = (available_width - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    if (draw_button("Hitch  H", "Makes the next frame 500 ms longer.", c.log, width))
        c.lab.execute(lab::Action::add_hitch);
    ImGui::SameLine();
    if (draw_button("Break  B", "Stops the game for 3 s, like a breakpoint in a debugger.", c.log, width))
        c.lab.execute(lab::Action::add_debugger_break);
    ImGui::SameLine();
    if (draw_button("Reset  R", "Restarts the scene; keeps loop and settings.", c.log, width))
        c.lab.execute(lab::Action::reset_world);
}

} // namespace

std::string vsync_text(const lab::Lab& lab, bool is_short)
{
    struct Suffix
    {
        std::string_view full, abbreviated;
    };
    static constexpr std::array<Suffix, 4> suffixes{{{"", ""},
                                                     {" (on this PC: works as \"on\")", ": as on"},
                                                     {", but this driver refuses it", ": refused"},
                                                     {", but this driver ignores it", ": ignored"}}};
    const Suffix& suffix = suffixes[static_cast<std::size_t>(vsync_outcome(lab))];
    return fmt::format("{}{}", lab::name_of(lab.settings.machine.vsync), is_short ? suffix.abbreviated : suffix.full);
}

void draw_live_or_virtual_pc_panel(const Context& c)
{
    using enum lab::Mode;
    using lab::ControlPlace;
    const lab::Mode mode = c.lab.settings.mode;
    if (mode == lesson || mode == network) return; // the lesson sets the PC
    if (mode == duel)
    {
        draw_duel_machines(c);
        return;
    }
    const ControlPlace place   = mode == live || mode == replay ? ControlPlace::live_pc : ControlPlace::virtual_pcs;
    const bool has_even_frames = place == ControlPlace::live_pc && c.lab.shows_even_frames();
    draw_heading(place == ControlPlace::live_pc ? "This PC" : "The virtual PC");
    if (mode == live) draw_steady_frames_switch(c);
    if (place == ControlPlace::live_pc)
        draw_vsync_report(c);
    else
        draw_machine_list(c);
    for (const lab::Control* control : machine_controls(place, has_even_frames))
    {
        const bool has_no_effect = has_even_frames && control->appearance.place == ControlPlace::live_pc;
        edit_control(
            c.lab.settings, *control, c.log,
            has_no_effect
                ? "This setting works only with \"frames of this PC\": with \"steady frames\", lag is only simulated."
                : nullptr);
    }
}

void draw_scene_panel(const Context& c)
{
    edit_control(c.lab.settings, lab::control(lab::ControlId::scene), c.log);
    edit_control(c.lab.settings, lab::control(lab::ControlId::integrator), c.log);
    if (const auto limit_s = c.lab.lane().world().largest_stable_spring_step()) draw_stability(c, *limit_s);
    draw_step_cost(c);
    if (c.lab.lane().world().type().has_player_keys)
        for (const auto id : {lab::ControlId::keys, lab::ControlId::tap_interval, lab::ControlId::tap_length})
            edit_control(c.lab.settings, lab::control(id), c.log);
    for (const lab::Control& control : lab::scene_controls(c.lab.settings))
        edit_control(c.lab.settings, control, c.log);
}

void draw_view_sound_and_capture_panel(const Context& c)
{
    using enum lab::ControlId;
    lab::Settings& settings = c.lab.settings;
    draw_heading("View");
    for (const lab::ControlId id : {ring, trail, states, velocity, light})
        edit_control(settings, lab::control(id), c.log);
    draw_text_size_control(c);
    edit_control(settings, lab::control(sound), c.log);
    const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    if (draw_button("Picture F12", "Saves the whole window as a PNG file.", c.log, width))
        c.lab.requests.emplace_back(lab::request::Screenshot{});
    ImGui::SameLine();
    if (draw_button("Film F10", "Records the stage as an animated GIF until you press the button again.", c.log, width,
                    base::unsupported.film))
        c.lab.requests.emplace_back(lab::request::ToggleFilm{});
    ImGui::SameLine();
    if (draw_button("Camera G", "Resets the camera. The mouse wheel zooms, the right mouse button moves the camera.",
                    c.log, width))
        settings.view.lens = {};
}

bool has_two_button_columns() { return ImGui::GetContentRegionMax().x > 14 * ImGui::GetFontSize(); }

void draw_control_panel_buttons(const Context& c)
{
    const ImGuiStyle& style     = ImGui::GetStyle();
    lab::Settings& settings     = c.lab.settings;
    const float available_width = ImGui::GetContentRegionAvail().x - style.ScrollbarSize;
    draw_disturbance_buttons(c, available_width);
    const float width = has_two_button_columns() ? (available_width - style.ItemSpacing.x) / 2 : available_width;
    if (draw_button("Copy set-up",
                    "Copies all settings as one command line for a terminal. Ctrl+C copies them as text that you can "
                    "paste into another window of this program.",
                    c.log, width))
        c.lab.requests.emplace_back(lab::request::CopyText{lab::command_line(c.lab.settings),
                                                           "copied the command line: paste it into a terminal"});
    if (has_two_button_columns()) ImGui::SameLine();
    if (draw_button("Defaults", "Resets loop, PC and scene to the defaults; keeps theme and panels.", c.log, width))
        c.lab.apply_set_up(set_up_text(lab::first_start_settings()));
    if (draw_button("Keep this one", "Stores the current settings, so that you can compare them with other settings.",
                    c.log, width))
    {
        lab::Settings kept_settings = settings;
        kept_settings.race.kept_set_up.clear();
        if (kept_settings.mode == lab::Mode::compare) kept_settings.mode = lab::Mode::live;
        settings.race.kept_set_up = lab::set_up_text(kept_settings);
        c.lab.requests.emplace_back(
            lab::request::Notice{"kept these settings: change a setting, then press \"Compare with it\""});
    }
    if (has_two_button_columns()) ImGui::SameLine();
    const bool is_comparing = settings.mode == lab::Mode::compare;
    if (draw_button(
            is_comparing ? "End comparing" : "Compare with it",
            "Shows the settings of \"Keep this one\" and the current settings side by side, each on a virtual PC.",
            c.log, width, settings.race.kept_set_up.empty() ? "First store settings with \"Keep this one\"." : nullptr))
        settings.mode = is_comparing ? lab::Mode::live : lab::Mode::compare;
}

} // namespace demo
