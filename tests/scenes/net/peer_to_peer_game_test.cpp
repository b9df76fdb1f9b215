#include "scenes/net/network_pc.hpp"
#include "scenes/net/peer_to_peer_game.hpp"
#include "thorough.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace std::chrono_literals;
using scenes::NetworkSetup;
using scenes::PeerToPeerGame;
using scenes::SyncMethod;
using timestep::Nanos;

namespace
{

NetworkSetup setup(SyncMethod kind, std::size_t pcs = 2)
{
    NetworkSetup made{.sync_method = kind, .pc_count = pcs};
    made.loop = std::make_shared<const timestep::Loop>(timestep::find_preset("accumulator")->make(made.rate));
    return made;
}

// A network of random size, delay, jitter and loss, in which some messages arrive.
NetworkSetup at_random(SyncMethod kind, std::uint64_t seed)
{
    std::mt19937_64 random{seed};
    const auto number = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
    NetworkSetup made = setup(kind, static_cast<std::size_t>(2 + number(3)));
    made.connection = {.delay = number(300) * 1ms, .jitter = number(200) * 1ms, .loss = 0.01 * number(70)};
    made.input_delay = number(15);
    made.rollback_window = 1 + number(15);
    made.seed = seed;
    return made;
}

double speed_of(const PeerToPeerGame& game, std::size_t pc)
{
    return game[pc].world.time() / timestep::to_seconds(game.wall_time());
}

void check_all_agree(const PeerToPeerGame& game)
{
    for (std::size_t pc = 1; pc < game.pc_count(); ++pc)
    {
        const scenes::StateComparison found = game.comparison_with_first_pc(pc);
        CHECK(!found.first_difference_tick);
        CHECK(found.different_sample_count == 0);
    }
}

// Adds the hashes of the ticks that were confirmed since the last call.
void add_new_hashes(std::vector<std::uint64_t>& hashes, const scenes::ConfirmedStates& states)
{
    REQUIRE(states.first_tick <= std::ssize(hashes) + 1);
    for (std::int64_t tick = std::ssize(hashes) + 1; tick <= states.last_tick(); ++tick)
        hashes.push_back(states[tick].hash);
}

} // namespace

TEST_CASE("in lockstep all worlds are equal at every tick, for any delay, reordering and loss")
{
    for (int seed = 1; seed <= tries(100); ++seed)
    {
        CAPTURE(seed);
        PeerToPeerGame game{at_random(seed % 5 == 0 ? SyncMethod::lockstep_slow_pc : SyncMethod::lockstep,
                                      static_cast<std::uint64_t>(seed))};
        game.advance_to(20s);
        check_all_agree(game);
        for (std::size_t pc = 0; pc < game.pc_count(); ++pc) CHECK(game[pc].tick() > 10);
    }
}

TEST_CASE("the ticks that rollback confirms equal those of lockstep with the same inputs")
{
    for (int seed = 1; seed <= tries(60); ++seed)
    {
        CAPTURE(seed);
        NetworkSetup of_both = at_random(SyncMethod::rollback, static_cast<std::uint64_t>(seed));
        PeerToPeerGame rollback{of_both};
        of_both.sync_method = SyncMethod::lockstep;
        PeerToPeerGame lockstep{of_both};
        std::vector<std::uint64_t> a, b;
        for (Nanos to{}; to <= 20s; to += 1s)
        {
            rollback.advance_to(to);
            lockstep.advance_to(to);
            add_new_hashes(a, rollback[0].confirmed_states);
            add_new_hashes(b, lockstep[0].confirmed_states);
        }
        check_all_agree(rollback);
        const std::size_t common = std::min(a.size(), b.size());
        REQUIRE(common > 10);
        a.resize(common);
        b.resize(common);
        CHECK(a == b);
    }
}

TEST_CASE("lockstep runs every PC at the speed of the slowest, and the other PCs wait for it")
{
    for (std::size_t pcs = 2; pcs <= 4; ++pcs)
    {
        PeerToPeerGame game{setup(SyncMethod::lockstep_slow_pc, pcs)};
        game.advance_to(60s);
        for (std::size_t pc = 0; pc < pcs; ++pc)
        {
            CHECK(speed_of(game, pc) == doctest::Approx(0.5).epsilon(0.01));
            const bool waits = pc + 1 < pcs;
            CHECK((game[pc].totals.total_wait > 20s) == waits);
        }
        CHECK(game[pcs - 1].totals.total_wait < 1s); // waits only for the first message
    }
}

TEST_CASE("in lockstep PCs wait only for inputs that arrive after their tick")
{
    NetworkSetup with = setup(SyncMethod::lockstep);
    with.connection.loss = 0.0;
    PeerToPeerGame in_time{with};
    in_time.advance_to(30s);
    with.input_delay = 1;
    PeerToPeerGame too_late{with};
    too_late.advance_to(30s);
    for (std::size_t pc = 0; pc < 2; ++pc)
    {
        CHECK(in_time[pc].totals.wait_count == 1); // waits only for the first message
        CHECK(speed_of(in_time, pc) > 0.995);
        CHECK(too_late[pc].totals.wait_count > 100);
        CHECK(speed_of(too_late, pc) < 0.7);
    }
}

