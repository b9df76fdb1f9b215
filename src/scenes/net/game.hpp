// scenes/net/game.hpp -- a game that several PCs play together, computed on one clock of whole nanoseconds; the same
// seed gives the same game
#pragma once

#include "scenes/net/peer.hpp"

#include <functional>
#include <memory>

namespace scenes
{

/// The state hashes of two PCs are compared once in this number of ticks.
inline constexpr std::int64_t compared_ticks = 60;

/// The comparison of a PC's final states with those of the first PC.
struct Agreement
{
    std::int64_t common = 0;             ///< ticks that are final on both PCs
    std::int64_t equal  = 0;             ///< compared ticks with equal states; every 60th tick is compared
    std::int64_t differ = 0;             ///< compared ticks with different states
    std::optional<std::int64_t> first{}; ///< first tick with different states; ticks count from 1
};

class NetworkedGame
{
public:
    explicit NetworkedGame(const NetworkSetUp& set_up);
    NetworkedGame(const NetworkedGame&)  = delete;
    void operator=(const NetworkedGame&) = delete;

    /// Computes all frames that begin up to `to`. Calls each(pc) after each frame.
    void advance_to(Nanos to, const std::function<void(std::size_t pc)>& each = {});
    /// Computes the next frame of the game. Returns the index of its PC.
    std::size_t single_frame();
    /// Returns the time of the newest frame, or the time of the last advance_to if it is later.
    Nanos time() const { return time_; }

    const NetworkSetUp& set_up() const { return *set_up_; }
    std::size_t size() const { return peers_.size(); }
    const Peer& operator[](std::size_t pc) const { return peers_[pc]; }
    /// Returns the messages of the last four seconds, in the order in which they were sent.
    const std::deque<Message>& messages() const { return messages_; }
    /// Compares the final states of that PC with those of the first PC.
    Agreement agreement(std::size_t pc) const;
    /// Returns |x - x| of that PC and the first PC at the same second of the game; empty if one of the two has no final
    /// state for that second yet.
    std::optional<double> distance(std::size_t pc, double seconds) const;
    /// Returns the seconds of the game up to which the states of all PCs are final.
    double settled() const;

private:
    std::size_t next_pc() const;
    void compute(std::size_t pc);
    void send(std::size_t pc);

    std::unique_ptr<const NetworkSetUp> set_up_; ///< on the heap, because the peers keep pointers to it
    std::vector<Peer> peers_;
    std::vector<Wire> wires_;                     ///< index: sending PC * number of PCs + receiving PC
    std::vector<std::vector<Message>> under_way_; ///< messages that have not arrived yet, by receiving PC
    std::deque<Message> messages_;
    std::int64_t number_ = 0;
    Nanos time_{};
};

} // namespace scenes
