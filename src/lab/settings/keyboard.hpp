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
    /// Records that a key went down or up at `wall_time`, on the clock of the frames.
    void add_event(timestep::Nanos wall_time, Button button, bool is_down)
    {
        is_used_ = true;
        latched_.push(wall_time, static_cast<int>(button), is_down);
        polled_.push(static_cast<int>(button), is_down);
    }
    /// Begins a frame, before its steps. `frame_start` is on the wall clock.
    void begin_frame(timestep::Nanos frame_start, const timestep::StepPlan& plan)
    {
        step_times_ = {frame_start, plan};
        next_step_  = 0;
        polled_.poll();
    }
    /// Sets the keys in `input` for the frame's next step. Changes nothing before the first add_event().
    void set_next_step_keys(KeyReading reading, sim::Input& input)
    {
        if (!is_used_) return;
        const timestep::Buttons& latched = latched_.buttons_for_step(step_times_, next_step_++);
        const timestep::Buttons& buttons = reading == KeyReading::latched ? latched : polled_.buttons();
        input.held                       = buttons_of(buttons.down);
        input.pressed                    = buttons_of(buttons.pressed);
        input.released                   = buttons_of(buttons.released);
    }

private:
    static sim::Buttons buttons_of(std::uint64_t bits)
    {
        const auto has_bit = [&](Button b) { return (bits & timestep::Buttons::bit(static_cast<int>(b))) != 0; };
        return {has_bit(Button::left), has_bit(Button::right), has_bit(Button::jump), has_bit(Button::dash)};
    }

    timestep::LatchedButtons latched_{};
    timestep::PolledButtons polled_{};
    timestep::StepTimes step_times_{};
    std::int64_t next_step_ = 0;
    bool is_used_           = false; ///< true after the first add_event()
};

} // namespace lab
