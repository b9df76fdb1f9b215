#include "lab/lessons/lesson.hpp"
#include "lab/settings/controls.hpp"
#include "thorough.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

using namespace lab;

namespace
{

constexpr std::string_view small = R"(
title       = "A lesson"
watch       = "This."
question    = "What?"
answers     = ["This", "That"]
right       = 2
frames      = 100
assert      = ["slow.speed == 0.5 +- 0.01"]
explanation = "It runs at {slow.speed:.1f}."
[all]
loop = "fixed"
[[lane]]
name       = "slow"
display-hz = 30
)";

std::string with(std::string_view old, std::string_view fresh)
{
    std::string text{small};
    text.replace(text.find(old), old.size(), fresh);
    return text;
}

std::string error_of(const std::string& text)
{
    auto result = parse_lesson(text, "a");
    CAPTURE(text);
    REQUIRE(std::holds_alternative<std::string>(result));
    return std::get<std::string>(std::move(result));
}

Lesson parsed(std::string_view text, std::string_view name)
{
    auto result = parse_lesson(text, name);
    if (const auto* error = std::get_if<std::string>(&result)) FAIL(*error);
    return std::get<Lesson>(std::move(result));
}

} // namespace

TEST_CASE("in a lesson the pacer's rate sets the rate of a loop without a clock, in any order of the keys")
{
    const auto rate_of = [](std::string_view lane)
    { return parsed(with("display-hz = 30", lane), "a").lanes.at(0).settings.loop.rate(); };
    CHECK(rate_of("\"pacer.rate\" = 50\npacer = \"busy-wait\"") == timestep::hz(50));
    CHECK(rate_of("pacer = \"busy-wait\"\n\"pacer.rate\" = 50") == timestep::hz(50));
    CHECK(error_of(with("display-hz = 30", "\"pacer.rate\" = 50")).find("unknown setting 'pacer.rate'") !=
          std::string::npos);
}

TEST_CASE("every lesson of the course fulfils its assertions")
{
    CHECK(course_files().size() >= 18);
    for (const LessonFile& file : course_files())
    {
        CAPTURE(file.name);
        auto outcome = run_lesson(parsed(file.text, file.name));
        if (const auto* error = std::get_if<std::string>(&outcome)) FAIL(*error);
        const auto& verdict = std::get<LessonVerdict>(outcome);
        CHECK(verdict.holds());
        for (const LessonVerdict::Line& line : verdict.lines)
        {
            CAPTURE(line.assertion.text);
            CAPTURE(line.checked.left);
            CHECK(line.checked.holds);
        }
    }
}

TEST_CASE("each belief of a lesson has a lane that really shows it" * doctest::skip(is_sanitized))
{
    // Wrong answers without a lane, as "LESSON ANSWER": no loop speeds up and is slowed down later, and no loop waits
    // an hour for a clock.
    std::set<std::string> none{"too-fast-and-too-slow 3", "clock-set-back 1"};
    for (const LessonFile& file : course_files())
    {
        const Lesson e = parsed(file.text, file.name);
        std::set<std::size_t> answers{e.right};
        for (const Belief& belief : e.beliefs)
        {
            CAPTURE(file.name);
            CAPTURE(belief.shows.text);
            CHECK(answers.insert(belief.answer).second);
            Findings findings{run_lanes({&belief.setup, 1}, e.length)};
            const auto checked = findings.check(belief.shows.text);
            REQUIRE(std::holds_alternative<Checked>(checked));
            CAPTURE(std::get<Checked>(checked).left);
            CHECK(std::get<Checked>(checked).holds);
        }
        for (std::size_t answer = 0; answer < e.answers.size(); ++answer)
            if (!answers.contains(answer)) CHECK(none.erase(fmt::format("{} {}", file.name, answer + 1)) == 1);
    }
    CHECK(none.empty());
}

