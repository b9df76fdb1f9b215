#include "lab/metrics/lane_verdict.hpp"
#include "lab/settings/set_up.hpp"
#include "lab/stage/lab.hpp"
#include "lab/stage/playing.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <array>
#include <memory>

using namespace lab;

namespace
{

struct Person
{
    Lab lab;

    explicit Person(const Settings& settings = {})
        : lab{settings, std::make_unique<sim::VirtualPc>(settings.machine, 1)}
    {
        watch(0.1);
    }

    void watch(double seconds)
    {
        const Nanos until = lab.pc().time() + timestep::from_seconds(seconds);
        while (lab.pc().time() < until)
        {
            lab.begin_frame();
            lab.end_frame();
        }
    }
    std::string verdict(std::size_t lane) const
    {
        return in_words(verdict_of(lab.lane(lane), lab.lane(lane).newest()));
    }
};

Settings own_settings()
{
    Settings settings;
    turn(settings, "scene.name", "chain");
    turn(settings, "loop.preset", "semi-fixed");
    turn(settings, "machine.jitter_ms", "3ms");
    return settings;
}

} // namespace

TEST_CASE("each card of the tour shows two loops, and the loop that it is about has the fault that its text names")
{
    struct Row
    {
        std::string_view above, below;
    };
    constexpr std::array<Row, 7> rows{{{"OK", "OK"},
                                       {"GONE", "OK"},
                                       {"SLOW", "OK"},
                                       {"DIFFERENT", "OK"},
                                       {"UNEVEN", "OK"},
                                       {"OK", "OK"},
                                       {"OK", "OK"}}};
    REQUIRE(Tour::cards().size() == rows.size());
    Person p;
    p.lab.start_tour();
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        CAPTURE(i);
        REQUIRE(p.lab.tour() != nullptr);
        CHECK(p.lab.tour()->place() == i);
        CHECK(is_first_screen(p.lab.settings));
        p.watch(8);
        CAPTURE(p.verdict(0));
        CHECK(p.verdict(0).starts_with(rows[i].above));
        const std::size_t last = p.lab.lanes() - 1;
        CHECK(p.lab.setup(last).name == "interpolated");
        CHECK(p.verdict(last).starts_with(rows[i].below));
        p.lab.turn_tour(true);
    }
    CHECK(p.lab.tour() == nullptr);
    CHECK(p.lab.progress.tour_done);
}

TEST_CASE("the arrow keys turn the cards of the tour")
{
    Person p;
    p.lab.start_tour();
    p.lab.apply(*find_key("Right"));
    CHECK(p.lab.tour()->place() == 1);
    CHECK_FALSE(p.lab.frozen());
    p.lab.apply(*find_key("Left"));
    CHECK(p.lab.tour()->place() == 0);
}

TEST_CASE("Back shows the card before with its set-up, and the first card has none before it")
{
    Person p;
    p.lab.start_tour();
    const std::string first = set_up_text(p.lab.settings);
    p.lab.turn_tour(true);
    CHECK(set_up_text(p.lab.settings) != first);
    p.lab.turn_tour(false);
    CHECK(set_up_text(p.lab.settings) == first);
    p.lab.turn_tour(false);
    CHECK(p.lab.tour()->place() == 0);
}

TEST_CASE("the tour restores every setting however it ends")
{
    for (const std::string_view end : {"End", "Escape", "the last Next", "M"})
    {
        CAPTURE(end);
        const Settings own = own_settings();
        Person p{own};
        p.lab.start_tour();
        p.watch(0.2);
        turn(p.lab.settings, "machine.delay_ms", "33ms");
        p.lab.turn_tour(true);
        p.watch(0.2);
        CHECK(set_up_text(p.lab.set_up()) == set_up_text(own));
        if (end == "End") p.lab.end_tour();
        if (end == "Escape") p.lab.apply(*find_key("Escape"));
        if (end == "M") p.lab.apply(*find_key("M"));
        while (end == "the last Next" && p.lab.tour() != nullptr) p.lab.turn_tour(true);
        p.watch(0.2);
        CHECK(p.lab.tour() == nullptr);
        CHECK(set_up_text(p.lab.settings) == set_up_text(own));
        CHECK(p.lab.settings.view.more);
    }
}

