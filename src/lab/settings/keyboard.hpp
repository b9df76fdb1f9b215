// lab/settings/keyboard.hpp -- a lane's keys, read as a careful game reads them or as a careless one does
#pragma once

#include "sim/physics/input.hpp"
#include "timestep/latched_input.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace lab
{

/// The keys that a scene may listen to, in the order of sim::Buttons.
enum class Button : std::uint8_t
{
    left,
    right,
    jump,
    dash,
};

inline constexpr std::array<std::string_view, 4> button_names{"left", "right", "jump", "dash"};

/// How a game reads its keys.
enum class KeyReading : std::uint8_t
{
    latched, ///< each press reaches the one step during which it happened
    polled,  ///< once a frame, for all steps of the frame: some see it twice, a frame without a step loses it
};

/// Hears every key in both ways, so that one may change to the other at any time.
class Keyboard
{
public:
    /// On the wall clock of the frames.
    void push(timestep::Nanos at, Button button, bool down);
    /// Once a frame, before its steps; `now` is when the frame was measured.
    void begin_frame(timestep::Nanos now, const timestep::StepPlan& plan);
    /// Fills in the buttons of the next step of the frame; leaves them alone until a first key was heard.
    void read(KeyReading reading, sim::Input& input);

private:
    timestep::LatchedButtons latched_{};
    timestep::PolledButtons polled_{};
    timestep::StepTimes times_{};
    std::int64_t step_ = 0;
    bool heard_        = false;
};

} // namespace lab
