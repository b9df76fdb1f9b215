// Draws a strip below the loops' pictures if the loops get their frame times from a recording. The strip shows the
// recording's frame times, its hitches, the present frame, and other recordings as lines. A click continues the
// recording at the time under the mouse. A drag selects a part of the recording; then a card shows the best loops for
// this part alone.
#include "programs/demo/panels/panels.hpp"

#include "draw/shapes/theme.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace demo
{

namespace
{

constexpr float strip_height = 34;

constexpr float least_drag = 6; // a shorter way of the mouse, in pixels, is a click

// Returns the height, in points, at which a frame time of `ms` milliseconds is drawn in the strip `r`. The scale is
// logarithmic, so that short frames are visible beside a long hitch.
float height_of(float ms, const Scrub& scrub, const draw::Rect& r)
{
    const float usual = std::max(scrub.usual_ms, 0.001F);
    const float top   = std::log2(1.0F + std::max(scrub.most_ms / usual, 2.0F));
    return r.h * std::clamp(std::log2(1.0F + ms / usual) / top, 0.04F, 1.0F);
}

// Draws a bar for each column of the strip, as high as the column's longest frame, and marks the hitches.
void frames_of(const Context& c, const Scrub& scrub, const draw::Rect& r)
{
    ImDrawList& ink   = *ImGui::GetWindowDrawList();
    const float width = r.w / static_cast<float>(scrub.longest_ms.size());
    for (std::size_t i = 0; i < scrub.longest_ms.size(); ++i)
    {
        const float height = height_of(scrub.longest_ms[i], scrub, r);
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

// Draws the other recordings as lines, with their names at the upper edge.
void overlays(const Context& c, const Scrub& scrub, const draw::Rect& r)
{
    ImDrawList& ink   = *ImGui::GetWindowDrawList();
    const float width = r.w / static_cast<float>(scrub.longest_ms.size());
    float name_x      = r.x + 4 * c.scale;
    for (std::size_t k = 0; k < c.card.overlays.size(); ++k)
    {
        const ScrubOverlay& overlay = c.card.overlays[k];
        const draw::Colour own      = draw::legible(draw::loop_colour(k + 1), c.theme.panel, c.theme.ink);
        for (std::size_t i = 0; i < overlay.longest_ms.size(); ++i)
            if (overlay.longest_ms[i] > 0.0F)
                ink.PathLineTo({r.x + (static_cast<float>(i) + 0.5F) * width,
                                r.bottom() - height_of(overlay.longest_ms[i], scrub, r)});
        ink.PathStroke(packed(own), 0, 1.4F * c.scale);
        const std::string name = shortened(overlay.name, r.w * 0.3F);
        ink.AddText({name_x, r.y}, packed(own), name.c_str());
        name_x += ImGui::CalcTextSize(name.c_str()).x + 14 * c.scale;
        log_item(c.log, fmt::format("scrubber.overlay.{}", k), overlay.name);
    }
}

// After a click, continues the recording at the time under the mouse. During a drag, draws the selected part of the
// recording; at its end, requests the card that shows the best loops for this part alone. The recording is not changed.
void click_or_cut(const Context& c, const Scrub& scrub, const draw::Rect& r)
{
    const auto share_at = [&](float x) { return std::clamp((x - r.x) / std::max(r.w, 1.0F), 0.0F, 1.0F); };
    const float start = share_at(ImGui::GetIO().MouseClickedPos[0].x), now = share_at(ImGui::GetIO().MousePos.x);
    const bool is_drag    = std::abs(now - start) * r.w > least_drag * c.scale;
    const auto [from, to] = std::minmax(start, now);
    if (is_drag && ImGui::IsItemDeactivated())
        c.card.requests.emplace_back(card_request::Cut{static_cast<double>(from), static_cast<double>(to)});
    if (!ImGui::IsItemActive()) return;
    if (!is_drag)
    {
        c.card.requests.emplace_back(card_request::Seek{scrub.frame_at(static_cast<double>(now))});
        return;
    }
    const std::string part = fmt::format("{:.1f} to {:.1f} s", static_cast<double>(from) * scrub.seconds,
                                         static_cast<double>(to) * scrub.seconds);
    ImDrawList& ink        = *ImGui::GetWindowDrawList();
    ink.AddRectFilled({r.x + from * r.w, r.y}, {r.x + to * r.w, r.bottom()}, packed(draw::faded(c.theme.ink, 0.25F)));
    ink.AddText({r.x + from * r.w + 4 * c.scale, r.y}, packed(c.theme.ink), part.c_str());
    log_item(c.log, "scrubber.part", part);
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
    const Scrub& scrub  = c.card.scrub;
    const float stop    = 64 * c.scale;
    const ImVec2 at     = ImGui::GetCursorScreenPos();
    const float buttons = (c.card.plays_part ? 2.0F : 1.0F) * (stop + 8 * c.scale);
    const float width   = ImGui::GetContentRegionAvail().x - buttons;
    const draw::Rect r{at.x, at.y, width, strip_height * c.scale};
    ImGui::InvisibleButton("strip", {r.w, r.h});
    const double share = scrub.share_of(playback.index());
    log_item(c.log, "scrubber", fmt::format("{:.4f}", share));
    tooltip(fmt::format("{} frames in {:.1f} s, {} {} marked. A click goes there; a drag cuts a part out.",
                        playback.size(), scrub.seconds, scrub.hitches.size(),
                        scrub.hitches.size() == 1 ? "hitch" : "hitches"));
    frames_of(c, scrub, r);
    cursor(c, r, share);
    click_or_cut(c, scrub, r);
    overlays(c, scrub, r);
    ImGui::SameLine(0, 8 * c.scale);
    const float space = (r.h - ImGui::GetFrameHeight()) / 2;
    const float y     = ImGui::GetCursorPosY() + std::max(space, 0.0F);
    ImGui::SetCursorPosY(y);
    if (c.card.plays_part)
    {
        if (button("Whole", "Plays the whole recording again.", c.log, stop))
            c.card.requests.emplace_back(card_request::Whole{});
        ImGui::SameLine(0, 8 * c.scale);
        ImGui::SetCursorPosY(y);
    }
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
