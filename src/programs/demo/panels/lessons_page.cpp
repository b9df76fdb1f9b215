// The page "Lessons" with its search field, and the explanation of a lesson.
#include "base/text.hpp"
#include "lab/lessons/glossary.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/metrics/metric_table.hpp"
#include "lab/stage/lesson_driver.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

namespace demo
{

namespace
{

void draw_outcome_icon(const PanelContext& context, ImVec2 centre, std::optional<lab::LessonOutcome> outcome)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float radius = 6 * context.scale;
    if (!outcome)
        draw_list.AddCircle(centre, radius, to_imu32(context.theme.dim_metal), 24, 1.6F * context.scale);
    else if (outcome == lab::LessonOutcome::right)
    {
        draw_list.AddCircleFilled(centre, radius + 1, to_imu32(success_colour), 24);
        const ImVec2 check_mark_points[]{{centre.x - radius * 0.5F, centre.y},
                                         {centre.x - radius * 0.1F, centre.y + radius * 0.42F},
                                         {centre.x + radius * 0.55F, centre.y - radius * 0.42F}};
        draw_list.AddPolyline(check_mark_points, 3, to_imu32(draw::rgb(0xffffff)), 0, 1.8F * context.scale);
    }
    else
    {
        const ImU32 colour =
            to_imu32(outcome == lab::LessonOutcome::wrong ? context.theme.warning : context.theme.dim_text);
        draw_list.AddCircle(centre, radius, colour, 24, 1.6F * context.scale);
        draw_list.AddCircleFilled(centre, radius * 0.45F, colour, 16);
    }
}

std::optional<lab::LessonOutcome> outcome_of(const PanelContext& context, const lab::Lesson& lesson)
{
    const auto found = context.lab.session.progress.lesson_outcomes.find(lesson.name);
    if (found == context.lab.session.progress.lesson_outcomes.end()) return std::nullopt;
    return found->second;
}

void draw_lesson_card(const PanelContext& context, std::size_t lesson_index, float width)
{
    const lab::Lesson& lesson = lab::built_in_lessons()[lesson_index];
    const auto outcome = outcome_of(context, lesson);
    const auto* open_stage = context.lab.experiment.driver_as<lab::LessonDriver>();
    const bool is_open = open_stage != nullptr && open_stage->lesson_index() == std::optional{lesson_index};
    const float line_height = ImGui::GetTextLineHeight();
    ImGui::PushID(static_cast<int>(lesson_index));
    if (ImGui::Selectable("##card", is_open, 0, {width, 2 * line_height + 9 * context.scale}))
        open_lesson(context, lesson_index);
    ImGui::PopID();
    if (is_open && context.panel_state.lesson_scrolled_to != lesson_index)
    {
        ImGui::SetScrollHereY();
        context.panel_state.lesson_scrolled_to = lesson_index;
    }
    constexpr std::array outcome_names{"seen", "wrong", "right"};
    describe_last_item(context.widget_log, fmt::format("lessons.entry.{}", lesson.name),
                       outcome ? outcome_names[static_cast<std::size_t>(*outcome)] : "new", lesson.question);

    const ImVec2 item_min = ImGui::GetItemRectMin();
    const ImVec2 item_max = ImGui::GetItemRectMax();
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float text_x = item_min.x + 28 * context.scale;
    draw_outcome_icon(context, {item_min.x + 13 * context.scale, item_min.y + 4 * context.scale + line_height / 2},
                      outcome);
    const float text_width = item_max.x - 8 * context.scale - text_x;
    draw_text(draw_list, {text_x, item_min.y + 4 * context.scale}, context.theme.text,
              ellipsized(fmt::format("{}. {}", lesson_index + 1, lesson.title), text_width));
    draw_text(draw_list, {text_x, item_min.y + 4 * context.scale + line_height}, context.theme.dim_text,
              ellipsized(lesson.question, text_width));
}

using lab::InsertedNumber;

// Selects the lane of the number under the mouse, and shows a tooltip.
void explain_number(const PanelContext& context, lab::LessonDriver& stage, std::size_t number_index)
{
    const InsertedNumber& number = stage.verdict()->explanation.numbers[number_index];
    const auto& lanes = stage.lesson().lanes; // the loops that the lesson compares
    const auto lane = std::ranges::find(lanes, number.lane_name, &lab::LaneSetup::name);
    if (lane == lanes.end()) return;
    const auto lane_index = static_cast<std::size_t>(lane - lanes.begin());
    const bool is_shown = lane_index < context.lab.shown_lane_count();
    stage.hovered_number_index = number_index;
    if (is_shown) context.lab.select_lane(lane_index);
    const lab::Metric* metric = lab::find_metric(number.metric_key);
    std::string description =
        metric == nullptr ? number.metric_key : fmt::format("{}. {}", metric->name, metric->definition);
    const lab::FramePredicate is_counted = lab::frame_filter(number.metric_key, stage.verdict()->results[lane_index]);
    if (is_counted && is_shown)
    {
        const telemetry::Frames frames{context.lab.lane(lane_index).samples()};
        std::size_t counted_frame_count = 0;
        for (std::size_t i = 0; i < frames.size(); ++i) counted_frame_count += is_counted(frames, i) ? 1 : 0;
        description += fmt::format("\n{} of the last {} frames, highlighted in the timeline and the plots",
                                   counted_frame_count, frames.size());
    }
    context.widget_log.push_back({"lesson.pointed", {}, fmt::format("{}.{}", number.lane_name, number.metric_key)});
    show_tooltip_now(fmt::format("{}: {}", number.lane_name, description));
}

bool is_under_mouse(const draw::Rect& area)
{
    const ImVec2 mouse = ImGui::GetMousePos();
    return ImGui::IsWindowHovered() && area.contains({mouse.x, mouse.y});
}

void draw_number(const PanelContext& context, TextFlow& flow, lab::LessonDriver& stage, std::size_t number_index,
                 std::string_view text)
{
    const draw::Colour text_colour = draw::mix(context.theme.text, context.theme.accent, 0.6F);
    const draw::Rect word_area = flow.write(text, text_colour);
    ImGui::GetWindowDrawList()->AddLine({word_area.x, word_area.bottom()}, {word_area.right(), word_area.bottom()},
                                        to_imu32(draw::faded(text_colour, 0.6F)));
    context.widget_log.push_back({fmt::format("lesson.number.{}", number_index + 1), word_area, std::string{text}});
    if (is_under_mouse(word_area)) explain_number(context, stage, number_index);
}

void draw_word_parts(const PanelContext& context, TextFlow& flow, lab::LessonDriver& stage, std::size_t part_begin,
                     std::size_t word_end)
{
    const auto& [text, numbers] = stage.verdict()->explanation;
    while (part_begin < word_end)
    {
        const auto number = std::ranges::find_if(numbers, [=](const InsertedNumber& n) { return n.end > part_begin; });
        const std::size_t number_begin = number == numbers.end() ? text.size() : number->begin;
        const bool is_inside_number = number_begin <= part_begin;
        const std::size_t part_end = std::min(word_end, is_inside_number ? number->end : number_begin);
        if (is_inside_number)
            draw_number(context, flow, stage, static_cast<std::size_t>(number - numbers.begin()),
                        std::string_view{text}.substr(part_begin, part_end - part_begin));
        else if (is_under_mouse(
                     flow.write(std::string_view{text}.substr(part_begin, part_end - part_begin), context.theme.text)))
            if (const lab::GlossaryTerm* term = lab::longest_term_around(text, part_begin))
                show_tooltip_now(term->definition);
        part_begin = part_end;
    }
}

} // namespace

