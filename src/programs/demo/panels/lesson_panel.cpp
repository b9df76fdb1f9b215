// Draws the page of a lesson: the hint, the question and its answers, the run, and the explanation.
#include "lab/lessons/lesson.hpp"
#include "lab/stage/lesson_stage.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace demo
{

namespace
{

using lab::LessonStage;
using Phase = LessonStage::Phase;

void space(const Context& c, float points) { ImGui::Dummy({0, points * c.scale}); }

void small_heading(const Context& c, const char* text)
{
    ImGui::TextColored(to_imvec4(draw::mix(c.theme.quiet, c.theme.accent, 0.35F)), "%s", text);
}

void top_line(const Context& c, const LessonStage& stage)
{
    const auto place = stage.place();
    const std::string of_course =
        place ? fmt::format("Lesson {} of {}", *place + 1, lab::all_lessons().size()) : "Your lesson";
    const std::string where = c.lab.settings.mode == lab::Mode::network ? "Over a network" : of_course;
    const float width       = 64 * c.scale;
    ImGui::AlignTextToFramePadding();
    small_heading(c, where.c_str());
    log_item(c.log, "lesson.place", where);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    if (draw_button("Leave", "Closes the lesson and goes back to your loops and settings.", c.log, width))
        c.lab.settings.mode = lab::Mode::live;
}

void headline(const Context& c, const LessonStage& stage)
{
    draw_paragraph(stage.lesson().title, c.theme.ink, title_font());
    log_item(c.log, "lesson.title", stage.lesson().title);
}

struct AnswerColours
{
    draw::Colour back, edge, text;
};

// Before the run, the chosen and the hovered answer stand out; after it, the right answer and a wrong guess.
AnswerColours look_of(const Context& c, const LessonStage& stage, std::size_t answer, bool hovered)
{
    const bool chosen = stage.guess() == answer;
    if (stage.shows_answer())
    {
        const bool right        = answer == stage.lesson().right;
        const draw::Colour mark = right ? success_colour : c.theme.alarm;
        if (right || chosen) return {draw::mix(c.theme.panel, mark, 0.20F), mark, c.theme.ink};
        return {c.theme.panel, c.theme.line, c.theme.quiet};
    }
    if (chosen) return {draw::mix(c.theme.panel, c.theme.accent, 0.28F), c.theme.accent, c.theme.ink};
    const draw::Colour back = hovered ? draw::mix(c.theme.raised, c.theme.accent, 0.16F) : c.theme.raised;
    return {back, hovered ? c.theme.accent : c.theme.line, c.theme.ink};
}

void mark(ImDrawList& draw_list, ImVec2 at, float size, bool tick, ImU32 colour)
{
    const float thick = size / 5;
    if (tick)
    {
        const ImVec2 points[]{
            {at.x - size / 2, at.y}, {at.x - size / 8, at.y + size / 2.6F}, {at.x + size / 2, at.y - size / 2.4F}};
        draw_list.AddPolyline(points, 3, colour, 0, thick);
        return;
    }
    const float r = size / 2.6F;
    draw_list.AddLine({at.x - r, at.y - r}, {at.x + r, at.y + r}, colour, thick);
    draw_list.AddLine({at.x - r, at.y + r}, {at.x + r, at.y - r}, colour, thick);
}

void answer(const Context& c, LessonStage& stage, std::size_t i)
{
    const float pad        = 9 * c.scale;
    const float digit      = 24 * c.scale;
    const float width      = ImGui::GetContentRegionAvail().x;
    const std::string text = wrapped_text(stage.lesson().answers[i], width - 2 * pad - digit);
    const float height     = ImGui::CalcTextSize(text.c_str()).y + 2 * pad;
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("answer", {width, height})) stage.choose_answer(i);
    ImGui::PopID();
    const char* chosen = stage.guess() == i ? "chosen" : "";
    log_item(c.log, fmt::format("answer.{}", i + 1),
             stage.shows_answer() && i == stage.lesson().right ? "right" : chosen);

    const ImVec2 low         = ImGui::GetItemRectMin();
    const ImVec2 high        = ImGui::GetItemRectMax();
    const AnswerColours look = look_of(c, stage, i, stage.phase() == Phase::asking && ImGui::IsItemHovered());
    ImDrawList& draw_list    = *ImGui::GetWindowDrawList();
    draw_list.AddRectFilled(low, high, to_imu32(look.back), 6 * c.scale);
    draw_list.AddRect(low, high, to_imu32(look.edge), 6 * c.scale);
    const bool told = stage.shows_answer() && (i == stage.lesson().right || stage.guess() == i);
    if (told)
        mark(draw_list, {low.x + pad + digit * 0.3F, low.y + pad + ImGui::GetTextLineHeight() / 2}, 12 * c.scale,
             i == stage.lesson().right, to_imu32(look.edge));
    else
        draw_text(draw_list, {low.x + pad, low.y + pad}, draw::mix(look.text, c.theme.quiet, 0.6F),
                  fmt::format("{}", i + 1));
    draw_text(draw_list, {low.x + pad + digit, low.y + pad}, look.text, text);
    space(c, 1);
}

void question(const Context& c, LessonStage& stage)
{
    draw_paragraph(stage.lesson().question, c.theme.ink, bold_font());
    space(c, 3);
    for (std::size_t i = 0; i < stage.lesson().answers.size(); ++i) answer(c, stage, i);
}

bool main_button(const Context& c, const char* label, const char* tip, float width)
{
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {7 * c.scale, 6 * c.scale});
    ImGui::PushFont(bold_font());
    const bool pressed = draw_button(label, tip, c.log, width, draw::mix(c.theme.raised, c.theme.accent, 0.55F));
    ImGui::PopFont();
    ImGui::PopStyleVar();
    return pressed;
}

