// scenes/net/peer_to_peer_game.hpp -- a game of several simulated PCs over a network; the same seed gives the same game
#pragma once

#include "scenes/net/network_pc.hpp"

#include <array>
#include <functional>
#include <memory>

namespace scenes
{

/// StateComparison counts equal and different states only at every n-th tick: once a second at 60 Hz.
inline constexpr std::int64_t sampled_tick_interval = 60;

/// StateComparison::distances are measured this many seconds of game time after the first tick with different states.
inline constexpr std::array<double, 3> distance_measurement_seconds{1.0, 10.0, 60.0};

/// Shows whether one PC of a networked game has the same states as the first PC.
struct StateComparison
{
    std::int64_t last_compared_tick = 0; ///< newest tick that was compared, counted from 1; all before it were, too
    std::int64_t equal_sample_count = 0; ///< number of sampled ticks with equal states
    std::int64_t different_sample_count = 0; ///< number of sampled ticks with different states
    /// First tick, counted from 1, with different states of the two simulated PCs; empty if there is none.
    std::optional<std::int64_t> first_difference_tick{};
    double first_difference_seconds = 0.0; ///< game time in seconds of this tick, on the first PC
    /// In metres or radians.
    std::vector<double> distances{};
};

class PeerToPeerGame
{
public:
    explicit PeerToPeerGame(const NetworkSetup& setup);
    PeerToPeerGame(const PeerToPeerGame&) = delete;
    void operator=(const PeerToPeerGame&) = delete;

    void advance_to(Nanos wall_time, const std::function<void(std::size_t pc_index)>& after_frame = {});
    /// Simulates one frame of the PC whose next frame begins first, sends its messages, and compares the new confirmed
    /// states with those of the first PC. Returns the index of the PC.
    std::size_t simulate_next_frame();
    Nanos wall_time() const { return wall_time_; }

    const NetworkSetup& setup() const { return *setup_; }
    std::size_t pc_count() const { return pcs_.size(); }
    const NetworkPc& operator[](std::size_t pc_index) const { return pcs_[pc_index]; }
    /// Messages that were sent in the last `history_duration`, also lost ones, in the order of sending.
    const std::deque<InputMessage>& sent_messages() const { return sent_messages_; }
    const StateComparison& comparison_with_first_pc(std::size_t pc_index) const { return comparisons_[pc_index]; }
    /// Distance between the body on this PC and the body on the first PC, in metres or, for an angle, in radians.
    /// Empty if a PC has not stored its state at the game time `seconds`, or can still roll it back.
    std::optional<double> confirmed_distance(std::size_t pc_index, double seconds) const;
    /// Game time in seconds that every PC has simulated and can no longer roll back; zero at the start of the game.
    double confirmed_game_seconds() const;

private:
    std::size_t next_pc_index() const;
    void send_messages(std::size_t pc_index);
    void compare_states(std::size_t pc_index);
    void drop_old_states(); ///< drops confirmed states that no comparison and no drawing needs

    std::unique_ptr<const NetworkSetup> setup_; ///< on the heap, because each PC has a pointer to it
    std::vector<NetworkPc> pcs_;
    /// The connection from PC a to PC b has the index a * pc_count() + b.
    std::vector<OneWayConnection> connections_;
    /// Messages that are still on their way, by the index of the receiving PC.
    std::vector<std::vector<InputMessage>> undelivered_messages_;
    std::deque<InputMessage> sent_messages_;
    std::vector<StateComparison> comparisons_;
    std::int64_t next_serial_number_ = 0;
    Nanos wall_time_{};
};

} // namespace scenes
