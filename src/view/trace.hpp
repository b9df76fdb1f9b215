// view/trace.hpp -- where the moving things stood in the frames that a lane presented
#pragma once

#include "physics/moment.hpp"
#include "physics/vec2.hpp"
#include "physics/world.hpp"
#include "telemetry/ring.hpp"

#include <array>
#include <cstdint>
#include <limits>

namespace view
{

/// Up to two points of a scene that leave a trace, in metres; NaN for none.
using Followed = std::array<physics::Vec2, 2>;

inline constexpr physics::Vec2 nowhere{std::numeric_limits<double>::quiet_NaN(),
                                       std::numeric_limits<double>::quiet_NaN()};

struct Sighting
{
    std::size_t frame = 0;
    timestep::Nanos game{}; ///< on the game's clock
    Followed at{};
    bool jumped = false; ///< teleported: no line leads here from the sighting before
};

/// Takes each presented frame of a lane once. A reset, another scene, or time that goes back clears it.
class Trace
{
public:
    /// Half a minute at 60 frames a second.
    static constexpr std::size_t capacity = 1800;

    /// Adds a presented frame of that world. `began`: the world's events at the last reset or change of loop.
    void add(const physics::World& world, const physics::Events& began, const physics::Moment& presented);

    const telemetry::Ring<Sighting>& sightings() const { return sightings_; }
    /// How often something happened since the reset or change of loop, as the world counts it:
    /// `&physics::Events::tunnelled` ...
    int count(int physics::Events::*kind) const { return count(newest_, kind); }
    /// The same of a moment that was seen.
    int count(const physics::Events& then, int physics::Events::*kind) const { return then.*kind - began_.*kind; }

private:
    bool begins_anew(const physics::World& world, const physics::Moment& presented) const;

    telemetry::Ring<Sighting> sightings_{capacity};
    physics::Events began_{};
    physics::Events newest_{};
    std::size_t scene_  = 0;
    std::int64_t ticks_ = 0;
    std::int64_t frame_ = -1;
};

} // namespace view
