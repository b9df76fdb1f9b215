// The page "Lessons" with its search field, and the explanation of a lesson.
#include "base/text.hpp"
#include "lab/lessons/glossary.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/stage/lesson_stage.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace demo
{

namespace
{

void draw_outcome_dot(const Context& c, ImVec2 centre, const lab::LessonOutcome* outcome)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float radius    = 6 * c.scale;
    if (outcome == nullptr)
        draw_list.AddCircle(centre, radius, to_imu32(c.theme.shade), 24, 1.6F * c.scale);
    else if (*outcome == lab::LessonOutcome::right)
    {
        draw_list.AddCircleFilled(centre, radius + 1, to_imu32(success_colour), 24);
        const ImVec2 tick[]{{centre.x - radius * 0.5F, centre.y},
                            {centre.x - radius * 0.1F, centre.y + radius * 0.42F},
                            {centre.x + radius * 0.55F, centre.y - radius * 0.42F}};
        draw_list.AddPolyline(tick, 3, to_imu32(draw::rgb(0xffffff)), 0, 1.8F * c.scale);
    }
    else
    {
        const ImU32 colour = to_imu32(*outcome == lab::LessonOutcome::wrong ? c.theme.warning : c.theme.quiet);
        draw_list.AddCircle(centre, radius, colour, 24, 1.6F * c.scale);
        draw_list.AddCircleFilled(centre, radius * 0.45F, colour, 16);
    }
}

std::string_view outcome_name(const lab::LessonOutcome* outcome)
{
    if (outcome == nullptr) return "new";
    constexpr std::array<std::string_view, 3> names{"seen", "wrong", "right"};
    return names[static_cast<std::size_t>(*outcome)];
}

const lab::LessonOutcome* outcome_of(const Context& c, const lab::Lesson& lesson)
{
    const auto entry = c.lab.progress.lesson_outcomes.find(lesson.name);
    return entry == c.lab.progress.lesson_outcomes.end() ? nullptr : &entry->second;
}

void draw_lesson_card(const Context& c, std::size_t index, float width)
{
    const lab::Lesson& lesson         = lab::all_lessons()[index];
    const lab::LessonOutcome* outcome = outcome_of(c, lesson);
    const auto* open_lesson_stage     = c.lab.stage_as<lab::LessonStage>();
    const bool is_open      = open_lesson_stage != nullptr && open_lesson_stage->lesson_index() == std::optional{index};
    const float line_height = ImGui::GetTextLineHeight();
    ImGui::PushID(static_cast<int>(index));
    if (ImGui::Selectable("##card", is_open, 0, {width, 2 * line_height + 9 * c.scale})) open_lesson(c, index);
    ImGui::PopID();
    if (is_open && std::exchange(c.state.lesson_scrolled_to, index) != index) ImGui::SetScrollHereY();
    log_with_tooltip(c.log, fmt::format("lessons.entry.{}", lesson.name), std::string{outcome_name(outcome)},
                     lesson.question);

    const ImVec2 item_min = ImGui::GetItemRectMin();
    const ImVec2 item_max = ImGui::GetItemRectMax();
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float text_x    = item_min.x + 28 * c.scale;
    draw_outcome_dot(c, {item_min.x + 13 * c.scale, item_min.y + 4 * c.scale + line_height / 2}, outcome);
    const float text_width = item_max.x - 8 * c.scale - text_x;
    draw_text(draw_list, {text_x, item_min.y + 4 * c.scale}, c.theme.ink,
              ellipsized(fmt::format("{}. {}", index + 1, lesson.title), text_width));
    draw_text(draw_list, {text_x, item_min.y + 4 * c.scale + line_height}, c.theme.quiet,
              ellipsized(lesson.question, text_width));
}

std::size_t right_answer_count(const Context& c)
{
    const auto is_right = [&](const lab::Lesson& lesson)
    {
        const lab::LessonOutcome* outcome = outcome_of(c, lesson);
        return outcome != nullptr && *outcome == lab::LessonOutcome::right;
    };
    return static_cast<std::size_t>(std::ranges::count_if(lab::all_lessons(), is_right));
}

void draw_search_field(const Context& c, std::array<char, 48>& search_text)
{
    ImGui::SetNextItemWidth(std::min(300 * c.scale, ImGui::GetContentRegionAvail().x * 0.5F));
    ImGui::InputTextWithHint("##search", "search: stutter, spring, VSYNC ...", search_text.data(), search_text.size());
    log_item(c.log, "lessons.search", search_text.data());
    ImGui::SameLine(0, 14 * c.scale);
    const std::string count_text =
        fmt::format("{} of {} answered right", right_answer_count(c), lab::all_lessons().size());
    draw_grey_text(count_text);
    log_item(c.log, "lessons.learnt", count_text);
}

using lab::FilledNumber;

// Draws words from left to right, and wraps lines at the panel's width.
class FlowedText
{
public:
    explicit FlowedText(const Context& c)
        : c_{c}
        , origin_{ImGui::GetCursorScreenPos()}
        , cursor_{origin_}
        , right_edge_{origin_.x + ImGui::GetContentRegionAvail().x}
    {
    }

    void break_line_unless_fits(std::string_view word)
    {
        if (cursor_.x > origin_.x && cursor_.x + width_of(word) > right_edge_) start_line();
    }
    void start_line() { cursor_ = {origin_.x, cursor_.y + ImGui::GetTextLineHeight() + c_.scale}; }
    void add_space() { cursor_.x += width_of(" "); }
    void start_paragraph()
    {
        start_line();
        cursor_.y += 4 * c_.scale;
    }
    draw::Rect draw_word(std::string_view text, draw::Colour text_colour)
    {
        const float width = width_of(text);
        draw_text(*ImGui::GetWindowDrawList(), cursor_, text_colour, text);
        const draw::Rect word_area{cursor_.x, cursor_.y, width, ImGui::GetTextLineHeight()};
        cursor_.x += width;
        return word_area;
    }
    void advance_cursor() const { ImGui::Dummy({0, cursor_.y - origin_.y + ImGui::GetTextLineHeight()}); }

private:
    const Context& c_;
    ImVec2 origin_;
    ImVec2 cursor_;
    float right_edge_;
};

std::optional<std::size_t> lane_index_of_number(const lab::LessonStage& stage, const FilledNumber& number)
{
    const auto& lanes      = stage.lesson().lanes;
    const auto number_lane = std::ranges::find(lanes, number.lane, &lab::LaneSetup::name);
    if (number_lane == lanes.end()) return std::nullopt;
    return static_cast<std::size_t>(number_lane - lanes.begin());
}

std::string counted_frames_text(const Context& c, const lab::LessonStage& stage, const FilledNumber& number,
                                std::size_t lane_index)
{
    const lab::FrameFilter is_counted = lab::frame_filter_of(number.metric, stage.verdict()->results[lane_index]);
    if (!is_counted || lane_index >= c.lab.lane_count()) return {};
    const telemetry::Frames frames{c.lab.lane(lane_index).samples()};
    std::size_t counted_frames = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) counted_frames += is_counted(frames, i) ? 1 : 0;
    return fmt::format("\n{} of the last {} frames, highlighted in the timeline and the plots", counted_frames,
                       frames.size());
}

