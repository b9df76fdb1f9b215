#include "sim/machine/display.hpp"
#include "sim/machine/lag.hpp"
#include "sim/machine/settings.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

using namespace sim;

namespace
{

MachineSettings display_of(VsyncMode vsync, timestep::Rate refresh_rate, Buffers buffers = Buffers::two)
{
    return MachineSettings{.vsync = vsync, .buffers = buffers, .refresh_rate = refresh_rate};
}

std::vector<Nanos> drawn(const LagSettings& settings, int frames, Nanos frame = 10ms, std::uint64_t seed = 1)
{
    LagGenerator lag{seed};
    std::vector<Nanos> all;
    for (int i = 0; i < frames; ++i) all.push_back(lag.next(settings, i * frame));
    return all;
}

std::vector<Nanos> drawn(const LagSource& kind, int frames, Nanos frame = 10ms, std::uint64_t seed = 1)
{
    return drawn(LagSettings{.added_lags = {kind}}, frames, frame, seed);
}

Nanos sum(const std::vector<Nanos>& all) { return std::accumulate(all.begin(), all.end(), Nanos{}); }

struct Seen
{
    double fps = 0.0;
    Nanos worst = {};
    int long_ones = 0; ///< number of frames longer than 20 ms
    double speed = 0.0;
};

Seen run(const MachineSettings& settings, Nanos duration)
{
    auto loop = timestep::presets::accumulator();
    VirtualPc pc{1};
    int frames = 0;
    Nanos simulated{};
    Seen seen;
    while (pc.frame_start_time() < duration)
    {
        const Nanos measured = pc.begin_frame(settings);
        const timestep::StepPlan plan = loop.plan({measured});
        for (std::int64_t i = 0; i < plan.steps && pc.time_in_frame() < pc.stepping_time_limit(); ++i)
            pc.spend_computing_time(settings.step_cost);
        simulated += plan.stepped;
        seen.worst = std::max(seen.worst, measured);
        seen.long_ones += measured > 20ms ? 1 : 0;
        ++frames;
        pc.end_frame(settings, true);
    }
    seen.fps = (frames - 1) / timestep::to_seconds(pc.frame_start_time());
    seen.speed = timestep::to_seconds(simulated) / timestep::to_seconds(pc.frame_start_time());
    return seen;
}

Seen run(std::string_view name) { return run(find_machine_preset(name)->settings, 60s); }

} // namespace

TEST_CASE("refreshes are counted without rounding: a day at 60 Hz and 1001 s at 59.94 Hz end at the exact nanosecond")
{
    RefreshSchedule television{{60000, 1001}};
    RefreshSchedule monitor{timestep::hz(60)};
    CHECK(monitor.advance_to_refresh(1ns) == 16'666'667ns);
    CHECK(monitor.advance_to_refresh(16'666'667ns) == 16'666'667ns);
    CHECK(monitor.advance_to_refresh(16'666'668ns) == 33'333'334ns);
    CHECK(monitor.advance_to_refresh(24h) == 24h);
    std::int64_t refreshes = 0;
    for (Nanos at{}; at < Nanos{1001s}; ++refreshes) at = television.advance_to_refresh(at + 1ns);
    CHECK(refreshes == 60000);
    CHECK(television.advance_to_refresh(Nanos{1001s} + 1ns) == Nanos{1001s} + 16'683'334ns);
}

TEST_CASE("refreshes are counted exactly over a gap of a million seconds")
{
    RefreshSchedule odd{{59'999'999, 1'000'000}};
    const Nanos far{1'000'000s}; // time of refresh 59,999,999
    CHECK(odd.advance_to_refresh(far - 1ns) == far);
    CHECK(odd.advance_to_refresh(far) == far);
}

