#include "telemetry/frames.hpp"
#include "telemetry/metrics.hpp"
#include "telemetry/recent_frames.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <utility>

using namespace telemetry;
using namespace std::chrono_literals;

namespace
{

template <class M>
M over(std::span<const FrameSample> samples)
{
    M meter;
    for (const FrameSample& s : samples) meter.add(s);
    return meter;
}

AnimationErrorStatistics animation_error(std::span<const FrameSample> samples)
{
    return over<AnimationErrorMeter>(samples).result();
}
auto on_screen(std::span<const FrameSample> samples) { return over<TearingMeter>(samples).result(); }
LatencyStatistics picture_age(std::span<const FrameSample> samples) { return over<LatencyMeter>(samples).result(); }
SimulationProgress progress(std::span<const FrameSample> samples) { return over<ProgressMeter>(samples).result(); }
FrameTimeMetrics pacing(std::span<const FrameSample> samples) { return over<FrameTimeMeter>(samples).result(); }

Accuracy accuracy(std::span<const FrameSample> samples, double start_energy)
{
    return over<AccuracyMeter>(samples).result(start_energy);
}

Metrics metrics(std::span<const FrameSample> samples, double start_energy)
{
    return over<MetricsMeter>(samples).result(start_energy);
}

struct Frame
{
    Nanos wall;
    Nanos shown;
    Nanos screen;
    std::int64_t steps = 1;
};

std::vector<FrameSample> samples_of(const std::vector<Frame>& frames)
{
    std::vector<FrameSample> samples;
    Nanos before{};
    for (const Frame& f : frames)
        samples.push_back({.frame_number = std::ssize(samples),
                           .start_wall_time = f.wall,
                           .measured_frame_time = f.wall - std::exchange(before, f.wall),
                           .game_time = f.wall,
                           .plan = {.steps = f.steps},
                           .simulated_time = f.shown,
                           .shown_time = f.shown,
                           .screen_time = f.screen,
                           .is_displayed = true});
    return samples;
}

// Returns frames without an error: a picture every 20 ms that shows the time of its frame.
std::vector<FrameSample> perfect(int frames)
{
    std::vector<Frame> all;
    for (int i = 0; i < frames; ++i) all.push_back({i * 20ms, i * 20ms, (i + 1) * 20ms});
    return samples_of(all);
}

// Returns frames that are shown up to `latest_ns` after their refresh; each refresh is missed with probability 1 /
// `misses_one_in`.
std::vector<FrameSample> waiting(double hz, double begin_ns, double latest_ns, unsigned misses_one_in, unsigned seed)
{
    std::mt19937 random{seed};
    std::vector<FrameSample> frames;
    for (std::int64_t refresh = 0; frames.size() < 200; ++refresh)
    {
        if (misses_one_in > 0 && random() % misses_one_in == 0) continue;
        const double late = latest_ns * static_cast<double>(random() % 1000) / 1000;
        FrameSample f{.frame_number = static_cast<std::int64_t>(frames.size())};
        f.screen_time = Nanos{std::llround(begin_ns + static_cast<double>(refresh) * 1e9 / hz + late)};
        f.start_wall_time = f.screen_time;
        f.is_displayed = true;
        frames.push_back(f);
    }
    return frames;
}

// Returns the distance in nanoseconds from a time to the nearest of the found refreshes.
double distance(const EstimatedRefreshTimes& r, double at_ns)
{
    const double periods = (at_ns - static_cast<double>(r.any_refresh_time.count())) / r.period_ns;
    return std::abs(periods - std::round(periods)) * r.period_ns;
}

} // namespace

TEST_CASE("animation error is simulated less screen time, as in PresentMon's test data")
{
    const auto errors = animation_error(
        samples_of({{0ns, 0ns, 0ns}, {20ms, 16'389'300ns, 33'332'300ns}, {120ms, 49'856'700ns, 133'397'200ns}}));
    CHECK(errors.presentmon_mean_ms == doctest::Approx((16.943 + 66.5975) / 2));
    CHECK(errors.mean_ms == doctest::Approx((16.943 + 66.5975) / 2));
}

