// sim/physics/input.hpp -- the user's input to a scene during one step
#pragma once

namespace sim
{

/// One value for each key. Its meaning depends on the member of Input: the key is down, went down, or went up.
struct Buttons
{
    bool left  = false;
    bool right = false;
    bool jump  = false;
    bool dash  = false;

    bool any() const { return left || right || jump || dash; }
    friend Buttons combined(const Buttons& a, const Buttons& b)
    {
        return {a.left || b.left, a.right || b.right, a.jump || b.jump, a.dash || b.dash};
    }

    friend bool operator==(const Buttons&, const Buttons&) = default;
};

/// Input of one step. Key changes between two steps are lost unless the caller adds them to `pressed` and `released`.
struct Input
{
    bool grabbed = false;
    /// X coordinate in metres to which the mouse pulls the body, if `grabbed` is true.
    double hand_x = 0.0;
    double hand_y = 0.0; ///< height in metres to which the mouse pulls the body; not used in worlds with one dimension
    Buttons held{};      ///< keys that are down during this step
    Buttons pressed{};   ///< keys that went down since the previous step
    Buttons released{};  ///< keys that went up since the previous step

    friend bool operator==(const Input&, const Input&) = default;
};

/// A copy with the same held keys, but without pressed and released keys.
constexpr Input without_edges(Input input)
{
    input.pressed  = {};
    input.released = {};
    return input;
}

} // namespace sim
