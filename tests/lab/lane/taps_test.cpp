// Checks which taps of a simulated user reach a step, for each way of reading the keys.
#include "lab/stage/playing.hpp"

namespace
{

// Each tap that a step reads becomes a jump of 0.25 s.
LaneSetup player_with(const std::string& changes)
{
    return setup_from("scene=player scene.autopilot=off scene.jump=5 scene.gravity=40 " + changes);
}

struct TapRun
{
    int taps = 0, jumps = 0;
    std::vector<Nanos> read_times; ///< the starts of the frames that run a step
};

TapRun tap_run(const std::string& changes, int seconds)
{
    std::vector<Nanos> read_times;
    const LaneResult result = run_lane(player_with(changes), {.max_wall_time = std::chrono::seconds{seconds}},
                                       [&](const telemetry::FrameSample& frame)
                                       {
                                           if (frame.plan.steps > 0) read_times.push_back(frame.start_wall_time);
                                       });
    // The last tap may still wait for its step.
    const sim::EventCounts& events = result.events;
    CHECK(events.pressed == events.tapped);
    CHECK(events.read_presses == events.jumped);
    const int waiting = events.pressed - events.lost_presses - events.read_presses;
    CHECK((waiting == 0 || waiting == 1));
    return {result.events.tapped, result.events.jumped, std::move(read_times)};
}

// 1 - mean(min(tap, gap)) / mean(gap), over the gaps between frames that run a step.
double expected_lost_share(const std::vector<Nanos>& read_times, Nanos tap)
{
    Nanos held{}, all{};
    for (std::size_t i = 1; i < read_times.size(); ++i)
    {
        held += std::min(tap, read_times[i] - read_times[i - 1]);
        all += read_times[i] - read_times[i - 1];
    }
    return 1.0 - timestep::to_seconds(held) / timestep::to_seconds(all);
}

double lost_share(const TapRun& run) { return 1.0 - static_cast<double>(run.jumps) / run.taps; }
} // namespace

TEST_CASE("keys read in the step lose a tap exactly if no frame with a step starts during the tap")
{
    for (const std::string_view machine :
         {"display-hz=144 hz=50", "display-hz=60 hz=50", "display-hz=240 hz=30", "display-hz=144 hz=50 jitter=9ms",
          "vsync=off render-cost=3ms jitter=20ms hz=50"})
        for (const int tap_ms : {4, 12, 18})
        {
            CAPTURE(machine);
            const std::string taps = fmt::format(" loop=accumulator tap-every=317.1ms tap-length={}ms", tap_ms);
            const TapRun run = tap_run(std::string{machine} + taps + " keys=polled-in-step", 200);
            int read = 0;
            for (int i = 1; i <= run.taps; ++i)
            {
                const Nanos press{317'100'000LL * i};
                const auto next = std::ranges::lower_bound(run.read_times, press);
                read += static_cast<int>(next != run.read_times.end() && *next < press + tap_ms * Nanos{1'000'000});
            }
            CHECK(run.taps == 630);
            CHECK(run.jumps == read);
            CHECK(std::abs(lost_share(run) - expected_lost_share(run.read_times, tap_ms * Nanos{1'000'000})) < 0.05);
        }
}

TEST_CASE(
    "latched keys and keys kept for the next step lose no tap; keys polled once a frame lose those of frames without "
    "a step, however long they are")
{
    for (const int tap_ms : {1, 12, 100})
    {
        const std::string setup =
            fmt::format("display-hz=144 hz=50 loop=accumulator tap-every=317.1ms tap-length={}ms", tap_ms);
        for (const std::string_view keys : {" keys=latched", " keys=next-step"})
            CHECK(lost_share(tap_run(setup + std::string{keys}, 200)) <
                  0.002); // the last tap may still wait for a step
        CHECK(lost_share(tap_run(setup + " keys=polled", 200)) == doctest::Approx(1.0 - 50.0 / 144.0).epsilon(0.02));
    }
}

TEST_CASE("a lane that loses taps has the verdict INPUT LOST and says how many")
{
    for (const std::string_view keys : {"polled-in-step", "latched"})
    {
        const LaneSetup setup =
            player_with(fmt::format("display-hz=144 hz=50 loop=accumulator tap-every=317.1ms keys={}", keys));
        const LabOf lab{{.lane = setup.config}, 2000};
        const sim::EventCounts& events = lab.lane().world().events();
        const std::string lost = fmt::format("{} of {} presses reached no step", events.lost_presses, events.pressed);
        CHECK(said(lab.lane()).starts_with("INPUT LOST x") == (keys != "latched"));
        CHECK(verdict_explanation(lab.lane(), lab.lane().samples().back(), lab.lane().judgement()).starts_with(lost) ==
              (keys != "latched"));
    }
}

TEST_CASE("a tap ends before the next one, and intervals below 1 ms count as 1 ms")
{
    CHECK(tap_run("loop=variable display-hz=60 tap-every=500ms tap-length=900ms", 10).jumps == 20);
    CHECK(tap_run("loop=variable display-hz=60", 10).taps == 0);
    LaneSetup setup = setup_from("scene=player tap-every=0.001ms");
    CHECK(run_lane(setup, {.max_wall_time = std::chrono::seconds{1}}).events.tapped <= 1000);
}

TEST_CASE("another loop restarts a game that has lost taps, and verdict and reason count the taps since then")
{
    LabOf lab{
        {.lane = player_with("display-hz=144 hz=50 loop=accumulator tap-every=317.1ms keys=polled-in-step").config},
        2000};
    const sim::EventCounts before = lab.lane().world().events();
    turn(lab, {{"loop.preset", "interpolated"}}, 1000);
    const sim::EventCounts& now = lab.lane().world().events();
    const int lost = now.lost_presses;
    CHECK((lost > 1 && before.lost_presses > 1));
    CHECK(said(lab.lane()) == fmt::format("INPUT LOST x{}", lost));
    CHECK(verdict_explanation(lab.lane(), lab.lane().samples().back(), lab.lane().judgement())
              .starts_with(fmt::format("{} of {} presses", lost, now.pressed)));
}

TEST_CASE(
    "a press that no step gets is lost, one that several steps get is counted again, and one in the air is neither")
{
    struct Row
    {
        std::string_view setup;
        Nanos length;
        int pressed, lost, repeated;
        std::string_view verdict;
    };
    for (const Row& row :
         {Row{"keys=latched tap-every=700ms tap-length=120ms", 20s, 28, 0, 0, "OK"},
          Row{"keys=polled display-hz=30 tap-every=700ms tap-length=120ms", 20s, 28, 0, 28, "COUNTED TWICE x28"},
          Row{"keys=polled display-hz=144 tap-every=317ms", 60s, 189, 115, 0, "INPUT LOST x115"},
          Row{"keys=polled vsync=off spike=6:60ms tap-every=317ms tap-length=100ms", 60s, 189, 24, 429,
              "INPUT LOST x24"}})
    {
        CAPTURE(row.setup);
        LaneRun lane{setup_from(fmt::format("scene=player loop=accumulator {}", row.setup))};
        run_to(lane, row.length);
        const sim::EventCounts& events = lane.lane().world().events();
        CHECK(events.pressed == row.pressed);
        CHECK(events.lost_presses == row.lost);
        CHECK(events.repeated_presses == row.repeated);
        CHECK(events.pressed - events.lost_presses - events.read_presses <= 1);
        CHECK(verdict_text(lane.judgement().verdict).starts_with(row.verdict));
    }
}
