#include "base/toml_limits.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/preferences.hpp"
#include "lab/stage/playing.hpp"
#include "scratch.hpp"

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

// Further tables for the lesson `small`: an extra lane for a wrong answer, a run without the cause, and a proof.
constexpr std::string_view extras = R"(
[[belief]]
answer = 1
lane = "slow" # of the belief
shows = "belief.speed == 1"
display-hz = 60 # of the belief
[[without]]
excludes = "b"
assert = ["without.speed == 1"]
lane = "slow" # of the run without
display-hz = 60 # of the run without
[proof]
at = 1
)";

// Returns the error of a lesson's file or of its run; empty if there is none.
std::string error_of(std::string_view text)
{
    const auto lesson = parse_lesson(text, "a");
    return std::holds_alternative<Lesson>(lesson) ? error_in(run_lesson(std::get<Lesson>(lesson))) : error_in(lesson);
}

// Replaces `old` in `small` and `extras` by `fresh`, and checks that the error is `told` with the number of the line
// that begins with /LINE/ in `fresh`; line 1 without /LINE/.
void check_refused(std::string_view old, std::string_view fresh, std::string_view told)
{
    std::string text = fmt::format("{}{}", small, extras);
    const std::size_t place = text.find(old);
    INFO("old ", old, ", fresh ", fresh);
    REQUIRE(place != text.npos);
    text.replace(place, old.size(), fresh);
    std::ptrdiff_t line = 1;
    constexpr std::string_view the_one = "/LINE/";
    if (const std::size_t at = text.find(the_one); at != text.npos)
    {
        line += std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        text.erase(at, the_one.size());
    }
    const std::string wanted = fmt::format("a.toml:{}: {}", line, told);
    CHECK(error_of(text).substr(0, wanted.size()) == wanted);
}

Lesson parsed(std::string_view text, std::string_view name) { return require_value<Lesson>(parse_lesson(text, name)); }
LessonVerdict verdict_of(const Lesson& lesson) { return require_value<LessonVerdict>(run_lesson(lesson)); }

std::string too_much_of(std::string_view text)
{
    const auto too_much = base::find_exceeded_toml_limit(text);
    return too_much ? std::to_string(too_much->line_number) + ": " + too_much->description : "";
}

} // namespace

TEST_CASE("in a lesson the pacer's rate sets the rate of a loop without a clock, in any order of the keys")
{
    const auto rate_of = [](std::string_view lane)
    { return parsed(with("display-hz = 30", lane), "a").lanes.at(0).config.loop.rate; };
    CHECK(rate_of("\"pacer.rate\" = 50\npacer = \"busy-wait\"") == timestep::hz(50));
    CHECK(rate_of("pacer = \"busy-wait\"\n\"pacer.rate\" = 50") == timestep::hz(50));
    CHECK(error_of(with("display-hz = 30", "\"pacer.rate\" = 50")).find("unknown setting 'pacer.rate'") !=
          std::string::npos);
    CHECK(error_of(small).empty());
}

TEST_CASE("every lesson of the course fulfils its assertions")
{
    CHECK(lesson_files().size() >= 18);
    for (const LessonFile& file : lesson_files())
    {
        CAPTURE(file.name);
        const LessonVerdict verdict = verdict_of(parsed(file.text, file.name));
        CHECK(verdict.all_assertions_hold());
        for (const LessonVerdict::CheckedAssertion& line : verdict.checks)
            CHECK_MESSAGE(line.outcome.holds, "assertion ", line.assertion.text, ", left ", line.outcome.left_value);
    }
}

TEST_CASE("each wrong answer of a lesson has a belief")
{
    // Wrong answers without a lane, as "LESSON ANSWER": no loop speeds up and is slowed down later, and no loop waits
    // an hour for a clock.
    std::set<std::string> none{"too-fast-and-too-slow 3", "clock-set-back 1"};
    for (const LessonFile& file : lesson_files())
    {
        const Lesson e = parsed(file.text, file.name);
        for (std::size_t answer = 0; answer < e.answers.size(); ++answer)
        {
            const bool has_belief =
                std::ranges::find(e.misconceptions, answer, &Misconception::answer_index) != e.misconceptions.end();
            const bool has_none = none.erase(fmt::format("{} {}", file.name, answer + 1)) == 1;
            CHECK_MESSAGE((answer == e.right_answer_index || has_belief != has_none), "answer ", answer + 1,
                          ": add a [[belief]] to assets/lessons/course/", file.name,
                          ".toml, as docs/lessons.md describes, or add the answer to `none` above; then run: "
                          "build/release/timestep_lab lesson assets/lessons/course/",
                          file.name, ".toml");
        }
    }
    CHECK(none.empty());
}