TEST_CASE("with VSYNC off a picture is shown at once, and presenting takes no time")
{
    Display display;
    const MachineSettings off = display_of(VsyncMode::off, timestep::hz(60));
    for (const Nanos ready : {5ms, 7ms, 30ms})
    {
        const PresentTimes shown = display.present(ready, off);
        CHECK(shown.screen_time == ready);
        CHECK(shown.call_return_time == ready);
        CHECK(shown.is_torn);
    }
}

TEST_CASE("with VSYNC on a picture is shown at the next free refresh, and presenting blocks until then")
{
    Display display;
    const MachineSettings on = display_of(VsyncMode::on, timestep::hz(50));
    CHECK(display.present(0ms, on).screen_time == 20ms); // the refresh at time zero has passed
    CHECK(display.present(21ms, on).screen_time == 40ms);
    CHECK(display.present(60ms, on).screen_time == 60ms); // ready exactly at a refresh
    CHECK(display.present(60ms, on).screen_time == 80ms); // the refresh at 60 ms already shows a frame
    const PresentTimes late = display.present(81ms, on);
    CHECK(late.screen_time == 100ms);
    CHECK(late.call_return_time == 100ms);
    CHECK_FALSE(late.is_torn);
}

TEST_CASE("with three buffers presenting blocks until the previous picture is shown")
{
    Display display;
    const MachineSettings three = display_of(VsyncMode::on, timestep::hz(50), Buffers::three);
    for (const auto& [ready, screen_time, call_return_time] :
         {std::tuple{2ms, 20ms, 2ms}, std::tuple{4ms, 40ms, 20ms}, std::tuple{22ms, 60ms, 40ms}})
    {
        const PresentTimes shown = display.present(ready, three);
        CHECK(shown.screen_time == screen_time);
        CHECK(shown.call_return_time == call_return_time);
    }
}

TEST_CASE("adaptive VSYNC waits for the refresh, shows a late picture at once, and waits again for the next")
{
    Display display;
    const MachineSettings adaptive = display_of(VsyncMode::adaptive, timestep::hz(50));
    for (const auto& [ready, screen_time] : {std::pair{5ms, 20ms},
                                             {40ms, 40ms}, // exactly at the refresh, so not late
                                             {67ms, 67ms}, // 7 ms after the refresh at 60 ms, so late
                                             {72ms, 80ms}})
    {
        const PresentTimes shown = display.present(ready, adaptive);
        CHECK(shown.screen_time == screen_time);
        CHECK(shown.is_torn == (ready == 67ms));
        if (shown.is_torn) CHECK(shown.call_return_time == 67ms);
    }
}

TEST_CASE("VRR shows a picture at clamp(ready, last + shortest, last + longest), and repeats the old one after that")
{
    Display display;
    MachineSettings vrr = display_of(VsyncMode::vrr, timestep::hz(100));
    vrr.vrr_min_refresh_rate = timestep::hz(50);
    CHECK(display.present(3ms, vrr).screen_time == 10ms); // at least 10 ms after the last refresh
    CHECK(display.present(22ms, vrr).screen_time == 22ms); // at once
    CHECK(display.present(42ms, vrr).screen_time == 42ms); // at once: 20 ms, the longest period, have passed
    CHECK(display.present(65ms, vrr).screen_time == 72ms); // 10 ms after the old frame was repeated at 62 ms
    CHECK(display.present(72ms + 55ms, vrr).screen_time == 127ms); // old frame repeated at 92 and 112 ms
}

TEST_CASE("the height of the tear is the share of the refresh period that has passed")
{
    CHECK(tear_position(0ms, timestep::hz(50)) == 0.0);
    CHECK(tear_position(45ms, timestep::hz(50)) == doctest::Approx(0.25));
    CHECK(tear_position(16'666'667ns, timestep::hz(60)) == 0.0);
    CHECK(tear_position(Nanos{3600s} + 8'333'333ns, timestep::hz(60)) == doctest::Approx(0.5).epsilon(1e-6));
}

