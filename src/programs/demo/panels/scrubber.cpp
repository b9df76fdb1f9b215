// Draws a strip below the loops' pictures if the loops get their frame times from a recording. The strip shows the
// recording's frame times, its hitches (very long frames), and the present frame. A click continues the recording at
// the time under the mouse.
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace demo
{

namespace
{

constexpr float strip_height = 34;

// Draws a bar for each column of the strip, as high as the column's longest frame, and marks the hitches (very long
// frames). The scale is logarithmic, so that short frames are visible beside a long hitch.
void frames_of(const Context& c, const Scrub& scrub, const draw::Rect& r)
{
    ImDrawList& ink   = *ImGui::GetWindowDrawList();
    const float top   = std::log2(1.0F + std::max(scrub.most_ms / std::max(scrub.usual_ms, 0.001F), 2.0F));
    const float width = r.w / static_cast<float>(scrub.longest_ms.size());
    for (std::size_t i = 0; i < scrub.longest_ms.size(); ++i)
    {
        const float times  = scrub.longest_ms[i] / std::max(scrub.usual_ms, 0.001F);
        const float height = r.h * std::clamp(std::log2(1.0F + times) / top, 0.04F, 1.0F);
        const float x      = r.x + static_cast<float>(i) * width;
        ink.AddRectFilled({x, r.bottom() - height}, {x + std::max(width, 1.0F), r.bottom()},
                          packed(draw::faded(c.theme.accent, 0.45F)));
    }
    for (const float hitch : scrub.hitches)
    {
        const float x = r.x + hitch * r.w;
        ink.AddRectFilled({x - 1 * c.scale, r.y}, {x + 1 * c.scale, r.bottom()}, packed(c.theme.alarm));
        ink.AddTriangleFilled({x - 4 * c.scale, r.y}, {x + 4 * c.scale, r.y}, {x, r.y + 6 * c.scale},
                              packed(c.theme.alarm));
    }
}

void cursor(const Context& c, const draw::Rect& r, double share)
{
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    const float x   = r.x + static_cast<float>(share) * r.w;
    ink.AddRectFilled({x - 1.5F * c.scale, r.y - 3 * c.scale}, {x + 1.5F * c.scale, r.bottom() + 3 * c.scale},
                      packed(c.theme.ink), 1.5F * c.scale);
}

void strip(const Context& c, const lab::Playback& playback)
{
    const Scrub& scrub = c.card.scrub;
    const float stop   = 64 * c.scale;
    const ImVec2 at    = ImGui::GetCursorScreenPos();
    const float width  = ImGui::GetContentRegionAvail().x - stop - 8 * c.scale;
    const draw::Rect r{at.x, at.y, width, strip_height * c.scale};
    ImGui::InvisibleButton("strip", {r.w, r.h});
    const double share = scrub.share_of(playback.index());
    log_item(c.log, "scrubber", fmt::format("{:.4f}", share));
    tooltip(fmt::format("{} frames in {:.1f} s, {} hitches marked. A click goes there.", playback.size(), scrub.seconds,
                        scrub.hitches.size()));
    frames_of(c, scrub, r);
    cursor(c, r, share);
    const float under = (ImGui::GetIO().MousePos.x - r.x) / std::max(r.w, 1.0F);
    if (ImGui::IsItemActive())
        c.card.requests.emplace_back(card_request::Seek{scrub.frame_at(static_cast<double>(under))});
    ImGui::SameLine(0, 8 * c.scale);
    const float space = (r.h - ImGui::GetFrameHeight()) / 2;
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::max(space, 0.0F));
    if (button("Stop it", "Back to the frames of this PC.", c.log, stop))
        c.card.requests.emplace_back(card_request::Stop{});
}

} // namespace

void scrubber(const Context& c, const draw::Rect& stage)
{
    const lab::Playback* playback = c.lab.playback();
    if (playback == nullptr || playback->ended() || c.card.scrub.empty() || c.lab.settings.mode != lab::Mode::live)
        return;
    if (!c.lab.settings.view.panels || stage.h < 160 * c.scale) return;
    const float margin = 12 * c.scale;
    ImGui::SetNextWindowPos({stage.x + margin, stage.bottom() - margin}, ImGuiCond_Always, {0.0F, 1.0F});
    ImGui::SetNextWindowSize({stage.w - 2 * margin, 0});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour(draw::faded(c.theme.panel, 0.97F)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * c.scale, 7 * c.scale});
    constexpr int flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                          ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;
    if (ImGui::Begin("scrubber", nullptr, flags)) strip(c, *playback);
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

} // namespace demo
