// scenes/net/inputs.hpp -- the inputs of a network game: those of the scripted players, those that a PC knows, and the
// messages that carry them over connections which delay, reorder and lose
#pragma once

#include "scenes/net/set_up.hpp"
#include "sim/physics/input.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <span>

namespace scenes
{

class Inputs
{
public:
    /// The first tick whose input is not known yet.
    std::int64_t end() const { return first_ + static_cast<std::int64_t>(inputs_.size()); }
    /// The tick must be known and not be removed by forget().
    const sim::Input& operator[](std::int64_t tick) const { return inputs_[static_cast<std::size_t>(tick - first_)]; }
    /// An input without keys if no input is known.
    sim::Input last() const { return inputs_.empty() ? sim::Input{} : inputs_.back(); }
    void add(const sim::Input& input) { inputs_.push_back(input); }
    /// Always keeps the newest input.
    void forget(std::int64_t tick)
    {
        for (; first_ < tick && inputs_.size() > 1; ++first_) inputs_.pop_front();
    }

private:
    std::int64_t first_ = 0;
    std::deque<sim::Input> inputs_;
};

/// A scripted player grabs the body or holds a key from time to time. `pressed` and `released` are changes in `tick`.
sim::Input input_of(std::uint64_t seed, std::size_t player, std::int64_t tick);

/// All keys of all players, and the mean of the positions to which they pull the body.
sim::Input merged_input(std::span<const sim::Input> inputs);

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

    /// Arrival of the next message if it is sent at `sent`; empty if it is lost.
    std::optional<Nanos> carry(Nanos sent);

private:
    NetworkLink link_;
    std::uint64_t seed_;
    std::uint64_t number_ = 0;
};

} // namespace scenes
