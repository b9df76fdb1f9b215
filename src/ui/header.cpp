// One line over everything: name, clocks, what is being played or recorded.
#include "ui/panels.hpp"

#include <fmt/format.h>

namespace ui
{

namespace
{

std::string playback_text(const lab::Playback& p, const lab::Lab& lab)
{
    const std::string name = p.name().substr(p.name().find_last_of('/') + 1);
    std::string text       = p.ended() ? fmt::format("{}: ended after {} frames", name, p.size())
                                       : fmt::format("{}: frame {} of {}", name, p.index(), p.size());
    if (p.rounds() > 0) text += fmt::format(", round {}", p.rounds() + 1);
    const timestep::Nanos behind = lab.pc().behind_recording();
    if (behind > timestep::Nanos::zero()) text += fmt::format(", {:.0f} ms behind", timestep::to_millis(behind));
    return text;
}

std::string middle_text(const lab::Lab& lab, const std::string& notice)
{
    if (!notice.empty()) return notice;
    if (lab.playback() != nullptr) return playback_text(*lab.playback(), lab);
    if (lab.recording()) return fmt::format("recording: {} frames (F9 stops)", lab.recorded().size());
    return "";
}

} // namespace

void header(const Context& c, const std::string& notice)
{
    ImGui::PushFont(bold());
    ImGui::TextUnformatted("Timestep Lab");
    ImGui::PopFont();
    ImGui::SameLine(0, 20 * c.scale);
    const std::string middle = middle_text(c.lab, notice);
    ImGui::TextDisabled("%s", middle.c_str());
    log_item(c.log, "header", middle);

    const auto& samples        = c.lab.lane().samples();
    const timestep::Nanos wall = samples.empty() ? timestep::Nanos{} : samples.back().wall;
    const std::string clocks   = fmt::format("{:6.1f} fps   wall {:.2f} s{}   F1 keys", c.lab.display.measured_hz,
                                             timestep::to_seconds(wall), c.lab.settings.paused ? "   PAUSED" : "");
    ImGui::PushFont(mono());
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(clocks.c_str()).x);
    ImGui::TextDisabled("%s", clocks.c_str());
    ImGui::PopFont();
}

} // namespace ui