TEST_CASE("the distances after the first different tick are those at their seconds of the game")
{
    for (const char* const loop : {"variable", "fixed", "accumulator"})
    {
        CAPTURE(std::string{loop});
        NetworkSetup with = setup(SyncMethod::unsynced, 3);
        with.loop = std::make_shared<const timestep::Loop>(timestep::find_preset(loop)->make(with.rate));
        PeerToPeerGame game{with};
        std::vector<std::vector<double>> expected(3);
        for (Nanos to{}; to <= 90s; to += 50ms)
        {
            game.advance_to(to);
            for (std::size_t pc = 1; pc < 3; ++pc)
            {
                const scenes::StateComparison& found = game.comparison_with_first_pc(pc);
                if (!found.first_difference_tick || expected[pc].size() == scenes::distance_measurement_seconds.size())
                    continue;
                const double second =
                    found.first_difference_seconds + scenes::distance_measurement_seconds[expected[pc].size()];
                if (const auto apart = game.confirmed_distance(pc, second)) expected[pc].push_back(*apart);
            }
        }
        for (std::size_t pc = 1; pc < 3; ++pc)
        {
            CHECK(expected[pc].size() >= 2); // with `fixed`, a slow PC does not reach the distance after 60 s
            CHECK(game.comparison_with_first_pc(pc).distances == expected[pc]);
        }
    }
}

TEST_CASE("the confirmed states of a PC are bounded: the newest, and those that are still to be compared or shown")
{
    scenes::ConfirmedStates states;
    for (int tick = 1; tick <= 100; ++tick) states.append({0.1 * tick, 1.0 * tick, 0});
    states.drop_before(50, 8.0);
    CHECK(states.first_tick == 50); // tick 50 has not been compared yet
    states.drop_before(100, 8.05);
    CHECK(states.first_tick == 80); // last state before 8.05 s, needed to interpolate
    CHECK(states.x_at(8.05).value_or(0.0) == doctest::Approx(80.5));
    CHECK_FALSE(states.x_at(7.9));
    CHECK_FALSE(states.x_at(10.1));
    for (std::size_t tick = 0; tick < scenes::ConfirmedStates::max_states; ++tick) states.append({});
    CHECK(states.last_tick() == 100 + std::int64_t{scenes::ConfirmedStates::max_states});
    CHECK(states.first_tick == 101);

    for (const SyncMethod kind :
         {SyncMethod::lockstep, SyncMethod::lockstep_slow_pc, SyncMethod::unsynced, SyncMethod::rollback})
    {
        PeerToPeerGame game{setup(kind, 4)};
        game.advance_to(120s);
        for (std::size_t pc = 0; pc < 4; ++pc)
        {
            const scenes::ConfirmedStates& kept = game[pc].confirmed_states;
            CHECK(kept.last_tick() - kept.first_tick < 360); // six seconds
        }
        CHECK(game.sent_messages().front().sent_time > 115s);
    }
}

TEST_CASE("a lost message is made up by the next one, and every message is counted")
{
    NetworkSetup with = setup(SyncMethod::lockstep, 4);
    with.connection.loss = 0.3;
    PeerToPeerGame game{with};
    game.advance_to(30s);
    for (std::size_t pc = 0; pc < game.pc_count(); ++pc)
    {
        const scenes::NetworkPcTotals& totals = game[pc].totals;
        const double share =
            static_cast<double>(totals.lost_message_count) / static_cast<double>(totals.sent_message_count);
        CHECK(share == doctest::Approx(0.3).epsilon(0.1));
        CHECK(totals.resent_input_count > totals.sent_input_count / 2);
        CHECK(totals.resent_input_count < totals.sent_input_count);
    }
    for (const scenes::InputMessage& message : game.sent_messages())
        CHECK((message.is_lost ||
               (message.arrival_time >= message.sent_time + 50ms && message.arrival_time <= message.sent_time + 60ms)));
}

TEST_CASE("a game depends on its seed, not on how it is advanced")
{
    for (const SyncMethod kind :
         {SyncMethod::lockstep, SyncMethod::lockstep_slow_pc, SyncMethod::unsynced, SyncMethod::rollback})
    {
        NetworkSetup with = setup(kind, 3);
        PeerToPeerGame at_once{with};
        at_once.advance_to(10s);
        PeerToPeerGame bit_by_bit{with};
        for (Nanos to{}; to < 10s; to += 7ms) bit_by_bit.advance_to(to);
        bit_by_bit.advance_to(10s);
        with.seed = 2;
        PeerToPeerGame other{with};
        other.advance_to(10s);
        for (std::size_t pc = 0; pc < 3; ++pc)
        {
            CHECK(at_once[pc].world.state_hash() == bit_by_bit[pc].world.state_hash());
            CHECK(at_once[pc].totals.sent_message_count == bit_by_bit[pc].totals.sent_message_count);
            CHECK(at_once[pc].world.state_hash() != other[pc].world.state_hash());
        }
    }
}

TEST_CASE("every scene runs over a network")
{
    for (const scenes::SceneType* scene : scenes::all_scenes())
    {
        if (scene->name == "storm") continue; // a step takes milliseconds, too long for this test
        CAPTURE(scene->name);
        for (const SyncMethod kind : {SyncMethod::lockstep, SyncMethod::rollback})
        {
            NetworkSetup with = setup(kind);
            with.world = scenes::World{scenes::find_scene_defaults(scene->name).value()};
            PeerToPeerGame game{with};
            game.advance_to(5s);
            check_all_agree(game);
        }
    }
}

TEST_CASE("a player's input depends only on seed, player and tick; joined inputs hold every held key")
{
    bool anything = false;
    for (std::int64_t tick = 0; tick < 600; ++tick)
    {
        const sim::Input input = scenes::simulated_input(3, 1, tick);
        CHECK(input == scenes::simulated_input(3, 1, tick));
        anything = anything || input.held.any();
    }
    CHECK(anything);
    const sim::Input hands[]{
        {.grabbed = true, .drag_target_x = 1.0}, {.held = {.left = true}}, {.grabbed = true, .drag_target_x = 2.0}};
    const sim::Input all = scenes::combined_input(hands);
    CHECK(all.drag_target_x == 1.5);
    CHECK(all.held.left);
    CHECK(!all.held.right);
}