TEST_CASE("animation error of a lane has mean, RMS, p99 and maximum of its absolute value")
{
    CHECK(animation_error(perfect(10)).max_ms == 0.0);
    // 50 Hz steps on a 60 Hz display: four pictures move 3.33 ms too far, the fifth stays 13.33 ms longer than it
    // moved.
    std::vector<Frame> frames;
    for (int i = 0; i <= 600; ++i) frames.push_back({i * 16'666'667ns, i * 5 / 6 * 20ms, (i + 1) * 16'666'667ns});
    const AnimationErrorStatistics e = animation_error(samples_of(frames));
    CHECK(e.mean_ms == doctest::Approx(16.0 / 3).epsilon(1e-3));
    CHECK(e.rms_ms == doctest::Approx(20.0 / 3).epsilon(1e-3));
    CHECK(e.p99_ms == doctest::Approx(40.0 / 3).epsilon(1e-5));
    CHECK(e.max_ms == doctest::Approx(40.0 / 3).epsilon(1e-5));
    CHECK(e.jumps_per_minute == doctest::Approx(600.0).epsilon(0.01));
    CHECK(e.pictures_per_s == doctest::Approx(50.0).epsilon(1e-3));
    CHECK(e.presentmon_mean_ms == doctest::Approx(10.0 / 3).epsilon(1e-5)); // it leaves repeated frames out
}

TEST_CASE("a jump is an animation error over 0.3 refresh periods, from 2 to 8 ms, counted per minute of screen time")
{
    CHECK(unevenness_limit(16'666'667ns) == 5ms);
    CHECK(unevenness_limit(1ms) == 2ms);
    CHECK(unevenness_limit(50ms) == 8ms);
    CHECK(unevenness_limit(0ms) == 4ms);
    std::vector<FrameSample> samples = perfect(151); // 150 pictures with a known error in 3 s
    CHECK(animation_error(samples).jumps_per_minute == 0.0);
    for (FrameSample& s : samples) s.refresh_period = 16'666'667ns;
    samples[50].shown_time -= 5ms; // at the limit: no jump, and none in the next picture
    samples[90].shown_time -= 5002us;
    CHECK(animation_error(samples).jumps_per_minute == doctest::Approx(2 * 20.0));
}

TEST_CASE("a frame that never reached the screen does not exist: the picture before it stays longer than it moved")
{
    auto samples = perfect(5);
    samples[2].is_displayed = false;
    samples[2].shown_time = 999ms;
    const auto errors = animation_error(samples);
    CHECK(errors.max_ms == 20.0);
    samples.erase(samples.begin() + 2);
    CHECK(animation_error(samples).max_ms == errors.max_ms);
    CHECK(animation_error(samples).mean_ms == errors.mean_ms);
}

TEST_CASE("a pause is not an animation error")
{
    auto samples = perfect(6);
    for (const std::size_t i : {2U, 3U})
    {
        samples[i].events = paused;
        samples[i].shown_time = 20ms;
        samples[i].measured_frame_time = 0ms;
    }
    for (const std::size_t i : {4U, 5U}) samples[i].shown_time -= 40ms;
    CHECK(animation_error(samples).max_ms == 0.0);
    CHECK(metrics(samples, 1.0).steps.total == 6);
    CHECK(pacing(samples).mean_ms == 20.0);
}

TEST_CASE("picture age is the clock less the shown time; latency adds the time until the screen")
{
    auto samples = perfect(100);
    for (FrameSample& s : samples) s.shown_time -= 25ms;
    const LatencyStatistics age = picture_age(samples);
    CHECK(age.state_age_mean_ms == 25.0);
    CHECK(age.display_latency_mean_ms == 45.0);
}

TEST_CASE("dropped time puts the game behind and does not make pictures older")
{
    auto samples = perfect(100);
    for (std::size_t i = 50; i < samples.size(); ++i) // a freeze of 4 s, which the loop drops
    {
        samples[i].start_wall_time += 4s;
        samples[i].game_time += 4s;
        samples[i].screen_time += 4s;
    }
    for (FrameSample& s : samples) s.shown_time -= 10ms;
    const LatencyStatistics age = picture_age(samples);
    CHECK(age.state_age_mean_ms == 10.0);
    CHECK(age.state_age_deviation_ms == 0.0);
    CHECK(age.display_latency_mean_ms == 30.0);
    CHECK(age.time_behind_mean_ms == doctest::Approx(4000.0 * 50 / 99)); // the first frame does not count
}

