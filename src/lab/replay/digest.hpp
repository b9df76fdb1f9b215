// lab/replay/digest.hpp -- checksums of the contents of a replay up to some time
//
// The recorder stores these checksums in the file, and each run of the replay computes them again. So a damaged or
// changed file is detected even if the change has no effect on the state of the world.
#pragma once

#include "lab/replay/replay.hpp"
#include "sim/physics/state_hash.hpp"

namespace lab
{

class ReplayDigest
{
public:
    /// `beginning` is Replay::beginning: the checksum of the file's first line and start settings.
    explicit ReplayDigest(std::uint32_t beginning) { given_.add(std::uint64_t{beginning}); }

    /// Adds a change of the user's input. Call the functions add() in the order in which the lane (loop) gets inputs,
    /// events and frame times.
    void add(const InputChange& change);
    void add(const ReplayEvent& event);
    void add(Nanos length) { lengths_.add(std::int64_t{length.count()}); }

    /// Returns a checksum of 32 bits of the world's state and all inputs and events so far; 0 if the state contains a
    /// NaN. It does not depend on frame times.
    std::uint32_t mark(const scenes::World& world) const;
    /// Returns a 32-bit checksum of all frame times, of all frames that the program stopped early (brakes), and of the
    /// three arguments: numbers of frames and physics steps, and whether all steps had one fixed size.
    std::uint32_t frames(std::int64_t count, std::int64_t ticks, bool whole) const;

private:
    /// Checksum of inputs and events, but without brakes (frames that the program stopped early).
    sim::StateHash given_;
    sim::StateHash lengths_; ///< checksum of frame times
    /// Checksum of brakes (frames that the program stopped early). It is separate, because brakes come in another
    /// order: the recorder adds a brake after its frame, and a run of the replay adds it before the frame.
    sim::StateHash brakes_;
};

} // namespace lab
