// Tests how failures are drawn: slow motion as two clocks, uneven motion as a strip of pictures, lateness as a line,
// missed bounces as a tally.
#include "base/number.hpp"
#include "scenes/ball_with_part/ball_with_part.hpp"
#include "views/playing.hpp"

namespace
{

double number_in(const Label* label)
{
    REQUIRE(label != nullptr);
    return std::stod(label->text.substr(label->text.find(' ')));
}

lab::Settings with(std::string_view scene, std::string_view loop, const Turns& turns)
{
    lab::Settings settings =
        settings_of(scene, loop, "0ms", {{"machine.vsync", "on"}, {"machine.render_cost_ms", "2ms"}});
    turn(settings, turns);
    return settings;
}

std::size_t outlined(const Picture& picture, draw::Colour colour = draw::dark_theme.warning)
{
    return boxes_where(picture,
                       [&](const auto& b) { return b.outline_width > 0 && !b.is_disc() && b.colour == colour; })
        .size();
}

} // namespace

TEST_CASE("a game in slow motion shows two clocks that diverge; a game in time shows none")
{
    Played slow{with("spring-and-ball", "fixed", {{"machine.delay_ms", "40ms"}}), 60};
    const Picture& picture = slow.draw();
    const double apart =
        number_in(label_that_begins(picture, "real ")) - number_in(label_that_begins(picture, "game "));
    CHECK(apart == doctest::Approx(timestep::to_seconds(slow.lab.lane().samples().back().lateness)).epsilon(0.1));
    slow.play(60);
    const Picture& later = slow.draw();
    CHECK(number_in(label_that_begins(later, "real ")) - number_in(label_that_begins(later, "game ")) > 1.8 * apart);
    for (const char* loop : {"variable", "semi-fixed", "accumulator", "interpolated"})
    {
        CAPTURE(loop);
        Played well{with("uniform-motion", loop, {{"machine.delay_ms", "40ms"}}), 120};
        CHECK(label_that_begins(well.draw(), "real ") == nullptr);
    }
}

TEST_CASE("the words below the line to the ring give the lost time, as the sentence of the lane does")
{
    Played slow{with("spring-and-ball", "fixed", {{"machine.delay_ms", "40ms"}}), 60};
    const std::string lost = base::rounded_duration_text(slow.lab.lane().samples().back().lost_time);
    CHECK(says(slow.draw(), "game " + lost + " behind"));
}

TEST_CASE("below the scene is a block for each picture of the last 1.5 s, as wide as it stayed; uneven ones are red")
{
    const auto blocks_in_strip = [](Played& played, bool is_red)
    {
        const Rect strip = lane_layout(played.area).strip;
        return boxes_where(played.draw(),
                           [&](const auto& b)
                           {
                               return strip.contains({b.x, b.y}) && b.outline_width == 0 && b.half_h > 6 &&
                                      is_same_ink(b.colour, dark_theme.alarm) == is_red;
                           });
    };
    for (const char* scene : {"uniform-motion", "spring-and-ball", "bouncing-ball"})
    {
        CAPTURE(scene);
        Played stutters{with(scene, "accumulator", {{"loop.hz", "50"}}), 300};
        const auto red = blocks_in_strip(stutters, true).size();
        const auto grey = blocks_in_strip(stutters, false);
        CHECK(((red >= 14) && (red <= 16))); // ten a second
        CHECK(red + grey.size() >= 74);
        CHECK(red + grey.size() <= 77);
        const auto width = [](const auto& b) { return b.half_w + b.radius; };
        const auto [min, max] = std::ranges::minmax(grey, {}, width);
        CHECK(width(max) > 1.9F * width(min));
        CHECK(says(stutters.draw(), "50 pictures a second"));
        Played smooth{with(scene, "interpolated", {{"loop.hz", "50"}}), 300};
        CHECK(blocks_in_strip(smooth, true).empty());
        CHECK(blocks_in_strip(smooth, false).size() >= 89);
        CHECK(says(smooth.draw(), "60 pictures a second, even"));
    }
}