TEST_CASE("carried time makes the picture older and does not put the game behind")
{
    auto samples = perfect(100);
    for (FrameSample& s : samples)
    {
        s.simulated_time -= 7ms;
        s.shown_time -= 7ms;
        s.plan.carried = 7ms;
    }
    CHECK(picture_age(samples).state_age_mean_ms == 7.0);
    CHECK(picture_age(samples).time_behind_mean_ms == 0.0);
}

TEST_CASE("torn pictures are counted among the pictures that reached the screen")
{
    auto samples = perfect(5);
    samples[1].is_torn = true;
    samples[2].is_torn = true;
    samples[2].is_displayed = false;
    CHECK(on_screen(samples).displayed_count == 4);
    CHECK(on_screen(samples).torn_share == 0.25);
    CHECK(on_screen({}).torn_share == 0.0);
}

TEST_CASE("speed is simulated by wall time, drift is simulated less wall time, dropped is the sum over the frames")
{
    auto samples = perfect(101);
    for (FrameSample& s : samples)
    {
        s.simulated_time = s.start_wall_time * 9 / 10;
        s.plan.dropped = 2ms;
        s.spin_time = 5ms;
    }
    const SimulationProgress p = progress(samples);
    CHECK(p.speed == doctest::Approx(0.9));
    CHECK(p.drift_ms == doctest::Approx(-200.0));
    CHECK(p.dropped_ms == doctest::Approx(200.0)); // the first frame has measured nothing and does not count
    CHECK(p.spin_share == doctest::Approx(0.25));
    CHECK(progress({}).speed == 1.0);
}

TEST_CASE("a step counts when it is finished: steps that cost 1.2 times their length run at 0.83")
{
    std::vector<FrameSample> samples;
    Nanos wall{}, frame = 20ms, simulated{};
    for (int i = 0; i < 20; ++i)
    {
        simulated += frame; // all time that is due is stepped
        const Nanos stepping = frame * 6 / 5; // stepping takes 1.2 times as long as the steps
        samples.push_back({.frame_number = i,
                           .start_wall_time = wall,
                           .measured_frame_time = frame,
                           .stepping_time = stepping,
                           .simulated_time = simulated});
        wall += frame = stepping;
    }
    CHECK(progress(samples).speed == doctest::Approx(1 / 1.2).epsilon(1e-6));
    CHECK(progress(samples).drift_ms < -100.0);
}

TEST_CASE("step counts report shares, the maximum, and the longest runs of frames without a step and with several")
{
    std::vector<Frame> frames;
    for (const int steps : {0, 0, 0, 1, 2, 3, 2, 1, 0, 1}) frames.push_back({std::ssize(frames) * 20ms, {}, {}, steps});
    const auto samples = samples_of(frames);
    const StepStatistics counts = metrics(samples, 1.0).steps;
    CHECK(counts.total == 10);
    CHECK(counts.max_per_frame == 3);
    CHECK(counts.zero_step_share == doctest::Approx(3.0 / 9));
    CHECK(counts.multi_step_share == doctest::Approx(3.0 / 9));
    CHECK(counts.longest_zero_step_run == 2);
    CHECK(counts.longest_multi_step_run == 3);
}

TEST_CASE("a tiny step is shorter than a tenth of the loop's step; a frame without a tail has none")
{
    auto samples = perfect(4);
    for (FrameSample& s : samples) s.plan.dt = 16'666'667ns;
    samples[1].plan.tail = 1'666'666ns;
    samples[2].plan.tail = 1'666'667ns;
    samples[3].plan.tail = 1ns;
    CHECK(metrics(samples, 1.0).steps.tiny == 2);
}

TEST_CASE("a shorter last step counts as a step")
{
    auto samples = perfect(3);
    for (FrameSample& s : samples)
    {
        s.plan.steps = 0;
        s.plan.tail = 8ms;
    }
    CHECK(metrics(samples, 1.0).steps.zero_step_share == 0.0);
    CHECK(metrics(samples, 1.0).steps.max_per_frame == 1);
}

