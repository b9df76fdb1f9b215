#include "lab/settings/keyboard.hpp"

namespace lab
{

namespace
{
sim::Buttons as_scene_sees(std::uint64_t bits)
{
    const auto has = [&](Button b) { return (bits & timestep::Buttons::bit(static_cast<int>(b))) != 0; };
    return {has(Button::left), has(Button::right), has(Button::jump), has(Button::dash)};
}
} // namespace

void Keyboard::push(timestep::Nanos at, Button button, bool down)
{
    heard_ = true;
    latched_.push(at, static_cast<int>(button), down);
    polled_.push(static_cast<int>(button), down);
}

void Keyboard::begin_frame(timestep::Nanos now, const timestep::StepPlan& plan)
{
    times_ = {now, plan};
    step_  = 0;
    polled_.poll();
}

void Keyboard::read(KeyReading reading, sim::Input& input)
{
    if (!heard_) return;
    const timestep::Buttons& latched = latched_.step(times_, step_++);
    const timestep::Buttons& seen    = reading == KeyReading::latched ? latched : polled_.step();
    input.held                       = as_scene_sees(seen.down);
    input.pressed                    = as_scene_sees(seen.pressed);
    input.released                   = as_scene_sees(seen.released);
}

} // namespace lab
