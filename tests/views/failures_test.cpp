// Tests how failures are drawn: slow motion as two clocks, uneven motion as a strip of pictures, lateness as a line,
// missed bounces as a tally.
#include "views/playing.hpp"

#include <algorithm>
#include <cmath>
#include <string>

using namespace draw;

namespace
{

const Label* find(const Picture& picture, std::string_view begin)
{
    const auto found =
        std::ranges::find_if(picture.labels(), [&](const Label& l) { return l.text.starts_with(begin); });
    return found == picture.labels().end() ? nullptr : &*found;
}

double number_in(const Label* label)
{
    REQUIRE(label != nullptr);
    return std::stod(label->text.substr(label->text.find(' ')));
}

lab::Settings with(std::string_view scene, std::string_view loop, const Turns& turns)
{
    lab::Settings settings = settings_of(scene, loop);
    turn(settings, {{"machine.vsync", "on"}, {"machine.render_cost_ms", "2ms"}});
    turn(settings, turns);
    return settings;
}

std::size_t outlined(const Picture& picture, draw::Colour colour = draw::dark.alarm)
{
    const auto is_outline = [&](const Shape& shape)
    {
        const auto* box = std::get_if<Box>(&shape);
        return box != nullptr && box->ring > 0 && !box->is_disc() && box->colour == colour;
    };
    return static_cast<std::size_t>(std::ranges::count_if(picture.shapes(), is_outline));
}

} // namespace

TEST_CASE("a game in slow motion shows two clocks that diverge; a game in time shows none")
{
    Played slow{with("spring-and-ball", "fixed", {{"machine.delay_ms", "40ms"}}), 60};
    const Picture& picture = slow.draw();
    const double apart     = number_in(find(picture, "wall ")) - number_in(find(picture, "game "));
    CHECK(apart == doctest::Approx(timestep::to_seconds(slow.lab.lane().samples().back().late)).epsilon(0.1));
    slow.play(60);
    const Picture& later = slow.draw();
    CHECK(number_in(find(later, "wall ")) - number_in(find(later, "game ")) > 1.8 * apart);
    for (const char* loop : {"variable", "semi-fixed", "accumulator", "interpolated"})
    {
        CAPTURE(loop);
        Played well{with("uniform-motion", loop, {{"machine.delay_ms", "40ms"}}), 120};
        CHECK(find(well.draw(), "wall ") == nullptr);
    }
}

TEST_CASE("stutter shows a strip of the last pictures with repeated pictures outlined")
{
    for (const char* scene : {"uniform-motion", "spring-and-ball", "bouncing-ball"})
    {
        CAPTURE(scene);
        Played stutters{with(scene, "accumulator", {{"loop.hz", "50"}}), 300};
        const Picture& picture = stutters.draw();
        CHECK(outlined(picture) == 2); // of twelve pictures, two repeat the one before
        CHECK(find(picture, "the last pictures, newest right; outlined: the same picture twice") != nullptr);
        Played smooth{with(scene, "interpolated", {{"loop.hz", "50"}}), 300};
        CHECK(outlined(smooth.draw()) == 0);
        CHECK(find(smooth.draw(), "the last pictures") == nullptr);
    }
    Played jumps{with("uniform-motion", "accumulator", {{"loop.hz", "72"}}), 300};
    CHECK(outlined(jumps.draw()) >= 2);
    CHECK(find(jumps.draw(), "the last pictures, newest right; outlined: too much") != nullptr);
}

TEST_CASE("a picture that is one step old says so below a line from the ball to its ring; a new picture does not")
{
    Played old{with("spring-and-ball", "interpolated", {}), 200};
    while (find(old.draw(), "shown 16.7 ms late") == nullptr) // the line appears when the motion is fast enough
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
    const auto ends    = [](const Label& l) { return l.text.ends_with(" bounces"); };
    const auto& labels = slow.draw().labels();
    const auto tally   = std::ranges::find_if(labels, ends);
    REQUIRE(tally != labels.end());
    const int done = std::stoi(tally->text);
    const int due  = std::stoi(tally->text.substr(tally->text.find(" of ") + 4));
    CHECK(done < due);
    CHECK(due == slow.lab.lane().ring_bounces());
    Played late{with("spring-and-ball", "interpolated", {{"machine.delay_ms", "40ms"}}), 60};
    const auto& others = late.draw().labels();
    const auto all     = std::ranges::find_if(others, ends);
    REQUIRE(all != others.end());
    CHECK(all->text.substr(0, all->text.find(' ')) == std::to_string(late.lab.lane().ring_bounces()));
}

TEST_CASE("a low lane of a race shows an outlined mark for each missed bounce, and one that is too low shows none")
{
    Played slow{with("spring-and-ball", "fixed", {{"machine.delay_ms", "40ms"}}), 60};
    const int missed = slow.lab.lane().ring_bounces() - slow.lab.lane().world().events().bounced;
    REQUIRE(missed > 0);
    slow.area.h = 92;
    CHECK(outlined(slow.draw(), draw::dark.ink) == static_cast<std::size_t>(missed));
    slow.area.h = 60;
    CHECK(outlined(slow.draw(), draw::dark.ink) == 0);
}
