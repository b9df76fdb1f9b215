// Compares every exported loop with the library: by interpreting the loop before a language prints it, and by one
// program in each language, with all loops.
#include "compilers.hpp"
#include "drivers.hpp"
#include "export/exporter/printer.hpp"
#include "interpreter.hpp"
#include "recordings/formats/recording.hpp"
#include "shared_data.hpp"
#include "thorough.hpp"

using namespace timestep;
using namespace compilers;

namespace
{

exporter::SourceCode exported(const Loop& loop, Language language)
{
    return exporter::export_loop(loop, {language, "game", "", ""});
}

// A loop with another presentation, whose overload policy fits it.
Loop presented(Presentation presentation)
{
    Loop loop = loops::made(presentation == Presentation::step_ahead ? "step-ahead" : "accumulator");
    loop.presentation = presentation;
    return loop;
}

std::string answer_of(interpreter::Machine& machine, const script::Shape& shape, char command, std::int64_t a,
                      std::int64_t b)
{
    if (command == 'P') return std::to_string(machine.pace(a, b));
    if (command == 'R' || command == 'Q' || command == 'D')
    {
        const auto value = std::get<interpreter::Value>(command == 'D' ? machine.result_of("discard_carried", {})
                                                                       : machine.result_of("set_rate", {a, b}));
        return std::visit([](auto x) { return std::to_string(static_cast<std::int64_t>(x)); }, value);
    }
    auto plan = machine.plan(a, b);
    const auto whole = [&](const char* field) { return std::get<std::int64_t>(plan.at(field)); };
    const auto bits = [&](const char* field, bool there)
    { return std::bit_cast<std::int64_t>(there ? std::get<double>(plan.at(field)) : 0.0); };
    return fmt::format("{} {} {} {} {} {}", whole("steps"), bits("dt_seconds", true), bits("alpha", shape.alpha),
                       bits("tail_seconds", shape.tail), whole("carried_ns"), whole("dropped_ns"));
}

// Returns frame times of at most a minute, because the interpreter is too slow for longer ones.
std::vector<Nanos> frames(std::size_t count)
{
    std::vector<Nanos> all = script::awkward_frames(count);
    for (Nanos& frame : all) frame = std::min<Nanos>(frame, 1min);
    return all;
}

void check_loop(const loops::Named& n, const std::vector<Nanos>& frames)
{
    script::Script script;
    ask(script, 0, n.loop, frames);
    const exporter::Program program = exporter::expand_loop_template(n.loop);
    const script::Shape shape = script::shape_of(program);
    interpreter::Machine machine{program};
    std::istringstream commands{script.commands}, answers{script.answers};
    std::string answer;
    char command = ' ';
    std::int64_t a = 0, b = 0;
    commands >> command >> a >> b; // the first command selects the loop
    while (commands >> command >> a >> b)
    {
        std::getline(answers, answer);
        const std::string said = answer_of(machine, shape, command, a, b);
        if (said == answer) continue;
        INFO("n.name ", n.name, ", command ", command, ", a ", a);
        REQUIRE(said == answer);
    }
}

// Compares the answers one by one, so that the first wrong one is reported.
void compare(const std::filesystem::path& answers_file, const std::vector<loops::Named>& loops,
             const script::Script& script)
{
    std::ifstream answers{answers_file};
    std::istringstream expected{script.answers}, commands{script.commands};
    std::string answer, wanted, command, about;
    while (std::getline(commands, command))
    {
        if (command.front() == 'L')
        {
            about = loops[std::stoul(command.substr(2))].name;
            continue;
        }
        std::getline(expected, wanted);
        const bool answered = static_cast<bool>(std::getline(answers, answer));
        if (answered && answer == wanted) continue;
        INFO("about ", about, ", command ", command);
        REQUIRE(answered);
        REQUIRE(answer == wanted);
    }
    CHECK(!std::getline(answers, answer));
}

// Exports the loops, builds a program with them, and compares its answers with those of the script.
void check_in(const Tool& tool)
{
    if (is_missing(tool.program) || (tool.language == Language::ts && is_missing("node"))) return;
    std::vector<loops::Named> all = loops::joined(loops::presets(), loops::parts());
    if (is_thorough())
        all = loops::joined(all, loops::joined(loops::at_other_rates(), loops::turned(loops::presets())));
    const Scratch folder;
    script::Script script;
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        folder.file(
            fmt::format("loop_{}{}", i, exporter::language_info_of(tool.language).extension),
            exporter::export_loop(all[i].loop, {tool.language, fmt::format("loop_{}", i), all[i].name, ""}).text());
        const bool has_53_bits = exporter::language_info_of(tool.language).integer_bits == 53;
        ask(script, i, all[i].loop,
            has_53_bits ? script::cut_to_53_bits(script::awkward_frames(300), all[i].loop)
                        : script::awkward_frames(300));
    }
    folder.file(tool.source, drivers::program(tool.language, all));
    folder.file("commands", script.commands);
    REQUIRE(failure_in(folder, tool.compile) == "");
    REQUIRE(failure_in(folder, tool.run) == "");
    compare(folder.path("answers"), all, script);
    check_parts_in(tool);
}