void select_number_and_show_tooltip(const Context& c, lab::LessonStage& stage, std::size_t number_index)
{
    const FilledNumber& number = stage.verdict()->explanation.numbers[number_index];
    const auto lane_index      = lane_index_of_number(stage, number);
    if (!lane_index) return;
    stage.hovered_number = number_index;
    if (*lane_index < c.lab.lane_count()) c.lab.settings.race.selected_lane = *lane_index;
    const lab::MetricRow* metric = lab::find_metric(number.metric);
    const std::string description =
        metric == nullptr ? number.metric : fmt::format("{}. {}", metric->title, metric->definition);
    c.log.push_back({"lesson.pointed", {}, fmt::format("{}.{}", number.lane, number.metric)});
    show_tooltip(fmt::format("{}: {}{}", number.lane, description, counted_frames_text(c, stage, number, *lane_index)));
}

bool is_under_mouse(const draw::Rect& area)
{
    const ImVec2 mouse = ImGui::GetMousePos();
    return ImGui::IsWindowHovered() && area.contains({mouse.x, mouse.y});
}

void draw_number(const Context& c, FlowedText& flow, lab::LessonStage& stage, std::size_t number_index,
                 std::string_view text)
{
    const draw::Colour text_colour = draw::mix(c.theme.ink, c.theme.accent, 0.6F);
    const draw::Rect word_area     = flow.draw_word(text, text_colour);
    ImGui::GetWindowDrawList()->AddLine({word_area.x, word_area.bottom()}, {word_area.right(), word_area.bottom()},
                                        to_imu32(draw::faded(text_colour, 0.6F)));
    c.log.push_back({fmt::format("lesson.number.{}", number_index + 1), word_area, std::string{text}});
    if (is_under_mouse(word_area)) select_number_and_show_tooltip(c, stage, number_index);
}

