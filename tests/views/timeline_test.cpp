#include "views/playing.hpp"
#include "views/timeline.hpp"

using telemetry::Frames;
using telemetry::FrameSample;

namespace
{

constexpr Rect strip{20, 30, 1064, 160}; // wide enough for the legends of the rows

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
        FrameSample f{
            .frame_number = static_cast<std::int64_t>(i), .start_wall_time = wall, .measured_frame_time = measured};
        f.plan.dt = Nanos{1'000'000 + upto(20'000'000).count()};
        f.plan.steps = static_cast<std::int64_t>(random() % 5 == 0 ? random() % 5000 : random() % 4);
        f.plan.stepped = f.plan.steps * f.plan.dt;
        f.plan.dropped = measured - f.plan.stepped;
        f.stepping_time = measured / 3;
        f.spin_time = measured / 4;
        f.screen_time = wall + upto(20'000'000);
        f.is_displayed = random() % 7 != 0;
        f.is_torn = random() % 3 == 0;
        f.events = random() % 9 == 0 ? telemetry::EventBits{random()} << 12U : 0U;
        frames.push_back(f);
    }
    return frames;
}

// The colour of a part that covers the panel with this share of its own colour.
Colour on_panel(Colour part, float share) { return mix(dark_theme.panel_background, part, share); }

Picture timeline_of(const std::vector<FrameSample>& frames, TimeSpan span, Rect where = strip)
{
    const auto marks = time_marks_of(frames);
    Picture picture;
    redraw_timeline(picture,
                    {.frames = frames, .marks = marks, .refreshes = telemetry::EstimatedRefreshTimes{{}, 1e9 / 60}},
                    span, where, {.theme = dark_theme, .loop_colour = loop_colour(4)});
    return picture;
}

Rect row_of(std::string_view name, Rect where = strip)
{
    for (const RowTooltip& row : timeline_row_tooltips(where, 1.0F))
        if (row.name == name) return row.area;
    FAIL("no row of that name");
    return {};
}

bool says_just(const Picture& picture, std::string_view text)
{
    return std::ranges::find(picture.labels(), text, &Label::text) != picture.labels().end();
}

std::ptrdiff_t count_of(const Picture& picture, Colour colour)
{
    return std::ranges::count_if(picture.shapes(), [&](const Shape& shape)
                                 { return std::visit([](auto& s) { return s.colour; }, shape) == colour; });
}

// Returns the share of pixels in the middle of a row that a box covers.
double covered(const Picture& picture, Rect row)
{
    const TimeAxis axis = timeline_axis({0ns, 1ns}, strip, 1.0F);
    const auto boxes = boxes_where(picture, [&](const auto& b) { return std::abs(b.y - (row.y + row.h / 2)) < 1.0F; });
    int on = 0;
    int all = 0;
    for (float x = axis.left() + 0.5F; x < axis.right(); x += 1.0F, ++all)
        on +=
            std::ranges::any_of(boxes, [&](const auto& b) { return std::abs(x - b.x) <= b.half_w + b.radius + 0.5F; });
    return static_cast<double>(on) / all;
}

// A box from one time to another, in pixels.
struct Bar
{
    float left, right, top, bottom;
};
Bar bar_of(const RoundedBox& b)
{
    const float w = b.half_w + b.radius;
    const float h = b.half_h + b.radius;
    return {b.x - w, b.x + w, b.y - h, b.y + h};
}

std::vector<Bar> bars_in(const Picture& picture, Rect row, Colour colour)
{
    std::vector<Bar> bars;
    for (const RoundedBox& b :
         boxes_where(picture, [&](const auto& box) { return box.colour == colour && !box.is_disc(); }))
        if (b.y >= row.y && b.y <= row.bottom()) bars.push_back(bar_of(b));
    return bars;
}

// Three frames of 20 ms: the first takes two steps of 8 ms, the second drops 12 ms, the third makes up 4 ms. Each
// carries 4 ms.
std::vector<FrameSample> three_frames()
{
    auto frames = even(3, 20ms);
    frames[0].plan = {.steps = 2, .dt = 8ms, .stepped = 16ms, .carried = 4ms};
    frames[1].plan = {.steps = 1, .dt = 8ms, .stepped = 8ms, .carried = 4ms, .dropped = 12ms};
    frames[2].plan = {.steps = 3, .dt = 8ms, .stepped = 24ms, .carried = 4ms, .dropped = -4ms};
    const Nanos takes = 3ms;
    for (FrameSample& f : frames) f.stepping_time = takes, f.sleep_time = 4ms, f.spin_time = 2ms, f.is_displayed = true;
    frames[0].screen_time = 30ms;
    frames[1].screen_time = 46ms;
    frames[1].is_torn = true;
    frames[2].screen_time = 70ms;
    return frames;
}

} // namespace

