// scenes/net/wire.hpp -- messages, and the wires that delay, reorder and lose them
#pragma once

#include "scenes/net/set_up.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace scenes
{

/// All inputs that the other has not said to have: a message that is lost is made good by the next one (G. Fiedler,
/// "Deterministic Lockstep", 2014).
struct Message
{
    std::int64_t number = 0; ///< of all messages, from 0
    std::size_t from    = 0;
    std::size_t to      = 0;
    Nanos sent{};
    Nanos arrives{};
    bool lost           = false; ///< it does not
    std::int64_t first  = 0;     ///< the tick of the first of them
    std::int64_t resent = 0;     ///< how many were in a message before
    std::vector<sim::Input> inputs{};
    std::int64_t has = 0; ///< of the other's inputs: those of the ticks before this one
};

/// One direction between two PCs. Its n-th message has a fate of its own, whoever asks and whenever.
class Wire
{
public:
    Wire(const NetworkLink& link, std::uint64_t seed)
        : link_{link}
        , seed_{seed}
    {
    }

    /// When the next message arrives that is sent at that time; nothing when it never does.
    std::optional<Nanos> carry(Nanos sent);

private:
    NetworkLink link_;
    std::uint64_t seed_;
    std::uint64_t number_ = 0;
};

} // namespace scenes