TEST_CASE("constant lag is added to every frame; the switch turns off all kinds of lag except a hitch")
{
    CHECK(drawn(lag::Constant{7ms}, 3) == std::vector<Nanos>{7ms, 7ms, 7ms});
    LagGenerator lag{1};
    lag.pending_hitch = 500ms;
    const LagSettings off{.is_enabled = false, .delay = 3ms, .added_lags = {lag::Constant{7ms}}};
    CHECK(lag.next(off, 0ms) == 500ms);
    CHECK(lag.next(off, 10ms) == 0ms);
}

TEST_CASE("random lag is uniform between its limits; equal seeds give equal lags, other seeds others")
{
    const lag::Random random{2ms, 12ms};
    const auto all = drawn(random, 20'000);
    for (const Nanos lag : all) REQUIRE((lag >= 2ms && lag < 12ms));
    CHECK(timestep::to_millis(sum(all)) / 20'000 == doctest::Approx(7.0).epsilon(0.01));
    int lowest_tenth = 0;
    for (const Nanos lag : all) lowest_tenth += lag < 3ms ? 1 : 0;
    CHECK(lowest_tenth == doctest::Approx(2000).epsilon(0.1));
    CHECK(drawn(random, 100, 10ms, 1) == drawn(random, 100, 10ms, 1));
    CHECK(drawn(random, 100, 10ms, 1) != drawn(random, 100, 10ms, 2));
}

TEST_CASE("lag in every third frame, in one frame and at a debugger break is as long as its settings say")
{
    CHECK(drawn(lag::EveryNthFrame{3, 40ms}, 7) == std::vector<Nanos>{0ms, 0ms, 40ms, 0ms, 0ms, 40ms, 0ms});
    CHECK(drawn(lag::SingleSpike{2, 40ms}, 4) == std::vector<Nanos>{0ms, 0ms, 40ms, 0ms});
    CHECK(drawn(lag::DebuggerBreak{25ms}, 5) == std::vector<Nanos>{0ms, 0ms, 0ms, 3s, 0ms});
    CHECK(drawn(lag::DebuggerBreak{0ms, 1s}, 3) == std::vector<Nanos>{1s, 0ms, 0ms});
}

TEST_CASE("pauses have their mean interval at any frame rate, and are regular without variation")
{
    for (const Nanos frame : {Nanos{1ms}, Nanos{16'666'667}, Nanos{400ms}})
    {
        const auto frames = static_cast<int>(Nanos{1000s} / frame);
        const auto all = drawn(lag::Pauses{1s, 20ms, 0.5}, frames, frame);
        CHECK(timestep::to_seconds(sum(all)) == doctest::Approx(20.0).epsilon(0.03));
    }
    const auto regular = drawn(lag::Pauses{1s, 20ms, 0.0}, 301);
    for (int i = 0; i <= 300; ++i) CHECK(regular[static_cast<std::size_t>(i)] == (i % 100 == 0 && i > 0 ? 20ms : 0ms));
    const auto long_frames = drawn(lag::Pauses{1s, 20ms, 0.0}, 3, 5s);
    CHECK(long_frames == std::vector<Nanos>{0ms, 100ms, 100ms});
}

TEST_CASE("a wave of lag rises to its highest value in the middle of its period, and falls again")
{
    CHECK(drawn(lag::Wave{2ms, 10ms, 80ms}, 9) == std::vector<Nanos>{2ms, 4ms, 6ms, 8ms, 10ms, 8ms, 6ms, 4ms, 2ms});
}

TEST_CASE("a recording's frame times are added one per frame and start again at the end")
{
    const auto frames = std::make_shared<const std::vector<Nanos>>(std::vector<Nanos>{5ms, 40ms, 0ms});
    CHECK(drawn(lag::Recorded{frames, "a.csv"}, 5) == std::vector<Nanos>{5ms, 40ms, 0ms, 5ms, 40ms});
}

TEST_CASE("kinds of lag add up, and each kind has its own random sequence")
{
    const LagSettings both{.delay = 1ms,
                           .added_lags = {lag::Random{0ms, 10ms}, lag::Random{0ms, 10ms}, lag::EveryNthFrame{2, 50ms}}};
    const auto sums = drawn(both, 1000);
    const auto single = drawn(LagSettings{.added_lags = {lag::Random{0ms, 10ms}}}, 1000);
    int doubled = 0;
    for (std::size_t i = 0; i < sums.size(); ++i)
    {
        const Nanos others = 1ms + (i % 2 == 1 ? Nanos{50ms} : Nanos{});
        CHECK(sums[i] - others >= single[i]);
        doubled += sums[i] - others == 2 * single[i] ? 1 : 0;
    }
    CHECK(doubled < 5);
}

TEST_CASE("changing one kind's setting does not shift the random sequence of later frames")
{
    LagSettings settings{.jitter = 10ms};
    LagGenerator undisturbed{1};
    LagGenerator disturbed{1};
    for (int i = 0; i < 50; ++i)
    {
        const Nanos expected = undisturbed.next(settings, i * 10ms);
        LagSettings turned = settings;
        if (i < 20) turned.jitter = 0ms;
        const Nanos got = disturbed.next(turned, i * 10ms);
        if (i >= 20) CHECK(got == expected);
    }
}

TEST_CASE("every machine preset has a name and a sentence, and is found by its name")
{
    CHECK(machine_presets().size() >= 8);
    for (const MachinePreset& preset : machine_presets())
    {
        CHECK(find_machine_preset(preset.name) == &preset);
        CHECK(preset.description.back() == '.');
        CHECK(preset.description.size() > 30);
    }
    CHECK(find_machine_preset("no-such-machine") == nullptr);
}

TEST_CASE("the machine presets have the frame rates and frame times that their sentences say")
{
    CHECK(run("gaming-pc-144").fps == doctest::Approx(144.0).epsilon(1e-3));
    CHECK(find_machine_preset("television-59.94")->settings.refresh_rate == timestep::Rate{60000, 1001});
    CHECK(run("television-59.94").fps == doctest::Approx(59.94).epsilon(1e-3));
    CHECK(run("steam-deck-90").fps == doctest::Approx(90.0).epsilon(1e-3));
    CHECK(run("old-pc-25").fps == doctest::Approx(25.0).epsilon(1e-3));
    const Seen laptop = run("office-laptop-60");
    CHECK(laptop.fps < 60.0);
    CHECK(laptop.fps > 58.5);
    CHECK(laptop.worst > 30ms);
    CHECK(laptop.long_ones == doctest::Approx(60.0 / 2.0).epsilon(0.2));
    const Seen vrr = run("vrr-48-144");
    CHECK(vrr.fps > 75.0);
    CHECK(vrr.fps < 111.0);
    CHECK(vrr.worst < 20ms);
    const Seen stutters = run("stutters-every-second");
    CHECK(std::chrono::abs(stutters.worst - 133'333'333ns) <= 1ns);
    CHECK(stutters.speed == doctest::Approx(1.0).epsilon(1e-3));
    CHECK(run("spiral").worst > 5s);
}

TEST_CASE("a compositor shows the newest frame that is finished at a refresh, and presenting never waits")
{
    Display display;
    const MachineSettings settings = display_of(VsyncMode::composed, timestep::hz(100));
    std::vector<Nanos> shown;
    for (const Nanos ready : {1ms, 4ms, 10ms, 11ms, 19ms, 20ms, 35ms})
    {
        const PresentTimes times = display.present(ready, settings);
        CHECK(times.call_return_time == ready);
        CHECK_FALSE(times.is_torn);
        shown.push_back(times.screen_time);
    }
    CHECK(shown == std::vector<Nanos>{10ms, 10ms, 10ms, 20ms, 20ms, 20ms, 40ms});
}
