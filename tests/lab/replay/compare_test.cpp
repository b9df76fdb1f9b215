#include "lab/replay/compare.hpp"

#include "lab/settings/controls.hpp"
#include "recording.hpp"

using namespace std::chrono_literals;
using lab::FrameSource;
using lab::ReplayRun;

namespace
{

const std::string hands =
    "at 1 grab -0.4\nat 1.4 release\nat 3 set scene.stiffness 300\nat 5 grab 0.5\nat 5.5 release\n";

Recorded a_replay(std::string_view loop, const char* jitter = "6ms")
{
    return record(settings_of(loop, {{"machine.jitter_ms", jitter},
                                     {"machine.vsync", "off"},
                                     {"scene.damping", "0"},
                                     {"machine.delay_ms", "12ms"}}),
                  hands, 80s);
}

lab::ReplayComparison compare(const Recorded& a, const Recorded& b)
{
    ReplayRun run_a{a.replay}, run_b{b.replay};
    return lab::compare(run_a, run_b);
}

lab::ReplayComparison fork(const Recorded& recorded, Nanos at,
                           std::initializer_list<std::pair<const char*, const char*>> what,
                           FrameSource frames = FrameSource::recorded)
{
    ReplayRun trunk{recorded.replay};
    trunk.seek(at);
    lab::Settings other = trunk.settings();
    for (const auto& [path, text] : what) REQUIRE(!lab::set(other, path, text));
    ReplayRun branch{trunk, {other, frames}};
    return lab::compare(trunk, branch);
}

} // namespace

TEST_CASE("a replay is the same as itself, and as one with other frames when its steps are whole")
{
    const auto a = a_replay("accumulator"), b = a_replay("accumulator", "3ms");
    CHECK(!compare(a, a).parting);
    CHECK(compare(a, a).common == a.ticks);
    const auto c = record(settings_of("accumulator"), "", 5s), d = record(settings_of("interpolated"), "", 6s);
    const auto found = compare(c, d);
    CHECK(!found.parting);
    CHECK(found.common == c.ticks);
    CHECK(found.more_b == d.ticks - c.ticks);
}

TEST_CASE("loops whose steps are as long as frames part at the first frame that is another one, and go apart")
{
    for (const char* loop : {"variable", "semi-fixed"})
    {
        CAPTURE(loop);
        const auto recorded = a_replay(loop);
        ReplayRun run{recorded.replay}, live{recorded.replay, FrameSource::machine};
        const auto found = lab::compare(run, live);
        REQUIRE(found.parting);
        CHECK(found.parting->tick <= 3);
        CHECK(found.parting->what == "time");
        CHECK(found.parting->apart[0]); // a hand may hold both at the same place then
        CHECK(found.parting->apart[1].value_or(0.0) > 0.0);
        CHECK(found.parting->apart[2].value_or(0.0) > 0.0);
    }
}

TEST_CASE("what if nothing were different: it is the same, from any moment on")
{
    for (const char* loop : {"accumulator", "variable", "semi-fixed", "step-ahead", "doom"})
        for (const Nanos at : {Nanos{-1}, Nanos{1100ms}, Nanos{40s}})
        {
            CAPTURE(loop);
            CHECK(!fork(a_replay(loop), at, {}).parting);
        }
}

TEST_CASE(
    "what if the loop, rate, integrator, a knob or the delay were another: it parts after the fork, and says in what")
{
    const auto recorded = a_replay("interpolated");
    ReplayRun trunk{recorded.replay};
    trunk.seek(10s);
    const std::int64_t at = trunk.tick();
    const auto loop       = fork(recorded, 10s, {{"loop.preset", "variable"}});
    REQUIRE(loop.parting);
    CHECK(loop.parting->tick == at + 1);
    CHECK(loop.parting->what == "time");
    const auto rate = fork(recorded, 10s, {{"loop.hz", "30"}});
    REQUIRE(rate.parting);
    CHECK(rate.parting->tick == at + 1);
    const auto integrator = fork(recorded, 10s, {{"scene.integrator", "rk4"}});
    REQUIRE(integrator.parting);
    CHECK(integrator.parting->what == "x");
    CHECK(integrator.parting->apart[2] > 0.0);
    const auto knob = fork(recorded, 10s, {{"scene.stiffness", "500"}});
    REQUIRE(knob.parting);
    CHECK(knob.parting->tick == at + 1);
    // Of a delay the steps know nothing; the next hand comes to another of them.
    const auto delay = fork(recorded, 0s, {{"machine.delay_ms", "150"}}, FrameSource::machine);
    REQUIRE(delay.parting);
    CHECK(delay.common > 50);
}

TEST_CASE("what was turned later does not undo what if")
{
    const auto recorded = a_replay("interpolated");
    const auto stiff    = fork(recorded, 2s, {{"scene.stiffness", "300"}});
    REQUIRE(stiff.parting);
    ReplayRun trunk{recorded.replay};
    trunk.seek(2s);
    lab::Settings other = trunk.settings();
    REQUIRE(!lab::set(other, "scene.stiffness", "555"));
    ReplayRun branch{trunk, {other, FrameSource::recorded}};
    branch.run_to_end();
    CHECK(lab::find_control(branch.settings(), "scene.stiffness")->get(branch.settings()) == 555.0);
}
