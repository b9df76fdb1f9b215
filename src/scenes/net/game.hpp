// scenes/net/game.hpp -- the game that all of them play, on one clock of whole nanoseconds: deterministic by its seed
#pragma once

#include "scenes/net/peer.hpp"

#include <functional>
#include <memory>

namespace scenes
{

/// Hashes are compared every so many ticks.
inline constexpr std::int64_t compared_ticks = 60;

/// How the world of a PC compares with that of the first.
struct Agreement
{
    std::int64_t common = 0;             ///< ticks that both have
    std::int64_t equal  = 0;             ///< of every 60th of these: the same state
    std::int64_t differ = 0;             ///< another one
    std::optional<std::int64_t> first{}; ///< tick, from 1, that is not the same
};

class NetworkedGame
{
public:
    explicit NetworkedGame(const NetworkSetUp& set_up);
    NetworkedGame(const NetworkedGame&)  = delete;
    void operator=(const NetworkedGame&) = delete;

    /// Computes all frames that begin by then; `each` is told of every one.
    void advance_to(Nanos to, const std::function<void(std::size_t pc)>& each = {});
    /// One frame of the PC whose turn it is; its place.
    std::size_t single_frame();
    /// Of the newest frame, or as far as it was asked for.
    Nanos time() const { return time_; }

    const NetworkSetUp& set_up() const { return *set_up_; }
    std::size_t size() const { return peers_.size(); }
    const Peer& operator[](std::size_t pc) const { return peers_[pc]; }
    /// Those of the last four seconds, in the order in which they were sent.
    const std::deque<Message>& messages() const { return messages_; }
    Agreement agreement(std::size_t pc) const;
    /// |x - x| of that PC and the first, at the same second of the game, as far as it is settled; nothing when one of
    /// them has not come so far.
    std::optional<double> distance(std::size_t pc, double seconds) const;
    /// Seconds of the game up to which all PCs have come, and nothing changes any more.
    double settled() const;

private:
    std::size_t next_pc() const;
    void compute(std::size_t pc);
    void send(std::size_t pc);

    std::unique_ptr<const NetworkSetUp> set_up_; ///< stays where it is
    std::vector<Peer> peers_;
    std::vector<Wire> wires_;                     ///< from times PCs, plus to
    std::vector<std::vector<Message>> under_way_; ///< by whom they are for
    std::deque<Message> messages_;
    std::int64_t number_ = 0;
    Nanos time_{};
};

} // namespace scenes
