// The panels for the PC (called machine in the settings), the scene and the view, and the buttons below them.
#include "base/number.hpp"
#include "base/unsupported_reasons.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/configuration_string.hpp"
#include "lab/settings/controls.hpp"
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

enum class VsyncOutcome : std::uint8_t
{
    applied,
    replaced, // by `on`: only a virtual display can have VRR (Window::set_vsync())
    rejected, // by the graphics driver
    ignored, // the driver accepted the mode, but presenting does not wait for the display
    simulated, // the lanes have virtual displays; the driver of this PC rejects or ignores the mode
};

VsyncOutcome vsync_outcome(const lab::Lab& lab)
{
    const lab::VsyncReport& vsync_report = lab.this_pc.vsync_report;
    switch (lab.session.settings.lane.machine.vsync)
    {
    case sim::VsyncMode::composed:
    case sim::VsyncMode::off: return VsyncOutcome::applied;
    case sim::VsyncMode::vrr: return VsyncOutcome::replaced;
    case sim::VsyncMode::on:
    case sim::VsyncMode::adaptive: break;
    }
    const bool is_virtual = lab.experiment.time_source() != lab::TimeSource::this_pc;
    if (!vsync_report.is_vsync_accepted) return is_virtual ? VsyncOutcome::simulated : VsyncOutcome::rejected;
    // If the rate is unknown, assumes a high one: a frame rate clearly above it means that the driver ignores VSYNC.
    const double refresh_hz = vsync_report.refresh_hz > 0.0 ? vsync_report.refresh_hz : 300.0;
    if (!vsync_report.has_vsync_settled || vsync_report.measured_fps <= 1.1 * refresh_hz) return VsyncOutcome::applied;
    return is_virtual ? VsyncOutcome::simulated : VsyncOutcome::ignored;
}

// The words after the VSYNC mode, as in "on, but this driver ignores it"; and their short form, as in "on: ignored".
struct VsyncSuffix
{
    std::string_view full, abbreviated;
};

const VsyncSuffix& vsync_suffix(const lab::Lab& lab)
{
    static constexpr std::array<VsyncSuffix, 5> suffixes{{{"", ""},
                                                          {" (on this PC: works as \"on\")", ": as on"},
                                                          {", but this driver refuses it", ": refused"},
                                                          {", but this driver ignores it", ": ignored"},
                                                          {" (simulated)", ""}}};
    static constexpr VsyncSuffix of_browser{", by the browser", ", browser"};
    return base::unsupported_reasons.vsync != nullptr ? of_browser
                                                      : suffixes[static_cast<std::size_t>(vsync_outcome(lab))];
}

void draw_vsync_report(const PanelContext& context)
{
    const lab::VsyncReport& vsync_report = context.lab.this_pc.vsync_report;
    const std::string fps_text =
        vsync_report.has_vsync_settled ? fmt::format("{:.1f}", vsync_report.measured_fps) : "...";
    const std::string ineffective_text = lab::ineffective_settings_text(context.settings);
    const std::string report_text = fmt::format("{}; the window shows {} fps{}{}", vsync_text(context.lab), fps_text,
                                                ineffective_text.empty() ? "" : "; ", ineffective_text);
    const VsyncOutcome outcome = vsync_outcome(context.lab);
    const bool is_applied = outcome == VsyncOutcome::applied || outcome == VsyncOutcome::simulated;
    draw_paragraph("VSYNC " + report_text,
                   is_applied ? context.theme.dim_text : context.theme.legible_on_panel(context.theme.warning));
    // The widget log lists all controls of the newest frame, with positions and values, for tests.
    describe_last_item(
        context.widget_log, "vsync.report", report_text,
        "Shows whether the driver applies VSYNC, and how many frames were presented in the last second.");
}

std::vector<const lab::Control*> machine_controls(lab::MachinePanelPlace place, bool includes_virtual_pc_controls)
{
    std::vector<const lab::Control*> shown_controls;
    for (const lab::Control& control : lab::common_controls_except_lists())
        if (control.appearance.machine_panel == place ||
            control.appearance.machine_panel == lab::MachinePanelPlace::both ||
            (includes_virtual_pc_controls && control.appearance.machine_panel == lab::MachinePanelPlace::virtual_pcs))
            shown_controls.push_back(&control);
    const auto render_cost = std::ranges::find(shown_controls, &lab::control_of(lab::ControlId::render_cost));
    const auto step_cost = std::ranges::find(shown_controls, &lab::control_of(lab::ControlId::step_cost));
    if (render_cost != shown_controls.end()) std::rotate(step_cost, render_cost, render_cost + 1);
    return shown_controls;
}