// Writes every preset's header under its own name, and returns the lines that include them all.
std::string write_headers(const Scratch& folder, Language language)
{
    std::string includes;
    for (const Preset& p : all_presets)
    {
        const std::string name = exporter::to_identifier("ts_" + std::string{p.name});
        const std::string file = name + std::string{exporter::language_info_of(language).extension};
        folder.file(file, exporter::export_loop(p.make(p.default_rate), {language, name, "", ""}).text());
        includes += fmt::format("#include \"{}\"\n", file);
    }
    return includes;
}

// Compiles two sources of one program that both include all headers.
void check_together(Language language, const std::string& ending, const std::string& compiler)
{
    CAPTURE(compiler);
    if (is_missing(compiler.substr(0, compiler.find(' ')))) return;
    const Scratch folder;
    const std::string includes = write_headers(folder, language), one = "one" + ending, two = "two" + ending;
    folder.file(one, includes + "int main(void) { return 0; }\n");
    folder.file(two, includes);
    CHECK(failure_in(folder, compiler + strict + one + " " + two) == "");
}

} // namespace

TEST_CASE("every valid combination of the axes can be exported in every language, and no other")
{
    std::size_t count = 0;
    const auto write = [&](const loops::Named& n)
    {
        CAPTURE(n.name);
        const auto& row = exporter::all_languages[count % exporter::all_languages.size()];
        REQUIRE_FALSE(exporter::export_rejection_reason(n.loop, row.id));
        if (count % stride() == 0) REQUIRE(exported(n.loop, row.id).text().find("game") != std::string::npos);
        ++count;
    };
    loops::for_each_combination(write);
    CHECK(count > 1000);

    Loop nonsense = loops::made("variable");
    nonsense.overload.choose("keep-debt");
    CHECK(exporter::export_rejection_reason(nonsense, Language::cpp)
              .value()
              .starts_with("overload: this stepper carries no time"));
}

TEST_CASE("an exported file includes only the standard library, and explains what it is and how it is used")
{
    const std::string text =
        exporter::export_loop(loops::made("unity"), {Language::cpp, "game_time", "unity at 50 Hz", "Source: there.\n"})
            .text();
    CHECK(text.starts_with("// game_time -- the game loop unity at 50 Hz\n"));
    CHECK(text.find("// Source: there.\n") != text.npos);
    CHECK(text.find("cap-frame-time, limit 333.333 ms") != text.npos);
    CHECK(text.find("const game_time::Plan plan = loop.plan(now - last);") != text.npos);
    CHECK(text.find("#include \"") == text.npos);
    CHECK(text.find("333'333'333, ") != text.npos);
}

TEST_CASE("each line of an exported file has its code and its comment separately, in every language")
{
    for (const auto& row : exporter::all_languages)
    {
        CAPTURE(row.name);
        const std::string_view mark = row.id == Language::gdscript ? "#" : row.id == Language::lua ? "--" : "//";
        const exporter::SourceCode code = exported(loops::made("interpolated"), row.id);
        std::size_t comments = 0;
        for (const exporter::CodeLine& line : code.lines)
        {
            CAPTURE(line.code);
            const bool directive = row.id != Language::gdscript && line.code.starts_with('#');
            CHECK((directive || line.code.find(mark) == line.code.npos));
            if (line.comment.empty()) continue;
            ++comments;
            CHECK(line.comment.substr(line.comment.find_first_not_of(' ')).starts_with(mark));
        }
        CHECK(comments > 10);
        CHECK(comments < code.lines.size());
    }
}