TEST_CASE("every lesson runs once more without its cause, which excludes another explanation")
{
    CHECK(lesson_files().size() == 26);
    for (const LessonFile& file : lesson_files())
    {
        const Lesson e = parsed(file.text, file.name);
        CHECK_MESSAGE(!e.without.empty(), "add a [[without]] to ", file.name, ".toml, as docs/lessons.md describes");
        for (const Without& without : e.without)
        {
            CAPTURE(without.excludes);
            CHECK(without.excludes.back() == '.');
            CHECK(!without.assertions.empty());
            for (const Assertion& a : without.assertions)
                CHECK_MESSAGE(a.text.find("without") != std::string::npos, file.name, ".toml:", a.line,
                              ": let the assertion name the lane 'without'");
        }
    }
}

TEST_CASE("a run without the cause is checked with the lesson, beside the lesson's own lanes")
{
    const auto last_line = [](std::string_view assertion, std::string_view setting)
    {
        const auto outcome =
            run_lesson(parsed(fmt::format("{}[[without]]\nexcludes = \"It is slow.\"\nlane = \"slow\"\n"
                                          "assert = [\"{}\"]\n{}\n",
                                          small, assertion, setting),
                              "a"));
        if (const auto* error = std::get_if<std::string>(&outcome)) FAIL(*error);
        const auto& verdict = std::get<LessonVerdict>(outcome);
        REQUIRE(verdict.lines.size() == 2);
        CHECK(verdict.lines[0].excludes.empty());
        CHECK(verdict.lines[1].excludes == "It is slow.");
        CHECK(verdict.holds() == verdict.lines[1].checked.holds);
        return verdict.lines[1].checked;
    };
    CHECK(last_line("without.speed - slow.speed == 0.5 +- 0.01", "display-hz = 60").holds);
    CHECK_FALSE(last_line("without.speed - slow.speed == 0.5 +- 0.01", "display-hz = 30").holds);
    CHECK(last_line("differ(slow, without) == 0", "display-hz = 60").holds);
}

TEST_CASE("an invalid run without the cause is refused with its line")
{
    const auto refusal = [&](const std::string& more) { return error_of(std::string{small} + "[[without]]\n" + more); };
    CHECK(refusal("lane = \"slow\"\nassert = []\n").find("a.toml:15: 'excludes' must be there") == 0);
    CHECK(refusal("lane = \"slow\"\nexcludes = \"b\"\n").find("a.toml:15: 'assert' must be there") == 0);
    CHECK(refusal("excludes = \"b\"\nassert = []\n").find("a.toml:15: 'lane' says which lane") == 0);
    CHECK(refusal("lane = \"slow\"\nexcludes = \"b\"\nassert = []\ndisplay-hz = 0\n")
              .find("a.toml:15: display-hz: refresh must be") == 0);
    CHECK(error_of(with("[[lane]]\nname       = \"slow\"", "[[lane]]\nname = \"without\"") +
                   "[[without]]\nexcludes = \"b\"\nassert = []\nlane = \"without\"\n")
              .find("no [[lane]] may be named 'without'") != std::string::npos);
    CHECK(error_of(std::string{small} + "[without]\nlane = \"slow\"\n").find("'without' is written [[without]]") !=
          std::string::npos);
}

TEST_CASE("every lesson has a control to try afterwards, which all its lanes have")
{
    for (const LessonFile& file : course_files())
    {
        CAPTURE(file.name);
        const Lesson e = parsed(file.text, file.name);
        REQUIRE(e.free != nullptr);
        for (const LaneSetup& lane : e.lanes) CHECK(find_control(lane.settings, e.free->path) == e.free);
        CHECK(e.watched >= std::chrono::seconds{10});
        CHECK(e.watched <= std::chrono::seconds{18});
    }
}

TEST_CASE("an invalid belief or control of a lesson is refused with its line")
{
    const auto refusal = [&](const std::string& more) { return error_of(std::string{small} + "\n" + more); };
    CHECK(refusal("[[belief]]\nanswer = 2\nlane = \"slow\"\nshows = \"belief.speed == 1\"\n")
              .find("'answer' is the number of a wrong answer, from 1") != std::string::npos);
    CHECK(refusal("[[belief]]\nanswer = 1\nlane = \"slw\"\nshows = \"belief.speed == 1\"\n")
              .find("unknown lane 'slw'; did you mean 'slow'?") != std::string::npos);
    CHECK(refusal("[[belief]]\nanswer = 1\nshows = \"belief.speed == 1\"\n").find("'lane' says which") !=
          std::string::npos);
    CHECK(refusal("[[belief]]\nanswer = 1\nlane = \"slow\"\n").find("'shows' must be there") != std::string::npos);
    CHECK(error_of(with("frames      = 100", "frames      = 100\ntry = \"machine.delay\"")) ==
          "a.toml:8: unknown control of its lanes 'machine.delay'; did you mean 'machine.delay_ms'?");
    CHECK(error_of(with("frames      = 100", "frames      = 100\nwatched = 0")) ==
          "a.toml:8: 'watched' is a time in seconds, from 1 to 60");
}

