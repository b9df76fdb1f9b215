// Compares the exported parts of a game with the library: the functions of timestep/smooth.hpp by a table of 1,000
// values, and LatchedButtons by a random sequence of frames. First by interpreting the part, then in each language.
#include "check.hpp"
#include "compilers.hpp"
#include "export/exporter/exporter.hpp"
#include "export/exporter/printer.hpp"
#include "export/exporter/recipe.hpp"
#include "interpreter.hpp"
#include "timestep/latched_input.hpp"
#include "timestep/presets.hpp"
#include "timestep/smooth.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <random>
#include <sstream>

namespace
{

using exporter::Language;
using interpreter::Value;
namespace ts = timestep;

// A call of an exported function, and the library's result. `field` is the field of the record that the call returns.
struct PartCall
{
    std::string function;
    std::vector<Value> arguments;
    std::string field;
    std::string kind; // real, whole, truth, or empty without a result
    std::string result;
};

std::string bits_of(double x) { return std::to_string(std::bit_cast<std::int64_t>(x)); }

PartCall real_call(const std::string& function, const std::vector<double>& arguments, double result,
                   const std::string& field = "")
{
    return {function, {arguments.begin(), arguments.end()}, field, "real", bits_of(result)};
}

struct PartQuaternion
{
    double w, x, y, z;
};

// One row for each of the seven functions; `number` returns the next argument, `time` the next half-life or dt.
void add_smooth_rows(std::vector<PartCall>& rows, const std::function<double()>& number,
                     const std::function<double()>& time)
{
    const double value = number(), goal = number(), third = number(), half = time(), dt = time();
    rows.push_back(real_call("exponential", {value * 8}, ts::exponential(value * 8)));
    rows.push_back(real_call("remaining_share", {half, dt}, ts::remaining_share(half, dt)));
    rows.push_back(real_call("approach", {value, goal, half, dt}, ts::approach(value, goal, half, dt)));
    rows.push_back(real_call("approach_moving", {value, third, goal, half, dt},
                             ts::approach_moving(value, third, goal, half, dt)));
    rows.push_back(real_call("approach_angle", {value, goal, half, dt}, ts::approach_angle(value, goal, half, dt)));
    double moved = value, velocity = third;
    ts::spring_toward(moved, velocity, goal, half, dt);
    rows.push_back(real_call("spring_toward", {value, third, goal, half, dt}, moved, "value"));
    rows.push_back(real_call("spring_toward", {value, third, goal, half, dt}, velocity, "velocity"));

    const auto unit = [&]
    {
        const PartQuaternion q{number(), number(), number(), number()};
        const double length = std::sqrt(ts::detail::dot(q, q));
        const auto part     = [&](double x) { return std::round(x / length * 1024) / 1024; };
        return PartQuaternion{part(q.w), part(q.x), part(q.y), part(q.z)};
    };
    const PartQuaternion a = unit(), b = unit(), c = ts::approach_nlerp(a, b, half, dt);
    const std::vector<double> both{a.w, a.x, a.y, a.z, b.w, b.x, b.y, b.z, half, dt};
    const std::pair<const char*, double> parts[]{{"w", c.w}, {"x", c.x}, {"y", c.y}, {"z", c.z}};
    const auto& [field, result] = parts[rows.size() % 4];
    rows.push_back(real_call("approach_nlerp", both, result, field));
}

// The arguments have few digits, because Godot 3 reads numbers of 17 digits wrong.
std::vector<PartCall> smooth_table()
{
    std::mt19937 random{17};
    const auto number = [&] { return std::uniform_int_distribution{-90'000, 90'000}(random) / 1024.0 + 1.0 / 4096; };
    const auto time   = [&]
    {
        const double usual[]{0.0, -1.0, 17.0 / 1024, 7.0 / 1024, 0.25, 1.0 / 65536, 4000.0};
        const int choice = std::uniform_int_distribution{0, 20}(random);
        return choice < 7 ? usual[choice] : std::uniform_int_distribution{1, 4'000}(random) / 2048.0;
    };
    std::vector<PartCall> rows;
    while (rows.size() < 1000) add_smooth_rows(rows, number, time);
    return rows;
}

// Frames of a loop with presses and releases: single ones, more than the queue can hold, and a pause.
class ButtonScript
{
public:
    std::vector<PartCall> calls;

    void run_frames(const char* preset, int count)
    {
        const ts::Preset* const p = ts::find_preset(preset);
        ts::Loop loop             = p->make(p->default_rate);
        ts::TickCounter ticks;
        for (int i = 0; i < count; ++i)
        {
            const ts::Nanos frame{std::uniform_int_distribution{1'000'000, 40'000'000}(random_)};
            for (int events = i == 20 ? 300 : std::uniform_int_distribution{0, 4}(random_); events > 0; --events)
                push(now_ + ts::Nanos{std::uniform_int_distribution<std::int64_t>{0, frame.count()}(random_)});
            now_ += i == 40 ? -frame : frame;
            const ts::StepTimes times = ticks.next(now_, loop.plan({.frame = frame}));
            if (i == 30 || i == 31) drop_events();
            for (std::int64_t k = 0; k < times.count(); ++k) step(times, k);
        }
    }

private:
    void push(ts::Nanos time)
    {
        const int button = std::uniform_int_distribution{-1, 64}(random_) % 9 == 0 ? 63 : int(random_() % 67) - 1;
        const bool down  = random_() % 2 == 0;
        const bool taken = buttons_.push(time, button, down);
        calls.push_back({"push", {time.count(), std::int64_t{button}, down}, "", "truth", taken ? "1" : "0"});
    }
    void drop_events()
    {
        buttons_.handle_paused_events(now_, ts::PausedInput::drop);
        calls.push_back({"drop_paused_events", {}, "", "", ""});
    }
    void step(const ts::StepTimes& times, std::int64_t k)
    {
        const ts::StepPlan& plan = times.plan;
        const std::int64_t end   = times.end_time(k).count();
        calls.push_back({"step_end",
                         {now_.count(), k, plan.steps, plan.dt_seconds, plan.alpha, plan.carried.count()},
                         "",
                         "whole",
                         std::to_string(end)});
        calls.push_back({"begin_step", {now_.count(), end}, "", "", ""});
        const ts::Buttons& buttons = buttons_.buttons_for_step(times, k);
        for (const int button : {-1, 0, int(random_() % 64), 63, 64})
        {
            ask("is_down", button, buttons.is_down(button));
            ask("was_pressed", button, buttons.was_pressed(button));
            ask("was_released", button, buttons.was_released(button));
        }
    }
    void ask(const char* function, int button, bool answer)
    {
        calls.push_back({function, {std::int64_t{button}}, "", "truth", answer ? "1" : "0"});
    }

    ts::LatchedButtons buttons_;
    ts::Nanos now_{1'000'000'000};
    std::mt19937 random_{5};
};

std::vector<PartCall> button_calls()
{
    ButtonScript script;
    script.run_frames("interpolated", 60);
    script.run_frames("step-ahead", 60);
    script.run_frames("monogame", 30);
    return script.calls;
}

std::string text_of_value(const Value& v)
{
    if (const auto* const truth = std::get_if<bool>(&v)) return *truth ? "true" : "false";
    if (const auto* const whole = std::get_if<std::int64_t>(&v)) return std::to_string(*whole);
    const std::string text = fmt::format("{}", std::get<double>(v));
    return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

// How a language writes a program that calls exported functions. {} in `smooth` and `buttons` is a function, which may
// be followed by arguments; step_end has no object.
struct CallStyle
{
    std::string start, smooth, buttons, step_end, end, terminator = ";";
    std::string (*style)(std::string_view)       = [](std::string_view name) { return std::string{name}; };
    std::string (*field_style)(std::string_view) = [](std::string_view name) { return std::string{name}; };
};

CallStyle c_style(bool is_cpp)
{
    const std::string ending = is_cpp ? "hpp" : "h";
    const std::string object =
        is_cpp ? "latched_buttons::LatchedButtons buttons;" : "latched_buttons buttons = latched_buttons_start();";
    return {"#include \"smooth." + ending + "\"\n#include \"latched_buttons." + ending + R"("
#include <stdio.h>
#include <string.h>
static FILE *out;
static void say_whole(int64_t n) { fprintf(out, "%lld\n", (long long)n); }
static void say_truth(bool x) { say_whole(x ? 1 : 0); }
static void say_real(double x) { int64_t n; memcpy(&n, &x, sizeof n); say_whole(n); }
int main(void) {
    out = fopen("answers", "w");
    )" + object +
                "\n",
            is_cpp ? "smooth::{}(" : "smooth_{}(", is_cpp ? "buttons.{}(" : "latched_buttons_{}(&buttons, ",
            is_cpp ? "buttons.{}(" : "latched_buttons_{}(", "return fclose(out);\n}\n"};
}

CallStyle style_of(Language language)
{
    switch (language)
    {
    case Language::cpp:
    case Language::c: return c_style(language == Language::cpp);
    case Language::csharp:
        return {R"(using System;
using System.IO;
static class Driver {
    static StreamWriter answers = new StreamWriter("answers");
    static void say_whole(long n) { answers.WriteLine(n); }
    static void say_truth(bool x) { say_whole(x ? 1 : 0); }
    static void say_real(double x) { say_whole(BitConverter.DoubleToInt64Bits(x)); }
    static void Main() {
        var buttons = new LatchedButtons();
)",
                "Smooth.{}(",
                "buttons.{}(",
                "LatchedButtons.{}(",
                "answers.Close();\n}\n}\n",
                ";",
                exporter::to_pascal_case,
                exporter::to_pascal_case};
    case Language::gdscript:
        return {R"(extends SceneTree
var answers = File.new()
func say_whole(n):
    answers.store_line(str(n))
func say_truth(x):
    say_whole(1 if x else 0)
func say_real(x):
    var buffer = StreamPeerBuffer.new()
    buffer.put_double(x)
    buffer.seek(0)
    say_whole(buffer.get_64())
func _init():
    var smooth = load("smooth.gd")
    var buttons = load("latched_buttons.gd").new()
    answers.open("answers", File.WRITE)
)", "smooth.{}(", "buttons.{}(", "buttons.{}(", "    answers.close()\n    quit()\n", ""};
    case Language::rust:
        return {R"(mod smooth;
mod latched_buttons;
fn say_whole(n: i64) { println!("{}", n); }
fn say_truth(x: bool) { say_whole(x as i64); }
fn say_real(x: f64) { say_whole(x.to_bits() as i64); }
fn main() {
    let mut buttons = latched_buttons::LatchedButtons::new();
)",
                "smooth::{}(", "buttons.{}(", "latched_buttons::LatchedButtons::{}(", "}\n"};
    case Language::js:
    case Language::ts:
        return {R"(import fs from 'fs';
import * as smooth from './smooth.js';
import * as latched from './latched_buttons.js';
const view = new DataView(new ArrayBuffer(8));
let answers = '';
const say_whole = (n) => { answers += BigInt(n) + '\n'; };
const say_truth = (x) => say_whole(x === true ? 1 : 0);
const say_real = (x) => { view.setFloat64(0, x); say_whole(view.getBigInt64(0)); };
const buttons = new latched.LatchedButtons();
)", "smooth.{}(", "buttons.{}(", "latched.{}(", "fs.writeFileSync('answers', answers);\n", ";",
                exporter::to_camel_case};
    case Language::lua:
        return {R"lua(local smooth, latched = dofile("smooth.lua"), dofile("latched_buttons.lua")
local answers = io.open("answers", "w")
local function say_whole(n) answers:write(string.format("%.0f", n), "\n") end
local function say_truth(x) say_whole(x == true and 1 or 0) end
local function say_real(x)
    if not jit then return answers:write(tostring(string.unpack("i8", string.pack("d", x))), "\n") end
    local both = require("ffi").new("union { double x; int64_t n; }")
    both.x = x
    answers:write((tostring(both.n):gsub("LL", "")), "\n")
end
local buttons = latched.new()
)lua",
                "smooth.{}(",
                "buttons:{}(",
                "latched.{}(",
                "answers:close()\n",
                ""};
    }
    return {};
}

std::string part_program(Language language, const std::vector<PartCall>& calls)
{
    const CallStyle style = style_of(language);
    std::string program   = style.start;
    for (const PartCall& call : calls)
    {
        std::vector<std::string> arguments;
        for (const Value& v : call.arguments) arguments.push_back(text_of_value(v));
        const std::string& pattern = call.kind == "real"           ? style.smooth
                                     : call.function == "step_end" ? style.step_end
                                                                   : style.buttons;
        std::string code           = fmt::format(fmt::runtime(pattern), style.style(call.function));
        if (arguments.empty() && code.ends_with(", ")) code.resize(code.size() - 2);
        code += fmt::format("{})", fmt::join(arguments, ", "));
        if (!call.field.empty()) code += "." + style.field_style(call.field);
        if (!call.kind.empty()) code = fmt::format("say_{}({})", call.kind, code);
        program += "    " + code + style.terminator + "\n";
    }
    return program + style.end;
}

void check_parts_in(const compilers::Tool& tool)
{
    if (compilers::is_missing(tool.program) || (tool.language == Language::ts && compilers::is_missing("node"))) return;
    const Scratch folder;
    for (const exporter::PartRow& part : exporter::all_parts)
    {
        const std::string name = exporter::identifier_of(part.name);
        folder.file(name + std::string{exporter::row_of(tool.language).extension},
                    exporter::export_part(part, {tool.language, name, "", ""}).text());
    }
    std::vector<PartCall> calls = smooth_table();
    for (const PartCall& call : button_calls()) calls.push_back(call);
    std::string program = part_program(tool.language, calls);
    if (tool.language == Language::js || tool.language == Language::ts || tool.language == Language::lua)
        for (std::size_t at = 0; (at = program.find("\n    ", at)) != program.npos;) program.erase(at + 1, 4);
    folder.file(tool.source, program);
    REQUIRE(compilers::failure_in(folder, tool.compile) == "");
    REQUIRE(compilers::failure_in(folder, tool.run) == "");
    std::istringstream answers{text_of(folder.path("answers"))};
    std::string answer;
    for (const PartCall& call : calls)
    {
        if (call.kind.empty()) continue;
        CAPTURE(call.function);
        CAPTURE(text_of_value(call.arguments.at(0)));
        REQUIRE(std::getline(answers, answer));
        REQUIRE(answer == call.result);
    }
    CHECK(!std::getline(answers, answer));
}

void check_interpreted(std::string_view part, const std::vector<PartCall>& calls)
{
    const exporter::Program program = exporter::assemble_part(part);
    exporter::check(program);
    interpreter::Machine machine{program};
    for (const PartCall& call : calls)
    {
        CAPTURE(call.function);
        const auto result = machine.result_of(call.function, call.arguments);
        if (call.kind.empty()) continue;
        const Value value = call.field.empty() ? std::get<Value>(result)
                                               : std::get<std::map<std::string, Value>>(result).at(call.field);
        if (call.kind == "real") REQUIRE(bits_of(std::get<double>(value)) == call.result);
        if (call.kind == "truth") REQUIRE(std::get<bool>(value) == (call.result == "1"));
        if (call.kind == "whole") REQUIRE(std::to_string(std::get<std::int64_t>(value)) == call.result);
    }
}

} // namespace

TEST_CASE("interpreted parts compute the library's values, to the bit")
{
    check_interpreted("smooth", smooth_table());
    check_interpreted("latched-buttons", button_calls());
}

TEST_CASE("a part is exported with all functions of the library, and explains what it is")
{
    const std::string text = exporter::export_part(exporter::all_parts[0], {Language::c, "ease", "", ""}).text();
    CHECK(text.starts_with("// ease -- smoothing by time instead of by frame"));
    for (const std::string function : {"exponential", "remaining_share", "approach", "approach_moving",
                                       "approach_angle", "approach_nlerp", "spring_toward"})
        CHECK(text.find(" ease_" + function + "(") != text.npos);
    CHECK_THROWS_AS(exporter::export_part(exporter::all_parts[0], {Language::c, "a b", "", ""}), std::invalid_argument);
}

// In the suites of exporter_test.cpp, each of which runs as its own ctest.
#define PARTS_COMPUTE_THE_LIBRARYS_VALUES TEST_CASE("every part computes the library's values, to the bit")

TEST_SUITE("cpp_gcc")
{
    PARTS_COMPUTE_THE_LIBRARYS_VALUES { check_parts_in(compilers::cpp_gcc); }
}

TEST_SUITE("c_gcc")
{
    PARTS_COMPUTE_THE_LIBRARYS_VALUES { check_parts_in(compilers::c_gcc); }
}

TEST_SUITE("rust")
{
    PARTS_COMPUTE_THE_LIBRARYS_VALUES { check_parts_in(compilers::rust); }
}

TEST_SUITE("csharp")
{
    PARTS_COMPUTE_THE_LIBRARYS_VALUES { check_parts_in(compilers::csharp); }
}

TEST_SUITE("gdscript")
{
    PARTS_COMPUTE_THE_LIBRARYS_VALUES { check_parts_in(compilers::gdscript); }
}

TEST_SUITE("js")
{
    PARTS_COMPUTE_THE_LIBRARYS_VALUES { check_parts_in(compilers::js); }
}

TEST_SUITE("ts")
{
    PARTS_COMPUTE_THE_LIBRARYS_VALUES { check_parts_in(compilers::ts); }
}

TEST_SUITE("lua")
{
    PARTS_COMPUTE_THE_LIBRARYS_VALUES { check_parts_in(compilers::lua); }
}

TEST_SUITE("luajit")
{
    PARTS_COMPUTE_THE_LIBRARYS_VALUES { check_parts_in(compilers::luajit); }
}
