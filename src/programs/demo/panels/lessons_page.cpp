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

void dot(const Context& c, ImVec2 at, const lab::LessonOutcome* learnt)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float r         = 6 * c.scale;
    if (learnt == nullptr)
        draw_list.AddCircle(at, r, to_imu32(c.theme.shade), 24, 1.6F * c.scale);
    else if (*learnt == lab::Learnt::right)
    {
        draw_list.AddCircleFilled(at, r + 1, to_imu32(success_colour), 24);
        const ImVec2 tick[]{
            {at.x - r * 0.5F, at.y}, {at.x - r * 0.1F, at.y + r * 0.42F}, {at.x + r * 0.55F, at.y - r * 0.42F}};
        draw_list.AddPolyline(tick, 3, to_imu32(draw::rgb(0xffffff)), 0, 1.8F * c.scale);
    }
    else
    {
        const ImU32 colour = to_imu32(*learnt == lab::Learnt::wrong ? c.theme.warning : c.theme.quiet);
        draw_list.AddCircle(at, r, colour, 24, 1.6F * c.scale);
        draw_list.AddCircleFilled(at, r * 0.45F, colour, 16);
    }
}

std::string_view name_of(const lab::LessonOutcome* learnt)
{
    if (learnt == nullptr) return "new";
    constexpr std::array<std::string_view, 3> names{"seen", "wrong", "right"};
    return names[static_cast<std::size_t>(*learnt)];
}

const lab::LessonOutcome* learnt_of(const Context& c, const lab::Lesson& lesson)
{
    const auto known = c.lab.progress.lessons.find(lesson.name);
    return known == c.lab.progress.lessons.end() ? nullptr : &known->second;
}

void card(const Context& c, std::size_t place, float width)
{
    const lab::Lesson& lesson        = lab::all_lessons()[place];
    const lab::LessonOutcome* learnt = learnt_of(c, lesson);
    const auto* open                 = c.lab.stage_as<lab::LessonStage>();
    const bool is_open               = open != nullptr && open->place() == std::optional{place};
    const float line                 = ImGui::GetTextLineHeight();
    ImGui::PushID(static_cast<int>(place));
    if (ImGui::Selectable("##card", is_open, 0, {width, 2 * line + 9 * c.scale})) open_lesson(c, place);
    ImGui::PopID();
    log_with_tooltip(c.log, fmt::format("lessons.entry.{}", lesson.name), std::string{name_of(learnt)},
                     lesson.question);

    const ImVec2 low      = ImGui::GetItemRectMin();
    const ImVec2 high     = ImGui::GetItemRectMax();
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float x         = low.x + 28 * c.scale;
    dot(c, {low.x + 13 * c.scale, low.y + 4 * c.scale + line / 2}, learnt);
    const float room = high.x - 8 * c.scale - x;
    draw_text(draw_list, {x, low.y + 4 * c.scale}, c.theme.ink,
              shortened(fmt::format("{}. {}", place + 1, lesson.title), room));
    draw_text(draw_list, {x, low.y + 4 * c.scale + line}, c.theme.quiet, shortened(lesson.question, room));
}

std::size_t answered_right(const Context& c)
{
    const auto is_right = [&](const lab::Lesson& lesson)
    {
        const lab::LessonOutcome* learnt = learnt_of(c, lesson);
        return learnt != nullptr && *learnt == lab::LessonOutcome::right;
    };
    return static_cast<std::size_t>(std::ranges::count_if(lab::all_lessons(), is_right));
}

void search_line(const Context& c, std::array<char, 48>& wanted)
{
    ImGui::SetNextItemWidth(std::min(300 * c.scale, ImGui::GetContentRegionAvail().x * 0.5F));
    ImGui::InputTextWithHint("##search", "search: stutter, spring, VSYNC ...", wanted.data(), wanted.size());
    log_item(c.log, "lessons.search", wanted.data());
    ImGui::SameLine(0, 14 * c.scale);
    const std::string text = fmt::format("{} of {} answered right", answered_right(c), lab::all_lessons().size());
    draw_grey_text(text);
    log_item(c.log, "lessons.learnt", text);
}

using lab::FilledNumber;

// Draws words one after another, with a new line where the panel's width is reached.
class Flow
{
public:
    explicit Flow(const Context& c)
        : c_{c}
        , begin_{ImGui::GetCursorScreenPos()}
        , at_{begin_}
        , right_{begin_.x + ImGui::GetContentRegionAvail().x}
    {
    }

    void make_room(std::string_view word)
    {
        if (at_.x > begin_.x && at_.x + width_of(word) > right_) new_line();
    }
    void new_line() { at_ = {begin_.x, at_.y + ImGui::GetTextLineHeight() + c_.scale}; }
    void space() { at_.x += width_of(" "); }
    void paragraph()
    {
        new_line();
        at_.y += 4 * c_.scale;
    }
    draw::Rect write(std::string_view text, draw::Colour text_colour)
    {
        const float width = width_of(text);
        draw_text(*ImGui::GetWindowDrawList(), at_, text_colour, text);
        const draw::Rect place{at_.x, at_.y, width, ImGui::GetTextLineHeight()};
        at_.x += width;
        return place;
    }
    /// Moves Dear ImGui's cursor below the text that this object has drawn.
    void end() const { ImGui::Dummy({0, at_.y - begin_.y + ImGui::GetTextLineHeight()}); }

private:
    const Context& c_;
    ImVec2 begin_;
    ImVec2 at_;
    float right_;
};

