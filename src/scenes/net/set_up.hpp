// scenes/net/set_up.hpp -- the settings of a game that several PCs play over a network: the PCs, the connections, and
// the kind of synchronisation
#pragma once

#include "scenes/world.hpp"
#include "timestep/loop.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>

namespace scenes
{

using timestep::Nanos;
using namespace std::chrono_literals;

/// The method by which the worlds of several PCs are synchronised.
enum class NetworkKind : std::uint8_t
{
    /// Every PC takes a tick only when the inputs of all players for this tick have arrived (P. Bettner and M. Terrano,
    /// "1500 Archers on a 28.8", GDC 2001).
    lockstep,
    /// Lockstep with one PC, the last, that is too slow: all other PCs wait for it.
    slow_pc,
    free, ///< no PC waits for another; each PC applies an input when it arrives

    /// No PC waits: each PC predicts missing inputs, and after a wrong prediction computes the ticks again (T. Cannon,
    /// GGPO, 2006).
    rollback,
};

/// The names of a kind of synchronisation, for the user.
struct NetworkKindRow
{
    std::string_view name;  ///< name in kebab-case, for the command line
    std::string_view title; ///< title of this kind of network game, shown in the window
    std::string_view tip;   ///< text of the tooltip: one sentence
};
inline constexpr std::array<NetworkKindRow, 4> all_kinds{{
    {"lockstep", "Lockstep", "A tick is taken when the inputs of all PCs for it have arrived."},
    {"slow-pc", "Slow PC", "Lockstep with a PC that is too slow for its steps: all PCs wait for it."},
    {"free", "Free", "Every PC runs on with the chosen loop, and applies inputs when they arrive."},
    {"rollback", "Rollback", "Missing inputs are guessed; after a wrong guess, the ticks are computed again."},
}};
constexpr const NetworkKindRow& row_of(NetworkKind kind) { return all_kinds[static_cast<std::size_t>(kind)]; }

/// A connection from one PC to another. Each message arrives after the time `delay` plus a random time from 0 to
/// `jitter`.
struct NetworkLink
{
    Nanos delay{50ms}; ///< shortest time from sending to arrival, 0 to 1 s
    /// Largest additional random time, 0 to 1 s. A later message may arrive before an earlier one.
    Nanos jitter{10ms};
    double loss = 0.02; ///< probability that a message never arrives, 0 to 0.99

    friend bool operator==(const NetworkLink&, const NetworkLink&) = default;
};

/// The times that one PC of the network game needs for a frame.
struct PeerComputer
{
    std::string_view name;
    Nanos frame; ///< shortest duration of a frame of this PC
    Nanos draw;  ///< time that the PC needs to draw a frame
    Nanos step;  ///< time that the PC needs to compute one step
};
inline constexpr std::size_t fewest_pcs = 2;
inline constexpr std::size_t most_pcs   = 4;
/// The PCs of a game; a game with n PCs uses the first n.
inline constexpr std::array<PeerComputer, most_pcs> computers{{
    {"gaming PC", 6'944'444ns, 2ms, 500us},
    {"television", 16'683'333ns, 6ms, 2ms},
    {"old PC", 33'333'333ns, 20ms, 3ms},
    {"laptop", 16'666'667ns, 8ms, 2ms},
}};
/// A PC that is too slow for 60 steps a second. Each frame takes four steps of 32 ms, so the PC takes about 30 steps a
/// second.
inline constexpr PeerComputer below_minimum{"too slow", 16'666'667ns, 5'333'333ns, 32ms};

struct NetworkSetUp
{
    NetworkKind kind = NetworkKind::lockstep;
    std::size_t pcs  = 2; ///< number of PCs, from fewest_pcs to most_pcs
    NetworkLink link{};
    /// Number of ticks, 0 to 60, between the reading of an input and the tick that uses it.
    int input_delay = 6;
    /// Rollback games only: largest number of ticks, 1 to 60, that a PC may take beyond the first missing input. GGPO
    /// uses 8.
    int window         = 8;
    std::uint64_t seed = 1; ///< seed of the random delays and losses, and of the players' inputs
    World world{*find_scene("chaos")};
    timestep::Rate rate{60, 1};
    /// The loop of a free game (no PC waits for another). In the other kinds of games, all PCs take whole steps at the
    /// rate `rate`.
    timestep::Loop loop{};
};

/// Returns the PC with the index `pc`. In a game of the kind slow_pc, the last PC is the slow one.
constexpr const PeerComputer& computer_of(const NetworkSetUp& set_up, std::size_t pc)
{
    return set_up.kind == NetworkKind::slow_pc && pc + 1 == set_up.pcs ? below_minimum : computers[pc];
}

} // namespace scenes
