// scenes/drawing/trail.hpp -- records the positions of up to two points in each frame that a lane presented
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

/// The positions in metres of up to two points whose past positions are drawn; NaN for an unused point.
using Followed = std::array<sim::Vec2, 2>;

inline constexpr sim::Vec2 nowhere{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};

struct Sighting
{
    std::size_t frame = 0;
    timestep::Nanos game{}; ///< time of the frame on the game clock
    Followed at{};
    bool jumped = false; ///< true if the point was teleported, so that no line joins it with the position before
};

/// The positions of points in the presented frames of a lane. Each frame is recorded once. A reset, a change of
/// the scene, or a step back in time clears the record.
class Trail
{
public:
    /// Thirty seconds at 60 frames a second.
    static constexpr std::size_t capacity = 1800;

    /// `began` has the events at the last reset or change of the loop, because a world's numbers are not reset.
    void add(const World& world, const sim::Events& began, const Moment& presented);

    const telemetry::Ring<Sighting>& sightings() const { return sightings_; }
    /// Number of events since the last reset or change of the loop.
    int count(int sim::Events::*kind) const { return count(newest_, kind); }
    /// The same number at an earlier frame, up to which `then` has the numbers of events.
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
