#include "lab/lab.hpp"

#include "lab/set_up.hpp"
#include "machine/virtual_pc.hpp"

#include <doctest/doctest.h>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

struct Window
{
    explicit Window(std::string_view network)
        : lab{settings_of(network), std::make_unique<machine::VirtualPc>(machine::Settings{}, 1)}
    {
        run(100ms);
    }
    static Settings settings_of(std::string_view network)
    {
        Settings settings;
        REQUIRE(!set(settings, "network.kind", network));
        return settings;
    }
    void run(Nanos length)
    {
        for (const Nanos until = lab.now() + length; lab.now() < until;)
        {
            lab.advance();
            lab.lose_time();
        }
    }

    Lab lab;
};

} // namespace

TEST_CASE("a game over a network asks first: nothing moves until it is run, and digits are answers")
{
    for (const net::KindRow& kind : net::all_kinds)
    {
        CAPTURE(kind.name);
        Window window{kind.name};
        REQUIRE(window.lab.network() != nullptr);
        CHECK(window.lab.lanes() == 2);
        CHECK(window.lab.network()->now() == Nanos::zero());
        const auto place = static_cast<std::size_t>(&kind - net::all_kinds.data());
        window.lab.apply(*find_key("2"));
        CHECK(window.lab.asked.guess[place] == 1);
        CHECK(window.lab.settings.loop.preset == Settings{}.loop.preset);
        window.lab.apply(*find_key("Space"));
        window.run(2s);
        CHECK(timestep::to_seconds(window.lab.network()->now()) == doctest::Approx(2.0).epsilon(0.05));
        CHECK(window.lab.lane(1).world().ticks() > 40);
        window.lab.apply(*find_key("Space")); // from now on it pauses
        CHECK(window.lab.settings.paused);
    }
}

TEST_CASE("what the stage shows of each PC is the world that the PC has")
{
    Window window{"rollback"};
    window.lab.apply(*find_key("Space"));
    window.run(3s);
    for (std::size_t pc = 0; pc < 2; ++pc)
    {
        const net::Peer& peer = window.lab.network()->game()[pc];
        CHECK(window.lab.lane(pc).world().state_hash() == peer.world().state_hash());
        CHECK(window.lab.lane(pc).samples().back().wall == peer.last_frame().at);
        CHECK(window.lab.lane(pc).totals().steps == peer.tick());
    }
}

TEST_CASE("a knob of the network begins the game anew, a reset too, and neither asks again")
{
    Window window{"lockstep"};
    window.lab.apply(*find_key("Space"));
    window.run(2s);
    REQUIRE(!set(window.lab.settings, "network.pcs", "4"));
    window.run(500ms);
    CHECK(window.lab.lanes() == 4);
    CHECK(window.lab.network()->now() < 600ms);
    CHECK(window.lab.network()->now() > 300ms);
    window.lab.apply(*find_key("R"));
    window.run(200ms);
    CHECK(window.lab.network()->now() < 300ms);
}

TEST_CASE("naming a set-up over a network puts it on the stage, from a drive file as from the command line")
{
    Settings settings;
    CHECK(!set(settings, "network.kind", "rollback"));
    CHECK(settings.mode == Mode::network);
    CHECK(network_of(settings).kind == net::Kind::rollback);
    CHECK(network_of(settings).input_delay == 1);
    CHECK(!set(settings, "network.loss", "50"));
    CHECK(network_of(settings).link.loss == 0.5);
    CHECK(set(settings, "network.kind", "lokstep").value_or("").find("lockstep") != std::string::npos);
    CHECK(command_line(settings).find("--network rollback") != std::string::npos);
}

TEST_CASE("a replay without a play is the live loop")
{
    Settings settings;
    settings.mode = Mode::replay;
    Lab lab{settings, std::make_unique<machine::VirtualPc>(machine::Settings{}, 1)};
    lab.advance();
    CHECK(lab.settings.mode == Mode::live);
    CHECK(lab.guest() == nullptr);
}
