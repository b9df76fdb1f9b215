#include "views/timeline.hpp"

#include "views/even_frames.hpp"
#include "views/playing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

using namespace draw;
using namespace views;
using telemetry::Frames;
using telemetry::FrameSample;
using namespace std::chrono_literals;

namespace
{

constexpr Rect strip{20, 30, 900, 160};

// Returns frames of random lengths, from microseconds to seconds, with random steps, dropped time and events.
std::vector<FrameSample> wild(unsigned seed, std::size_t number)
{
    std::mt19937 random{seed};
    const auto upto = [&](std::int64_t most) { return Nanos{static_cast<std::int64_t>(random()) % most}; };
    std::vector<FrameSample> frames;
    Nanos wall{};
    for (std::size_t i = 0; i < number; ++i)
    {
        const Nanos measured = random() % 50 == 0 ? upto(2'000'000'000) : upto(random() % 2 == 0 ? 30'000'000 : 90'000);
        wall += measured;
        FrameSample f{.frame = static_cast<std::int64_t>(i), .wall = wall, .measured = measured};
        f.plan.dt      = Nanos{1'000'000 + upto(20'000'000).count()};
        f.plan.steps   = static_cast<std::int64_t>(random() % 5 == 0 ? random() % 5000 : random() % 4);
        f.plan.stepped = f.plan.steps * f.plan.dt;
        f.plan.dropped = measured - f.plan.stepped;
        f.stepping     = measured / 3;
        f.spun         = measured / 4;
        f.screen       = wall + upto(20'000'000);
        f.displayed    = random() % 7 != 0;
        f.torn         = random() % 3 == 0;
        f.events       = static_cast<std::uint32_t>(random() % 9 == 0 ? random() : 0U);
        frames.push_back(f);
    }
    return frames;
}

Picture timeline_of(const std::vector<FrameSample>& frames, TimeSpan span, Rect where = strip)
{
    const auto marks = marks_of(frames);
    Picture picture;
    draw_timeline(picture, {.frames = frames, .marks = marks, .refreshes = telemetry::FoundRefreshes{{}, 1e9 / 60}},
                  span, where, {dark, loop_colour(4)});
    return picture;
}

Rect row_of(std::string_view name, Rect where = strip)
{
    for (const TimelineRow& row : timeline_rows(where, 1.0F))
        if (row.name == name) return row.area;
    FAIL("no row of that name");
    return {};
}

std::vector<std::string> texts_of(const Picture& picture)
{
    std::vector<std::string> texts;
    for (const Label& label : picture.labels()) texts.push_back(label.text);
    return texts;
}

bool says_just(const Picture& picture, std::string_view text)
{
    return std::ranges::any_of(picture.labels(), [&](const Label& l) { return l.text == text; });
}

// Returns the share of pixels in the middle of a row that a box covers.
double covered(const Picture& picture, Rect row)
{
    const TimeAxis axis = timeline_axis({0ns, 1ns}, strip, 1.0F);
    int on              = 0;
    int all             = 0;
    for (float x = axis.left() + 0.5F; x < axis.right(); x += 1.0F, ++all)
        on += std::ranges::any_of(picture.shapes(),
                                  [&](const Shape& shape)
                                  {
                                      const Box* b = std::get_if<Box>(&shape);
                                      return b != nullptr && std::abs(b->y - (row.y + row.h / 2)) < 1.0F &&
                                             std::abs(x - b->x) <= b->half_w + b->radius + 0.5F;
                                  });
    return static_cast<double>(on) / all;
}

} // namespace