TEST_CASE("the tour is no step of undo, and settings of the window that change during it stay")
{
    Person p;
    p.lab.start_tour();
    p.watch(1);
    turn(p.lab.settings, "view.light", "on");
    p.lab.turn_tour(true);
    p.watch(1);
    p.lab.end_tour();
    p.watch(1);
    CHECK(p.lab.settings.view.light);
    p.lab.apply(*find_key("Ctrl+Z"));
    CHECK(set_up_text(p.lab.settings) == set_up_text({}));
    CHECK_FALSE(p.lab.settings.view.light);
}

TEST_CASE("undo during the tour undoes the tour alone, and redo does nothing")
{
    Person p;
    turn(p.lab.settings, "machine.jitter_ms", "3ms");
    p.watch(1);
    const std::string own = set_up_text(p.lab.settings);
    p.lab.start_tour();
    p.watch(1);
    turn(p.lab.settings, "machine.delay_ms", "33ms");
    p.watch(1);
    p.lab.apply(*find_key("Ctrl+Shift+Z"));
    CHECK(p.lab.tour() != nullptr);
    p.lab.apply(*find_key("Ctrl+Z"));
    p.watch(1);
    CHECK(p.lab.tour() == nullptr);
    CHECK(set_up_text(p.lab.settings) == own);
    p.lab.apply(*find_key("Ctrl+Z"));
    CHECK(set_up_text(p.lab.settings) == set_up_text({}));
    p.lab.apply(*find_key("Ctrl+Shift+Z"));
    CHECK(set_up_text(p.lab.settings) == own);
}

TEST_CASE("a set-up taken during the tour ends it and stays, and undo restores the set-up from before the tour")
{
    const std::string pasted = set_up_text(own_settings());
    Person p;
    turn(p.lab.settings, "machine.delay_ms", "12ms");
    p.watch(1);
    const std::string before = set_up_text(p.lab.settings);
    p.lab.start_tour();
    p.watch(1);
    CHECK(p.lab.take_set_up("timestep-lab set-up 9") != "");
    CHECK(p.lab.tour() != nullptr);
    CHECK(p.lab.take_set_up(pasted) == "");
    CHECK(p.lab.tour() == nullptr);
    p.watch(1);
    CHECK(set_up_text(p.lab.settings) == pasted);
    p.lab.apply(*find_key("Ctrl+Z"));
    CHECK(set_up_text(p.lab.settings) == before);
}

TEST_CASE("a presentation and a new recording of inputs begin with the user's set-up, without the tour")
{
    for (const bool presents : {true, false})
    {
        CAPTURE(presents);
        const std::string own = set_up_text(own_settings());
        Person p{own_settings()};
        p.lab.start_tour();
        p.watch(0.2);
        presents ? p.lab.present(true) : p.lab.start_over();
        CHECK(p.lab.tour() == nullptr);
        CHECK(set_up_text(p.lab.settings) == own);
        p.watch(0.2);
        CHECK(set_up_text(p.lab.setup(0).settings) == own);
    }
}

TEST_CASE("nothing starts the tour but the user")
{
    Person p;
    CHECK(p.lab.tour() == nullptr);
    p.lab.unfold(false);
    p.watch(0.1);
    p.lab.unfold(true);
    p.watch(0.1);
    CHECK(p.lab.tour() == nullptr);
}

TEST_CASE("every card has a title and a text, and names a loop that exists")
{
    for (const Tour::Card& card : Tour::cards())
    {
        CHECK_FALSE(card.title.empty());
        CHECK(card.text.ends_with("."));
        CHECK(timestep::find_preset(card.loop) != nullptr);
    }
}