void draw_lessons_page(const PanelContext& context)
{
    auto& search_text = context.panel_state.lesson_search_text;
    ImGui::SetNextItemWidth(std::min(300 * context.scale, ImGui::GetContentRegionAvail().x * 0.5F));
    ImGui::InputTextWithHint("##search", "search: stutter, spring, VSYNC ...", search_text.data(), search_text.size());
    log_last_item(context.widget_log, "lessons.search", search_text.data());
    ImGui::SameLine(0, 14 * context.scale);
    const auto right_answer_count =
        std::ranges::count(lab::built_in_lessons(), std::optional{lab::LessonOutcome::right},
                           [&](const lab::Lesson& lesson) { return outcome_of(context, lesson); });
    const std::string count_text =
        fmt::format("{} of {} answered right", right_answer_count, lab::built_in_lessons().size());
    draw_grey_text(count_text);
    log_last_item(context.widget_log, "lessons.learnt", count_text);

    ImGui::BeginChild("cards", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
    const float page_width = ImGui::GetContentRegionAvail().x;
    const int column_count = std::max(1, static_cast<int>(page_width / (400 * context.scale)));
    int card_count = 0;
    for (std::size_t i = 0; i < lab::built_in_lessons().size(); ++i)
    {
        const lab::Lesson& lesson = lab::built_in_lessons()[i];
        if (!base::contains_all_words(search_text.data(), {lesson.name, lesson.title, lesson.question})) continue;
        if (card_count % column_count != 0) ImGui::SameLine();
        draw_lesson_card(context, i, page_width / static_cast<float>(column_count) - ImGui::GetStyle().ItemSpacing.x);
        ++card_count;
    }
    if (card_count == 0) ImGui::TextDisabled("No lesson has these words in its title or its question.");
    ImGui::EndChild();
}

void draw_explanation(const PanelContext& context, lab::LessonDriver& stage)
{
    const std::string_view text = stage.verdict()->explanation.text;
    stage.hovered_number_index.reset();
    const float left = ImGui::GetCursorScreenPos().x;
    TextFlow flow{left, left + ImGui::GetContentRegionAvail().x, context.scale};
    std::size_t word_begin = 0;
    while (word_begin < text.size())
    {
        const std::size_t word_end = std::min(text.find_first_of(" \n", word_begin), text.size());
        flow.wrap_line(text.substr(word_begin, word_end - word_begin));
        draw_word_parts(context, flow, stage, word_begin, word_end);
        if (text.substr(word_end).starts_with("\n\n") && text.size() > word_end + 2)
            flow.start_line(4 * context.scale);
        else
            flow.add_space();
        word_begin = std::max(word_end + 1, std::min(text.find_first_not_of(" \n", word_end), text.size()));
    }
    ImGui::Dummy({0, flow.height() - context.scale});
}

lab::FramePredicate hovered_frame_filter(const PanelContext& context)
{
    const lab::LessonDriver* stage = context.lab.experiment.driver_as<lab::LessonDriver>();
    if (stage == nullptr || !stage->hovered_number_index || stage->verdict() == nullptr) return {};
    const InsertedNumber& number = stage->verdict()->explanation.numbers[*stage->hovered_number_index];
    return lab::frame_filter(number.metric_key, stage->verdict()->results[context.lab.selected_lane_index()]);
}

} // namespace demo
