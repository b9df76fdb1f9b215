#include "lab/lessons/demonstrations.hpp"

#include "lab/lane/headless.hpp"
#include "lab/metrics/lane_verdict.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

const Demonstration& shown(std::string_view loop)
{
    const Demonstration* found = find_demonstration(loop);
    REQUIRE(found != nullptr);
    return *found;
}

// Runs the lanes of a demonstration for an hour, without its script.
std::vector<LaneResult> hour_of(std::string_view loop) { return run_lanes(lanes_of(shown(loop)), {.time = 3600s}); }

std::string verdict_of(DemonstrationRun& run, std::size_t lane)
{
    return in_words(lab::verdict_of(run.lanes()[lane].lane(), run.lanes()[lane].lane().newest()));
}

} // namespace

TEST_CASE("each of the five loops of the literature has a demonstration with its own loop and one conclusion")
{
    std::size_t i = 0;
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        if (preset.group != timestep::Group::literature) continue;
        REQUIRE_MESSAGE(i < demonstrations().size(),
                        preset.name << " has no demonstration: add a row to src/lab/lessons/demonstrations.cpp");
        const Demonstration& d = demonstrations()[i++];
        CHECK(d.loop == preset.name);
        CHECK(d.conclusion.ends_with('.'));
        bool runs_it = false;
        for (const LaneSetup& lane : lanes_of(d))
            runs_it = runs_it || timestep::all_presets[lane.settings.loop.preset].name == d.loop;
        CHECK(runs_it);
    }
    CHECK(i == demonstrations().size());
}

