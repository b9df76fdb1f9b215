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

TEST_CASE("a replay equals itself, and equals one with other frame times if its steps are whole")
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

TEST_CASE("runs whose steps are as long as the frames differ from the first frame of another length on")
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
        CHECK(found.parting->apart[0]); // may be 0, because the hand may hold both balls at one place
        CHECK(found.parting->apart[1].value_or(0.0) > 0.0);
        CHECK(found.parting->apart[2].value_or(0.0) > 0.0);
    }
}

TEST_CASE("a branch without changes equals its replay, from any time on")
{
    for (const char* loop : {"accumulator", "variable", "semi-fixed", "step-ahead", "doom"})
        for (const Nanos at : {Nanos{-1}, Nanos{1100ms}, Nanos{40s}})
        {
            CAPTURE(loop);
            CHECK(!fork(a_replay(loop), at, {}).parting);
        }
}

TEST_CASE("a branch with another loop, rate, integrator, control or delay differs after the fork, and the difference "
          "is named")
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
    // A delay does not change the steps themselves, but the next input reaches another step.
    const auto delay = fork(recorded, 0s, {{"machine.delay_ms", "150"}}, FrameSource::machine);
    REQUIRE(delay.parting);
    CHECK(delay.common > 50);
}

TEST_CASE("later changes in the replay do not undo a change of the branch")
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