TEST_CASE("the usage example is the end of the comment at the top of the file")
{
    const exporter::SourceCode code = exported(loops::made("interpolated"), Language::cpp);
    REQUIRE_FALSE(code.usage_example.empty());
    const auto first_code = std::ranges::find_if(code.lines, [](const auto& line) { return line.comment.empty(); });
    auto shown = first_code - static_cast<std::ptrdiff_t>(code.usage_example.size());
    for (const std::string& line : code.usage_example)
        CHECK(shown++->comment == (line.empty() ? "//" : "//     " + line));
}

TEST_CASE("the usage example declares the time of the last frame in the language")
{
    for (const auto& [language, line] : std::initializer_list<std::pair<Language, std::string_view>>{
             {Language::cpp, "std::int64_t last = clock();"},
             {Language::c, "int64_t last = clock_ns();"},
             {Language::csharp, "long last = Clock();"},
             {Language::gdscript, "var last: int = clock()"},
             {Language::rust, "let mut last: i64 = clock();"},
             {Language::js, "let last = Math.round(performance.now() * 1e6);"},
             {Language::ts, "let last: number = Math.round(performance.now() * 1e6);"},
             {Language::lua, "local last = math.floor(clock_seconds() * 1e9 + 0.5)"}})
    {
        const auto lines = exported(loops::made("fixed"), language).usage_example;
        CHECK_MESSAGE(std::ranges::any_of(lines, [&](const auto& l) { return l.starts_with(line); }), line);
    }
}

TEST_CASE("the usage example draws as the loop's presentation requires, and keeps the previous state only if it blends")
{
    const std::string_view blend = "//     draw(previous + (current - previous) * plan.Alpha);\n";
    for (const auto& [p, line] : std::initializer_list<std::pair<Presentation, std::string_view>>{
             {Presentation::latest, "//     draw(current);\n"},
             {Presentation::interpolate, blend},
             {Presentation::step_ahead, blend},
             {Presentation::extrapolate, "//     draw(current + velocity * (plan.Alpha * plan.DtSeconds));\n"},
             {Presentation::render_tick, "//     step(scratch, plan.Alpha * plan.DtSeconds);\n"}})
    {
        CHECK(exported(presented(p), Language::csharp).text().find(line) != std::string::npos);
        const std::string text = exported(presented(p), Language::cpp).text();
        CHECK((text.find("previous = copy_of(current);") != text.npos) == (line == blend));
        CHECK((text.find("previous") != text.npos) == (line == blend));
    }
}

TEST_CASE("a file name becomes an identifier, and an invalid name is refused")
{
    CHECK(exporter::to_identifier("my timestep-2") == "my_timestep_2");
    CHECK(exporter::to_identifier("_x") == "_x");
    CHECK(exporter::to_identifier("2d") == "loop_2d");
    CHECK(exporter::to_identifier("_2d") == "loop_2d");
    CHECK(exporter::to_identifier("日本") == "loop");
    CHECK(exporter::to_identifier("") == "loop");
    CHECK_THROWS_AS(exporter::export_loop(loops::made("fixed"), {Language::c, "a b", "", ""}), std::invalid_argument);
}