TEST_CASE("every lesson runs once more without its cause, which excludes another explanation")
{
    for (const LessonFile& file : lesson_files())
    {
        const Lesson e = parsed(file.text, file.name);
        CHECK_MESSAGE(!e.control_runs.empty(), "add a [[without]] to ", file.name,
                      ".toml, as docs/lessons.md describes; then run: ctest --preset release -R '^lab$'");
        for (const ControlRun& control_run : e.control_runs)
        {
            CAPTURE(control_run.ruled_out_explanation);
            CHECK(control_run.ruled_out_explanation.back() == '.');
            CHECK(!control_run.assertions.empty());
            for (const Assertion& a : control_run.assertions)
                CHECK_MESSAGE(a.text.find("without") != std::string::npos, file.name, ".toml:", a.line,
                              ": let the assertion name the lane 'without'");
        }
    }
}

TEST_CASE("a belief and a run without the cause are checked with the lesson, beside the lesson's own lanes")
{
    const auto holds = [](std::string_view table, std::string_view heading, int display_hz)
    {
        const auto verdict =
            verdict_of(parsed(fmt::format("{}{}\nlane = \"slow\"\ndisplay-hz = {}\n", small, table, display_hz), "a"));
        REQUIRE(verdict.checks.size() == 2);
        CHECK(verdict.checks[0].extra_run_heading.empty());
        CHECK(verdict.checks[1].extra_run_heading == heading);
        CHECK(verdict.all_assertions_hold() == verdict.checks[1].outcome.holds);
        return verdict.checks[1].outcome.holds;
    };
    const auto without = [&](std::string_view assertion, int display_hz)
    {
        return holds(fmt::format("[[without]]\nexcludes = \"It is slow.\"\nassert = [\"{}\"]", assertion),
                     "control run: It is slow.", display_hz);
    };
    CHECK(without("without.speed - slow.speed == 0.5 +- 0.01", 60));
    CHECK_FALSE(without("without.speed - slow.speed == 0.5 +- 0.01", 30));
    CHECK(without("differ(slow, without) == 0", 60));

    const std::string_view belief = "[[belief]]\nanswer = 1\nshows = \"belief.speed - slow.speed == 0.5 +- 0.01\"";
    CHECK(holds(belief, "wrong answer: This", 60));
    CHECK_FALSE(holds(belief, "wrong answer: This", 30));
}

TEST_CASE(
    "every lesson is complete: lanes, a question, answers, an explanation with numbers, a control to try, and a proof")
{
    std::set<std::string> titles;
    for (const LessonFile& file : lesson_files())
    {
        CAPTURE(file.name);
        const Lesson e = parsed(file.text, file.name);
        CHECK(titles.insert(e.title).second);
        CHECK(e.what_to_watch.size() > 20);
        CHECK((e.what_to_watch.back() == '.' || e.what_to_watch.back() == '?'));
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
        REQUIRE(e.setting_to_try != nullptr); // the control to try afterwards, which all lanes have
        for (const LaneSetup& lane : e.lanes)
            CHECK(find_control({.lane = lane.config}, e.setting_to_try->path) == e.setting_to_try);
        CHECK(e.real_time_duration >= std::chrono::seconds{10});
        CHECK(e.real_time_duration <= std::chrono::seconds{18});
        REQUIRE(e.evidence_view.stop_time.has_value()); // the time to freeze at
        CHECK(*e.evidence_view.stop_time <= e.run_limits.max_wall_time.value_or(timestep::Nanos::max()));
        CHECK(e.evidence_view.panel_page.has_value());
        // The text shown before the question has no numbers, so it does not reveal the answer.
        CHECK(e.what_to_watch.find_first_of("0123456789") == std::string::npos);
    }
    CHECK(find_lesson("no-such-lesson") == nullptr);
}

TEST_CASE("a lesson's verdict follows from its assertions, and its explanation has its numbers")
{
    CHECK(verdict_of(parsed(small, "a")).all_assertions_hold());
    CHECK(verdict_of(parsed(small, "a")).explanation.text == "It runs at 0.5.");
    const LessonVerdict wrong = verdict_of(parsed(with("== 0.5", "== 0.7"), "a"));
    CHECK_FALSE(wrong.all_assertions_hold());
    CHECK(wrong.checks[0].outcome.left_value == doctest::Approx(0.5));
}