TEST_CASE("accuracy reports the energy ratio and the distances of the shown position from perfect and exact ones")
{
    auto samples = perfect(5);
    for (std::size_t i = 0; i < samples.size(); ++i)
    {
        samples[i].energy = 300.0 + static_cast<double>(i);
        samples[i].shown_x = 1.0;
        samples[i].reference_x_at_shown_time = i == 3 ? 1.5 : 1.0;
        samples[i].exact_x_at_shown_time = i == 3 ? 1.25 : 1.0;
    }
    Accuracy a = accuracy(samples, 300.0);
    CHECK(a.energy_ratio == doctest::Approx(304.0 / 300.0));
    CHECK(a.state_error_max == 0.5);
    CHECK(a.integration_error_max == 0.25);
    CHECK(a.shown_x_max == 1.0);
    CHECK(a.newest_x == 0.0);
    CHECK(std::isnan(accuracy({}, 1.0).shown_x_max));

    samples[2].shown_x = std::nan("");
    CHECK(std::isinf(accuracy(samples, 300.0).state_error_max));
    for (FrameSample& s : samples) s.reference_x_at_shown_time = s.exact_x_at_shown_time = std::nan("");
    CHECK(std::isnan(accuracy(samples, 300.0).state_error_max));
    CHECK(std::isnan(accuracy(samples, 300.0).integration_error_max));
    CHECK(std::isnan(accuracy(samples, 0.0).energy_ratio));
}

TEST_CASE("the first frame counts if it has a measured time, as in a recording")
{
    auto samples = perfect(3);
    CHECK(pacing(samples).mean_ms == 20.0);
    CHECK(pacing(samples).max_ms == 20.0);
    samples[0].measured_frame_time = 50ms;
    CHECK(pacing(samples).mean_ms == 30.0);
    CHECK(pacing(samples).max_ms == 50.0);
}

TEST_CASE("a meter of all metrics gives the results of the meter of each metric")
{
    std::vector<Frame> frames;
    for (int i = 0; i < 500; ++i)
        frames.push_back({i * 16ms + (i % 7) * 1ms, i * 15ms, (i + 1) * 16ms + (i % 5) * 1ms, i % 4});
    const auto samples = samples_of(frames);
    const Metrics m = metrics(samples, 2.0);
    CHECK(m.frame_count == 500);
    CHECK(m.animation.p99_ms == animation_error(samples).p99_ms);
    CHECK(m.animation.presentmon_mean_ms == animation_error(samples).presentmon_mean_ms);
    CHECK(m.latency.display_latency_mean_ms == picture_age(samples).display_latency_mean_ms);
    CHECK(m.latency.time_behind_mean_ms == picture_age(samples).time_behind_mean_ms);
    CHECK(m.progress.speed == progress(samples).speed);
    CHECK(m.frame_times.p99_ms == pacing(samples).p99_ms);
    CHECK(m.accuracy.energy_ratio == accuracy(samples, 2.0).energy_ratio);
}

TEST_CASE("refreshes are found from frames that are late and miss some, when the display's rate is rounded")
{
    for (const double hz : {59.94, 60.0, 143.99})
        for (const double latest : {0.0, 0.1e6, 1.2e6})
            for (const unsigned misses : {0U, 25U, 4U})
            {
                INFO("hz ", hz, ", latest ", latest, ", misses ", misses);
                const auto frames = waiting(hz, 3.7e6, latest, misses, 7);
                const auto found = estimated_refresh_times(frames, std::round(hz));
                REQUIRE(found);
                CHECK(found->period_ns == doctest::Approx(1e9 / hz).epsilon(0.001));
                const double newest = static_cast<double>(frames.back().screen_time.count());
                const double number = std::floor((newest - 3.7e6) * hz / 1e9);
                CHECK(distance(*found, 3.7e6 + (number - 50) * 1e9 / hz) < 0.25 * latest + 1000);
            }
}

TEST_CASE("no refreshes are found when the frames did not wait for the display")
{
    CHECK_FALSE(estimated_refresh_times(waiting(400, 0, 0, 0, 1), 60)); // frames at 400 Hz, without waiting
    CHECK_FALSE(estimated_refresh_times(waiting(75, 0, 0, 0, 1), 60)); // frames at 75 Hz, paced by another clock
    CHECK_FALSE(estimated_refresh_times(waiting(60, 0, 16e6, 0, 1), 60)); // frames shown whenever they are ready
    CHECK_FALSE(estimated_refresh_times(waiting(60, 0, 0.1e6, 0, 1), 0)); // the display's rate is unknown
    const auto few = waiting(60, 0, 0, 0, 1);
    CHECK_FALSE(estimated_refresh_times(Frames{few}.first(19), 60));
    auto paused = waiting(60, 0, 0, 0, 1);
    for (FrameSample& f : paused) f.events = telemetry::paused;
    CHECK_FALSE(estimated_refresh_times(paused, 60));
    CHECK_FALSE(estimated_refresh_times({}, 60));
}

