// scenes/drawing/trail.hpp -- the positions of a scene's followed points in the frames that a lane presented
#pragma once

#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "sim/physics/vec2.hpp"
#include "telemetry/ring.hpp"

#include <array>
#include <cstdint>
#include <limits>

namespace scenes
{

/// Up to two points of a scene that leave a trace, in metres; NaN for an unused point.
using Followed = std::array<sim::Vec2, 2>;

inline constexpr sim::Vec2 nowhere{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};

struct Sighting
{
    std::size_t frame = 0;
    timestep::Nanos game{}; ///< time of the game clock
    Followed at{};
    bool jumped = false; ///< teleported: no line is drawn from the sighting before
};

/// Records each presented frame of a lane once. A reset, a change of scene, or a step back in time clears it.
class Trail
{
public:
    /// Thirty seconds at 60 frames a second.
    static constexpr std::size_t capacity = 1800;

    /// Adds a presented frame of `world`. `began` holds the world's event counts at the last reset or change of loop.
    void add(const World& world, const sim::Events& began, const Moment& presented);

    const telemetry::Ring<Sighting>& sightings() const { return sightings_; }
    /// Returns the number of events of a kind since the last reset or change of loop: `count(&sim::Events::tunnelled)`.
    int count(int sim::Events::*kind) const { return count(newest_, kind); }
    /// Returns the same number for an earlier frame with the event counts `then`.
    int count(const sim::Events& then, int sim::Events::*kind) const { return then.*kind - began_.*kind; }

private:
    bool begins_anew(const World& world, const Moment& presented) const;

    telemetry::Ring<Sighting> sightings_{capacity};
    sim::Events began_{};
    sim::Events newest_{};
    std::size_t scene_  = 0;
    std::int64_t ticks_ = 0;
    std::int64_t frame_ = -1;
};

} // namespace scenes
