#include "lab/settings/controls.hpp"
#include "lab/settings/keyboard.hpp"
#include "lab/stage/lab.hpp"
#include "sim/machine/virtual_pc.hpp"

#include <doctest/doctest.h>

using namespace lab;
using namespace std::chrono_literals;

namespace
{
// Returns the number of steps in a frame that see a press of the jump key.
int steps_that_hear(Keyboard& keyboard, KeyReading reading, Nanos now, std::int64_t steps, Nanos carried = {})
{
    keyboard.begin_frame(now, {.steps = steps, .dt = 10ms, .carried = carried});
    int heard = 0;
    for (std::int64_t i = 0; i < steps; ++i)
    {
        sim::Input input;
        keyboard.read(reading, input);
        heard += input.pressed.jump ? 1 : 0;
    }
    return heard;
}

// Runs the player for 9 s with an accumulator of `hz` steps a second and a frame delay of `delay`, and returns its
// events. The jump key is pressed every 0.917 s for 30 ms.
sim::Events played(KeyReading reading, const char* hz, const char* delay)
{
    Settings settings;
    for (const auto& [path, value] :
         {std::pair{"scene.name", "player"}, std::pair{"loop.preset", "accumulator"}, std::pair{"loop.hz", hz},
          std::pair{"scene.autopilot", "off"}, std::pair{"machine.delay_ms", delay}})
        REQUIRE(!assign(settings, *find_control(settings, path), value));
    settings.keys = reading;
    Lab lab{settings, std::make_unique<sim::VirtualPc>(settings.machine, 1)};
    std::string script;
    for (int i = 1; i <= 9; ++i)
        script += "at " + std::to_string(i * 0.917) + " press jump\nat " + std::to_string(i * 0.917 + 0.03) +
                  " let-go jump\n";
    lab.drive(std::get<Drive>(parse_drive(script, "keys", settings)));
    while (lab.pc().time() < 9s)
    {
        lab.follow_drive();
        lab.begin_frame();
        lab.end_frame();
    }
    return lab.lane().world().events();
}
} // namespace

TEST_CASE("a latched press reaches exactly one step: of a frame with several, or after a frame with none")
{
    Keyboard keyboard;
    keyboard.push(5ms, Button::jump, true);
    CHECK(steps_that_hear(keyboard, KeyReading::latched, 10ms, 0, 10ms) == 0);
    CHECK(steps_that_hear(keyboard, KeyReading::latched, 40ms, 4) == 1);
    CHECK(steps_that_hear(keyboard, KeyReading::latched, 80ms, 4) == 0);
}

TEST_CASE("a polled press reaches both steps of a frame with two, and is lost in a frame with none")
{
    Keyboard doubled;
    doubled.push(5ms, Button::jump, true);
    CHECK(steps_that_hear(doubled, KeyReading::polled, 20ms, 2) == 2);
    Keyboard lost;
    lost.push(5ms, Button::jump, true);
    CHECK(steps_that_hear(lost, KeyReading::polled, 5ms, 0, 5ms) == 0);
    CHECK(steps_that_hear(lost, KeyReading::polled, 10ms, 1) == 0);
}

TEST_CASE("without a pressed key the buttons of the input are unchanged")
{
    Keyboard keyboard;
    keyboard.begin_frame(10ms, {.steps = 1, .dt = 10ms});
    sim::Input input;
    input.held.right = true;
    keyboard.read(KeyReading::latched, input);
    CHECK(input.held.right);
}

TEST_CASE("the player jumps at every latched press, and misses polled presses at 20 steps a second")
{
    CHECK(played(KeyReading::latched, "20", "0ms").jumped == 9);
    CHECK(played(KeyReading::latched, "240", "0ms").jumped == 9);
    CHECK(played(KeyReading::polled, "20", "0ms").jumped < 9);
    CHECK(played(KeyReading::polled, "240", "0ms").jumped == 9);
}