TEST_CASE("a name that is reserved, or that the code uses for something else, gets _loop added")
{
    struct Named
    {
        Language language;
        std::string_view preset, name, declaration;
    };
    for (const auto& [language, preset, name, declaration] :
         std::initializer_list<Named>{{Language::cpp, "fixed", "class", "namespace class_loop {"},
                                      {Language::cpp, "fixed", "time", "namespace time_loop {"},
                                      {Language::cpp, "fixed", "plan", "namespace plan {"},
                                      {Language::c, "fixed", "int", "static inline int_loop int_loop_new(void) {"},
                                      {Language::c, "fixed", "loop", "static inline loop loop_new(void) {"},
                                      {Language::rust, "fixed", "match", "= match_loop::Loop::new();"},
                                      {Language::js, "fixed", "math", "export class MathLoop {"},
                                      {Language::js, "glaiel", "PATIENCE", "export class PATIENCELoop {"},
                                      {Language::js, "matter-js", "array", "export class ArrayLoop {"},
                                      {Language::js, "fixed", "class", "export class Class {"},
                                      {Language::ts, "fixed", "plan", "export class PlanLoop {"},
                                      {Language::csharp, "glaiel", "snap", "public sealed class SnapLoop {"},
                                      {Language::csharp, "glaiel", "patience", "public sealed class PatienceLoop {"},
                                      {Language::csharp, "fixed", "limit", "public sealed class Limit {"}})
    {
        CAPTURE(name);
        const std::string text =
            exporter::export_loop(loops::made(preset), {language, std::string{name}, "", ""}).text();
        CHECK_MESSAGE(text.find(declaration) != text.npos, declaration);
    }
    const std::string part =
        exporter::export_game_part(exporter::all_non_loop_game_parts[1], Language::rust, "self").text();
    CHECK(part.find("pub struct SelfLoop {") != part.npos);
}

TEST_CASE("the exported functions and fields have the names of the library and of its C interface")
{
    const std::string c_interface = text_of("bindings/c/timestep.h");
    for (const std::string function : {"new", "plan_frame", "discard_carried", "set_rate"})
    {
        CHECK(c_interface.find(" timestep_" + function + "(") != std::string::npos);
        CHECK(exported(loops::made("interpolated"), Language::c).text().find(" game_" + function + "(") !=
              std::string::npos);
    }
    for (const auto& row : exporter::all_languages)
    {
        CAPTURE(row.name);
        const auto styled = [&](const std::string& name)
        {
            if (row.id == Language::csharp) return exporter::to_pascal_case(name);
            return row.id == Language::js || row.id == Language::ts ? exporter::to_camel_case(name) : name;
        };
        const bool is_plan_a_type = row.id == Language::c || row.id == Language::csharp;
        for (const Preset& preset : all_presets)
        {
            CAPTURE(preset.name);
            const std::string text = exported(preset.make(preset.default_rate), row.id).text();
            CHECK(text.find(styled(is_plan_a_type ? "plan_frame" : "plan") + "(") != text.npos);
            CHECK(text.find(styled("discard_carried") + "(") != text.npos);
            CHECK((text.find(styled("set_rate") + "(") != text.npos) == preset.has_rate);
            CHECK(text.find(styled("dt_seconds")) != text.npos);
        }
    }
}

TEST_CASE("a classic script in JavaScript defines one global name and decides as the module")
{
    if (is_missing("node")) return;
    const Scratch folder;
    const auto write = [&](const std::string& name, const exporter::SourceCode& code)
    { folder.file(name, code.text()); };
    exporter::FileOptions options{Language::js, "game", "", ""};
    write("game.mjs", exporter::export_loop(loops::made("interpolated"), options));
    options.is_classic_script = true;
    write("game.js", exporter::export_loop(loops::made("interpolated"), options));
    const auto& [smooth, buttons] = exporter::all_non_loop_game_parts;
    for (const auto& part : {smooth, buttons})
    {
        const std::string name = exporter::to_identifier(part.name);
        write(name + ".mjs", exporter::export_game_part(part, Language::js, name));
        write(name + ".js", exporter::export_game_part(part, Language::js, name, true));
    }
    folder.file("main.mjs", R"(import assert from 'assert';
import fs from 'fs';
import vm from 'vm';
const context = vm.createContext({ Math, Number, Object, Array });
const before = Object.keys(context);
for (const name of ['game', 'smooth', 'latched_buttons']) vm.runInContext(fs.readFileSync(name + '.js', 'utf8'), context);
assert.deepEqual(Object.keys(context).filter((name) => !before.includes(name)), ['Game', 'Smooth', 'LatchedButtons']);
const { Game } = await import('./game.mjs'), smooth = await import('./smooth.mjs'), latched = await import('./latched_buttons.mjs');
const loop = new context.Game(), same = new Game();
for (let i = 0; i < 1000; ++i) assert.deepEqual({ ...loop.plan(i * 12345) }, { ...same.plan(i * 12345) });
assert.deepEqual(Object.keys(context.Smooth).sort(), Object.keys(smooth).sort());
assert.equal(context.Smooth.approach(1, 0, 0.5, 0.25), smooth.approach(1, 0, 0.5, 0.25));
assert.equal(context.LatchedButtons.stepEnd(50, 0, 2, 1e-8, 0.5, 5), latched.stepEnd(50, 0, 2, 1e-8, 0.5, 5));
assert.ok(new context.LatchedButtons().push(5, 1, true));
)");
    CHECK(failure_in(folder, "node main.mjs") == "");
}

