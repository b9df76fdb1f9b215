// Even frames, late frames, the hitch rate and janky frames of recordings that are made for it.
#include "recordings/facts/evenness.hpp"

#include "../formats/reading.hpp"

namespace
{

constexpr DisplayRate display_60_hz{.hz = 60.0, .rate_source = DisplayRate::RateSource::user};
constexpr Nanos period_60_hz{16'666'667};

// `count` frames of `time`, alternately longer and shorter by `jitter`; each `every`-th one is longer by `late`.
std::vector<Nanos> made_frames(int count, Nanos time, Nanos jitter = 0ns, int every = 1'000'000, Nanos late = 0ns)
{
    std::vector<Nanos> frames;
    for (int i = 1; i <= count; ++i)
        frames.push_back(time + (i % 2 == 0 ? jitter : -jitter) + (i % every == 0 ? late : 0ns));
    return frames;
}

std::optional<Evenness> evenness(const std::vector<Nanos>& frames)
{
    return evenness_of(frames, hitches_longest_first(frames).size());
}
bool is_even(const std::vector<Nanos>& frames) { return evenness(frames).value().is_even; }

} // namespace

TEST_CASE("frames are even if 99 % of them are within 10 % of the median, with at most one hitch a minute")
{
    CHECK(is_even(made_frames(1000, 16ms, 750us)));
    CHECK_FALSE(is_even(made_frames(1000, 16ms, 850us))); // the median is the larger of the two frame times
    CHECK(is_even(made_frames(1000, 16ms, 1us, 110, 5ms)));
    CHECK_FALSE(is_even(made_frames(1000, 16ms, 1us, 90, 5ms)));
    CHECK(is_even(made_frames(4000, 16ms, 0ns, 3900, 100ms)));
    CHECK_FALSE(is_even(made_frames(4000, 16ms, 0ns, 1900, 100ms)));
    CHECK_FALSE(is_even(made_frames(1000, 16ms, 0ns, 900, 100ms))); // one hitch in 16 s
    CHECK_FALSE(evenness(made_frames(99, 16ms)));
    CHECK_FALSE(evenness(made_frames(200, 0ms)));
}

TEST_CASE("the frame rate of even frames leaves out hitches, and a beat longer than the recording does not count")
{
    const Evenness e = evenness(made_frames(6000, period_60_hz, 100us, 5000, 2s)).value();
    CHECK(e.frame_rate_fps == doctest::Approx(60.0).epsilon(1e-6));
    for (int hz = min_reported_step_hz; hz <= max_reported_step_hz; ++hz)
        CHECK(e.is_shorter_than_beat(sim::step_rate_mismatch(hz, e.frame_rate_fps)) == (60 % hz == 0 || hz % 60 == 0));
}

TEST_CASE("the hitch rate is the time by which displayed frames are late, per second")
{
    DisplayTiming timing; // 900 refreshes with 600 frames, of which 100 are a refresh late and 100 two refreshes
    for (int i = 0; i < 600; ++i) timing.display_intervals.push_back(period_60_hz * (i % 6 < 2 ? 2 + i % 6 : 1));
    const LateFrameStatistics late =
        late_frame_statistics({}, timing, estimated_display(timing.display_intervals)).value();
    CHECK(late.frame_count == 600);
    CHECK(late.late_count == 200);
    CHECK(late.apple_hitch_ms_per_s == doctest::Approx(1000.0 * 300.0 / 900.0));
    CHECK(late.janky_percent == doctest::Approx(100.0 / 3.0));
    const LateFrameStatistics slow =
        late_frame_statistics(made_frames(300, 20ms), {}, display_60_hz).value(); // by 3.3 ms each
    CHECK(slow.late_count == 300);
    CHECK(slow.apple_hitch_ms_per_s == doctest::Approx(1000.0 / 6.0));
}

TEST_CASE("a game with a cap below the refresh rate is late only for its cap, and its janky frames are unknown")
{
    const auto frames = made_frames(1000, 2 * period_60_hz, 100us, 100, period_60_hz);
    const LateFrameStatistics late = late_frame_statistics(frames, {}, display_60_hz).value();
    CHECK(late.expected_ms == doctest::Approx(33.3333));
    CHECK(late.late_count == 10);
    CHECK(late.apple_hitch_ms_per_s == doctest::Approx(10 * 16.7667 / 33.5).epsilon(1e-3)); // in 33.5 s
    CHECK_FALSE(late.janky_percent);
}

TEST_CASE("late frames need a constant, known refresh rate")
{
    const auto frames = made_frames(300, 17ms);
    CHECK(late_frame_statistics(frames, {}, display_60_hz));
    CHECK_FALSE(late_frame_statistics(frames, {}, estimated_display({})));
    CHECK_FALSE(
        late_frame_statistics(frames, {}, {.hz = 60.0, .rate_source = DisplayRate::RateSource::user, .is_vrr = true}));
    CHECK_FALSE(late_frame_statistics({}, {}, display_60_hz));
}

TEST_CASE("the grades of a hitch rate are those of Apple's talk and page")
{
    std::string grades;
    for (const double rate : {4.9, 9.9, 24.0, 49.0, 51.0})
        for (const HitchRateLimits& limits : all_hitch_rate_limits) grades += hitch_grade(rate, limits).front();
    CHECK(grades == "ggwgcwcccb"); // good, warning, critical, beyond critical
}

TEST_CASE("frames of Android are janky if they complete more than a refresh period after their intended VSYNC")
{
    std::string text = "---PROFILEDATA---\nFlags,IntendedVsync,FrameCompleted,\n";
    for (int i = 1; i <= 100; ++i) // every tenth frame takes 18 ms; the last row is not valid
        text += fmt::format("{},{},{},\n", i == 100 ? 1 : 0, i * 16'666'667,
                            i * 16'666'667 + (i % 10 == 0 ? 18'000'000 : 9'000'000));
    const auto janky_percent = [&](const TimeRange& range)
    {
        const Recording r = accepted(read(text + "---PROFILEDATA---\n", "a.txt", {.display_timing_range = range}));
        return late_frame_statistics(default_stream(r).frame_times, default_stream(r).timing, display_60_hz)
            .value()
            .janky_percent.value();
    };
    CHECK(janky_percent({}) == doctest::Approx(100.0 * 9 / 99));
    CHECK(janky_percent({.from = 0s, .to = 100ms}) == 0.0);
}