std::optional<std::size_t> lane_of(const lab::LessonStage& stage, const FilledNumber& number)
{
    const auto& lanes = stage.lesson().lanes;
    const auto found  = std::ranges::find(lanes, number.lane, &lab::LaneSetup::name);
    if (found == lanes.end()) return std::nullopt;
    return static_cast<std::size_t>(found - lanes.begin());
}

std::string counted(const Context& c, const lab::LessonStage& stage, const FilledNumber& number, std::size_t lane)
{
    const lab::FrameFilter lit = lab::frames_of(number.metric, stage.verdict()->results[lane]);
    if (!lit || lane >= c.lab.lanes()) return {};
    const telemetry::Frames frames{c.lab.lane(lane).samples()};
    std::size_t count = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) count += lit(frames, i) ? 1 : 0;
    return fmt::format("\n{} of the last {} frames, lit on the timeline and the plots", count, frames.size());
}

void point_at(const Context& c, lab::LessonStage& stage, std::size_t i)
{
    const FilledNumber& number = stage.verdict()->explanation.numbers[i];
    const auto lane            = lane_of(stage, number);
    if (!lane) return;
    stage.pointed = i;
    if (*lane < c.lab.lanes()) c.lab.settings.race.selected = *lane;
    const lab::MetricRow* metric = lab::find_metric(number.metric);
    const std::string what = metric == nullptr ? number.metric : fmt::format("{}. {}", metric->title, metric->what);
    c.log.push_back({"lesson.pointed", {}, fmt::format("{}.{}", number.lane, number.metric)});
    show_tooltip(fmt::format("{}: {}{}", number.lane, what, counted(c, stage, number, *lane)));
}

bool is_pointed_at(const draw::Rect& place)
{
    const ImVec2 mouse = ImGui::GetMousePos();
    return ImGui::IsWindowHovered() && place.contains({mouse.x, mouse.y});
}

void draw_number(const Context& c, Flow& flow, lab::LessonStage& stage, std::size_t i, std::string_view text)
{
    const draw::Colour text_colour = draw::mix(c.theme.ink, c.theme.accent, 0.6F);
    const draw::Rect place         = flow.write(text, text_colour);
    ImGui::GetWindowDrawList()->AddLine({place.x, place.bottom()}, {place.right(), place.bottom()},
                                        to_imu32(draw::faded(text_colour, 0.6F)));
    c.log.push_back({fmt::format("lesson.number.{}", i + 1), place, std::string{text}});
    if (is_pointed_at(place)) point_at(c, stage, i);
}

// Over a word of a term of the glossary, shows its definition.
void draw_word(const Context& c, Flow& flow, std::string_view text, std::size_t at, std::size_t end)
{
    if (!is_pointed_at(flow.write(text.substr(at, end - at), c.theme.ink))) return;
    if (const lab::Term* term = lab::term_at(text, at)) show_tooltip(term->text);
}

} // namespace

void draw_lessons_page(const Context& c)
{
    auto& wanted = c.state.lesson_search;
    search_line(c, wanted);
    ImGui::BeginChild("cards", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
    const float width = ImGui::GetContentRegionAvail().x;
    const int columns = std::max(1, static_cast<int>(width / (400 * c.scale)));
    int shown         = 0;
    bool headed       = false;
    for (std::size_t i = 0; i < lab::all_lessons().size(); ++i)
    {
        const lab::Lesson& lesson = lab::all_lessons()[i];
        if (!base::contains_words(wanted.data(), {lesson.name, lesson.title, lesson.question})) continue;
        if (lesson.network && !std::exchange(headed, true))
        {
            shown = 0;
            draw_heading("Over a network");
        }
        if (shown++ % columns != 0) ImGui::SameLine();
        card(c, i, width / static_cast<float>(columns) - ImGui::GetStyle().ItemSpacing.x);
    }
    if (shown == 0 && !headed) ImGui::TextDisabled("No lesson has these words in its title or its question.");
    ImGui::EndChild();
}

void draw_explanation(const Context& c, lab::LessonStage& stage)
{
    const lab::FilledText& filled = stage.verdict()->explanation;
    const std::string_view text{filled.text};
    stage.pointed.reset();
    Flow flow{c};
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();)
    {
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        flow.make_room(text.substr(at, end - at));
        while (at < end)
        {
            while (number < filled.numbers.size() && filled.numbers[number].end <= at) ++number;
            const bool known  = number < filled.numbers.size() && filled.numbers[number].begin < end;
            const bool inside = known && filled.numbers[number].begin <= at;
            std::size_t to    = end;
            if (known) to = std::min(end, inside ? filled.numbers[number].end : filled.numbers[number].begin);
            if (inside)
                draw_number(c, flow, stage, number, text.substr(at, to - at));
            else
                draw_word(c, flow, text, at, to);
            at = to;
        }
        if (text.substr(end).starts_with("\n\n") && text.size() > end + 2)
            flow.paragraph();
        else
            flow.space();
        at = std::max(end + 1, std::min(text.find_first_not_of(" \n", end), text.size()));
    }
    flow.end();
}

lab::FrameFilter frames_of_pointed_number(const Context& c)
{
    const lab::LessonStage* stage = c.lab.stage_as<lab::LessonStage>();
    if (stage == nullptr || !stage->pointed || stage->verdict() == nullptr) return {};
    const FilledNumber& number = stage->verdict()->explanation.numbers[*stage->pointed];
    return lab::frames_of(number.metric, stage->verdict()->results[c.lab.selected()]);
}

} // namespace demo