TEST_CASE("at any zoom the number of shapes is bounded by the width of the rows")
{
    const auto frames = wild(1, 60'000);
    const Nanos end = frames.back().start_wall_time;
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
    CHECK(covered(timeline_of(frames, {frames[100].start_wall_time, frames[1900].start_wall_time}), row_of("frames")) >=
          0.99);
}

TEST_CASE("time that no frame measured stays empty")
{
    auto frames = even(10, 10ms);
    for (std::size_t i = 5; i < 10; ++i) frames[i].start_wall_time += 100ms;
    const double share = covered(timeline_of(frames, {0ns, 200ms}), row_of("frames"));
    CHECK(share == doctest::Approx(0.5).epsilon(0.03));
}

TEST_CASE("a hitch among ten thousand frames is drawn in its own colour")
{
    auto frames = even(10'000, 1ms);
    const auto hot = [&] { return count_of(timeline_of(frames, {0ns, 10s}), on_panel(dark_theme.alarm, 0.62F)); };
    CHECK(hot() == 0);
    frames[5000].events = telemetry::hitch;
    CHECK(hot() == 1);
}

TEST_CASE("a frame is a spike if it is much longer than the frames before, also if they are outside the view")
{
    auto frames = even(300, 33ms);
    const auto spikes = [&](TimeSpan span)
    { return count_of(timeline_of(frames, span), on_panel(dark_theme.alarm, 0.42F)); };
    CHECK(spikes({0s, 10s}) == 0);
    CHECK(spikes({5s, 6s}) == 0);
    frames[170].measured_frame_time = 150ms;
    for (std::size_t i = 170; i < 300; ++i) frames[i].start_wall_time += 117ms;
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
    frames[80].events = telemetry::world_reset;
    const Picture far = timeline_of(frames, {0ns, 1500ms});
    CHECK(says_just(far, "setting changed (+5)"));
    CHECK_FALSE(says_just(far, "setting changed"));
    const Picture near = timeline_of(frames, {350ms, 480ms});
    CHECK_FALSE(says_just(near, "reset"));
    // Only the last mark has room for its label.
    CHECK(std::ranges::count(near.labels(), "setting changed", &Label::text) == 1);
}

TEST_CASE("each row shows its part of a frame at the frame's times, in the colour of what it means")
{
    const Picture picture = timeline_of(three_frames(), {0ms, 100ms});
    const TimeAxis axis = timeline_axis({0ms, 100ms}, strip, 1.0F);
    const Colour loop = loop_colour(4);
    struct Part
    {
        const char* row;
        Colour colour;
        std::vector<std::pair<Nanos, Nanos>> times;
        float top, bottom; // shares of the row's height
    };
    const Part parts[]{
        {"frames", on_panel(loop, 0.40F), {{0ms, 20ms}, {20ms, 40ms}, {40ms, 60ms}}, 0, 1},
        {"steps",
         on_panel(loop, 0.80F),
         {{0ms, 8ms}, {8ms, 16ms}, {28ms, 36ms}, {36ms, 42'667us}, {42'667us, 49'333us}, {49'333us, 56ms}},
         0,
         1},
        {"steps", on_panel(dark_theme.alarm, 0.55F), {{16ms, 28ms}}, 0.12F, 0.88F}, // dropped
        {"steps", dark_theme.warning, {{36ms, 56ms}}, 0, 0.16F}, // made up
        {"core", on_panel(loop, 0.80F), {{20ms, 23ms}, {40ms, 43ms}, {60ms, 63ms}}, 0, 1},
        {"core", on_panel(dark_theme.dim_metal, 0.55F), {{23ms, 34ms}, {43ms, 54ms}}, 0.2F, 0.8F}, // all else
        {"core", on_panel(dark_theme.border, 0.7F), {{34ms, 38ms}, {54ms, 58ms}}, 0.35F, 0.65F}, // asleep
        {"core", on_panel(dark_theme.warning, 0.75F), {{38ms, 40ms}, {58ms, 60ms}}, 0, 1}, // spinning
    };
    for (const Part& part : parts)
    {
        const Rect row = row_of(part.row);
        const auto bars = bars_in(picture, row, part.colour);
        CAPTURE(std::string{part.row});
        REQUIRE(bars.size() == part.times.size());
        for (std::size_t i = 0; i < bars.size(); ++i)
        {
            CAPTURE(i);
            CHECK(std::abs(bars[i].left - axis.x_clamped_with_overhang(part.times[i].first)) < 0.1F);
            CHECK(std::abs(bars[i].right - axis.x_clamped_with_overhang(part.times[i].second)) <
                  1.1F); // a gap of a pixel may follow
            CHECK(std::abs(bars[i].top - (row.y + part.top * row.h)) < 0.1F);
            CHECK(std::abs(bars[i].bottom - (row.y + part.bottom * row.h)) < 0.1F);
        }
    }
    CHECK(says_just(picture, "20.0 ms"));
    CHECK(says_just(picture, "12.0 ms dropped"));
}

TEST_CASE("a negative carried time is drawn from the top down, in wide and in narrow frames")
{
    auto frames = even(40, 20ms);
    for (FrameSample& f : frames) f.plan = {.dt = 8ms, .carried = -4ms};
    const Colour colour = on_panel(loop_colour(4), 0.55F);
    const Rect row = row_of("carried");
    for (const Nanos length : {100ms, 20'000ms})
    {
        const auto bars = bars_in(timeline_of(frames, {0ms, length}), row, colour);
        REQUIRE(!bars.empty());
        CHECK(std::abs(bars[0].top - row.y) < 0.1F);
        CHECK(std::abs(bars[0].bottom - (row.y + row.h / 2)) < 0.1F);
    }
}

TEST_CASE("the display row has a dot or a ring for each presented picture, and a tick for each refresh")
{
    const Picture picture = timeline_of(three_frames(), {0ms, 100ms});
    const TimeAxis axis = timeline_axis({0ms, 100ms}, strip, 1.0F);
    const Rect row = row_of("display");
    const float y = row.y + 0.35F * row.h;
    const auto is_dot = [](const auto& b) { return b.is_disc() && b.outline_width == 0; };
    const auto is_ring = [](const auto& b) { return b.is_disc() && b.outline_width > 0; };
    CHECK(box_at(picture, {axis.x_clamped_with_overhang(30ms), y}, is_dot) != nullptr);
    CHECK(box_at(picture, {axis.x_clamped_with_overhang(46ms), y}, is_ring) != nullptr); // torn
    CHECK(box_at(picture, {axis.x_clamped_with_overhang(70ms), y}, is_dot) != nullptr);
    CHECK(boxes_where(picture, is_dot).size() + boxes_where(picture, is_ring).size() == 3);
    const auto ticks = bars_in(picture, row, dark_theme.dim_metal);
    REQUIRE(ticks.size() == 7); // at 0, 16.7, 33.3 ... 100 ms
    for (std::size_t i = 0; i < ticks.size(); ++i)
        CHECK(std::abs((ticks[i].left + ticks[i].right) / 2 - axis.x_clamped_with_overhang(Nanos{i * 16'666'667})) <
              0.1F);
}

TEST_CASE("a mark is a line at its time, in the colour of its kind; the line of a change crosses all rows")
{
    const std::vector<TimeMark> marks{{100ms, "a knob", TimeMark::Kind::change},
                                      {400ms, "hitch", TimeMark::Kind::lag},
                                      {700ms, "THROUGH THE WALL", TimeMark::Kind::failure}};
    const auto frames = even(50, 20ms);
    Picture picture;
    redraw_timeline(picture, {.frames = frames, .marks = marks}, {0s, 1s}, strip,
                    {.theme = dark_theme, .loop_colour = loop_colour(4)});
    const TimeAxis axis = timeline_axis({0s, 1s}, strip, 1.0F);
    for (const TimeMark& mark : marks)
    {
        CAPTURE(mark.label);
        const Colour ink = mark_colour(mark.kind, dark_theme);
        const auto lines = boxes_where(picture, [&](const auto& b) { return b.colour == faded(ink, 0.7F); });
        const auto* label = label_that_begins(picture, mark.label);
        REQUIRE(lines.size() == 1);
        REQUIRE(label != nullptr);
        CHECK(lines[0].x == doctest::Approx(axis.x_clamped_with_overhang(mark.wall_time)));
        CHECK((bar_of(lines[0]).bottom > row_of("display").y) == (mark.kind == TimeMark::Kind::change));
        CHECK(label->anchor.x == doctest::Approx(axis.x_clamped_with_overhang(mark.wall_time) + 4));
        CHECK(label->colour == ink);
    }
    CHECK(mark_colour(TimeMark::Kind::change, dark_theme) == dark_theme.accent);
    CHECK(mark_colour(TimeMark::Kind::failure, dark_theme) == dark_theme.alarm);
}

TEST_CASE("the rows fill the height of the area")
{
    for (const float height : {100.0F, 137.0F, 204.0F, 400.0F})
    {
        const Rect area{10, 20, 900, height};
        const auto rows = timeline_row_tooltips(area, 1.0F);
        // The marks above the rows and the times below them have constant heights, with their gaps 18 points each.
        CHECK(rows.front().area.y == doctest::Approx(area.y + 18));
        CHECK(rows.back().area.bottom() == doctest::Approx(area.bottom() - 18));
    }
}

TEST_CASE("no shape of a timeline is outside of its rows, at any zoom")
{
    const auto frames = wild(3, 3000);
    for (const Nanos length : {50'000ns, 30'000'000ns, 1'000'000'000ns, 60'000'000'000ns})
    {
        const Nanos from = (frames.back().start_wall_time - length) / 2;
        const Picture picture = timeline_of(frames, {from, from + length});
        const TimeAxis axis = timeline_axis({from, from + length}, strip, 1.0F);
        check_sound(picture);
        check_words(picture, 8); // the last time of the axis
        for (const RoundedBox& b : boxes_where(picture, [](const auto&) { return true; }))
        {
            const Bar bar = bar_of(b);
            REQUIRE(bar.left >= axis.left() - 3); // half of a dot
            REQUIRE(bar.right <= axis.right() + 3);
            REQUIRE(bar.top >= strip.y);
            REQUIRE(bar.bottom <= strip.bottom() + 1);
        }
    }
}

TEST_CASE("the frame under the mouse is the one measured over that time")
{
    auto frames = even(10, 10ms);
    frames[5].start_wall_time += 40ms; // 40 ms that no frame measured
    for (std::size_t i = 6; i < 10; ++i) frames[i].start_wall_time += 40ms;
    CHECK(*frame_index_at(frames, 5ms) == 0);
    CHECK(*frame_index_at(frames, 49ms) == 4);
    CHECK_FALSE(frame_index_at(frames, 70ms));
    CHECK(*frame_index_at(frames, 95ms) == 5);
    CHECK_FALSE(frame_index_at(frames, 1s));
    const TimeAxis axis = timeline_axis({0ns, 140ms}, strip, 1.0F);
    CHECK(*frame_index_at(frames, axis, axis.x_clamped_with_overhang(15ms)) == 1);
    CHECK_FALSE(frame_index_at(frames, axis, strip.x));
    CHECK_FALSE(frame_index_at(Frames{}, 5ms));
}

TEST_CASE("a wide timeline has a legend beside each name, before the frames; a narrow one has none")
{
    for (const float width : {900.0F, 700.0F})
    {
        const Rect area{0, 0, width, 150};
        const Picture picture = timeline_of({}, {0ns, 1s}, area);
        for (const char* legend : {"kept for the next frame", "steps; grey: all else", "dots: new frames"})
        {
            const auto has = [&](const Label& l) { return l.text == legend; };
            const auto at = std::ranges::find_if(picture.labels(), has);
            REQUIRE((at != picture.labels().end()) == (width > 800));
            if (width > 800) CHECK(at->anchor.x + 160 <= timeline_axis({0ns, 1s}, area, 1.0F).left());
        }
    }
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
        const AxisTicks found = axis_ticks(TimeAxis{{c.from, c.from + c.length}, 0, 600}, 92);
        std::vector<std::string> texts;
        for (const AxisTick& tick : found.ticks)
            if (!tick.label.empty()) texts.push_back(tick.label);
        CHECK_MESSAGE(texts == c.texts, fmt::format("{}", fmt::join(texts, ", ")));
        CHECK(found.base_time_label == c.base);
        CHECK(found.ticks.size() < 60);
    }
    CHECK(axis_ticks(TimeAxis{{-5s, -1s}, 0, 600}, 92).ticks.empty());
}

TEST_CASE("zooming keeps the time under the mouse, from a microsecond to an hour")
{
    const TimeSpan span{1s, 3s};
    const TimeSpan closer = zoomed_span(span, 0.5, 1500ms);
    CHECK(closer.from == 1250ms);
    CHECK(closer.to == 2250ms);
    CHECK(zoomed_span(span, 1e-12, 2s).length() == min_span_length);
    CHECK(zoomed_span(span, 1e12, 2s).length() == max_span_length);
    CHECK(shifted_into({-1s, 1s}, {0s, 10s}) == TimeSpan{0s, 2s});
    CHECK(shifted_into({9s, 11s}, {0s, 10s}) == TimeSpan{8s, 10s});
}

TEST_CASE("an axis converts pixels to times and back")
{
    const TimeAxis axis{{2s, 4s}, 100, 300};
    CHECK(axis.x_clamped_with_overhang(3s) == 200);
    CHECK(axis.time_at(200) == 3s);
    CHECK(axis.pixel_length(1s) == 100);
    CHECK(axis.x_clamped_with_overhang(0ns) < 100);
    CHECK(axis.x_clamped_with_overhang(0ns) > 80);
    CHECK(axis.duration_of_pixels(0.0F) == 1ns);
}