// True if the window shows only the first part of the run and then computes the rest at once.
bool is_cut(const lab::Lesson& e) { return e.length.time.value_or(lab::Nanos::max()) > e.watched; }

void before_the_run(const Context& c, LessonStage& stage)
{
    const bool guessed = stage.guess().has_value();
    const float width  = ImGui::GetContentRegionAvail().x;
    if (main_button(c, guessed ? "Run it  Space" : "Run without a guess  Space", "Starts all lanes at once.", width))
        stage.run();
    const lab::Lesson& e    = stage.lesson();
    const char* const lanes = stage.network_run() != nullptr ? "PCs" : "lanes";
    std::string length      = fmt::format("{} {}, {}", stage.lanes().size(), lanes, text_of(e.length));
    if (stage.network_run() == nullptr && is_cut(e))
        length += fmt::format("; after {:g} s the rest is computed at once", timestep::to_seconds(e.watched));
    draw_paragraph(length, c.theme.quiet);
    if (stage.lanes().size() > lab::RaceSettings::most_lanes)
        draw_paragraph(fmt::format("The stage shows only the first {} lanes; all lanes are computed.",
                                   lab::RaceSettings::most_lanes),
                       c.theme.quiet);
}

void say_belief(const Context& c, const LessonStage& stage)
{
    for (std::size_t i = 0; i < c.lab.lanes(); ++i)
        if (stage.lanes_run()->belief(i) != nullptr)
            draw_paragraph(fmt::format("The pale ball of {} moves as you guessed.", c.lab.setup(i).name),
                           c.theme.accent);
}

void during_the_run(const Context& c, LessonStage& stage)
{
    const double done = stage.lanes_run()->done();
    ImGui::ProgressBar(static_cast<float>(done), {-1, 6 * c.scale}, "");
    log_item(c.log, "lesson.done", fmt::format("{:.3f}", done));
    say_belief(c, stage);
    const std::string now = stage.phase() == Phase::judging
                                ? std::string{"putting the numbers together ..."}
                                : fmt::format("{:.0f} % of {}", std::floor(done * 100), text_of(stage.lesson().length));
    ImGui::AlignTextToFramePadding();
    draw_grey_text(now);
    const float width = 104 * c.scale;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    if (draw_button("To the end", "Computes the rest of the run at once; the results stay the same.", c.log, width))
        stage.to_the_end();
}

void checks(const Context& c, const lab::LessonVerdict& verdict)
{
    const auto holding =
        std::count_if(verdict.lines.begin(), verdict.lines.end(), [](const auto& line) { return line.checked.holds; });
    const std::string label = fmt::format("{} of {} checks hold in this run###checks", holding, verdict.lines.size());
    const bool opened       = ImGui::TreeNodeEx(label.c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen);
    log_item(c.log, "lesson.checks", fmt::format("{}/{}", holding, verdict.lines.size()));
    if (!opened) return;
    ImGui::PushFont(mono_font());
    for (const lab::LessonVerdict::Line& line : verdict.lines)
    {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float h   = ImGui::GetTextLineHeight();
        mark(*ImGui::GetWindowDrawList(), {at.x + 6 * c.scale, at.y + h / 2}, 9 * c.scale, line.checked.holds,
             to_imu32(line.checked.holds ? success_colour : c.theme.alarm));
        ImGui::Indent(18 * c.scale);
        draw_paragraph(line.assertion.text, c.theme.ink);
        draw_paragraph(text_of(line.checked), c.theme.quiet);
        ImGui::Unindent(18 * c.scale);
    }
    ImGui::PopFont();
}

void verdict(const Context& c, const LessonStage& stage, const std::string& said)
{
    const bool judged            = stage.guess() && stage.shows_answer();
    const bool right             = judged && *stage.guess() == stage.lesson().right;
    const draw::Colour judgement = right ? draw::mix(success_colour, c.theme.ink, 0.35F) : c.theme.alarm;
    draw_paragraph(said, judged ? judgement : c.theme.ink, bold_font());
    log_item(c.log, "lesson.verdict", said);
}

