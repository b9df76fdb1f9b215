// Compares every exported loop with the library, by interpreting the loop before a language prints it.
#include "interpreter.hpp"
#include "script.hpp"
#include "shared_data.hpp"
#include "thorough.hpp"

#include <algorithm>
#include <sstream>

using namespace timestep;

namespace
{

std::string answer_of(interpreter::Machine& machine, const script::Shape& shape, char command, std::int64_t a,
                      std::int64_t b)
{
    if (command == 'P') return std::to_string(machine.pace(a, b));
    auto plan        = machine.plan(a, b);
    const auto whole = [&](const char* field) { return std::get<std::int64_t>(plan.at(field)); };
    const auto bits  = [&](const char* field, bool there)
    { return std::bit_cast<std::int64_t>(there ? std::get<double>(plan.at(field)) : 0.0); };
    return fmt::format("{} {} {} {} {} {}", whole("steps"), bits("dt", true), bits("alpha", shape.alpha),
                       bits("tail", shape.tail), whole("carried_ns"), whole("dropped_ns"));
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
    const exporter::Program program = exporter::program_of(n.loop);
    const script::Shape shape       = script::shape_of(program);
    interpreter::Machine machine{program};
    std::istringstream commands{script.commands}, answers{script.answers};
    std::string answer;
    char command   = ' ';
    std::int64_t a = 0, b = 0;
    commands >> command >> a >> b; // the first command selects the loop
    while (commands >> command >> a >> b)
    {
        std::getline(answers, answer);
        const std::string said = answer_of(machine, shape, command, a, b);
        if (said == answer) continue;
        CAPTURE(n.name);
        CAPTURE(command);
        CAPTURE(a);
        REQUIRE(said == answer);
    }
}

} // namespace

TEST_CASE("interpreted presets and parts take the library's steps at every rate and setting, to the bit")
{
    const auto presets = loops::presets(), parts = loops::parts();
    for (const auto& all : {presets, parts})
        for (const loops::Named& n : all) check_loop(n, frames(tries(300)));
    std::size_t count = 0;
    for (const auto& all : {loops::at_other_rates(), loops::turned(presets), loops::turned(parts)})
        for (const loops::Named& n : all)
            if (count++ % stride() == 0) check_loop(n, frames(300));
}

TEST_CASE("on recordings every interpreted preset takes the library's steps, frame by frame")
{
    std::vector<std::vector<Nanos>> traces;
    script::add_recordings(traces, "tests/recordings/formats/fixtures", tries(1200));
    CHECK(traces.size() > 10);
    if (const auto shared = shared_data("captures"); std::filesystem::exists(shared))
        script::add_recordings(traces, shared, tries(1200));
    else
        MESSAGE("skipped: ", shared.string(), " is not there");
    std::size_t count = 0;
    for (const auto& frames : traces)
        for (const loops::Named& n : loops::presets())
            if (count++ % (is_sanitized ? 5 : 1) == 0) check_loop(n, frames);
}

TEST_CASE("every refresh rate is snapped to as in the library, up to the limit of its tolerance")
{
    Loop loop = loops::made("variable");
    loop.filter.choose(SnapToRefresh::name);
    std::vector<Nanos> frames;
    for (const SnapToRefresh::Period& p : SnapToRefresh::periods)
        for (const Nanos off : {-p.tolerance, -p.tolerance + 1ns, 0ns, p.tolerance - 1ns, p.tolerance})
            for (int i = 0; i < 9; ++i) frames.push_back(p.period + off);
    check_loop({"snap-to-refresh", loop}, frames);
}

TEST_SUITE("combinations") // runs as its own ctest (tests/CMakeLists.txt)
{
    TEST_CASE("every valid combination of the axes takes the library's steps, to the bit")
    {
        std::size_t count = 0;
        const auto check  = [&](const loops::Named& n)
        {
            if (count++ % stride() == 0) check_loop(n, frames(60));
        };
        loops::for_each_combination(check);
    }
}
