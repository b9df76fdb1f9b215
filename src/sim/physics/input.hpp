// sim/physics/input.hpp -- the user's input to a scene during one step
#pragma once

namespace sim
{

/// The keys that a scene can use.
struct Buttons
{
    bool left  = false;
    bool right = false;
    bool jump  = false;
    bool dash  = false;

    bool any() const { return left || right || jump || dash; }

    friend bool operator==(const Buttons&, const Buttons&) = default;
};

/// The input of one step: levels (keys that are down) and edges (keys that went down or up since the step before). The
/// caller that fills it decides whether a press can get lost between two steps. A scene sees no other input.
struct Input
{
    bool grabbed  = false;
    double hand_x = 0.0; ///< position of the hand in metres; used while `grabbed`
    double hand_y = 0.0; ///< height of the hand in metres; scenes with one dimension ignore it
    Buttons held{};      ///< keys that are down during this step
    Buttons pressed{};   ///< keys that went down since the step before
    Buttons released{};  ///< keys that went up since the step before

    friend bool operator==(const Input&, const Input&) = default;
};

} // namespace sim
