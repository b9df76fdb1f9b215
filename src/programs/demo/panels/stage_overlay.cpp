// Draws the heading over each loop's picture: the loop's name, a verdict such as "SLOW", and the verdict's explanation.
#include "base/number.hpp"
#include "lab/lessons/glossary.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/stage/lesson_driver.hpp"
#include "programs/demo/panels/panels.hpp"
#include "views/lane_view.hpp"

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

// Polylines in a unit square whose upper left corner is (0, 0).
using Icon = std::vector<std::vector<draw::Point>>;

struct Badge
{
    std::string text;
    draw::Colour colour;
    Icon icon{};
};

constexpr float two_pi = 2 * std::numbers::pi_v<float>;
constexpr float left_text_margin = 14; // between the left edge of a lane and its text, in points at scale 1
constexpr float right_text_margin = 10; // between the right edge of a lane and its text, in points at scale 1

// Points of a clockwise arc of the circle in the unit square. Angles are in turns (0 to 1) from the top.
std::vector<draw::Point> arc_points(float begin_turn, float end_turn)
{
    constexpr int segment_count = 16;
    std::vector<draw::Point> points;
    for (int i = 0; i <= segment_count; ++i)
    {
        const float angle = two_pi * (begin_turn + (end_turn - begin_turn) * static_cast<float>(i) / segment_count);
        points.push_back({0.5F + 0.5F * std::sin(angle), 0.5F - 0.5F * std::cos(angle)});
    }
    return points;
}

