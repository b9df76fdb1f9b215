// sim/physics/input.hpp -- what hands do to a scene during one step
#pragma once

namespace sim
{

/// The keys that a scene may listen to.
struct Buttons
{
    bool left  = false;
    bool right = false;
    bool jump  = false;
    bool dash  = false;

    bool any() const { return left || right || jump || dash; }

    friend bool operator==(const Buttons&, const Buttons&) = default;
};

/// One step's input: levels (what is down) and edges (what went down since the step before). Whoever fills it decides
/// whether a press may get lost between two steps; a scene only ever sees this.
struct Input
{
    bool grabbed  = false;
    double hand_x = 0.0; ///< metres; where the hand is while it grabs
    double hand_y = 0.0; ///< metres, upwards; ignored by scenes that live on a line
    Buttons held{};      ///< level: down during this step
    Buttons pressed{};   ///< edge: went down since the step before
    Buttons released{};  ///< edge: went up since the step before

    friend bool operator==(const Input&, const Input&) = default;
};

} // namespace sim