TEST_CASE("a full ring keeps the last values, oldest first")
{
    telemetry::RingBuffer<int> ring{3};
    CHECK(ring.empty());
    for (int i = 1; i <= 5; ++i) ring.push_back(i);
    REQUIRE(ring.size() == 3);
    CHECK(ring[0] == 3);
    CHECK(ring.back() == 5);
    ring.back() = 7;
    CHECK(ring[2] == 7);
    ring.clear();
    CHECK(ring.empty());
    ring.push_back(9);
    CHECK(ring[0] == 9);
}

TEST_CASE("a ring's memory is its older and then its newer values; a copy continues separately")
{
    telemetry::RingBuffer<int> ring{3};
    for (int i = 1; i <= 5; ++i) ring.push_back(i);
    CHECK(std::vector<int>(ring.older_part().begin(), ring.older_part().end()) == std::vector{3});
    CHECK(std::vector<int>(ring.newer_part().begin(), ring.newer_part().end()) == std::vector{4, 5});
    telemetry::RingBuffer<int> copy = ring;
    copy.push_back(6);
    CHECK(copy[0] == 4);
    CHECK(copy.back() == 6);
    CHECK(ring.back() == 5);
}

TEST_CASE("frames are found by their time in a ring that has overwritten old ones")
{
    using telemetry::Nanos;
    telemetry::RingBuffer<telemetry::FrameSample> ring{4};
    for (int i = 1; i <= 6; ++i) ring.push_back({.frame_number = i, .start_wall_time = Nanos{10 * i}});
    const telemetry::Frames frames{ring};
    REQUIRE(frames.size() == 4);
    CHECK(frames.front().frame_number == 3);
    CHECK(frames.back().frame_number == 6);
    CHECK(frames.first_index_from(Nanos{0}) == 0);
    CHECK(frames.first_index_from(Nanos{41}) == 2);
    CHECK(frames.first_index_from(Nanos{61}) == 4);
    CHECK(frames.newest_index_at(Nanos{49}) == 1);
    CHECK(frames.newest_index_at(Nanos{1000}) == 3);
    CHECK_FALSE(frames.newest_index_at(Nanos{29}));
    CHECK_FALSE(telemetry::Frames{}.newest_index_at(Nanos{29}));
}

TEST_CASE("the jitter on the screen is the distance of the body from the line between the frames before and after")
{
    auto frames = perfect(5);
    const double v = 2.0;
    const auto place = [&](std::size_t i, double metres)
    {
        frames[i].v = v;
        frames[i].shown_x = v * 0.02 * static_cast<double>(i);
        frames[i].camera_x = frames[i].shown_x - metres;
    };
    const auto jitter = [&] { return over<FollowedBodyScreenJitterMeter>(frames).result(); };
    CHECK(std::isnan(jitter().mean_mm)); // no camera
    for (std::size_t i = 0; i < 5; ++i) place(i, 0.5 + 0.1 * static_cast<double>(i));
    CHECK(jitter().mean_mm == doctest::Approx(0.0)); // moves evenly on the screen
    for (std::size_t i = 0; i < 5; ++i) place(i, 0.5);
    place(2, 0.53); // the lines of its neighbours are 15 mm away from them
    CHECK(jitter().mean_mm == doctest::Approx((15 + 30 + 15) / 3.0));
    CHECK(jitter().mean_ms == doctest::Approx((15 + 30 + 15) / 3.0 / v));
    place(2, 0.5);
    place(3, 0.53);
    frames[2].screen_time -= 10ms; // the line is over screen time: a quarter of 30 mm after 10 of 40 ms
    CHECK(jitter().mean_mm == doctest::Approx((0 + 7.5 + 30) / 3.0));
    frames[2].is_displayed = false; // does not count
    CHECK(jitter().mean_mm == doctest::Approx((10 + 30) / 2.0));
    for (FrameSample& frame : frames) frame.v = 0.0; // a body that stands still has no jitter in ms
    CHECK(std::isnan(jitter().mean_ms));
}
