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
    std::vector<Nanos> started; ///< T(i), the start of frame i
    std::vector<PresentTimes> shown;
};

Run run(auto loop, const MachineSettings& settings, std::size_t frames)
{
    Run r;
    VirtualPc pc{1};
    while (r.measured.size() < frames)
    {
        r.measured.push_back(pc.begin_frame(settings));
        r.started.push_back(pc.frame_start_time());
        const timestep::StepPlan plan = loop.plan({r.measured.back(), pc.refresh_period(settings)});
        for (std::int64_t i = 0; i < plan.steps; ++i) pc.spend_computing_time(settings.step_cost);
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
    CHECK(uniform_random(0, 2) == static_cast<double>(0x06c45d188009454fU >> 11) * 0x1p-53);
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

TEST_CASE("120 Hz steps of 5 ms and 6 ms of drawing give frames of 6, 11, 11, 16, 16, 11 ms")
{
    const Run r = run(timestep::presets::accumulator(hz(120)), without_vsync(6ms, 5ms), 8);
    CHECK(millis(r.measured, 2, 6) == Millis{6, 11, 11, 16, 16, 11});
}

TEST_CASE("the mean frame time of a loop that keeps up is r / (1 - c / h)")
{
    for (const auto& [render, step, rate] : {std::tuple{3ms, 4ms, 100}, {1ms, 15ms, 60}, {6ms, 5ms, 120}})
    {
        const Run r = run(timestep::presets::accumulator(hz(rate)), without_vsync(render, step), 20'000);
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

TEST_CASE("the longest lag in every frame ends a run before its clock overflows")
{
    MachineSettings settings{};
    settings.lag.added_lags.assign(50, lag::Constant{std::chrono::days{1}});
    CHECK_THROWS_WITH(run(timestep::presets::variable(), settings, 4000),
                      "the virtual clock has passed 100 years; set less lag");
}

TEST_CASE("a frame limit keeps its mean rate and makes up for late frames")
{
    MachineSettings settings = without_vsync(1ms, 0ms);
    settings.limit_hz = 100.0;
    settings.lag.added_lags = {lag::SingleSpike{50, 4ms}};
    const Run r = run(timestep::presets::variable(), settings, 1001);
    CHECK(r.started.back() == 10s);
}

TEST_CASE("clock noise changes readings, not elapsed time: measured frames add up to it within the noise")
{
    MachineSettings settings = MachineSettings{};
    settings.clock.noise = 1ms;
    const Run r = run(timestep::presets::variable(), settings, 5000);
    const Nanos sum = std::accumulate(r.measured.begin(), r.measured.end(), Nanos{});
    CHECK(r.started.back() == run(timestep::presets::variable(), MachineSettings{}, 5000).started.back());
    CHECK(std::chrono::abs(sum - r.started.back()) <= 2ms);
}

TEST_CASE("a recording's frames are run one by one, and a picture is shown when the next frame begins")
{
    const std::vector<Nanos> frames{5ms, 40ms, 0ms, 17ms};
    const MachineSettings settings = without_vsync(100ms, 100ms);
    VirtualPc pc{1};
    Nanos wall{};
    for (std::size_t i = 0; i + 1 < frames.size(); ++i)
    {
        CHECK(pc.begin_frame(settings, frames[i]) == frames[i]);
        wall += frames[i];
        CHECK(pc.frame_start_time() == wall);
        pc.spend_computing_time(settings.step_cost);
        CHECK(pc.end_frame(settings, true, frames[i + 1])->screen_time == wall + frames[i + 1]);
    }
    CHECK(pc.playback_lateness() == 100ms);
}

TEST_CASE("a coarse clock shows whole multiples of its resolution, rounded down")
{
    InexactClock timer{1};
    const ClockSettings coarse{.resolution = 1ms};
    CHECK(timer.generate_reading(16'666'667ns, coarse) == 16ms);
    CHECK(timer.generate_reading(17ms, coarse) == 17ms);
    CHECK(timer.generate_reading(999'999ns, coarse) == 0ms);
}

TEST_CASE("a noisy clock is off by at most its noise in both directions, evenly, and equally for equal seeds")
{
    const ClockSettings noisy{.noise = 2ms};
    InexactClock timer{7};
    InexactClock same{7};
    double sum = 0.0;
    Nanos least{};
    Nanos most{};
    for (int i = 0; i < 10'000; ++i)
    {
        const Nanos now = i * 10ms;
        const Nanos off = timer.generate_reading(now, noisy) - now;
        CHECK(same.generate_reading(now, noisy) - now == off);
        sum += timestep::to_millis(off);
        least = std::min(least, off);
        most = std::max(most, off);
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
        InexactClock timer{1};
        const ClockSettings settings{.counter = counter, .first_wrap_time = 2s};
        const Nanos full = unit * (std::int64_t{1} << 32);
        const Nanos before = timer.generate_reading(2s - unit, settings);
        CHECK(before == full - unit);
        CHECK(timer.generate_reading(2s, settings) == 0ns);
        CHECK(timer.generate_reading(2s + 5 * unit, settings) == 5 * unit);
        CHECK(timer.generate_reading(2s + full, settings) == 0ns);
    }
    InexactClock timer{1};
    CHECK(timer.generate_reading(2s + 3'999'999ns, {.counter = ClockCounter::bits32_ms, .first_wrap_time = 2s}) == 3ms);
}