// Choosing a simulated PC restarts all loops, because a loop may have failed on the previous PC.
void draw_machine_list(const PanelContext& context)
{
    const auto presets = sim::machine_presets();
    const auto chosen = std::ranges::find(presets, context.settings.lane.machine, &sim::MachinePreset::settings);
    const std::string shown_label{chosen != presets.end() ? chosen->label : "custom PC"};
    ImGui::SetNextItemWidth(-1);
    const bool is_open = ImGui::BeginCombo("##machines", shown_label.c_str());
    log_last_item(context.widget_log, "machine.preset", chosen != presets.end() ? std::string{chosen->name} : "");
    if (!is_open) return;
    for (auto preset = presets.begin(); preset != presets.end(); ++preset)
    {
        if (ImGui::Selectable(std::string{preset->label}.c_str(), preset == chosen))
        {
            context.settings.lane.machine = preset->settings;
            context.lab.execute(lab::Action::reset_world);
        }
        log_list_entry(context.widget_log, preset->name, preset == chosen);
        add_tooltip(preset->description);
    }
    ImGui::EndCombo();
}

// The needle marks `relative_step_size`, the step size divided by the largest stable step.
void draw_stability_gauge(const PanelContext& context, ImVec2 top_left, ImVec2 size, double relative_step_size)
{
    constexpr float limit_position = 2.0F / 3; // position of the largest stable step on the bar, 0 to 1
    constexpr float green_end = 0.7F; // end of the green part, as a fraction of the largest stable step
    const auto x_at = [&](float position) { return top_left.x + size.x * std::clamp(position, 0.0F, 1.0F); };
    const float bottom = top_left.y + size.y;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const auto fill_range = [&](float from, float to, draw::Colour colour)
    {
        draw_list.AddRectFilled({x_at(from), top_left.y + 4 * context.scale}, {x_at(to), bottom},
                                to_imu32(draw::faded(colour, 0.75F)));
    };
    fill_range(0, green_end * limit_position, draw::rgb(0x009e73));
    fill_range(green_end * limit_position, limit_position, context.theme.warning);
    fill_range(limit_position, 1, context.theme.alarm);
    const float needle_x = x_at(limit_position * static_cast<float>(std::min(relative_step_size, 2.0)));
    draw_list.AddTriangleFilled({needle_x - 5 * context.scale, top_left.y - 2 * context.scale},
                                {needle_x + 5 * context.scale, top_left.y - 2 * context.scale},
                                {needle_x, top_left.y + 6 * context.scale}, to_imu32(context.theme.text));
    draw_list.AddRectFilled({needle_x - context.scale, top_left.y}, {needle_x + context.scale, bottom},
                            to_imu32(context.theme.text));
}

// Draws each part of `text` up to "; " on a line of its own.
void draw_grey_lines(std::string_view text, const char* tooltip)
{
    for (std::size_t begin = 0; begin < text.size();)
    {
        const std::size_t end = std::min(text.find("; ", begin), text.size());
        draw_grey_text(text.substr(begin, end - begin));
        add_tooltip(tooltip);
        begin = end + 2;
    }
}