// An icon made of lines, such as a check mark for `ok` or a clock for `late`. The default is a cross.
Icon verdict_icon(const lab::LaneVerdict& verdict)
{
    using enum lab::LaneVerdict::Kind;
    Icon clock{arc_points(0, 1), {{0.5F, 0.2F}, {0.5F, 0.5F}, {0.72F, 0.62F}}};
    switch (verdict.kind)
    {
    case settling:
    case held: return {};
    case ok:
        if (verdict.lost_time != Nanos::zero()) return clock;
        return {{{0.1F, 0.55F}, {0.4F, 0.85F}, {0.95F, 0.15F}}};
    case uneven: return {{{0, 0.6F}, {0.2F, 0.2F}, {0.4F, 0.8F}, {0.6F, 0.1F}, {0.8F, 0.75F}, {1, 0.4F}}};
    case late: return clock;
    case spiral:
    case slow: return {{{0.15F, 0}, {0.85F, 0}, {0.15F, 1}, {0.85F, 1}, {0.15F, 0}}};
    case fast: return {{{0, 0.1F}, {0.45F, 0.5F}, {0, 0.9F}}, {{0.5F, 0.1F}, {0.95F, 0.5F}, {0.5F, 0.9F}}};
    case gone: return {arc_points(0, 0.15F), arc_points(0.25F, 0.4F), arc_points(0.5F, 0.65F), arc_points(0.75F, 0.9F)};
    case failed:
        if (verdict.failure_kind->counter == &sim::EventCounts::tunnelled)
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

// The state of a loop in another program.
struct ProgramState
{
    const char* label = ""; // empty while the program answers in time
    std::string explanation{};
    bool replaces_verdict = true;
};

ProgramState program_state(const lab::Lane& lane)
{
    const auto& loop = lane.foreign_loop();
    if (!loop) return {};
    if (!loop->stop_reason().empty())
        return {"STOPPED", loop->stop_reason() + "; R starts it again, and the page Code shows what it has printed"};
    if (loop->is_starting()) return {"STARTING", "the program has not answered hello yet, and time waits for it"};
    if (loop->is_late()) return {"ANSWERS LATE", "an answer took longer than 4 ms, and time waited for it", false};
    return {};
}

// The labels beside a loop's name, such as "PAUSED". The last label judges the motion, such as "OK" or "SLOW 0.33x".
std::vector<Badge> badges_of_lane(const PanelContext& context, std::size_t lane_index, const scenes::Moment& moment,
                                  const lab::LaneVerdict& verdict)
{
    std::vector<Badge> badges;
    if (context.lab.frozen_at() && lane_index == context.lab.selected_lane_index() &&
        context.lab.shown_evidence_view() == nullptr)
    {
        const Nanos frame_start = moment.sample.start_wall_time;
        const bool is_far = std::chrono::abs(*context.lab.frozen_at() - frame_start) > std::chrono::milliseconds{250};
        badges.push_back({fmt::format("FROZEN at {:.3f} s{}", timestep::to_seconds(frame_start),
                                      is_far ? ", the nearest stored frame" : ""),
                          context.theme.accent});
    }
    if (context.lab.stage_clock().is_paused && !context.lab.frozen_at() &&
        lane_index == context.lab.selected_lane_index())
        badges.push_back({"PAUSED, Space resumes", context.theme.warning});
    if (context.lab.instant_replay_time(lane_index) && !context.lab.frozen_at())
        badges.push_back({"REPLAY at 0.4x, any key ends it", context.theme.accent});
    const ProgramState program = program_state(context.lab.lane(lane_index));
    if (*program.label != '\0') badges.push_back({program.label, context.theme.warning});
    if (*program.label != '\0' && program.replaces_verdict) return badges;
    const bool is_judged = context.lab.experiment.judges(verdict);
    const draw::Colour failure_colour = verdict.is_severe() ? context.theme.alarm : context.theme.warning;
    badges.push_back({is_judged ? verdict_text(verdict) : "NOT JUDGED",
                      verdict.is_faultless() || !is_judged ? context.theme.dim_text : failure_colour,
                      is_judged ? verdict_icon(verdict) : Icon{}});
    return badges;
}

// Draws rounded labels in rows that wrap at the x coordinate `right`. Returns the end of the last row, at its top.
ImVec2 draw_badges(const PanelContext& context, const std::vector<Badge>& badges, ImDrawList& draw_list,
                   ImVec2 top_left, float right)
{
    const float padding = 9 * context.scale;
    const float row_left = top_left.x;
    const float badge_height = ImGui::GetTextLineHeight() + 7 * context.scale;
    const float icon_size = 0.9F * ImGui::GetFontSize();
    for (const Badge& badge : badges)
    {
        std::string text = badge.text;
        const float icon_width = badge.icon.empty() ? 0.0F : icon_size + 8 * context.scale;
        if (scaled_width_in_points(text) + icon_width + 2 * padding > right - row_left)
            text = text.substr(0, text.find(','));
        const float badge_width = scaled_width_in_points(text) + icon_width + 2 * padding;
        if (top_left.x + badge_width > right && top_left.x > row_left)
            top_left = {row_left, top_left.y + badge_height + 5 * context.scale};
        const ImVec2 bottom_right{top_left.x + badge_width, top_left.y + badge_height};
        const draw::Colour background = draw::mix(context.theme.background, badge.colour, 0.18F);
        const float line_width = 1.4F * context.scale;
        draw_list.AddRectFilled(top_left, bottom_right, to_imu32(badge.colour), badge_height / 2);
        draw_list.AddRectFilled(
            {top_left.x + line_width, top_left.y + line_width}, // a third fewer triangles than AddRect
            {bottom_right.x - line_width, bottom_right.y - line_width}, to_imu32(background),
            badge_height / 2 - line_width);
        const ImU32 colour = to_imu32(draw::legible_colour(badge.colour, background, context.theme.text));
        const ImVec2 icon_corner{top_left.x + padding, top_left.y + (badge_height - icon_size) / 2};
        for (const std::vector<draw::Point>& stroke : badge.icon)
        {
            for (const draw::Point p : stroke)
                draw_list.PathLineTo({icon_corner.x + icon_size * p.x, icon_corner.y + icon_size * p.y});
            draw_list.PathStroke(colour, 0, 1.8F * context.scale);
        }
        draw_list.AddText({top_left.x + padding + icon_width, top_left.y + 3.5F * context.scale}, colour, text.c_str());
        top_left.x = bottom_right.x + 8 * context.scale;
    }
    return top_left;
}

// In an area that is too low for a second row, draws the badges as text right of the loop's name.
void draw_badges_beside_name(const PanelContext& context, const std::vector<Badge>& badges, ImDrawList& draw_list,
                             ImVec2 top_left, float name_width, float right)
{
    const float gap = 8 * context.scale;
    float x = top_left.x + name_width + gap;
    for (const Badge& badge : badges)
    {
        const std::string text = ellipsized(badge.text, right - x);
        const ImVec2 text_size = ImGui::CalcTextSize(text.c_str());
        draw_list.AddRectFilled({top_left.x, top_left.y}, {x + text_size.x + gap, top_left.y + text_size.y},
                                to_imu32(context.theme.background));
        draw_text(draw_list, {x, top_left.y}, context.theme.legible(badge.colour), text);
        x += text_size.x + gap;
        if (text != badge.text) return;
    }
}

std::string explanation_text(const PanelContext& context, std::size_t lane_index, const scenes::Moment& moment,
                             const lab::Judgement& judgement)
{
    const lab::LaneVerdict& verdict = judgement.verdict;
    if (!context.lab.experiment.judges(verdict)) return "a replay repeats the recorded steps; only failures are judged";
    const std::string note = verdict.is_faultless() ? context.lab.restart_note(lane_index, moment.sample) : "";
    return note.empty() ? lab::verdict_explanation(context.lab.lane(lane_index), moment.sample, judgement) : note;
}

const ShownVerdict& refresh_shown_verdict(const PanelContext& context, std::size_t lane_index,
                                          const scenes::Moment& moment)
{
    ShownVerdict& shown_verdict = context.panel_state.shown_verdicts[lane_index];
    const Nanos wall_time = moment.sample.start_wall_time;
    const lab::Judgement& judgement = context.lab.lane(lane_index).judgement(moment);
    const lab::LaneVerdict& verdict = judgement.verdict;
    if (lab::replaces_verdict(verdict, shown_verdict.verdict, wall_time - shown_verdict.shown_since) ||
        shown_verdict.lane_name != context.lab.experiment.lanes[lane_index].setup().name || context.lab.frozen_at())
        shown_verdict = {wall_time, context.lab.experiment.lanes[lane_index].setup().name, verdict,
                         explanation_text(context, lane_index, moment, judgement)};
    return shown_verdict;
}

// Omits the last clauses, then words, of a text that does not fit. Returns the y coordinate below the text.
float draw_explanation_text(const PanelContext& context, ImDrawList& draw_list, ImVec2 top_left, ImVec2 bottom_right,
                            std::string text)
{
    constexpr std::size_t min_clause_length = 16; // a shorter one, such as the name of a program, says nothing
    const float width = bottom_right.x - top_left.x;
    if (width < 60 * context.scale) return top_left.y;
    while (true)
    {
        const std::string wrapped_text = text_wrapped_at_spaces(text, width);
        const ImVec2 text_size = ImGui::CalcTextSize(wrapped_text.c_str());
        if (top_left.y + text_size.y <= bottom_right.y)
        {
            draw_text(draw_list, top_left, draw::mix(context.theme.dim_text, context.theme.text, 0.6F), wrapped_text);
            return top_left.y + text_size.y;
        }
        const std::size_t clause_end = text.find_last_of(":;");
        if (clause_end != text.npos && clause_end >= min_clause_length)
        {
            text.resize(clause_end);
            continue;
        }
        constexpr std::string_view ellipsis = " ...";
        if (text.ends_with(ellipsis)) text.resize(text.size() - ellipsis.size());
        const std::size_t last_blank = text.find_last_of(' ');
        if (last_blank == text.npos) return top_left.y;
        text.replace(last_blank, text.npos, ellipsis);
    }
}

void show_definitions_under_mouse(const draw::Rect& area, const std::string& text)
{
    const ImVec2 mouse = ImGui::GetMousePos();
    if (ImGui::GetIO().WantCaptureMouse || !area.contains({mouse.x, mouse.y})) return;
    std::string definitions;
    for (const lab::GlossaryTerm* term : lab::terms_in(text))
        definitions += (definitions.empty() ? "" : "\n\n") + term->definition;
    if (!definitions.empty()) show_tooltip_now(definitions);
}

bool has_recent_carried_time(const telemetry::Frames& frames)
{
    constexpr std::size_t max_frames = 60;
    const telemetry::Frames recent_frames = frames.without_first(frames.size() - std::min(frames.size(), max_frames));
    for (std::size_t i = 0; i < recent_frames.size(); ++i)
        if (recent_frames[i].plan.carried > Nanos::zero()) return true;
    return false;
}

// Draws the accumulator as a bucket whose level is the accumulated time divided by the step size.
void draw_accumulator_bucket(const PanelContext& context, ImDrawList& draw_list, ImVec2 top_left, ImVec2 bottom_right,
                             const timestep::StepPlan& plan)
{
    const float bucket_width = 30 * context.scale;
    const float bucket_height = 36 * context.scale;
    if (top_left.y + bucket_height > bottom_right.y || plan.dt <= Nanos::zero()) return;
    const double fill_fraction = timestep::to_seconds(plan.carried) / timestep::to_seconds(plan.dt);
    const std::string step_text = base::rounded_duration_text(plan.dt);
    const std::string carried_text = base::rounded_duration_text(plan.carried < Nanos{1000} ? Nanos{} : plan.carried);
    const bool looks_like_step = plan.carried <= plan.dt && carried_text == step_text;
    const std::string label = fmt::format("time left over: {}{}\n(a step needs {})",
                                          looks_like_step ? "just under " : "", carried_text, step_text);
    const float label_width = scaled_width_in_points(label);
    const float label_x = top_left.x + bucket_width + 10 * context.scale;
    if (label_x + label_width > bottom_right.x) return;
    draw_list.AddRectFilled({top_left.x - 3 * context.scale, top_left.y - 3 * context.scale},
                            {label_x + label_width + 3 * context.scale, top_left.y + bucket_height + 3 * context.scale},
                            to_imu32(context.theme.background));
    const float level_y = top_left.y + bucket_height * static_cast<float>(1.0 - std::clamp(fill_fraction, 0.0, 1.0));
    draw_list.AddRectFilled({top_left.x, level_y}, {top_left.x + bucket_width, top_left.y + bucket_height},
                            to_imu32(draw::faded(context.theme.accent, 0.7F)));
    const std::array<ImVec2, 4> corners{top_left,
                                        {top_left.x, top_left.y + bucket_height},
                                        {top_left.x + bucket_width, top_left.y + bucket_height},
                                        {top_left.x + bucket_width, top_left.y}};
    draw_list.AddPolyline(corners.data(), 4, to_imu32(context.theme.metal), 0, 1.5F * context.scale);
    draw_text(draw_list, {label_x, top_left.y + 2 * context.scale}, context.theme.dim_text, label);
}

// The areas of the text of a lane, in points.
struct LaneTextArea
{
    float left, top, right;
    float explanation_bottom; // lower limit of the explanation
    float bucket_bottom = 0; // lower limit of the accumulator bucket; there is no bucket above `top`
    ImFont* font = ImGui::GetFont();
};

// Draws the name, the badges and the explanation in one row.
LaneTextArea draw_heading_row(const PanelContext& context, ImDrawList& draw_list, const std::string& lane_name,
                              draw::Colour name_colour, const draw::Rect& heading, const std::vector<Badge>& badges)
{
    const float x = heading.x + left_text_margin * context.scale;
    const float right = heading.right() - right_text_margin * context.scale;
    const float badge_height = ImGui::GetTextLineHeight() + 7 * context.scale;
    const bool is_narrow = heading.h > 50 * context.scale; // the explanation stands below
    const float row_height = is_narrow ? badge_height + 4 * context.scale : heading.h;
    const float badge_y = heading.y + 0.5F * (row_height - badge_height);
    ImGui::PushFont(title_font());
    const float name_width = scaled_width_in_points(lane_name);
    const float text_y = heading.y + 0.5F * (row_height - ImGui::GetTextLineHeight());
    draw_text(draw_list, {x, text_y}, name_colour, lane_name);
    ImGui::PopFont();
    const ImVec2 end = draw_badges(context, badges, draw_list, {x + name_width + 14 * context.scale, badge_y}, right);
    if (is_narrow)
        return {.left = x, .top = end.y + badge_height, .right = right, .explanation_bottom = heading.bottom()};
    return {.left = end.x + 4 * context.scale,
            .top = text_y,
            .right = right,
            .explanation_bottom = heading.bottom() + 0.8F * ImGui::GetTextLineHeight(), // a long one has a second line
            .font = sentence_font()};
}

// Returns where the explanation stands.
LaneTextArea draw_lane_heading(const PanelContext& context, ImDrawList& draw_list, std::size_t lane_index,
                               const draw::Rect& area, const std::vector<Badge>& badges)
{
    const views::LaneLayout layout = views::lane_layout(area, context.scale);
    const std::string& lane_name = context.lab.experiment.lanes[lane_index].setup().name;
    const draw::Colour name_colour = context.theme.legible(colour_of_lane(context.lab, lane_index));
    if (layout.scene.y > area.y)
        return draw_heading_row(context, draw_list, lane_name, name_colour, layout.heading, badges);

    const bool is_left_of_scene = layout.scene.x > area.x;
    const float x = area.x + left_text_margin * context.scale;
    float y = area.y + (is_left_of_scene ? 5 : 10) * context.scale;
    ImGui::PushFont(bold_font());
    const float name_width = scaled_width_in_points(lane_name);
    const float line_height = ImGui::GetTextLineHeight() + 3 * context.scale;
    const bool has_one_row = is_left_of_scene && area.h < 2.5F * line_height; // no room for a badge below the name
    if (has_one_row) y = area.y + std::max((area.h - line_height) / 2, 0.0F);
    if (has_one_row) draw_badges_beside_name(context, badges, draw_list, {x, y}, name_width, area.x + 0.6F * area.w);
    draw_text(draw_list, {x, y}, name_colour, lane_name);
    ImGui::PopFont();
    if (has_one_row) return {x, area.bottom(), layout.scene.x, area.bottom()};
    y += line_height;
    if (is_left_of_scene)
    {
        const float badge_height = ImGui::GetTextLineHeight() + 10 * context.scale;
        y = draw_badges(context, badges, draw_list, {x - 4 * context.scale, y}, layout.scene.x).y + badge_height;
        return {x, y, layout.scene.x, area.bottom() - 3 * context.scale, area.bottom() - 8 * context.scale};
    }

    const ImVec2 badges_end = draw_badges(context, badges, draw_list,
                                          {x + name_width + 14 * context.scale, y - line_height - 3 * context.scale},
                                          area.x + area.w - right_text_margin * context.scale);
    y = badges_end.y + 3 * context.scale + line_height;
    // In a wide area, text ends at 55 % of the width, because some scenes draw a wall or clocks on the right. It ends
    // above the scene's bodies. If this leaves no room for one line, it is one line high.
    const float right =
        area.w < 640 * context.scale ? area.right() - right_text_margin * context.scale : area.x + 0.55F * area.w;
    const float bodies_top = area.y + 0.27F * area.h;
    return {x, y, right,
            std::min(std::max(y + 1.2F * ImGui::GetTextLineHeight(), bodies_top), area.bottom() - 3 * context.scale),
            bodies_top};
}

// Draws details of `frame` from `top` down: its steps as text while the game is paused, and the accumulator.
void draw_frame_details(const PanelContext& context, ImDrawList& draw_list, std::size_t lane_index,
                        const draw::Rect& lane_area, const telemetry::FrameSample& frame, const LaneTextArea& text_area,
                        float top)
{
    if (std::isfinite(frame.shown_x) && (context.lab.frozen_at() || context.lab.stage_clock().is_paused) &&
        text_area.bucket_bottom > text_area.top)
    {
        ImGui::PushFont(mono_font());
        const ImVec2 top_left{text_area.left, top + 2 * context.scale};
        const float right = lane_area.x + lane_area.w - right_text_margin * context.scale;
        const std::string text = ellipsized(lab::frame_text(frame), right - top_left.x);
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        draw_list.AddRectFilled(top_left, {top_left.x + size.x, top_left.y + size.y},
                                to_imu32(context.theme.background));
        draw_text(draw_list, top_left, context.theme.dim_text, text);
        ImGui::PopFont();
        top += ImGui::GetTextLineHeight();
    }
    if (context.settings.view.shows_all_panels &&
        has_recent_carried_time(telemetry::Frames{context.lab.lane(lane_index).samples()}))
        draw_accumulator_bucket(context, draw_list, {text_area.left, top + 10 * context.scale},
                                {text_area.right, text_area.bucket_bottom}, frame.plan);
}

void draw_lane_overlay(const PanelContext& context, ImDrawList& draw_list, std::size_t lane_index,
                       const draw::Rect& lane_area)
{
    const lab::Lane& lane = context.lab.lane(lane_index);
    if (lane.samples().empty()) return;
    const scenes::Moment moment =
        context.lab.instant_replay_time(lane_index) ? lane.newest_moment() : context.lab.take_shown_moment(lane_index);
    const ShownVerdict& shown_verdict = refresh_shown_verdict(context, lane_index, moment);
    const std::vector<Badge> badges = badges_of_lane(context, lane_index, moment, shown_verdict.verdict);
    const LaneTextArea text_area = draw_lane_heading(context, draw_list, lane_index, lane_area, badges);
    const std::string& lane_name = shown_verdict.lane_name;
    const ProgramState program = program_state(lane);
    const std::string& explanation = *program.label != '\0' ? program.explanation : shown_verdict.explanation;
    context.widget_log.push_back({fmt::format("verdict.{}", lane_name), lane_area, badges.back().text});
    context.widget_log.push_back({fmt::format("shown.{}", lane_name), lane_area,
                                  fmt::format("{:.6f} s", timestep::to_seconds(moment.sample.start_wall_time))});
    context.widget_log.push_back({fmt::format("story.{}", lane_name), lane_area, explanation});

    ImGui::PushFont(text_area.font);
    const float details_top = draw_explanation_text(context, draw_list, {text_area.left, text_area.top},
                                                    {text_area.right, text_area.explanation_bottom}, explanation);
    ImGui::PopFont();
    show_definitions_under_mouse(
        {text_area.left, text_area.top, text_area.right - text_area.left, details_top - text_area.top},
        fmt::format("{}: {}: {}", lane_name, verdict_text(shown_verdict.verdict), explanation));
    draw_frame_details(context, draw_list, lane_index, lane_area, moment.sample, text_area, details_top);
}

// One pixel wide. Dear ImGui's AddRect would blur the border to three pixels.
void draw_lane_border(const PanelContext& context, ImDrawList& draw_list, std::size_t lane_index,
                      const draw::Rect& area)
{
    const bool is_selected = context.lab.shown_lane_count() > 1 && context.lab.selected_lane_index() == lane_index;
    // The border does not have the loop's colour, because an orange or yellow border would look like a warning.
    const ImU32 colour = to_imu32(is_selected ? draw::faded(context.theme.text, 0.8F) : context.theme.border);
    const draw::Rect pixel_area{std::floor(area.x), std::floor(area.y), std::floor(area.w), std::floor(area.h)};
    draw_list.AddRectFilled({pixel_area.x, pixel_area.y}, {pixel_area.right(), pixel_area.y + 1}, colour);
    draw_list.AddRectFilled({pixel_area.x, pixel_area.bottom() - 1}, {pixel_area.right(), pixel_area.bottom()}, colour);
    draw_list.AddRectFilled({pixel_area.x, pixel_area.y + 1}, {pixel_area.x + 1, pixel_area.bottom() - 1}, colour);
    draw_list.AddRectFilled({pixel_area.right() - 1, pixel_area.y + 1}, {pixel_area.right(), pixel_area.bottom() - 1},
                            colour);
}

} // namespace

draw::Colour colour_of_loop(const lab::LaneSetup& lane)
{
    return lane.command.empty() ? draw::loop_colour(lane.config.loop.preset)
                                : draw::rgb(0x8c8c8c); // the colour of no preset
}

draw::Colour colour_of_lane(const lab::Lab& lab, std::size_t lane_index)
{
    return colour_of_loop(lab.experiment.lanes[lane_index].setup());
}

void draw_lane_overlays(const PanelContext& context, const draw::Rect& stage_area)
{
    ImDrawList& draw_list = *ImGui::GetBackgroundDrawList();
    const auto areas = lane_areas(stage_area, context.lab);
    for (std::size_t i = 0; i < areas.size(); ++i)
    {
        const draw::Rect& area = areas[i];
        draw_list.PushClipRect({area.x, area.y}, {area.x + area.w, area.y + area.h});
        draw_lane_overlay(context, draw_list, i, area);
        draw_lane_border(context, draw_list, i, area);
        draw_list.PopClipRect();
        context.widget_log.push_back({fmt::format("lane.{}", context.lab.experiment.lanes[i].setup().name), area,
                                      context.lab.selected_lane_index() == i ? "on" : "off"});
    }
    const draw::Rect& selected_area = areas[context.lab.selected_lane_index()];
    if (const auto grab_circle =
            views::grab_circle_of(context.lab.lane(), selected_area, context.settings.view.zoom_and_pan, context.scale))
        context.widget_log.push_back(
            {"stage.ball",
             {grab_circle->centre.x, grab_circle->centre.y, grab_circle->radius, grab_circle->radius},
             context.lab.session.input.grabbed ? "caught" : ""});
}

} // namespace demo
