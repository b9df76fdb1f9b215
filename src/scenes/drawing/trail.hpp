// scenes/drawing/trail.hpp -- records the positions of up to two points of a scene in each frame that a lane
// presented
#pragma once

#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "sim/physics/vec2.hpp"
#include "telemetry/frames.hpp"

#include <array>
#include <cstdint>
#include <limits>

namespace scenes
{

/// The positions in metres of up to two points of a scene whose past positions are recorded and drawn; NaN for an
/// unused point.
using Followed = std::array<sim::Vec2, 2>;

inline constexpr sim::Vec2 nowhere{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};

struct Sighting
{
    std::size_t frame = 0;
    timestep::Nanos game{}; ///< time of the frame on the game clock
    Followed at{};
    /// True if the point was teleported, so that no line joins it with the position before.
    bool jumped = false;
};

/// The positions of points in the presented frames of a lane. Each frame is recorded once. A reset, a change of
/// the scene, or a step back in time clears the record.
class Trail
{
public:
    /// Largest number of recorded frames: thirty seconds at 60 frames a second.
    static constexpr std::size_t capacity = 1800;

    /// Records a presented frame of `world`. `began` contains the number of events of each kind at the last reset or
    /// change of the loop; count() subtracts it, because a world's numbers of events are not set to zero at a reset.
    void add(const World& world, const sim::Events& began, const Moment& presented);

    const telemetry::Ring<Sighting>& sightings() const { return sightings_; }
    /// Returns the number of events of one kind, such as `&sim::Events::tunnelled`, since the last reset or change of
    /// the loop.
    int count(int sim::Events::*kind) const { return count(newest_, kind); }
    /// Returns the number of events of one kind from the last reset or change of the loop to an earlier frame. `then`
    /// contains the numbers of events up to that frame.
    int count(const sim::Events& then, int sim::Events::*kind) const { return then.*kind - began_.*kind; }

private:
    bool begins_anew(const World& world, const Moment& presented) const;

    telemetry::Ring<Sighting> sightings_{capacity};
    sim::Events began_{};
    sim::Events newest_{};
    const SceneType* scene_ = nullptr;
    std::int64_t ticks_     = 0;
    std::int64_t frame_     = -1;
};

} // namespace scenes