TEST_CASE("each error of a lesson's file is refused with its own line and the correction")
{
    const std::string_view all = "loop = \"fixed\"";
    const std::string_view hz = "display-hz = 30";
    const std::string_view one = "frames      = 100";
    const std::array<std::string_view, 3> rows[]{
        // the question and the length
        {"title       =", "/LINE/title = 3 #", "'title' is missing or is not a string"},
        {"watch       = \"This.\"\n", "", "'watch' is missing or is not a string"},
        {"right       = 2", "/LINE/right = 3", "'right' must be the number of the right answer, from 1"},
        {"answers     = [\"This\", \"That\"]", "/LINE/answers = \"This\"",
         "'answers' is missing or is not a list of strings"},
        {"\"This\", \"That\"", "\"This\",\n/LINE/3", "'answers' takes strings"},
        {one, "", "'seconds', 'frames' or 'ticks' must set the length of the run"},
        {one, "/LINE/frames = \"100\"", "'frames' must be a whole number, from 1"},
        {one, "/LINE/ticks = 0", "'ticks' must be a whole number, from 1"},
        {one, "/LINE/seconds = -1", "'seconds' must be over 0 and at most 1e9"},
        {one, "/LINE/seconds = \"60s\"", "'seconds' takes a number of seconds, without quotes or a unit"},
        {one, "frames = 100\n/LINE/frmes = 3", "unknown key 'frmes'; did you mean 'frames'?"},
        {"explanation =", "/LINE/explanaton =", "unknown key 'explanaton'; did you mean 'explanation'?"},
        {one, "frames = 100\n/LINE/watched = 0", "'watched' must be 1 to 60 seconds"},
        {one, "frames = 100\n/LINE/watched = \"12s\"", "'watched' takes a number of seconds"},
        {one, "frames = 100\n/LINE/try = \"machine.delay\"",
         "unknown control of its lanes 'machine.delay'; did you mean 'machine.delay_ms'?"},
        {one, "frames = 100\n/LINE/try = 3", "'try' is missing or is not a string"},
        // assertions and the explanation
        {"assert      =", "/LINE/assert = 3 #", "'assert' is missing or is not a list of strings"},
        {"[\"slow.speed == 0.5 +- 0.01\"]", "[\n  \"slow.frames > 0\",\n  /LINE/\"fast.speed == 1\",\n]",
         "'fast.speed == 1': unknown lane 'fast'; did you mean 'slow'?"},
        {"[\"slow.speed == 0.5 +- 0.01\"]", "[\n  \"slow.frames > 0\",\n  /LINE/\"slow.speed = 1\",\n]",
         "'slow.speed = 1': the assertion needs one of"},
        {"[\"slow.speed == 0.5 +- 0.01\"]", "[\n  /LINE/\"slow.speed < 0.5 +- 0.1\"]",
         "'slow.speed < 0.5 +- 0.1': only == and != can have a tolerance, '+-'"},
        {"[\"slow.speed == 0.5 +- 0.01\"]", "[\n  /LINE/\"slow.speed == 0.5 +- 0 - 1%\"]",
         "'slow.speed == 0.5 +- 0 - 1%': the tolerance after '+-' must be 0 or more"},
        {"\"It runs at {slow.speed:.1f}.\"", "/LINE/\"It runs at {slow.speed:.1f}, not {slow.sped}.\"",
         "explanation: {slow.sped}: unknown metric 'sped'; did you mean 'speed'?"},
        {"\"It runs at {slow.speed:.1f}.\"",
         "\"\"\"\nIt runs at {slow.speed} \\\nof the\n\n/LINE/time: {slow.speed:x}.\"\"\"",
         "explanation: {slow.speed:x}: 'x' is not a number format"},
        {"\"It runs at {slow.speed:.1f}.\"", "\"\"\"It runs\n/LINE/at {slow.speed.\"\"\"",
         "explanation: a '{' has no '}'"},
        // settings of the lanes
        {"[[lane]]\nname       = \"slow\"\ndisplay-hz = 30\n", "", "the lesson has no [[lane]]"},
        {"[all]\nloop = \"fixed\"", "/LINE/all = 3", "'all' must be a table: [all]"},
        {all, "/LINE/loop = \"fixd\"", "loop: unknown loop 'fixd'; did you mean 'fixed'?"},
        {all, "loop = \"fixed\"\n\n/LINE/hzz = 3", "unknown setting 'hzz'; did you mean 'hz'?"},
        {all, "loop = \"fixed\"\n/LINE/\"scene.stiffness\" = \"hard\"", "scene.stiffness: "},
        {all, "scene = \"uniform-motion\"\n/LINE/\"scene.stiffness\" = 30",
         "the scene 'uniform-motion' has no setting 'scene.stiffness'"},
        {all, "scene = \"uniform-motion\"\n/LINE/\"scene.sped\" = 30",
         "unknown setting 'scene.sped'; did you mean 'scene.speed'?"},
        {all, "loop = \"variable\"\n/LINE/overload = \"keep-debt\"", "overload: this stepper carries no time"},
        {hz, "vsync = \"on\"\n/LINE/display-hz = 0", "display-hz: refresh must be from 10 to 1000 Hz, not '0'"},
        {hz, "display-hz = 30\n/LINE/timer-resolution = \"1µs\"",
         "timer-resolution: timer resolution takes a time such as 10 or 500ms, not '1µs'"},
        {hz, "vsync = \"on\"\n/LINE/display-hz = [30]", "a lane's setting must be a string, a number, true or false"},
        {hz, "display-hz = 30\n/LINE/lag = \"often\"", "lag: "},
        {hz, "display-hz = 30\n/LINE/machine = \"abacus\"", "unknown machine 'abacus'"},
        {hz, "scene = \"orbit\"\n/LINE/integrator = \"exact\"", "integrator: the scene 'orbit' has no closed form"},
        {hz, "display-hz = 30\n[[lane]]\nloop = \"variable\"\n/LINE/name = \"slow\"",
         "another [[lane]] is named 'slow'"},
        {"name       = \"slow\"", "/LINE/name = \"spät\"", "'name' must begin with a letter and have only"},
        {"name       = \"slow\"", "/LINE/name = \"2pcs\"", "'name' must begin with a letter and have only"},
        {"name       = \"slow\"", "/LINE/name = \"a.b\"", "'name' must begin with a letter and have only"},
        {"name       = \"slow\"", "/LINE/name = \"without\"", "no [[lane]] may be named 'without'"},
        {"name       = \"slow\"", "/LINE/name = \"belief\"", "no [[lane]] may be named 'belief'"},
        {"[[lane]]", "/LINE/[lane]", "the lesson has no [[lane]]"},
        // misconceptions
        {"answer = 1", "/LINE/answer = 2", "'answer' must be the number of a wrong answer, from 1"},
        {"[[belief]]\nanswer = 1\n", "/LINE/[[belief]]\n", "'answer' must be the number of a wrong answer, from 1"},
        {"lane = \"slow\" # of the belief", "/LINE/lane = \"slw\"", "unknown lane 'slw'; did you mean 'slow'?"},
        {"[[belief]]\nanswer = 1\nlane = \"slow\"", "/LINE/[[belief]]\nanswer = 1\n",
         "'lane' must name the lane of the belief"},
        {"[[belief]]\nanswer = 1\nlane = \"slow\" # of the belief\nshows = \"belief.speed == 1\"",
         "/LINE/[[belief]]\nanswer = 1\nlane = \"slow\"", "'shows' is missing or is not a string"},
        {"shows = ", "/LINE/shows = 3 #", "'shows' is missing or is not a string"},
        {"shows = \"belief.speed", "/LINE/shows = \"blief.speed", "'blief.speed == 1': unknown lane 'blief'"},
        {"display-hz = 60 # of the belief", "/LINE/hz = -60", "hz: "},
        {"[[belief]]", "/LINE/[belief]", "'belief' must be written [[belief]]"},
        {"display-hz = 60 # of the belief", "[[belief]]\n/LINE/answer = 1", "this answer already has a [[belief]]"},
        // runs without the cause
        {"[[without]]\nexcludes = \"b\"\n", "/LINE/[[without]]\n", "'excludes' is missing or is not a string"},
        {"[[without]]\nexcludes = \"b\"\nassert = [\"without.speed == 1\"]", "/LINE/[[without]]\nexcludes = \"b\"",
         "'assert' is missing or is not a list of strings"},
        {"[\"without.speed", "[\n/LINE/\"wthout.speed", "'wthout.speed == 1': unknown lane 'wthout'"},
        {"lane = \"slow\" # of the run without", "/LINE/lane = 3", "unknown lane ''"},
        {"[[without]]\nexcludes = \"b\"\nassert = [\"without.speed == 1\"]\nlane = \"slow\"",
         "/LINE/[[without]]\nexcludes = \"b\"\nassert = [\"without.speed == 1\"]",
         "'lane' must name the lane of the run without the cause"},
        {"display-hz = 60 # of the run without", "/LINE/display-hz = 0", "display-hz: refresh must be"},
        {"[[without]]", "/LINE/[without]", "'without' must be written [[without]]"},
        // the proof
        {"at = 1", "/LINE/at = -1", "'at' must be 0 to 1e6 seconds"},
        {"at = 1", "at = 1\n/LINE/dck = 3", "unknown key 'dck'; did you mean 'dock'?"},
        {"at = 1", "at = 1\n/LINE/lane = \"slw\"", "unknown lane 'slw'; did you mean 'slow'?"},
        {"at = 1", "at = 1\n/LINE/dock = \"plts\"", "unknown page of the dock 'plts'; did you mean 'plots'?"},
        {"at = 1", "at = 1\n/LINE/plots = 3", "'plots' must be a list of names"},
        {"at = 1", "at = 1\nplots = [\n/LINE/\"stps\"]", "unknown plot 'stps'; did you mean 'steps'?"},
        {"[proof]", "/LINE/[[proof]]", "'proof' must be a table"},
        // TOML itself
        {"question    = \"What?\"", "/LINE/question = ", "Error while parsing"},
    };
    for (const auto& [old, fresh, told] : rows) check_refused(old, fresh, told);
}

