#include "sim/machine/random.hpp"
#include "sim/machine/virtual_pc.hpp"

#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

using namespace sim;
using timestep::hz;
using Millis = std::vector<std::int64_t>;

namespace
{

// The measured frame times and the frame starts of one loop on one PC.
struct Run
{
    std::vector<Nanos> measured; ///< frame times as the loop measured them
    std::vector<Nanos> started;  ///< T(i), the start of frame i
    std::vector<PresentTimes> shown;
    std::vector<std::int64_t> steps;
    Nanos simulated{};

    double speed() const { return timestep::to_seconds(simulated) / timestep::to_seconds(started.back()); }
};

Run run(auto loop, const MachineSettings& settings, std::size_t frames, std::uint64_t seed = 1)
{
    Run r;
    VirtualPc pc{settings, seed};
    while (r.measured.size() < frames)
    {
        r.measured.push_back(pc.begin_frame(settings));
        r.started.push_back(pc.frame_start_time());
        const timestep::StepPlan plan = loop.plan({r.measured.back(), pc.refresh_period(settings)});
        for (std::int64_t i = 0; i < plan.steps; ++i) pc.spend(settings.step_cost);
        r.steps.push_back(plan.steps);
        r.simulated += plan.stepped;
        r.shown.push_back(*pc.end_frame(settings, true));
    }
    return r;
}

MachineSettings without_vsync(Nanos render, Nanos step)
{
    return MachineSettings{.step_cost = step, .vsync = VsyncMode::off, .render_cost = render};
}

std::vector<std::int64_t> millis(const std::vector<Nanos>& all, std::size_t from, std::size_t count)
{
    std::vector<std::int64_t> out;
    for (std::size_t i = from; i < from + count; ++i) out.push_back((all[i] + 500us) / 1ms);
    return out;
}

} // namespace

TEST_CASE("random numbers are those of SplitMix64 with the seed 0")
{
    CHECK(splitmix64(0x9e3779b97f4a7c15U) == 0xe220a8397b1dcdafU);
    CHECK(splitmix64(0x9e3779b97f4a7c15U * 2) == 0x6e789e6aa1b965f4U);
    CHECK(uniform(0, 2) == static_cast<double>(0x06c45d188009454fU >> 11) * 0x1p-53);
}

TEST_CASE("the first frame starts at zero and measures zero; each later one starts when presenting the last returned")
{
    const Run r = run(timestep::presets::accumulator(), MachineSettings{}, 100);
    CHECK(r.started.front() == 0ns);
    CHECK(r.measured.front() == 0ns);
    for (std::size_t i = 1; i < 100; ++i)
    {
        CHECK(r.started[i] == r.shown[i - 1].call_return_time);
        CHECK(r.measured[i] == r.started[i] - r.started[i - 1]);
    }
}

