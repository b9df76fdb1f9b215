// sim/physics/input.hpp -- the user's input to a scene during one step
#pragma once

namespace sim
{

/// One flag for each key: it is down (in Input::held), went down (Input::pressed) or went up (Input::released).
struct KeyFlags
{
    bool left = false;
    bool right = false;
    bool jump = false;
    bool dash = false;

    bool any() const { return left || right || jump || dash; }
    friend KeyFlags combined(const KeyFlags& a, const KeyFlags& b)
    {
        return {a.left || b.left, a.right || b.right, a.jump || b.jump, a.dash || b.dash};
    }

    friend bool operator==(const KeyFlags&, const KeyFlags&) = default;
};

/// Input of one step. Key changes between two steps are lost unless the caller adds them to `pressed` and `released`.
struct Input
{
    bool grabbed = false; ///< true while the hand holds the body
    double drag_target_x = 0.0; ///< X coordinate of the hand in metres at the end of the step, if `grabbed`
    double drag_target_y = 0.0; ///< height of the hand in metres; not used in worlds with one dimension
    double drag_velocity_x = 0.0; ///< velocity of the hand in m/s at the end of the step, if `grabbed`
    double drag_velocity_y = 0.0;
    KeyFlags held{}; ///< keys that are down during this step
    KeyFlags pressed{}; ///< keys that went down since the previous step
    KeyFlags released{}; ///< keys that went up since the previous step

    friend bool operator==(const Input&, const Input&) = default;
};

/// A copy with the same held keys, but without pressed and released keys.
constexpr Input without_key_changes(Input input)
{
    input.pressed = {};
    input.released = {};
    return input;
}

} // namespace sim