TEST_CASE("an error in an assertion or in the explanation is found before the lesson runs")
{
    for (const LessonFile& file : lesson_files())
        CHECK_MESSAGE(std::holds_alternative<Lesson>(parse_checked_lesson(file.text, file.name)), file.name);
    constexpr std::string_view right{"latest.zero_step_share"};
    std::string text{std::ranges::find(lesson_files(), "fifty-on-sixty", &LessonFile::name)->text};
    for (auto at = text.find(right); at != text.npos; at = text.find(right))
        text.replace(at, right.size(), "latest.zero_steps");
    CHECK(error_in(parse_checked_lesson(text, "folder/mine")).starts_with("folder/mine.toml:"));
}

TEST_CASE("the deepest allowed nesting is a key of 32 parts or 32 brackets")
{
    CHECK(too_much_of(repeated("a.", 31) + "a = 1").empty());
    CHECK(too_much_of("\n" + repeated("a.", 32) + "a = 1") == "2: nested deeper than 32");
    CHECK(too_much_of("[" + repeated("a.", 32) + "a]") == "1: nested deeper than 32");
    CHECK(too_much_of("a = " + repeated("[", 32)).empty());
    CHECK(too_much_of("a = " + repeated("[", 33)) == "1: nested deeper than 32");
    CHECK(too_much_of("a = " + repeated("{a=", 33)) == "1: nested deeper than 32");
}

