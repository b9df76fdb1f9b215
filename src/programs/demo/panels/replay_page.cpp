// The page of a replay: its time bar, and the distance to a second run with other settings ("what if").
#include "lab/stage/replay_stage.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace demo
{

namespace
{

using timestep::Nanos;

struct ReplayView
{
    draw::Picture& picture;
    const Context& c;
    const lab::ReplayStory& story;
    draw::TimeAxis axis;
    draw::Rect bar;
    draw::Rect curve;

    float px(float points) const { return points * c.scale; }
};

// Height 0 to 1 for a distance in metres, logarithmic from 1e-6 m to 10 m, so that the start of a difference is
// visible.
float height_of(double distance)
{
    return static_cast<float>(std::clamp((std::log10(std::max(distance, 1e-9)) + 6.0) / 7.0, 0.0, 1.0));
}

void draw_curve(const ReplayView& p)
{
    const auto& theme = p.c.theme;
    constexpr std::array scale{std::pair{1.0, "1 m"}, std::pair{1e-3, "1 mm"}, std::pair{1e-6, "1 um"}};
    float above = -1e9F; // height of the last label; labels that would lie over it are left out
    for (const auto& [power, name] : scale)
    {
        const float y = p.curve.bottom() - height_of(power) * p.curve.h;
        if (y - above < p.px(16)) continue;
        above = y;
        p.picture.line({p.curve.x, y}, {p.curve.right(), y}, p.px(1), theme.line);
        p.picture.write(
            {{p.curve.x - p.px(6), y - p.px(9)}, name, theme.quiet, draw::Align::right, draw::Font::figures});
    }
    std::optional<draw::Point> before;
    const auto& all        = p.story.distances;
    const std::size_t step = std::max<std::size_t>(all.size() / 600, 1);
    for (std::size_t i = 0; i < all.size(); i += step)
    {
        const draw::Point at{p.axis.x(all[i].at), p.curve.bottom() - height_of(all[i].x) * p.curve.h};
        if (before) p.picture.line(*before, at, p.px(2), theme.alarm);
        before = at;
    }
}

void draw_bar(const ReplayView& p)
{
    const auto& theme = p.c.theme;
    p.picture.box(p.bar, p.px(5), theme.raised);
    const float at = p.axis.x(p.story.at);
    p.picture.box({p.bar.x, p.bar.y, std::max(at - p.bar.x, 1.0F), p.bar.h}, p.px(5),
                  draw::mix(theme.raised, theme.accent, 0.6F));
    if (p.story.fork_start)
    {
        const float fork = p.axis.x(*p.story.fork_start);
        p.picture.box({fork, p.bar.y, std::max(at - fork, 1.0F), p.bar.h}, p.px(2),
                      draw::mix(theme.raised, theme.warning, 0.6F));
        p.picture.line({fork, p.bar.y - p.px(4)}, {fork, p.curve.bottom()}, p.px(2), theme.warning);
    }
    if (p.story.diverged_at)
    {
        const float parted = p.axis.x(*p.story.diverged_at);
        p.picture.line({parted, p.bar.y - p.px(4)}, {parted, p.curve.bottom()}, p.px(2), theme.alarm);
        p.picture.write({{parted + p.px(6), p.bar.bottom() + p.px(1)},
                         fmt::format("tick {} differs", p.story.first_different_step),
                         theme.alarm});
    }
    p.picture.line({at, p.bar.y - p.px(5)}, {at, p.curve.bottom()}, p.px(2), theme.ink);
    p.picture.disc({at, p.bar.y + p.bar.h / 2}, p.px(8), theme.ink);
}

void draw_scale(const ReplayView& p, float y)
{
    const draw::Ticks ticks = draw::ticks_of(p.axis, p.px(80));
    for (const draw::Tick& tick : ticks.ticks)
        if (!tick.text.empty())
            p.picture.write(
                {{p.axis.x(tick.at), y}, tick.text, p.c.theme.quiet, draw::Align::centre, draw::Font::figures});
}

std::string said_of(const lab::ReplayStory& s)
{
    std::string text = fmt::format("{:.2f} of {:.2f} s", timestep::to_seconds(s.at), timestep::to_seconds(s.length));
    text += s.first_difference ? "; " + *s.first_difference
                               : fmt::format("; {} {} checked, all as recorded", s.compared_hashes,
                                             s.compared_hashes == 1 ? "state" : "states");
    if (s.fork_start) text += fmt::format("; what if {} from {:.2f} s", s.what_if, timestep::to_seconds(*s.fork_start));
    if (s.fork_start && !s.distances.empty()) text += fmt::format("; now {:.4g} m apart in x", s.distances.back().x);
    return text;
}

void buttons(const Context& c, lab::ReplayStage& replay)
{
    const float width = 116 * c.scale;
    if (draw_button(c.lab.settings.paused ? "Play  Space" : "Pause  Space", "Pauses or continues the replay.", c.log,
                    width))
        c.lab.settings.paused = !c.lab.settings.paused;
    ImGui::SameLine();
    if (draw_button(
            "What if...  W",
            "Runs the replay from here on with the present loop, rate, integrator, delay and other settings, side "
            "by side with the original.",
            c.log, width, draw::mix(c.theme.raised, c.theme.warning, 0.35F)))
        replay.fork(c.lab);
    if (replay.story().forked)
    {
        ImGui::SameLine();
        if (draw_button("As it was", "Ends the comparison; the replay continues alone.", c.log, width)) replay.join();
    }
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const std::string said = said_of(replay.story());
    draw_grey_text(shortened(said, ImGui::GetContentRegionAvail().x));
    log_item(c.log, "replay.story", said);
}

// The longest that fits into `width` points; none during a comparison.
std::string_view hint_for(const lab::ReplayStory& story, float width)
{
    constexpr std::array<std::string_view, 3> hints{
        "change loop, rate, integrator, delay or a knob, then ask: what if?", "change a setting, then ask: what if?",
        ""};
    const auto fits = [&](std::string_view text) { return width_of(text) <= width; };
    return story.fork_start ? std::string_view{} : *std::ranges::find_if(hints, fits);
}

void scrub(const Context& c, const ReplayView& p)
{
    if (!ImGui::IsItemActive()) return;
    const Nanos to           = std::clamp(p.axis.time(ImGui::GetIO().MousePos.x), Nanos::zero(), p.story.length);
    c.lab.settings.replay_at = timestep::to_seconds(to);
}

} // namespace

void draw_replay_page(const Context& c, lab::ReplayStage& replay)
{
    buttons(c, replay);
    const draw::Rect area = available_area();
    if (area.w < 180 || area.h < 60) return;
    const float s = c.scale, left = area.x + 56 * s, width = area.w - 76 * s;
    draw::Picture& picture = c.state.replay;
    picture.clear(area, c.theme.ground);
    const Nanos length = std::max(replay.story().length, Nanos{1'000'000});
    const ReplayView page{picture,
                          c,
                          replay.story(),
                          {{Nanos::zero(), length}, left, left + width},
                          {left, area.y + 10 * s, width, 12 * s},
                          {left, area.y + 44 * s, width, std::max(area.h - 70 * s, 8.0F)}};
    ImGui::InvisibleButton("scrubber", {area.w, area.h});
    log_item(c.log, "replay.scrubber", fmt::format("{:.3f}", timestep::to_seconds(replay.story().at)));
    scrub(c, page);
    draw_curve(page);
    draw_bar(page);
    draw_scale(page, area.bottom() - 20 * s);
    const std::string_view hint = hint_for(replay.story(), width);
    picture.write({{left, area.y + 26 * s}, std::string{hint}, c.theme.quiet});
    draw_picture(picture, *ImGui::GetWindowDrawList());
}

} // namespace demo