TEST_CASE("show me fixed: a PC that draws 20 frames a second plays the game at a third of its speed, for an hour")
{
    const auto results = hour_of("fixed");
    CHECK(results[0].metrics.progress.speed == doctest::Approx(1.0 / 3.0).epsilon(1e-4));
    CHECK(results[0].metrics.frames == 72'001);
    CHECK(results[1].metrics.progress.speed == doctest::Approx(1.0).epsilon(1e-4));
    DemonstrationRun run{shown("fixed")};
    run.advance(DemonstrationRun::length);
    CHECK(verdict_of(run, 0) == "SLOW 0.33x");
    CHECK(verdict_of(run, 1) == "OK");
}

TEST_CASE(
    "show me variable: with frames of 50 ms the ball passes the wall for an hour, with frames of 117 ms it is gone")
{
    const auto results = hour_of("variable");
    CHECK(results[0].metrics.pacing.p50_ms == doctest::Approx(50.0).epsilon(1e-4));
    CHECK(results[0].events.tunnelled > 1'000);
    CHECK(results[0].events.blown_up == 0);
    CHECK(results[1].events.tunnelled == 0);
    DemonstrationRun run{shown("variable")};
    run.advance(5s);
    CHECK(verdict_of(run, 0).starts_with("THROUGH THE WALL"));
    run.advance(3s);
    CHECK(verdict_of(run, 0).starts_with("GONE after"));
    CHECK(timestep::to_millis(run.lanes()[0].lane().newest().sample.measured) ==
          doctest::Approx(116.667).epsilon(1e-3));
    auto slower = lanes_of(shown("variable"));
    for (LaneSetup& lane : slower) lane.settings.machine.lag.delay = 100ms;
    const auto later = run_lanes(slower, {.time = 3600s});
    CHECK(later[0].events.blown_up == 1);
    CHECK(later[1].events.blown_up == 0);
    CHECK(later[1].events.tunnelled == 0);
}

TEST_CASE("show me semi-fixed: hitches that differ by 0.1 ms lead to other states in every ten seconds of an hour")
{
    DemonstrationRun run{shown("semi-fixed")};
    run.advance(DemonstrationRun::length);
    CHECK(verdict_of(run, 1).starts_with("THROUGH THE WALL"));
    CHECK(run.lanes()[0].lane().world().events().tunnelled == 0);
    Lanes lanes{lanes_of(shown("semi-fixed")), {}, false};
    int other_passes = 0;
    for (Nanos end = 10s; end <= 3600s; end += 10s)
    {
        lanes.advance_to(end);
        const scenes::World& a = lanes[0].lane().world();
        const scenes::World& b = lanes[1].lane().world();
        CHECK(a.state_hash() != b.state_hash());
        other_passes += a.events().tunnelled != b.events().tunnelled ? 1 : 0;
    }
    CHECK(other_passes >= 350);
}

TEST_CASE("show me accumulator: every sixth picture repeats the one before for an hour at 50 Hz, and none at 60 Hz")
{
    const auto results = hour_of("accumulator");
    CHECK(results[0].metrics.steps.zero_share == doctest::Approx(1.0 / 6.0).epsilon(1e-4));
    CHECK(results[0].metrics.animation.mean_ms == doctest::Approx(5.5556).epsilon(1e-3));
    CHECK(results[0].metrics.progress.speed == doctest::Approx(1.0).epsilon(1e-6));
    CHECK(results[1].metrics.steps.zero_share < 1e-4);
    CHECK(results[1].metrics.animation.mean_ms < 1e-3);
    DemonstrationRun run{shown("accumulator")};
    run.advance(DemonstrationRun::length);
    CHECK(verdict_of(run, 0).starts_with("UNEVEN"));
    CHECK(verdict_of(run, 1) == "OK");
}

TEST_CASE("show me stutter: accumulator repeats pictures, and interpolated does not")
{
    DemonstrationRun run{stutter_demonstration()};
    run.advance(DemonstrationRun::length);
    CHECK(verdict_of(run, 0).starts_with("UNEVEN"));
    CHECK_FALSE(verdict_of(run, 1).starts_with("UNEVEN"));
}

TEST_CASE("show me interpolated: no picture repeats for an hour, and a hand is answered one step of 20 ms later")
{
    const auto results = hour_of("interpolated");
    CHECK(results[0].metrics.animation.mean_ms == doctest::Approx(5.5556).epsilon(1e-3));
    CHECK(results[1].metrics.animation.mean_ms < 1e-3);
    CHECK(results[1].metrics.age.age_mean_ms == doctest::Approx(20.0).epsilon(1e-4));
    // The hand takes the ball every 7.001 s, so that it comes at each millisecond of the pattern of steps and frames.
    constexpr double hand = -1.2;
    Lanes lanes{lanes_of(shown("interpolated")), {}, false};
    double later = 0.0; // sum over all answers, in ms
    int answers  = 0;
    for (Nanos click = 7s; click <= 3600s; click += 7'001ms)
    {
        lanes.advance_to(click);
        std::array<Nanos, 2> answered{};
        for (std::size_t lane = 0; lane < 2; ++lane)
        {
            lanes[lane].input = {.grabbed = true, .hand_x = hand};
            for (int i = 0; i < 5 && answered[lane] == Nanos::zero(); ++i)
                if (const auto& frame = lanes[lane].frame(); std::abs(frame.shown_x - hand) < 1e-9)
                    answered[lane] = frame.wall;
        }
        lanes.advance_to(click + 500ms); // the ball is at rest when it is released
        for (std::size_t lane = 0; lane < 2; ++lane) lanes[lane].input.grabbed = false;
        REQUIRE(answered[0] > Nanos::zero());
        CHECK(answered[1] > answered[0]);
        later += timestep::to_millis(answered[1] - answered[0]);
        ++answers;
    }
    // The next step is in the next picture, or in the one after it if the next one repeats: for one click in six.
    CHECK(later / answers == doctest::Approx(7.0 / 6.0 * 1000.0 / 60.0).epsilon(0.02));
}

TEST_CASE("the demonstration of interpolated shows the hand at a tenth of the speed, and ends when it is released")
{
    DemonstrationRun run{shown("interpolated")};
    run.advance(5'900ms);
    CHECK(run.lanes().time() == 5'900ms);
    run.advance(1s);
    CHECK(run.lanes().time() == 6s);
    CHECK(run.lanes()[1].input.grabbed);
    run.advance(3'100ms);
    CHECK(run.watched() == DemonstrationRun::length);
    CHECK(run.lanes().time() == 6'310ms);
    CHECK_FALSE(run.lanes()[1].input.grabbed);
    CHECK(verdict_of(run, 1) == "OK"); // the hand moves the ball at once, which makes no picture wrong
}
