#include "programs/demo/window/state_text.hpp"

#include "base/number.hpp"
#include "lab/metrics/lane_verdict.hpp"
#include "lab/stage/lesson_stage.hpp"

#include <fmt/core.h>

namespace demo
{

namespace
{

std::string lane_text(const lab::Lab& lab, std::size_t i)
{
    const lab::Lane& lane = lab.lane(i);
    if (lane.samples().empty()) return fmt::format("{}\n", lab.setup(i).name);
    const lab::LaneVerdict verdict = lab::verdict_of(lane, lane.samples().back(), lane.world().events());
    return fmt::format("{}: {}\n", lab.setup(i).name, lab::badge_text(lab.settings.mode, verdict));
}

std::string lesson_text(const lab::LessonStage& stage)
{
    const lab::Lesson& lesson = stage.lesson();
    std::string text          = fmt::format("Lesson: {}\n{}\n", lesson.title, lesson.question);
    for (std::size_t i = 0; i < lesson.answers.size(); ++i)
    {
        const bool right = stage.shows_answer() && i == lesson.right;
        text += fmt::format("{}: {}{}{}\n", i + 1, lesson.answers[i], stage.guess() == i ? " (your guess)" : "",
                            right ? " (right)" : "");
    }
    if (stage.shows_answer()) text += stage.verdict()->explanation.text + "\n";
    return text;
}

} // namespace

std::string state_text(const lab::Lab& lab, std::string_view notice)
{
    std::string text;
    for (std::size_t i = 0; i < lab.lanes(); ++i) text += lane_text(lab, i);
    const sim::LagSettings& lag = lab.settings.machine.lag;
    if (lag.on) text += fmt::format("Frame delay: {}\n", base::time_text(lag.delay));
    if (lab.settings.paused) text += "Paused\n";
    if (const auto* stage = lab.stage_as<lab::LessonStage>()) text += lesson_text(*stage);
    if (!notice.empty()) text += fmt::format("{}\n", notice);
    return text;
}

} // namespace demo
