// scenes/net/game.hpp -- simulates a game that several PCs play over a network. The time is a whole number of
// nanoseconds; the same seed always gives the same game
#pragma once

#include "scenes/net/peer.hpp"

#include <array>
#include <functional>
#include <memory>

namespace scenes
{

/// Agreement::equal and Agreement::differ count only every 60th final tick: one a second at 60 Hz.
inline constexpr std::int64_t compared_ticks = 60;

/// After the first tick at which two worlds differ, their distance is measured at these times, in seconds of the game.
inline constexpr std::array<double, 3> measured_after{1.0, 10.0, 60.0};

/// The comparison of a PC's final states with those of the first PC. It ends when one of the two PCs is more than
/// FinalStates::most ticks ahead: the states to compare with are then no longer stored.
struct Agreement
{
    std::int64_t common = 0; ///< number of ticks that are final on both PCs and have been examined
    /// Number of ticks with equal states on both PCs. Only every 60th tick is counted.
    std::int64_t equal  = 0;
    std::int64_t differ = 0; ///< number of ticks with different states on the two PCs; only every 60th tick is counted
    /// First tick with different states, numbered from 1; empty if all states are equal.
    std::optional<std::int64_t> first{};
    double first_seconds = 0.0; ///< time of the first different tick, in seconds of the game on the first PC
    /// Distances |x1 - x2| of the two bodies in final states, at `measured_after` after the first different tick.
    std::vector<double> apart{};
};

class NetworkedGame
{
public:
    explicit NetworkedGame(const NetworkSetUp& set_up);
    NetworkedGame(const NetworkedGame&)  = delete;
    void operator=(const NetworkedGame&) = delete;

    /// Computes all frames that begin at or before `to`. Calls each(pc) after each frame.
    void advance_to(Nanos to, const std::function<void(std::size_t pc)>& after_frame = {});
    /// Computes the next frame. Returns the index of its PC.
    std::size_t single_frame();
    /// Start of the newest frame, or the argument of the last advance_to() if that is later.
    Nanos time() const { return time_; }

    const NetworkSetUp& set_up() const { return *set_up_; }
    std::size_t size() const { return peers_.size(); }
    const Peer& operator[](std::size_t pc) const { return peers_[pc]; }
    /// Messages of the last four seconds, in the order in which they were sent.
    const std::deque<Message>& messages() const { return messages_; }
    /// Comparison with the first PC.
    const Agreement& agreement(std::size_t pc) const { return agreements_[pc]; }
    /// |x1 - x2| of this PC's body and the first PC's body at the same second of the game. Empty if one of the two has
    /// no final state for it: not yet, or no longer. States of four seconds are kept, at most FinalStates::most.
    std::optional<double> distance(std::size_t pc, double seconds) const;
    /// Latest second of the game up to which the states of all PCs are final.
    double settled() const;

private:
    std::size_t next_pc() const;
    void compute_frame(std::size_t pc);
    void send_messages(std::size_t pc);
    void compare_states(std::size_t pc);
    void drop_states();

    std::unique_ptr<const NetworkSetUp> set_up_; ///< allocated on the heap, because each peer keeps a pointer to it
    std::vector<Peer> peers_;
    std::vector<Wire> wires_; ///< the connection from PC a to PC b is at the index a * (number of PCs) + b
    /// One list for each receiving PC.
    std::vector<std::vector<Message>> undelivered_;
    std::deque<Message> messages_;
    std::vector<Agreement> agreements_;
    std::int64_t next_message_number_ = 0;
    Nanos time_{};
};

} // namespace scenes
