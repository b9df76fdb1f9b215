#include "telemetry/csv.hpp"
#include "telemetry/metrics.hpp"
#include "telemetry/pictures.hpp"

#include <doctest/doctest.h>

#include <random>
#include <span>
#include <vector>

using namespace telemetry;
using namespace std::chrono_literals;

namespace
{

// A screen: what is shown, and from when on.
struct Shown
{
    Nanos shown_time, screen_time;
};

FrameSample frame_of(const Shown& shown, Nanos refresh_period = {})
{
    FrameSample frame;
    frame.shown_time = shown.shown_time;
    frame.screen_time = shown.screen_time;
    frame.start_wall_time = shown.screen_time;
    frame.refresh_period = refresh_period;
    frame.is_displayed = true;
    return frame;
}

std::vector<FrameSample> frames_of(std::span<const Shown> screen, Nanos refresh_period = {})
{
    std::vector<FrameSample> frames;
    for (const Shown& shown : screen) frames.push_back(frame_of(shown, refresh_period));
    return frames;
}

std::vector<Picture> pictures_in(std::span<const FrameSample> frames)
{
    PictureTracker tracker;
    std::vector<Picture> pictures;
    for (const FrameSample& frame : frames)
        if (const auto picture = tracker.add(frame)) pictures.push_back(*picture);
    if (const auto newest = tracker.newest()) pictures.push_back(*newest);
    return pictures;
}

int uneven_count(std::span<const FrameSample> frames)
{
    int count = 0;
    for (const Picture& picture : pictures_in(frames)) count += picture.is_uneven() ? 1 : 0;
    return count;
}

// Steps of a loop that shows its newest state, on a display with VSYNC.
std::vector<FrameSample> steps_on_display(int step_hz, int display_hz, int refreshes)
{
    std::vector<Shown> screen;
    for (std::int64_t i = 0; i < refreshes; ++i)
        screen.push_back(
            {Nanos{i * step_hz / display_hz * 1'000'000'000 / step_hz}, Nanos{i * 1'000'000'000 / display_hz}});
    return frames_of(screen, Nanos{1'000'000'000 / display_hz});
}

} // namespace

TEST_CASE("frames that show the same moment are one picture, which appears with the first of them")
{
    const std::vector<Shown> screen{{0ms, 0ms}, {20ms, 20ms}, {20ms, 30ms}, {40ms, 40ms}, {40ms, 50ms}, {60ms, 60ms}};
    const auto pictures = pictures_in(frames_of(screen));
    REQUIRE(pictures.size() == 4);
    CHECK(!pictures[0].error);
    for (std::size_t i = 1; i < 4; ++i)
    {
        CHECK(pictures[i].error == Nanos{0});
        CHECK(pictures[i].frame.screen_time == Nanos{20ms} * static_cast<std::int64_t>(i));
    }
    auto moving_camera = frames_of(screen);
    moving_camera[2].camera_x = 1.0;
    CHECK(pictures_in(moving_camera).size() == 5);
}

TEST_CASE("of a repeat before a double step, one picture stays longer than it has moved, and the next one shorter")
{
    std::vector<Shown> screen;
    for (int i = 0; i < 20; ++i) screen.push_back({(i < 10 ? i : i == 10 ? 9 : i) * 10ms, i * 10ms});
    const auto pictures = pictures_in(frames_of(screen, 10ms));
    CHECK(pictures.size() == 19);
    CHECK(uneven_count(frames_of(screen, 10ms)) == 2);
    CHECK(pictures[9].error == -10ms);
    CHECK(pictures[10].error == 10ms);
}

TEST_CASE("the picture on the screen is uneven once it has stayed too long, and is judged again when it is replaced")
{
    const std::vector<Shown> screen{{0ms, 0ms}, {10ms, 10ms}, {20ms, 20ms}};
    PictureTracker tracker;
    for (const FrameSample& frame : frames_of(screen, 10ms)) tracker.add(frame);
    CHECK_FALSE(tracker.newest()->is_uneven());
    tracker.add(frame_of({20ms, 33ms}, 10ms));
    CHECK_FALSE(tracker.newest()->is_uneven()); // 13 ms, with a limit of 3 ms
    tracker.add(frame_of({20ms, 34ms}, 10ms));
    CHECK(tracker.newest()->is_uneven());
    CHECK_FALSE(tracker.add(frame_of({60ms, 40ms}, 10ms))->is_uneven()); // the next one is, which moves too far
    CHECK(tracker.newest()->is_uneven());
}

TEST_CASE("the CSV row of a frame waits for the next picture, but at most half a second")
{
    FrameSampleCsvFormatter formatter;
    CHECK(formatter.add(frame_of({0ms, 0ms}), "").empty());
    CHECK(formatter.add(frame_of({20ms, 20ms}), "first").starts_with("0,"));
    CHECK(formatter.add(frame_of({20ms, 519ms}), "").empty());
    CHECK(formatter.add(frame_of({20ms, 520ms}), "").find(",-480.000000,first\n") != std::string::npos); // 20 - 500 ms
    CHECK(formatter.take_rest().ends_with(",\n")); // it has no error: it is not the first frame of a picture
}

TEST_CASE("a pause, a reset, a release and another loop are gaps between lists of pictures")
{
    for (const telemetry::EventBits event : {telemetry::EventBits{paused}, telemetry::EventBits{world_reset},
                                             telemetry::EventBits{loop_changed}, telemetry::EventBits{released}})
    {
        auto frames = frames_of(std::vector<Shown>{{0ms, 0ms}, {10ms, 10ms}, {500ms, 20ms}, {510ms, 30ms}}, 10ms);
        CHECK(uneven_count(frames) == 1);
        frames[2].events = event;
        CHECK(uneven_count(frames) == 0);
    }
}

TEST_CASE("equal screens, equal words: other frames behind the same pictures change nothing")
{
    std::mt19937_64 random{7};
    const auto between = [&](int low, int high)
    { return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1)); };
    for (int screen_number = 0; screen_number < 500; ++screen_number)
    {
        CAPTURE(screen_number);
        const Nanos refresh = std::array<Nanos, 4>{0ns, 16'666'667ns, 6'944'444ns, 4'166'667ns}.at(random() % 4);
        const Nanos grid = refresh > 0ns ? refresh : Nanos{1ms};
        std::vector<Shown> screen{{0ms, 0ms}};
        for (int i = 0; i < 60; ++i)
            screen.push_back({screen.back().shown_time + Nanos{between(1, 30'000) * 1'000 + 2'000},
                              screen.back().screen_time + grid * between(1, 4)});
        // Each picture is repeated in later refreshes, followed by frames that are not displayed, or split into frames.
        std::vector<FrameSample> others;
        for (std::size_t i = 0; i < screen.size(); ++i)
        {
            others.push_back(frame_of(screen[i], refresh));
            const Nanos end = i + 1 < screen.size() ? screen[i + 1].screen_time : screen[i].screen_time;
            for (Nanos time = screen[i].screen_time + grid; time < end; time += grid)
            {
                if (between(0, 2) == 0) continue;
                others.push_back(frame_of({screen[i].shown_time, time}, refresh));
                if (between(0, 2) != 0) continue;
                FrameSample hidden = frame_of({999s, time}, refresh);
                hidden.is_displayed = false;
                others.push_back(hidden);
            }
        }
        const auto plain = pictures_in(frames_of(screen, refresh));
        const auto behind = pictures_in(others);
        REQUIRE(plain.size() == behind.size());
        for (std::size_t i = 0; i < plain.size(); ++i)
        {
            REQUIRE(plain[i].error == behind[i].error);
            REQUIRE(plain[i].is_uneven() == behind[i].is_uneven());
        }
        AnimationErrorMeter meter, other_meter;
        for (const FrameSample& frame : frames_of(screen, refresh)) meter.add(frame);
        for (const FrameSample& frame : others) other_meter.add(frame);
        REQUIRE(meter.result().mean_ms == other_meter.result().mean_ms);
        REQUIRE(meter.result().jumps_per_minute == other_meter.result().jumps_per_minute);
        REQUIRE(meter.result().pictures_per_s == other_meter.result().pictures_per_s);
    }
}

TEST_CASE("each ratio of step rate and refresh rate has one answer at all rates at which the limit is not clipped")
{
    for (int steps = 1; steps <= 9; ++steps)
        for (int refreshes = 1; refreshes <= 9; ++refreshes)
        {
            INFO(steps, "/", refreshes);
            std::optional<int> answer;
            for (int base_hz = 38; base_hz <= 150; base_hz += 6) // 0.3 periods are 2 to 8 ms
            {
                const int display_hz = base_hz / refreshes * refreshes;
                if (display_hz < 38 || display_hz > 150) continue;
                const auto frames = steps_on_display(display_hz / refreshes * steps, display_hz, 36 * refreshes);
                const int uneven = uneven_count(frames);
                if (!answer) answer = uneven;
                CHECK(uneven == *answer);
            }
            if (steps % refreshes == 0 || refreshes % steps == 0) CHECK(answer == 0);
            if (steps < refreshes && refreshes % steps != 0) CHECK(answer > 0);
        }
}

TEST_CASE("a single frame is found with the error that its picture has in the whole list")
{
    auto samples = steps_on_display(50, 60, 60);
    RingBuffer<FrameSample> ring{64};
    for (std::size_t i = 0; i < samples.size(); ++i) ring.push_back(samples[i]);
    const Frames frames{ring};
    std::size_t found = 0;
    for (const Picture& picture : pictures_of(frames))
    {
        const auto single = picture_at(frames, picture.frame.frame_index);
        REQUIRE(single);
        CHECK(single->error == picture.error);
        ++found;
    }
    CHECK(found == 50);
    std::size_t beginning = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) beginning += picture_at(frames, i) ? 1 : 0;
    CHECK(beginning == found);
}

TEST_CASE(
    "a picture that a hitch makes longer counts for no rate, whether its frame is shown before the lag or after it")
{
    for (const bool is_shown_before_lag : {false, true})
    {
        std::vector<Shown> screen;
        for (std::int64_t i = 0; i < 30; ++i)
            screen.push_back({i * 20ms, i * 20ms + (i >= (is_shown_before_lag ? 16 : 15) ? 500ms : 0ms)});
        auto frames = frames_of(screen);
        frames[15].events |= hitch; // the frame whose end is late
        PictureCounts counts;
        for (const Picture& picture : pictures_in(frames)) counts.add(picture);
        CHECK(counts.still_time == Nanos::zero());
        CHECK(counts.pictures_per_s() == doctest::Approx(50.0));
    }
}
