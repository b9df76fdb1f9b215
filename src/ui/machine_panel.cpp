// The slow PC: what each frame and each step loses, and what became of VSYNC.
#include "ui/panels.hpp"

#include <fmt/format.h>

namespace ui
{

namespace
{

std::string vsync_report(const lab::Lab& lab)
{
    const lab::DisplayReport& d = lab.display;
    const bool asked            = lab.settings.machine.vsync != machine::Vsync::off;
    const std::string measured  = fmt::format("measured {:.1f} Hz", d.measured_hz);
    if (!d.accepted) return fmt::format("{}, {}", "refused by the driver", measured);
    const double refresh = d.refresh_hz > 0.0 ? d.refresh_hz : 300.0;
    if (asked && d.measured_hz > 1.1 * refresh) return fmt::format("accepted, not honoured, {}", measured);
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

} // namespace

void machine_panel(const Context& c)
{
    lab::Settings& s = c.lab.settings;
    heading("This PC");
    const char* off = s.machine.lag.on ? nullptr : "The lag is switched off (L).";
    edit(s, "machine.lag", c.log);
    edit(s, "machine.delay_ms", c.log, off);
    edit(s, "machine.jitter_ms", c.log, off);
    edit(s, "machine.spike_every", c.log, off);
    edit(s, "machine.spike_ms", c.log,
         off != nullptr                   ? off
         : s.machine.lag.spike_every == 0 ? "There are no spikes: set how many frames apart they are."
                                          : nullptr);
    edit(s, "machine.burn", c.log, off);
    edit(s, "machine.step_cost_ms", c.log);
    edit(s, "machine.limit_hz", c.log);
    edit(s, "machine.vsync", c.log);
    const std::string report = vsync_report(c.lab);
    row("", report, "What the driver said, and how many frames were really presented in the last second.");
    log_item(c.log, "vsync.report", report);
    hand_buttons(c);
}

} // namespace ui
