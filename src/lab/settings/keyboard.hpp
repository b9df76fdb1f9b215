// lab/settings/keyboard.hpp -- converts key events to the input of each step, latched or polled
#pragma once

#include "sim/physics/input.hpp"
#include "timestep/latched_input.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace lab
{

/// The keys that a scene can use, in the order of sim::Buttons.
enum class Button : std::uint8_t
{
    left,
    right,
    jump,
    dash,
};

inline constexpr std::array<std::string_view, 4> button_names{"left", "right", "jump", "dash"};

enum class KeyReading : std::uint8_t
{
    latched, ///< each press reaches exactly the step during which it happened
    polled,  ///< keys are read once a frame: a press reaches all steps of a frame, or is lost if there are none
};

/// Keeps the state of every key for both KeyReading modes, so that the user can switch at any time.
class Keyboard
{
public:
    /// Records that a key went down or up. `at` is the wall time of the event, on the clock of the frames.
    void push(timestep::Nanos at, Button button, bool down)
    {
        is_used_ = true;
        latched_.push(at, static_cast<int>(button), down);
        polled_.push(static_cast<int>(button), down);
    }
    /// Begins a frame, before its steps. `now` is the wall time at the start of the frame.
    void begin_frame(timestep::Nanos now, const timestep::StepPlan& plan)
    {
        times_ = {now, plan};
        step_  = 0;
        polled_.poll();
    }
    /// Sets the keys in `input` for the frame's next step. Changes nothing before the first push().
    void read_step(KeyReading reading, sim::Input& input)
    {
        if (!is_used_) return;
        const timestep::Buttons& latched = latched_.step(times_, step_++);
        const timestep::Buttons& read    = reading == KeyReading::latched ? latched : polled_.step();
        input.held                       = buttons_of(read.down);
        input.pressed                    = buttons_of(read.pressed);
        input.released                   = buttons_of(read.released);
    }

private:
    static sim::Buttons buttons_of(std::uint64_t bits)
    {
        const auto has = [&](Button b) { return (bits & timestep::Buttons::bit(static_cast<int>(b))) != 0; };
        return {has(Button::left), has(Button::right), has(Button::jump), has(Button::dash)};
    }

    timestep::LatchedButtons latched_{};
    timestep::PolledButtons polled_{};
    timestep::StepTimes times_{};
    std::int64_t step_ = 0;
    bool is_used_      = false; ///< true after the first push()
};

} // namespace lab
