// The heading of each lane over its picture: name, verdict, and the explanation of the verdict.
#include "base/number.hpp"
#include "lab/lessons/glossary.hpp"
#include "lab/lessons/lesson_runs.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/stage/lesson_stage.hpp"
#include "programs/demo/panels/panels.hpp"
#include "views/network.hpp"
#include "views/stage.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace demo
{

namespace
{

using timestep::Nanos;

// Lines through points of a square from (0, 0), its upper left corner, to (1, 1).
using Sign = std::vector<std::vector<draw::Point>>;

struct Badge
{
    std::string text;
    draw::Colour colour;
    Sign sign{};
};

constexpr float full_turn = 2 * std::numbers::pi_v<float>;

// An arc of the circle in this square, clockwise. The angles are shares of a turn from the top.
std::vector<draw::Point> arc(float from, float to)
{
    constexpr int pieces = 16;
    std::vector<draw::Point> points;
    for (int i = 0; i <= pieces; ++i)
    {
        const float turn = full_turn * (from + (to - from) * static_cast<float>(i) / pieces);
        points.push_back({0.5F + 0.5F * std::sin(turn), 0.5F - 0.5F * std::cos(turn)});
    }
    return points;
}

// A check mark, a clock (late), an hourglass (slow), a double arrow (fast), a zigzag line (uneven), an arrow through a
// wall, a dashed circle (gone), or a cross.
Sign sign_of(const lab::LaneVerdict& verdict)
{
    using enum lab::LaneVerdict::Kind;
    switch (verdict.kind)
    {
    case started: return {};
    case ok:
    case different: return {{{0.1F, 0.55F}, {0.4F, 0.85F}, {0.95F, 0.15F}}};
    case uneven: return {{{0, 0.6F}, {0.2F, 0.2F}, {0.4F, 0.8F}, {0.6F, 0.1F}, {0.8F, 0.75F}, {1, 0.4F}}};
    case late: return {arc(0, 1), {{0.5F, 0.2F}, {0.5F, 0.5F}, {0.72F, 0.62F}}};
    case spiral:
    case slow: return {{{0.15F, 0}, {0.85F, 0}, {0.15F, 1}, {0.85F, 1}, {0.15F, 0}}};
    case fast: return {{{0, 0.1F}, {0.45F, 0.5F}, {0, 0.9F}}, {{0.5F, 0.1F}, {0.95F, 0.5F}, {0.5F, 0.9F}}};
    case gone: return {arc(0, 0.15F), arc(0.25F, 0.4F), arc(0.5F, 0.65F), arc(0.75F, 0.9F)};
    case failed:
        if (verdict.failed->count == sim::event::tunnelled.count)
            return {{{0.5F, 0}, {0.5F, 0.3F}},
                    {{0.5F, 0.7F}, {0.5F, 1}},
                    {{-0.1F, 0.5F}, {1.1F, 0.5F}},
                    {{0.85F, 0.25F}, {1.1F, 0.5F}, {0.85F, 0.75F}}};
        break;
    case wrong:
    case exploding: break;
    }
    return {{{0.1F, 0.1F}, {0.9F, 0.9F}}, {{0.1F, 0.9F}, {0.9F, 0.1F}}};
}

void draw_sign(const Context& c, const Sign& sign, ImDrawList& draw_list, ImVec2 at, float size, ImU32 colour)
{
    for (const std::vector<draw::Point>& points : sign)
    {
        for (const draw::Point p : points) draw_list.PathLineTo({at.x + size * p.x, at.y + size * p.y});
        draw_list.PathStroke(colour, 0, 1.8F * c.scale);
    }
}

// Not every frame is stored: the nearest one can be more than 0.25 s from the chosen time.
Badge standstill(const Context& c, const scenes::Moment& moment)
{
    const double at    = timestep::to_seconds(moment.sample.wall);
    const double apart = timestep::to_seconds(*c.lab.frozen() - moment.sample.wall);
    std::string text   = fmt::format("FROZEN at {:.3f} s", at);
    if (std::abs(apart) > 0.25) text += ", the nearest that was kept";
    return {text, c.theme.accent};
}

// The last badge is the verdict.
std::vector<Badge> badges_of(const Context& c, std::size_t i, const scenes::Moment& moment,
                             const lab::LaneVerdict& verdict)
{
    std::vector<Badge> badges;
    if (c.lab.frozen() && i == c.lab.selected() && c.lab.shown_proof() == nullptr)
        badges.push_back(standstill(c, moment));
    if (c.lab.settings.paused && !c.lab.frozen() && i == c.lab.selected())
        badges.push_back({"PAUSED, Space goes on", c.theme.warning});
    if (c.lab.instant_replay(i) && !c.lab.frozen())
        badges.push_back({"REPLAY at 0.4x, any key ends it", c.theme.accent});
    const bool is_judged       = lab::is_judged(c.lab.settings.mode, verdict);
    const draw::Colour failure = verdict.is_alarming() ? c.theme.alarm : c.theme.warning;
    badges.push_back({badge_text(c.lab.settings.mode, verdict),
                      verdict.is_well() || !is_judged ? c.theme.quiet : failure,
                      is_judged ? sign_of(verdict) : Sign{}});
    return badges;
}

// Begins a new row at the x coordinate `right`. Returns the y coordinate of the next free row.
float draw_badges(const Context& c, const std::vector<Badge>& badges, ImDrawList& draw_list, ImVec2 at, float right)
{
    const float pad    = 9 * c.scale;
    const float left   = at.x;
    const float height = ImGui::GetTextLineHeight() + 7 * c.scale;
    const float size   = 0.9F * ImGui::GetFontSize(); // of a sign
    for (const Badge& b : badges)
    {
        std::string text = b.text;
        const float sign = b.sign.empty() ? 0.0F : size + 8 * c.scale;
        if (width_of(text) + sign + 2 * pad > right - left) text = text.substr(0, text.find(','));
        const float width = width_of(text) + sign + 2 * pad;
        if (at.x + width > right && at.x > left) at = {left, at.y + height + 5 * c.scale};
        const ImVec2 far{at.x + width, at.y + height};
        const draw::Colour ground = draw::mix(c.theme.ground, b.colour, 0.18F);
        draw_list.AddRectFilled(at, far, to_imu32(ground), height / 2);
        draw_list.AddRect(at, far, to_imu32(b.colour), height / 2, 0, 1.4F * c.scale);
        const ImU32 colour = to_imu32(draw::legible(b.colour, ground, c.theme.ink));
        draw_sign(c, b.sign, draw_list, {at.x + pad, at.y + (height - size) / 2}, size, colour);
        draw_list.AddText({at.x + pad + sign, at.y + 3.5F * c.scale}, colour, text.c_str());
        at.x = far.x + 8 * c.scale;
    }
    return at.y + height + 3 * c.scale;
}

// For an area that is too low for badges below the name, which is `width` points wide.
void write_beside(const Context& c, const std::vector<Badge>& badges, ImDrawList& draw_list, ImVec2 at, float width,
                  float right)
{
    const float gap = 8 * c.scale;
    float x         = at.x + width + gap;
    for (const Badge& b : badges)
    {
        const std::string text = shortened(b.text, right - x);
        const ImVec2 size      = ImGui::CalcTextSize(text.c_str());
        draw_list.AddRectFilled({at.x, at.y}, {x + size.x + gap, at.y + size.y}, to_imu32(c.theme.ground));
        draw_text(draw_list, {x, at.y}, draw::legible(b.colour, c.theme.ground, c.theme.ink), text);
        x += size.x + gap;
        if (text != b.text) return;
    }
}

struct Name
{
    std::string text;
    draw::Colour colour;
};

Name name_of(const lab::Lab& lab, std::size_t i) { return {lab.setup(i).name, colour_of_lane(lab, i)}; }

std::string tell(const Context& c, std::size_t i, const scenes::Moment& moment, const lab::LaneVerdict& verdict)
{
    if (!is_judged(c.lab.settings.mode, verdict))
        return "a replay repeats the recorded steps; only failures are judged";
    return lab::story_of(c.lab.lane(i), moment.sample, verdict);
}

const KeptStory& story_of(const Context& c, std::size_t i, const scenes::Moment& moment)
{
    constexpr Nanos readable{400'000'000};
    KeptStory& kept                = c.state.stories[i];
    const Nanos wall               = moment.sample.wall;
    const lab::LaneVerdict verdict = lab::verdict_of(c.lab.lane(i), moment);
    // The tally beside the badge counts passes through the wall at once, too.
    const bool is_counted = verdict.failed != nullptr && verdict.failed->count == &sim::Events::tunnelled;
    if (kept.verdict.kind != verdict.kind || (is_counted && kept.verdict.amount != verdict.amount) ||
        kept.name != c.lab.setup(i).name || std::chrono::abs(wall - kept.at) > readable || c.lab.frozen())
        kept = {wall, c.lab.setup(i).name, verdict, tell(c, i, moment, verdict)};
    return kept;
}

// If the lines do not fit, writes only the part before the first colon or semicolon, then one line with an ellipsis, or
// nothing. Returns the y coordinate below the text.
float words(const Context& c, ImDrawList& draw_list, ImVec2 at, ImVec2 far, const std::string& text)
{
    const float width = far.x - at.x;
    if (width < 60 * c.scale) return at.y;
    for (const std::string& said : {text, text.substr(0, text.find_first_of(":;")), shortened(text, width)})
    {
        const std::string lines = wrapped_text(said, width);
        const ImVec2 size       = ImGui::CalcTextSize(lines.c_str());
        if (at.y + size.y > far.y) continue;
        draw_text(draw_list, at, c.theme.quiet, lines);
        return at.y + size.y;
    }
    return at.y;
}

void explain_terms(const draw::Rect& place, const std::string& text)
{
    const ImVec2 mouse = ImGui::GetMousePos();
    if (ImGui::GetIO().WantCaptureMouse || !place.contains({mouse.x, mouse.y})) return;
    std::string meanings;
    for (const lab::Term* term : lab::terms_in(text)) meanings += (meanings.empty() ? "" : "\n\n") + term->text;
    if (!meanings.empty()) show_tooltip(meanings);
}

// The frame time and the number of steps of a frame.
void bought(const Context& c, ImDrawList& draw_list, ImVec2 at, float right, const telemetry::FrameSample& f)
{
    ImGui::PushFont(mono_font());
    const std::string text = shortened(lab::in_words(f), right - at.x);
    const ImVec2 size      = ImGui::CalcTextSize(text.c_str());
    draw_list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, to_imu32(c.theme.ground));
    draw_text(draw_list, at, c.theme.quiet, text);
    ImGui::PopFont();
}

// In at least one of the last 60 frames.
bool carries(const telemetry::Frames& frames)
{
    constexpr std::size_t looked_at = 60;
    const telemetry::Frames last    = frames.from(frames.size() - std::min(frames.size(), looked_at));
    for (std::size_t i = 0; i < last.size(); ++i)
        if (last[i].plan.carried > Nanos::zero()) return true;
    return false;
}

// The accumulator as a bucket, which a step empties. The level is carried time / step size.
void bucket(const Context& c, ImDrawList& draw_list, ImVec2 at, ImVec2 far, const timestep::StepPlan& plan)
{
    const float width  = 30 * c.scale;
    const float height = 36 * c.scale;
    if (at.y + height > far.y || plan.dt <= Nanos::zero()) return;
    const double full = timestep::to_seconds(plan.carried) / timestep::to_seconds(plan.dt);
    const std::string waits =
        fmt::format("for the next step:\n{} of {}", base::time_text(plan.carried), base::time_text(plan.dt));
    const float text   = width_of(waits);
    const float beside = at.x + width + 10 * c.scale;
    if (beside + text > far.x) return;
    draw_list.AddRectFilled({at.x - 3 * c.scale, at.y - 3 * c.scale},
                            {beside + text + 3 * c.scale, at.y + height + 3 * c.scale}, to_imu32(c.theme.ground));
    const float level = at.y + height * static_cast<float>(1.0 - std::clamp(full, 0.0, 1.0));
    draw_list.AddRectFilled({at.x, level}, {at.x + width, at.y + height}, to_imu32(draw::faded(c.theme.accent, 0.7F)));
    const std::array<ImVec2, 4> sides{at, {at.x, at.y + height}, {at.x + width, at.y + height}, {at.x + width, at.y}};
    draw_list.AddPolyline(sides.data(), 4, to_imu32(c.theme.metal), 0, 1.5F * c.scale);
    draw_text(draw_list, {beside, at.y + 2 * c.scale}, c.theme.quiet, waits);
}

// In a low, wide lane, the texts are to the left of the scene.
void lane_overlay(const Context& c, ImDrawList& draw_list, std::size_t i, const draw::Rect& area)
{
    const lab::Lane& lane = c.lab.lane(i);
    if (lane.samples().empty()) return;
    // An instant replay shows older frames, but the verdict is always about the newest frame.
    const scenes::Moment moment     = c.lab.instant_replay(i) ? lane.newest() : c.lab.shown_moment(i);
    const KeptStory& kept           = story_of(c, i, moment);
    const lab::LaneVerdict& verdict = kept.verdict;
    const std::string& story        = kept.story;
    const std::vector<Badge> badges = badges_of(c, i, moment, verdict);
    const draw::Rect scene          = views::scene_area(area, c.scale);
    const bool strip                = scene.x > area.x;
    const Name name                 = name_of(c.lab, i);
    const float x                   = area.x + 14 * c.scale;
    const float right               = area.x + area.w - 10 * c.scale;
    float y                         = area.y + (strip ? 5 : 10) * c.scale;

    ImGui::PushFont(bold_font());
    const float width  = width_of(name.text);
    const float beside = x + width + 14 * c.scale;
    const float line   = ImGui::GetTextLineHeight() + 3 * c.scale;
    const bool low     = strip && area.h < 2.5F * line; // too low for the name and a badge below it
    if (low) y = area.y + std::max((area.h - line) / 2, 0.0F);
    if (low) write_beside(c, badges, draw_list, {x, y}, width, area.x + 0.6F * area.w);
    draw_text(draw_list, {x, y}, draw::legible(name.colour, c.theme.ground, c.theme.ink), name.text);
    ImGui::PopFont();
    y += line;
    if (low)
        y = area.bottom();
    else if (strip)
        y = draw_badges(c, badges, draw_list, {x - 4 * c.scale, y}, scene.x);
    else
        draw_badges(c, badges, draw_list, {beside, y - line - 3 * c.scale}, right);
    c.log.push_back({fmt::format("verdict.{}", name.text), area, badges.back().text});
    c.log.push_back(
        {fmt::format("shown.{}", name.text), area, fmt::format("{:.6f} s", timestep::to_seconds(moment.sample.wall))});
    c.log.push_back({fmt::format("story.{}", name.text), area, story});
    // Above the scene, the right half is for the tally of the bounces and the clocks.
    const float above  = area.w < 1250 * c.scale ? right : area.x + 0.5F * area.w;
    const float end    = strip ? scene.x : above;
    const float top    = y;
    const float bodies = area.y + 0.27F * area.h; // bodies are drawn below it
    // Lower end of the text. If the text is above the scene, it ends above the bodies, but always gets one line.
    const float foot =
        strip ? area.bottom() - 3 * c.scale
              : std::min(std::max(y + 1.2F * ImGui::GetTextLineHeight(), bodies), area.bottom() - 3 * c.scale);
    y = words(c, draw_list, {x, y}, {end, foot}, story);
    explain_terms({x, top, end - x, y - top}, fmt::format("{}: {}: {}", name.text, in_words(verdict), story));
    const bool close_look = std::isfinite(moment.sample.shown_x) && (c.lab.frozen() || c.lab.settings.paused);
    if (close_look && !strip)
    {
        bought(c, draw_list, {x, y + 2 * c.scale}, right, moment.sample);
        y += ImGui::GetTextLineHeight();
    }
    if (carries(telemetry::Frames{lane.samples()}))
        bucket(c, draw_list, {x, y + 10 * c.scale}, {end, strip ? area.bottom() - 8 * c.scale : bodies},
               moment.sample.plan);
}

// One pixel wide. Dear ImGui's own outline would be blurred to three pixels.
void outline(ImDrawList& draw_list, draw::Rect r, draw::Colour line)
{
    const ImU32 colour = to_imu32(line);
    r                  = {std::floor(r.x), std::floor(r.y), std::floor(r.w), std::floor(r.h)};
    draw_list.AddRectFilled({r.x, r.y}, {r.right(), r.y + 1}, colour);
    draw_list.AddRectFilled({r.x, r.bottom() - 1}, {r.right(), r.bottom()}, colour);
    draw_list.AddRectFilled({r.x, r.y + 1}, {r.x + 1, r.bottom() - 1}, colour);
    draw_list.AddRectFilled({r.right() - 1, r.y + 1}, {r.right(), r.bottom() - 1}, colour);
}

void frame_of(const Context& c, ImDrawList& draw_list, std::size_t i, const draw::Rect& area)
{
    const bool selected = c.lab.lanes() > 1 && c.lab.selected() == i;
    // Not the colour of the loop: an orange or yellow frame would look like a warning.
    const draw::Colour line = selected ? draw::faded(c.theme.ink, 0.8F) : c.theme.line;
    outline(draw_list, area, line);
}

} // namespace