// Names the lanes of the control, unless these are all.
std::string heading_of_trial(const Context& c, const LessonStage& stage)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < c.lab.lanes(); ++i)
        if (stage.lanes_run()->is_tried(i)) names.push_back(c.lab.setup(i).name);
    if (names.size() == c.lab.lanes()) return "Yours, in all lanes";
    return fmt::format("Yours, in {}", fmt::join(names, " and "));
}

// "Try it yourself" lets the lanes run on; then a control changes one setting of the tried lanes.
void try_it_controls(const Context& c, LessonStage& stage)
{
    const lab::Control* free = stage.lesson().free;
    if (free == nullptr) return;
    if (stage.phase() != Phase::trying)
    {
        const std::string tip = fmt::format("The lanes continue to run, and you can change the {}.", free->label);
        if (draw_button("Try it yourself", tip.c_str(), c.log, ImGui::GetContentRegionAvail().x)) c.lab.try_it();
    }
    else
    {
        const std::string heading = heading_of_trial(c, stage);
        small_heading(c, heading.c_str());
        log_item(c.log, "lesson.trial", heading);
        edit_control(stage.lanes_run()->tried(), *free, c.log);
    }
    space(c, 6);
}

void after_the_run(const Context& c, LessonStage& stage)
{
    verdict(c, stage, guess_verdict_text(stage));
    say_belief(c, stage);
    space(c, 2);
    draw_explanation(c, stage);
    if (c.lab.frozen())
        draw_paragraph(fmt::format("The stage is frozen at {:g} s; Space shows the end of the run.",
                                   timestep::to_seconds(*c.lab.frozen())),
                       c.theme.quiet);
    space(c, 6);
    try_it_controls(c, stage);
    checks(c, *stage.verdict());
    space(c, 6);
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    const auto count  = lab::all_lessons().size();
    const auto place  = stage.place();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {7 * c.scale, 6 * c.scale});
    if (draw_button("Again  R", "Asks the same question again, from the start.", c.log, width))
        c.lab.apply(*lab::find_key("R"));
    ImGui::PopStyleVar();
    if (!place) return;
    ImGui::SameLine();
    if (main_button(c, "Next", "The next lesson.", width)) open_lesson(c, (*place + 1) % count);
}

void during_the_game(const Context& c, const LessonStage& stage)
{
    // In lines of text, so that the controls below do not move when the text gets shorter.
    constexpr float least_lines = 8;
    const float begun           = ImGui::GetCursorPosY();
    verdict(c, stage, network_headline(stage));
    if (stage.verdict() != nullptr)
    {
        const std::string text = network_explanation(*stage.verdict());
        draw_paragraph(text, c.theme.ink);
        log_item(c.log, "lesson.why", text);
    }
    const float rest = begun + least_lines * ImGui::GetTextLineHeightWithSpacing() - ImGui::GetCursorPosY();
    if (rest > 0) ImGui::Dummy({0, rest});
}

void neighbours(const Context& c, const LessonStage& stage)
{
    const auto count  = lab::all_lessons().size();
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    const auto place  = stage.place();
    if (!place) return; // a lesson of a file has no neighbours
    if (draw_button("< Previous", "Opens the lesson before this one.", c.log, width))
        open_lesson(c, (*place + count - 1) % count);
    ImGui::SameLine();
    if (draw_button("Next >", "Opens the lesson after this one.", c.log, width)) open_lesson(c, (*place + 1) % count);
}

void page(const Context& c, LessonStage& stage)
{
    const bool networked = stage.network_run() != nullptr;
    top_line(c, stage);
    space(c, 6);
    if (networked) draw_network_kinds(c);
    headline(c, stage);
    space(c, 6);
    small_heading(c, "Watch");
    draw_paragraph(stage.lesson().watch, c.theme.ink);
    space(c, 8);
    question(c, stage);
    space(c, 6);
    if (stage.phase() == Phase::asking)
        before_the_run(c, stage);
    else if (networked)
        during_the_game(c, stage);
    else if (stage.phase() == Phase::running || stage.phase() == Phase::judging)
        during_the_run(c, stage);
    else
    {
        after_the_run(c, stage);
        return;
    }
    space(c, 12);
    if (networked)
        draw_network_controls(c);
    else
        neighbours(c, stage);
}

} // namespace

void open_lesson(const Context& c, std::size_t place)
{
    open(c.lab.settings, lab::all_lessons()[place]);
    c.lab.settings.paused = false;
}

std::string guess_verdict_text(const LessonStage& stage)
{
    if (!stage.guess()) return "What happened";
    return *stage.guess() == stage.lesson().right ? "Right, and this is why" : "No, and this is why";
}

void draw_lesson_panel(const Context& c, LessonStage& stage)
{
    if (stage.network_run() == nullptr)
    {
        page(c, stage);
        return;
    }
    // The buttons below the settings of the network do not scroll.
    ImGui::BeginChild("page", {0, -ImGui::GetFrameHeightWithSpacing()}, false, ImGuiWindowFlags_NavFlattened);
    page(c, stage);
    ImGui::EndChild();
    draw_network_buttons(c, stage);
}

} // namespace demo