TEST_CASE("every lesson is complete: named lanes, a question, answers, and an explanation with numbers")
{
    std::set<std::string> titles;
    for (const LessonFile& file : course_files())
    {
        CAPTURE(file.name);
        const Lesson e = parsed(file.text, file.name);
        CHECK(titles.insert(e.title).second);
        CHECK(e.watch.size() > 20);
        CHECK((e.watch.back() == '.' || e.watch.back() == '?'));
        CHECK(e.question.back() == '?');
        CHECK(e.answers.size() >= 3);
        CHECK(e.assertions.size() >= 6);
        CHECK(std::ranges::count(e.explanation, '{') >= 3);
        CHECK(e.lanes.size() >= 2);
        CHECK(e.lanes.size() <= 6);
        std::set<std::string> lanes;
        for (const LaneSetup& lane : e.lanes) CHECK(lanes.insert(lane.name).second);
        REQUIRE(find_lesson(file.name) != nullptr);
        CHECK(find_lesson(file.name)->title == e.title);
    }
    CHECK(find_lesson("no-such-lesson") == nullptr);
}

TEST_CASE("a lesson's verdict follows from its assertions, and its explanation has its numbers")
{
    auto outcome = run_lesson(parsed(small, "a"));
    REQUIRE(std::holds_alternative<LessonVerdict>(outcome));
    CHECK(std::get<LessonVerdict>(outcome).holds());
    CHECK(std::get<LessonVerdict>(outcome).explanation.text == "It runs at 0.5.");

    outcome = run_lesson(parsed(with("== 0.5", "== 0.7"), "a"));
    CHECK_FALSE(std::get<LessonVerdict>(outcome).holds());
    CHECK(std::get<LessonVerdict>(outcome).lines[0].checked.left == doctest::Approx(0.5));

    outcome = run_lesson(parsed(with("slow.speed ==", "fast.speed =="), "a"));
    CHECK(std::get<std::string>(outcome) ==
          "a.toml:8: 'fast.speed == 0.5 +- 0.01': unknown lane 'fast'; did you mean 'slow'?");
    outcome = run_lesson(parsed(with("{slow.speed:.1f}", "{slow.sped}"), "a"));
    CHECK(std::get<std::string>(outcome).find("explanation") != std::string::npos);
}

TEST_CASE("an invalid lesson file is refused with its line and the correction")
{
    CHECK(error_of(with("title       = \"A lesson\"\n", "")).find("'title' must be there") != std::string::npos);
    CHECK(error_of(with("right       = 2", "right       = 3")) ==
          "a.toml:6: 'right' is the number of the right answer, from 1");
    CHECK(error_of(with("frames      = 100\n", "")).find("how long it runs") != std::string::npos);
    CHECK(error_of(with("watch ", "wach  ")).find("a.toml:") == 0);
    CHECK(error_of(with("frames      = 100", "frames      = 100\nfrmes = 3")) ==
          "a.toml:8: unknown key 'frmes'; did you mean 'frames'?");
    CHECK(error_of(with("display-hz = 30", "display-hz = 0")) ==
          "a.toml:12: display-hz: refresh must be from 10 to 1000 Hz, not '0'");
    CHECK(error_of(with("loop = \"fixed\"", "loop = \"fixd\"")).find("did you mean 'fixed'?") != std::string::npos);
    CHECK(error_of(with("display-hz = 30", "display-hz = [30]")).find("a text, a number, true or false") !=
          std::string::npos);
    CHECK(error_of(with("[[lane]]", "[lane]")).find("[[lane]]") != std::string::npos);
    CHECK(error_of("title = \n").find("a.toml:1: ") == 0);
}
