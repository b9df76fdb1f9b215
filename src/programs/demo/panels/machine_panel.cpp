// Draws the panel for the machine: the costs (times for steps and drawing) and the lag of this PC or of virtual PCs,
// and the answer of the graphics driver to the VSYNC setting.
#include "draw/shapes/theme.hpp"
#include "lab/settings/controls.hpp"
#include "programs/demo/panels/panels.hpp"
#include "sim/machine/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace demo
{

namespace
{

// Returns the frame rate as text.
std::string frame_rate(const lab::DisplayReport& d)
{
    return d.settled ? fmt::format("{:.1f} fps", d.measured_hz) : "... fps";
}

// Writes the VSYNC mode, the driver's answer and the measured frame rate.
void vsync_report(const Context& c)
{
    const std::string state  = vsync_state(c.lab);
    const std::string report = fmt::format("{}; the window shows {}", state, frame_rate(c.lab.display));
    const bool obeyed        = answer_to_vsync(c.lab) == VsyncAnswer::obeyed;
    paragraph("VSYNC " + report, obeyed ? c.theme.quiet : draw::legible(c.theme.warning, c.theme.panel, c.theme.ink));
    log_item(c.log, "vsync.report", report);
    tooltip("The driver's answer to VSYNC, and the number of frames that were presented in the last second.");
}

// Returns those controls of the machine that are shown in the panel `where`. With even frames, the panel of this PC
// also has the controls of a virtual PC. The control for the time of drawing is placed before the control for the time
// of a step.
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

// Returns the preset whose values the machine has; null if it has others.
const sim::MachinePreset* preset_of(const lab::Settings& settings)
{
    const auto found = std::ranges::find_if(sim::all_presets(), [&](const sim::MachinePreset& preset)
                                            { return preset.make() == settings.machine; });
    return found == sim::all_presets().end() ? nullptr : &*found;
}

// Draws the list of virtual PCs. It shows the chosen one. Another choice starts the race again, because the wrecks of
// the PC before would stay on the stage.
void machine_list(const Context& c)
{
    const sim::MachinePreset* chosen = preset_of(c.lab.settings);
    const std::string shown{chosen != nullptr ? chosen->label : "a PC of your own"};
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo("##machines", shown.c_str());
    log_item(c.log, "machine.preset", chosen != nullptr ? std::string{chosen->name} : "");
    if (!open) return;
    for (const sim::MachinePreset& preset : sim::all_presets())
    {
        if (ImGui::Selectable(std::string{preset.label}.c_str(), &preset == chosen))
        {
            c.lab.settings.machine = preset.make();
            c.lab.apply(*lab::find_key("R"));
        }
        log_choice(c.log, preset.name, &preset == chosen);
        tooltip(preset.what);
    }
    ImGui::EndCombo();
}

void duelling_machines(const Context& c)
{
    heading("The virtual PCs");
    const auto& chosen  = c.lab.settings.race.machines;
    const auto machines = sim::all_presets();
    for (std::size_t i = 0; i < machines.size(); ++i)
    {
        const bool there        = std::find(chosen.begin(), chosen.end(), i) != chosen.end();
        const std::string inset = fmt::format("  {}", machines[i].label);
        if (ImGui::Selectable(inset.c_str(), there)) lab::choose_machine(c.lab.settings, i);
        log_item(c.log, fmt::format("machine.{}", machines[i].name), there ? "on" : "off");
        tooltip(machines[i].what);
    }
    ImGui::Spacing();
}

} // namespace

VsyncAnswer answer_to_vsync(const lab::Lab& lab)
{
    const lab::DisplayReport& d = lab.display;
    switch (lab.settings.machine.vsync)
    {
    case sim::VsyncMode::off: return VsyncAnswer::obeyed;
    case sim::VsyncMode::vrr: return VsyncAnswer::replaced;
    case sim::VsyncMode::on:
    case sim::VsyncMode::adaptive: break;
    }
    if (!d.accepted) return VsyncAnswer::refused;
    // If the display reports no refresh rate, a high one is assumed, so that VSYNC is not wrongly called ignored.
    const double refresh = d.refresh_hz > 0.0 ? d.refresh_hz : 300.0;
    return d.settled && d.measured_hz > 1.1 * refresh ? VsyncAnswer::ignored : VsyncAnswer::obeyed;
}

std::string vsync_state(const lab::Lab& lab)
{
    constexpr std::array<std::string_view, 4> said{"", " (this PC waits as with on)", ": refused by this driver",
                                                   ": ignored by this driver"};
    return fmt::format("{}{}", lab::name_of(lab.settings.machine.vsync),
                       said[static_cast<std::size_t>(answer_to_vsync(lab))]);
}

void machine_panel(const Context& c)
{
    using enum lab::Mode;
    using lab::ControlPlace;
    const lab::Mode mode = c.lab.settings.mode;
    if (mode == lesson || mode == network) return; // there, the user does not choose the machine
    if (mode == duel) return duelling_machines(c);
    const ControlPlace where = mode == live || mode == replay ? ControlPlace::live : ControlPlace::raced;
    const bool even          = where == ControlPlace::live && c.lab.shows_even_frames();
    heading(where == ControlPlace::live ? "This PC" : "The virtual PC");
    if (mode == live) frames_switch(c);
    where == ControlPlace::live ? vsync_report(c) : machine_list(c);
    for (const lab::Control* row : shown_controls(where, even))
    {
        const bool idle = even && row->panel.shown == ControlPlace::live;
        edit(c.lab.settings, *row, c.log,
             idle ? "Needs the frames of this PC: even frames only compute the lag." : nullptr);
    }
}

} // namespace demo
