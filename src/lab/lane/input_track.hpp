// lab/lane/input_track.hpp -- InputTrack: the user's input over time, from which each physics step reads its own
#pragma once

#include "sim/physics/input.hpp"
#include "sim/physics/vectors.hpp"
#include "timestep/time.hpp"

#include <cstdint>
#include <deque>

namespace lab
{

using timestep::Nanos;

/// How the hand comes to a new place.
enum class HandMotion : std::uint8_t
{
    moves, ///< it moves there from its last place, at constant velocity
    jumps, ///< it is there at once, and at rest, as in a script
};

/// The user's input over the wall time of the shown loops, one entry for each frame of the window. A held body has the
/// place and the velocity of the hand at the end of each step, as a key press reaches the step in which it happened.
class InputTrack
{
public:
    /// `wall_time` must never decrease. An entry with the time of the newest one replaces it: while the clock stands
    /// still, as in a pause, the hand jumps.
    void append(Nanos wall_time, const sim::Input& input, HandMotion motion = HandMotion::moves);
    /// The input of a step that ends at `wall_time`. Between two entries the hand moves in a straight line. After the
    /// newest one its place and its velocity stay. The velocity is the mean over the last 50 ms, or since the grab if
    /// that is later.
    sim::Input at(Nanos wall_time) const;

private:
    struct Entry
    {
        Nanos wall_time{};
        sim::Input input{};
        HandMotion motion = HandMotion::moves;
    };

    bool moves_to(std::size_t entry_index) const;
    sim::Vec2 place_at(Nanos wall_time, std::size_t entry_index) const;

    std::deque<Entry> entries_; ///< oldest first; empty before the first grab
};

inline const InputTrack no_input{};

} // namespace lab