TEST_CASE("a frame time in milliseconds is told once in JavaScript, and whole nanoseconds are not")
{
    if (is_missing("node")) return;
    const Scratch folder;
    folder.file("game.mjs", exported(loops::made("interpolated"), Language::js).text());
    folder.file("main.mjs", R"(import assert from 'assert';
import { Game } from './game.mjs';
const told = [], loop = new Game();
console.warn = (text) => told.push(text);
loop.plan(16_700_000);
assert.deepEqual(told, []);
for (let i = 0; i < 3; ++i) loop.plan(16.7);
assert.deepEqual(told, ['16.7 is no whole number of nanoseconds: pass Math.round(milliseconds * 1e6)']);
)");
    CHECK(failure_in(folder, "node main.mjs") == "");
}

TEST_CASE("an event and a clock reading that are not numbers do not stop the exported buttons and pacers")
{
    for (const Tool& tool : {compilers::js, compilers::lua, compilers::luajit})
    {
        if (is_missing(tool.program)) continue;
        const Scratch folder;
        const std::string ending{exporter::language_info_of(tool.language).extension};
        folder.file("buttons" + ending,
                    exporter::export_game_part(exporter::all_non_loop_game_parts[1], tool.language, "buttons").text());
        Loop loop = loops::made("accumulator");
        loop.pacer.choose(BusyWait::name);
        loop.set_rate(hz(100));
        folder.file("game" + ending, exported(loop, tool.language).text());
        // After a reading that is not a number, a frame of 1/60 s is still waited for.
        folder.file("main.mjs", R"(import { Buttons } from './buttons.js';
import { Game } from './game.js';
const buttons = new Buttons(), game = new Game();
buttons.push(NaN, 3, true);
buttons.push(5, 4, true);
buttons.beginStep(10, 10);
game.pace(NaN);
game.pace(0);
if (!buttons.isDown(3) || !buttons.isDown(4) || game.pace(1000) !== -1) process.exit(1);
)");
        folder.file("main.lua", R"(local buttons, game = dofile("buttons.lua").new(), dofile("game.lua").new()
buttons:push(0 / 0, 3, true)
buttons:push(5, 4, true)
buttons:begin_step(10, 10)
game:pace(0 / 0)
game:pace(0)
if not buttons:is_down(3) or not buttons:is_down(4) or game:pace(1000) ~= -1 then os.exit(1) end
)");
        if (tool.language == Language::js) REQUIRE(failure_in(folder, as_module) == "");
        CHECK_MESSAGE(failure_in(folder, tool.run) == "", tool.program);
    }
}

TEST_CASE("interpreted presets and parts take the library's steps at every rate and setting, to the bit")
{
    const auto presets = loops::presets(), parts = loops::parts();
    for (const auto& all : {presets, parts})
        for (const loops::Named& n : all) check_loop(n, frames(tries<std::size_t>(300)));
    std::size_t count = 0;
    for (const auto& all : {loops::at_other_rates(), loops::turned(presets), loops::turned(parts)})
        for (const loops::Named& n : all)
            if (count++ % stride() == 0) check_loop(n, frames(300));
}

TEST_CASE("a limit that does not fit into 64 bits in the loop's time unit is cut as in the library")
{
    Loop loop = loops::made("interpolated");
    loop.set_rate(Rate{999'999'999, 1'000'000});
    for (const std::string_view policy : {CapFrameTime::name, CapAccumulator::name, RestartClock::name})
    {
        loop.overload.choose(policy);
        std::visit(
            [](auto& p)
            {
                if constexpr (requires { p.limit; }) p.limit = 10s;
            },
            static_cast<LoopOverloadPolicy::variant&>(loop.overload));
        check_loop({std::string{policy}, loop}, frames(300));
    }
}