// Requires a scene with springs.
void draw_stability(const PanelContext& context)
{
    const scenes::World& world = context.lab.lane().world();
    const double largest_stable_step_s = world.stable_step_limit().value();
    double step_s = 0.0; // the longest step of the last frame
    if (const auto& samples = context.lab.lane().samples(); !samples.empty())
    {
        const timestep::StepPlan& plan = samples.back().plan;
        step_s =
            plan.steps > 0 || plan.tail <= timestep::Nanos::zero() ? plan.dt_seconds : timestep::to_seconds(plan.tail);
    }
    draw_grey_lines(fmt::format("step {}{}; {}", base::rounded_duration_text(timestep::from_seconds(step_s)),
                                scenes::growth_text(world, step_s), scenes::stability_text(world)),
                    "Compares the longest step of the last frame with the limit for these springs and this "
                    "integrator. With a step above the limit, each swing is larger than the swing before.");
    const std::string safe_step_text = context.panel_state.safe_step_search.text(world);
    const float text_y = ImGui::GetCursorPosY();
    const bool has_wall = world.largest_step_without_tunnelling().has_value();
    draw_grey_lines(has_wall && safe_step_text.empty() ? "with the wall: steps are being tried" : safe_step_text,
                    "Measured with steps of 1, 1.5, 2 ... 100 ms, for 60 s each. A step holds if the energy never "
                    "exceeds twice its value at the start. A wall can add energy at each hit.");
    // Two lines, also while there is one, because the controls below must not move under the mouse.
    if (has_wall) ImGui::SetCursorPosY(text_y + 2 * ImGui::GetTextLineHeightWithSpacing());
    const ImVec2 top_left = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, 12 * context.scale};
    // If no step is stable, `largest_stable_step_s` is 0, and the value 2 puts the needle at the end of the gauge.
    const double relative_step_size = largest_stable_step_s > 0.0 ? step_s / largest_stable_step_s : 2.0;
    draw_stability_gauge(context, {top_left.x, top_left.y + 2 * context.scale}, size, relative_step_size);
    ImGui::Dummy({size.x, size.y + 4 * context.scale});
    if (largest_stable_step_s > 0.0 && std::isfinite(largest_stable_step_s))
        add_tooltip(fmt::format("The longest step of the last frame has {:.0f} % of the length of the "
                                "longest stable step.",
                                relative_step_size * 100));
}

// Applies a dragged text size only at the mouse release, because the slider would change its own size during the drag.
void draw_text_size_control(const PanelContext& context)
{
    std::optional<double>& dragged_font_scale_percent = context.panel_state.dragged_font_scale;
    double& font_scale_percent = context.settings.view.font_scale_percent;
    const double applied_font_scale_percent = font_scale_percent;
    font_scale_percent = dragged_font_scale_percent.value_or(applied_font_scale_percent);
    if (draw_editable_control(context.settings, lab::control_of(lab::ControlId::font_scale), context.widget_log) &&
        ImGui::IsMouseDown(0))
        dragged_font_scale_percent = font_scale_percent;
    if (!dragged_font_scale_percent) return;
    font_scale_percent = ImGui::IsMouseDown(0) ? applied_font_scale_percent : *dragged_font_scale_percent;
    if (!ImGui::IsMouseDown(0)) dragged_font_scale_percent.reset();
}

} // namespace

std::string vsync_text(const lab::Lab& lab)
{
    return fmt::format("{}{}", lab::name_of(lab.session.settings.lane.machine.vsync), vsync_suffix(lab).full);
}

std::string short_vsync_text(const lab::Lab& lab)
{
    return fmt::format("{}{}", lab::name_of(lab.session.settings.lane.machine.vsync), vsync_suffix(lab).abbreviated);
}

void draw_pc_panel(const PanelContext& context)
{
    using lab::MachinePanelPlace;
    const lab::PcChoice choice = context.lab.experiment.plan().pc_choice;
    if (choice == lab::PcChoice::of_the_driver) return;
    const bool uses_simulated_frames = context.lab.experiment.time_source() == lab::TimeSource::virtual_pcs;
    draw_heading(context.settings.stage.others.empty() ? "This PC" : "The PC of the selected lane");
    if (choice == lab::PcChoice::of_the_lanes) draw_frame_source_buttons(context);
    if (uses_simulated_frames) draw_machine_list(context);
    draw_vsync_report(context);
    for (const lab::Control* control : machine_controls(MachinePanelPlace::live_pc, uses_simulated_frames))
    {
        const char* disabled_reason =
            control->appearance.sets_lag ? context.lab.this_pc.ignored_lag_reason(context.settings) : nullptr;
        if (uses_simulated_frames && control->appearance.machine_panel == MachinePanelPlace::live_pc)
            disabled_reason =
                "This setting works only with \"frames of this PC\": with \"steady frames\", lag is only simulated.";
        draw_editable_control(context.settings, *control, context.widget_log, disabled_reason);
    }
}

