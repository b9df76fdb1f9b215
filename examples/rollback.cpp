// Two players over a connection that delays every input by five ticks. Each PC predicts the other player's input and
// rolls back after a wrong prediction. No time is lost, and both PCs end in the same state. Usage: rollback [seconds]
#include "timestep/rollback.hpp"
#include "timestep/presets/accumulator.hpp"
#include "timestep/ticks.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

using namespace timestep;

using Inputs = std::array<int, 2>; // input of each player: -1, 0 or 1
using State = std::array<int, 2>; // position of each player

void move(State& state, const Inputs& inputs, std::int64_t)
{
    for (std::size_t player = 0; player < 2; ++player)
        state[player] += inputs[player] * (1 + state[1 - player] % 3); // depends on the other player
}

// Input of a simulated player, who changes direction every 7 or 11 ticks.
int input_of(std::size_t player, std::int64_t tick) { return static_cast<int>(tick / (player == 0 ? 7 : 11) % 3) - 1; }

struct Pc
{
    static constexpr std::int64_t delay = 5; // delay of the connection in ticks

    std::size_t player;
    Rollback<State, Inputs> world{};
    Inputs known{}; // newest known input of each player; the prediction repeats it
    long rollbacks = 0;
    bool is_in_sync = true; // false if an input has arrived too late to correct its tick

    // Corrects the tick whose input has just arrived, and predicts that the input stays the same.
    void receive()
    {
        const std::int64_t tick = world.next_tick() - delay;
        const std::size_t other = 1 - player;
        if (tick < 0) return;
        known[other] = input_of(other, tick);
        for (std::int64_t t = tick; t < world.next_tick(); ++t)
            is_in_sync = world.correct_input(t, both(t)) && is_in_sync;
        rollbacks += world.resimulate(move) > 0 ? 1 : 0;
    }
    void step()
    {
        receive();
        world.step(both(world.next_tick()), move);
    }

private:
    Inputs both(std::int64_t tick) const
    {
        Inputs inputs = known;
        inputs[player] = input_of(player, tick);
        return inputs;
    }
};

int main(int argc, char** argv)
{
    const Nanos length = from_seconds(argc > 1 ? std::atof(argv[1]) : 300.0);
    auto loop = presets::accumulator(hz(60));
    Pc here{.player = 0}, there{.player = 1};
    Nanos wall{};
    for (; wall < length; wall += Nanos{17ms})
        run_steps(loop.plan({.frame_time = Nanos{17ms}}),
                  [&](double)
                  {
                      here.step();
                      there.step();
                  });

    State alone{}; // the same game without a network
    const std::int64_t confirmed = here.world.next_tick() - Pc::delay;
    for (std::int64_t tick = 0; tick < here.world.next_tick(); ++tick)
        move(alone, {input_of(0, tick), input_of(1, tick)}, tick);
    for (Pc* pc : {&here, &there}) // the last inputs arrive
        for (std::int64_t tick = confirmed; tick < pc->world.next_tick(); ++tick)
            pc->is_in_sync = pc->world.correct_input(tick, {input_of(0, tick), input_of(1, tick)}) && pc->is_in_sync;
    here.world.resimulate(move);
    there.world.resimulate(move);

    const bool same =
        here.is_in_sync && there.is_in_sync && here.world.state() == alone && there.world.state() == alone;
    std::printf("%ld ticks, %ld expected, %ld rollbacks, states %s\n", static_cast<long>(here.world.next_tick()),
                static_cast<long>(tick_at(hz(60), wall)), here.rollbacks + there.rollbacks, same ? "equal" : "DIFFER");
    return same ? 0 : 1;
}
