// Words on the stage: which loop runs, what it did, and the badges of what went wrong.
#include "ui/panels.hpp"

#include "lab/lane_verdict.hpp"
#include "lab/text.hpp"
#include "telemetry/metrics.hpp"
#include "view/contrast.hpp"
#include "view/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

using timestep::Nanos;

struct Badge
{
    std::string text;
    view::Colour colour;
};

// In the past that the stage stands still at, or the moment nearest to it that was kept.
Badge standstill(const Context& c, const lab::Moment& moment)
{
    const double at    = timestep::to_seconds(moment.sample.wall);
    const double apart = timestep::to_seconds(*c.lab.frozen() - moment.sample.wall);
    std::string text   = fmt::format("FROZEN at {:.3f} s", at);
    if (std::abs(apart) > 0.25) text += ", the nearest that was kept";
    return {text, c.theme.accent};
}

// The verdict is the last.
std::vector<Badge> badges_of(const Context& c, std::size_t i, const lab::Moment& moment)
{
    std::vector<Badge> badges;
    if (c.lab.frozen() && i == c.lab.selected()) badges.push_back(standstill(c, moment));
    const lab::LaneVerdict verdict = lab::verdict_of(c.lab.lane(i), moment);
    const bool well                = verdict.kind == lab::LaneVerdict::Kind::ok;
    badges.push_back({in_words(verdict), well                    ? c.theme.quiet
                                         : verdict.is_alarming() ? c.theme.alarm
                                                                 : c.theme.warning});
    return badges;
}

// One beside the other up to `right`, and then below; returns where the row after them begins.
float draw_badges(const Context& c, const std::vector<Badge>& badges, ImDrawList& ink, ImVec2 at, float right)
{
    const float pad    = 9 * c.scale;
    const float left   = at.x;
    const float height = ImGui::GetTextLineHeight() + 7 * c.scale;
    for (const Badge& b : badges)
    {
        const float width = ImGui::CalcTextSize(b.text.c_str()).x + 2 * pad;
        if (at.x + width > right && at.x > left) at = {left, at.y + height + 5 * c.scale};
        const ImVec2 far{at.x + width, at.y + height};
        const view::Colour ground = view::mix(c.theme.ground, b.colour, 0.18F);
        ink.AddRectFilled(at, far, packed(ground), height / 2);
        ink.AddRect(at, far, packed(b.colour), height / 2, 0, 1.4F * c.scale);
        ink.AddText({at.x + pad, at.y + 3.5F * c.scale}, packed(view::legible(b.colour, ground, c.theme.ink)),
                    b.text.c_str());
        at.x = far.x + 8 * c.scale;
    }
    return at.y + height + 3 * c.scale;
}

struct Name
{
    std::string text;
    view::Colour colour;
};

Name name_of(const lab::Lab& lab, std::size_t i) { return {lab.setup(i).name, colour_of_lane(lab, i)}; }

// What a strip's words have room for: the steps, and the two numbers that the eye sees.
std::vector<std::string> short_words(const telemetry::FrameSample& f)
{
    const auto ms     = [](Nanos time) { return fmt::format("{:.1f} ms", timestep::to_millis(time)); };
    std::string steps = f.plan.steps == 0 ? "no step" : fmt::format("{} x {}", f.plan.steps, ms(f.plan.dt));
    if (f.plan.tail.count() > 0) steps += " + " + ms(f.plan.tail);
    const Nanos age = telemetry::picture_age(f);
    return {ms(f.measured), steps, ms(std::chrono::abs(age)) + (age.count() < 0 ? " ahead" : " old")};
}

// In one line of that width.
std::string words_for(const telemetry::FrameSample& f, float width)
{
    ImGui::PushFont(mono());
    std::string text = shortened(lab::in_words(f), width);
    ImGui::PopFont();
    return text;
}

// Those lines that there is room for, up to `far`.
void words(const Context& c, ImDrawList& ink, ImVec2 at, ImVec2 far, const std::vector<std::string>& lines)
{
    ImGui::PushFont(mono());
    for (const std::string& line : lines)
    {
        if (at.y + ImGui::GetTextLineHeight() > far.y) break;
        if (at.x + ImGui::CalcTextSize(line.c_str()).x > far.x) continue;
        ink.AddText(at, packed(c.theme.quiet), line.c_str());
        at.y += ImGui::GetTextLineHeight() + 1 * c.scale;
    }
    ImGui::PopFont();
}

