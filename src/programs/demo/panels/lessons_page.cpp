// Draws the page "Lessons" at the bottom of the window: a search field, and one entry for each lesson with a mark for
// the user's last answer. A click on an entry opens the lesson.
#include "programs/demo/panels/panels.hpp"

#include "base/text.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/stage/lesson_stage.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace demo
{

namespace
{

void dot(const Context& c, ImVec2 at, const lab::Learnt* learnt)
{
    ImDrawList& ink   = *ImGui::GetWindowDrawList();
    const float r     = 6 * c.scale;
    const auto bright = draw::rgb(0x009e73);
    if (learnt == nullptr) return ink.AddCircle(at, r, packed(c.theme.shade), 24, 1.6F * c.scale);
    if (*learnt == lab::Learnt::right)
    {
        ink.AddCircleFilled(at, r + 1, packed(bright), 24);
        const ImVec2 tick[]{
            {at.x - r * 0.5F, at.y}, {at.x - r * 0.1F, at.y + r * 0.42F}, {at.x + r * 0.55F, at.y - r * 0.42F}};
        return ink.AddPolyline(tick, 3, packed(draw::rgb(0xffffff)), 0, 1.8F * c.scale);
    }
    ink.AddCircle(at, r, packed(*learnt == lab::Learnt::wrong ? c.theme.warning : c.theme.quiet), 24, 1.6F * c.scale);
    ink.AddCircleFilled(at, r * 0.45F, packed(*learnt == lab::Learnt::wrong ? c.theme.warning : c.theme.quiet), 16);
}

std::string_view name_of(const lab::Learnt* learnt)
{
    if (learnt == nullptr) return "new";
    constexpr std::array<std::string_view, 3> names{"seen", "wrong", "right"};
    return names[static_cast<std::size_t>(*learnt)];
}

const lab::Learnt* learnt_of(const Context& c, const lab::Lesson& lesson)
{
    const auto known = c.lab.progress.lessons.find(lesson.name);
    return known == c.lab.progress.lessons.end() ? nullptr : &known->second;
}

void card(const Context& c, std::size_t place, float width)
{
    const lab::Lesson& lesson = lab::all_lessons()[place];
    const lab::Learnt* learnt = learnt_of(c, lesson);
    const auto* open          = c.lab.stage_as<lab::LessonStage>();
    const bool is_open        = open != nullptr && open->place() == std::optional{place};
    const float line          = ImGui::GetTextLineHeight();
    ImGui::PushID(static_cast<int>(place));
    if (ImGui::Selectable("##card", is_open, 0, {width, 2 * line + 9 * c.scale})) open_lesson(c, place);
    ImGui::PopID();
    log_item(c.log, fmt::format("lessons.entry.{}", lesson.name), std::string{name_of(learnt)});
    tooltip(lesson.question);

    const ImVec2 low  = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImDrawList& ink   = *ImGui::GetWindowDrawList();
    const float x     = low.x + 28 * c.scale;
    dot(c, {low.x + 13 * c.scale, low.y + 4 * c.scale + line / 2}, learnt);
    const float room = high.x - 8 * c.scale - x;
    ink.AddText({x, low.y + 4 * c.scale}, packed(c.theme.ink),
                shortened(fmt::format("{}. {}", place + 1, lesson.title), room).c_str());
    ink.AddText({x, low.y + 4 * c.scale + line}, packed(c.theme.quiet), shortened(lesson.question, room).c_str());
}

std::size_t answered_right(const Context& c)
{
    const auto is_right = [&](const lab::Lesson& lesson)
    {
        const lab::Learnt* learnt = learnt_of(c, lesson);
        return learnt != nullptr && *learnt == lab::Learnt::right;
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
    ImGui::TextDisabled("%s", text.c_str());
    log_item(c.log, "lessons.learnt", text);
}

} // namespace

void lessons_page(const Context& c)
{
    auto& wanted = c.state.wanted_lesson;
    search_line(c, wanted);
    ImGui::BeginChild("cards", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
    const float width = ImGui::GetContentRegionAvail().x;
    const int columns = std::max(1, static_cast<int>(width / (400 * c.scale)));
    int shown         = 0;
    bool headed       = false;
    for (std::size_t i = 0; i < lab::all_lessons().size(); ++i)
    {
        const lab::Lesson& lesson = lab::all_lessons()[i];
        if (!base::finds(wanted.data(), {lesson.name, lesson.title, lesson.question})) continue;
        if (lesson.network && !std::exchange(headed, true))
        {
            shown = 0;
            heading("Over a network");
        }
        if (shown++ % columns != 0) ImGui::SameLine();
        card(c, i, width / static_cast<float>(columns) - ImGui::GetStyle().ItemSpacing.x);
    }
    if (shown == 0 && !headed) ImGui::TextDisabled("No lesson has that in its title or its question.");
    ImGui::EndChild();
}

} // namespace demo
