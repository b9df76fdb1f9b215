// scenes/net/wire.hpp -- messages, and the wires that delay, reorder and lose them
#pragma once

#include "scenes/net/set_up.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace scenes
{

/// A message with all inputs that the receiver has not confirmed yet. So the next message replaces a lost one (G.
/// Fiedler, "Deterministic Lockstep", 2014).
struct Message
{
    std::int64_t number = 0; ///< serial number of the message, from 0
    std::size_t from    = 0;
    std::size_t to      = 0;
    Nanos sent{};
    Nanos arrives{};
    bool lost           = false; ///< the message never arrives
    std::int64_t first  = 0;     ///< tick of inputs.front()
    std::int64_t resent = 0;     ///< number of inputs that were also in an earlier message
    std::vector<sim::Input> inputs{};
    std::int64_t has = 0; ///< the sender has the receiver's inputs of all ticks before this one
};

/// One direction between two PCs. The delay and loss of the n-th message depend only on the seed and on n.
class Wire
{
public:
    Wire(const NetworkLink& link, std::uint64_t seed)
        : link_{link}
        , seed_{seed}
    {
    }

    /// Returns the time at which the next message, sent at `sent`, arrives; empty if it is lost.
    std::optional<Nanos> carry(Nanos sent);

private:
    NetworkLink link_;
    std::uint64_t seed_;
    std::uint64_t number_ = 0;
};

} // namespace scenes