TEST_CASE("a language without 64-bit integers refuses only loops whose time unit is too small")
{
    Loop loop = loops::made("love");
    loop.set_rate(Rate{59'999'999, 1'000'000});
    CHECK_FALSE(exporter::export_rejection_reason(loop, Language::js));
    loop = loops::made("interpolated");
    loop.set_rate(Rate{59'999'999, 1'000'000});
    CHECK_FALSE(exporter::export_rejection_reason(loop, Language::cpp));
    CHECK(exporter::export_rejection_reason(loop, Language::js) ==
          "at 59999999/1000000 Hz, exact times are too large for 53-bit integers: choose a simpler rate");
}

TEST_CASE("on recordings every interpreted preset takes the library's steps, frame by frame")
{
    std::size_t count = 0;
    const auto check_files = [&](const std::filesystem::path& folder)
    {
        for (const auto& entry : std::filesystem::directory_iterator{folder})
        {
            const auto result = recordings::read_file(entry.path());
            const auto* const valid = std::get_if<recordings::Recording>(&result);
            if (valid == nullptr) continue;
            std::vector<Nanos> frames = valid->streams[valid->default_stream_index].frame_times;
            frames.resize(std::min(frames.size(), static_cast<std::size_t>(tries(1200))));
            for (const loops::Named& n : loops::presets())
                if (count++ % (is_sanitized ? 5 : 1) == 0) check_loop(n, frames);
        }
    };
    check_files("tests/recordings/formats/fixtures");
    CHECK(count > 10 * loops::presets().size());
    if (const auto shared = shared_data("captures"); std::filesystem::exists(shared)) check_files(shared);
}

TEST_CASE("every refresh rate is snapped to as in the library, up to the limit of its tolerance")
{
    Loop loop = loops::made("variable");
    loop.filter.choose(SnapToRefresh::name);
    std::vector<Nanos> frames;
    for (const SnapToRefresh::RefreshPeriod& p : SnapToRefresh::periods)
        for (const Nanos off : {-p.tolerance, -p.tolerance + 1ns, 0ns, p.tolerance - 1ns, p.tolerance})
            for (int i = 0; i < 9; ++i) frames.push_back(p.period + off);
    check_loop({"snap-to-refresh", loop}, frames);
}

TEST_SUITE("combinations") // runs as its own ctest (tests/CMakeLists.txt)
{
    TEST_CASE("every valid combination of the axes takes the library's steps, to the bit")
    {
        std::size_t count = 0;
        const auto check = [&](const loops::Named& n)
        {
            if (count++ % stride() == 0) check_loop(n, frames(60));
        };
        loops::for_each_combination(check);
    }
}

TEST_SUITE("headers")
{
    TEST_CASE("the headers of all presets compile together: those in C as C and as C++, those in C++ as C++")
    {
        for (const std::string compiler : {"gcc -std=c99 -pedantic", "clang -std=c99 -pedantic"})
            check_together(Language::c, ".c", compiler);
        for (const std::string compiler : {"g++ -std=c++17 -pedantic", "clang++ -std=c++17 -pedantic"})
        {
            check_together(Language::c, ".cpp", compiler);
            check_together(Language::cpp, ".cpp", compiler);
        }
    }
}

// Each suite runs as its own ctest (tests/CMakeLists.txt).
#define SUITE_OF(tool)                                                                                                 \
    TEST_SUITE(#tool)                                                                                                  \
    {                                                                                                                  \
        TEST_CASE("every preset, every alternative and every part decides as the library, to the bit")                 \
        {                                                                                                              \
            check_in(compilers::tool);                                                                                 \
        }                                                                                                              \
    }

SUITE_OF(cpp_gcc)
SUITE_OF(cpp_clang)
SUITE_OF(c_gcc)
SUITE_OF(c_clang)
SUITE_OF(rust)
SUITE_OF(csharp)
SUITE_OF(gdscript)
SUITE_OF(js)
SUITE_OF(ts)
SUITE_OF(lua)
SUITE_OF(luajit)