TEST_CASE("a picture that is one step old says so below a line from the ball to its ring; a new picture does not")
{
    Played old{with("spring-and-ball", "interpolated", {}), 200};
    // The line appears when the motion is fast enough.
    while (label_that_begins(old.draw(), "picture 16.7 ms late") == nullptr)
    {
        old.play(1);
        REQUIRE(old.lab.lane().samples().size() < 230);
    }
    Played fresh{with("spring-and-ball", "variable", {}), 205};
    const auto& labels = fresh.draw().labels();
    CHECK(std::ranges::none_of(labels, [](const Label& l) { return l.text.starts_with("shown "); }));
}

TEST_CASE("a ball that has missed bounces shows how many; a ball that is only late has missed none")
{
    Played slow{with("spring-and-ball", "fixed", {{"machine.delay_ms", "40ms"}}), 60};
    const auto ends = [](const Label& l) { return l.text.ends_with(" bounces"); };
    const auto& labels = slow.draw().labels();
    const auto tally = std::ranges::find_if(labels, ends);
    REQUIRE(tally != labels.end());
    const int done = std::stoi(tally->text);
    const int due = std::stoi(tally->text.substr(tally->text.find(" of ") + 4));
    CHECK(done < due);
    CHECK(due == slow.lab.lane().tallied_reference_bounces());
    Played late{with("spring-and-ball", "interpolated", {{"machine.delay_ms", "40ms"}}), 60};
    const auto& others = late.draw().labels();
    const auto all = std::ranges::find_if(others, ends);
    REQUIRE(all != others.end());
    CHECK(all->text.substr(0, all->text.find(' ')) == std::to_string(late.lab.lane().tallied_reference_bounces()));
}

TEST_CASE("a ball that has passed through the wall has no tally, because the badge counts its passes")
{
    Played through{with("spring-and-ball", "variable", {{"machine.delay_ms", "33ms"}})};
    const auto& lane = through.lab.lane();
    for (int i = 0; i < 100 && (lane.world().events().tunnelled == 0 || lane.tallied_reference_bounces() == 0); ++i)
        through.play(1);
    REQUIRE(lane.world().events().tunnelled > 0);
    CHECK_FALSE(says(through.draw(), " bounce"));
}

TEST_CASE("a low lane of a race shows an outlined mark for each missed bounce, and one that is too low shows none")
{
    Played slow{with("spring-and-ball", "fixed", {{"machine.delay_ms", "40ms"}}), 60};
    const int missed = slow.lab.lane().tallied_reference_bounces() - slow.lab.lane().world().events().bounced;
    REQUIRE(missed > 0);
    slow.area.h = 92;
    CHECK(outlined(slow.draw(), draw::dark_theme.text) == static_cast<std::size_t>(missed));
    slow.area.h = 60;
    CHECK(outlined(slow.draw(), draw::dark_theme.text) == 0);
}

TEST_CASE("a lane that is WRONG has a red cross and a red circle in every picture, and one that is OK never has one")
{
    const auto is_red = [](const auto& b) { return is_same_ink(b.colour, dark_theme.alarm); };
    for (const std::string_view loop : {"semi-fixed", "accumulator", "interpolated", "variable"})
        for (const std::string_view delay : {"16ms", "18ms", "40ms"})
            for (const float height : {300.0F, 92.0F})
            {
                INFO("loop ", loop, ", delay ", delay);
                Played played{with("ball-with-part", loop, {{"machine.vsync", "off"}, {"machine.delay_ms", delay}})};
                played.area.h = height;
                for (int i = 0; i < 150; ++i)
                {
                    played.play(1);
                    const auto verdict = played.lab.lane().judgement().verdict;
                    const Rect scene = lane_layout(played.area).scene; // the strip below it can be red
                    const auto red = boxes_where(played.draw(),
                                                 [&](const auto& b) {
                                                     return is_red(b) && scene.contains({b.x, b.y});
                                                 });
                    const bool has_cross = std::ranges::count_if(red, is_line) >= 4; // the cross, and the double line
                    const bool has_ring = std::ranges::any_of(red, [](const auto& b) { return b.outline_width == 2; });
                    if (verdict.kind == lab::LaneVerdict::Kind::wrong) CHECK((has_cross && has_ring));
                    INFO("i ", i, ", verdict ", verdict_text(verdict));
                    if (verdict.is_faultless()) CHECK(red.empty());
                }
            }
}

