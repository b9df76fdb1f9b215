// Draws the page of a lesson: the hint, the question and its answers, the run, and the explanation.
#include "base/number.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/stage/lesson_driver.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace demo
{

namespace
{

using lab::LessonDriver;
using Phase = LessonDriver::Phase;

void add_vertical_space(const PanelContext& context, float points) { ImGui::Dummy({0, points * context.scale}); }

void draw_small_heading(const PanelContext& context, const char* text)
{
    ImGui::TextColored(to_imvec4(draw::mix(context.theme.dim_text, context.theme.accent, 0.35F)), "%s", text);
}

void draw_lesson_top_line(const PanelContext& context, const LessonDriver& stage)
{
    const auto lesson_index = stage.lesson_index();
    const std::string lesson_position_text =
        lesson_index ? fmt::format("Lesson {} of {}", *lesson_index + 1, lab::built_in_lessons().size())
                     : "Your lesson";
    const float width = 64 * context.scale;
    ImGui::AlignTextToFramePadding();
    draw_small_heading(context, lesson_position_text.c_str());
    log_last_item(context.widget_log, "lesson.place", lesson_position_text);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    if (draw_button("Leave", "Closes the lesson and restores your loops and settings.", context.widget_log, width))
        lab::show_lanes(context.settings);
}

struct AnswerColours
{
    draw::Colour background, border, text;
};

// Highlights the chosen and the hovered answer before the run, and the right answer and a wrong guess after it.
AnswerColours answer_colours(const PanelContext& context, const LessonDriver& stage, std::size_t answer_index,
                             bool is_hovered)
{
    const bool is_chosen = stage.guess() == answer_index;
    if (stage.verdict() != nullptr)
    {
        const bool is_right = answer_index == stage.lesson().right_answer_index;
        const draw::Colour result_colour = is_right ? success_colour : context.theme.alarm;
        if (is_right || is_chosen)
            return {draw::mix(context.theme.panel_background, result_colour, 0.20F), result_colour, context.theme.text};
        return {context.theme.panel_background, context.theme.border, context.theme.dim_text};
    }
    if (is_chosen)
        return {draw::mix(context.theme.panel_background, context.theme.accent, 0.28F), context.theme.accent,
                context.theme.text};
    return {context.theme.control_with_emphasis(is_hovered ? 0.16F : 0),
            is_hovered ? context.theme.accent : context.theme.border, context.theme.text};
}

void draw_result_mark(ImDrawList& draw_list, ImVec2 centre, float size, bool is_check_mark, ImU32 colour)
{
    const float thickness = size / 5;
    if (is_check_mark)
    {
        const ImVec2 points[]{{centre.x - size / 2, centre.y},
                              {centre.x - size / 8, centre.y + size / 2.6F},
                              {centre.x + size / 2, centre.y - size / 2.4F}};
        draw_list.AddPolyline(points, 3, colour, 0, thickness);
        return;
    }
    const float half_size = size / 2.6F;
    draw_list.AddLine({centre.x - half_size, centre.y - half_size}, {centre.x + half_size, centre.y + half_size},
                      colour, thickness);
    draw_list.AddLine({centre.x - half_size, centre.y + half_size}, {centre.x + half_size, centre.y - half_size},
                      colour, thickness);
}

void draw_answer(const PanelContext& context, LessonDriver& stage, std::size_t answer_index)
{
    const float padding = 9 * context.scale;
    const float digit_width = 24 * context.scale;
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string text =
        text_wrapped_at_spaces(stage.lesson().answers[answer_index], width - 2 * padding - digit_width);
    const float height = ImGui::CalcTextSize(text.c_str()).y + 2 * padding;
    ImGui::PushID(static_cast<int>(answer_index));
    if (ImGui::InvisibleButton("answer", {width, height})) stage.set_guess(answer_index);
    ImGui::PopID();
    const char* answer_state = stage.guess() == answer_index ? "chosen" : "";
    log_last_item(context.widget_log, fmt::format("answer.{}", answer_index + 1),
                  stage.verdict() != nullptr && answer_index == stage.lesson().right_answer_index ? "right"
                                                                                                  : answer_state);

    const ImVec2 item_min = ImGui::GetItemRectMin();
    const ImVec2 item_max = ImGui::GetItemRectMax();
    const AnswerColours colours =
        answer_colours(context, stage, answer_index, stage.phase() == Phase::asking && ImGui::IsItemHovered());
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.AddRectFilled(item_min, item_max, to_imu32(colours.background), 6 * context.scale);
    draw_list.AddRect(item_min, item_max, to_imu32(colours.border), 6 * context.scale);
    const bool shows_result = stage.verdict() != nullptr &&
                              (answer_index == stage.lesson().right_answer_index || stage.guess() == answer_index);
    if (shows_result)
        draw_result_mark(
            draw_list,
            {item_min.x + padding + digit_width * 0.3F, item_min.y + padding + ImGui::GetTextLineHeight() / 2},
            12 * context.scale, answer_index == stage.lesson().right_answer_index, to_imu32(colours.border));
    else
        draw_text(draw_list, {item_min.x + padding, item_min.y + padding},
                  draw::mix(colours.text, context.theme.dim_text, 0.6F), fmt::format("{}", answer_index + 1));
    draw_text(draw_list, {item_min.x + padding + digit_width, item_min.y + padding}, colours.text, text);
    add_vertical_space(context, 1);
}

bool draw_accent_button(const PanelContext& context, const char* label, const char* tooltip, float width)
{
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {7 * context.scale, 6 * context.scale});
    ImGui::PushFont(bold_font());
    const bool is_pressed =
        draw_button(label, tooltip, context.widget_log, width, context.theme.control_with_emphasis(0.55F));
    ImGui::PopFont();
    ImGui::PopStyleVar();
    return is_pressed;
}

void draw_start_button(const PanelContext& context, LessonDriver& stage)
{
    const bool has_guess = stage.guess().has_value();
    const float width = ImGui::GetContentRegionAvail().x;
    if (draw_accent_button(context, has_guess ? "Run the lesson  Space" : "Run the lesson without an answer  Space",
                           "Starts all loops at the same time.", width))
        stage.start_run();
    const lab::Lesson& lesson = stage.lesson();
    std::string run_length_text =
        fmt::format("{} lanes, {}", context.lab.experiment.lanes.size(), first_set_limit_text(lesson.run_limits));
    // The window shows the first part of a longer run in real time, and then computes the rest without waiting.
    if (lesson.run_limits.max_wall_time.value_or(lab::Nanos::max()) > lesson.real_time_duration)
        run_length_text += fmt::format("; after {} s the rest is computed immediately",
                                       base::number_text(timestep::to_seconds(lesson.real_time_duration)));
    draw_paragraph(run_length_text, context.theme.dim_text);
    if (context.lab.experiment.lanes.size() > lab::StageSettings::max_lanes)
        draw_paragraph(fmt::format("The stage shows only the first {} lanes; all lanes are computed.",
                                   lab::StageSettings::max_lanes),
                       context.theme.dim_text);
}

void draw_pale_ball_notes(const PanelContext& context, const LessonDriver& stage)
{
    for (std::size_t i = 0; i < context.lab.shown_lane_count(); ++i)
        if (stage.run().misconception_lane(i) != nullptr)
            draw_paragraph(fmt::format("The pale ball in {} moves as your answer predicts.",
                                       context.lab.experiment.lanes[i].setup().name),
                           context.theme.accent);
}

void draw_run_progress(const PanelContext& context, LessonDriver& stage)
{
    const double done_fraction = stage.run().progress();
    ImGui::ProgressBar(static_cast<float>(done_fraction), {-1, 6 * context.scale}, "");
    log_last_item(context.widget_log, "lesson.done", fmt::format("{:.3f}", done_fraction));
    draw_pale_ball_notes(context, stage);
    const std::string progress_text = stage.phase() == Phase::judging
                                          ? std::string{"evaluating the results ..."}
                                          : fmt::format("{:.0f} % of {}", std::floor(done_fraction * 100),
                                                        first_set_limit_text(stage.lesson().run_limits));
    ImGui::AlignTextToFramePadding();
    draw_grey_text(progress_text);
    const float width = 104 * context.scale;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    if (draw_button("To the end", "Computes the rest of the run immediately, with the same results.",
                    context.widget_log, width))
        stage.fast_forward();
}

void draw_assertion_results(const PanelContext& context, const lab::LessonVerdict& verdict)
{
    const auto holding_count = std::count_if(verdict.checks.begin(), verdict.checks.end(),
                                             [](const auto& check) { return check.outcome.holds; });
    const std::string label =
        fmt::format("{} of {} checks hold in this run###checks", holding_count, verdict.checks.size());
    const bool is_open = ImGui::TreeNodeEx(label.c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen);
    log_last_item(context.widget_log, "lesson.checks", fmt::format("{}/{}", holding_count, verdict.checks.size()));
    if (!is_open) return;
    ImGui::PushFont(mono_font());
    for (const lab::LessonVerdict::CheckedAssertion& check : verdict.checks)
    {
        const ImVec2 cursor = ImGui::GetCursorScreenPos();
        const float line_height = ImGui::GetTextLineHeight();
        draw_result_mark(*ImGui::GetWindowDrawList(), {cursor.x + 6 * context.scale, cursor.y + line_height / 2},
                         9 * context.scale, check.outcome.holds,
                         to_imu32(check.outcome.holds ? success_colour : context.theme.alarm));
        ImGui::Indent(18 * context.scale);
        draw_paragraph(check.assertion.text, context.theme.text);
        draw_paragraph(values_text_without_operator(check.outcome), context.theme.dim_text);
        ImGui::Unindent(18 * context.scale);
    }
    ImGui::PopFont();
}

// Draws the button "Try it yourself". After a click on it, the loops continue, and the user can change one setting.
void draw_trial_controls(const PanelContext& context, LessonDriver& stage)
{
    const lab::Control* control = stage.lesson().setting_to_try;
    if (control == nullptr) return;
    if (stage.phase() != Phase::endless_trial)
    {
        const std::string tooltip =
            fmt::format("The loops continue to run, and you can change the setting \"{}\".", control->label);
        if (draw_button("Try it yourself", tooltip.c_str(), context.widget_log, ImGui::GetContentRegionAvail().x))
            context.lab.start_endless_trial();
    }
    else
    {
        const std::size_t lane_count = context.lab.shown_lane_count();
        std::vector<std::string> names;
        for (std::size_t i = 0; i < lane_count; ++i)
            if (stage.run().adopts_trial_value(i)) names.push_back(context.lab.experiment.lanes[i].setup().name);
        const std::string heading_text =
            fmt::format("Try a setting in {}",
                        names.size() == lane_count ? "all loops" : fmt::format("{}", fmt::join(names, " and ")));
        draw_small_heading(context, heading_text.c_str());
        log_last_item(context.widget_log, "lesson.trial", heading_text);
        draw_editable_control(stage.run().trial_settings(), *control, context.widget_log);
    }
    add_vertical_space(context, 6);
}

void draw_run_results(const PanelContext& context, LessonDriver& stage)
{
    const char* heading = "What happened";
    draw::Colour heading_colour = context.theme.text;
    if (stage.guess())
    {
        const bool is_right = *stage.guess() == stage.lesson().right_answer_index;
        heading = is_right ? "Your answer is right" : "Your answer is wrong";
        heading_colour = is_right ? draw::mix(success_colour, context.theme.text, 0.35F) : context.theme.alarm;
    }
    draw_paragraph(heading, heading_colour, bold_font());
    log_last_item(context.widget_log, "lesson.verdict", heading);
    draw_pale_ball_notes(context, stage);
    add_vertical_space(context, 2);
    draw_explanation(context, stage);
    if (context.lab.frozen_at())
        draw_paragraph(fmt::format("The scene stands still at {} s. Press Space to see the end of the run.",
                                   base::number_text(timestep::to_seconds(*context.lab.frozen_at()))),
                       context.theme.dim_text);
    add_vertical_space(context, 6);
    draw_trial_controls(context, stage);
    draw_assertion_results(context, *stage.verdict());
    add_vertical_space(context, 6);
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    const auto lesson_count = lab::built_in_lessons().size();
    const auto lesson_index = stage.lesson_index();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {7 * context.scale, 6 * context.scale});
    if (draw_button("Again  R", "Restarts this lesson with the same question.", context.widget_log, width))
        context.lab.execute(lab::Action::reset_world);
    ImGui::PopStyleVar();
    if (!lesson_index) return;
    ImGui::SameLine();
    if (draw_accent_button(context, "Next", "Opens the next lesson.", width))
        open_lesson(context, (*lesson_index + 1) % lesson_count);
}

