// lab/settings/keyboard.hpp -- turns key events into the input of each step in one of two ways: latched or polled
//
// Latched: no press is lost. Polled: the keys are read once a frame.
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

/// The two ways in which a game can read its keys.
enum class KeyReading : std::uint8_t
{
    latched, ///< each press reaches exactly the step during which it happened
    polled,  ///< keys are read once a frame: a press reaches all steps of a frame, and is lost in a frame without steps
};

/// Keeps the state of every key for both ways of reading (latched and polled), so that the user can switch at any time.
class Keyboard
{
public:
    /// Records that a key went down or up. `at` is the wall time of the event, on the clock of the frames.
    void push(timestep::Nanos at, Button button, bool down);
    /// Begins a frame; call it before the frame's steps. `now` is the wall time at the start of the frame.
    void begin_frame(timestep::Nanos now, const timestep::StepPlan& plan);
    /// Sets the keys in `input` for the frame's next step. Changes nothing before the first push().
    void read(KeyReading reading, sim::Input& input);

private:
    timestep::LatchedButtons latched_{};
    timestep::PolledButtons polled_{};
    timestep::StepTimes times_{};
    std::int64_t step_ = 0;
    bool heard_        = false; ///< true: a key has gone down or up since the start (push() has been called)
};

} // namespace lab