TEST_CASE("the tally says 1 bounce, draws the newest 16 after three dots, and its words end before the clocks")
{
    const auto is_tick = [](const auto& b)
    {
        return !b.is_disc() && !is_same_ink(b.colour, dark_theme.dim_text) && 2 * (b.half_w + b.radius) <= 4.01F &&
               2 * (b.half_h + b.radius) == doctest::Approx(11.0F);
    };
    for (const float width : {640.0F, 900.0F, 1264.0F})
    {
        CAPTURE(width);
        Played slow{with("ball-with-part", "fixed", {{"machine.delay_ms", "40ms"}})};
        slow.area = {0, 0, width, 300};
        bool has_one = false;
        for (int i = 0; i < 500; ++i)
        {
            slow.play(1);
            const Picture& picture = slow.draw();
            check_words(picture);
            const int due = slow.lab.lane().tallied_reference_bounces();
            has_one = has_one || says(picture, "of 1 bounce");
            CHECK_FALSE(says(picture, " 1 bounces"));
            const auto dots = boxes_where(picture, [](const auto& b)
                                          { return b.is_disc() && b.radius == 1 && b.outline_width == 0; });
            CHECK(dots.size() == (due > 16 ? 3 : 0));
            const auto ticks = boxes_where(picture, is_tick);
            CHECK(ticks.size() == static_cast<std::size_t>(std::min(due, 16)));
        }
        if (width >= 900) CHECK(has_one);
        CHECK(slow.lab.lane().tallied_reference_bounces() > 30);
    }
}

TEST_CASE("a ball that is gone has a red arrow at the edge of the picture, and no lines to it")
{
    Played gone{with("ball-with-part", "variable", {{"machine.delay_ms", "90ms"}}), 60};
    REQUIRE(lab::is_body_gone(gone.lab.lane().newest_moment().sample));
    for (const float height : {300.0F, 92.0F})
    {
        gone.area.h = height;
        const auto arrows = [&]
        {
            std::size_t found = 0;
            for (const Shape& shape : gone.draw().shapes())
                if (const auto* quad = std::get_if<Quad>(&shape); quad != nullptr && quad->colour == dark_theme.alarm)
                    ++found;
            return found;
        }();
        CHECK(arrows == 1);
        CHECK(boxes_where(gone.picture, [](const auto& b)
                          { return is_line(b) && b.colour == dark_theme.dim_text && b.radius == 1.2F; })
                  .empty());
    }
}

TEST_CASE("the legend of a lane that is different, which is no fault, gives the steps of its ring")
{
    const lab::Settings shorter =
        with("ball-with-part", "semi-fixed", {{"machine.vsync", "off"}, {"machine.render_cost_ms", "25ms"}});
    Played different{shorter, 320};
    CHECK(says(different.draw(), "ring: with steps of 16.7 ms"));
    CHECK_FALSE(says(different.picture, "where the ball should be"));
}

TEST_CASE("the weight is drawn on a spring, and named when it has left the ball")
{
    Played played{with("ball-with-part", "variable", {{"machine.delay_ms", "75ms"}})};
    const auto has_name = [](const Picture& picture)
    { return std::ranges::find(picture.labels(), "weight", &Label::text) != picture.labels().end(); };
    int beside = 0;
    for (int i = 0; i < 20; ++i)
    {
        played.play(1);
        const auto& state = played.lab.lane().shown_state().as<scenes::BallWithPart::State>();
        const double apart = std::abs(state.weight_x - state.x);
        const auto discs = boxes_where(
            played.draw(), [](const auto& b)
            { return b.is_disc() && b.outline_width == 0 && b.colour == dark_theme.metal && b.radius > 2.5F; });
        const bool is_named = has_name(played.picture);
        if (apart <= 0.12) CHECK_FALSE(is_named);
        if (is_named) CHECK_FALSE(discs.empty());
        beside += is_named ? 1 : 0;
    }
    CHECK(beside > 0);
    Played away{with("ball-with-part", "variable", {{"machine.delay_ms", "150ms"}}), 40};
    CHECK(says(away.draw(), "springs alone: stable up to 70.1 ms")); // beside the ball and its part, drawn once more
    Played calm{with("ball-with-part", "interpolated", {}), 20};
    CHECK_FALSE(
        boxes_where(calm.draw(), [](const auto& b) { return b.is_disc() && b.colour == dark_theme.metal; }).empty());
    CHECK_FALSE(has_name(calm.picture));
}
