// lab/settings/keyboard.hpp -- converts key events to the input of each physics step, in one of four ways
#pragma once

#include "sim/physics/input.hpp"
#include "timestep/latched_input.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace lab
{

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
    polled, ///< keys are read once a frame: a press reaches all steps of a frame, or is lost if there are none
    /// Each step reads which keys were down when its frame started. A press between two frame starts is lost.
    polled_in_step,
    next_step, ///< each press reaches exactly one step: the first one that runs after the press
};

class Keyboard
{
public:
    /// Records a press or release of a key. `wall_time` must be on the same clock as `frame_start` of begin_frame().
    void add_event(timestep::Nanos wall_time, Button button, bool is_down)
    {
        has_received_event_ = true;
        latched_buttons_.push(wall_time, static_cast<int>(button), is_down);
        polled_per_frame_.push(static_cast<int>(button), is_down);
        next_step_buttons_.push(static_cast<int>(button), is_down);
    }
    /// Must be called before the steps of each frame. `frame_start` is the wall time at the start of the frame.
    void begin_frame(timestep::Nanos frame_start, const timestep::StepPlan& plan)
    {
        step_times_ = {frame_start, plan};
        next_step_index_ = 0;
        polled_per_frame_.poll();
    }
    /// Wall time at the end of the next step of the frame.
    timestep::Nanos next_step_end_time() const { return step_times_.end_time(next_step_index_); }
    /// Must be called for each step, in order.
    void set_next_step_keys(KeyReading reading, sim::Input& input)
    {
        const std::int64_t step_index = next_step_index_++;
        if (!has_received_event_) return;
        const timestep::Buttons& latched = latched_buttons_.consume_step_events(step_times_, step_index);
        next_step_buttons_.poll();
        const std::uint64_t down = polled_per_frame_.buttons().down;
        const std::uint64_t down_before = std::exchange(down_in_last_step_, down);
        const timestep::Buttons polled_in_step{
            .down = down, .pressed = down & ~down_before, .released = down_before & ~down};
        const std::array buttons_by_reading{&latched, &polled_per_frame_.buttons(), &polled_in_step,
                                            &next_step_buttons_.buttons()};
        const timestep::Buttons& buttons = *buttons_by_reading[static_cast<std::size_t>(reading)];
        input.held = key_flags_of(buttons.down);
        input.pressed = key_flags_of(buttons.pressed);
        input.released = key_flags_of(buttons.released);
    }

private:
    static sim::KeyFlags key_flags_of(std::uint64_t bits)
    {
        const auto has_bit = [&](Button b) { return (bits & timestep::Buttons::mask(static_cast<int>(b))) != 0; };
        return {has_bit(Button::left), has_bit(Button::right), has_bit(Button::jump), has_bit(Button::dash)};
    }

    timestep::LatchedButtons latched_buttons_{};
    timestep::PolledButtons polled_per_frame_{}; ///< polled at the start of each frame
    timestep::PolledButtons next_step_buttons_{}; ///< polled in each step
    std::uint64_t down_in_last_step_ = 0;
    timestep::StepTimes step_times_{};
    std::int64_t next_step_index_ = 0;
    bool has_received_event_ = false;
};

} // namespace lab
