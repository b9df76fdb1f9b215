// The slow PC: what each frame and each step loses, and what became of VSYNC.
#include "ui/panels.hpp"

#include "machine/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace ui
{

namespace
{

std::string vsync_report(const lab::Lab& lab)
{
    const lab::DisplayReport& d = lab.display;
    const bool asked            = lab.settings.machine.vsync != machine::Vsync::off;
    const std::string measured  = d.settled ? fmt::format("measured {:.1f} Hz", d.measured_hz) : "measuring ...";
    if (!d.accepted) return fmt::format("{}, {}", "refused by the driver", measured);
    const double refresh = d.refresh_hz > 0.0 ? d.refresh_hz : 300.0;
    if (asked && d.settled && d.measured_hz > 1.1 * refresh) return fmt::format("accepted, not honoured, {}", measured);
    return fmt::format("accepted, {}", measured);
}

void hand_buttons(const Context& c)
{
    const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    if (button("Hitch  H", "One frame of 500 ms more.", c.log, width)) c.lab.apply(*lab::find_key("H"));
    ImGui::SameLine();
    if (button("Break  B", "Everything stops for 3 s, as in a debugger.", c.log, width))
        c.lab.apply(*lab::find_key("B"));
    ImGui::SameLine();
    if (button("Reset  R", "The world back to its start; the loop goes on.", c.log, width))
        c.lab.apply(*lab::find_key("R"));
}

void lag_knobs(const Context& c)
{
    lab::Settings& s = c.lab.settings;
    const char* off  = s.machine.lag.on ? nullptr : "The lag is switched off (L).";
    edit(s, "machine.lag", c.log);
    edit(s, "machine.delay_ms", c.log, off);
    edit(s, "machine.jitter_ms", c.log, off);
    edit(s, "machine.spike_every", c.log, off);
    const char* none =
        s.machine.lag.spike_every == 0 ? "There are no spikes: set how many frames apart they are." : nullptr;
    edit(s, "machine.spike_ms", c.log, off != nullptr ? off : none);
}

void live_machine(const Context& c)
{
    lab::Settings& s = c.lab.settings;
    heading("This PC");
    lag_knobs(c);
    edit(s, "machine.burn", c.log, s.machine.lag.on ? nullptr : "The lag is switched off (L).");
    edit(s, "machine.step_cost_ms", c.log);
    edit(s, "machine.limit_hz", c.log);
    edit(s, "machine.vsync", c.log);
    const std::string report = vsync_report(c.lab);
    row("", report, "What the driver said, and how many frames were really presented in the last second.");
    log_item(c.log, "vsync.report", report);
}

void machine_list(const Context& c)
{
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo("##machines", "this PC is a ...");
    log_item(c.log, "machine.preset", "");
    if (!open) return;
    for (const machine::Preset& preset : machine::all_presets())
    {
        if (ImGui::Selectable(std::string{preset.label}.c_str())) c.lab.settings.machine = preset.make();
        log_choice(c.log, preset.name, false);
        tooltip(preset.what);
    }
    ImGui::EndCombo();
}

void raced_machine(const Context& c)
{
    lab::Settings& s = c.lab.settings;
    heading("The virtual PC");
    machine_list(c);
    lag_knobs(c);
    for (const char* path : {"machine.render_cost_ms", "machine.step_cost_ms", "machine.limit_hz", "machine.vsync"})
        edit(s, path, c.log);
    const bool waits = s.machine.vsync == machine::Vsync::on;
    edit(s, "machine.buffers", c.log, waits ? nullptr : "Pictures wait in buffers only with VSYNC on.");
    edit(s, "machine.refresh_hz", c.log);
    const bool follows = s.machine.vsync == machine::Vsync::vrr;
    edit(s, "machine.vrr_floor_hz", c.log, follows ? nullptr : "The display waits for frames only with VSYNC at vrr.");
    for (const char* path : {"clock.noise_ms", "clock.resolution_ms"}) edit(s, path, c.log);
}

void duelling_machines(const Context& c)
{
    heading("The virtual PCs");
    const auto& chosen  = c.lab.settings.race.machines;
    const auto machines = machine::all_presets();
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

void machine_panel(const Context& c)
{
    switch (c.lab.settings.mode)
    {
    case lab::Mode::live: live_machine(c); break;
    case lab::Mode::race: raced_machine(c); break;
    case lab::Mode::duel: duelling_machines(c); break;
    case lab::Mode::experiment: return; // its machines are its own
    }
    hand_buttons(c);
}

} // namespace ui
