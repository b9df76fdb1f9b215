#include "lab/lessons/tour.hpp"
#include "lab/settings/control_text.hpp"
#include "lab/settings/controls.hpp"
#include "lab/stage/lab.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <memory>

using namespace lab;
using Step = Tour::Step;

namespace
{

struct Person
{
    Lab lab{{}, std::make_unique<sim::VirtualPc>(sim::MachineSettings{}, 1)};

    Person()
    {
        lab.start_tour();
        watch(0.5);
    }

    void press(std::string_view key) { lab.apply(*find_key(key)); }
    void turn(std::string_view path, std::string_view text)
    {
        REQUIRE(assign(lab.settings, *find_control(lab.settings, path), text).value_or("") == "");
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
    Step step() const { return lab.tour()->step(); }
};

} // namespace

TEST_CASE("a user who follows the cards reaches the end of the tour, and the end is saved")
{
    Person p;
    CHECK(p.step() == Step::explode);
    p.press("2");
    p.turn("machine.delay_ms", "120ms");
    p.watch(6);
    CHECK(p.step() == Step::fix);
    p.press("5");
    p.press("R");
    p.watch(2.5);
    CHECK(p.step() == Step::stutter);
    p.press("L");
    p.press("4");
    p.turn("loop.hz", "20");
    p.turn("scene.swept", "off"); // steps of 50 ms pass the wall, so the tour does not go on
    p.watch(2.5);
    CHECK(p.step() == Step::stutter);
    p.turn("scene.swept", "on");
    p.press("R");
    p.watch(2.5);
    CHECK(p.step() == Step::smooth);
    CHECK(p.lab.lane().world().events().tunnelled == p.lab.lane().began().tunnelled);
    CHECK_FALSE(p.lab.progress.tour_done);
    p.press("5");
    p.watch(2.5);
    CHECK(p.step() == Step::done);
    CHECK(p.lab.progress.tour_done);
}

TEST_CASE("a card of the tour ends when its result is visible, not at a key press")
{
    Person p;
    p.press("2");
    p.watch(3);
    CHECK(p.step() == Step::explode);
    p.turn("machine.delay_ms", "40ms");
    p.watch(3);
    CHECK(p.step() == Step::explode);
    p.turn("machine.delay_ms", "120ms");
    p.watch(6);
    REQUIRE(p.step() == Step::fix);
    p.press("R"); // the reset lets the spring explode again
    p.watch(6);
    CHECK(p.step() == Step::fix);
    p.turn("machine.delay_ms", "0ms"); // without lag nothing explodes, which is not the fix that the card asks for
    p.press("R");
    p.watch(3);
    CHECK(p.step() == Step::fix);
}

TEST_CASE("every card has a title and a text, and points at controls that exist")
{
    Person p;
    const Tour::Card& card = p.lab.tour()->card();
    CHECK_FALSE(card.title.empty());
    CHECK(card.text.ends_with("."));
    for (const auto path : card.controls)
        CHECK((find_control(p.lab.settings, path) != nullptr || timestep::find_preset(path.substr(5)) != nullptr));
}

TEST_CASE("a skipped tour is over, and a started tour begins from the default settings")
{
    Person p;
    p.turn("scene.name", "chain");
    p.turn("view.light", "on");
    p.lab.skip_tour();
    CHECK(p.lab.tour() == nullptr);
    p.lab.start_tour();
    CHECK(std::get<scenes::SpringAndBall>(p.lab.settings.scene).knobs.swept);
    p.lab.skip_tour();
    CHECK_FALSE(std::get<scenes::SpringAndBall>(p.lab.settings.scene).knobs.swept);
    CHECK(p.lab.progress.tour_done);
    p.lab.start_tour();
    CHECK(p.step() == Step::explode);
    CHECK(p.lab.settings.scene.index() == Settings{}.scene.index());
    CHECK(p.lab.settings.view.light);
}