draw::Colour colour_of_lane(const lab::Lab& lab, std::size_t lane)
{
    if (lab.stage().lanes_are_pcs()) return views::pc_colour(lane);
    return draw::loop_colour(lab.setup(lane).settings.loop.preset);
}

void draw_stage_overlay(const Context& c, const draw::Rect& stage)
{
    ImDrawList& draw_list = *ImGui::GetBackgroundDrawList();
    const auto areas      = lane_areas(stage, c.lab);
    if (const auto* lesson = c.lab.stage_as<lab::LessonStage>(); lesson != nullptr && lesson->network_run() != nullptr)
    {
        draw_network_overlay(c, *lesson->network_run(), draw_list, areas);
        return;
    }
    for (std::size_t i = 0; i < areas.size(); ++i)
    {
        const draw::Rect& area = areas[i];
        draw_list.PushClipRect({area.x, area.y}, {area.x + area.w, area.y + area.h});
        lane_overlay(c, draw_list, i, area);
        frame_of(c, draw_list, i, area);
        draw_list.PopClipRect();
        c.log.push_back({fmt::format("lane.{}", name_of(c.lab, i).text), area, c.lab.selected() == i ? "on" : "off"});
    }
    const draw::Rect& first = areas[c.lab.selected()];
    if (const auto grip = views::grip_of(c.lab.lane(), first, c.lab.settings.view.lens, c.scale))
        c.log.push_back(
            {"stage.ball", {grip->at.x, grip->at.y, grip->radius, grip->radius}, c.lab.input.grabbed ? "caught" : ""});
}

} // namespace demo