void draw_scene_settings_panel(const PanelContext& context)
{
    draw_scene_tiles(context);
    draw_editable_control(context.settings, lab::control_of(lab::ControlId::integrator), context.widget_log);
    const scenes::World& world = context.lab.lane().world();
    if (world.fastest_vibration()) draw_stability(context);
    if (const auto step_cost = world.step_cost(timestep::to_hertz(context.settings.lane.loop.rate)))
    {
        draw_labelled_value("cost of a step", fmt::format("{:.3f} ms", step_cost->seconds * 1e3),
                            "Time to compute one step, measured on this PC and smoothed.");
        draw_labelled_value(
            "spiral of death from", views::value_text(std::round(step_cost->max_real_time_bodies), "balls"),
            "The most balls that this PC can simulate in real time at the chosen step rate. With more balls, "
            "the frames get longer and longer.");
    }
    if (world.type().has_player_keys)
        for (const auto id : {lab::ControlId::key_reading, lab::ControlId::tap_interval, lab::ControlId::tap_length})
            draw_editable_control(context.settings, lab::control_of(id), context.widget_log);
    for (const lab::Control& control : lab::scene_controls(context.settings))
        draw_editable_control(context.settings, control, context.widget_log);
}

void draw_view_panel(const PanelContext& context)
{
    using enum lab::ControlId;
    lab::Settings& settings = context.settings;
    draw_heading("View");
    for (const lab::ControlId id : {ring, trail, state_marks, velocity_arrow, light_theme})
        draw_editable_control(settings, lab::control_of(id), context.widget_log);
    draw_text_size_control(context);
    draw_editable_control(settings, lab::control_of(sound), context.widget_log);
    const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    if (draw_button("Picture F12", "Saves the whole window as a PNG file.", context.widget_log, width))
        context.lab.requests.emplace_back(lab::request::SaveWholeWindow{});
    ImGui::SameLine();
    if (draw_button("Film F10", "Records the scene as an animated GIF until you press the button again.",
                    context.widget_log, width, base::unsupported_reasons.film))
        context.lab.requests.emplace_back(lab::request::ToggleFilm{});
    ImGui::SameLine();
    if (draw_button("Camera G", "Resets the camera. The mouse wheel zooms, the right mouse button moves the camera.",
                    context.widget_log, width))
        settings.view.zoom_and_pan = {};
}

bool has_paired_buttons() { return ImGui::GetContentRegionMax().x > 14 * ImGui::GetFontSize(); }

void draw_footer_buttons(const PanelContext& context)
{
    const ImGuiStyle& style = ImGui::GetStyle();
    const float available_width = ImGui::GetContentRegionAvail().x - style.ScrollbarSize;
    const float action_width = (available_width - 2 * style.ItemSpacing.x) / 3;
    if (draw_button("Hitch  H", "Makes the next frame 500 ms longer.", context.widget_log, action_width))
        context.lab.execute(lab::Action::add_hitch);
    ImGui::SameLine();
    if (draw_button("Break  B", "Stops the game for 3 s, like a breakpoint in a debugger.", context.widget_log,
                    action_width))
        context.lab.execute(lab::Action::add_debugger_break);
    ImGui::SameLine();
    if (draw_button("Reset  R", "Restarts the scene; keeps loop and settings.", context.widget_log, action_width))
        context.lab.execute(lab::Action::reset_world);
    const float width = has_paired_buttons() ? (available_width - style.ItemSpacing.x) / 2 : available_width;
    const bool has_terminal = base::unsupported_reasons.options == nullptr;
    if (draw_button("Copy set-up",
                    has_terminal ? "Copies all settings as one command line for a terminal; Ctrl+V pastes it, here or "
                                   "in another window of this program."
                                 : "Copies all settings; Ctrl+V pastes them, here or in another page.",
                    context.widget_log, width))
        context.lab.requests.emplace_back(lab::request::CopyText{
            lab::demo_command_line(context.settings),
            has_terminal ? "copied the command line: paste it into a terminal, or here with Ctrl+V"
                         : "copied the settings: paste them with Ctrl+V"});
    if (has_paired_buttons()) ImGui::SameLine();
    if (draw_button("Defaults", "Resets loop, PC and scene to the defaults; keeps theme and panels.",
                    context.widget_log, width))
        context.lab.open_configuration(configuration_string(lab::first_start_settings()));
}

} // namespace demo
