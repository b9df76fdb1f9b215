// scenes/net/wire.hpp -- the messages of a network game, and the connections, which delay, reorder and lose messages
#pragma once

#include "scenes/net/set_up.hpp"

#include <cstdint>
#include <optional>

namespace scenes
{

/// A message from one PC to another. It contains all inputs of the sender that the receiver has not confirmed yet, so a
/// message also replaces earlier messages that were lost (G. Fiedler, "Deterministic Lockstep", 2014). The inputs are
/// stored as their ticks, because an input is a function of the tick (input_of).
struct Message
{
    std::int64_t number = 0; ///< serial number of the message, from 0
    std::size_t from    = 0;
    std::size_t to      = 0;
    Nanos sent{};
    Nanos arrives{};
    bool lost           = false; ///< true if the message never arrives
    std::int64_t first  = 0;     ///< tick of the first input in the message
    std::int64_t end    = 0;     ///< tick after the tick of the last input in the message
    std::int64_t resent = 0;     ///< number of inputs in the message that were already in an earlier message
    /// The sender has received the inputs of the receiver for all ticks before this one.
    std::int64_t has = 0;
};

/// A connection from one PC to another. The delay and the loss of its n-th message depend only on the seed and on n.
class Wire
{
public:
    Wire(const NetworkLink& link, std::uint64_t seed)
        : link_{link}
        , seed_{seed}
    {
    }

    /// Returns the time at which the next message arrives if it is sent at the time `sent`. Returns an empty value if
    /// the message is lost.
    std::optional<Nanos> carry(Nanos sent);

private:
    NetworkLink link_;
    std::uint64_t seed_;
    std::uint64_t number_ = 0;
};

} // namespace scenes
