#include "capture/capture.hpp"
#include "drivers.hpp"
#include "loops.hpp"
#include "shared_data.hpp"

#include <bit>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

using namespace timestep;
using exporter::Language;

namespace
{

// A folder of its own, gone at its end.
class Scratch
{
public:
    Scratch()
    {
        std::string name = (std::filesystem::temp_directory_path() / "timestep_export_XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    Scratch(const Scratch&)        = delete;
    void operator=(const Scratch&) = delete;
    ~Scratch() { std::filesystem::remove_all(path_); }

    const std::filesystem::path& path() const { return path_; }
    void write(const std::string& name, const std::string& text) const { std::ofstream{path_ / name} << text; }
    // A shell command in this folder; what it says when it fails, else nothing.
    std::string fails(const std::string& command) const
    {
        const std::string quiet = "cd '" + path_.string() + "' && { " + command + " ; } >said 2>&1";
        if (std::system(quiet.c_str()) == 0) return "";
        std::ostringstream said;
        said << command << '\n' << std::ifstream{path_ / "said"}.rdbuf();
        return said.str().substr(0, 4000);
    }

private:
    std::filesystem::path path_;
};

bool is_installed(const std::string& program)
{
    return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

// A clock that tells which readings a pacer took and what it did after each.
class Watched
{
public:
    explicit Watched(Nanos now)
        : now_{now}
    {
    }

    Nanos now()
    {
        readings.push_back(now_);
        answers.push_back(0);
        return now_;
    }
    void sleep(Nanos time)
    {
        if (readings.empty()) readings.push_back(now_), answers.push_back(0);
        answers.back() = time.count();
        now_ += time + Nanos{std::uniform_int_distribution{20'000, 900'000}(random_)};
    }
    void spin()
    {
        answers.back() = -1;
        now_ += 200us;
    }
    Nanos time() const { return now_; }

    std::vector<Nanos> readings;
    std::vector<std::int64_t> answers;

private:
    Nanos now_;
    std::mt19937 random_{7};
};

// What to ask, and what the library answers.
struct Script
{
    std::string commands, answers;
};

void ask(Script& script, std::size_t index, Loop loop, const std::vector<Nanos>& frames)
{
    const drivers::Shape shape = drivers::shape_of(loop);
    const auto bits            = [](double x) { return std::bit_cast<std::int64_t>(x); };
    script.commands += fmt::format("L {} 0\n", index);
    Nanos now{1'000'000'000};
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const FrameInput in{frames[i], i % 3 == 0 ? Nanos{} : i % 3 == 1 ? 16'666'667ns : 6'944'444ns};
        const StepPlan plan = loop.plan(in);
        script.commands += fmt::format("F {} {}\n", in.frame.count(), in.refresh_period.count());
        script.answers +=
            fmt::format("{} {} {} {} {} {}\n", plan.steps, bits(plan.dt_seconds), bits(shape.alpha ? plan.alpha : 0.0),
                        bits(to_seconds(plan.tail)), plan.carried.count(), plan.dropped.count());
        if (shape.pace < 0 || i > 60) continue;

        Watched clock{now + Nanos{i % 20 == 19 ? -500'000'000 : static_cast<std::int64_t>(i) * 90'000}};
        loop.pacer.wait(clock, now, plan);
        // A pacer that only naps reads no clock: it is asked once more, and says that it is done.
        if (shape.pace == 0) clock.readings.push_back(now), clock.answers.push_back(0);
        for (std::size_t k = 0; k < clock.readings.size(); ++k)
        {
            script.commands += fmt::format("P {} {}\n", now.count(), clock.readings[k].count());
            script.answers += fmt::format("{}\n", clock.answers[k]);
        }
        now = clock.time();
    }
}

std::vector<Nanos> awkward_frames(std::size_t count)
{
    std::vector<Nanos> frames{0ns, 1ns, 16'666'667ns, 16'666'666ns, 250ms, -3ms, 3s, 5s, 0ns, 1h, 400'000h, 33ms};
    std::mt19937 random{42};
    const auto around = [&](std::int64_t ns, int noise) {
        return Nanos{ns + std::uniform_int_distribution{-noise, noise}(random)};
    };
    while (frames.size() < count)
    {
        const std::size_t i = frames.size();
        frames.push_back(i % 97 == 0         ? around(180'000'000, 90'000'000)
                         : i < count / 3     ? around(16'666'667, 400'000)
                         : i < count / 2     ? around(6'944'444, 50'000)
                         : i < count * 3 / 4 ? around(16'683'333, 1'000)
                                             : around(40'000'000, 20'000'000));
    }
    return frames;
}

struct Tool
{
    Language language;
    const char* program;
    const char* source;
    const char* compile;
    const char* run;
};

constexpr std::array tools{
    Tool{Language::cpp, "g++", "main.cpp", "g++ -std=c++17 -O0 -Wall -Wextra -Wconversion -Werror main.cpp -o driver",
         "./driver"},
    Tool{Language::cpp, "clang++", "main.cpp",
         "clang++ -std=c++17 -O0 -Wall -Wextra -Wconversion -Werror main.cpp -o driver", "./driver"},
    Tool{Language::c, "gcc", "main.c", "gcc -std=c99 -O0 -pedantic -Wall -Wextra -Wconversion -Werror main.c -o driver",
         "./driver"},
    Tool{Language::c, "clang", "main.c",
         "clang -std=c99 -O0 -pedantic -Wall -Wextra -Wconversion -Werror main.c -o driver", "./driver"},
    Tool{Language::rust, "rustc", "main.rs", "rustc --edition 2021 -D warnings main.rs -o driver", "./driver >answers"},
    Tool{Language::csharp, "mcs", "main.cs", "mcs -warnaserror -out:driver.exe *.cs", "mono driver.exe"},
    Tool{Language::gdscript, "godot3-server", "main.gd", "true", "HOME=. godot3-server -s main.gd"},
};

// Exports the loops, builds a program of them, and asks it what the script asks.
void check_answers(const Tool& tool, const std::vector<loops::Named>& loops, const Script& script)
{
    const Scratch folder;
    const auto& row = *std::find_if(exporter::all_languages.begin(), exporter::all_languages.end(),
                                    [&](const auto& l) { return l.id == tool.language; });
    for (std::size_t i = 0; i < loops.size(); ++i)
        folder.write(fmt::format("loop_{}{}", i, row.extension),
                     exporter::write(loops[i].loop, {tool.language, fmt::format("loop_{}", i), loops[i].name, ""}));
    folder.write(tool.source, drivers::program(tool.language, loops));
    folder.write("commands", script.commands);
    REQUIRE(folder.fails(tool.compile) == "");
    REQUIRE(folder.fails(tool.run) == "");

    std::ifstream answers{folder.path() / "answers"};
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
        CAPTURE(about);
        CAPTURE(command);
        REQUIRE(answered);
        REQUIRE(answer == wanted);
    }
    CHECK(!std::getline(answers, answer));
}

void check_in(const Tool& tool, const std::vector<loops::Named>& loops, const std::vector<std::vector<Nanos>>& traces)
{
    CAPTURE(std::string{tool.compile});
    if (!is_installed(tool.program))
    {
        MESSAGE("skipped: ", std::string{tool.program}, " is not installed");
        return;
    }
    Script script;
    for (const std::vector<Nanos>& frames : traces)
        for (std::size_t i = 0; i < loops.size(); ++i) ask(script, i, loops[i].loop, frames);
    check_answers(tool, loops, script);
}

// The frame times of every recording in a folder, up to `most` of each.
void add_captures(std::vector<std::vector<Nanos>>& traces, const std::filesystem::path& folder, std::size_t most)
{
    for (const auto& entry : std::filesystem::directory_iterator{folder})
    {
        const auto result = capture::read_file(entry.path());
        if (const auto* const c = std::get_if<capture::Capture>(&result))
        {
            traces.push_back(c->streams[c->default_stream].frames);
            if (traces.back().size() > most) traces.back().resize(most);
        }
    }
}

Loop made(std::string_view preset)
{
    const Preset* const p = find_preset(preset);
    return p->make(p->default_rate);
}

std::vector<loops::Named> joined(std::vector<loops::Named> a, const std::vector<loops::Named>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

} // namespace

TEST_CASE("every preset, in every language whose compiler is here, decides as the library does, to the bit")
{
    for (const Tool& tool : tools) check_in(tool, loops::presets(), {awkward_frames(300)});
}

TEST_CASE("on recordings every exported preset takes the same steps as the library, frame by frame")
{
    std::vector<std::vector<Nanos>> traces;
    add_captures(traces, "tests/capture/fixtures", 1200);
    CHECK(traces.size() > 10);
    if (const auto shared = shared_data("captures"); std::filesystem::exists(shared))
        add_captures(traces, shared, 1200);
    else
        MESSAGE("skipped: ", shared.string(), " is not there");
    check_in(tools[0], loops::presets(), traces);
}

TEST_CASE("every alternative of every axis is exported as it is, at every rate")
{
    const auto loops = joined(loops::parts(), loops::at_other_rates());
    for (const char* const program : {"clang++", "gcc", "rustc"})
        check_in(
            *std::find_if(tools.begin(), tools.end(), [&](const Tool& t) { return t.program == std::string{program}; }),
            loops, {awkward_frames(200)});
}

TEST_CASE("knobs are exported as they are set")
{
    const auto loops = joined(loops::turned(loops::presets()), loops::turned(loops::parts()));
    REQUIRE(loops.size() > 300);
    check_in(tools[0], loops, {awkward_frames(200)});
}

TEST_CASE("every combination that makes sense can be written in every language; no other can")
{
    std::size_t written = 0;
    loops::for_each_combination(
        [&](const loops::Named& n)
        {
            CAPTURE(n.name);
            const auto& row = exporter::all_languages[written++ % exporter::all_languages.size()];
            REQUIRE_FALSE(exporter::why_not(n.loop, row.id));
            REQUIRE(exporter::write(n.loop, {row.id, "game", "", ""}).find("game") != std::string::npos);
        });
    CHECK(written > 1000);

    Loop nonsense = made("variable");
    nonsense.overload.choose("keep-debt");
    CHECK(exporter::why_not(nonsense, Language::cpp).value().starts_with("overload: this stepper carries nothing"));
}

TEST_CASE("an exported file includes the standard library only, and says what it is and how it is used")
{
    const std::string text =
        exporter::write(made("unity"), {Language::cpp, "game_time", "unity at 50 Hz", "Source: there.\n"});
    CHECK(text.starts_with("// game_time -- the game loop unity at 50 Hz\n"));
    CHECK(text.find("// Source: there.\n") != text.npos);
    CHECK(text.find("cap-frame-time, limit 333.333 ms") != text.npos);
    CHECK(text.find("const game_time::Plan plan = loop.plan(now - last);") != text.npos);
    CHECK(text.find("#include \"") == text.npos);
    CHECK(text.find("limit = 333'333'333;") != text.npos);
}

TEST_CASE("a file's name becomes an identifier, or the export is refused")
{
    CHECK(exporter::identifier_of("my timestep-2") == "my_timestep_2");
    CHECK(exporter::identifier_of("2d") == "_2d");
    CHECK(exporter::identifier_of("") == "_");
    CHECK_THROWS_AS(exporter::write(made("fixed"), {Language::c, "a b", "", ""}), std::invalid_argument);
}