// The name, the verdict, and what the last frame bought: in a strip one below the other, left of the scene.
void lane_overlay(const Context& c, ImDrawList& ink, std::size_t i, const view::Rect& area)
{
    const lab::Lane& lane = c.lab.lane(i);
    if (lane.samples().empty()) return;
    const lab::Moment moment        = c.lab.shown(i);
    const std::vector<Badge> badges = badges_of(c, i, moment);
    const bool strip                = view::scene_area(area).x > area.x;
    const Name name                 = name_of(c.lab, i);
    const float x                   = area.x + 14 * c.scale;
    const float right               = area.x + area.w - 10 * c.scale;
    float y                         = area.y + (strip ? 5 : 10) * c.scale;

    ImGui::PushFont(bold());
    ink.AddText({x, y}, packed(view::legible(name.colour, c.theme.ground, c.theme.ink)), name.text.c_str());
    const float beside = x + ImGui::CalcTextSize(name.text.c_str()).x + 14 * c.scale;
    const float line   = ImGui::GetTextLineHeight() + 3 * c.scale;
    ImGui::PopFont();
    y += line;
    if (strip)
        y = draw_badges(c, badges, ink, {x - 4 * c.scale, y}, view::scene_area(area).x);
    else
        draw_badges(c, badges, ink, {beside, y - line - 3 * c.scale}, right);
    c.log.push_back({fmt::format("verdict.{}", name.text), area, badges.back().text});
    c.log.push_back(
        {fmt::format("shown.{}", name.text), area, fmt::format("{:.6f} s", timestep::to_seconds(moment.sample.wall))});
    const telemetry::FrameSample& last = moment.sample;
    if (!std::isfinite(last.shown_x)) return; // nothing of it means anything
    words(c, ink, {x, y}, {strip ? view::scene_area(area).x : right, area.bottom() - 3 * c.scale},
          strip ? short_words(last) : std::vector{words_for(last, right - x)});
}

// Of four bars, a pixel wide: as a blurred outline it would be three.
void outline(ImDrawList& ink, const view::Rect& r, view::Colour line)
{
    const ImU32 colour = packed(line);
    ink.AddRectFilled({r.x, r.y}, {r.right(), r.y + 1}, colour);
    ink.AddRectFilled({r.x, r.bottom() - 1}, {r.right(), r.bottom()}, colour);
    ink.AddRectFilled({r.x, r.y + 1}, {r.x + 1, r.bottom() - 1}, colour);
    ink.AddRectFilled({r.right() - 1, r.y + 1}, {r.right(), r.bottom() - 1}, colour);
}

void frame_of(const Context& c, ImDrawList& ink, std::size_t i, const view::Rect& area)
{
    const bool selected     = c.lab.lanes() > 1 && c.lab.selected() == i;
    const view::Colour line = selected ? view::faded(name_of(c.lab, i).colour, 0.8F) : c.theme.line;
    outline(ink, area, line);
}

} // namespace

view::Colour colour_of_lane(const lab::Lab& lab, std::size_t lane)
{
    return view::loop_colour(lab.setup(lane).settings.loop.preset);
}

void stage_overlay(const Context& c, const view::Rect& stage)
{
    ImDrawList& ink  = *ImGui::GetBackgroundDrawList();
    const auto areas = lane_areas(stage, c.lab);
    for (std::size_t i = 0; i < areas.size(); ++i)
    {
        const view::Rect& area = areas[i];
        ink.PushClipRect({area.x, area.y}, {area.x + area.w, area.y + area.h});
        lane_overlay(c, ink, i, area);
        frame_of(c, ink, i, area);
        ink.PopClipRect();
        c.log.push_back({fmt::format("lane.{}", name_of(c.lab, i).text), area, c.lab.selected() == i ? "on" : "off"});
    }
    const view::Rect& first = areas[c.lab.selected()];
    if (const auto grip = view::grip_of(c.lab.lane(), first, c.lab.settings.view.lens))
        c.log.push_back({"stage.ball", {grip->at.x, grip->at.y, grip->radius, grip->radius}, ""});
}

} // namespace ui
