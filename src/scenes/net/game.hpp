// scenes/net/game.hpp -- simulates a game that several PCs play over a network. Times are in whole nanoseconds, so the
// same seed always gives the same game
#pragma once

#include "scenes/net/peer.hpp"

#include <array>
#include <functional>
#include <memory>

namespace scenes
{

/// The states of every 60th final tick are counted as equal or different (Agreement): once a second at 60 Hz.
inline constexpr std::int64_t comparison_tick_interval = 60;

/// Game time in seconds from the first tick with different states to each of Agreement::distances.
inline constexpr std::array<double, 3> distance_delays{1.0, 10.0, 60.0};

/// The comparison of a PC's final states with those of the first PC. It stops for good when one of the two PCs is over
/// FinalStates::max_states ticks ahead, because the states of the other ticks are no longer stored.
struct Agreement
{
    std::int64_t examined_ticks  = 0; ///< number of ticks that are final on both PCs and have been examined
    std::int64_t equal_count     = 0; ///< compared ticks (every 60th) with equal states on both PCs
    std::int64_t different_count = 0; ///< compared ticks (every 60th) with different states
    /// First tick with different states, numbered from 1; empty if all states are equal.
    std::optional<std::int64_t> first_difference_tick{};
    double first_difference_seconds = 0.0; ///< game time in seconds of that tick on the first PC
    /// Distances |x1 - x2| between the bodies of the two PCs, `distance_delays` after the first difference.
    std::vector<double> distances{};
};

class NetworkedGame
{
public:
    explicit NetworkedGame(const NetworkSetUp& set_up);
    NetworkedGame(const NetworkedGame&)  = delete;
    void operator=(const NetworkedGame&) = delete;

    /// Simulates all frames that begin at or before `to`. Calls after_frame(pc) after each frame of the PC `pc`.
    void advance_to(Nanos to, const std::function<void(std::size_t pc)>& after_frame = {});
    /// Simulates the next frame. Returns the index of its PC.
    std::size_t simulate_single_frame();
    /// Start of the newest frame or, if that is later, the last argument of advance_to().
    Nanos time() const { return time_; }

    const NetworkSetUp& set_up() const { return *set_up_; }
    std::size_t size() const { return peers_.size(); }
    const Peer& operator[](std::size_t pc) const { return peers_[pc]; }
    /// Messages of the last four seconds, in the order in which they were sent.
    const std::deque<Message>& messages() const { return messages_; }
    const Agreement& agreement(std::size_t pc) const { return agreements_[pc]; }
    /// Distance |x1 - x2| at the game time `seconds` between the bodies on this and on the first PC. Empty if one of
    /// these PCs has no final state for that time yet, or no longer: after 4 s or FinalStates::max_states ticks.
    std::optional<double> distance(std::size_t pc, double seconds) const;
    /// Game time in seconds up to which the states of all PCs are final.
    double settled_seconds() const;

private:
    std::size_t next_pc() const;
    void simulate_frame(std::size_t pc);
    void send_messages(std::size_t pc);
    void compare_states(std::size_t pc);
    void drop_compared_states();

    std::unique_ptr<const NetworkSetUp> set_up_; ///< on the heap, because each peer keeps a pointer to it
    std::vector<Peer> peers_;
    std::vector<Wire> wires_; ///< the connection from PC a to PC b is at the index a * (number of PCs) + b
    /// Messages that have not arrived yet, by the index of the receiving PC.
    std::vector<std::vector<Message>> undelivered_;
    std::deque<Message> messages_;
    std::vector<Agreement> agreements_;
    std::int64_t next_message_number_ = 0;
    Nanos time_{};
};

} // namespace scenes
