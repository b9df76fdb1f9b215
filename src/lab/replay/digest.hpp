// lab/replay/digest.hpp -- running checksums of the contents of a replay. The recorder stores them together with the
// state of the world, and each run of the replay computes them again: so a change of the file's contents is found even
// if no state depends on it
#pragma once

#include "lab/replay/replay.hpp"
#include "sim/physics/state_hash.hpp"

namespace lab
{

class ReplayDigest
{
public:
    /// `beginning` is the checksum of the file's beginning (Replay::beginning).
    explicit ReplayDigest(std::uint32_t beginning) { given_.add(std::uint64_t{beginning}); }

    /// Call these functions in the order in which the lane gets the inputs, events and frame times.
    void add(const InputChange& change);
    void add(const ReplayEvent& event);
    void add(Nanos length) { lengths_.add(std::int64_t{length.count()}); }

    /// Returns 32 bits for the state of the world and all inputs and events so far; 0 if the state contains a NaN.
    /// The value does not depend on frame times.
    std::uint32_t mark(const scenes::World& world) const;
    /// Returns 32 bits for all frame times and brakes, the numbers of frames and of ticks, and ReplayBlock::whole.
    std::uint32_t frames(std::int64_t count, std::int64_t ticks, bool whole) const;

private:
    sim::StateHash given_;   ///< inputs and events, except brakes
    sim::StateHash lengths_; ///< frame times
    sim::StateHash brakes_;  ///< apart, because a run gets a brake before its frame, and the recorder after it
};

} // namespace lab