TEST_CASE("at any zoom the number of shapes is bounded by the width of the rows")
{
    const auto frames = wild(1, 60'000);
    const Nanos end   = frames.back().wall;
    for (const Nanos length : {1000ns, 50'000ns, 1'000'000ns, 30'000'000ns, 1'000'000'000ns, 60'000'000'000ns, end})
    {
        CAPTURE(length.count());
        const Nanos from = (end - length) / 2;
        CHECK(timeline_of(frames, {from, from + length}).shapes().size() < 2600);
    }
    CHECK(timeline_of(even(200'000, 18ms), {0ns, 1h}).shapes().size() < 600);
}

TEST_CASE("the frames cover all the time over which they were measured, at any width")
{
    for (const Nanos each : {500'000ns, 3'000'000ns, 16'666'667ns, 400'000'000ns})
    {
        CAPTURE(each.count());
        const auto frames = even(3000, each);
        CHECK(covered(timeline_of(frames, {100 * each, 100 * each + 1s}), row_of("frames")) >= 0.99);
    }
    const auto frames = wild(2, 2000);
    CHECK(covered(timeline_of(frames, {frames[100].wall, frames[1900].wall}), row_of("frames")) >= 0.99);
}

TEST_CASE("time that no frame measured stays empty")
{
    auto frames = even(10, 10ms);
    for (std::size_t i = 5; i < 10; ++i) frames[i].wall += 100ms;
    const double share = covered(timeline_of(frames, {0ns, 200ms}), row_of("frames"));
    CHECK(share == doctest::Approx(0.5).epsilon(0.03));
}

TEST_CASE("a hitch among ten thousand frames is drawn in its own colour")
{
    auto frames    = even(10'000, 1ms);
    const auto hot = [&]
    {
        const Colour hitch = mix(dark.panel, dark.alarm, 0.62F);
        return std::ranges::count_if(timeline_of(frames, {0ns, 10s}).shapes(), [&](const Shape& s)
                                     { return std::visit([](auto& x) { return x.colour; }, s) == hitch; });
    };
    CHECK(hot() == 0);
    frames[5000].events = telemetry::hitch;
    CHECK(hot() == 1);
}

TEST_CASE("a frame is a spike if it is much longer than the frames before, also if they are outside the view")
{
    auto frames       = even(300, 33ms);
    const auto spikes = [&](TimeSpan span)
    {
        const Colour spike = mix(dark.panel, dark.alarm, 0.42F);
        return std::ranges::count_if(timeline_of(frames, span).shapes(), [&](const Shape& s)
                                     { return std::visit([](auto& x) { return x.colour; }, s) == spike; });
    };
    CHECK(spikes({0s, 10s}) == 0);
    CHECK(spikes({5s, 6s}) == 0);
    frames[170].measured = 150ms;
    for (std::size_t i = 170; i < 300; ++i) frames[i].wall += 117ms;
    CHECK(spikes({5s, 6s}) == 1);
    CHECK(spikes({0s, 10s}) == 1);
}

TEST_CASE("a wide frame shows its length, and a group of frames shows their number")
{
    auto frames = even(20, 50ms);
    for (FrameSample& f : frames) f.plan = {.steps = 300, .dt = 100us, .stepped = 30ms, .dropped = 20ms};
    const Picture near = timeline_of(frames, {0ns, 400ms});
    CHECK(says_just(near, "50.0 ms"));
    CHECK(says_just(near, "300 steps"));
    CHECK(says_just(near, "20.0"));
    CHECK(says_just(timeline_of(even(5000, 2ms), {1s, 3s}), "1001 frames of 2.0 ms"));
}

TEST_CASE("marks that are near each other share a line, and no label reaches into the next line")
{
    auto frames = even(100, 10ms);
    for (std::size_t i = 40; i < 46; ++i) frames[i].events = telemetry::knob_changed;
    frames[80].events = telemetry::reset;
    const Picture far = timeline_of(frames, {0ns, 1500ms});
    CHECK(says_just(far, "a knob was turned (+5)"));
    CHECK_FALSE(says_just(far, "a knob was turned"));
    const Picture near = timeline_of(frames, {350ms, 480ms});
    CHECK_FALSE(says_just(near, "reset"));
    CHECK(std::ranges::count(texts_of(near), "a knob was turned") == 1); // only the last mark has room for its label
}

TEST_CASE("the frame under the mouse is the one measured over that time")
{
    auto frames = even(10, 10ms);
    frames[5].wall += 40ms; // 40 ms that no frame measured
    for (std::size_t i = 6; i < 10; ++i) frames[i].wall += 40ms;
    CHECK(*frame_at(frames, 5ms) == 0);
    CHECK(*frame_at(frames, 49ms) == 4);
    CHECK_FALSE(frame_at(frames, 70ms));
    CHECK(*frame_at(frames, 95ms) == 5);
    CHECK_FALSE(frame_at(frames, 1s));
    const TimeAxis axis = timeline_axis({0ns, 140ms}, strip, 1.0F);
    CHECK(*frame_at(frames, axis, axis.x(15ms)) == 1);
    CHECK_FALSE(frame_at(frames, axis, strip.x));
    CHECK_FALSE(frame_at(Frames{}, 5ms));
}

TEST_CASE("an empty timeline shows only its row names and its time axis")
{
    const Picture picture = timeline_of({}, {0ns, 1s});
    CHECK(says_just(picture, "frames"));
    CHECK(says_just(picture, "400 ms"));
    CHECK(timeline_of({}, {0ns, 0ns}).labels().size() >= 5);
}

TEST_CASE("ticks are at round times and far enough apart, from an hour to a microsecond")
{
    struct Case
    {
        Nanos from, length;
        const char* base;
        std::vector<std::string> texts;
    };
    const std::vector<Case> cases{
        {0ns, 1s, "", {"0", "200 ms", "400 ms", "600 ms", "800 ms", "1.0 s"}},
        {12'417'300'000ns, 500us, "12.417 s", {"+300 µs", "+400 µs", "+500 µs", "+600 µs", "+700 µs", "+800 µs"}},
        {12'417'300'000ns,
         1us,
         "12.417 s",
         {"+300.0 µs", "+300.2 µs", "+300.4 µs", "+300.6 µs", "+300.8 µs", "+301.0 µs"}},
        {90s, 60s, "", {"1:30 min", "1:40 min", "1:50 min", "2:00 min", "2:10 min", "2:20 min", "2:30 min"}},
        {0ns, 1h, "", {"0 s", "10:00 min", "20:00 min", "30:00 min", "40:00 min", "50:00 min", "1:00:00 h"}},
    };
    for (const Case& c : cases)
    {
        CAPTURE(c.length.count());
        const Ticks found = ticks_of(TimeAxis{{c.from, c.from + c.length}, 0, 600}, 92);
        std::vector<std::string> texts;
        for (const Tick& tick : found.ticks)
            if (!tick.text.empty()) texts.push_back(tick.text);
        CHECK_MESSAGE(texts == c.texts, fmt::format("{}", fmt::join(texts, ", ")));
        CHECK(found.base == c.base);
        CHECK(found.ticks.size() < 60);
    }
    CHECK(ticks_of(TimeAxis{{-5s, -1s}, 0, 600}, 92).ticks.empty());
}

TEST_CASE("zooming keeps the time under the mouse, from a microsecond to an hour")
{
    const TimeSpan span{1s, 3s};
    const TimeSpan closer = zoomed(span, 0.5, 1500ms);
    CHECK(closer.from == 1250ms);
    CHECK(closer.to == 2250ms);
    CHECK(zoomed(span, 1e-12, 2s).length() == shortest_span);
    CHECK(zoomed(span, 1e12, 2s).length() == longest_span);
    CHECK(moved_into({-1s, 1s}, {0s, 10s}) == TimeSpan{0s, 2s});
    CHECK(moved_into({9s, 11s}, {0s, 10s}) == TimeSpan{8s, 10s});
}

TEST_CASE("an axis converts pixels to times and back")
{
    const TimeAxis axis{{2s, 4s}, 100, 300};
    CHECK(axis.x(3s) == 200);
    CHECK(axis.time(200) == 3s);
    CHECK(axis.length(1s) == 100);
    CHECK(axis.x(0ns) < 100);
    CHECK(axis.x(0ns) > 80);
    CHECK(axis.length(0.0F) == 1ns);
}