TEST_CASE("120 Hz steps of 5 ms and 6 ms of drawing give frames of 6, 11, 11, 16, 16, 11 ms, and 15 ms on average")
{
    const Run r = run(timestep::presets::accumulator(hz(120)), without_vsync(6ms, 5ms), 10'002);
    CHECK(millis(r.measured, 2, 6) == Millis{6, 11, 11, 16, 16, 11});
    CHECK(timestep::to_millis(r.started.back()) / 10'001 == doctest::Approx(15.0).epsilon(1e-3));
    CHECK(r.speed() == doctest::Approx(1.0).epsilon(1e-4));
}

TEST_CASE("the mean frame time of a loop that keeps up is r / (1 - c / h)")
{
    for (const auto& [render, step, rate] : {std::tuple{3ms, 4ms, 100}, std::tuple{1ms, 15ms, 60}})
    {
        const Run r    = run(timestep::presets::accumulator(hz(rate)), without_vsync(render, step), 20'000);
        const double c = timestep::to_seconds(step) * rate;
        CHECK(timestep::to_millis(r.started.back()) / 19'999 ==
              doctest::Approx(timestep::to_millis(render) / (1.0 - c)).epsilon(1e-3));
    }
}

TEST_CASE("120 Hz steps of 9 ms spiral: the frame times grow without end")
{
    const Run r = run(timestep::presets::accumulator(hz(120)), without_vsync(6ms, 9ms), 60);
    CHECK(millis(r.measured, 2, 12) == Millis{6, 15, 24, 33, 42, 51, 60, 69, 78, 96, 105, 123});
    for (std::size_t i = 3; i < r.measured.size(); ++i) CHECK(r.measured[i] > r.measured[i - 1]);
}

TEST_CASE("a cap of 0.25 s limits the same spiral to 30 steps, 276 ms and 0.906 of real time")
{
    const Run r = run(timestep::presets::interpolated(hz(120)), without_vsync(6ms, 9ms), 2000);
    CHECK(r.steps.back() == 30);
    CHECK(r.measured.back() == 276ms);
    CHECK(r.speed() == doctest::Approx(0.906).epsilon(1e-3));
}

TEST_CASE("steps that cost exactly their length spiral: each frame is longer by the drawing time")
{
    const Run r = run(timestep::presets::accumulator(hz(100)), without_vsync(5ms, 10ms), 200);
    CHECK(r.measured[199] - r.measured[99] >= 90 * 5ms);
}

TEST_CASE("a frame limit keeps its mean rate and makes up for late frames")
{
    MachineSettings settings = without_vsync(1ms, 0ms);
    settings.limit_hz        = 100.0;
    settings.lag.more        = {lag::Spike{50, 4ms}};
    const Run r              = run(timestep::presets::variable(), settings, 1001);
    CHECK(r.started.back() == 10s);
}

TEST_CASE("the same seed gives the same bits with lag, noise and pauses; another seed gives other frame times")
{
    MachineSettings settings = without_vsync(3ms, 1ms);
    settings.clock.noise     = 500us;
    settings.lag.jitter      = 9ms;
    settings.lag.more        = {lag::Pauses{}, lag::Random{0ms, 3ms}};
    const auto accumulate    = timestep::presets::accumulator();
    CHECK(run(accumulate, settings, 3000, 5).measured == run(accumulate, settings, 3000, 5).measured);
    CHECK(run(accumulate, settings, 3000, 5).measured != run(accumulate, settings, 3000, 6).measured);
}

TEST_CASE("clock noise changes readings, not elapsed time: measured frames add up to it within the noise")
{
    MachineSettings settings = MachineSettings{};
    settings.clock.noise     = 1ms;
    const Run r              = run(timestep::presets::variable(), settings, 5000);
    const Nanos sum          = std::accumulate(r.measured.begin(), r.measured.end(), Nanos{});
    CHECK(r.started.back() == run(timestep::presets::variable(), MachineSettings{}, 5000).started.back());
    CHECK(std::chrono::abs(sum - r.started.back()) <= 2ms);
}

TEST_CASE("a counter overflow or a clock set back gives one negative frame time, and the loop loses only that frame")
{
    MachineSettings full     = without_vsync(10ms, 0ms);
    full.clock.counter       = ClockCounter::bits32_us;
    full.clock.first_wrap_at = 3s;
    MachineSettings back     = without_vsync(10ms, 0ms);
    back.clock.set_back_at   = 3s;
    back.clock.set_back_by   = 1h;
    for (const MachineSettings& settings : {full, back})
    {
        const Run r  = run(timestep::presets::accumulator(hz(100)), settings, 1001);
        int negative = 0;
        for (const Nanos frame : r.measured) negative += frame < 0ns ? 1 : 0;
        CHECK(negative == 1);
        CHECK(r.simulated == 10s - 10ms);
    }
}

TEST_CASE("a recording's frames are run one by one, and a picture is shown when the next frame begins")
{
    const std::vector<Nanos> frames{5ms, 40ms, 0ms, 17ms};
    const MachineSettings settings = without_vsync(100ms, 100ms);
    VirtualPc pc{settings, 1};
    Nanos wall{};
    for (std::size_t i = 0; i + 1 < frames.size(); ++i)
    {
        CHECK(pc.begin_recorded_frame(frames[i]) == frames[i]);
        wall += frames[i];
        CHECK(pc.frame_start_time() == wall);
        pc.spend(settings.step_cost);
        CHECK(pc.end_recorded_frame(settings, true, frames[i + 1])->screen_time == wall + frames[i + 1]);
    }
    CHECK(pc.behind_recording() == 100ms);
}

namespace
{
struct Paced
{
    double fps = 0.0;
    Nanos slept{};
    Nanos spun{};
    Nanos worst_late{}; ///< largest delay of a frame after its due time; the first frame is due after one period
};

constexpr std::int64_t paced_frames = 600;

// Paces 600 frames with one frame per period. The work of a frame takes 2 ms.
Paced pace(std::string_view loop_name, const SleepSettings& sleep, Nanos period = 20ms)
{
    const MachineSettings settings = [&]
    {
        MachineSettings s = without_vsync(2ms, 0ms);
        s.sleep           = sleep;
        return s;
    }();
    timestep::Loop loop = timestep::find_preset(loop_name)->make(timestep::every(period));
    VirtualPc pc{settings, 1};
    pc.wait_first(loop.pacer, settings);
    Paced paced;
    for (std::int64_t i = 1; i <= paced_frames; ++i)
    {
        const timestep::StepPlan plan = loop.plan({.frame = pc.begin_frame(settings)});
        paced.worst_late              = std::max(paced.worst_late, pc.frame_start_time() - i * period);
        pc.end_frame(settings, true);
        const WaitTimes waited = pc.wait(loop.pacer, plan);
        paced.slept += waited.slept;
        paced.spun += waited.spun;
    }
    paced.fps = paced_frames / timestep::to_seconds(pc.frame_start_time());
    return paced;
}
} // namespace

TEST_CASE("a busy-wait is on time and never sleeps; a sleeping pacer spins for the last part of the wait")
{
    const Paced busy = pace("fixed-busy-wait", {});
    CHECK(busy.fps == doctest::Approx(50.0).epsilon(2e-3));
    CHECK(busy.slept == 0ns);
    CHECK(timestep::to_millis(busy.spun) / 600 == doctest::Approx(18.0).epsilon(5e-3));
    CHECK(busy.worst_late <= 1us);

    const Paced sleepy = pace("fixed-sleep", {.max_delay = 1ms});
    CHECK(sleepy.fps == doctest::Approx(50.0).epsilon(2e-3));
    CHECK(sleepy.worst_late <= 1us);
    CHECK(timestep::to_millis(sleepy.spun) / 600 == doctest::Approx(13.7).epsilon(0.02));
    CHECK(timestep::to_millis(sleepy.spun + sleepy.slept) / 600 == doctest::Approx(18.0).epsilon(5e-3));
}

TEST_CASE("sleeps that end at ticks of 15.6 ms are late by 3 to 6 ms")
{
    const Nanos late = pace("fixed-sleep", {.tick = 15'625us}, 16'666'667ns).worst_late;
    CHECK(late > 3ms);
    CHECK(late < 6ms);
}

TEST_CASE("a frame that the loop does not render has no drawing time and no picture")
{
    MachineSettings settings = MachineSettings{};
    settings.render_cost     = 5ms;
    VirtualPc pc{settings, 1};
    pc.begin_frame(settings);
    CHECK_FALSE(pc.end_frame(settings, false));
    CHECK(pc.elapsed() == 0ns);
    CHECK(pc.end_frame(settings, true)->screen_time == 16'666'667ns);
}

TEST_CASE("a coarse clock shows whole multiples of its resolution, rounded down")
{
    Timer timer{1};
    const ClockSettings coarse{.resolution = 1ms};
    CHECK(timer.read(16'666'667ns, coarse) == 16ms);
    CHECK(timer.read(17ms, coarse) == 17ms);
    CHECK(timer.read(999'999ns, coarse) == 0ms);
}

TEST_CASE("a noisy clock is off by at most its noise in both directions, evenly, and equally for equal seeds")
{
    const ClockSettings noisy{.noise = 2ms};
    Timer timer{7};
    Timer same{7};
    double sum = 0.0;
    Nanos least{};
    Nanos most{};
    for (int i = 0; i < 10'000; ++i)
    {
        const Nanos now = i * 10ms;
        const Nanos off = timer.read(now, noisy) - now;
        CHECK(same.read(now, noisy) - now == off);
        sum += timestep::to_millis(off);
        least = std::min(least, off);
        most  = std::max(most, off);
    }
    CHECK(std::abs(sum / 10'000) < 0.05);
    CHECK(least < -1990us);
    CHECK(least >= -2ms);
    CHECK(most > 1990us);
    CHECK(most <= 2ms);
}

TEST_CASE("a counter of 32 bits overflows to zero and counts in its own unit")
{
    const std::pair<ClockCounter, Nanos> units[]{
        {ClockCounter::bits32_ns, 1ns}, {ClockCounter::bits32_us, 1us}, {ClockCounter::bits32_ms, 1ms}};
    for (const auto& [counter, unit] : units)
    {
        Timer timer{1};
        const ClockSettings settings{.counter = counter, .first_wrap_at = 2s};
        const Nanos full   = unit * (std::int64_t{1} << 32);
        const Nanos before = timer.read(2s - unit, settings);
        CHECK(before == full - unit);
        CHECK(timer.read(2s, settings) == 0ns);
        CHECK(timer.read(2s + 5 * unit, settings) == 5 * unit);
        CHECK(timer.read(2s + full, settings) == 0ns);
    }
    Timer timer{1};
    CHECK(timer.read(2s + 3'999'999ns, {.counter = ClockCounter::bits32_ms, .first_wrap_at = 2s}) == 3ms);
}

TEST_CASE("a clock that is set back shows earlier times from then on")
{
    Timer timer{1};
    const ClockSettings settings{.set_back_at = 5s, .set_back_by = 2s};
    CHECK(timer.read(4999ms, settings) == 4999ms);
    CHECK(timer.read(5s, settings) == 3s);
    CHECK(timer.read(9s, settings) == 7s);
}