// While the mouse is over the word, shows the glossary's definition of the term that contains the word.
void draw_word_with_definition(const Context& c, FlowedText& flow, std::string_view text, std::size_t begin,
                               std::size_t end)
{
    if (!is_under_mouse(flow.draw_word(text.substr(begin, end - begin), c.theme.ink))) return;
    if (const lab::Term* term = lab::longest_term_containing(text, begin)) show_tooltip(term->text);
}

} // namespace

void draw_lessons_page(const Context& c)
{
    auto& search_text = c.state.lesson_search;
    draw_search_field(c, search_text);
    ImGui::BeginChild("cards", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
    const float width        = ImGui::GetContentRegionAvail().x;
    const int column_count   = std::max(1, static_cast<int>(width / (400 * c.scale)));
    int shown_count          = 0;
    bool has_network_heading = false;
    for (std::size_t i = 0; i < lab::all_lessons().size(); ++i)
    {
        const lab::Lesson& lesson = lab::all_lessons()[i];
        if (!base::contains_all_words(search_text.data(), {lesson.name, lesson.title, lesson.question})) continue;
        if (lesson.network_settings && !std::exchange(has_network_heading, true))
        {
            shown_count = 0;
            draw_heading("Over a network");
        }
        if (shown_count++ % column_count != 0) ImGui::SameLine();
        draw_lesson_card(c, i, width / static_cast<float>(column_count) - ImGui::GetStyle().ItemSpacing.x);
    }
    if (shown_count == 0 && !has_network_heading)
        ImGui::TextDisabled("No lesson has these words in its title or its question.");
    ImGui::EndChild();
}

void draw_hoverable_lesson_explanation(const Context& c, lab::LessonStage& stage)
{
    const lab::FilledText& filled = stage.verdict()->explanation;
    const std::string_view text{filled.text};
    stage.hovered_number.reset();
    FlowedText flow{c};
    std::size_t number_index = 0;
    for (std::size_t begin = 0; begin < text.size();)
    {
        const std::size_t word_end = std::min(text.find_first_of(" \n", begin), text.size());
        flow.break_line_unless_fits(text.substr(begin, word_end - begin));
        while (begin < word_end)
        {
            while (number_index < filled.numbers.size() && filled.numbers[number_index].end <= begin) ++number_index;
            const bool has_number =
                number_index < filled.numbers.size() && filled.numbers[number_index].begin < word_end;
            const bool is_inside_number = has_number && filled.numbers[number_index].begin <= begin;
            std::size_t part_end        = word_end;
            if (has_number)
                part_end = std::min(word_end, is_inside_number ? filled.numbers[number_index].end
                                                               : filled.numbers[number_index].begin);
            if (is_inside_number)
                draw_number(c, flow, stage, number_index, text.substr(begin, part_end - begin));
            else
                draw_word_with_definition(c, flow, text, begin, part_end);
            begin = part_end;
        }
        if (text.substr(word_end).starts_with("\n\n") && text.size() > word_end + 2)
            flow.start_paragraph();
        else
            flow.add_space();
        begin = std::max(word_end + 1, std::min(text.find_first_not_of(" \n", word_end), text.size()));
    }
    flow.advance_cursor();
}

lab::FrameFilter frame_filter_of_hovered_number(const Context& c)
{
    const lab::LessonStage* stage = c.lab.stage_as<lab::LessonStage>();
    if (stage == nullptr || !stage->hovered_number || stage->verdict() == nullptr) return {};
    const FilledNumber& number = stage->verdict()->explanation.numbers[*stage->hovered_number];
    return lab::frame_filter_of(number.metric, stage->verdict()->results[c.lab.selected_lane_index()]);
}

} // namespace demo