TEST_CASE("dots, brackets and equals signs in strings and comments, and decimal points, do not count as nesting")
{
    const std::string dots = repeated(".[{=", 10'000);
    for (const std::string quotes : {"\"", "'", "\"\"\"", "'''"})
    {
        CAPTURE(quotes);
        CHECK(too_much_of("a = " + quotes + dots + quotes).empty());
        CHECK(too_much_of("a = " + quotes + dots + quotes + repeated(".", 32)) == "1: nested deeper than 32");
    }
    CHECK(too_much_of("# " + dots + "\na = 1").empty());
    CHECK(too_much_of("a = \"\\\"" + dots + "\"").empty()); // an escaped quote within the string
    CHECK(too_much_of("a = \"\"\"\n\n\"\"\"" + repeated(".", 32)) == "3: nested deeper than 32");
    CHECK(too_much_of("a = \"never closed\n" + repeated("a.", 32) + "a = 1") == "2: nested deeper than 32");
    CHECK(too_much_of("a = [" + repeated("1.5, ", 1000) + "1.5]").empty());
    CHECK(too_much_of(repeated("a.b = 1.5\n", 1000)).empty());
}

TEST_CASE("10,000 keys and a million bytes are allowed, and no more")
{
    CHECK(too_much_of(repeated("a = 1\n", 10'000)).empty());
    CHECK(too_much_of(repeated("a = 1\n", 10'001)) == "10001: more than 10000 keys");
    CHECK(too_much_of(std::string(1'000'000, ' ')).empty());
    CHECK(too_much_of(std::string(1'000'001, ' ')) == "1: longer than 1000000 bytes");
}

TEST_CASE("settings and lessons beyond these limits are refused at once, in one line")
{
    for (const std::string& text : {repeated("a.", 50'000) + "a = 1", "a = " + repeated("[", 300'000),
                                    "a = " + repeated("{a=", 300'000), "[" + repeated("a.", 400'000) + "a]"})
    {
        CHECK(error_in(parse_preferences(text)) == "line 1: nested deeper than 32");
        CHECK(error_in(parse_lesson(text, "mine")) == "mine.toml:1: nested deeper than 32");
    }
}
