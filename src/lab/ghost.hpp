// lab/ghost.hpp -- the motion as it ought to be, on the clock and not on the loop: the same physics, finely stepped
#pragma once

#include "lab/keyboard.hpp"
#include "physics/world.hpp"
#include "telemetry/ring.hpp"
#include "timestep/presets/accumulator.hpp"

namespace lab
{

using timestep::Nanos;

/// Where the exact motion was at a moment of the game's clock.
struct GhostDot
{
    Nanos game{};
    double x = 0.0;
};

/// A frame as the ghost is told of it.
struct GhostFrame
{
    Nanos length{};
    Nanos wall{}; ///< wall clock when it was measured
    Nanos game{}; ///< game's clock then
};

class Ghost
{
public:
    physics::World world;

    void reset();
    /// All the time that has passed, up to the frame.
    void advance(const GhostFrame& frame, const physics::Input& input);
    /// Every press reaches the fine step during which it happened.
    void press(Nanos at, Button button, bool down) { keyboard_.push(at, button, down); }
    /// As it is now.
    const physics::AnyState& state() const { return state_; }
    const telemetry::Ring<GhostDot>& dots() const { return dots_; }

private:
    bool follows() const;

    static constexpr timestep::Rate rate     = timestep::hz(4800); ///< steps a second
    static constexpr std::int64_t dot_every  = 20;                 ///< steps
    static constexpr std::size_t dot_history = 2880;               ///< twelve seconds: History::reach and a page

    decltype(timestep::presets::accumulator()) loop_ = timestep::presets::accumulator(rate);
    telemetry::Ring<GhostDot> dots_{dot_history};
    Keyboard keyboard_{};
    std::int64_t steps_ = 0;
    physics::AnyState state_{};
};

} // namespace lab