void draw_lesson_navigation(const PanelContext& context, const LessonDriver& stage)
{
    const auto lesson_count = lab::built_in_lessons().size();
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    const auto lesson_index = stage.lesson_index();
    if (!lesson_index) return; // a lesson from a file has no next lesson
    if (draw_button("< Previous", "Opens the lesson before this one.", context.widget_log, width))
        open_lesson(context, (*lesson_index + lesson_count - 1) % lesson_count);
    ImGui::SameLine();
    if (draw_button("Next >", "Opens the lesson after this one.", context.widget_log, width))
        open_lesson(context, (*lesson_index + 1) % lesson_count);
}

} // namespace

void open_lesson(const PanelContext& context, std::size_t index)
{
    lab::open_lesson(context.settings, index);
    context.settings.is_paused = false;
}

void draw_lesson_panel(const PanelContext& context, LessonDriver& stage)
{
    draw_lesson_top_line(context, stage);
    add_vertical_space(context, 6);
    draw_paragraph(stage.lesson().title, context.theme.text, title_font());
    log_last_item(context.widget_log, "lesson.title", stage.lesson().title);
    add_vertical_space(context, 6);
    draw_small_heading(context, "Watch");
    draw_paragraph(stage.lesson().what_to_watch, context.theme.text);
    add_vertical_space(context, 8);
    draw_paragraph(stage.lesson().question, context.theme.text, bold_font());
    add_vertical_space(context, 3);
    for (std::size_t i = 0; i < stage.lesson().answers.size(); ++i) draw_answer(context, stage, i);
    add_vertical_space(context, 6);
    if (stage.phase() == Phase::asking)
        draw_start_button(context, stage);
    else if (stage.phase() == Phase::running || stage.phase() == Phase::judging)
        draw_run_progress(context, stage);
    else
    {
        draw_run_results(context, stage);
        return;
    }
    add_vertical_space(context, 12);
    draw_lesson_navigation(context, stage);
}

} // namespace demo
