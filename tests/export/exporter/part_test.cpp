// Compares the exported parts of a game with the library: the functions of timestep/smooth.hpp by a table of 1,000
// values, and LatchedButtons by random frames. First by interpreting the part, then in each language.
#include "compilers.hpp"
#include "export/exporter/code_template.hpp"
#include "export/exporter/printer.hpp"
#include "interpreter.hpp"
#include "timestep/latched_input.hpp"
#include "timestep/presets.hpp"
#include "timestep/smooth.hpp"

#include <bit>
#include <cmath>
#include <functional>
#include <optional>

namespace
{

using exporter::Language;
using interpreter::Value;
namespace ts = timestep;

// A call of an exported function. `result` is the library's result, if the function has one; a truth counts as 0 or 1.
// `field` is the field of the record that the call returns.
struct PartCall
{
    std::string function;
    std::vector<Value> arguments;
    std::optional<double> result{};
    std::string field{};
};

// One row for each of the functions; `number` returns the next argument, `time` the next half-life or dt.
void add_smooth_rows(std::vector<PartCall>& rows, const std::function<double()>& number,
                     const std::function<double()>& time)
{
    struct Quaternion
    {
        double w, x, y, z;
    };
    const auto unit = [&]
    {
        const Quaternion q{number(), number(), number(), number()};
        const auto part = [&](double x) { return std::round(x / std::sqrt(ts::detail::dot(q, q)) * 1024) / 1024; };
        return Quaternion{part(q.w), part(q.x), part(q.y), part(q.z)};
    };
    const double x = number(), goal = number(), third = number(), half = time(), dt = time();
    double moved = x, velocity = third;
    ts::spring_toward(moved, velocity, goal, half, dt);
    const Quaternion a = unit(), b = unit(), c = ts::approach_nlerp(a, b, half, dt);
    const std::vector<Value> quaternions{a.w, a.x, a.y, a.z, b.w, b.x, b.y, b.z, half, dt};
    rows.push_back({"exponential", {x * 8}, ts::exponential(x * 8)});
    rows.push_back({"remaining_share", {half, dt}, ts::remaining_share(half, dt)});
    rows.push_back({"approach", {x, goal, half, dt}, ts::approach(x, goal, half, dt)});
    rows.push_back({"approach_moving", {x, third, goal, half, dt}, ts::approach_moving(x, third, goal, half, dt)});
    rows.push_back({"approach_angle", {x, goal, half, dt}, ts::approach_angle(x, goal, half, dt)});
    rows.push_back({"spring_toward", {x, third, goal, half, dt}, moved, "value"});
    rows.push_back({"spring_toward", {x, third, goal, half, dt}, velocity, "velocity"});
    rows.push_back({"approach_nlerp", quaternions, c.w, "w"});
    rows.push_back({"approach_nlerp", quaternions, c.x, "x"});
    rows.push_back({"approach_nlerp", quaternions, c.z, "z"});
}

// The arguments have few digits, because Godot 3 reads numbers of 17 digits wrong.
std::vector<PartCall> smooth_table()
{
    std::mt19937 random{17};
    const auto number = [&] { return std::uniform_int_distribution{-90'000, 90'000}(random) / 1024.0 + 1.0 / 4096; };
    const auto time = [&]
    {
        const double usual[]{0.0, -1.0, 17.0 / 1024, 7.0 / 1024, 0.25, 1.0 / 65536, 4000.0};
        const int choice = std::uniform_int_distribution{0, 20}(random);
        return choice < 7 ? usual[choice] : std::uniform_int_distribution{1, 4'000}(random) / 2048.0;
    };
    std::vector<PartCall> rows;
    while (rows.size() < 1000) add_smooth_rows(rows, number, time);
    return rows;
}

// Frames of loops with presses and releases: some, more than the queue can hold, in a pause, and a clock set back.
class ButtonScript
{
public:
    std::vector<PartCall> calls;

    void run(const ts::Preset& preset)
    {
        ts::Loop loop = preset.make(preset.default_rate);
        ts::TickCounter ticks;
        for (int frame = 0; frame < 60; ++frame)
        {
            const ts::Nanos time{std::uniform_int_distribution{1'000'000, 40'000'000}(random_)};
            for (auto events = frame % 10 == 0 ? 300UL : random_() % 5; events > 0; --events)
                push(now_ + ts::Nanos{random_() % static_cast<unsigned>(time.count())});
            now_ += frame == 40 ? -time : time;
            const ts::StepTimes times = ticks.count_steps(now_, loop.plan({.frame_time = time}));
            if (frame == 20 || frame == 33) buttons_.filter_paused_events(ts::PausedInput::drop);
            if (frame == 20 || frame == 33) calls.push_back({"drop_paused_events", {}});
            for (std::int64_t i = 0; i < times.step_count(); ++i) step(times, i);
        }
    }

private:
    void push(ts::Nanos time)
    {
        const std::int64_t button = static_cast<std::int64_t>(random_() % 67) - 1;
        const bool down = random_() % 2 == 0;
        const bool taken = buttons_.push(time, static_cast<int>(button), down);
        calls.push_back({"push", {time.count(), button, down}, taken});
    }
    void step(const ts::StepTimes& times, std::int64_t i)
    {
        const ts::StepPlan& plan = times.plan;
        const std::int64_t end = times.end_time(i).count();
        calls.push_back({"step_end",
                         {now_.count(), i, plan.steps, plan.dt_seconds, plan.alpha, plan.carried.count()},
                         static_cast<double>(end)});
        calls.push_back({"begin_step", {now_.count(), end}});
        const ts::Buttons& state = buttons_.consume_step_events(times, i);
        for (const std::int64_t button : {-1, 0, static_cast<int>(random_() % 64), 63, 64})
        {
            const int b = static_cast<int>(button);
            calls.push_back({"is_down", {button}, state.is_down(b)});
            calls.push_back({"was_pressed", {button}, state.was_pressed(b)});
            calls.push_back({"was_released", {button}, state.was_released(b)});
        }
    }

    ts::LatchedButtons buttons_;
    ts::Nanos now_{1'000'000'000};
    std::mt19937 random_{5};
};

std::vector<PartCall> button_calls()
{
    ButtonScript script;
    for (const char* const preset : {"interpolated", "step-ahead", "monogame"}) script.run(*ts::find_preset(preset));
    return script.calls;
}

std::string text_of_value(const Value& v)
{
    if (const auto* const truth = std::get_if<bool>(&v)) return *truth ? "true" : "false";
    if (const auto* const whole = std::get_if<std::int64_t>(&v)) return std::to_string(*whole);
    const std::string text = fmt::format("{}", std::get<double>(v));
    return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

// A program that writes the result of each call x with say(x). {} in `smooth` and `buttons` is the name of a function,
// and `step_end` calls the function without an object.
struct CallStyle
{
    std::string start, smooth, buttons, step_end, end;
    std::string (*style)(std::string_view) = [](std::string_view name) { return std::string{name}; };
};

CallStyle c_style(bool is_cpp)
{
    const std::string ending = is_cpp ? "hpp" : "h";
    return {"#include \"smooth." + ending + "\"\n#include \"latched_buttons." + ending + R"("
#include <stdio.h>
#define say(x) fprintf(out, "%.17g\n", (double)(x))
int main(void) {
    FILE *out = fopen("answers", "w");
    )" + (is_cpp ? "latched_buttons::LatchedButtons buttons;\n" : "latched_buttons buttons = latched_buttons_new();\n"),
            is_cpp ? "smooth::{}(" : "smooth_{}(", is_cpp ? "buttons.{}(" : "latched_buttons_{}(&buttons, ",
            is_cpp ? "buttons.{}(" : "latched_buttons_{}(", "return fclose(out);\n}\n"};
}

const CallStyle js_style{R"(import fs from 'fs';
import * as smooth from './smooth.js';
import * as latched from './latched_buttons.js';
const buttons = new latched.LatchedButtons();
let answers = '';
const say = (x) => { answers += x + '\n'; };
)", "smooth.{}(", "buttons.{}(", "latched.{}(", "fs.writeFileSync('answers', answers);\n",
                         exporter::to_camel_case};

const std::map<Language, CallStyle> styles{
    {Language::cpp, c_style(true)},
    {Language::c, c_style(false)},
    {Language::csharp,
     {R"(using System;
using System.IO;
static class Driver {
    static StreamWriter answers = new StreamWriter("answers");
    static void say(object x) { answers.WriteLine(Convert.ToDouble(x).ToString("R")); }
    static void Main() {
        var buttons = new LatchedButtons();
)",
      "Smooth.{}(", "buttons.{}(", "LatchedButtons.{}(", "answers.Close();\n}\n}\n", exporter::to_pascal_case}},
    {Language::gdscript, // prints numbers with few digits
     {R"(extends SceneTree
var answers = File.new()
func say(x):
    var buffer = StreamPeerBuffer.new()
    buffer.put_double((1.0 if x else 0.0) if typeof(x) == TYPE_BOOL else x * 1.0)
    buffer.seek(0)
    answers.store_line("bits " + str(buffer.get_64()))
func _init():
    var smooth = load("smooth.gd")
    var buttons = load("latched_buttons.gd").new()
    answers.open("answers", File.WRITE)
)",
      "smooth.{}(", "buttons.{}(", "buttons.{}(", "    answers.close()\n    quit()\n"}},
    {Language::rust,
     {R"(mod smooth;
mod latched_buttons;
fn say<T: ToString>(x: T) { println!("{}", x.to_string()); }
fn main() {
    let mut buttons = latched_buttons::LatchedButtons::new();
)",
      "smooth::{}(", "buttons.{}(", "latched_buttons::LatchedButtons::{}(", "}\n"}},
    {Language::js, js_style},
    {Language::ts, js_style},
    {Language::lua,
     {R"lua(local smooth, latched = dofile("smooth.lua"), dofile("latched_buttons.lua")
local answers = io.open("answers", "w")
local function say(x) answers:write(type(x) == "number" and string.format("%.17g", x) or tostring(x), "\n") end
local buttons = latched.new()
)lua",
      "smooth.{}(", "buttons:{}(", "latched.{}(", "answers:close()\n"}}};

std::string part_program(Language language, const std::vector<PartCall>& smooth, const std::vector<PartCall>& buttons)
{
    const CallStyle& style = styles.at(language);
    std::string program = style.start;
    const auto add_call = [&](const std::string& pattern, const PartCall& call)
    {
        std::vector<std::string> arguments;
        for (const Value& v : call.arguments) arguments.push_back(text_of_value(v));
        std::string code = fmt::format(fmt::runtime(pattern), style.style(call.function));
        if (arguments.empty() && code.ends_with(", ")) code.resize(code.size() - 2);
        code += fmt::format("{}){}{}", fmt::join(arguments, ", "), call.field.empty() ? "" : ".",
                            call.field.empty() ? "" : style.style(call.field));
        if (call.result) code = fmt::format("say({})", code);
        const bool is_script = language == Language::gdscript || language == Language::lua;
        program += fmt::format("    {}{}\n", code, is_script ? "" : ";");
    };
    for (const PartCall& call : smooth) add_call(style.smooth, call);
    for (const PartCall& call : buttons) add_call(call.function == "step_end" ? style.step_end : style.buttons, call);
    return program + style.end;
}

double number_in(const std::string& answer)
{
    if (answer == "true" || answer == "false") return answer == "true" ? 1.0 : 0.0;
    return answer.starts_with("bits ") ? std::bit_cast<double>(std::stoll(answer.substr(5))) : std::stod(answer);
}

void check_interpreted(std::string_view part, const std::vector<PartCall>& calls)
{
    const exporter::Program program = exporter::expand_part(part);
    interpreter::Machine machine{program};
    for (const PartCall& call : calls)
    {
        CAPTURE(call.function);
        const auto result = machine.result_of(call.function, call.arguments);
        if (!call.result) continue;
        const Value value = call.field.empty() ? std::get<Value>(result)
                                               : std::get<std::map<std::string, Value>>(result).at(call.field);
        const double number = std::visit([](auto x) { return static_cast<double>(x); }, value);
        REQUIRE(std::bit_cast<std::int64_t>(number) == std::bit_cast<std::int64_t>(*call.result));
    }
}

} // namespace

void check_parts_in(const compilers::Tool& tool)
{
    const Scratch folder;
    for (const exporter::NonLoopGamePart& part : exporter::all_non_loop_game_parts)
    {
        const std::string name = exporter::to_identifier(part.name);
        folder.file(name + std::string{exporter::language_info_of(tool.language).extension},
                    exporter::export_game_part(part, tool.language, name).text());
    }
    std::vector<PartCall> calls = smooth_table(), buttons = button_calls();
    folder.file(tool.source, part_program(tool.language, calls, buttons));
    calls.insert(calls.end(), buttons.begin(), buttons.end());
    REQUIRE(compilers::failure_in(folder, tool.compile) == "");
    REQUIRE(compilers::failure_in(folder, tool.run) == "");
    std::istringstream answers{text_of(folder.path("answers"))};
    std::string answer;
    for (const PartCall& call : calls)
    {
        if (!call.result) continue;
        CAPTURE(call.function);
        REQUIRE(std::getline(answers, answer));
        REQUIRE(std::bit_cast<std::int64_t>(number_in(answer)) == std::bit_cast<std::int64_t>(*call.result));
    }
    CHECK(!std::getline(answers, answer));
}

TEST_CASE("interpreted parts compute the library's values, to the bit")
{
    check_interpreted("smooth", smooth_table());
    check_interpreted("latched-buttons", button_calls());
}

TEST_CASE("a part is exported with all functions of the library, and explains what it is")
{
    const std::string text =
        exporter::export_game_part(exporter::all_non_loop_game_parts[0], Language::c, "ease").text();
    CHECK(text.starts_with("// ease -- smoothing by time instead of by frame"));
    for (const PartCall& call : smooth_table()) REQUIRE(text.find(" ease_" + call.function + "(") != text.npos);
    CHECK_THROWS_AS(exporter::export_game_part(exporter::all_non_loop_game_parts[0], Language::c, "a b"),
                    std::invalid_argument);
}
