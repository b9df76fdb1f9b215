// sim/physics/input.hpp -- the user's input to a scene during one step
#pragma once

namespace sim
{

/// One flag for each key that a scene can use.
struct Buttons
{
    bool left  = false;
    bool right = false;
    bool jump  = false;
    bool dash  = false;

    bool any() const { return left || right || jump || dash; }
    /// Returns the keys that are set in `a`, in `b`, or in both.
    friend Buttons either(const Buttons& a, const Buttons& b)
    {
        return {a.left || b.left, a.right || b.right, a.jump || b.jump, a.dash || b.dash};
    }

    friend bool operator==(const Buttons&, const Buttons&) = default;
};

/// The user's input for one physics step: keys that are down, and keys that went down or up since the previous step. A
/// scene (a simulated world) gets no other input. The caller fills it in and decides whether a short key press between
/// two steps is lost.
struct Input
{
    bool grabbed  = false;
    double hand_x = 0.0; ///< x in metres at which the user's mouse holds the body; used while `grabbed` is true
    double hand_y = 0.0; ///< height in metres at which the mouse holds the body; scenes with one dimension ignore it
    Buttons held{};      ///< keys that are down during this step
    Buttons pressed{};   ///< keys that went down since the previous step
    Buttons released{};  ///< keys that went up since the previous step

    friend bool operator==(const Input&, const Input&) = default;
};

} // namespace sim
