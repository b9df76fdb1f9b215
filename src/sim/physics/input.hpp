// sim/physics/input.hpp -- the user's input to a simulated world (scene) during one step
#pragma once

namespace sim
{

/// One flag for each key that a simulated world (scene) can use.
struct Buttons
{
    bool left  = false;
    bool right = false;
    bool jump  = false;
    bool dash  = false;

    bool any() const { return left || right || jump || dash; }
    /// Returns the keys that are set in `a` or in `b` or in both.
    friend Buttons either(const Buttons& a, const Buttons& b)
    {
        return {a.left || b.left, a.right || b.right, a.jump || b.jump, a.dash || b.dash};
    }

    friend bool operator==(const Buttons&, const Buttons&) = default;
};

/// The user's input for one physics step: keys that are down, and keys that went down or up since the previous step. A
/// simulated world (scene) gets no other input. The caller decides whether a short key press between two steps is lost.
struct Input
{
    bool grabbed = false;
    /// X coordinate in metres to which the user's mouse pulls the body; used while `grabbed` is true.
    double hand_x = 0.0;
    double hand_y = 0.0; ///< height in metres to which the mouse pulls the body; not used in worlds with one dimension
    Buttons held{};      ///< keys that are down during this step
    Buttons pressed{};   ///< keys that went down since the previous step
    Buttons released{};  ///< keys that went up since the previous step

    friend bool operator==(const Input&, const Input&) = default;
};

/// Returns the input of the next step if nothing happens until then: held keys stay held, and no key goes down or up.
constexpr Input without_edges(Input input)
{
    input.pressed = input.released = {};
    return input;
}

} // namespace sim
